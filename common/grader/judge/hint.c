// Patterns of wrong outputs and the causes they suggest: one function each, tried in order; the first match that all wrong outputs
// share wins.
#include "grader/judge/hint.h"
#include "grader/judge/case.h"
#include "grader/judge/formula.h"
#include "grader/judge/places.h"
#include "grader/judge/sum.h"
#include <inttypes.h>
#include <math.h>

enum { SILENT = -12345 };
// 0: no match; SILENT: nothing can be said of such an output; else which of the patterns that the rule knows.
typedef int rule(const struct symptom *s, struct text *hint);

static bool suffix(const struct pattern *p) { // no matrix; right before p->first, wrong from there to the end
  return !p->columns && p->first > 0 && p->last == p->count - 1 && p->wrong == p->count - p->first;
}

static int schedule(const struct symptom *s, struct text *hint) {
  if (!s->depends_on_schedule) return false;
  text_add(hint, "the result depends on the order of blocks, warps and lanes: a missing barrier, a race, or "
                 "atomics whose order matters");
  if (s->mistake) text_add(hint, ". In this order, %s", s->mistake);
  if (s->pattern->poison && !s->pattern->bytes)
    text_add(hint,
             ". And %" PRId64 " of the elements were never written: is each result stored at its own place?",
             s->pattern->poison);
  return true;
}

// Does the case have less to do than one block can, and something at all?
static bool small_size(const struct symptom *s) {
  return s->failed_size > 0 && s->failed_size < 1024;
}

static int no_launch(const struct symptom *s, struct text *hint) {
  if (!s->no_launch || s->pattern->poison != s->pattern->wrong) return false;
  text_add(hint,
           "nothing was written, because no kernel was launched: where is kernel<<<blocks, threads>>>(...)?");
  return true;
}

// Is the last element the only one that is not written, whatever the size?
static bool last_unwritten(const struct symptom *s) {
  const struct pattern *p = s->pattern;
  int larger = 0;
  bool all = p->wrong == 1 && p->last == p->count - 1;
  for (int i = 0; i < s->n_seen; i++) {
    const struct pattern *other = &s->seen[i].p;
    all &= other->poison == 1 && other->wrong == 1 && other->last == other->count - 1;
    larger += other->count > p->count;
  }
  return all && larger >= 2;
}

static int unwritten_bytes(const struct pattern *p, struct text *hint) {
  if (p->columns)
    text_add(hint,
             "every wrong value is 255, with which the grader filled the output: where nothing was written "
             "([%" PRId64 "][%" PRId64
             "] first), does the grid cover all rows and columns? Or your kernel computed 255",
             p->first / p->columns, p->first % p->columns);
  else
    text_add(hint,
             "every wrong value is 255, with which the grader filled the output: either nothing was written "
             "there (from element %" PRId64
             " on: what of the elements after the last whole vector?), or your "
             "kernel computed 255",
             p->first);
  return true;
}

// Is a larger output, which fails, too, unwritten as a whole?
static bool larger_unwritten(const struct symptom *s) {
  for (int i = 0; i < s->n_seen; i++)
    if (s->seen[i].p.poison == s->seen[i].p.count && s->seen[i].p.count > s->pattern->count) return true;
  return false;
}

static bool has_scratch(const struct symptom *s) {
  for (int k = 0; s->c && k < s->c->n_bufs; k++)
    if (s->c->buf[k].arg.role == PMPP_SCRATCH) return true;
  return false;
}

static int unwritten_wholly(const struct symptom *s, struct text *hint) {
  text_add(hint,
           "nothing was written: the output still holds the bytes 0xFF with which the grader filled it");
  if (s->c && s->got && s->c->buf[s->got->arg].arg.place == PMPP_HOST)
    text_add(hint, "; it is in the host's memory: does the last copy bring the result there (cudaMemcpy, "
                   "cudaMemcpyDeviceToHost)?");
  else if (has_scratch(s) && larger_unwritten(s))
    text_add(hint,
             ", in small outputs and in large ones: do the kernels run, and does the last one store to the "
             "output, or to scratch?");
  else if (small_size(s) && !larger_unwritten(s))
    text_add(hint, "; a size that fills no whole vector, tile or block needs a thread, too");
  return true;
}

