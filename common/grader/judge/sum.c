// Tries the parts of an input that a reduction loses: the tail, all behind some block, one block's share, one step of a tree. A part that
// is found in the first wrong sum is tried on the others.
#include "grader/judge/sum.h"
#include "grader/judge/case.h"
#include "grader/judge/compare.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1024, WARP = 32, TREE_MAX = 1 << 20 };

struct sums {
  const struct sum_seen *seen;
  int64_t n;
  const struct pmpp_buf *in;
  int bits;                    // of an output of whole numbers, whose sums wrap around; 0: real numbers
  long double *before;         // before[k]: of the first 32 k elements, and of all; exact for whole numbers
  long double missing, within; // golden - got, and how exactly the output has to be right
};

static long double number(struct value v) {
  return !v.is_whole ? v.real : v.is_signed ? (long double)(int64_t)v.whole : (long double)v.whole;
}

static long double element(const struct sums *s, int64_t i) {
  return number(bits_value(s->in->arg.type, read_bits(s->in->data, s->in->arg.type, i)));
}

static bool same(const struct sums *s, long double a, long double b) {
  if (!s->bits) return fabsl(a - b) <= s->within;
  return (uint64_t)((__int128)a - (__int128)b) << (64 - s->bits) == 0;
}

// Does a part of this sum explain the difference? Not if it is nothing, or the bound would swallow it.
static bool explains(const struct sums *s, long double part) {
  return fabsl(part) > 4 * s->within && !same(s, part, 0) && same(s, s->missing, part);
}

// begin and end are multiples of 32, or the end of all.
static long double range(const struct sums *s, int64_t begin, int64_t end) {
  return s->before[(end + WARP - 1) / WARP] - s->before[begin / WARP];
}

// What may have happened to a sum; `at` and `end` say to which elements.
enum kind {
  TAIL,        // those at the end are lost
  LANE_ALONE,  // of a warp's tree lane 0 has gone ahead
  FIRST_ALONE, // the first `at`
  FIRST_WARP,  // of each `at` the first 32
  STEP,        // those whose number has the bit `at` are lost
  COMPONENT,   // of each four, number `at` is lost
  FRONT,       // those at the beginning in the place of those at the end
  QUARTER,     // those from n / 4 on in the place of those at the end
  REPLACED,    // of two, `at` elements apart, the first is lost
  STAIRS,      // the k-th tile of `at` is added k times, but for what whole vectors of `end` leave
  LANE,        // element `at` of each 32, `end` times
  SINGLE,      // element `at`, `end` times
  LOST,        // `at` up to `end`
  TWICE,
  ONE_LOST, // `at`
  ONE_TWICE
};
struct story {
  int64_t kind; // enum kind
  int64_t at, end;
};

// ---- is the story that of this sum? ----

static bool is_tail(int64_t n, int64_t rest) { // left over, after vectors, warps or blocks of some size
  for (int64_t unit = 2; unit <= LARGEST; unit *= 2)
    if (n % unit == rest) return true;
  return false;
}

// The number of elements at the end that are lost; 0: it is not that.
static int64_t tail_lost(const struct sums *s) {
  long double part = 0;
  for (int64_t rest = 1; rest < s->n && rest < LARGEST; rest++) {
    part += element(s, s->n - rest);
    if (is_tail(s->n, rest) && explains(s, part)) return rest;
  }
  return 0;
}

// The loop over what whole vectors leave begins with the first elements, and not with those behind the vectors.
static int64_t tail_from_the_front(const struct sums *s) {
  long double part = 0;
  for (int64_t rest = 1; rest < s->n / 2 && rest < WARP; rest++) {
    part += element(s, s->n - rest) - element(s, rest - 1);
    if (explains(s, part)) return rest;
  }
  return 0;
}

// Those whose number has the bit: a tree's step at this distance brings them.
static long double of_bit(const struct sums *s, int64_t bit) {
  long double part = 0;
  for (int64_t i = bit; i < s->n; i++)
    if (i & bit) part += element(s, i);
  return part;
}

