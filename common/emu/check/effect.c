// Work whose result is lost, each a note: a kernel in whose code nothing stores, prints or calls what might; and what a kernel
// prints when nothing waits for the kernel before the program ends, so that a device would not show it.
#include "check/effect.h"
#include "check/hazard.h"
#include "check/stream_order.h"
#include "memory/image.h"
#include "memory/launch.h"
#include <string.h>

// What code calls that only looks: the callbacks of loads, of functions and of blocks.
static bool only_looks(const char *callee) {
  static const char *const names[] = {
      "__tsan_read",      "__tsan_unaligned_read", "__tsan_func_",  "__sanitizer_cov_trace_pc",
      "emu_thread_index", "emu_block_index",       "emu_block_dim", "emu_grid_dim",
      "emu_block_read",   "emu_member_read",       "emu_read",      "emu_barrier",
      "__syncthreads",    "emu_member_first_read"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(callee, names[i], strlen(names[i]))) return true;
  return false;
}

// Whether a function of the program calls nothing but callbacks that only look. What merely looks like a call in the midst of an
// instruction makes it false: then nothing is said.
static bool stores_nothing(uint32_t pc) {
#ifdef __x86_64__
  enum { CALL = 0xe8, JUMP = 0xe9 };
  uint64_t begin = image_function_begin(pc), end = image_function_end(pc);
  for (uint64_t at = begin; at + 5 <= end; at++) {
    const uint8_t *code = (const uint8_t *)at;
    int32_t distance;
    if (*code == 0xff && (code[1] >> 3 & 7) == 2) return false; // through a pointer
    if (*code != CALL && *code != JUMP) continue;
    memcpy(&distance, code + 1, sizeof distance);
    uint64_t to = at + 5 + (uint64_t)(int64_t)distance;
    if (to >= begin && to < end) continue;
    const char *callee = to <= UINT32_MAX ? image_function((uint32_t)to) : NULL;
    if (!callee || !only_looks(callee)) return false;
  }
  return end > begin;
#else
  (void)pc;
  return false;
#endif
}

void effect_launched(uint64_t arguments) {
  static uint32_t known[64], n;
  if (FAST || L.embedded || !L.entry_pc || !arguments || L.error)
    return; // L.error: there is a cause that is told
  for (uint32_t i = 0; i < n; i++)
    if (known[i] == L.entry_pc) return;
  if (n == sizeof known / sizeof *known) return;
  known[n++] = L.entry_pc;
  if (stores_nothing(L.entry_pc))
    hazard_note(EMU_NOTE_NO_EFFECT, site_host(L.entry_pc), NULL,
                "a kernel's parameters are copies: pass a pointer to device memory, store the result there, "
                "and copy it to "
                "the host (or use an atomic on it, where many threads add)",
                "the kernel stores nothing that outlives it");
}

// ---- output ----

static struct {
  uint32_t n, pc; // the last work of the stream that has printed; n is 0: none
  const char *kernel;
} printed[MOST_SLOTS];
static struct clock waited;

void effect_printed(void) {
  if (FAST || L.embedded || !stream_acting) return;
  printed[stream_acting->slot].n = stream_acting->n;
  printed[stream_acting->slot].pc = stream_acting->pc;
  printed[stream_acting->slot].kernel = L.kernel;
}

void effect_program_ends(void) {
  clock_copy(&waited, &host_clock);
}

void effect_all_done(void) {
  for (uint32_t i = 1; i < clock_slots; i++) {
    if (printed[i].n <= waited.at[i]) continue;
    L.kernel = printed[i].kernel;
    hazard_note(
        EMU_NOTE_LOST, site_host(printed[i].pc), NULL,
        "a launch returns at once: call cudaDeviceSynchronize() after it, and look at its result",
        "the kernel prints, and nothing waits for it before the program ends: a device may show none of it");
  }
}
