// __CUDA_ARCH__ is defined in device code and nowhere else, as in nvcc's two passes. The preprocessor comes by once: so it
// is defined around the bodies of device functions that ask for it, and a __host__ __device__ function has both bodies. A
// conditional outside functions is decided for each branch: by the device's pass where all is __device__, else by the host's.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

#define ARCH        "__CUDA_ARCH__"
#define DEFINE_ARCH "#define " ARCH " 800\n"
#define UNDEF_ARCH  "#undef " ARCH "\n"
enum { MAX_BRANCHES = 32 };

static bool is_directive(const struct translation *x, size_t i) {
  return tok(x, i)->kind > TOKEN_PUNCT && tok(x, i)->kind != TOKEN_INCLUDE;
}

static size_t line_end(const struct translation *x, size_t at) {
  while (at < x->t.n && !newline_length(x->t.text, x->t.n, at)) {
    size_t splice = spliced_newline_length(x->t.text, x->t.n, at);
    at += splice ? splice : 1;
  }
  return at;
}

static bool has_text(const struct translation *x, size_t begin, size_t end, const char *what) {
  return memmem(x->t.text + begin, end - begin, what, strlen(what)) != NULL;
}

// Whether bytes [begin, end) name __CUDA_ARCH__ or a macro that depends on it.
static bool depends_on_arch(const struct translation *x, size_t begin, size_t end) {
  if (has_text(x, begin, end, ARCH)) return true;
  for (size_t m = 0; m < x->kernels->archs; m++)
    if (has_text(x, begin, end, x->kernels->arch[m])) return true;
  return false;
}

static void mark_macro(struct translation *x, const struct macro *m) {
  struct emu_names *k = x->kernels;
  if (k->archs == k->arch_capacity) {
    k->arch_capacity = k->arch_capacity ? 2 * k->arch_capacity : 16;
    k->arch = must_realloc(k->arch, k->arch_capacity * sizeof *k->arch);
  }
  k->arch[k->archs++] = must_print("%.*s", (int)(m->name_end - m->name_begin), x->t.text + m->name_begin);
}

// ---- conditionals outside functions ----

struct group {
  size_t branch[MAX_BRANCHES]; // its directives: #if, #elif or #else; the last is #endif
  int branches;
};

static bool group_at(const struct translation *x, size_t i, struct group *g) {
  int depth = 0;
  g->branches = 0;
  for (; i < x->t.count; i++) {
    if (!is_directive(x, i)) continue;
    depth += tok(x, i)->kind == TOKEN_IF;
    if (depth == 1) {
      if (g->branches == MAX_BRANCHES) return false;
      g->branch[g->branches++] = i;
    }
    if (tok(x, i)->kind == TOKEN_ENDIF && --depth == 0) return true;
  }
  return false;
}

static bool is_source(const struct translation *x, size_t i) {
  return tok(x, i)->kind == TOKEN_INCLUDE || (tok(x, i)->kind <= TOKEN_PUNCT && !tok(x, i)->macro);
}

enum branch { BRANCH_EMPTY, BRANCH_DEVICE, BRANCH_HOST };

// Whether each declaration among tokens [first, end) is __device__, __global__ or __constant__.
static enum branch branch_of(const struct translation *x, size_t first, size_t end) {
  enum branch what = BRANCH_EMPTY;
  bool device = false, begun = false;
  for (size_t i = first; i < end; i++) {
    if (tok(x, i)->kind == TOKEN_INCLUDE) return BRANCH_HOST;
    if (!is_source(x, i)) continue;
    if (!begun && is(x, i, ";")) continue;
    begun = true;
    what = BRANCH_DEVICE;
    if (is(x, i, "__host__")) return BRANCH_HOST;
    device = device || is(x, i, "__device__") || is(x, i, "__global__") || is(x, i, "__constant__");
    if (is(x, i, "{") || is(x, i, ";")) {
      if (!device) return BRANCH_HOST;
      size_t close = is(x, i, "{") ? match_forward(x, i) : i;
      if (close == NO_TOKEN || close >= end) return BRANCH_HOST;
      i = close;
      device = begun = false;
    }
  }
  return begun ? BRANCH_HOST : what;
}

// The group's conditions once more, which set `name` to the number of the branch that is taken.
static char *view(const struct translation *x, const struct group *g, const char *name, size_t number) {
  char *s = must_print("%s", "");
  for (int b = 0; b + 1 < g->branches; b++) {
    size_t begin = tok(x, g->branch[b])->begin;
    char *longer = must_print("%s#%.*s\n#define emu_%s_view_%zu %d\n", s, (int)(line_end(x, begin) - begin),
                              x->t.text + begin, name, number, b + 1);
    free(s);
    s = longer;
  }
  char *whole = must_print("%s#endif\n", s);
  free(s);
  return whole;
}

static size_t hash_of(const struct translation *x, size_t directive) {
  size_t at = tok(x, directive)->begin;
  while (x->t.text[at] != '#') at--;
  return at;
}