static long double of_component(const struct sums *s, int64_t k) {
  long double part = 0;
  for (int64_t i = k; i < s->n / 4 * 4; i += 4) part += element(s, i);
  return part;
}

// Of each block all but the first warp's.
static long double of_other_warps(const struct sums *s, int64_t block) {
  long double part = 0;
  for (int64_t i = WARP; i < s->n; i++)
    if (i % block >= WARP) part += element(s, i);
  return part;
}

// A warp's tree in which lane 0 goes through all steps before the other lanes begin: it finds elements, not their sums.
static long double of_other_lanes(const struct sums *s) {
  long double sum = element(s, 0);
  for (int64_t i = 1; i < s->n; i *= 2) sum += element(s, i);
  return range(s, 0, s->n) - sum;
}

static long double got(const struct sums *s) {
  return range(s, 0, s->n) - s->missing;
}

static bool is_single(const struct sums *s, int64_t at,
                      int64_t times) { // or 0, where there is no such element
  return explains(s, range(s, 0, s->n) - (at < s->n ? times * element(s, at) : 0));
}

static bool is_lane(const struct sums *s, int64_t at, int64_t times) {
  long double sum = 0;
  for (int64_t i = at; i < s->n; i += WARP) sum += element(s, i);
  return explains(s, range(s, 0, s->n) - times * sum);
}

// What is wrong with the last n % 4: their index begins at n / 4.
static long double of_quarter(const struct sums *s) {
  long double part = 0;
  for (int64_t k = 0; k < s->n % 4; k++) part += element(s, s->n - 1 - k) - element(s, s->n / 4 + k);
  return part;
}

static long double of_stairs(const struct sums *s, int64_t tile, int64_t vector) {
  long double part = 0;
  for (int64_t i = tile; i < s->n / vector * vector; i++) part -= i / tile * element(s, i);
  return part;
}

static long double of_front(const struct sums *s, int64_t end) {
  long double part = 0;
  for (int64_t i = 0; i < end; i++) part += element(s, i);
  return part;
}

// Does the story say nothing of this sum: because it is too short for it, or was made in more launches and blocks than the first one?
static bool silent(const struct sums *s, const struct story *t, bool one_block) {
  if (one_block && s->seen->blocks > 1) return true;
  switch (t->kind) {
  case LANE_ALONE:
    return s->n < 4 || s->n > 2 * WARP;
  case FIRST_WARP:
    return s->n <= WARP;
  case FIRST_ALONE:
  case STEP:
    return s->n <= t->at;
  case COMPONENT:
    return s->n < 4;
  case QUARTER:
    return s->n < 8 || s->n % 4 == 0;
  case REPLACED:
    return s->n <= t->at || s->n > 2 * t->at;
  case STAIRS:
    return s->n < 3 * t->at;
  case ONE_LOST:
  case ONE_TWICE:
  case LOST:
  case TWICE:
    return !s->seen->same_sizes;
  default:
    return false;
  }
}

static bool happened(const struct sums *s, const struct story *t) {
  switch (t->kind) {
  case TAIL:
    return tail_lost(s);
  case LANE_ALONE:
    return explains(s, of_other_lanes(s));
  case FIRST_ALONE:
    return explains(s, range(s, t->at, s->n));
  case FIRST_WARP:
    return explains(s, of_other_warps(s, t->at));
  case STEP:
    return explains(s, of_bit(s, t->at));
  case COMPONENT:
    return explains(s, of_component(s, t->at));
  case FRONT:
    return tail_from_the_front(s);
  case QUARTER:
    return explains(s, of_quarter(s));
  case REPLACED:
    return explains(s, of_front(s, s->n - t->at));
  case STAIRS:
    return explains(s, of_stairs(s, t->at, t->end));
  case LANE:
    return is_lane(s, t->at, t->end);
  case SINGLE:
    return is_single(s, t->at, t->end);
  case LOST:
    return explains(s, range(s, t->at, t->end));
  case TWICE:
    return explains(s, -range(s, t->at, t->end));
  case ONE_LOST:
    return explains(s, element(s, t->at));
  case ONE_TWICE:
    return explains(s, -element(s, t->at));
  default:
    return false;
  }
}

