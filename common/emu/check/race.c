// Races: two threads touch one word, one of them writes, and nothing orders them.
//
// What orders two threads of one launch: a block barrier between their accesses; a warp operation that named
// both lanes (lanes of one warp are not in step by themselves); for different blocks, a fence and an atomic
// access that hand the data over (order.c). Threads of different launches are always ordered.
#include "check/race.h"
#include "check/address.h"
#include "check/race_report.h"
#include "check/order.h"
#include "check/padding.h"
#include "check/shared.h"
#include "memory/cluster_blocks.h"
#include "memory/describe.h"
#include "memory/log.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Words whose bytes have been written by several threads: a shadow word for each byte, in place of the word's own, which
// holds their index in w_pc. Those of shared memory are used anew by each block, all by each launch.
enum { MOST_SPLIT = 1 << 20 };
static struct {
  struct shadow (*shadow)[4];
  uint32_t n, capacity;
} split[2];

static bool same_warp_ordered(uint32_t other_lane, uint16_t other_tick) {
  const struct warp *w = M.warp;
  uint16_t last = w->full_tick;
  if (w->pair_used && w->pair[M.lane][other_lane] > last) last = w->pair[M.lane][other_lane];
  return last > other_tick;
}

// A barrier of the running cluster lies after that epoch.
static inline bool cluster_ordered(uint32_t epoch) {
  return C.blocks && epoch >= C.first_epoch && epoch < M.shared_since;
}

// The first epoch whose accesses by other blocks matter.
static inline uint32_t since(bool shared) {
  return shared ? M.shared_since : M.launch_epoch;
}

// The word's last write, met by the running thread. Same epoch or another block: the callers have seen to that.
static void meet_write(bool shared, const struct shadow *c, uint64_t addr, uint32_t size, int touch,
                       uint32_t pc) {
  if (cluster_ordered(c->w_epoch)) return;
  struct moment at = order_when(c->w_epoch);
  if (at.own && at.epoch != order_epoch()) return; // a barrier lies between
  // Of two volatile stores one is lost; an atomic beside either is not.
  bool both_volatile = (touch & ~(TOUCH_SYNC | TOUCH_VOLATILE)) == TOUCH_STORE && c->w_volatile;
  bool both_sync = touch & TOUCH_SYNC && c->w_kind == SYNC && !both_volatile;
  bool of_block = both_sync && !at.own && (c->w_block || touch & TOUCH_BLOCK);
  bool by_volatile = shared && (touch & TOUCH_VOLATILE || c->w_volatile);
  bool data = by_volatile && (!M.fenced || c->w_tid / WARP == M.tid / WARP); // no flag between warps
  if (both_sync && !of_block && !data) return;
  if (at.own && c->w_tid == M.tid) return;
  if (at.own && c->w_tid / WARP == M.tid / WARP && same_warp_ordered(c->w_tid % WARP, c->w_tick)) return;
  // A volatile store behind a fence is what hands over: to whom all before that fence is handed over, the store is too.
  uint32_t tick = c->w_volatile && c->w_tick ? c->w_tick - 1u : c->w_tick;
  if (order_covers(&at, c->w_tid, tick)) return;
  struct access_site other = {c->w_pc, at.linear, c->w_tid};
  const char *lacks = order_lacks(&at, c->w_tid, c->w_tick);
  // The writer read the word by this very load before it wrote, and nobody else has read it since.
  bool read_too = c->r_epoch == c->w_epoch && c->r_warp == c->w_tid / WARP && c->r_pc == pc &&
                  c->r_lanes == 1u << c->w_tid % WARP;
  if (!lacks && touch == TOUCH_LOAD && read_too) lacks = race_lost_update;
  if (!lacks && !shared && touch == TOUCH_LOAD && c->w_kind != SYNC) lacks = order_lacks_fence(&at);
  bool look = by_volatile && !c->w_volatile && c->w_kind == SYNC; // at a word that atomics change
  race_found(shared, addr, size, touch, pc, &other, of_block ? "of another block updates too" : "writes",
             c->w_kind == SYNC && (!by_volatile || look),
             of_block
                 ? "an atomic of block scope (atomicAdd_block, thread_scope_block) is one for the threads of "
                   "its block "
                   "only: between blocks take the one without _block"
                 : lacks);
}