static int unwritten(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->poison == 0 || p->poison != p->wrong) return false;
  if (p->bytes) return unwritten_bytes(p, hint);
  if (last_unwritten(s)) {
    text_add(hint, "the last element is never written, whatever the size: is the index compared with n - 1, "
                   "or the loop's "
                   "end one too early?");
    return true;
  }
  if (p->wrong == p->count) return unwritten_wholly(s, hint);
  if (!s->shared_work && places_gaps(s, hint))
    return true;
  else if (suffix(p))
    text_add(hint,
             "nothing was written from element %" PRId64
             " on: too few threads or blocks, or a loop that stops early",
             p->first);
  else if (places_grid(s, hint))
    return true;
  else if (places_periodic(s, hint))
    text_add(hint, ", and was never written");
  else if (p->columns)
    text_add(hint,
             "%" PRId64 " elements were never written, the first is [%" PRId64 "][%" PRId64
             "]: does the grid cover all rows and columns?",
             p->poison, p->first / p->columns, p->first % p->columns);
  else
    text_add(hint,
             "%" PRId64 " elements were never written, the first is %" PRId64
             ": they still hold the bytes 0xFF",
             p->poison, p->first);
  if (s->shared_work)
    text_add(
        hint,
        ". Threads write each other's elements (see the note): does the index count blocks, too, each "
        "blockDim.x threads long? In one dimension thread number blockIdx.x * blockDim.x + threadIdx.x has "
        "the element of that number, or begins at so many times the elements of a thread");
  return true;
}

static int mistake(const struct symptom *s, struct text *hint) {
  if (s->mistake) text_add(hint, "%s", s->mistake);
  return s->mistake != NULL;
}

static int to_be_kept(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->first < p->results) return false;
  text_add(
      hint,
      "the output has more room than results: these elements must stay as they were (0xFF bytes), but your "
      "code wrote there");
  return true;
}

// Only for what cannot be a coincidence: three wrong elements, each the golden one of the place beside it.
static int shifted(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->wrong < 3 || p->late == p->early) return false;
  text_add(hint, p->late ? "every wrong element i holds what element i - 1 should: an index is off by one"
                         : "every wrong element i holds what element i + 1 should: an index is off by one");
  return true;
}

static int other_places(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (s->got && s->got->bound > 0) return SILENT; // values that are nearly the same cannot be told apart
  if (p->order || p->wrong < 2) return false;
  text_add(hint, "no value is lost or doubled: the wrong values have exchanged their places, so check the %s",
           p->columns ? "indices (rows and columns exchanged?)" : "order, or the index of the store");
  return true;
}

static int nan_lost(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->nan_lost == 0 || p->nan_lost != p->wrong) return false;
  text_add(hint, "NaN is expected, because an input is NaN, or infinite and meets a 0 or an infinity: "
                 "comparisons with NaN are false, fmaxf(NaN, x) is x, and 0 "
                 "in place of NaN hides it");
  return true;
}

static int copied(const struct symptom *s, struct text *hint) {
  if (!s->copied || (s->pattern->wrong < 3 && s->pattern->count > 2))
    return false; // one may be a coincidence
  if (*s->copied)
    text_add(hint, "every wrong element equals the same element of %s: it was copied, but not processed",
             s->copied);
  else
    text_add(hint,
             "every wrong element still has its value from before the call: no result was stored there");
  return true;
}

