// Built-in variables and the device functions that need no other thread: indices, fences, clocks.
#include "check/events.h"
#include "kernel/cluster_calls.h"
#include "check/hazard.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/model.h"
#include "memory/dynamic_views.h"
#include "runtime/error.h"
#include "runtime/fast.h"
#include "runtime/fiber.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

typedef struct {
  unsigned x, y, z;
} uint3;

uint3 emu_thread_index(void) {
  need_kernel("threadIdx");
  return (uint3){M.self->x, M.self->y, M.self->z};
}
uint3 emu_block_index(void) {
  need_kernel("blockIdx");
  return (uint3){L.block_index[0], L.block_index[1], L.block_index[2]};
}
uint3 emu_block_dim(void) {
  need_kernel("blockDim");
  return (uint3){L.block[0], L.block[1], L.block[2]};
}
uint3 emu_grid_dim(void) {
  need_kernel("gridDim");
  return (uint3){L.grid[0], L.grid[1], L.grid[2]};
}
// A launch whose functions call it by several names has none for messages.
void *emu_dynamic_shared(const char *name) {
  need_kernel("dynamic shared memory");
  if (L.dynamic_name != name)
    L.dynamic_name = !L.dynamic_name || strcmp(L.dynamic_name, name) == 0 ? name : "";
  return (void *)M.dynamic_base;
}
int emu_view(const char *name, const void *begin, size_t bytes, const struct shape *shape, size_t n) {
#ifdef EMU_FAST
  (void)name, (void)begin, (void)bytes, (void)shape, (void)n; // nothing is told of
#else
  uint64_t offset = (uint64_t)begin - M.dynamic_base;
  if (M.self && offset <= M.dynamic_size) view_declared(name, (int64_t)offset, bytes, shape, n);
#endif
  return 0;
}

// PTX names shared memory by 32 bits: here the static arrays from STATIC_AT, the dynamic ones from DYNAMIC_AT.
enum { STATIC_AT = 1 << 12, DYNAMIC_AT = 1 << 24 };
unsigned long long emu_shared_offset(const void *p) {
  uint64_t at = (uint64_t)p;
  if (at - M.dynamic_base < M.dynamic_size) return at - M.dynamic_base + DYNAMIC_AT;
  return at - M.shared_base + STATIC_AT;
}
void *emu_shared_pointer(unsigned offset) {
  unsigned rank = offset >> 26; // and one more: of another block of the cluster
  offset &= (1 << 26) - 1;
  if (rank) return emu_cluster_map(emu_shared_pointer(offset), rank - 1, __builtin_return_address(0));
  return (void *)(offset >= DYNAMIC_AT ? M.dynamic_base + (offset - DYNAMIC_AT)
                                       : M.shared_base + offset - STATIC_AT);
}
// 'g'lobal, 's'hared, 'c'onstant or 'l'ocal: what is left.
char emu_space_of(const void *p) {
  uint64_t at = (uint64_t)p;
  if (at - M.dynamic_base < M.dynamic_size || at - M.shared_base < M.shared_size) return 's';
  enum section section = image_section(at);
  if (section == SECTION_CONSTANT) return 'c';
  return section != SECTION_NONE || heap_has(at) ? 'g' : 'l';
}
unsigned emu_processor(void) {
  return (unsigned)(L.block_linear % (uint64_t)device_processors());
}

bool emu_on_device(void) {
  return M.self != NULL;
}

static void fence(bool of_block) {
#ifdef EMU_FAST
  (void)of_block;
  __atomic_thread_fence(__ATOMIC_SEQ_CST); // blocks may run on several cores
  emu_poll();
#else
  if (M.self) event_fence(of_block);
#endif
}
void __threadfence(void) {
  fence(false);
}
void __threadfence_block(void) {
  fence(true);
}
void __threadfence_system(void) {
  fence(false);
}
long long clock64(void) {
  return (long long)(S.steps += FAST);
}
// The C library's, which host code goes on using; a kernel counts the emulator's steps.
clock_t clock(void) {
  if (M.self) return (clock_t)(S.steps += FAST);
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}
void __nanosleep(unsigned nanoseconds) {
  (void)nanoseconds;
#ifdef EMU_FAST
  if (M.self) fiber_yield(LOG_FULL); // most often in a loop that waits for another thread
#endif
}
void __trap(void) {
  if (!M.self) abort();
  char reason[120];
  snprintf(reason, sizeof reason, "__trap() by block (%u,%u,%u), thread (%u,%u,%u)", L.block_index[0],
           L.block_index[1], L.block_index[2], M.self->x, M.self->y, M.self->z);
  error_of_kernel(cudaErrorLaunchFailure, HERE, reason);
  fiber_abort();
}

// glibc's assert ends here. In a kernel it ends the launch, as on a device; in host code the program.
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  fflush(stdout);
  if (!M.self) {
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
  }
  fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
          function, L.block_index[0], L.block_index[1], L.block_index[2], M.self->x, M.self->y, M.self->z,
          expression);
  error_of_kernel(cudaErrorAssert, HERE, "an assertion failed");
  fiber_abort();
}