static bool reader_ordered(const struct moment *at, uint32_t tid, uint32_t tick) {
  if (at->own && (at->epoch != order_epoch() || tid == M.tid)) return true;
  return order_covers(at, tid, tick);
}

// The last of the log's records from `from` to n that reads that word; else `before`.
static uint32_t last_look(const struct thread *t, uint32_t from, uint32_t n, uint64_t addr, uint32_t before) {
  for (uint32_t r = n; r-- > from;) {
    uint64_t a = t->addrs[r];
    if (t->pcs[r] & LOG_BLOCK || log_kind(a) != KIND_LOAD) continue;
    if (log_addr(a) < (addr & ~3ull) + 4 && log_addr(a) + log_size(a) > addr) return t->pcs[r];
  }
  return before;
}

// Where the running lane has last read that word, as far as its log has it; else 0. Who polls asks at each
// poll: of the log only what is new is searched.
static uint32_t own_look(const struct thread *t, uint64_t addr) {
  static struct look {
    uint64_t addr;
    uint32_t logs, tid, seen, pc;
  } looks[WARP];
  struct look *k = &looks[M.lane];
  uint32_t n = M.log_n - M.log_begin;
  if (k->addr != addr || k->logs != M.logs || k->tid != M.tid || k->seen > n)
    *k = (struct look){.addr = addr, .logs = M.logs, .tid = M.tid};
  k->pc = last_look(t, k->seen, n, addr, k->pc);
  k->seen = n;
  return k->pc;
}

// Where a lane of the running warp has last read that word, as far as its log has it; else 0.
static uint32_t look_of(uint32_t lane, uint64_t addr) {
  const struct thread *t = &L.thread[M.warp_index * WARP + lane];
  return lane == M.lane ? own_look(t, addr)
                        : last_look(t, t->log_start, t->log_start + t->log_length, addr, 0);
}

// The word's readers, met by a write of the running thread.
static void meet_readers(bool shared, const struct shadow *c, uint8_t mask, uint64_t addr, uint32_t size,
                         int touch, uint32_t pc) {
  uint32_t warp = M.tid / WARP, reader = c->r_warp * WARP + (uint32_t)__builtin_ctz(c->r_lanes | 1u << 31);
  // A block before this one did too, but which is forgotten, and whether by an atomic: that would be no race with
  // another atomic.
  if (c->r_blocks & mask && c->r_epoch >= M.block_epoch && !(touch & TOUCH_SYNC) && !order_any() &&
      !order_took_turns) {
    const char *advice = c->r_kind == SYNC       ? race_beside_atomic
                         : look_of(M.lane, addr) ? race_read_before
                                                 : NULL;
    race_found(shared, addr, size, touch, pc, NULL, "reads (in an earlier block)", false, advice);
    return;
  }
  if (!(c->r_bytes & mask) || cluster_ordered(c->r_epoch)) return;
  struct moment at = order_when(c->r_epoch);
  if (at.own && c->r_warp == warp) {
    reader = UINT32_MAX;
    if (c->r_prev != NO_WARP) { // which lane of that warp is not known
      for (uint32_t l = 0; l < WARP; l++)
        if (reader_ordered(&at, c->r_prev * WARP + l, 0)) return;
      reader = c->r_prev * WARP;
    } else {
      for (uint32_t l = 0; l < WARP && reader == UINT32_MAX; l++)
        if (c->r_lanes >> l & 1 && l != M.lane && !same_warp_ordered(l, c->r_tick) &&
            !reader_ordered(&at, warp * WARP + l, c->r_tick))
          reader = warp * WARP + l;
    }
    if (reader == UINT32_MAX) return;
  }
  if (reader_ordered(&at, reader, c->r_tick)) return;
  uint32_t look = at.own && reader / WARP == warp ? look_of(reader % WARP, addr) : 0;
  struct access_site other = {look ? look : c->r_pc, at.linear, reader};
  bool atomic =
      c->r_kind == SYNC && c->w_kind == SYNC && !c->w_volatile && c->w_pc == c->r_pc; // one reads and writes
  race_found(shared, addr, size, touch, pc, &other, atomic ? "atomically updates" : "reads",
             atomic && !(touch & TOUCH_SYNC), order_lacks(&at, reader, c->r_tick));
}

