// Matching: groups what the lanes of one warp logged into warp instructions.
//
// The lanes ran one after another; here their logs are replayed side by side, as a warp would have executed them.
// Lanes that ran the same path are walked in step. Where they differ, the lanes at the smallest program counter go
// first, those deepest in calls before all others, and lanes that come to the same place go on together: since
// compilers lay a branch's sides out before the code that follows it, and a loop's body before its exit, that
// is where a warp reconverges too (the stack-less scheme of Collange, "Stack-less SIMT Reconvergence at Low Cost",
// 2011).
#include "count/match.h"
#include "count/packed.h"
#include "count/count.h"
#include "count/sample.h"
#include "count/stretch.h"
#include "count/modelling.h"
#include "memory/launch.h"
#include <string.h>

// Where a lane is: the lowest key executes next.
static uint64_t place(const struct thread *t, uint32_t i) {
  i += t->log_start;
  return (uint64_t)(LOG_MAX_DEPTH - log_depth(t->addrs[i])) << 32 | (t->pcs[i] & ~LOG_BLOCK);
}

// Replay the lanes' records from at[l] on, until none is left or a lane in `still_running` has no more: what the
// others did after that must wait until it is known where that lane went. Moves at[].
static void replay(const struct thread *lanes, uint32_t *at, uint32_t n, uint32_t still_running) {
  uint64_t key[WARP];
  for (uint32_t l = 0; l < n; l++)
    key[l] = at[l] < lanes[l].log_length ? place(&lanes[l], at[l]) : UINT64_MAX;
  for (bool known = true; known;) {
    uint64_t least = UINT64_MAX, second = UINT64_MAX;
    uint32_t group[WARP], members = 0;
    for (uint32_t l = 0; l < n; l++) {
      if (key[l] < least) {
        second = least;
        least = key[l];
        members = 0;
      } else if (key[l] > least && key[l] < second) {
        second = key[l];
      }
      if (key[l] == least) group[members++] = l;
    }
    if (least == UINT64_MAX) return;
    for (bool together = true; together;) {
      uint64_t packed[WARP], here;
      for (uint32_t m = 0; m < members; m++) {
        const struct thread *t = &lanes[group[m]];
        packed[m] = t->addrs[t->log_start + at[group[m]]];
      }
      const struct thread *first = &lanes[group[0]];
      count_packed(first->pcs[first->log_start + at[group[0]]], packed, group, (int)members);
      for (uint32_t m = 0; m < members; m++) {
        uint32_t l = group[m];
        if (++at[l] < lanes[l].log_length) {
          key[l] = place(&lanes[l], at[l]);
        } else {
          key[l] = UINT64_MAX;
          if (still_running >> l & 1) known = false;
        }
      }
      here = key[group[0]];
      together = known && here < second;
      for (uint32_t m = 1; m < members && together; m++) together = key[group[m]] == here;
    }
  }
}

// How many records the lanes' logs have in common from the beginning, by program counter.
static uint32_t common_length(struct thread *const *lane, uint32_t n) {
  uint32_t common = lane[0]->log_length;
  for (uint32_t k = 1; k < n; k++) {
    const uint32_t *a = lane[0]->pcs + lane[0]->log_start, *b = lane[k]->pcs + lane[k]->log_start;
    if (lane[k]->log_length < common) common = lane[k]->log_length;
    if (memcmp(a, b, common * sizeof *a) == 0) continue;
    uint32_t i = 0;
    while (a[i] == b[i]) i++;
    common = i;
  }
  return common;
}

// The first `common` records of n lanes, which have the same program counters.
static void count_in_step(struct thread *const *lane, const uint32_t *number, uint32_t n, uint32_t common) {
  const uint64_t *addrs[WARP];
  uint32_t start = lane[0]->log_start;
  bool full = n == WARP && !sampling; // its logs lie one behind the other
  for (uint32_t k = 0; k < n; k++) {
    addrs[k] = lane[k]->addrs + lane[k]->log_start;
    full &= lane[k]->log_start == start;
  }
  const uint32_t *pcs = lane[0]->pcs + start;
  if (full) {
    count_stretch(pcs, addrs[0], common);
    return;
  }
  for (uint32_t i = 0; i < common; i++) {
    uint64_t packed[WARP];
    for (uint32_t k = 0; k < n; k++) packed[k] = addrs[k][i];
    count_packed(pcs[i], packed, number, (int)n);
  }
}

