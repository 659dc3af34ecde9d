// Asynchronous copies into shared memory: the data is taken at once and arrives when the thread waits for it, or never.
#include "check/async_copy.h"
#include "check/hazard.h"
#include "memory/describe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copy {
  void *to;
  uint32_t bytes, pc, batch;
  struct shadow *shadow; // of the destination's words
  char data[16];
};
struct copies {
  uint32_t block_epoch; // the copies belong to the thread of this block
  uint32_t n, capacity, batch;
  struct copy *copy;
};

static uint32_t last_block; // in which a copy began

static struct copies *own(void) {
  struct thread *t = M.self;
  if (!t->copies && !(t->copies = calloc(1, sizeof *t->copies))) abort();
  struct copies *c = t->copies;
  if (c->block_epoch != M.block_first_epoch) { // what an earlier block left behind
    c->n = c->batch = 0;
    c->block_epoch = M.block_first_epoch;
  }
  return c;
}

static const char never_waited[] = "into which an asynchronous copy goes that nobody has waited for";

// Reports the copy if its words have been read since it began; tid: of the thread that copies.
static void check_copy_readers(const struct copy *one, uint32_t tid, const char *until) {
  for (uint32_t w = 0; w < one->bytes / 4; w++) {
    const struct shadow *c = &one->shadow[w];
    if (c->r_epoch < M.block_epoch || !c->r_pc) continue;
    uint64_t word = (uint64_t)one->to + 4 * w;
    char what[160];
    access_describe(word, 4, what, sizeof what);
    struct access_site reader = {c->r_pc, L.block_linear,
                                 c->r_warp * WARP + (uint32_t)__builtin_ctz(c->r_lanes | 1u << 31)};
    struct access_site copier = {one->pc, L.block_linear, tid};
    hazard(EMU_HAZARD_UNINITIALISED, reader, &copier,
           "wait for the copy (__pipeline_wait_prior), then __syncthreads() if other threads read it",
           "reads %s %s", what, until);
    break;
  }
}

void emu_async_copy(void *to, const void *from, unsigned bytes, unsigned zeros) {
  uint32_t pc = (uint32_t)(uintptr_t)__builtin_return_address(0);
  need_kernel("__pipeline_memcpy_async");
  struct shadow *shadow = shadow_of_shared((uint64_t)to);
  if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes || !shadow) {
    hazard(EMU_HAZARD_MISALIGNED, site_self(pc), NULL,
           "an asynchronous copy moves 4, 8 or 16 bytes from global to shared memory",
           shadow ? "an asynchronous copy of %u bytes, %u of them zeros"
                  : "an asynchronous copy of %u bytes whose destination is not in shared memory",
           bytes, zeros);
    L.error = cudaErrorMisalignedAddress;
    launch_give_up();
  }
  struct copies *c = own();
  last_block = M.block_first_epoch;
  for (uint32_t i = 0; i < c->n; i++) // readers are forgotten below
    if (c->copy[i].shadow == shadow) check_copy_readers(&c->copy[i], M.tid, never_waited);
  if (c->n == c->capacity) {
    c->capacity = c->capacity ? 2 * c->capacity : 16;
    c->copy = realloc(c->copy, c->capacity * sizeof *c->copy);
    if (!c->copy) abort();
  }
  struct copy *one = &c->copy[c->n++];
  *one = (struct copy){.to = to, .bytes = bytes, .pc = pc, .batch = c->batch, .shadow = shadow};
  memcpy(one->data, from, bytes - zeros);
  for (uint32_t w = 0; w < bytes / 4; w++) { // the next reader leaves its place
    shadow[w].r_pc = 0;
    shadow[w].r_again = false;
  }
}

void emu_async_commit(void) {
  need_kernel("__pipeline_commit");
  own()->batch++;
}

static void arrive_copy(const struct copy *one) {
  check_copy_readers(one, M.tid, "before the asynchronous copy into it has arrived");
  memcpy(one->to, one->data, one->bytes);
}

void async_block_ends(void) {
  if (FAST || last_block != M.block_first_epoch) return;
  M.self = L.thread; // in a kernel, for the report
  for (uint32_t t = 0; t < L.n_threads; t++) {
    struct copies *c = L.thread[t].copies;
    if (!c || c->block_epoch != M.block_first_epoch) continue;
    for (uint32_t i = 0; i < c->n; i++) check_copy_readers(&c->copy[i], t, never_waited);
  }
  M.self = NULL;
}

void emu_async_wait(unsigned prior) {
  need_kernel("__pipeline_wait_prior");
  struct copies *c = own();
  uint32_t done = 0;
  while (done < c->n && c->copy[done].batch + prior < c->batch) arrive_copy(&c->copy[done++]);
  memmove(c->copy, c->copy + done, (c->n - done) * sizeof *c->copy);
  c->n -= done;
}