// Every wrong value is the same number, another one in each output.
static int constant(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!s->output || !s->c || !s->got || p->wrong < 3) return false;
  if (p->count > 256 && !p->columns)
    return SILENT; // of several blocks or tiles, which may have a number each
  const struct pmpp_buf *out = &s->c->buf[s->got->arg];
  uint64_t value = 0;
  for (int64_t i = p->first, found = 0; i < out->arg.count; i++) {
    uint64_t bits = read_bits(s->output, (int)out->arg.type, i);
    if (element_right(out, i, bits)) continue;
    if (found++ == 0) value = bits;
    if (bits != value) return false;
  }
  for (int k = 0; k < s->c->n_bufs; k++) {
    const struct pmpp_buf *in = &s->c->buf[k];
    if (!buf_has_input(in) || in->arg.type != out->arg.type || in->arg.count < 1) continue;
    if (read_bits(in->data, (int)in->arg.type, 0) != value) continue;
    text_add(hint,
             "every wrong value is %s[0]: is a value stored where it should be added (= for +=), or always "
             "the first one read?",
             in->arg.name);
    return 2;
  }
  char shown[40];
  value_print(shown, bits_value((int)out->arg.type, value));
  text_add(hint, "every wrong value is %s, whatever is expected: does it depend on the index?", shown);
  return true;
}

static int only_first_right(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->count < 3 || p->first != 1 || p->wrong != p->count - 1) return false;
  text_add(hint,
           "only element 0 is right: does every thread compute its own index from blockIdx, blockDim and "
           "threadIdx, and from it the place of its inputs?");
  return true;
}

static int infinity_lost(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->infinity_lost == 0 || p->infinity_lost != p->wrong) return false;
  text_add(hint, "infinity is expected, because an input is infinite: is it left out, or replaced?");
  return true;
}

static int not_a_number(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->not_a_number == 0) return false;
  const char *cause = "0 x inf, 0 x NaN, inf - inf, 0/0, or memory that was never written";
  if (p->wrong == 1)
    text_add(hint, "the value is NaN: %s", cause);
  else if (p->not_a_number == p->wrong)
    text_add(hint, "every wrong value is NaN: %s", cause);
  else
    text_add(hint, "%" PRId64 " of %" PRId64 " wrong values are NaN: %s", p->not_a_number, p->wrong, cause);
  return true;
}

static int all_zero(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->zero != p->wrong || p->zero == 0) return false;
  if (p->wrong < 2 && (p->count > 1 || p->whole)) return false; // one 0 may be anything
  text_add(hint, "every wrong value is 0: is the result stored, and does the code that computes it run? Does "
                 "a division of "
                 "whole numbers (1 / 2 is 0), or an int, make it 0?");
  return true;
}

static int factor(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->same_factor || (p->wrong == 1 && p->count > 1)) return false; // one may be a coincidence
  double f = p->factor, whole = nearbyint(f), parts = nearbyint(1 / f);
  if (fabs(f) > 5000 || fabs(f) < 1.0 / 5000) return false;
  int which = 1;
  if (fabs(f + 1) < 1e-6)
    text_add(hint, "every wrong value has the wrong sign");
  else if (which += (int)whole, whole >= 2 && whole <= 4096 && fabs(f - whole) <= 1e-5 * whole)
    text_add(hint,
             "every wrong value is %g times the expected one: is something added more than once, or a factor "
             "left out?",
             whole);
  else if (which = -(int)parts, parts >= 2 && parts <= 4096 && fabs(1 / f - parts) <= 1e-5 * parts)
    text_add(hint, "every wrong value is 1/%g of the expected one: is part of the work left out?", parts);
  else
    return false;
  return which;
}

// The same element of all outputs is so many times the golden one.
static int factor_of_first(const struct symptom *s, struct text *hint) {
  if (!s->got || s->n_seen < 2) return false;
  double factor = 0;
  for (int k = -1; k < s->n_seen; k++) {
    const struct mismatch *m = k < 0 ? &s->got->shown[0] : &s->seen[k].d.shown[0];
    double want = m->expected.real, got = m->got.real, f = got / want;
    if (m->expected.is_whole || m->index != s->got->shown[0].index || want == 0) return false;
    if (factor == 0) factor = f;
    if (!(fabs(f - factor) <= 1e-5 * fabs(factor))) return false;
  }
  if (factor != nearbyint(factor) || factor < 2 || factor > 4096) return false;
  text_add(hint,
           "element %" PRId64 " is %g times the expected one in all outputs: is its value added to itself, "
           "as often as there are steps, because "
           "its thread or lane has no partner in a step and adds all the same?",
           s->got->shown[0].index, factor);
  return true;
}

