// Which copies can run beside a kernel, and which kernels beside one of another device: counted by what the streams, events and waits order, whenever the seed runs the work.
//
// Two works can run at a time if neither's clock holds the other. A kernel hides copies of up to HIDES times the bytes that it
// loads and stores itself: one that does nothing, or one chunk's beside all others, hides little. A copy counts once, when
// the kernels beside it have room for all of it. Times say nothing here: whether they do run at a time is the device's affair.
#include "memory/result.h"
#include "memory/running.h"
#include "runtime/launch.h"
#include "runtime/stream.h"
#include <stdlib.h>
#include <string.h>

enum { HIDES = 2, MOST_SEEN = 2048 };
#define ALL UINT64_MAX // of a kernel that has not run yet

static struct seen { // a kernel or a copy, in the order in which they were asked for
  uint32_t slot, n;  // the n-th work of its slot
  bool kernel;
  uint64_t bytes;   // a copy's, 0: counted already; that a kernel can still hide
  uint32_t slots;   // known to its clock
  uint32_t *behind; // the clock
} list[MOST_SEEN];
static uint32_t n_seen, last_kernel[MOST_SLOTS];
static struct { // by slot: the kernel that ran last
  uint32_t n;
  uint64_t room;
} ran[MOST_SLOTS];

static bool beside(const struct seen *earlier, const struct seen *later) {
  uint32_t before = earlier->slot < later->slots ? later->behind[earlier->slot] : 0;
  return earlier->slot != later->slot && earlier->n > before;
}

// The bytes of the copy that kernels beside it can hide, as many as it has or fewer. `take`: they are used up.
static uint64_t hidden(const struct seen *copy, bool take) {
  uint64_t left = copy->bytes;
  for (struct seen *k = list; k < list + n_seen && left; k++) {
    if (!k->kernel || !(k < copy ? beside(k, copy) : beside(copy, k))) continue;
    uint64_t part = k->bytes < left ? k->bytes : left;
    left -= part;
    if (take && k->bytes != ALL) k->bytes -= part;
  }
  return copy->bytes - left;
}

void overlap_settle(void) {
  for (struct seen *c = list; c < list + n_seen; c++) {
    if (c->kernel || !c->bytes || hidden(c, false) < c->bytes) continue;
    emu_the_report.total.v[EMU_overlapped_copy_bytes] += hidden(c, true);
    c->bytes = 0;
  }
}

void overlap_forget(void) {
  while (n_seen) free(list[--n_seen].behind);
}

void overlap_ran(const struct stream_work *work, uint64_t bytes) {
  uint64_t room = FAST ? ALL : HIDES * bytes;
  ran[work->slot].n = work->n;
  ran[work->slot].room = room;
  for (uint32_t i = n_seen; i-- > 0;)
    if (list[i].kernel && list[i].slot == work->slot && list[i].n == work->n) list[i].bytes = room;
}

static void remember(const struct CUstream_st *s, bool kernel, uint64_t bytes) {
  if (n_seen == MOST_SEEN) {
    overlap_settle();
    overlap_forget();
  }
  struct seen *w = &list[n_seen++];
  *w = (struct seen){s->slot, s->asked, kernel, bytes, clock_slots, malloc(clock_slots * sizeof *w->behind)};
  if (!w->behind) abort();
  memcpy(w->behind, s->clock.at, clock_slots * sizeof *w->behind);
}

static void kernel_beside_devices(const struct CUstream_st *s) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (stream_at[i]->device != s->device && last_kernel[i] > s->clock.at[i]) {
      emu_the_report.total.v[EMU_launches_beside_devices]++;
      return;
    }
}

void overlap_count(const struct CUstream_st *s, const struct work_kind *kind, const void *data) {
  if (kind->node == cudaGraphNodeTypeKernel) {
    kernel_beside_devices(s);
    last_kernel[s->slot] = s->asked;
    remember(s, true, ran[s->slot].n == s->asked ? ran[s->slot].room : ALL); // it may have run
  }
  size_t bytes = kind->link_bytes ? kind->link_bytes(data) : 0;
  if (bytes) remember(s, false, bytes);
}