// The write has been checked against the readers: what comes is checked against the write.
static void forget_readers(struct shadow *c, uint8_t mask) {
  c->r_bytes &= (uint8_t)~mask & 15;
  c->r_blocks &= (uint16_t)~mask & 15;
  if (c->r_bytes) return;
  c->r_prev = NO_WARP;
  c->r_lanes = 0;
  c->r_mixed = false;
}

static void check_readers(bool shared, struct shadow *c, uint8_t mask, uint64_t addr, uint32_t size,
                          int touch, uint32_t pc) {
  bool of_warp = c->r_warp == M.tid / WARP && c->r_prev == NO_WARP; // read by this warp alone
  bool data = touch & TOUCH_VOLATILE && (!M.fenced || of_warp);
  if (touch & TOUCH_SYNC && (c->r_kind == SYNC || c->r_mixed) && !data) return;
  if (touch & TOUCH_COMPARE && race_is_guess(c->r_pc)) return forget_readers(c, mask);
  meet_readers(shared, c, mask, addr, size, touch, pc);
  forget_readers(c, mask);
}

// A plain read beside volatile or atomic ones of the same bytes by the same warp, or the reverse, since the last barrier:
// lanes that nothing has ordered since are readers all, whatever each of them is.
static inline bool mixes(const struct shadow *c, uint8_t mask, int kind) {
  return c->r_epoch == M.epoch && c->r_kind != kind && c->r_warp == M.warp_index && c->r_prev == NO_WARP &&
         (c->r_bytes & mask) == mask && c->r_lanes &&
         (c->r_tick == M.tick || !same_warp_ordered((uint32_t)__builtin_ctz(c->r_lanes), c->r_tick));
}

