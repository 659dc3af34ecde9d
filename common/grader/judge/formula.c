// Formulas that are tried on the wrong elements: those that a slip of the pen makes of a sum.
#include "grader/judge/formula.h"
#include "grader/judge/case.h"
#include <math.h>

struct output {
  const struct pmpp_case *c;
  const struct pmpp_buf *b;
  const void *bytes;
};

static bool output_of(const struct symptom *s, int k, struct output *o) { // k = -1: the symptom's own
  o->c = k < 0 ? s->c : s->seen[k].c;
  o->bytes = k < 0 ? s->output : s->seen[k].output;
  if (!o->c || !o->bytes || !s->got) return false;
  o->b = &o->c->buf[s->got->arg];
  return pmpp_type_is_float(o->b->arg.type) && !o->b->accept;
}

static double input_number(const struct pmpp_buf *b, const void *bytes, int64_t i) {
  struct value v = bits_value(b->arg.type, read_bits(bytes, b->arg.type, i));
  return v.is_whole ? (double)(int64_t)v.whole : v.real;
}

static bool is_input(const struct output *o, int k) {
  const struct pmpp_buf *in = &o->c->buf[k];
  return k < o->c->n_bufs && buf_has_input(in) && in->arg.count == o->b->arg.count &&
         in->arg.type == o->b->arg.type;
}

typedef double formula(double x, double y);
static double twice(double x, double y) {
  return (void)y, x + x;
}
static double minus(double x, double y) {
  return x - y;
}
static double times(double x, double y) {
  return x * y;
}
static double plus(double x, double y) {
  return x + y;
}
static const struct {
  formula *f;
  bool two, ordered; // inputs
  const char *words;
} formulas[] = {{twice, false, false, "%s + %s"},
                {minus, true, true, "%s - %s"},
                {times, true, false, "%s * %s"},
                {plus, true, false, "%s + %s"}};
enum { N_FORMULAS = sizeof formulas / sizeof *formulas };

// Wrong elements of one output that are the formula of its inputs; -1: one is not.
static int64_t explained(const struct output *o, formula *f, int x, int y) {
  int64_t found = 0;
  for (int64_t i = 0; i < o->b->arg.count; i++) {
    uint64_t bits = read_bits(o->bytes, o->b->arg.type, i);
    if (element_right(o->b, i, bits)) continue;
    double got = input_number(o->b, o->bytes, i);
    if (!isfinite(got) || !isfinite(golden_value(o->b, i).real)) continue; // so it is with many
    double made = f(input_number(&o->c->buf[x], o->c->buf[x].data, i),
                    input_number(&o->c->buf[y], o->c->buf[y].data, i));
    if (!(fabs(got - made) <= 1e-6 * fabs(made))) return -1;
    found++;
  }
  return found;
}

static bool fits(const struct symptom *s, formula *f, int x, int y) {
  int64_t found = 0;
  struct output o;
  for (int k = -1; k < s->n_seen; k++) {
    if (!output_of(s, k, &o) || !is_input(&o, x) || !is_input(&o, y)) return false;
    int64_t here = explained(&o, f, x, y);
    if (here < 0) return false;
    found += here;
  }
  return found >= 3;
}

int formula_hint(const struct symptom *s, struct text *hint) {
  struct output o;
  int found = 0;
  if (!output_of(s, -1, &o)) return false;
  for (int k = 0; k < N_FORMULAS; k++)
    for (int x = 0; x < o.c->n_bufs; x++)
      for (int y = 0; y < o.c->n_bufs; y++) {
        bool sensible = formulas[k].two ? x != y && (formulas[k].ordered || x < y) : x == y;
        if (!sensible || !is_input(&o, x) || !is_input(&o, y) || !fits(s, formulas[k].f, x, y)) continue;
        if (found++ == 2) return text_free(hint), false;
        text_add(hint, found == 1 ? "every wrong value is " : ", or ");
        text_add(hint, formulas[k].words, o.c->buf[x].arg.name, o.c->buf[y].arg.name);
      }
  if (found) text_add(hint, " of its place");
  return found > 0;
}

int formula_whole(const struct symptom *s, struct text *hint) {
  int64_t points = 0;
  double first = 0;
  bool several = false; // values: one alone may have another cause
  struct output o;
  for (int k = -1; k < s->n_seen; k++) {
    if (!output_of(s, k, &o)) return false;
    for (int64_t i = 0; i < o.b->arg.count; i++) {
      uint64_t bits = read_bits(o.bytes, o.b->arg.type, i);
      if (element_right(o.b, i, bits)) continue;
      double got = input_number(o.b, o.bytes, i), want = golden_value(o.b, i).real;
      if (!isfinite(got) || !isfinite(want) || want == nearbyint(want)) continue;
      if (got != nearbyint(got) || fabs(got) >= 0x1p24) return false;
      if (points++ == 0) first = got;
      several |= got != first;
    }
  }
  if (points < 3 || !several) return false;
  text_add(
      hint,
      "every wrong value is a whole number, and none that is expected: is a variable on the way an int?");
  return true;
}
