// Matching: groups what the lanes of one warp logged into warp instructions.
//
// The k-th execution of one program counter by each lane is one warp instruction. Lanes that ran the same
// path are walked in step; from the first difference on, records are chained by program counter and matched
// by occurrence.
#include "machine.h"
#include <stdlib.h>
#include <string.h>

struct chain { // the records of one program counter
  uint32_t pc;
  uint32_t done;                                // occurrences counted
  uint32_t count[WARP], head[WARP], tail[WARP]; // 1-based indices into the lane's log; 0: none
};

static struct chain *chains;
static uint32_t n_chains, *chain_slot, slot_mask;
static uint32_t next[WARP][LOG_CAPACITY]; // the lane's next record with the same pc, 1-based

static uint32_t slot_of(uint32_t pc) {
  return pc * 2654435761u >> 8 & slot_mask;
}

static struct chain *chain_of(uint32_t pc) {
  if (2 * (n_chains + 1) > slot_mask) {
    slot_mask = slot_mask ? 2 * slot_mask + 1 : 255;
    free(chain_slot);
    chain_slot = calloc(slot_mask + 1, sizeof *chain_slot);
    chains = realloc(chains, (slot_mask / 2 + 2) * sizeof *chains);
    if (!chain_slot || !chains) abort();
    for (uint32_t c = 0; c < n_chains; c++) {
      uint32_t s = slot_of(chains[c].pc);
      while (chain_slot[s]) s = (s + 1) & slot_mask;
      chain_slot[s] = c + 1;
    }
  }
  uint32_t s = slot_of(pc);
  for (; chain_slot[s]; s = (s + 1) & slot_mask)
    if (chains[chain_slot[s] - 1].pc == pc) return &chains[chain_slot[s] - 1];
  chain_slot[s] = ++n_chains;
  struct chain *c = &chains[n_chains - 1];
  memset(c, 0, sizeof *c);
  c->pc = pc;
  return c;
}

static void chains_clear(void) {
  n_chains = 0;
  if (chain_slot) memset(chain_slot, 0, (slot_mask + 1) * sizeof *chain_slot);
}

// One warp instruction from packed records, or two where the lanes address different memory spaces.
static void count_packed(uint32_t pc, const uint64_t *packed, int lanes) {
  if (pc & LOG_BLOCK) {
    count_block(pc & ~LOG_BLOCK, lanes);
    return;
  }
  struct instruction in = {.pc = pc, .space = log_space(packed[0]), .kind = log_kind(packed[0])};
  uint64_t other[WARP];
  int others = 0;
  for (int l = 0; l < lanes; l++) {
    if ((packed[l] ^ packed[0]) >> 56) {
      other[others++] = packed[l];
      continue;
    }
    in.addr[in.lanes] = log_addr(packed[l]);
    in.size[in.lanes++] = log_size(packed[l]);
  }
  count_instruction(&in);
  if (others) count_packed(pc, other, others);
}

// Count the chains' warp instructions as far as every lane in `still_running` has come. Returns the most
// records that any lane has left over.
static uint32_t count_chains(struct warp *w, uint32_t still_running) {
  struct thread *lanes = &M.thread[w->index * WARP];
  uint32_t left[WARP] = {0}, most = 0;
  for (struct chain *c = chains; c < chains + n_chains; c++) {
    uint32_t ready = UINT32_MAX;
    for (uint32_t l = 0; l < w->lanes; l++)
      if (still_running >> l & 1 && c->count[l] < ready) ready = c->count[l];
    for (; c->done < ready; c->done++) {
      uint64_t packed[WARP];
      int n = 0;
      for (uint32_t l = 0; l < w->lanes; l++) {
        if (!c->head[l]) continue;
        uint32_t i = c->head[l] - 1;
        packed[n++] = lanes[l].addrs[i];
        lanes[l].pcs[i] = 0; // done
        c->head[l] = next[l][i];
      }
      if (n == 0) break;
      count_packed(c->pc, packed, n);
    }
    for (uint32_t l = 0; l < w->lanes; l++)
      if (c->count[l] > c->done) left[l] += c->count[l] - c->done;
  }
  for (uint32_t l = 0; l < w->lanes; l++)
    if (left[l] > most) most = left[l];
  return most;
}

