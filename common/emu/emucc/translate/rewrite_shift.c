// Shifts in device code become those of the headers, which clamp the amount as the hardware does (emu_shift.h).
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static bool touches(const struct translation *x, size_t i, size_t j) {
  return j != NO_TOKEN && tok(x, i)->end == tok(x, j)->begin;
}

// Two `>` side by side that close template arguments: both have their `<`, with a name in front and no `&&` or `||`
// between, and no number follows.
static bool closes_templates(const struct translation *x, size_t first, size_t second) {
  size_t open = angle_backward(x, second);
  if (angle_backward(x, first) == NO_TOKEN || open == NO_TOKEN || !is_word(x, prev(x, open))) return false;
  size_t after = next(x, second);
  if (after != NO_TOKEN && tok(x, after)->kind == TOKEN_NUMBER) return false;
  for (size_t i = open; i != first; i = next(x, i))
    if ((is(x, i, "&") || is(x, i, "|")) && touches(x, i, next(x, i)) &&
        (is(x, next(x, i), "&") || is(x, next(x, i), "|")))
      return false;
  return true;
}

// Whether the operator << >> <<= >>= begins at i; *last: its last token.
static bool shift_at(const struct translation *x, size_t i, size_t *last) {
  size_t second = next(x, i), before = prev(x, i);
  if (is(x, before, "operator")) return false;
  *last = i;
  if (is(x, i, "<<")) {
    if (launch_open(x, i) != NO_TOKEN || is(x, before, "<")) return false;
    if (is(x, second, "=") && touches(x, i, second)) *last = second;
    return true;
  }
  if (!is(x, i, ">") || !touches(x, i, second)) return false;
  if (is(x, before, ">")) return false; // of a launch, or of templates
  *last = second;
  if (is(x, second, ">=")) return true;
  return is(x, second, ">") && !is(x, next(x, second), ">") && !closes_templates(x, i, second);
}

// The amount is a number that every type has room for: `x << 3`, but not `x << 3 * n`.
static bool small_amount(const struct translation *x, size_t i) {
  static const char *const tighter[] = {"*", "/", "%", "+", "-", ".", NULL};
  if (i == NO_TOKEN || tok(x, i)->kind != TOKEN_NUMBER || is_one_of(x, next(x, i), tighter)) return false;
  char *end, text[24] = "";
  size_t n = tok(x, i)->end - tok(x, i)->begin;
  memcpy(text, x->t.text + tok(x, i)->begin, n < sizeof text ? n : sizeof text - 1);
  unsigned long value = strtoul(text, &end, 0);
  return value < 32 && strspn(end, "uUlL") == strlen(end);
}

// A stream is written to or read from around i, not a number shifted.
static bool in_stream(const struct translation *x, size_t i) {
  static const char *const names[] = {"cout", "cerr", "clog", "cin", "endl", NULL};
  for (int back = 0; back < 2; back++)
    for (size_t k = i; k != NO_TOKEN; k = back ? prev(x, k) : next(x, k)) {
      if (is(x, k, ";") || is(x, k, ",") || is(x, k, "{") || is(x, k, "}") || is(x, k, back ? "(" : ")"))
        break;
      if (tok(x, k)->kind == TOKEN_STRING && x->t.text[tok(x, k)->end - 1] == '"') return true;
      if (is_one_of(x, k, names)) return true;
      if (is(x, k, back ? ")" : "(") || is(x, k, back ? "]" : "[")) {
        k = back ? match_backward(x, k) : match_forward(x, k);
        if (k == NO_TOKEN) break;
      }
    }
  return false;
}

static void rewrite_shift(struct translation *x, size_t i) {
  size_t last;
  if (!shift_at(x, i, &last) || small_amount(x, next(x, last)) || in_stream(x, i)) return;
  if (is(x, next(x, last), ".") || is(x, prev(x, i), ".")) return; // `(a << ... << b)`, a fold
  if (!may_rewrite(x, RULE_SHIFT, i, last)) return;
  char *again =
      must_print(" emu_shift %s%s ", is(x, i, "<<") ? "<<" : ">>", last != i && !is(x, last, ">") ? "=" : "");
  insert(x, tok(x, last)->end, again);
  free(again);
}

void rewrite_shifts(struct translation *x, const struct device_function *f) {
  for (size_t i = match_forward(x, f->parameters); i != NO_TOKEN && i != f->close; i = next(x, i))
    rewrite_shift(x, i);
}

// What is shifted in a macro may be a stream, unless it is a number, a parameter or in brackets.
void rewrite_shift_of_macro(struct translation *x, size_t i) {
  size_t before = prev(x, i);
  bool number = before != NO_TOKEN && tok(x, before)->kind == TOKEN_NUMBER;
  if (!tok(x, i)->macro) return;
  if (number || is(x, before, ")") || is(x, before, "]") || is_macro_parameter(x, before))
    rewrite_shift(x, i);
}
