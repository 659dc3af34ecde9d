// Splits a CUDA source into tokens: comments, literals, directives and macro bodies told apart.
#define _GNU_SOURCE
#include "emu/emucc/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
  struct tokens *out;
  const char *s;
  size_t n, i;
  int line;
  int macro;       // of the #define whose body is being read, else 0
  size_t last[2];  // last token of the source proper and of the present macro
  int disabled;    // depth of #if inside an `#if 0`, 0 outside
  bool line_start; // nothing but white space and comments since the last newline
};

size_t newline_length(const char *text, size_t n, size_t i) {
  if (i >= n || (text[i] != '\n' && text[i] != '\r')) return 0;
  return text[i] == '\r' && i + 1 < n && text[i + 1] == '\n' ? 2 : 1;
}

size_t spliced_newline_length(const char *text, size_t n, size_t i) {
  if (i >= n || text[i] != '\\') return 0;
  size_t j = i + 1;
  while (j < n && strchr(" \t\v\f", text[j]) && text[j]) j++;
  size_t end = newline_length(text, n, j);
  return end ? j + end - i : 0;
}

static bool word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static char at(const struct lexer *l, size_t i) {
  return i < l->n ? l->s[i] : '\0';
}

static void advance_to(struct lexer *l, size_t end) {
  for (; l->i < end; l->i++)
    if (l->s[l->i] == '\n' || (l->s[l->i] == '\r' && at(l, l->i + 1) != '\n')) l->line++;
}

static void add_token(struct lexer *l, enum token_kind kind, size_t begin, size_t end, int line) {
  struct tokens *t = l->out;
  if (l->disabled) return;
  if (t->count == t->token_capacity) {
    t->token_capacity = t->token_capacity ? 2 * t->token_capacity : 1024;
    t->token = must_realloc(t->token, t->token_capacity * sizeof *t->token);
  }
  struct token *k = &t->token[t->count];
  *k = (struct token){kind, line, l->macro, begin, end, NO_TOKEN, NO_TOKEN};
  if (kind <= TOKEN_PUNCT) { // directives stand between the streams
    size_t *last = &l->last[l->macro != 0];
    k->prev = *last;
    if (*last != NO_TOKEN) t->token[*last].next = t->count;
    *last = t->count;
  }
  t->count++;
}

static size_t comment_end(const struct lexer *l, size_t i) {
  if (at(l, i + 1) == '*') {
    for (i += 2; i < l->n; i++)
      if (l->s[i] == '*' && at(l, i + 1) == '/') return i + 2;
    return l->n;
  }
  while (i < l->n && !newline_length(l->s, l->n, i)) {
    size_t splice = spliced_newline_length(l->s, l->n, i);
    i += splice ? splice : 1;
  }
  return i;
}

static bool is_comment(const struct lexer *l, size_t i) {
  return at(l, i) == '/' && (at(l, i + 1) == '*' || at(l, i + 1) == '/');
}

// i is at the opening quote; an unfinished literal ends before the newline.
static size_t quoted_end(const struct lexer *l, size_t i) {
  char quote = l->s[i++];
  while (i < l->n && !newline_length(l->s, l->n, i)) {
    size_t splice = spliced_newline_length(l->s, l->n, i);
    if (splice)
      i += splice;
    else if (l->s[i] == '\\')
      i += i + 1 < l->n ? 2 : 1;
    else if (l->s[i++] == quote)
      break;
  }
  return i;
}

// i is at the quote of R"delimiter( ... )delimiter".
static size_t raw_string_end(const struct lexer *l, size_t i) {
  size_t open = i + 1;
  while (open < l->n && open - i <= 17 && l->s[open] != '(' && !strchr(" \t\n\r\\)\"", l->s[open])) open++;
  if (at(l, open) != '(') return quoted_end(l, i);
  size_t length = open - i - 1;
  for (size_t j = open + 1; j + length + 1 < l->n; j++)
    if (l->s[j] == ')' && !memcmp(l->s + j + 1, l->s + i + 1, length) && l->s[j + 1 + length] == '"')
      return j + length + 2;
  return l->n;
}