static inline void check_word(bool shared, struct shadow *c, uint8_t mask, uint64_t addr, uint32_t size,
                              int touch, uint32_t pc) {
  uint32_t epoch = M.epoch, tid = M.tid;
  int kind = touch & TOUCH_SYNC ? SYNC : PLAIN;
  c->r_again = false;
  if (c->w_bytes & mask) {
    if (c->w_epoch == epoch ? c->w_tid != tid : c->w_epoch >= since(shared) && c->w_epoch < M.block_epoch)
      meet_write(shared, c, addr, size, touch, pc);
  }
  bool after_look = touch & TOUCH_COMPARE && c->r_kind == PLAIN; // a volatile one before any atomic
  if (shared && touch & TOUCH_STORE && touch & TOUCH_LOAD && (c->r_kind == SYNC || c->r_mixed))
    after_look = true;
  if (after_look && c->r_epoch == epoch && c->r_warp == M.warp_index && c->r_lanes & M.lane_bit) {
    uint32_t look = look_of(M.lane, addr);
    race_guessed(look ? look : c->r_pc);
  }
  if (touch & TOUCH_STORE) {
    if ((c->r_bytes | c->r_blocks) & mask) {
      if (c->r_epoch == epoch) {
        if (c->r_prev != NO_WARP || c->r_warp != tid / WARP || c->r_lanes & ~(1u << (tid % WARP)) ||
            c->r_blocks & mask)
          check_readers(shared, c, mask, addr, size, touch, pc);
      } else if (c->r_epoch >= since(shared) && (c->r_epoch < M.block_epoch || c->r_blocks & mask)) {
        check_readers(shared, c, mask, addr, size, touch, pc);
      }
    }
    c->w_bytes = c->w_epoch == epoch && c->w_tid == tid ? c->w_bytes | mask : mask;
    c->w_epoch = epoch;
    c->w_tid = tid & (MAX_BLOCK - 1);
    c->w_pc = pc;
    c->w_tick = M.tick;
    c->w_kind = kind & 1;
    c->w_volatile = kind == SYNC && !(touch & TOUCH_LOAD);
    if (touch & TOUCH_SYNC) c->w_block = (touch & TOUCH_BLOCK) != 0;
  }
  if (touch & TOUCH_LOAD) {
    uint32_t warp = tid / WARP, lane_bit = 1u << (tid % WARP), first_pc = pc;
    bool joins = false;
    bool alone = c->r_warp == warp && c->r_prev == NO_WARP && !(c->r_lanes & ~lane_bit);
    if (shared && mixes(c, mask, kind) && !alone) {
      c->r_lanes |= lane_bit;
      c->r_mixed = true;
      c->r_kind = PLAIN;
      return;
    }
    if (c->r_epoch != epoch) {
      if (c->r_epoch < since(shared)) {
        if (c->r_blocks) c->r_blocks = 0;
      } else if (c->r_epoch < M.block_epoch) {
        c->r_blocks |= c->r_bytes;
      }
      c->r_prev = NO_WARP;
      c->r_epoch = epoch;
      c->r_lanes = lane_bit;
      c->r_bytes = mask;
    } else if (c->r_kind == PLAIN && kind == SYNC && !alone) {
      return; // the plain readers are the ones to remember
    } else if (c->r_kind != kind && !alone) {
      c->r_prev = NO_WARP;
      c->r_lanes = lane_bit;
      c->r_bytes = mask;
    } else if (!(c->r_bytes & mask)) { // other bytes of the word: the latest reader is remembered
      c->r_prev = NO_WARP;
      c->r_lanes = lane_bit;
      c->r_bytes = mask;
    } else if (c->r_warp != warp) {
      c->r_prev = c->r_warp;
      c->r_lanes = lane_bit;
      c->r_bytes &= mask;
      first_pc = c->r_pc;
    } else {
      c->r_bytes = alone ? c->r_bytes | mask : c->r_bytes & mask;
      if (c->r_tick == M.tick) {
        joins = true;
        first_pc = c->r_pc;
        c->r_lanes |= lane_bit;
      } else if (shared && !alone && !same_warp_ordered((uint32_t)__builtin_ctz(c->r_lanes), c->r_tick)) {
        c->r_lanes |= lane_bit; // readers that nothing orders: all count, from the first one's tick on
        c->r_kind = kind & 1;
        return;
      } else {
        c->r_lanes = lane_bit;
      }
    }
    c->r_kind = kind & 1;
    c->r_mixed = joins && c->r_mixed;
    c->r_warp = (uint8_t)warp;
    c->r_tick = M.tick;
    c->r_pc = first_pc ? first_pc : pc;
  }
}

// ---- plain accesses of whole words ----

static __attribute__((noinline)) void touch_some(struct shadow *c, uint8_t fresh) {
  for (int b = 0; b < 4; b++) M.counters->v[EMU_global_bytes_touched] += fresh >> b & 1;
  c->bytes |= fresh;
}

static inline void touch_global(struct shadow *c, uint8_t mask) {
  if (c->stamp != M.launch_stamp) shadow_begin(c, M.launch_stamp);
  uint8_t fresh = mask & ~c->bytes & 15;
  if (!fresh) return;
  if (fresh != 15) {
    touch_some(c, fresh);
    return;
  }
  M.counters->v[EMU_global_bytes_touched] += 4;
  c->bytes = 15;
}

// All bytes have been read in this epoch by plain loads, the last write is the running thread's own or meets nobody.
static bool load_again(struct shadow *c, bool shared, uint32_t pc) {
  bool same_warp = c->r_warp == M.warp_index;
  if (c->r_bytes != 15 || c->bytes != 15 || c->r_kind != PLAIN || c->r_mixed) return false;
  if (c->stamp != (shared ? M.block_stamp : M.launch_stamp)) return false;
  if (shared && same_warp && c->r_tick != M.tick && (c->r_lanes != M.lane_bit || c->r_prev != NO_WARP))
    return false; // in order?
  if (!c->r_pc || (same_warp && c->r_tick != M.tick)) c->r_pc = pc;
  if (same_warp && c->r_tick == M.tick) {
    c->r_lanes |= M.lane_bit;
  } else {
    if (!same_warp) c->r_prev = c->r_warp;
    c->r_warp = M.warp_index & 0x7f;
    c->r_tick = M.tick;
    c->r_lanes = M.lane_bit;
  }
  c->r_again = c->w_epoch != M.epoch;
  return true;
}

