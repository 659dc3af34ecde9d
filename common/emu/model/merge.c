// Loads of neighbouring words of shared memory become one load of 8 or 16 bytes in unrolled code: if each lane's words lie side by
// side, the first at a multiple of the whole, and nothing was stored between them.
#include "count/cost.h"
#include "model/loops.h"
#include <string.h>

enum { OPEN = 64, WHOLE = 16 };

static struct group {
  int lanes;
  uint32_t bytes, whole, requests; // until now, 0: none; the most that they may become; in so many loads
  uint64_t addr[WARP];             // of each lane's first byte
  uint64_t wavefronts;             // that they had one by one
  struct loop_nest from;
} open[OPEN];
static uint32_t newest;

// A load of 16 bytes a lane takes two turns at least, though all lanes want the same: measured on an H200
// (grading/model/bench/cores.cu, shared_16_bytes_32_lanes).
uint64_t wide_cost(uint32_t bytes, uint64_t wavefronts) {
  return bytes == WHOLE && wavefronts < 2 ? 2 : wavefronts;
}

static uint64_t cost_of_wide(const struct group *g, uint32_t bytes) {
  struct instruction in = {.space = SPACE_SHARED, .kind = KIND_LOAD, .lanes = g->lanes};
  for (int l = 0; l < g->lanes; l++) {
    in.addr[l] = g->addr[l];
    in.size[l] = bytes;
  }
  return wide_cost(bytes, cost_of(&in).cost);
}

// Makes one load of what the group has, when that is 8 bytes or 16.
static void merge(struct group *g, const struct loop_nest *to) {
  uint64_t wide = cost_of_wide(g, g->bytes);
  loop_merged(&g->from, to, g->requests - 1, g->wavefronts > wide ? g->wavefronts - wide : 0);
  g->wavefronts = wide;
  g->requests = 1;
}

void merge_begin(void) {
  for (struct group *g = open; g < open + OPEN; g++) g->bytes = 0;
}

static bool continues(const struct group *g, const uint64_t *addr, uint32_t size, int lanes) {
  if (!g->bytes || g->lanes != lanes || g->bytes + size > g->whole) return false;
  if (addr[0] != g->addr[0] + g->bytes) return false;
  for (int l = 1; l < lanes; l++)
    if (addr[l] != g->addr[l] + g->bytes) return false;
  return true;
}

void merge_load(const uint64_t *addr, uint32_t size, int lanes, uint64_t wavefronts) {
  struct loop_nest at;
  if (size != 4 && size != 8) return;
  loop_where(&at);
  for (struct group *g = open; g < open + OPEN; g++) {
    if (!continues(g, addr, size, lanes)) continue;
    g->bytes += size;
    g->wavefronts += wavefronts;
    g->requests++;
    if (g->bytes == 8 || g->bytes == WHOLE) merge(g, &at);
    return;
  }
  uint64_t all = 0;
  for (int l = 0; l < lanes; l++) all |= addr[l];
  if (all % 8 || (size == 8 && all % WHOLE)) return;
  newest = (newest + 1) % OPEN;
  struct group *g = &open[newest];
  *g = (struct group){.lanes = lanes,
                      .bytes = size,
                      .whole = all % WHOLE ? 8 : WHOLE,
                      .requests = 1,
                      .wavefronts = wavefronts,
                      .from = at};
  memcpy(g->addr, addr, (size_t)lanes * sizeof *addr);
}
