// Device functions of a source: where one begins, its parameters, its body; and what is declared in a class.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

// The body's `{` behind the parameter list that closes at i, NO_TOKEN for a declaration.
static size_t body_open(const struct translation *x, size_t i) {
  bool initialisers = false;
  for (i = next(x, i); i != NO_TOKEN; i = next(x, i)) {
    if (is(x, i, ";") || is(x, i, "}") || is(x, i, "=") || is(x, i, ",") || is(x, i, ")")) {
      if (!(initialisers && is(x, i, ","))) return NO_TOKEN;
    } else if (is(x, i, ":")) {
      initialisers = true;
    } else if (is(x, i, "(")) {
      i = match_forward(x, i);
    } else if (is(x, i, "<")) {
      size_t close = angle_forward(x, i);
      if (close == NO_TOKEN) return NO_TOKEN;
      i = close;
    } else if (is(x, i, "{")) {
      bool member = initialisers && (is_word(x, prev(x, i)) || is(x, prev(x, i), ">"));
      if (!member) return i;
      i = match_forward(x, i);
    }
  }
  return NO_TOKEN;
}

// Whether the word at i is the qualifier, or a macro of the file that holds it: `#define HD __host__ __device__`.
static bool qualifies(const struct translation *x, size_t i, const char *qualifier) {
  if (is(x, i, qualifier)) return true;
  if (!is_word(x, i)) return false;
  for (size_t m = 0; m < x->t.macro_count; m++) {
    const struct macro *macro = &x->t.macro[m];
    if (macro->function_like || macro->name_end - macro->name_begin != tok(x, i)->end - tok(x, i)->begin ||
        memcmp(x->t.text + macro->name_begin, x->t.text + tok(x, i)->begin,
               macro->name_end - macro->name_begin))
      continue;
    const char *body = x->t.text + macro->name_end, *end = body;
    while (end < x->t.text + x->t.n && *end != '\n') end++;
    if (memmem(body, (size_t)(end - body), qualifier, strlen(qualifier))) return true;
  }
  return false;
}

bool device_function_at(const struct translation *x, size_t i, struct device_function *f) {
  if (tok(x, i)->macro || !(qualifies(x, i, "__global__") || qualifies(x, i, "__device__"))) return false;
  *f = (struct device_function){.kernel = qualifies(x, i, "__global__"), .host = qualifies(x, i, "__host__")};
  for (size_t p = prev(x, i); is_word(x, p); p = prev(x, p)) {
    if (qualifies(x, p, "__global__") || qualifies(x, p, "__device__"))
      return false; // found already, from there
    if (is(x, p, "__host__")) f->host = true;
  }
  size_t open = next(x, i);
  for (; !is(x, open, "(") || is(x, prev(x, open), "operator"); open = next(x, open)) {
    if (open == NO_TOKEN || is(x, open, ";") || is(x, open, "{") || is(x, open, "}") || is(x, open, "="))
      return false;
    if (is(x, open, "__host__")) f->host = true;
    if (is(x, open, "__global__")) f->kernel = true;
    if (is_attribute_word(x, open) && is(x, next(x, open), "("))
      open = match_forward(x, next(x, open));
    else if (is(x, open, "<") || is(x, open, "("))
      open = is(x, open, "<") ? angle_forward(x, open) : match_forward(x, open);
    if (open == NO_TOKEN) return false;
  }
  f->name = prev(x, open);
  f->parameters = open;
  size_t close = match_forward(x, open);
  f->open = close == NO_TOKEN ? NO_TOKEN : body_open(x, close);
  f->close = f->open == NO_TOKEN ? NO_TOKEN : match_forward(x, f->open);
  return f->close != NO_TOKEN;
}

bool in_class(const struct translation *x, size_t i) {
  for (size_t p = prev(x, i); p != NO_TOKEN; p = prev(x, p)) {
    if (is(x, p, "}") || is(x, p, ")") || is(x, p, "]")) p = match_backward(x, p);
    if (!is(x, p, "{")) continue;
    for (p = prev(x, p); is_word(x, p) || is(x, p, ":") || is(x, p, ",") || is(x, p, ">"); p = prev(x, p)) {
      if (is(x, p, "struct") || is(x, p, "class") || is(x, p, "union")) return true;
      if (is(x, p, ">")) p = angle_backward(x, p);
    }
    return false;
  }
  return false;
}