static bool spelled(const struct lexer *l, size_t begin, size_t end, const char *word) {
  return end - begin == strlen(word) && !memcmp(l->s + begin, word, end - begin);
}

static size_t word_end(const struct lexer *l, size_t i) {
  while (i < l->n && word_char(l->s[i])) i++;
  return i;
}

static size_t number_end(const struct lexer *l, size_t i) {
  for (i++; i < l->n; i++) {
    char c = l->s[i], before = l->s[i - 1];
    if (word_char(c) || c == '.') continue;
    if ((c == '+' || c == '-') && strchr("eEpP", before)) continue;
    if (c == '\'' && word_char(at(l, i + 1))) continue;
    break;
  }
  return i;
}

static size_t punct_length(const struct lexer *l, size_t i) {
  static const char *const longer[] = {"::", "->", "##", "<=", ">=", "==", "!="};
  if (l->s[i] == '<') { // a run of exactly three opens a launch; longer runs are a merge conflict's
    size_t run = 1;
    while (at(l, i + run) == '<') run++;
    if (run > 1) return run;
  }
  for (size_t k = 0; k < sizeof longer / sizeof *longer; k++)
    if (l->s[i] == longer[k][0] && at(l, i + 1) == longer[k][1]) return 2;
  return 1;
}

static size_t blank_end(const struct lexer *l, size_t i) {
  for (;;) {
    size_t splice = spliced_newline_length(l->s, l->n, i);
    if (splice)
      i += splice;
    else if (is_comment(l, i) && at(l, i + 1) == '*')
      i = comment_end(l, i);
    else if (at(l, i) == ' ' || at(l, i) == '\t')
      i++;
    else
      return i;
  }
}

static void read_token(struct lexer *l) {
  size_t begin = l->i, end;
  int line = l->line;
  char c = l->s[begin];
  enum token_kind kind = TOKEN_PUNCT;
  if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)at(l, begin + 1)))) {
    end = number_end(l, begin);
    kind = TOKEN_NUMBER;
  } else if (c == '"' || c == '\'') {
    end = quoted_end(l, begin);
    kind = TOKEN_STRING;
  } else if (word_char(c)) {
    end = word_end(l, begin);
    kind = TOKEN_WORD;
    bool quote = at(l, end) == '"' || at(l, end) == '\'';
    size_t letters = end - begin - (quote && at(l, end) == '"' && l->s[end - 1] == 'R');
    bool prefix = letters == 0 || spelled(l, begin, begin + letters, "u8") ||
                  spelled(l, begin, begin + letters, "u") || spelled(l, begin, begin + letters, "U") ||
                  spelled(l, begin, begin + letters, "L");
    if (quote && prefix) {
      end = letters < end - begin ? raw_string_end(l, end) : quoted_end(l, end);
      kind = TOKEN_STRING;
    }
  } else {
    end = begin + punct_length(l, begin);
  }
  add_token(l, kind, begin, end, line);
  advance_to(l, end);
}

// Tokens up to the end of the line (of_directive) or of the text.
static void read_tokens(struct lexer *l, bool of_directive);

static void skip_line(struct lexer *l) {
  size_t i = l->i;
  while (i < l->n && !newline_length(l->s, l->n, i)) {
    size_t splice = spliced_newline_length(l->s, l->n, i);
    if (splice)
      i += splice;
    else if (is_comment(l, i))
      i = comment_end(l, i);
    else if (l->s[i] == '"')
      i = quoted_end(l, i);
    else
      i++;
  }
  advance_to(l, i);
}

