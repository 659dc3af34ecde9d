// Members of unions: CUDA's vector types are copied like bytes, so a union that has one may be copied. Ours copy by an
// operator of their own, which would forbid it. In a union their place is taken by a type that has none and becomes the
// vector wherever it is used (include/vector_types.h).
#include "emu/emucc/translate/rewrite.h"

// A word that declares a member or begins a list of them: `float4 v;`, `uint2 a[2], b;`, `float4 v = ...`.
static bool declares(const struct translation *x, size_t type) {
  static const char *const behind_name[] = {";", ",", "[", "=", "{", NULL};
  static const char *const before[] = {";", "{", "}", ":", "const", "volatile", NULL};
  size_t name = next(x, type);
  return is_one_of(x, prev(x, type), before) && is_word(x, name) && is_one_of(x, next(x, name), behind_name);
}

// The brace that opens the body of the union whose keyword is i, or NO_TOKEN.
static size_t body(const struct translation *x, size_t i) {
  for (size_t open = next(x, i); open != NO_TOKEN; open = next(x, open)) {
    if (is(x, open, "{")) return match_forward(x, open) == NO_TOKEN ? NO_TOKEN : open;
    if (attribute_end(x, open) != NO_TOKEN)
      open = attribute_end(x, open);
    else if (!is_word(x, open))
      break;
  }
  return NO_TOKEN;
}

void rewrite_union(struct translation *x, size_t i) {
  static const char *const complex[] = {"cuComplex", "cuFloatComplex", "cuDoubleComplex", NULL};
  size_t open = body(x, i), close = open == NO_TOKEN ? NO_TOKEN : match_forward(x, open);
  if (open == NO_TOKEN) return;
  for (size_t t = next(x, open); t != NO_TOKEN && t != close; t = next(x, t)) {
    if (is(x, t, "(")) t = match_forward(x, t); // parameters
    if (t == NO_TOKEN) return;
    if (is(x, t, "union") && body(x, t) != NO_TOKEN) t = match_forward(x, body(x, t)); // its own turn comes
    if ((!is_header_class(x, t) && !is_one_of(x, t, complex)) || !declares(x, t)) continue;
    if (!may_rewrite(x, RULE_UNION, t, next(x, t))) continue;
    insert(x, tok(x, t)->begin, "::emu_in_union<");
    insert(x, tok(x, t)->end, ">");
  }
}