// A counter of 8 or 16 bits that overflows carries into the one above, where several share a word.
static int overflow(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->whole || p->low == 0 || !(p->overflow_16 || (p->overflow_8 && p->low > 1))) return false;
  text_add(hint, "what is too small is so by a multiple of %d: do %d bits overflow%s?",
           p->overflow_16 ? 65536 : 256, p->overflow_16 ? 16 : 8,
           p->low < p->wrong ? ", and carry into the neighbour" : "");
  return true;
}

static int precision(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  bool floats_24 = p->whole && p->largest >= 0x1p24 && p->off <= 0x1p-22 * p->largest;
  if (floats_24)
    text_add(hint, "nearly right: whole numbers were computed as floats, which keep 24 bits");
  else if (!p->whole && isfinite(p->largest) && p->off > 0 && p->off <= 0x1p-9 * p->largest)
    text_add(
        hint,
        "nearly right, by 1 part in %.0f or better: what has too few bits on its way (halves or TF32 in a "
        "product or a sum), or adds in an order that rounds too often?",
        floor(p->largest / p->off));
  else
    return false;
  return true;
}

static int off_by_one(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->whole || p->counts || !p->off_by_one || p->wrong < 3) return false;
  text_add(hint, "every wrong value is off by 1: is it rounded another way, or computed in floats?");
  return true;
}

static int counted(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->counts) return false;
  if (p->low == p->wrong)
    text_add(hint, "every wrong count is too small, by %.0f in all: what is left out, and not counted?",
             -p->total);
  else if (p->low == 0)
    text_add(hint,
             "every wrong count is too large, by %.0f in all: what is counted twice, or counted though it is "
             "out of range?",
             p->total);
  else
    text_add(
        hint,
        "some counts are too small, others too large (%+.0f in all): what counts in a place beside its own? "
        "How is the place rounded, and what is out of range?",
        p->total);
  return p->low == p->wrong ? 1 : p->low == 0 ? 2 : 3;
}

// All wrong values differ by one amount; for a single element this means nothing.
static int difference(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->same_difference || p->wrong < 3) return false;
  text_add(hint, "every wrong value is %g too %s: %s", fabs(p->difference),
           p->difference < 0 ? "small" : "large",
           fabs(p->difference) == 1 ? "is it rounded the wrong way, or is one element counted wrongly?"
                                    : "is one element or one block's sum left out, or taken twice?");
  return true;
}

static bool is_block_size(int64_t k) {
  return k >= 64 && k <= 1024 && (k & (k - 1)) == 0;
}

// Only rows, or only columns, from one on: there the next tile begins, or the last one, which is not full.
static int tile_edge(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->columns || p->count <= p->columns) return false;
  int64_t rows = p->count / p->columns, first = p->first / p->columns, last = p->last / p->columns;
  bool lower = first > 0 && last == rows - 1, right = p->first_column > 0 && p->last_column == p->columns - 1;
  if (lower == right) return false;
  const char *what = lower ? "row" : "column";
  int64_t from = lower ? first : p->first_column, end = lower ? rows : p->columns;
  if (4 * p->wrong < (end - from) * (lower ? p->columns : rows)) return false; // a few here and there
  text_add(
      hint,
      "everything before %s %" PRId64 " of %" PRId64
      " is right: does the grid cover all %ss, and does a partial tile read and store the right elements?",
      what, from, end, what);
  return true;
}