// The next lanes probably come to the next words, whose shadow no cache may hold.
static inline void fetch_ahead(const struct shadow *c) {
  __builtin_prefetch(c + 4, 1);
}

bool race_plain_load(struct shadow *c, bool shared, uint32_t pc) {
  if (race_load_again(c, shared, pc)) return true;
  fetch_ahead(c);
  if (c->split || race_with_write(c, shared)) return false;
  if (c->r_epoch == M.epoch) return load_again(c, shared, pc);
  if (shared && (c->stamp != M.block_stamp || c->bytes != 15)) return false;
  if (!shared) touch_global(c, 15);
  if (shared || c->r_epoch < M.launch_epoch)
    c->r_blocks = 0;
  else if (c->r_epoch < M.block_epoch)
    c->r_blocks |= c->r_bytes;
  c->again = M.again;
  c->r_again = c->w_epoch != M.epoch;
  c->r_prev = NO_WARP;
  c->r_kind = PLAIN;
  c->r_mixed = false;
  c->r_lanes = M.lane_bit;
  c->r_pc = pc;
  return true;
}

bool race_plain_store(struct shadow *c, bool shared, uint32_t pc) {
  fetch_ahead(c);
  if (c->split || race_with_write(c, shared)) return false;
  if (shared && c->stamp != M.block_stamp) {
    if (foreign_word(c)) return false;
    shadow_begin(c, M.block_stamp);
  }
  if (c->r_epoch == M.epoch) {
    bool alone = c->r_warp == M.warp_index && c->r_prev == NO_WARP && !(c->r_lanes & ~M.lane_bit);
    if (!alone || c->r_blocks) return false;
  } else if (!shared && c->r_epoch >= M.launch_epoch && (c->r_epoch < M.block_epoch || c->r_blocks)) {
    return false;
  }
  if (shared)
    c->bytes = 15;
  else
    touch_global(c, 15);
  c->r_again = false;
  c->w_epoch = M.epoch;
  c->w_tid = M.tid & (MAX_BLOCK - 1);
  c->w_pc = pc;
  c->w_tick = M.tick;
  c->w_kind = PLAIN;
  c->w_volatile = 0;
  c->w_bytes = 15;
  return true;
}

// ---- words of which several threads have written bytes ----

static void split_word(bool shared, struct shadow *c) {
  if (split[shared].n == MOST_SPLIT) return; // then the last writer alone is remembered
  if (split[shared].n == split[shared].capacity) {
    split[shared].capacity = split[shared].capacity ? 2 * split[shared].capacity : 256;
    split[shared].shadow =
        realloc(split[shared].shadow, split[shared].capacity * sizeof *split[shared].shadow);
    if (!split[shared].shadow) abort();
  }
  struct shadow *byte = split[shared].shadow[split[shared].n];
  for (int b = 0; b < 4; b++) {
    byte[b] = *c;
    byte[b].w_bytes &= 1 << b;
    byte[b].r_bytes &= 1 << b;
    byte[b].r_blocks &= 1 << b;
  }
  c->split = true;
  c->r_again = false;
  c->r_bytes = c->w_bytes = 0;
  c->w_pc = split[shared].n++;
}

static __attribute__((noinline)) void check_bytes(bool shared, struct shadow *c, uint8_t mask, uint64_t addr,
                                                  uint32_t size, int touch, uint32_t pc) {
  for (int b = 0; b < 4; b++)
    if (mask >> b & 1)
      check_word(shared, &split[shared].shadow[c->w_pc][b], (uint8_t)(1 << b), addr, size, touch, pc);
}

