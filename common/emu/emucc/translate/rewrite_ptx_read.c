// Reads asm statements of inline PTX, and refuses them.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"
#include "emu/emucc/translate/rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *spelling(const struct translation *x, size_t first, size_t last) {
  return must_print("%.*s", (int)(tok(x, last)->end - tok(x, first)->begin),
                    x->t.text + tok(x, first)->begin);
}

// Adds what a string literal means to s->text. False: it is too long, or of another form.
static bool add_string(struct ptx_statement *s, const struct translation *x, size_t i) {
  size_t used = strlen(s->text), at = tok(x, i)->begin + 1, end = tok(x, i)->end - 1;
  if (x->t.text[at - 1] != '"') return false;
  for (; at < end; at++) {
    char c = x->t.text[at];
    if (c == '\\') c = x->t.text[++at] == 'n' ? '\n' : ' '; // \n, \t
    if (used + 2 > sizeof s->text) return false;
    s->text[used++] = c;
  }
  s->text[used] = '\0';
  return true;
}

// `asm volatile("..." : "=r"(x) : "r"(y) : "memory")`.
bool ptx_read(const struct translation *x, size_t i, struct ptx_statement *s) {
  static const char *const words[] = {"volatile", "__volatile__", "__volatile", NULL};
  *s = (struct ptx_statement){.close = NO_TOKEN};
  for (i = next(x, i); is_one_of(x, i, words); i = next(x, i)) {
  }
  if (!is(x, i, "(") || (s->close = match_forward(x, i)) == NO_TOKEN) return false;
  for (i = next(x, i); i != NO_TOKEN && tok(x, i)->kind == TOKEN_STRING; i = next(x, i))
    if (!add_string(s, x, i)) return false;
  for (int colons = 0; i != s->close; i = next(x, i)) {
    if (is(x, i, ":") || is(x, i, "::")) {
      colons += is(x, i, ":") ? 1 : 2;
    } else if (colons == 1 || colons == 2) {
      if (is(x, i, ",")) continue;
      while (tok(x, i)->kind == TOKEN_STRING && next(x, i) != NO_TOKEN &&
             tok(x, next(x, i))->kind == TOKEN_STRING)
        i = next(x, i); // "=" "r"
      size_t open = next(x, i), close = is(x, open, "(") ? match_forward(x, open) : NO_TOKEN;
      if (tok(x, i)->kind != TOKEN_STRING || close == NO_TOKEN || s->operands == MOST_OPERANDS) return false;
      s->operand[s->operands++] = spelling(x, open, close);
      i = close;
    } else if (colons == 0) {
      return false;
    }
  }
  return true;
}

void ptx_free(struct ptx_statement *s) {
  for (int k = 0; k < s->operands; k++) free(s->operand[k]);
  for (int k = 0; k < s->regs; k++) free(s->reg[k]);
}

bool ptx_is_readable(const struct translation *x, size_t i) {
  struct ptx_statement s;
  bool known = ptx_read(x, i, &s);
  ptx_free(&s);
  return known;
}

void ptx_refuse(struct translation *x, size_t i, const char *name) {
  if (x->piece) { // by the translation that the piece is for
    snprintf(x->refused, sizeof x->refused, "%s", name);
    return;
  }
  if (starts_with(name, "bar")) name = "a barrier that votes, or of another form";
  char *message = must_print(
      "_Pragma(\"GCC error \\\"inline PTX: `%s` is not among the instructions that the emulator has "
      "(common/emu/SUPPORTED.md)\\\"\") ",
      name);
  insert(x, tok(x, i)->begin, message);
  free(message);
}

char *ptx_trimmed(char *s) {
  while (isspace((unsigned char)*s)) s++;
  char *end = s + strlen(s);
  while (end > s && isspace((unsigned char)end[-1])) *--end = '\0';
  return s;
}

bool ptx_has_part(const char *name, const char *part) {
  size_t n = strlen(part);
  for (const char *at = name; (at = strstr(at, part)); at += n)
    if (at > name && at[-1] == '.' && (at[n] == '.' || !at[n])) return true;
  return false;
}
