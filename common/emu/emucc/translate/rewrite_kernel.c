// Which functions are kernels: for launches of something that is none, and for names that only their
// arguments find.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

void emu_names_free(struct emu_names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->name[i]);
  free(names->name);
  for (size_t i = 0; i < names->builts; i++) free(names->built[i]);
  free(names->built);
  for (size_t i = 0; i < names->archs; i++) free(names->arch[i]);
  free(names->arch);
  free(names->arch_macros);
  for (size_t i = 0; i < names->macros; i++)
    free(names->macro[i].name), free(names->macro[i].parameters), free(names->macro[i].body);
  free(names->macro);
  *names = (struct emu_names){.optional = names->optional};
}

// The parenthesis of the parameters of the function that is declared around i, NO_TOKEN if there is none.
static size_t parameters(const struct translation *x, size_t i) {
  for (; i != NO_TOKEN && !is(x, i, ";") && !is(x, i, "{") && !is(x, i, "}"); i = next(x, i)) {
    if (is_attribute_word(x, i) && is(x, next(x, i), "("))
      i = match_forward(x, next(x, i));
    else if (is(x, i, "("))
      return i;
  }
  return NO_TOKEN;
}

// The end of the first argument in the parenthesis.
static size_t first_argument(const struct translation *x, size_t open, size_t close) {
  size_t end = next(x, open);
  for (; end != close && !is(x, end, ","); end = next(x, end)) {
    size_t skip = is(x, end, "(")   ? match_forward(x, end)
                  : is(x, end, "<") ? angle_forward(x, end)
                                    : NO_TOKEN;
    if (skip != NO_TOKEN && skip < close) end = skip;
  }
  return end;
}

// What the kernel says of its launches, in front of the body of the function that is declared around i, if it is defined there.
static void put_into_body(struct translation *x, size_t i, bool clusters, size_t open, size_t close) {
  size_t list = parameters(x, i), end = clusters ? close : first_argument(x, open, close);
  if (list == NO_TOKEN || !is(x, next(x, match_forward(x, list)), "{")) return; // a declaration only
  size_t from = tok(x, open)->end, to = tok(x, end)->begin;
  if (!clusters && !may_rewrite(x, RULE_BOUNDS, i, next(x, match_forward(x, list)))) return;
  char *said = must_print(clusters ? " emu_cluster_dims(%.*s);" : " emu_launch_bounds((%.*s));",
                          (int)(to - from), x->t.text + from);
  for (char *c = said; *c; c++)
    if (*c == '\n' || *c == '\r' || (*c == '\\' && (c[1] == '\n' || c[1] == '\r')))
      *c = ' '; // the line numbers stay
  insert(x, tok(x, next(x, match_forward(x, list)))->end, said);
  free(said);
}

static bool same_name(const struct translation *x, const struct macro *m, size_t begin, size_t end) {
  return end - begin == m->name_end - m->name_begin &&
         !memcmp(x->t.text + begin, x->t.text + m->name_begin, end - begin);
}

// `#define BOUNDS __launch_bounds__(256)`: in front of the body of each kernel that says BOUNDS. Which one counts is not
// known where the file has two of the name.
static void bounds_of_macro(struct translation *x, const struct macro *m, bool clusters, size_t open,
                            size_t close) {
  if (m->function_like) return;
  for (size_t k = 0; k < x->t.macro_count; k++) {
    const struct macro *other = &x->t.macro[k];
    if (other != m && same_name(x, m, other->name_begin, other->name_end)) return;
  }
  for (size_t g = 0; g < x->t.count; g++) {
    if (!is(x, g, "__global__") || tok(x, g)->macro) continue;
    for (size_t w = next(x, g), list = parameters(x, g); list != NO_TOKEN && w != list; w = next(x, w))
      if (is_word(x, w) && same_name(x, m, tok(x, w)->begin, tok(x, w)->end))
        put_into_body(x, w, clusters, open, close);
  }
}

