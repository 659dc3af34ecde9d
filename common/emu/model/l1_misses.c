// The list of what passes the first-level cache.
#include "model/caches.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

static struct {
  struct l2_access *access;
  uint64_t n, room;
  // Pieces of blocks' accesses, as they ran: where each begins, whose it is.
  struct piece {
    uint64_t begin, block;
  } * piece;
  uint64_t pieces, piece_room;
  uint64_t now; // whose come next
} passed;

static uint64_t passed_at_once;

static int by_block(const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->block != y->block) return x->block < y->block ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

// A copy of the list in which each block's accesses lie together, the blocks as a device begins them.
static uint64_t sort_by_block(struct l2_access *to, uint64_t *begin) {
  uint64_t blocks = 0, n = 0;
  for (uint64_t p = 0; p < passed.pieces; p++) // the low half: which piece it was
    passed.piece[p].block = passed.piece[p].block << 32 | p;
  uint64_t *ends = must_realloc(NULL, (passed.pieces + 1) * sizeof *ends);
  for (uint64_t p = 0; p < passed.pieces; p++)
    ends[p] = p + 1 < passed.pieces ? passed.piece[p + 1].begin : passed.n;
  qsort(passed.piece, passed.pieces, sizeof *passed.piece, by_block);
  for (uint64_t p = 0; p < passed.pieces; p++) {
    const struct piece *q = &passed.piece[p];
    uint64_t length = ends[q->block & UINT32_MAX] - q->begin;
    if (!p || q->block >> 32 != q[-1].block >> 32) begin[blocks++] = n;
    memcpy(to + n, passed.access + q->begin, length * sizeof *to);
    n += length;
  }
  begin[blocks] = n;
  free(ends);
  return blocks;
}

// Lets the second-level cache see what has passed until now.
static void settle(struct emu_demand *sum) {
  if (!passed.n) return;
  struct l2_access *sorted = must_realloc(NULL, passed.n * sizeof *sorted);
  uint64_t *begin = must_realloc(NULL, (passed.pieces + 1) * sizeof *begin);
  uint64_t blocks = sort_by_block(sorted, begin);
  l2_run(sorted, passed.n, begin, blocks, passed_at_once, sum);
  free(sorted);
  free(begin);
  passed.n = passed.pieces = 0;
}

enum { MOST_PASSED = 1 << 25 }; // more are not kept: those until then come first
void passed_add(uint64_t sector, bool writes, uint32_t bytes, struct emu_demand *sum) {
  if (passed.n == MOST_PASSED) settle(sum);
  if (!passed.pieces || passed.piece[passed.pieces - 1].block != passed.now) {
    if (passed.pieces == passed.piece_room) {
      passed.piece_room = passed.piece_room ? 2 * passed.piece_room : 1024;
      passed.piece = must_realloc(passed.piece, passed.piece_room * sizeof *passed.piece);
    }
    passed.piece[passed.pieces++] = (struct piece){passed.n, passed.now};
  }
  if (passed.n == passed.room) {
    passed.room = passed.room ? 2 * passed.room : 1 << 16;
    passed.access = must_realloc(passed.access, passed.room * sizeof *passed.access);
  }
  passed.access[passed.n++] = (struct l2_access){sector, writes, bytes < SECTOR ? bytes : SECTOR};
}

void passed_begin(uint64_t blocks_at_once) {
  passed.n = passed.pieces = 0;
  passed_at_once = blocks_at_once;
}

void passed_block(uint64_t block) {
  passed.now = block;
}

void passed_end(struct emu_demand *sum) {
  settle(sum);
}