// ---- the stories that fit the first sum ----

enum { MOST_STORIES = 60 };
struct stories {
  int n;
  struct story story[MOST_STORIES];
};

static void try(struct stories *all, const struct sums *s, struct story t) {
  for (int i = 0; i < all->n; i++)
    if (memcmp(&all->story[i], &t, sizeof t) == 0) return;
  if (all->n < MOST_STORIES && happened(s, &t)) all->story[all->n++] = t;
}

static void try_all(struct stories *all, const struct sums *s) {
  int64_t n = s->n;
  try(all, s, (struct story){TAIL});
  if (n >= 4 && n <= 2 * WARP) try(all, s, (struct story){LANE_ALONE});
  for (int64_t unit = LARGEST; unit >= WARP; unit /= 2)
    for (int64_t end = unit; end < n; end += unit)
      if (unit == WARP || end % (2 * unit)) try(all, s, (struct story){FIRST_ALONE, end});
  for (int64_t block = 4 * WARP; block <= LARGEST; block *= 2)
    if (n > WARP && n <= TREE_MAX) try(all, s, (struct story){FIRST_WARP, block});
  for (int64_t bit = 1; bit < LARGEST && bit < n && n <= TREE_MAX; bit *= 2)
    try(all, s, (struct story){STEP, bit});
  for (int64_t k = 0; k < 4 && n >= 4 && n <= TREE_MAX; k++) try(all, s, (struct story){COMPONENT, k});
  try(all, s, (struct story){FRONT});
  if (n >= 8 && n % 4) try(all, s, (struct story){QUARTER});
  for (int64_t unit = WARP; unit <= LARGEST; unit *= 2)
    if (unit < n && n <= 2 * unit) try(all, s, (struct story){REPLACED, unit});
  for (int64_t tile = LARGEST / 4; tile <= 16 * LARGEST; tile *= 2)
    for (int64_t vector = 1; vector <= 4 && 3 * tile <= n; vector += 3)
      try(all, s, (struct story){STAIRS, tile, vector});
  for (int sign = LOST; sign <= TWICE; sign++)
    for (int64_t unit = LARGEST; unit >= WARP; unit /= 2)
      for (int64_t at = 0; at < n; at += unit)
        if (at + 1 < n && n > unit) try(all, s, (struct story){sign, at, at + unit < n ? at + unit : n});
  for (int sign = ONE_LOST; sign <= ONE_TWICE; sign++)
    for (int64_t i = 0; i < n; i++) // the middle is left out: there a single element is lost by chance alone
      if (i < WARP || i >= n - WARP) try(all, s, (struct story){sign, i});
}

// The result is an element, or some lane's, and no sum.
static void try_singles(struct stories *all, const struct sums *s) {
  if (s->n < 2 || same(s, got(s), 0)) return;
  for (int64_t times = 1; times <= LARGEST; times *= 2)
    for (int64_t i = 0; i < s->n && i < LARGEST; i++) {
      if (i < WARP && s->n > WARP && (times == 1 || times == WARP))
        try(all, s, (struct story){LANE, i, times});
      if (s->n > i + 1) try(all, s, (struct story){SINGLE, i, times});
    }
}

// ---- telling one ----

