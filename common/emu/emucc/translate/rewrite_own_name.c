// Variables, parameters and members of the program's own that are named gridDim, blockDim, blockIdx or threadIdx. These
// names are macros of the headers, so the program's own get another name: behind `.` and `->`, in host code where the
// file declares such a name, and in a device function behind its declaration there.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>

static const char *const built_in[] = {"gridDim", "blockDim", "blockIdx", "threadIdx", NULL};

static bool is_qualified(const struct translation *x, size_t i) {
  size_t before = prev(x, i);
  return is(x, before, ".") || is(x, before, "->") || (is(x, before, "::") && is_word(x, prev(x, before)));
}

// Whether the word at i is declared there: `dim3 gridDim(`, `const dim3 &gridDim,`, `dim3 gridDim = 4, blockDim = 2`.
static bool is_declared(const struct translation *x, size_t i) {
  static const char *const no_type[] = {"return", "else", "case",     "goto", "throw",
                                        "delete", "new",  "typename", NULL};
  static const char *const after[] = {"=", "(", "{", "[", ";", ",", ")", ":", NULL};
  if (!is_one_of(x, next(x, i), after)) return false;
  size_t p = prev(x, i);
  while (is(x, p, "*") || is(x, p, "&") || is(x, p, "&&")) p = prev(x, p);
  if (is(x, p, ">")) return angle_backward(x, p) != NO_TOKEN;
  return is_word(x, p) && !is_one_of(x, p, no_type) && !is_one_of(x, p, built_in);
}

void collect_own_names(struct translation *x) {
  for (size_t i = 0; i < x->t.count && !x->own_names; i++)
    x->own_names = is_one_of(x, i, built_in) && !tok(x, i)->macro && is_declared(x, i);
}

// In a device function: declared between its parameters and here.
static bool declared_in(const struct translation *x, size_t i, const struct device_function *f) {
  for (size_t k = f->parameters; k != NO_TOKEN && k <= i; k = next(x, k))
    if (is_one_of(x, k, built_in) && same_word(x, k, i) && is_declared(x, k)) return true;
  return false;
}

// `constexpr int warpSize = 32;` of the program, beside the headers': to nvcc the same variable, declared again. All uses
// mean the headers' then, so only what is declared outside every brace gets another name.
static bool is_second_warp_size(const struct translation *x, size_t i) {
  if (!is(x, i, "warpSize") || !is(x, prev(x, i), "int") || !is(x, next(x, i), "=") || tok(x, i)->macro)
    return false;
  size_t value = next(x, next(x, i));
  if (!is(x, value, "32") || !is(x, next(x, value), ";")) return false;
  for (size_t p = prev(x, i); p != NO_TOKEN; p = prev(x, p)) {
    if (is(x, p, "}"))
      p = match_backward(x, p);
    else if (is(x, p, "{"))
      return false;
  }
  return true;
}

void rewrite_own_name(struct translation *x, size_t i, const struct device_function *f) {
  if (is_second_warp_size(x, i) && may_rewrite(x, RULE_OWN_NAME, i, i))
    insert(x, tok(x, i)->begin, "emu_own_");
  if (!is_one_of(x, i, built_in)) return;
  bool own = is_qualified(x, i);
  if (!own && !tok(x, i)->macro) own = f ? declared_in(x, i, f) : x->own_names;
  if (own && may_rewrite(x, RULE_OWN_NAME, i, i)) insert(x, tok(x, i)->begin, "emu_own_");
}