// A store of some bytes of a word, of which another thread has written others that matter still.
static inline bool splits(bool shared, const struct shadow *c, uint8_t mask, int touch) {
  return mask != 15 && touch & TOUCH_STORE && c->w_bytes & ~mask &&
         (c->w_epoch == M.epoch || c->w_epoch >= since(shared)) &&
         (c->w_epoch != M.epoch || c->w_tid != M.tid);
}

static inline void check(bool shared, struct shadow *c, uint8_t mask, uint64_t addr, uint32_t size, int touch,
                         uint32_t pc) {
  if (splits(shared, c, mask, touch)) split_word(shared, c);
  if (c->split)
    check_bytes(shared, c, mask, addr, size, touch, pc);
  else
    check_word(shared, c, mask, addr, size, touch, pc);
}

// The bytes of [addr, addr + size) that lie in the word at `word`, as a mask of four bits.
static inline uint8_t byte_mask(uint64_t word, uint64_t addr, uint32_t size) {
  uint64_t low = addr > word ? addr - word : 0, high = addr + size - word;
  if (high > 4) high = 4;
  return (uint8_t)((1u << high) - (1u << low));
}

void race_global(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  for (uint64_t word = addr & ~3ull; word < addr + size; word += 4) {
    struct shadow *c = &shadow[(word - base) >> 2];
    uint8_t mask = byte_mask(word, addr, size);
    touch_global(c, mask);
    check(false, c, mask, addr, size, touch, pc);
  }
}

void race_shared(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  for (uint64_t word = addr & ~3ull; word < addr + size; word += 4) {
    struct shadow *c = &shadow[(word - base) >> 2];
    uint8_t mask = byte_mask(word, addr, size);
    if (c->stamp != M.block_stamp) {
      if (base == M.shared_base && foreign_shared(word)) {
        shared_overrun(addr, size, touch, pc);
        return;
      }
      shadow_begin(c, M.block_stamp);
    }
    if (touch & TOUCH_LOAD && mask & ~c->bytes && !(size == 16 && padding_in_16(addr))) {
      address_unwritten(addr, size, touch, pc);
      c->bytes |= mask; // once is enough
    }
    if (touch & TOUCH_STORE) c->bytes |= mask;
    check(true, c, mask, addr, size, touch, pc);
  }
}

struct race_use race_use_of(const struct shadow *c) {
  struct race_use use = {0};
  if (c->stamp != M.launch_stamp) return use;
  const struct shadow *byte = c->split ? split[0].shadow[c->w_pc] : NULL;
  for (int b = 0; b < 4; b++) {
    const struct shadow *s = byte ? &byte[b] : c;
    if (!(c->bytes >> b & 1)) continue;
    if (s->w_epoch >= M.launch_epoch && s->w_bytes >> b & 1) {
      use.written |= (uint8_t)(1 << b);
      use.written_pc = s->w_pc;
      use.written_sync = s->w_kind == SYNC;
    } else if (s->r_epoch >= M.launch_epoch) {
      use.read |= (uint8_t)(1 << b);
      use.read_pc = s->r_pc;
      use.read_sync = s->r_kind == SYNC;
    }
  }
  return use;
}

void race_launch_begin(void) {
  split[0].n = split[1].n = 0;
}

void race_cluster_begins(void) {
  split[1].n = 0;
}

void race_block_begin(void) {
  if (C.blocks) { // what the words remember is another block's, of this cluster perhaps
    memset(M.shared_shadow, 0, (M.shared_size + 7) / 4 * sizeof *M.shared_shadow);
    memset(M.dynamic_shadow, 0, (M.dynamic_size + 7) / 4 * sizeof *M.dynamic_shadow);
  } else if (!L.cooperative && !order_took_turns) {
    split[1].n = 0;
  }
  if (++M.block_stamp != 0) return;
  memset(M.shared_shadow, 0, (M.shared_size + 7) / 4 * sizeof *M.shared_shadow);
  memset(M.dynamic_shadow, 0, DYNAMIC_ARENA / 4 * sizeof *M.dynamic_shadow);
  M.block_stamp = 1;
}