static void tell(const struct sums *s, const struct story *t, struct text *hint) {
  int64_t n = s->n, rest;
  switch (t->kind) {
  case TAIL:
    rest = tail_lost(s);
    text_add(hint,
             "without the last %" PRId64 " of the %" PRId64
             " elements the sum is exactly this: the elements after the last whole vector, warp or block are "
             "not added",
             rest, n);
    break;
  case LANE_ALONE:
    text_add(hint, "the sum is that of elements 0, 1, 2, 4, 8, ... alone: lane 0 went through all steps of "
                   "the tree before "
                   "the other lanes. Lanes do not move in step: each step needs a barrier, __syncwarp()");
    break;
  case FIRST_ALONE:
    text_add(hint,
             "the first %" PRId64 " of the %" PRId64
             " elements have exactly this sum: no thread adds the others (too few blocks, or a loop that "
             "ends early), or no "
             "thread adds their sum to the result%s",
             t->at, n, t->at == WARP ? " (the other warps' sums)" : "");
    break;
  case FIRST_WARP:
    text_add(hint,
             "the result is the sum of the first 32 elements of each %" PRId64
             ": that of the first warp alone. The sums of the other warps are not added to it",
             t->at);
    break;
  case STEP:
    text_add(hint,
             "without the elements whose number has the bit %" PRId64
             " the sum is exactly this: a step of the tree, at distance %" PRId64 ", is missing",
             t->at, t->at);
    break;
  case COMPONENT:
    text_add(hint,
             "without the elements %" PRId64 ", %" PRId64 ", %" PRId64
             ", ... the sum is exactly this: of each vector of four the component .%c is not added",
             t->at, t->at + 4, t->at + 8, "xyzw"[t->at]);
    break;
  case FRONT:
    rest = tail_from_the_front(s);
    text_add(hint,
             "with the first %" PRId64 " of the %" PRId64 " elements in the place of the last %" PRId64
             " the sum is exactly this: does the index of what whole vectors leave begin behind them?",
             rest, n, rest);
    break;
  case QUARTER:
    text_add(hint,
             "with the elements from %" PRId64 " on (n / 4) in the place of the last %" PRId64
             " of the %" PRId64 " the sum is exactly this: what %" PRId64
             " vectors of four leave begins at 4 (n / 4)",
             n / 4, n % 4, n, n / 4);
    break;
  case REPLACED:
    text_add(hint,
             "without the first %" PRId64 " of the %" PRId64
             " elements, for which there is another one %" PRId64
             " further on, the sum is exactly this: does the second value replace the first (= for +=)?",
             n - t->at, n, t->at);
    break;
  case STAIRS:
    text_add(hint,
             "with the tile k (of %" PRId64 " elements) added k + 1 times the sum is exactly this: after its "
             "tile a block goes on with the next one, which is "
             "another block's; the step is a tile times gridDim.x",
             t->at);
    break;
  case LANE:
    text_add(hint,
             "the result is %s%s the elements %" PRId64 ", %" PRId64
             ", ... alone: of each warp the value of lane %" PRId64 " is taken, and another lane has the sum",
             t->end == 1 ? "" : "32 times ", "the sum of", t->at, t->at + WARP, t->at);
    break;
  case SINGLE:
    if (t->end > 1)
      text_add(hint,
               "the result is %" PRId64 " times element %" PRId64
               ": each step adds the thread's own value again. Does the shuffle bring that of another lane "
               "(down, not up)?",
               t->end, t->at);
    else
      text_add(hint,
               "the result is element %" PRId64 " alone, or 0 where there are fewer: is a value stored where "
               "it should be added (= for +=), or that of another "
               "lane or thread than the one that has the sum?",
               t->at);
    break;
  case LOST:
  case TWICE:
    text_add(hint, "%s elements %" PRId64 " to %" PRId64 "%s the sum is exactly this: %s",
             t->kind == TWICE ? "with" : "without", t->at, t->end - 1, t->kind == TWICE ? " added twice" : "",
             t->kind == TWICE ? "two threads, warps or blocks have the same share"
                              : "the share of one warp or block is lost");
    break;
  default:
    text_add(hint, "%s element %" PRId64 " of %" PRId64 "%s the sum is exactly this: %s",
             t->kind == ONE_LOST ? "without" : "with", t->at, n, t->kind == ONE_LOST ? "" : " added twice",
             t->at == 0       ? "is the loop's lower bound right?"
             : t->at == n - 1 ? "is the loop's upper bound right?"
                              : "which thread adds it?");
  }
}

