// What a release covers: the accesses before the fences of its thread, of its warp's lanes that a __syncwarp puts before
// them, and of its block's threads that a barrier does.
#include "check/release_scope.h"
#include "memory/launch.h"
#include <stdlib.h>
#include <string.h>

// ---- memory that lives as long as the launch ----

struct chunk {
  struct chunk *next;
  size_t used;
  char bytes[1 << 16];
};
static struct chunk *chunks;

static void *copy_of(const void *data, size_t bytes) {
  if (!chunks || chunks->used + bytes > sizeof chunks->bytes) {
    struct chunk *c = malloc(sizeof *c);
    if (!c) abort();
    *c = (struct chunk){.next = chunks};
    chunks = c;
  }
  void *at = chunks->bytes + chunks->used;
  chunks->used += (bytes + 7) & ~(size_t)7;
  return memcpy(at, data, bytes);
}

void reach_launch_begin(void) {
  for (struct chunk *next; chunks; chunks = next) {
    next = chunks->next;
    free(chunks);
  }
}

// ---- releases ----

uint16_t reach_synced(uint32_t k, uint32_t l) {
  const struct warp *w = M.warp;
  return w->pair_used && w->pair[k][l] > w->full_tick ? w->pair[k][l] : w->full_tick;
}

static const struct fence *last_in(int s, uint32_t tid, uint32_t epoch) {
  if (T->last[s][tid].epoch == epoch) return &T->last[s][tid];
  if (T->before[s][tid].epoch == epoch) return &T->before[s][tid];
  return NULL;
}

// The ticks that the threads' fences of that epoch cover, kept once for blocks in which they are the same.
static const uint16_t *ticks_of(int s, uint32_t epoch) {
  static struct {
    const uint16_t *ticks;
    uint32_t block, epoch, launch, threads;
  } last[SCOPES];
  if (last[s].ticks && last[s].launch == M.launch_epoch && last[s].block == T->block &&
      last[s].epoch == epoch)
    return last[s].ticks;
  uint16_t ticks[MAX_BLOCK];
  memset(ticks, 0, sizeof ticks);
  for (uint32_t t = 0; t < L.n_threads; t++) {
    const struct fence *f = last_in(s, t, epoch);
    if (!f) continue;
    for (uint32_t m = t & ~31u; m < L.n_threads && m < (t & ~31u) + WARP; m++)
      if (f->synced > ticks[m]) ticks[m] = f->synced;
    if (f->tick > ticks[t]) ticks[t] = f->tick;
  }
  size_t bytes = L.n_threads * sizeof *ticks;
  bool same = last[s].ticks && last[s].launch == M.launch_epoch && !memcmp(last[s].ticks, ticks, bytes);
  if (!same) last[s].ticks = copy_of(ticks, bytes);
  last[s].launch = M.launch_epoch;
  last[s].block = T->block;
  last[s].epoch = epoch;
  return last[s].ticks;
}

static struct reach reach_of(int s) {
  uint32_t now = order_epoch(), first = M.tid & ~31u;
  struct reach r = {.epoch = T->epoch[s] < now ? T->epoch[s] : T->epoch_before[s]};
  if (r.epoch) r.ticks = ticks_of(s, r.epoch);
  uint16_t lanes[WARP];
  memset(lanes, 0, sizeof lanes);
  bool differ = false;
  for (uint32_t k = 0; k < M.warp->lanes; k++) {
    const struct fence *f = &T->last[s][first + k];
    if (k != M.lane && f->epoch == now && f->tick > reach_synced(k, M.lane)) f = &T->passed[s][first + k];
    if (f->epoch != now || (k != M.lane && f->tick > reach_synced(k, M.lane))) continue;
    r.here = true;
    if (f->synced > r.warp) r.warp = f->synced;
    if (f->tick > lanes[k]) lanes[k] = f->tick;
    for (uint32_t m = 0; M.warp->pair_used && m < M.warp->lanes; m++)
      if (M.warp->pair[m][k] < f->tick && M.warp->pair[m][k] > lanes[m]) lanes[m] = M.warp->pair[m][k];
  }
  r.own = lanes[M.lane];
  for (uint32_t m = 0; m < WARP; m++) differ |= m != M.lane && lanes[m] > r.warp;
  if (differ) {
    for (uint32_t m = 0; m < WARP; m++)
      if (r.warp > lanes[m]) lanes[m] = r.warp;
    r.lanes = copy_of(lanes, sizeof lanes);
  }
  return r;
}

bool reach_covers(const struct reach *x, uint32_t by, uint32_t at, uint32_t tid, uint32_t epoch,
                  uint32_t tick) {
  if (epoch < (x->here ? at : x->epoch)) return true;
  if (epoch == x->epoch && x->ticks && tick < x->ticks[tid]) return true;
  if (epoch != at) return false;
  if (tid == by) return tick < x->own;
  return tid / WARP == by / WARP && tick < (x->lanes ? x->lanes[tid % WARP] : x->warp);
}

const struct reach *reach_now(void) {
  static struct {
    uint32_t launch, block, epoch, tid;
    uint16_t tick, full;
    const struct reach *reach;
  } last;
  uint32_t epoch = order_epoch();
  if (last.reach && last.launch == M.launch_epoch && last.block == T->block && last.epoch == epoch &&
      last.tid == M.tid && last.tick == M.tick && last.full == M.warp->full_tick && !M.warp->pair_used)
    return last.reach;
  struct reach r[SCOPES];
  memset(r, 0, sizeof r);
  for (int s = 0; s < SCOPES; s++) r[s] = reach_of(s);
  last.reach = copy_of(r, sizeof r);
  last.launch = M.launch_epoch;
  last.block = T->block;
  last.epoch = epoch;
  last.tid = M.tid;
  last.tick = M.tick;
  last.full = M.warp->full_tick;
  return last.reach;
}