// Of rows, or of columns, where the borders of tiles explain which are wrong: "rows within 3 of a multiple of 24".
static void border_add(struct text *hint, const char *what, int64_t tile, int64_t before, int64_t behind) {
  text_add(hint, "%ss", what);
  if (before) text_add(hint, " up to %" PRId64 " before", before);
  if (before && behind) text_add(hint, " and");
  if (behind) text_add(hint, " up to %" PRId64 " behind", behind);
  text_add(hint, " a multiple of %" PRId64, tile);
}

static int along_borders(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  int64_t before[2], behind[2], row, column;
  if (!p->columns || p->wrong < 2) return false;
  row = borders_tile(&p->row_borders, &before[0], &behind[0]);
  column = borders_tile(&p->column_borders, &before[1], &behind[1]);
  if (!row && !column) return false;
  text_add(hint, "wrong are only ");
  if (row) border_add(hint, "row", row, before[0], behind[0]);
  if (row && column) text_add(hint, ", in ");
  if (column) border_add(hint, "column", column, before[1], behind[1]);
  text_add(hint, ", where tiles meet%s: do they need values of the tile beside (a halo%s)?",
           row && column ? " at their corners" : "", row && column ? " with its corners" : "");
  return true;
}

static int from_a_block_on(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!suffix(p) || p->first % 32) return false;
  const char *also = p->count < 2 * p->first ? "; it is also the last block, which is partial: check the "
                                               "boundary test, and the value from the block before"
                                             : "";
  if (p->first == 32)
    text_add(hint, "from element 32 on: the second warp%s", also);
  else if (s->block ? p->first == s->block : is_block_size(p->first))
    text_add(hint, "from element %" PRId64 " on: the second block, where blocks have %" PRId64 " threads%s",
             p->first, p->first, also);
  else
    return false;
  return true;
}

// A few elements in a row on one side of a block's border: they need elements of the other side.
static int at_a_border(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->columns || p->wrong != p->last - p->first + 1 || p->wrong > 32 || p->last == p->count - 1)
    return false;
  for (int64_t size = 1024; size >= 64; size /= 2) {
    bool ends = (p->last + 1) % size == 0, begins = p->first % size == 0 && p->first > 0;
    if (ends == begins) continue;
    text_add(hint,
             "only the %s %" PRId64 " element%s of a %" PRId64 "-element block %s wrong, %s element %" PRId64
             ": do they need values of the %s block (a halo)?",
             ends ? "last" : "first", p->wrong, p->wrong == 1 ? "" : "s", size, p->wrong == 1 ? "is" : "are",
             ends ? "before" : "from", ends ? p->last + 1 : p->first, ends ? "next" : "previous");
    return true;
  }
  return false;
}

// Threads of a block; where they are not known, on a GPU, what most have.
static int64_t block_size(const struct symptom *s) {
  return s->block ? s->block : 256;
}

static int last_block(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!suffix(p) || p->first % block_size(s) || p->wrong >= 32) return false;
  text_add(
      hint,
      "only the last %" PRId64 " of %" PRId64 " elements are wrong, and element %" PRId64
      " begins a block: check a last block that has only a few elements, and its value from the block before",
      p->wrong, p->count, p->first);
  return true;
}

static int one_end(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (p->wrong != 1 || p->count < 2 || p->columns || (p->first && p->last < p->count - 1)) return false;
  if (p->first)
    text_add(hint, "only the last element is wrong: check the boundary test, the elements after the last "
                   "whole vector, and "
                   "values at or beyond an upper limit");
  else
    text_add(hint, "only element 0 is wrong: check its initial value, the loop's lower bound, and whether "
                   "invalid elements "
                   "are written to index 0");
  return true;
}

static int tail(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!suffix(p)) return false;
  for (int64_t unit = 2; unit <= 1024; unit *= 2) {
    int64_t rest = p->count % unit;
    if (rest == 0 || rest != p->wrong) continue;
    text_add(
        hint,
        "only the tail is wrong (the last %" PRId64 " of %" PRId64
        " elements): check the boundary test and the elements after the last whole vector, warp and block",
        p->wrong, p->count);
    return true;
  }
  return false;
}