static void read_define(struct lexer *l) {
  struct tokens *t = l->out;
  if (t->macro_count == t->macro_capacity) {
    t->macro_capacity = t->macro_capacity ? 2 * t->macro_capacity : 16;
    t->macro = must_realloc(t->macro, t->macro_capacity * sizeof *t->macro);
  }
  struct macro *m = &t->macro[t->macro_count++];
  size_t name = blank_end(l, l->i), i = word_end(l, name);
  *m = (struct macro){.name_begin = name, .name_end = i};
  if (at(l, i) == '(') {
    m->function_like = true;
    m->params_begin = ++i;
    while (i < l->n && l->s[i] != ')' && !newline_length(l->s, l->n, i)) {
      size_t splice = spliced_newline_length(l->s, l->n, i);
      i += splice ? splice : 1;
    }
    m->params_end = i;
    if (at(l, i) == ')') i++;
  }
  advance_to(l, i);
  l->macro = (int)t->macro_count;
  l->last[1] = NO_TOKEN;
  read_tokens(l, true);
  l->macro = 0;
}

static void read_directive(struct lexer *l) {
  size_t begin = blank_end(l, l->i + 1), end = word_end(l, begin), rest = blank_end(l, end);
  int line = l->line;
  bool opens =
      spelled(l, begin, end, "if") || spelled(l, begin, end, "ifdef") || spelled(l, begin, end, "ifndef");
  bool turns = spelled(l, begin, end, "else") || spelled(l, begin, end, "elif");
  bool closes = spelled(l, begin, end, "endif");
  if (l->disabled) {
    if (opens) l->disabled++;
    if (closes || (turns && l->disabled == 1)) l->disabled--;
    if (turns && l->disabled == 0) add_token(l, TOKEN_ELSE, begin, end, line);
    if (closes && l->disabled == 0) add_token(l, TOKEN_ENDIF, begin, end, line);
  } else if (opens || turns || closes) {
    add_token(l, opens ? TOKEN_IF : turns ? TOKEN_ELSE : TOKEN_ENDIF, begin, end, line);
    size_t zero_end = at(l, rest) == '0' ? number_end(l, rest) : rest;
    size_t after = blank_end(l, zero_end);
    bool alone = after == l->n || newline_length(l->s, l->n, after) || is_comment(l, after);
    if (spelled(l, begin, end, "if") && spelled(l, rest, zero_end, "0") && alone) l->disabled = 1;
  } else if (spelled(l, begin, end, "define")) {
    advance_to(l, end);
    read_define(l);
    return;
  } else if (spelled(l, begin, end, "include") && at(l, rest) == '"') {
    size_t close = rest + 1;
    while (close < l->n && l->s[close] != '"' && !newline_length(l->s, l->n, close)) close++;
    if (at(l, close) == '"') add_token(l, TOKEN_INCLUDE, rest, close + 1, line);
  }
  advance_to(l, end);
  skip_line(l);
}

static void read_tokens(struct lexer *l, bool of_directive) {
  while (l->i < l->n) {
    size_t end = newline_length(l->s, l->n, l->i), splice = spliced_newline_length(l->s, l->n, l->i);
    if (end && of_directive) return;
    if (end) {
      advance_to(l, l->i + end);
      l->line_start = true;
    } else if (splice) {
      advance_to(l, l->i + splice);
    } else if (isspace((unsigned char)l->s[l->i])) {
      l->i++;
    } else if (is_comment(l, l->i)) {
      advance_to(l, comment_end(l, l->i));
    } else if (l->s[l->i] == '#' && l->line_start && !of_directive) {
      read_directive(l);
    } else {
      l->line_start = false;
      read_token(l);
    }
  }
}

void tokens_read(struct tokens *t, const char *text, size_t n) {
  *t = (struct tokens){.text = text, .n = n};
  struct lexer l = {.out = t, .s = text, .n = n, .line = 1, .last = {NO_TOKEN, NO_TOKEN}, .line_start = true};
  read_tokens(&l, false);
}

void tokens_free(struct tokens *t) {
  free(t->token);
  free(t->macro);
}

bool token_is(const struct tokens *t, size_t i, const char *spelling) {
  if (i == NO_TOKEN || t->token[i].kind > TOKEN_PUNCT) return false;
  const struct token *k = &t->token[i];
  for (size_t c = k->begin; c < k->end; c++, spelling++)
    if (!*spelling || t->text[c] != *spelling) return false; // most often the first character tells
  return !*spelling;
}
