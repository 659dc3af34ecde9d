// Patterns of places that repeat, over all wrong outputs that were seen.
#include "grader/judge/places.h"
#include <inttypes.h>

// One output, and how its places are counted: its elements, the rows or the columns of a matrix.
enum axis { ELEMENT, ROW, COLUMN };
struct view {
  const struct pmpp_buf *b;
  const void *output;
  int64_t columns;
};

static bool view_of(const struct symptom *s, int k, struct view *v) { // k = -1: the symptom's own
  const struct pmpp_case *c = k < 0 ? s->c : s->seen[k].c;
  v->output = k < 0 ? s->output : s->seen[k].output;
  if (!c || !v->output || !s->got) return false;
  v->b = &c->buf[s->got->arg];
  v->columns = v->b->columns;
  return true;
}

static bool is_right(const struct view *v, int64_t i) {
  return element_right(v->b, i, read_bits(v->output, v->b->arg.type, i));
}

static int64_t place(const struct view *v, enum axis axis, int64_t i) {
  return axis == ELEMENT ? i : axis == ROW ? i / v->columns : i % v->columns;
}

// How many elements are at places of this rest, how many of them are wrong, and how many others are.
struct tally {
  int64_t here, wrong, beside;
};

static void count(const struct view *v, enum axis axis, int64_t period, int64_t from, int64_t to,
                  struct tally *t) {
  for (int64_t i = 0; i < v->b->arg.count; i++) {
    int64_t rest = place(v, axis, i) % period;
    bool inside = rest >= from && rest < to, right = is_right(v, i);
    t->here += inside && !(right && golden_value(v->b, i).real == 0);
    t->wrong += inside && !right;
    t->beside += !inside && !right;
  }
}

// The place of the first wrong element, or -1.
static int64_t first_place(const struct view *v, enum axis axis) {
  for (int64_t i = 0; i < v->b->arg.count; i++)
    if (!is_right(v, i)) return place(v, axis, i);
  return -1;
}

// Over all outputs. A few may be right by chance: where a 0 is added, say. A 0 that is right says nothing.
static bool holds(const struct symptom *s, enum axis axis, int64_t period, int64_t from, int64_t to) {
  struct tally t = {0};
  struct view v;
  for (int k = -1; k < s->n_seen; k++) {
    if (!view_of(s, k, &v)) return false;
    int64_t first = first_place(&v, axis);
    if (from < 0) // another one of the k in each output: pointers may begin elsewhere
      count(&v, axis, period, first % period, first % period + 1, &t);
    else
      count(&v, axis, period, from, to, &t);
    if (t.beside) return false;
  }
  return t.wrong >= 3 && 10 * t.wrong >= 8 * t.here;
}

int places_periodic(const struct symptom *s, struct text *hint) {
  static const char *const names[] = {"element", "row", "column"};
  struct view v;
  if (!view_of(s, -1, &v)) return false;
  for (enum axis axis = v.columns ? ROW : ELEMENT; axis <= (v.columns ? COLUMN : ELEMENT); axis++) {
    int64_t first = first_place(&v, axis), last = place(&v, axis, s->pattern->last);
    if (axis == COLUMN) first = s->pattern->first_column, last = s->pattern->last_column;
    for (int64_t period = 2; period <= 32; period *= 2) {
      if (first >= period || last < 2 * period || !holds(s, axis, period, -1, 0)) continue;
      text_add(hint,
               "wrong is every %" PRId64 ". %s, from %" PRId64 " on, and no other: number %" PRId64
               " of the %" PRId64 " that a thread, or a vector, has%s",
               period, names[axis], first, first, period,
               period == 4 ? " (.x .y .z .w are the numbers 0 to 3)" : "");
      return true;
    }
  }
  return false;
}

// Do two blocks and more show it?
static bool repeats(const struct symptom *s, int64_t size, int64_t from) {
  struct view v;
  for (int k = -1; k < s->n_seen; k++)
    if (view_of(s, k, &v) && v.b->arg.count > size + from) return true;
  return false;
}

