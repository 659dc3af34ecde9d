// Counting: groups what the lanes of one warp logged into warp instructions, and those into requests,
// sectors, wavefronts and active lanes.
//
// The k-th execution of one program counter by each lane is one warp instruction. Lanes that ran the same
// path are walked in step; from the first difference on, records are chained by program counter and matched
// by occurrence.
#include "machine.h"
#include <stdlib.h>
#include <string.h>

static void add(int counter, uint64_t n) {
  M.counters->v[counter] += n;
}

// ---- one warp instruction ----

struct instruction {
  int space, kind, lanes;
  uint64_t addr[WARP];
  uint32_t size[WARP];
};

// Distinct values in v[0..n): exact for any order, quick when the values ascend.
static int distinct(const uint64_t *v, int n) {
  int count = 0, i = 0;
  uint64_t seen[WARP * 5];
  for (; i < n && (count == 0 || v[i] >= seen[count - 1]); i++)
    if (count == 0 || v[i] != seen[count - 1]) seen[count++] = v[i];
  for (; i < n; i++) {
    int j = 0;
    while (j < count && seen[j] != v[i]) j++;
    if (j == count) seen[count++] = v[i];
  }
  return count;
}

static void count_global(const struct instruction *in) {
  uint64_t sector[WARP * 5];
  int n = 0, bytes = 0, packed = 0;
  uint64_t last = ~0ull;
  for (int l = 0; l < in->lanes; l++) {
    uint64_t first = in->addr[l] >> 5, end = (in->addr[l] + in->size[l] - 1) >> 5;
    for (uint64_t s = first; s <= end; s++) sector[n++] = s;
    bytes += in->size[l];
    if (in->addr[l] != last) packed += in->size[l];
    last = in->addr[l];
  }
  int sectors = distinct(sector, n), ideal = (packed + 31) / 32;
  if (ideal > sectors) ideal = sectors; // lanes that share addresses out of order
  add(EMU_global_sectors_ideal, (uint64_t)ideal);
  if (in->kind == KIND_LOAD) {
    add(EMU_global_load_requests, 1);
    add(EMU_global_load_sectors, (uint64_t)sectors);
    add(EMU_global_load_bytes, (uint64_t)bytes);
  } else {
    add(EMU_global_store_requests, 1);
    add(EMU_global_store_sectors, (uint64_t)sectors);
    add(EMU_global_store_bytes, (uint64_t)bytes);
  }
}

// Wavefronts: the most distinct words that any one bank must deliver.
static void count_shared(const struct instruction *in) {
  uint64_t word[WARP * 5];
  int n = 0, ascending = 1;
  for (int l = 0; l < in->lanes; l++)
    for (uint64_t w = in->addr[l] >> 2; w <= (in->addr[l] + in->size[l] - 1) >> 2; w++) {
      if (n && w != word[n - 1] + 1 && w != word[n - 1]) ascending = 0;
      if (!n || w != word[n - 1]) word[n++] = w;
    }
  int wavefronts = 0, words = 0;
  if (ascending) { // one gapless run of words fills the banks evenly
    words = n;
    wavefronts = (n + WARP - 1) / WARP;
  } else {
    uint64_t bank[WARP][WARP * 2];
    int held[WARP] = {0};
    for (int i = 0; i < n; i++) {
      int b = (int)(word[i] & (WARP - 1)), j = 0;
      while (j < held[b] && bank[b][j] != word[i]) j++;
      if (j < held[b] || j == WARP * 2) continue;
      bank[b][held[b]++] = word[i];
      words++;
      if (held[b] > wavefronts) wavefronts = held[b];
    }
  }
  add(EMU_shared_wavefronts_ideal, (uint64_t)(words + WARP - 1) / WARP);
  int load = in->kind == KIND_LOAD;
  add(load ? EMU_shared_load_requests : EMU_shared_store_requests, 1);
  add(load ? EMU_shared_load_wavefronts : EMU_shared_store_wavefronts, (uint64_t)wavefronts);
}

static void count_atomic(const struct instruction *in) {
  int most = 0;
  for (int l = 0; l < in->lanes; l++) {
    int same = 0;
    for (int k = 0; k < in->lanes; k++) same += in->addr[k] == in->addr[l];
    if (same > most) most = same;
  }
  bool global = in->space == SPACE_GLOBAL;
  add(global ? EMU_global_atomics : EMU_shared_atomics, (uint64_t)in->lanes);
  add(global ? EMU_global_atomic_requests : EMU_shared_atomic_requests, 1);
  add(EMU_atomic_serial_steps, (uint64_t)most);
}

static void count_instruction(const struct instruction *in) {
  if (in->kind == KIND_ATOMIC)
    count_atomic(in);
  else if (in->space == SPACE_GLOBAL)
    count_global(in);
  else
    count_shared(in);
}

// ---- grouping ----

struct chain { // the records of one program counter
  uint32_t pc;
  int space, kind;
  uint32_t done;                                // occurrences counted
  uint32_t count[WARP], head[WARP], tail[WARP]; // 1-based indices into the lane's log; 0: none
};

static struct chain *chains;
static uint32_t n_chains, chain_capacity, *chain_slot, slot_mask;

