// Which copies can run beside a kernel, which kernels beside one of another device or beside messages: counted by what streams,
// events and waits order, whenever the seed runs the work.
//
// Two works can run at a time if neither's clock holds the other. A kernel hides copies of up to HIDES times the bytes that it
// stores itself: one that only loads, or one chunk's beside all others, hides little. A copy counts once, when the kernels
// beside it have room for all of it. A kernel that moves nothing is beside no other one. Times say nothing here:
// whether they do run at a time is the device's affair.
#include "memory/result.h"
#include "memory/running.h"
#include "runtime/stream.h"
#include <stdlib.h>
#include <string.h>

enum { HIDES = 2, MOST_SEEN = 2048 };
#define ALL UINT64_MAX // of a kernel that has not run yet

static struct seen {  // a kernel, a copy or a message, in the order in which they were asked for
  uint32_t slot, n;   // the n-th work of its slot
  int ways;           // a message's, enum overlap_way; 0: it is none
  bool kernel, moves; // moves: it has run, and loads or stores something
  bool told;          // it has been found beside a kernel of another device
  uint64_t bytes;     // a copy's, 0: counted already; that a kernel can still hide
  uint64_t stored;    // by a kernel; 0: counted beside messages, or it has not run yet
  uint32_t slots;     // known to its clock
  uint32_t *behind;   // the clock
} list[MOST_SEEN];
static uint32_t n_seen;
static struct ran { // by slot: the kernel that ran last
  uint32_t n;
  uint64_t room;
  bool moves;
  uint64_t stored;
} ran[MOST_SLOTS];

static bool beside(const struct seen *earlier, const struct seen *later) {
  uint32_t before = earlier->slot < later->slots ? later->behind[earlier->slot] : 0;
  return earlier->slot != later->slot && earlier->n > before;
}

static bool have_no_order(const struct seen *a, const struct seen *b) {
  return a < b ? beside(a, b) : beside(b, a);
}

// The bytes of the copy that kernels beside it can hide, as many as it has or fewer. `take`: they are used up.
static uint64_t hidden(const struct seen *copy, bool take) {
  uint64_t left = copy->bytes;
  for (struct seen *k = list; k < list + n_seen && left; k++) {
    if (!k->kernel || !have_no_order(k, copy)) continue;
    uint64_t part = k->bytes < left ? k->bytes : left;
    left -= part;
    if (take && k->bytes != ALL) k->bytes -= part;
  }
  return copy->bytes - left;
}

static int device_of(const struct seen *w) {
  return stream_at[w->slot]->device;
}

static void settle_devices(void) {
  for (struct seen *k = list; k < list + n_seen; k++)
    for (struct seen *e = list; e < k && !k->told && k->moves; e++)
      if (e->moves && device_of(e) != device_of(k) && beside(e, k)) {
        emu_the_report.total.v[EMU_launches_beside_devices]++;
        k->told = true;
      }
}

// A kernel's stores count if it can run while a message goes and another one comes.
static void settle_messages(void) {
  for (struct seen *k = list; k < list + n_seen; k++) {
    int ways = 0;
    if (!k->kernel || !k->stored) continue;
    for (struct seen *m = list; m < list + n_seen; m++)
      if (m->ways && have_no_order(k, m)) ways |= m->ways;
    if (ways != (OVERLAP_SEND | OVERLAP_RECEIVE)) continue;
    emu_the_report.total.v[EMU_store_bytes_beside_messages] += k->stored;
    k->stored = 0;
  }
}

void overlap_settle(void) {
  settle_devices();
  settle_messages();
  for (struct seen *c = list; c < list + n_seen; c++) {
    if (c->kernel || !c->bytes || hidden(c, false) < c->bytes) continue;
    emu_the_report.total.v[EMU_overlapped_copy_bytes] += hidden(c, true);
    c->bytes = 0;
  }
}

void overlap_forget(void) {
  while (n_seen) free(list[--n_seen].behind);
}

static void has_run(struct seen *kernel, const struct ran *r) {
  kernel->bytes = r->room;
  kernel->stored = r->stored;
  kernel->moves = r->moves;
}

void overlap_ran(const struct stream_work *work, uint64_t loaded, uint64_t stored) {
  struct ran *r = &ran[work->slot];
  *r = (struct ran){work->n, FAST ? ALL : HIDES * stored, loaded + stored > 0, stored};
  for (uint32_t i = n_seen; i-- > 0;)
    if (list[i].kernel && list[i].slot == work->slot && list[i].n == work->n) has_run(&list[i], r);
}

static struct seen *remember(const struct CUstream_st *s, bool kernel, uint64_t bytes) {
  if (n_seen == MOST_SEEN) {
    overlap_settle();
    overlap_forget();
  }
  struct seen *w = &list[n_seen++];
  *w = (struct seen){.slot = s->slot,
                     .n = s->asked,
                     .kernel = kernel,
                     .bytes = bytes,
                     .slots = clock_slots,
                     .behind = malloc(clock_slots * sizeof *w->behind)};
  if (!w->behind) abort();
  memcpy(w->behind, s->clock.at, clock_slots * sizeof *w->behind);
  return w;
}

void overlap_message(const struct CUstream_st *s, int ways) {
  remember(s, false, 0)->ways = ways;
}

void overlap_count(const struct CUstream_st *s, const struct work_kind *kind, const void *data) {
  if (kind->node == cudaGraphNodeTypeKernel) {
    struct seen *kernel = remember(s, true, ALL);
    if (ran[s->slot].n == s->asked) has_run(kernel, &ran[s->slot]);
  }
  size_t bytes = kind->link_bytes ? kind->link_bytes(data) : 0;
  if (bytes) remember(s, false, bytes);
}