static int from_an_element_on(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!suffix(p) || p->first < 64 || p->first % 32) return false;
  text_add(hint, "everything is wrong from element %" PRId64 " on", p->first);
  if (s->threads == 0 || s->threads >= p->count) // else a thread has several elements
    text_add(hint,
             ": with %" PRId64 " threads a block, and an element a thread, that is thread %" PRId64
             " of block %" PRId64,
             block_size(s), p->first % block_size(s), p->first / block_size(s));
  return true;
}

static int sum(const struct symptom *s, struct text *hint) {
  struct sum_seen all[1 + MOST_EVIDENCE];
  int n = 0;
  if (!s->c || !s->got) return false;
  all[n++] = (struct sum_seen){s->c, s->got->arg, s->got->shown[0].got, s->blocks, true};
  for (int i = 0; i < s->n_seen; i++) {
    const struct observation *o = &s->seen[i];
    all[n++] = (struct sum_seen){o->c, o->d.arg, o->d.shown[0].got, o->blocks, o->same_sizes};
  }
  return sum_hint(all, n, hint);
}

static int single_result(const struct symptom *s, struct text *hint) {
  if (s->pattern->count != 1 || s->passed_size < 1) return false;
  int64_t found = 0;
  for (int64_t unit = 32; unit <= 2048; unit *= 2) {
    if (!(s->passed_size <= unit && unit < s->failed_size)) continue;
    if (found) return false; // sizes too far apart to tell
    found = unit;
  }
  if (!found) return false;
  text_add(hint, "right up to size %" PRId64 ", wrong at %" PRId64 ": %s", s->passed_size, s->failed_size,
           found == 32 ? "as soon as a second warp has work"
                       : "as soon as the work exceeds one block's share");
  return true;
}

static int first_with(const struct symptom *s, struct text *hint) {
  if (!s->first_with) return false;
  text_add(hint, "the cases before this one are right: it is the first with `%s`", s->first_with);
  if (s->largest_before >= 0 && s->largest_before < s->failed_size)
    text_add(hint, ", and larger than they are (%" PRId64 ", they up to %" PRId64 ")", s->failed_size,
             s->largest_before);
  return true;
}

// What a rule is tested against: nothing but this output (it states facts, or has looked at the others itself), all others, those of
// the same sizes and most of the others, or those with as many elements and more, because only these show where an output is wrong.
enum scope { ALONE, ALL, IN_MOST, LARGER };

// schedule first: it explains the others. unwritten before NaN: 0xFF bytes are a NaN. A known mistake before any pattern.
static const struct {
  rule *rule;
  enum scope scope;
} rules[] = {{schedule, ALONE},
             {to_be_kept, ALONE},
             {no_launch, ALONE},
             {unwritten, ALONE},
             {mistake, ALONE},
             {formula_hint, ALONE},
             {other_places, IN_MOST},
             {shifted, IN_MOST},
             {copied, ALONE},
             {nan_lost, ALL},
             {infinity_lost, ALL},
             {not_a_number, ALONE},
             {formula_whole, ALONE},
             {all_zero, ALL},
             {factor, ALL},
             {sum, ALONE},
             {overflow, ALL},
             {counted, ALL},
             {off_by_one, ALL},
             {difference, ALL},
             {precision, ALL},
             {constant, ALL},
             {only_first_right, LARGER},
             {places_periodic, ALONE},
             {tile_edge, LARGER},
             {along_borders, LARGER},
             {from_a_block_on, LARGER},
             {factor_of_first, ALONE},
             {places_in_blocks, ALONE},
             {at_a_border, LARGER},
             {last_block, LARGER},
             {one_end, LARGER},
             {tail, LARGER},
             {single_result, ALONE},
             {from_an_element_on, LARGER},
             {first_with, ALONE}};

static bool has_special(const struct pattern *p) { // an infinity or NaN hides what else is wrong
  return p->nan_lost || p->infinity_lost || p->not_a_number;
}

