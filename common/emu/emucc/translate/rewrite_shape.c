// Writes down, behind the declaration of __shared__ arrays of arrays and of structs, which shape they have: messages name
// their elements by it (memory/variable_shape.c).
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static char *add_field(char *text, const struct translation *x, const char *macro, size_t name,
                       const char *field, size_t n) {
  char *all = must_print("%s %s(%.*s, %.*s)", text, macro, (int)(tok(x, name)->end - tok(x, name)->begin),
                         x->t.text + tok(x, name)->begin, (int)n, field);
  free(text);
  return all;
}

// Whether the braces around the `{` at open are still open at `at`.
static bool in_scope(const struct translation *x, size_t open, size_t at) {
  size_t i = match_forward(x, open);
  if (i == NO_TOKEN) return false;
  for (i = next(x, i); i != NO_TOKEN && i < at; i = next(x, i)) {
    if (is(x, i, "}")) return false;
    size_t close = is(x, i, "{") ? match_forward(x, i) : NO_TOKEN;
    if (close != NO_TOKEN && close < at) i = close;
  }
  return true;
}

// The `{` of the struct of this file that the word names, where all of its members are public data; else NO_TOKEN.
static size_t plain_struct(const struct translation *x, size_t word) {
  static const char *const others[] = {"static", "using",   "typedef",   "template", "private", "protected",
                                       "public", "virtual", "friend",    "operator", "union",   "struct",
                                       "class",  "enum",    "constexpr", "(",        ":",       NULL};
  size_t open = NO_TOKEN;
  for (size_t i = 0; i < word; i++) {
    if (!is_word(x, i) || !same_word(x, i, word)) continue;
    size_t before = prev(x, i), after = next(x, i);
    if (is(x, before, "class") || is(x, before, "typename") || is(x, before, "using"))
      open = NO_TOKEN; // from here on it may be something else
    else if (is(x, before, "struct") && is(x, after, "{"))
      open = in_scope(x, after, word) ? after : NO_TOKEN;
  }
  size_t close = open == NO_TOKEN ? NO_TOKEN : match_forward(x, open);
  if (close == NO_TOKEN) return NO_TOKEN;
  for (size_t i = next(x, open); i != close; i = next(x, i))
    if (i == NO_TOKEN || is_one_of(x, i, others)) return NO_TOKEN;
  return open;
}

static char *add_fields(char *text, const struct translation *x, const char *macro, size_t name,
                        size_t open) {
  for (size_t i = next(x, open), close = match_forward(x, open); i != close; i = next(x, i)) {
    size_t after = next(x, i);
    if (is(x, i, "<") && angle_forward(x, i) != NO_TOKEN) i = angle_forward(x, i);
    if (is(x, i, "[") || is(x, i, "{")) i = match_forward(x, i);
    if (is_word(x, i) && (is(x, after, ";") || is(x, after, ",") || is(x, after, "[") || is(x, after, "=")))
      text = add_field(text, x, macro, name, x->t.text + tok(x, i)->begin, tok(x, i)->end - tok(x, i)->begin);
    if (is(x, after, "="))
      while (!is(x, next(x, i), ";") && !is(x, next(x, i), ",")) i = next(x, i);
  }
  return text;
}

// float4 has 4, in x, y, z and w; 0: the word is no such type.
static int vector_parts(const struct translation *x, size_t type) {
  char last = is_header_class(x, type) ? x->t.text[tok(x, type)->end - 1] : 0;
  return last >= '2' && last <= '4' ? last - '0' : 0;
}

char *shape_fields(const struct translation *x, const char *macro, size_t name, size_t type) {
  char *fields = must_print("%s", "");
  size_t open = is_word(x, type) ? plain_struct(x, type) : NO_TOKEN;
  for (int k = 0; k < vector_parts(x, type); k++) fields = add_field(fields, x, macro, name, &"xyzw"[k], 1);
  return open == NO_TOKEN ? fields : add_fields(fields, x, macro, name, open);
}

// `float s[8][9]`: the words before a bracket, a comma or the end are the names, and the one before the first is the type.
void rewrite_shape(struct translation *x, size_t begin, size_t end) {
  char *text = must_print("%s", "");
  size_t type = NO_TOKEN, semicolon = next(x, end);
  if (!is(x, semicolon, ";") || tok(x, semicolon)->macro != 0) return free(text);
  for (size_t i = begin; i != NO_TOKEN && i != semicolon; i = next(x, i)) {
    size_t last = attribute_end(x, i), after = next(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last == NO_TOKEN && (is(x, i, "[") || is(x, i, "{"))) last = match_forward(x, i);
    if (last != NO_TOKEN) {
      i = last;
      continue;
    }
    bool array = is(x, after, "["), one = is(x, after, ",") || after == semicolon;
    if (!is_word(x, i) || (!array && !one)) continue;
    if (type == NO_TOKEN) type = prev(x, i);
    bool rows = array && is(x, next(x, match_forward(x, after)), "[");
    char *fields = shape_fields(x, "EMU_SHAPE_FIELD", i, type);
    if (!rows && !*fields) {
      free(fields);
      continue;
    }
    char *all = must_print("%s EMU_SHAPE(%.*s,%s);", text, (int)(tok(x, i)->end - tok(x, i)->begin),
                           x->t.text + tok(x, i)->begin, fields);
    free(text), free(fields);
    text = all;
  }
  if (*text && may_rewrite(x, RULE_SHAPE, begin, semicolon)) insert(x, tok(x, semicolon)->end, text);
  free(text);
}