// Records from[l].. of each lane, matched by occurrence. Occurrences that a lane which is still running (its
// log filled up) has not reached yet stay in the logs for the next flush, unless that would leave no room.
static void flush_divergent(struct warp *w, const uint32_t *from, uint32_t still_running) {
  struct thread *lanes = &M.thread[w->index * WARP];
  for (uint32_t l = 0; l < w->lanes; l++)
    for (uint32_t i = from[l]; i < lanes[l].log_length; i++) {
      struct chain *c = chain_of(lanes[l].pcs[i]);
      next[l][i] = 0;
      if (c->count[l]++)
        next[l][c->tail[l] - 1] = i + 1;
      else
        c->head[l] = i + 1;
      c->tail[l] = i + 1;
    }
  uint32_t left = count_chains(w, still_running);
  if (left > LOG_CAPACITY / 2) left = count_chains(w, 0);
  for (uint32_t l = 0; l < w->lanes; l++) {
    uint32_t kept = 0;
    if (left)
      for (uint32_t i = from[l]; i < lanes[l].log_length; i++) {
        if (!lanes[l].pcs[i]) continue;
        lanes[l].pcs[kept] = lanes[l].pcs[i];
        lanes[l].addrs[kept++] = lanes[l].addrs[i];
      }
    lanes[l].log_length = kept;
  }
  chains_clear();
}

// How many records the lanes' logs have in common from the beginning, by program counter.
static uint32_t common_length(struct thread *const *lane, uint32_t n) {
  uint32_t common = lane[0]->log_length;
  for (uint32_t k = 1; k < n; k++) {
    const uint32_t *a = lane[0]->pcs, *b = lane[k]->pcs;
    if (lane[k]->log_length < common) common = lane[k]->log_length;
    if (memcmp(a, b, common * sizeof *a) == 0) continue;
    uint32_t i = 0;
    while (a[i] == b[i]) i++;
    common = i;
  }
  return common;
}

void warp_log_flush(struct warp *w, bool segment_ends) {
  struct thread *lanes = &M.thread[w->index * WARP], *active[WARP];
  uint32_t n = 0, longest = 0, still_running = 0;
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (!segment_ends && lanes[l].state == LOG_FULL) still_running |= 1u << l;
    if (!lanes[l].log_length) continue;
    active[n++] = &lanes[l];
    if (lanes[l].log_length > longest) longest = lanes[l].log_length;
  }
  if (!n) return;
  uint32_t common = common_length(active, n);
  for (uint32_t i = 0; i < common; i++) {
    uint32_t pc = active[0]->pcs[i];
    uint64_t packed[WARP];
    if (!(pc & LOG_BLOCK))
      for (uint32_t k = 0; k < n; k++) packed[k] = active[k]->addrs[i];
    count_packed(pc, packed, (int)n);
  }
  if (common == longest) {
    for (uint32_t k = 0; k < n; k++) active[k]->log_length = 0;
    return;
  }
  uint32_t from[WARP];
  for (uint32_t l = 0; l < w->lanes; l++)
    from[l] = common < lanes[l].log_length ? common : lanes[l].log_length;
  flush_divergent(w, from, still_running);
}

bool log_only_polls(const struct thread *t) {
  uint64_t seen[4];
  int n = 0;
  for (uint32_t r = 0; r < t->log_length; r++) {
    if (t->pcs[r] & LOG_BLOCK) continue;
    if (log_kind(t->addrs[r]) == KIND_STORE) return false;
    int i = 0;
    while (i < n && seen[i] != t->addrs[r]) i++;
    if (i == 4) return false;
    if (i == n) seen[n++] = t->addrs[r];
  }
  return n > 0;
}
