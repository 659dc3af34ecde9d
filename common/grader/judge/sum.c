// Tries the parts of an input that a reduction loses: the tail, all behind some block, one block's share, one step of a tree.
#include "grader/judge/sum.h"
#include "grader/judge/case.h"
#include "grader/judge/compare.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LARGEST = 1024, WARP = 32, TREE_MAX = 1 << 20 };

struct sums {
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

static bool tail_lost(const struct sums *s, struct text *hint) {
  long double part = 0;
  for (int64_t rest = 1; rest < s->n && rest < LARGEST; rest++) {
    part += element(s, s->n - rest);
    bool left = false; // over, after vectors, warps or blocks of some size
    for (int64_t unit = 2; unit <= LARGEST; unit *= 2) left |= s->n % unit == rest;
    if (!left || !explains(s, part)) continue;
    int64_t first = s->n - rest;
    text_add(
        hint,
        "without the last %" PRId64 " of the %" PRId64
        " elements the sum is exactly this: the elements after the last whole vector, warp or block are not "
        "added",
        rest, s->n);
    if (!(first & (first - 1))) // these are the elements that a tree's last step brings, too
      text_add(hint, ", or a tree lacks its step at distance %" PRId64, first);
    return true;
  }
  return false;
}

// The loop over what whole vectors leave begins with the first elements, and not with those behind the vectors.
static bool tail_from_the_front(const struct sums *s, struct text *hint) {
  long double part = 0;
  for (int64_t rest = 1; rest < s->n / 2 && rest < WARP; rest++) {
    part += element(s, s->n - rest) - element(s, rest - 1);
    if (!explains(s, part)) continue;
    text_add(hint,
             "with the first %" PRId64 " of the %" PRId64 " elements in the place of the last %" PRId64
             " the sum is exactly this: does the index of what whole vectors leave begin behind them?",
             rest, s->n, rest);
    return true;
  }
  return false;
}

static bool first_alone(const struct sums *s, struct text *hint) {
  for (int64_t unit = LARGEST; unit >= WARP; unit /= 2)
    for (int64_t end = unit; end < s->n; end += unit) {
      if (!explains(s, range(s, end, s->n))) continue;
      text_add(
          hint,
          "the first %" PRId64 " of the %" PRId64 " elements have exactly this sum: no thread adds the "
          "others (too few blocks, or a loop that ends early), or no thread adds their sum to the result",
          end, s->n);
      return true;
    }
  return false;
}

static bool share(const struct sums *s, struct text *hint) {
  for (int64_t unit = LARGEST; unit >= WARP; unit /= 2)
    for (int64_t begin = 0; begin < s->n; begin += unit) {
      int64_t end = begin + unit < s->n ? begin + unit : s->n;
      bool twice = explains(s, -range(s, begin, end));
      if (!twice && !explains(s, range(s, begin, end))) continue;
      text_add(hint, "%s elements %" PRId64 " to %" PRId64 "%s the sum is exactly this: %s",
               twice ? "with" : "without", begin, end - 1, twice ? " added twice" : "",
               twice ? "two threads, warps or blocks have the same share"
                     : "the share of one warp or block is lost");
      return true;
    }
  return false;
}

// Of a tree over `unit` elements the step at a distance of `step`: it brings the elements whose number has that bit.
static bool step_of_tree(const struct sums *s, struct text *hint) {
  for (int64_t unit = 2; unit <= LARGEST && unit / 2 < s->n && s->n <= TREE_MAX; unit *= 2) {
    int64_t step = unit / 2;
    long double part = 0;
    for (int64_t i = 0; i < s->n; i++)
      if (i & step) part += element(s, i);
    if (!explains(s, part)) continue;
    text_add(hint,
             "without the elements whose number has the bit %" PRId64
             " the sum is exactly this: a step of the tree, at distance %" PRId64 ", is missing",
             step, step);
    return true;
  }
  return false;
}

// One element that lacks or comes twice: the first, the last, or the only one of this value.
static bool one_element(const struct sums *s, struct text *hint) {
  for (int sign = 1; sign >= -1; sign -= 2) {
    int64_t found = -1, times = 0;
    for (int64_t i = 0; i < s->n && times < 2; i++)
      if (explains(s, sign * element(s, i))) found = i, times++;
    bool end = true;
    if (explains(s, sign * element(s, 0)))
      found = 0;
    else if (explains(s, sign * element(s, s->n - 1)))
      found = s->n - 1;
    else
      end = false;
    if (!end && times != 1) continue;
    text_add(hint, "%s element %" PRId64 " of %" PRId64 "%s the sum is exactly this: %s",
             sign > 0 ? "without" : "with", found, s->n, sign > 0 ? "" : " added twice",
             found == 0          ? "is the loop's lower bound right?"
             : found == s->n - 1 ? "is the loop's upper bound right?"
                                 : "which thread adds it?");
    return true;
  }
  return false;
}

// A warp's tree in which lane 0 goes through all steps before the other lanes begin: it finds elements, not their sums.
static bool lane_alone(const struct sums *s, struct text *hint) {
  long double sum = element(s, 0);
  if (s->n < 4 || s->n > 2 * WARP) return false;
  for (int64_t i = 1; i < s->n; i *= 2) sum += element(s, i);
  if (!explains(s, range(s, 0, s->n) - sum)) return false;
  text_add(hint, "the sum is that of elements 0, 1, 2, 4, 8, ... alone: lane 0 went through all steps of the "
                 "tree before "
                 "the other lanes. Lanes do not move in step: each step needs a barrier, __syncwarp()");
  return true;
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

bool sum_hint(const struct pmpp_case *c, int arg, struct value got, struct text *hint) {
  const struct pmpp_buf *out = &c->buf[arg];
  if (out->arg.count != 1 || out->accept) return false;
  struct value want = golden_value(out, 0);
  struct sums s = {.missing = number(want) - number(got), .within = element_bound(out, 0)};
  if (want.is_whole) s.bits = 8 * (int)pmpp_type_size(out->arg.type);
  if (!isfinite((double)s.missing)) return false;
  bool known = false;
  for (int i = 0; i < c->n_bufs && !known; i++) {
    s.in = &c->buf[i];
    s.n = s.in->arg.count;
    if (!buf_has_input(s.in) || s.n < 2) continue;
    known = is_sum(&s, number(want)) &&
            (tail_lost(&s, hint) || lane_alone(&s, hint) || first_alone(&s, hint) || step_of_tree(&s, hint) ||
             share(&s, hint) || one_element(&s, hint) || tail_from_the_front(&s, hint));
    free(s.before);
  }
  return known;
}