static void split_group(struct translation *x, const struct group *g) {
  size_t number = x->kernels->arch_groups++;
  char *device = view(x, g, "device", number), *host = view(x, g, "host", number),
       *checks = must_print("%s", "");
  enum branch what[MAX_BRANCHES];
  bool any = false;
  for (int b = 0; b + 1 < g->branches; b++) {
    what[b] = branch_of(x, g->branch[b] + 1, g->branch[b + 1]);
    any = any || what[b] != BRANCH_EMPTY;
    if (what[b] != BRANCH_HOST) continue;
    char *longer = must_print("%s#if emu_device_view_%zu == %d && emu_host_view_%zu != %d\n#line %d\n"
                              "#error emucc: what nvcc declares in its pass for the device alone must be "
                              "__device__; this branch of a condition on __CUDA_ARCH__ is not\n#endif\n",
                              checks, number, b + 1, number, b + 1, tok(x, g->branch[b])->line);
    free(checks);
    checks = longer;
  }
  for (int b = 0; any && b + 1 < g->branches; b++) {
    size_t begin = hash_of(x, g->branch[b]);
    int line = tok(x, g->branch[b])->line;
    char *test =
        must_print("#if emu_%s_view_%zu == %d", what[b] == BRANCH_DEVICE ? "device" : "host", number, b + 1);
    size_t end = line_end(x, begin);
    for (size_t at = begin; at < end; at++) line += x->t.text[at] == '\n';
    replace(x, begin, end,
            b ? must_print("#endif\n#line %d\n%s", line, test)
              : must_print(DEFINE_ARCH "%s" UNDEF_ARCH "%s%s#line %d\n%s", device, host, checks, line, test));
    free(test);
  }
  free(device);
  free(host);
  free(checks);
}

void rewrite_arch_group(struct translation *x, size_t i) {
  struct group g;
  if (!group_at(x, i, &g)) return;
  bool asks = false, source = false;
  for (int b = 0; b + 1 < g.branches; b++)
    asks = asks || depends_on_arch(x, tok(x, g.branch[b])->begin, line_end(x, tok(x, g.branch[b])->begin));
  if (!asks) return;
  size_t last = g.branch[g.branches - 1];
  for (size_t k = i; k < last; k++) source = source || is_source(x, k);
  if (source) {
    split_group(x, &g);
    return;
  }
  struct emu_names *names = x->kernels; // only macros: seen anew on either side of a body
  size_t begin = hash_of(x, i), end = line_end(x, tok(x, last)->begin);
  size_t known = names->archs;
  char *undefs = must_print("%s", names->arch_macros ? names->arch_macros : "");
  for (size_t m = 0; m < x->t.macro_count; m++) {
    const struct macro *macro = &x->t.macro[m];
    if (macro->name_begin < begin || macro->name_begin >= end) continue;
    mark_macro(x, macro);
    char *longer = must_print("%s#undef %.*s\n", undefs, (int)(macro->name_end - macro->name_begin),
                              x->t.text + macro->name_begin);
    free(undefs);
    undefs = longer;
  }
  if (names->archs == known) { // an #error, say
    replace(x, end, end,
            must_print("\n" DEFINE_ARCH "%.*s\n" UNDEF_ARCH "#line %d", (int)(end - begin), x->t.text + begin,
                       tok(x, last)->line + 1));
  } else {
    free(names->arch_macros);
    names->arch_macros = must_print("%s%.*s\n", undefs, (int)(end - begin), x->t.text + begin);
  }
  free(undefs);
}

// ---- functions ----

void collect_arch_macros(struct translation *x) {
  if (!has_text(x, 0, x->t.n, ARCH)) return;
  for (size_t m = 0; m < x->t.macro_count; m++) {
    size_t begin = x->t.macro[m].name_end;
    if (has_text(x, begin, line_end(x, begin), ARCH)) mark_macro(x, &x->t.macro[m]);
  }
}

bool rewrite_arch_body(struct translation *x, const struct device_function *f) {
  size_t list = match_forward(x, f->parameters), from = f->open;
  size_t begin = tok(x, f->open)->end, end = tok(x, f->close)->begin;
  const char *macros = x->kernels->arch_macros ? x->kernels->arch_macros : "";
  if (depends_on_arch(x, tok(x, list)->end, begin)) { // the initialisers of a constructor
    if (f->host)
      return fail(
          x, f->name,
          "what stands between the parameters and the body of this __host__ __device__ function depends on "
          "__CUDA_ARCH__: the emulator has two bodies for it, but one list; assign the members in the body");
    from = list;
    begin = tok(x, list)->end;
  }
  if (!depends_on_arch(x, begin, end)) return true;
  int first = tok(x, from)->line, last = tok(x, f->close)->line;
  replace(x, begin, begin,
          must_print("%s\n" DEFINE_ARCH "%s#line %d\n", f->host ? " if (::emu::on_device()) {" : "", macros,
                     first));
  x->edit[x->edits - 1].once = true;
  char *back = must_print("\n" UNDEF_ARCH "%s", macros);
  if (f->host) {
    replace(x, end, end, must_print("%s#line %d\n} else {\n#line %d\n", back, last, first));
    x->edit[x->edits - 1].again = begin;
    replace(x, end, end, must_print("\n#line %d\n}", last));
  } else {
    replace(x, end, end, must_print("%s#line %d\n", back, last));
  }
  free(back);
  return true;
}
