// What the rules of the translator share: moving among tokens, matching brackets, collecting edits.
#include "emu/emucc/translate/rewrite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_one_of(const struct translation *x, size_t i, const char *const *spellings) {
  if (i == NO_TOKEN) return false;
  char first = tok(x, i)->first;
  for (; *spellings; spellings++)
    if (**spellings == first && token_spells(&x->t, i, *spellings)) return true;
  return false;
}

bool is_word(const struct translation *x, size_t i) {
  return i != NO_TOKEN && tok(x, i)->kind == TOKEN_WORD;
}

bool same_word(const struct translation *x, size_t i, size_t j) {
  size_t n = tok(x, j)->end - tok(x, j)->begin;
  return is_word(x, i) && n == tok(x, i)->end - tok(x, i)->begin &&
         !memcmp(x->t.text + tok(x, i)->begin, x->t.text + tok(x, j)->begin, n);
}

bool fail(struct translation *x, size_t i, const char *format, ...) {
  int used = snprintf(x->error, x->error_size, "%s:%d: error: ", x->file, tok(x, i)->line);
  va_list args;
  va_start(args, format);
  if (used >= 0 && (size_t)used < x->error_size)
    vsnprintf(x->error + used, x->error_size - used, format, args);
  va_end(args);
  return false;
}

void replace(struct translation *x, size_t begin, size_t end, char *text) {
  if (x->edits == x->edit_capacity) {
    x->edit_capacity = x->edit_capacity ? 2 * x->edit_capacity : 64;
    x->edit = must_realloc(x->edit, x->edit_capacity * sizeof *x->edit);
  }
  if (x->spoilt) {
    char *no_cxx = must_print("%s @ ", text);
    free(text);
    text = no_cxx;
    x->spoilt = false;
  }
  x->edit[x->edits] = (struct edit){begin, end, x->edits, text, 0, false};
  x->edits++;
}

void insert(struct translation *x, size_t at, const char *text) {
  replace(x, at, at, must_print("%s", text));
}

void erase(struct translation *x, size_t begin, size_t end) {
  char *kept = must_realloc(NULL, end - begin + 1);
  size_t used = 0;
  for (size_t i = begin; i < end; i++) {
    size_t length = newline_length(x->t.text, end, i);
    if (!length) length = spliced_newline_length(x->t.text, end, i);
    if (!length) continue;
    memcpy(kept + used, x->t.text + i, length);
    used += length;
    i += length - 1;
  }
  kept[used] = '\0';
  replace(x, begin, end, kept);
}

void erase_token(struct translation *x, size_t i) {
  size_t end = tok(x, i)->end;
  while (end < x->t.n && x->t.text[end] == ' ') end++;
  erase(x, tok(x, i)->begin, end);
}

size_t match_forward(const struct translation *x, size_t i) {
  int depth = 0;
  for (; i != NO_TOKEN; i = next(x, i)) {
    if (tok(x, i)->kind != TOKEN_PUNCT) continue;
    char c = tok(x, i)->first;
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return NO_TOKEN;
}

size_t match_backward(const struct translation *x, size_t i) {
  int depth = 0;
  for (; i != NO_TOKEN; i = prev(x, i)) {
    if (tok(x, i)->kind != TOKEN_PUNCT) continue;
    char c = tok(x, i)->first;
    if (c == ')' || c == ']' || c == '}') depth++;
    if ((c == '(' || c == '[' || c == '{') && --depth == 0) return i;
  }
  return NO_TOKEN;
}

size_t angle_forward(const struct translation *x, size_t i) {
  int depth = 0;
  for (; i != NO_TOKEN && !is(x, i, ";") && !is(x, i, "{"); i = next(x, i)) {
    if (is(x, i, "(") || is(x, i, "["))
      i = match_forward(x, i);
    else if (is(x, i, "<"))
      depth++;
    else if (is(x, i, ">") && --depth == 0)
      return i;
  }
  return NO_TOKEN;
}

size_t angle_backward(const struct translation *x, size_t i) {
  int depth = 0;
  for (; i != NO_TOKEN && !is(x, i, ";") && !is(x, i, "{") && !is(x, i, "("); i = prev(x, i)) {
    if (is(x, i, ")") || is(x, i, "]") || is(x, i, "}"))
      i = match_backward(x, i);
    else if (is(x, i, ">"))
      depth++;
    else if (is(x, i, "<") && --depth == 0)
      return i;
  }
  return NO_TOKEN;
}

bool is_attribute_word(const struct translation *x, size_t i) {
  static const char *const words[] = {"__align__",         "alignas",    "__attribute__",
                                      "__launch_bounds__", "__declspec", NULL};
  return is_one_of(x, i, words);
}

size_t attribute_end(const struct translation *x, size_t i) {
  if (is_attribute_word(x, i) && is(x, next(x, i), "(")) return match_forward(x, next(x, i));
  if (is(x, i, "[") && is(x, next(x, i), "[")) return match_forward(x, i);
  return NO_TOKEN;
}

// Whether the word is a type of the headers whose copies are theirs: float4, uint2, __half, __nv_bfloat162.
bool is_header_class(const struct translation *x, size_t i) {
  static const char *const elements[] = {"char",  "uchar",    "short",     "ushort", "int",    "uint", "long",
                                         "ulong", "longlong", "ulonglong", "float",  "double", NULL};
  static const char *const small[] = {"half",          "half2",          "__half",      "__half2",
                                      "nv_half",       "nv_half2",       "nv_bfloat16", "nv_bfloat162",
                                      "__nv_bfloat16", "__nv_bfloat162", NULL};
  if (!is_word(x, i)) return false;
  if (is_one_of(x, i, small)) return true;
  const char *word = x->t.text + tok(x, i)->begin;
  size_t n = tok(x, i)->end - tok(x, i)->begin;
  for (const char *const *e = elements; *e; e++)
    if (n == strlen(*e) + 1 && !memcmp(word, *e, n - 1) && strchr("1234", word[n - 1])) return true;
  return false;
}