void rewrite_launch_bounds(struct translation *x, size_t i) {
  bool clusters = is(x, i, "__cluster_dims__");
  size_t open = next(x, i), close;
  if (!is(x, open, "(") || (close = match_forward(x, open)) == NO_TOKEN) return;
  if (tok(x, i)->macro)
    bounds_of_macro(x, &x->t.macro[tok(x, i)->macro - 1], clusters, open, close);
  else
    put_into_body(x, next(x, close), clusters, open, close);
}

static void collect_name(struct translation *x, const char *mark, size_t i) {
  struct emu_names *k = x->kernels;
  if (k->count == k->capacity) {
    k->capacity = k->capacity ? 2 * k->capacity : 32;
    k->name = must_realloc(k->name, k->capacity * sizeof *k->name);
  }
  k->name[k->count++] =
      must_print("%s%.*s", mark, (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin);
}

void collect_kernels(struct translation *x) {
  for (size_t g = 0; g < x->t.count; g++) {
    if (is(x, g, "__device__")) {
      size_t list = parameters(x, g), name = list == NO_TOKEN ? NO_TOKEN : prev(x, list);
      if (name != NO_TOKEN && is_word(x, name)) collect_name(x, "-", name);
    }
    if (!is(x, g, "__global__")) continue;
    for (size_t i = next(x, g), end = parameters(x, g); end != NO_TOKEN && i != end; i = next(x, i))
      if (is_word(x, i)) collect_name(x, "", i);
  }
}

bool declared_by_friends(const struct translation *x, size_t name) {
  bool befriended = false;
  for (size_t g = 0; g < name; g++) {
    if (!is(x, g, "__global__")) continue;
    size_t declared = prev(x, parameters(x, g)), before = prev(x, g);
    if (declared == NO_TOKEN || !same_word(x, declared, name)) continue;
    while (is_word(x, before) && !is(x, before, "friend")) before = prev(x, before);
    if (!is(x, before, "friend")) return false;
    befriended = true;
  }
  return befriended;
}

// Whether the function whose name is at i is defined there as `void name(...) {` and qualified at most by
// words that make no kernel of it.
static bool plain_definition(const struct translation *x, size_t i) {
  static const char *const words[] = {"static",          "inline",       "extern",
                                      "__device__",      "__host__",     "constexpr",
                                      "__forceinline__", "__noinline__", NULL};
  if (tok(x, i)->macro || !is(x, next(x, i), "(") || !is(x, prev(x, i), "void")) return false;
  if (!is(x, next(x, match_forward(x, next(x, i))), "{")) return false;
  size_t p = prev(x, prev(x, i));
  while (is_one_of(x, p, words)) p = prev(x, p);
  if (is(x, p, ">")) {
    p = prev(x, angle_backward(x, p));
    if (!is(x, p, "template")) return false;
    p = prev(x, p);
  }
  return p == NO_TOKEN || is(x, p, ";") || is(x, p, "}");
}

// The word may name a variable as well: `K name`, `(*name)`, `&name`.
static bool may_be_variable(const struct translation *x, size_t i) {
  static const char *const no_type[] = {"return", "else", "do", "void", "case", NULL};
  size_t p = prev(x, i);
  return is(x, p, "*") || is(x, p, "&") || is(x, p, ">") || is(x, p, "::") ||
         (is_word(x, p) && !is_one_of(x, p, no_type));
}

bool check_is_kernel(struct translation *x, size_t first, size_t last) {
  if (tok(x, first)->macro || (first != last && !is(x, next(x, first), "<"))) return true;
  for (size_t i = 0; i < x->kernels->count; i++) {
    size_t n = tok(x, first)->end - tok(x, first)->begin;
    if (!strncmp(x->kernels->name[i], x->t.text + tok(x, first)->begin, n) && !x->kernels->name[i][n])
      return true;
  }
  bool defined = false;
  for (size_t i = 0; i < x->t.count; i++) {
    if (!is_word(x, i) || i == first || !same_word(x, i, first)) continue;
    if (may_be_variable(x, i)) return true;
    defined = defined || plain_definition(x, i);
  }
  if (!defined) return true;
  return fail(x, first, "%.*s is launched but is no __global__ function",
              (int)(tok(x, first)->end - tok(x, first)->begin), x->t.text + tok(x, first)->begin);
}