int places_in_blocks(const struct symptom *s, struct text *hint) {
  struct view v;
  if (!view_of(s, -1, &v) || v.columns || s->pattern->count == 1) return false;
  int64_t from = s->pattern->first;
  for (int k = 0; k < s->n_seen; k++)
    if (s->seen[k].p.first < from) from = s->seen[k].p.first;
  for (int64_t size = 32; size <= 2048; size *= 2) {
    if (from < 8 || from >= size || !repeats(s, size, from) || !holds(s, ELEMENT, size, from, size)) continue;
    text_add(hint,
             "in each block of %" PRId64 " elements the first %" PRId64
             " are right, and those behind are wrong, in small outputs and in large ones",
             size, from);
    if (from == 32)
      text_add(hint, ": what a warp gets from the warps before it");
    else if (!(from & (from - 1)))
      text_add(hint,
               ": does the last step, over a distance of %" PRId64
               ", take place, and is its result what is stored (not the other buffer)?",
               from);
    return true;
  }
  return false;
}

int places_grid(const struct symptom *s, struct text *hint) {
  const struct pattern *p = s->pattern;
  if (!p->columns || !s->along[0]) return false;
  int64_t rows = p->count / p->columns, x = s->along[0], y = s->along[1], first_row = p->first / p->columns;
  bool whole = x >= p->columns && y >= rows;
  const char *what = NULL;
  if (whole && (y < p->columns ? p->first_column == y : x < rows && first_row == x))
    what = "is the column taken from y, and the row from x?";
  else if (!whole && (x < p->columns ? p->first_column == x : first_row == y))
    what = x >= rows && y >= p->columns ? "are the grid's x and y exchanged?" : "it is too small";
  if (!what) return false;
  text_add(hint,
           "%" PRId64 " elements were never written, the first is [%" PRId64 "][%" PRId64
           "]. The grid has %" PRId64 " threads in x and %" PRId64 " in y, the matrix %" PRId64
           " columns and %" PRId64 " rows: %s",
           p->poison, first_row, p->first % p->columns, x, y, p->columns, rows, what);
  return true;
}

// The runs of unwritten elements of an output, if all but the last are as long, and as far apart.
struct gaps {
  int64_t first, length, period, runs;
};

static bool unwritten_at(const struct view *v, int64_t i) {
  int type = (int)v->b->arg.type;
  return read_bits(v->output, type, i) == ~UINT64_C(0) >> (64 - 8 * pmpp_type_size(type)) && !is_right(v, i);
}

static bool gaps_of(const struct view *v, struct gaps *g) {
  *g = (struct gaps){.first = -1};
  int64_t begin = -1, n = v->b->arg.count;
  for (int64_t i = 0; i <= n; i++) {
    bool here = i < n && unwritten_at(v, i);
    if (!here && i < n && !is_right(v, i)) return false;
    if (here && begin < 0) {
      if (g->runs == 0) g->first = i;
      if (g->runs == 1) g->period = i - g->first;
      if (i != g->first + g->runs * g->period) return false;
      begin = i;
    } else if (!here && begin >= 0) {
      int64_t length = i - begin;
      if (g->runs++ == 0) g->length = length;
      if (length > g->length || (length < g->length && i < n)) return false;
      begin = -1;
    }
  }
  return g->runs >= 3;
}

int places_gaps(const struct symptom *s, struct text *hint) {
  struct view v;
  struct gaps g;
  for (int k = -1; k < s->n_seen; k++) {
    if (!view_of(s, k, &v) || v.columns || pmpp_type_size((int)v.b->arg.type) < 4 || !gaps_of(&v, &g))
      continue;
    if (k >= 0) text_add(hint, "in the case %s, which fails, too, ", s->seen[k].c->spec->label);
    if (g.length == 1)
      text_add(hint, "one element of each %" PRId64 " was never written, from %" PRId64 " on", g.period,
               g.first);
    else
      text_add(hint,
               "%" PRId64 " elements of each %" PRId64 " were never written, the first are %" PRId64
               " to %" PRId64,
               g.length, g.period, g.first, g.first + g.length - 1);
    if (2 * g.length == g.period)
      text_add(hint, ": does a thread with two elements store both?");
    else if (g.length == 1)
      text_add(hint, ": by how much does the loop step? All threads of the grid are blockDim.x * gridDim.x");
    else
      text_add(hint, ": does a loop step over them?");
    return true;
  }
  return false;
}
