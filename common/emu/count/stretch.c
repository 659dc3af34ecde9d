// Stretches: what the lanes of a full warp logged in step.
//
// Most of what a warp runs, another has run before it: the same places one after the other, whose lanes lie to each other as
// they did. What such a stretch counts is kept, and added at once where the next one is the same record by record.
#include "count/stretch.h"
#include "count/count.h"
#include "count/packed.h"
#include "count/modelling.h"
#include "memory/devices.h"
#include <string.h>

// The form of a record is all that its cost depends on. One word for all lanes, or neighbouring words in their order: the way
// that they go, whether they are neighbours, and in global memory their place in a sector.
#define NEIGHBOURS (1ull << 60)
// Of all other forms it is known only whether the lanes go the same way.
#define BLOCK    0ull
#define ODD_ONE  (2ull << 60) // to one space, as loads, as stores or as atomics
#define ODD_MANY (3ull << 60)

// Some neighbouring records at once, as wide as registers are: these loops are a good part of all counting.
enum { TOGETHER = 8 }; // divides LONGEST
typedef uint64_t records __attribute__((vector_size(8 * TOGETHER)));
#ifdef __x86_64__
#define AS_WIDE_AS_CAN_BE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define AS_WIDE_AS_CAN_BE
#endif
#define WHERE(condition) ((records)(condition))

static AS_WIDE_AS_CAN_BE void find_forms(uint64_t *form, const uint64_t *at) { // of lane 0
  records first, apart = {0}, no_run = {0};
  memcpy(&first, at, sizeof first);
  records neighbour = first;
  for (int l = 1; l < WARP; l++) {
    records v;
    memcpy(&v, at += LOG_PART, sizeof v);
    neighbour += 4;
    apart |= v ^ first;
    no_run |= v ^ neighbour;
  }
  records word =
      WHERE((first >> 48 & 31) == 4) & WHERE((first & 3) == 0) & WHERE((first >> 55 & 3) != KIND_ATOMIC);
  records run = word & (WHERE(apart == 0) | WHERE(no_run == 0));
  records in_sector = WHERE((first >> 53 & 3) == SPACE_GLOBAL) & first & 31;
  records kept = (first & 0x1ffull << 48) | in_sector | (WHERE(apart != 0) & NEIGHBOURS);
  records odd = (WHERE((apart >> 53 & 15) != 0) & (ODD_ONE ^ ODD_MANY)) ^ ODD_ONE;
  records found = (run & kept) | (~run & odd);
  memcpy(form, &found, sizeof found);
}

static bool is_odd(uint64_t form) {
  return form == ODD_ONE || form == ODD_MANY;
}

static void count_odd(uint32_t pc, uint64_t form, const uint64_t *addrs) {
  static const uint32_t lane[WARP] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  uint64_t packed[WARP];
  for (int l = 0; l < WARP; l++) {
    uint64_t record = addrs[l * LOG_PART];
    __asm__(""
            : "+r"(record)); // one by one: GCC 12 makes vectors of them by way of memory, three times as slow
    packed[l] = record;
  }
  if (form == ODD_ONE)
    count_request(pc, packed, WARP);
  else
    count_packed(pc, packed, lane, WARP);
}

static void count_record(uint32_t pc, uint64_t form, const uint64_t *addrs) {
  if (form == BLOCK)
    count_block(pc & ~LOG_BLOCK, log_depth(*addrs), WARP);
  else if (is_odd(form))
    count_odd(pc, form, addrs);
  else
    count_run(pc, log_space(*addrs), log_kind(*addrs), log_addr(*addrs), form & NEIGHBOURS ? WARP : 1, WARP);
}

// The forms of n records, which are counted at once: all of them, or the odd ones alone, while the caches hold them.
static void find_all_forms(uint64_t *form, const uint32_t *pcs, const uint64_t *addrs, uint32_t n, bool all) {
  for (uint32_t i = 0; i < n; i += TOGETHER) { // behind the last record there is room (LOG_PART)
    uint32_t blocks = LOG_BLOCK;
    for (uint32_t r = i; r < i + TOGETHER; r++) blocks &= pcs[r];
    if (!blocks) find_forms(form + i, addrs + i);
    for (uint32_t r = i; r < i + TOGETHER && r < n; r++) {
      if (pcs[r] & LOG_BLOCK) form[r] = BLOCK;
      if (all || is_odd(form[r])) count_record(pcs[r], form[r], addrs + r);
    }
  }
}

enum { SHORTEST = 16, LONGEST_PIECE = 128, PARTS = 24, BITS = 6, STRETCH_PATIENCE = 4 };
static struct known_stretch {
  uint32_t n, parts, misses;
  uint32_t pcs[LONGEST_PIECE];
  uint64_t forms[LONGEST_PIECE];
  struct counted part[PARTS]; // what the stretch counts, but for its odd records
} known_stretches[1 << BITS];

static bool is_known(const struct known_stretch *k, const uint32_t *pcs, const uint64_t *forms, uint32_t n) {
  return k->n == n && !memcmp(k->pcs, pcs, n * sizeof *pcs) && !memcmp(k->forms, forms, n * sizeof *forms);
}

// Adds what one more record counts to the parts; false if there are too many.
static bool keep_record(struct known_stretch *k, uint32_t pc, uint64_t form, uint64_t packed) {
  struct counted c = form == BLOCK ? counted_block(pc & ~LOG_BLOCK, WARP)
                                   : counted_run(pc, log_space(packed), log_kind(packed), log_addr(packed),
                                                 form & NEIGHBOURS ? WARP : 1, WARP);
  for (uint32_t p = 0; p < k->parts; p++) {
    if (!counted_alike(&k->part[p], &c)) continue;
    k->part[p].times++;
    return true;
  }
  if (k->parts == PARTS) return false;
  k->part[k->parts++] = c;
  return true;
}

static void keep(struct known_stretch *k, const uint32_t *pcs, const uint64_t *forms, const uint64_t *addrs,
                 uint32_t n) {
  k->parts = k->n = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!is_odd(forms[i]) && !keep_record(k, pcs[i], forms[i], addrs[i])) return;
  k->n = n;
  memcpy(k->pcs, pcs, n * sizeof *pcs);
  memcpy(k->forms, forms, n * sizeof *forms);
}

static void count_piece(const uint32_t *pcs, const uint64_t *addrs, uint32_t n) {
  uint64_t forms[LONGEST_PIECE];
  // Models of caches and of links want each in its turn; a few are counted more quickly than found.
  bool one_by_one = n < SHORTEST || modelling || device_count() > 1;
  find_all_forms(forms, pcs, addrs, n, one_by_one);
  if (one_by_one) return;
  struct known_stretch *k =
      &known_stretches[(pcs[0] ^ pcs[n - 1] << 5 ^ n) * UINT32_C(2654435769) >> (32 - BITS)];
  if (is_known(k, pcs, forms, n)) {
    for (uint32_t p = 0; p < k->parts; p++) count_again(&k->part[p]);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    if (!is_odd(forms[i])) count_record(pcs[i], forms[i], addrs + i);
  if (!k->n || ++k->misses % STRETCH_PATIENCE == 0) keep(k, pcs, forms, addrs, n);
}

void count_stretch(const uint32_t *pcs, const uint64_t *addrs, uint32_t n) {
  for (uint32_t i = 0; i < n; i += LONGEST_PIECE)
    count_piece(pcs + i, addrs + i, n - i < LONGEST_PIECE ? n - i : LONGEST_PIECE);
}