// Has the other output enough wrong elements, and elements, to speak against a rule?
static bool speaks(const struct symptom *s, const struct pattern *other, enum scope scope) {
  if (has_special(other) && !has_special(s->pattern)) return false;
  if (scope == LARGER) return other->count >= s->pattern->count;
  return other->wrong >= 3 || other->wrong >= s->pattern->wrong || other->count == 1;
}

// Does the rule that says `which` of this output say it of the others, too? Of an output that is a single number, three.
static bool shared(const struct symptom *s, rule *rule, enum scope scope, int which) {
  struct text unused = {0};
  int64_t points = s->pattern->wrong;
  bool all = true;
  int against = 0;
  for (int i = 0; i < s->n_seen && all; i++) {
    const struct observation *o = &s->seen[i];
    if (!speaks(s, &o->p, scope)) continue;
    struct symptom other = *s;
    other.pattern = &o->p, other.c = o->c, other.output = o->output, other.got = &o->d;
    other.failed_size = o->c->spec->size[0], other.blocks = o->blocks, other.n_seen = 0;
    int found = rule(&other, &unused);
    against += found == which ? -1 : found != SILENT;
    all = found == which || found == SILENT || (scope == IN_MOST && !o->same_sizes);
    points += o->p.wrong;
  }
  text_free(&unused);
  return all && against <= 0 && (points >= 3 || s->pattern->count > 1);
}

// Whether a rule that is told by itself found something; `weak`: those that say no more than where it began to be wrong.
static bool try_rules(const struct symptom *s, bool weak, struct text *hint) {
  struct text said = {0};
  bool found = false;
  for (size_t i = 0; i < sizeof rules / sizeof *rules && !found; i++) {
    if ((rules[i].rule == first_with || rules[i].rule == single_result) != weak) continue;
    text_free(&said);
    int which = rules[i].rule(s, &said);
    found = which && which != SILENT &&
            (rules[i].scope == ALONE || shared(s, rules[i].rule, rules[i].scope, which));
  }
  if (found) text_add(hint, "%s", text_get(&said));
  text_free(&said);
  return found;
}

// The smallest other case that fails with three wrong elements or more says more than one with fewer.
static bool by_another(const struct symptom *s, struct text *hint) {
  for (int k = 0; k < s->n_seen && s->pattern->wrong < 3; k++) {
    const struct observation *o = &s->seen[k];
    if (o->same_sizes || o->p.wrong < 3) continue;
    struct symptom other = *s;
    struct text said = {0};
    other.pattern = &o->p, other.c = o->c, other.output = o->output, other.got = &o->d,
    other.blocks = o->blocks;
    other.failed_size = o->c->spec->size[0], other.copied = NULL, other.mistake = NULL;
    bool found = try_rules(&other, false, &said);
    if (found) text_add(hint, "in the case %s, which fails, too: %s", o->c->spec->label, text_get(&said));
    text_free(&said);
    return found;
  }
  return false;
}

void hint_for(const struct symptom *s, struct text *hint) {
  if (!try_rules(s, false, hint) && !by_another(s, hint)) try_rules(s, true, hint);
}

// By number: the grader knows no CUDA header. (CUDA Runtime API, cudaError_t.)
const char *hint_for_error(int cuda_error) {
  switch (cuda_error) {
  case 1: // cudaErrorInvalidValue
  case 9: // cudaErrorInvalidConfiguration
    return "the launch has no block, or more than 1024 threads a block, or more than its __launch_bounds__, "
           "or "
           "more than 48 KiB of shared memory a block, which needs cudaFuncSetAttribute";
  case 700: // cudaErrorIllegalAddress
  case 716: // cudaErrorMisalignedAddress
    return "a kernel accessed memory out of bounds or misaligned: --backend emu shows the thread and the "
           "line";
  case 701: // cudaErrorLaunchOutOfResources
    return "the threads of a block need more registers than a multiprocessor has: write "
           "__launch_bounds__(threads) before the kernel's name, so that the compiler uses fewer; or launch "
           "smaller blocks";
  default:
    return NULL;
  }
}