// Keeps the most basic blocks that a warp of this launch has run, and a block.
static void note_busiest(struct warp *w, uint64_t blocks) {
  uint64_t *most = &M.counters->v[EMU_warp_blocks_if_even];
  w->blocks_run += blocks;
  if (w->blocks_run > *most) *most = w->blocks_run;
  uint64_t *busiest = &M.counters->v[EMU_warp_blocks_of_busiest], of_block = 0;
  for (uint32_t i = 0; i < L.n_warps; i++) of_block += L.warps[i].blocks_run;
  if (of_block > *busiest) *busiest = of_block;
}

static void count_logs(struct warp *w, bool segment_ends) {
  struct thread *lanes = &L.thread[w->index * WARP], *active[WARP];
  uint32_t n = 0, longest = 0, still_running = 0, at[WARP], number[WARP];
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (!segment_ends && (lanes[l].state == LOG_FULL || lanes[l].state == READY)) still_running |= 1u << l;
    if (!lanes[l].log_length) continue;
    number[n] = l;
    active[n++] = &lanes[l];
    if (lanes[l].log_length > longest) longest = lanes[l].log_length;
  }
  if (!n) return;
  M.logs++;
  uint32_t common = common_length(active, n);
  count_in_step(active, number, n, common);
  if (common == longest) {
    for (uint32_t k = 0; k < n; k++) active[k]->log_start = active[k]->log_length = 0;
    return;
  }
  bool known = true;
  for (uint32_t l = 0; l < w->lanes; l++) {
    at[l] = common < lanes[l].log_length ? common : lanes[l].log_length;
    known &= at[l] < lanes[l].log_length || !(still_running >> l & 1);
  }
  if (known) replay(lanes, at, w->lanes, still_running);
  for (uint32_t l = 0; l < w->lanes; l++) {
    struct thread *t = &lanes[l];
    t->log_length -= at[l];
    t->log_start = t->log_length ? t->log_start + at[l] : 0;
  }
}

void warp_log_flush(struct warp *w, bool segment_ends) {
  uint64_t before = M.counters->v[EMU_warp_blocks];
  if (sampling) sample_warp(w);
  if (modelling) modelling->warp(w);
  count_logs(w, segment_ends);
  if (sampling && segment_ends) sample_segment(w);
  note_busiest(w, M.counters->v[EMU_warp_blocks] - before);
}

void log_make_room(struct thread *t) {
  M.logs++;
  memmove(t->pcs, t->pcs + t->log_start, t->log_length * sizeof *t->pcs);
  memmove(t->addrs, t->addrs + t->log_start, t->log_length * sizeof *t->addrs);
  t->log_start = 0;
}

bool log_only_polls(const struct thread *t) {
  uint64_t seen[4];
  int n = 0;
  for (uint32_t r = t->log_start; r < t->log_start + t->log_length; r++) {
    if (t->pcs[r] & LOG_BLOCK || log_space(t->addrs[r]) == SPACE_CONSTANT) continue;
    if (log_kind(t->addrs[r]) == KIND_STORE) return false;
    int i = 0;
    while (i < n && seen[i] != t->addrs[r]) i++;
    if (i == 4) return false;
    if (i == n) seen[n++] = t->addrs[r];
  }
  return n > 0;
}

bool log_polls_again(const struct thread *lanes, uint32_t n, struct polled *p) {
  uint64_t places = 0;
  for (uint32_t l = 0; l < n; l++) {
    for (uint32_t r = lanes[l].log_start; r < lanes[l].log_start + lanes[l].log_length; r++) {
      if (lanes[l].pcs[r] & LOG_BLOCK) continue;
      if (log_kind(lanes[l].addrs[r]) == KIND_STORE) {
        p->n = 0;
        return false;
      }
      places = seed_mix(places + l) ^ lanes[l].addrs[r];
    }
  }
  if (places == 0) return true;
  for (int i = 0; i < p->n; i++)
    if (p->places[i] == places) return true;
  if (p->n == POLLED) p->n = 0;
  p->places[p->n++] = places;
  return false;
}