static struct chain *chain_of(const struct rec *r) {
  if (2 * (n_chains + 1) > slot_mask) {
    slot_mask = slot_mask ? 2 * slot_mask + 1 : 255;
    free(chain_slot);
    chain_slot = calloc(slot_mask + 1, sizeof *chain_slot);
    chain_capacity = slot_mask / 2 + 2;
    chains = realloc(chains, chain_capacity * sizeof *chains);
    if (!chain_slot || !chains) abort();
    for (uint32_t c = 0; c < n_chains; c++) {
      uint32_t s = chains[c].pc * 2654435761u >> 8 & slot_mask;
      while (chain_slot[s]) s = (s + 1) & slot_mask;
      chain_slot[s] = c + 1;
    }
  }
  uint32_t s = r->pc * 2654435761u >> 8 & slot_mask;
  for (; chain_slot[s]; s = (s + 1) & slot_mask)
    if (chains[chain_slot[s] - 1].pc == r->pc && chains[chain_slot[s] - 1].space == (int)r->space)
      return &chains[chain_slot[s] - 1];
  chain_slot[s] = ++n_chains;
  struct chain *c = &chains[n_chains - 1];
  memset(c, 0, sizeof *c);
  c->pc = r->pc;
  c->space = r->space;
  c->kind = r->kind;
  return c;
}

static void chains_clear(void) {
  n_chains = 0;
  if (chain_slot) memset(chain_slot, 0, (slot_mask + 1) * sizeof *chain_slot);
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
      struct instruction in = {.space = c->space, .kind = c->kind};
      for (uint32_t l = 0; l < w->lanes; l++) {
        if (!c->head[l]) continue;
        struct rec *r = &lanes[l].log[c->head[l] - 1];
        in.addr[in.lanes] = r->addr;
        in.size[in.lanes++] = r->size;
        c->head[l] = r->next;
        r->pc = 0; // done
      }
      if (in.lanes == 0) break;
      if (c->space == SPACE_BLOCK) {
        add(EMU_warp_blocks, 1);
        add(EMU_active_lanes, (uint64_t)in.lanes);
      } else {
        count_instruction(&in);
      }
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
      struct rec *r = &lanes[l].log[i];
      struct chain *c = chain_of(r);
      r->next = 0;
      if (c->count[l]++)
        lanes[l].log[c->tail[l] - 1].next = i + 1;
      else
        c->head[l] = i + 1;
      c->tail[l] = i + 1;
    }
  uint32_t left = count_chains(w, still_running);
  if (left > LOG_CAPACITY / 2) left = count_chains(w, 0);
  for (uint32_t l = 0; l < w->lanes; l++) {
    uint32_t kept = 0;
    if (left)
      for (uint32_t i = from[l]; i < lanes[l].log_length; i++)
        if (lanes[l].log[i].pc) lanes[l].log[kept++] = lanes[l].log[i];
    lanes[l].log_length = kept;
  }
  chains_clear();
}

void warp_log_flush(struct warp *w, bool segment_ends) {
  struct thread *lanes = &M.thread[w->index * WARP];
  uint32_t active[WARP], n = 0, shortest = UINT32_MAX, longest = 0, still_running = 0;
  for (uint32_t l = 0; l < w->lanes; l++) {
    uint32_t length = lanes[l].log_length;
    if (length > longest) longest = length;
    if (!segment_ends && lanes[l].state == LOG_FULL) still_running |= 1u << l;
    if (!length) continue;
    active[n++] = l;
    if (length < shortest) shortest = length;
  }
  if (!n) return;
  uint32_t i = 0;
  for (; i < shortest; i++) {
    const struct rec *first = &lanes[active[0]].log[i];
    uint32_t pc = first->pc;
    int space = first->space;
    bool same = true;
    for (uint32_t k = 1; k < n; k++) {
      const struct rec *r = &lanes[active[k]].log[i];
      same &= r->pc == pc && r->space == (unsigned)space;
    }
    if (!same) break;
    if (space == SPACE_BLOCK) {
      add(EMU_warp_blocks, 1);
      add(EMU_active_lanes, n);
      continue;
    }
    struct instruction in = {.space = space, .kind = first->kind, .lanes = (int)n};
    for (uint32_t k = 0; k < n; k++) {
      const struct rec *r = &lanes[active[k]].log[i];
      in.addr[k] = r->addr;
      in.size[k] = r->size;
    }
    count_instruction(&in);
  }
  if (i == longest) {
    for (uint32_t k = 0; k < n; k++) lanes[active[k]].log_length = 0;
    return;
  }
  uint32_t from[WARP];
  for (uint32_t l = 0; l < w->lanes; l++) from[l] = i < lanes[l].log_length ? i : lanes[l].log_length;
  flush_divergent(w, from, still_running);
}

bool log_only_polls(const struct thread *t) {
  uint64_t seen[4];
  int n = 0;
  for (const struct rec *r = t->log; r < t->log + t->log_length; r++) {
    if (r->space == SPACE_BLOCK) continue;
    if (r->kind == KIND_STORE) return false;
    int i = 0;
    while (i < n && seen[i] != r->addr) i++;
    if (i == 4) return false;
    if (i == n) seen[n++] = r->addr;
  }
  return n > 0;
}