// The largest of the sums of which the story says something, and which it fits; 0: none.
static int64_t largest_fit(const struct sums *s, int n, const struct story *t) {
  int64_t largest = 0;
  for (int k = 0; k < n; k++)
    if (s[k].n > largest && !silent(&s[k], t, s->seen->blocks == 1) && happened(&s[k], t)) largest = s[k].n;
  return largest;
}

// Tells what fits all sums or, if `up_to`, all but larger ones. Of a part of some elements only the first is told, because the smaller
// ones are parts of it.
static bool tell_those(const struct sums *s, int n, const struct stories *all, bool up_to,
                       struct text *hint) {
  int told = 0;
  int64_t limit = 0;
  for (int i = 0; i < all->n && told < 3; i++) {
    const struct story *t = &all->story[i];
    int fit = 0, against = 0, several = 0; // of more than one element
    if (t->kind >= LOST && (!up_to || told)) continue;
    int64_t largest = up_to ? largest_fit(s, n, t) : INT64_MAX;
    if (told && largest != limit) continue;
    for (int k = 0; k < n; k++) {
      if (s[k].n > largest || silent(&s[k], t, s->seen->blocks == 1)) continue;
      if (!happened(&s[k], t))
        against++;
      else if (++fit && s[k].n > 1)
        several++;
    }
    if (fit < 3 || against > 0 || !several) continue;
    limit = largest;
    text_add(hint, "%s", told++ ? "; or " : "");
    tell(s, t, hint);
  }
  if (told && up_to)
    text_add(hint, " (of up to %" PRId64 " elements; larger inputs lack something else, too)", limit);
  return told;
}

// Sums up the input; false where golden is another thing than their sum.
static bool is_sum(struct sums *s, long double golden) {
  long double sum = 0;
  s->before = must_alloc((s->n / WARP + 2) * sizeof *s->before);
  for (int64_t i = 0; i < s->n; i++) {
    if (i % WARP == 0) s->before[i / WARP] = sum;
    sum += element(s, i);
  }
  s->before[(s->n + WARP - 1) / WARP] = sum;
  return same(s, sum, golden);
}

// The input whose sum the output is.
static bool find_input(const struct sum_seen *seen, struct sums *s) {
  const struct pmpp_case *c = seen->c;
  const struct pmpp_buf *out = &c->buf[seen->arg];
  if (out->arg.count != 1 || out->accept) return false;
  struct value want = golden_value(out, 0);
  *s = (struct sums){
      .seen = seen, .missing = number(want) - number(seen->got), .within = element_bound(out, 0)};
  if (want.is_whole) s->bits = 8 * (int)pmpp_type_size(out->arg.type);
  if (!isfinite((double)s->missing)) return false;
  for (int i = 0; i < c->n_bufs; i++) {
    s->in = &c->buf[i];
    s->n = s->in->arg.count;
    if (!buf_has_input(s->in) || s->n < 1) continue;
    if (is_sum(s, number(want))) return true;
    free(s->before);
    s->before = NULL;
  }
  return false;
}

bool sum_hint(const struct sum_seen *seen, int n, struct text *hint) {
  struct sums *s = must_alloc((n + 1) * sizeof *s);
  struct stories *all = must_alloc(sizeof *all);
  int known = 0;
  for (int i = 0; i < n; i++) {
    if (find_input(&seen[i], &s[known]))
      known++;
    else if (i == 0)
      break;
  }
  bool told = false;
  if (known >= 3) {
    const struct sums *several = s; // the first of more than one element
    while (several < s + known - 1 && several->n < 2) several++;
    try_all(all, several);
    for (int i = 0; i < known && all->n < MOST_STORIES / 2; i++) try_singles(all, &s[i]);
    told = tell_those(s, known, all, false, hint);
    if (!told) told = tell_those(s, known, all, true, hint);
  }
  for (int i = 0; i < known; i++) free(s[i].before);
  free(s);
  free(all);
  return told;
}
