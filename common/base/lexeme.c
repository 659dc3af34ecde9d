// Reads C++ as a compiler's first phases do: spliced lines, comments, literals, words.
#include "base/lexeme.h"
#include <ctype.h>
#include <string.h>

size_t newline_length(const char *text, size_t n, size_t i) {
  if (i >= n || (text[i] != '\n' && text[i] != '\r')) return 0;
  return text[i] == '\r' && i + 1 < n && text[i + 1] == '\n' ? 2 : 1;
}

size_t spliced_newline_length(const char *text, size_t n, size_t i) {
  if (i >= n || text[i] != '\\') return 0;
  size_t j = i + 1;
  while (j < n && text[j] && strchr(" \t\v\f", text[j])) j++; // GCC lets blanks stand in between
  size_t end = newline_length(text, n, j);
  return end ? j + end - i : 0;
}

bool is_word_character(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

// ---- characters: i is a byte, spliced lines before a character do not count ----

static size_t behind_splices(const struct lexer *l, size_t i) {
  if (i >= l->n || l->text[i] != '\\') return i;
  for (size_t length; (length = spliced_newline_length(l->text, l->n, i));) i += length;
  return i;
}

static char look(const struct lexer *l, size_t i) { // 0 at the end
  i = behind_splices(l, i);
  return i < l->n ? l->text[i] : '\0';
}

static size_t behind(const struct lexer *l, size_t i) {
  i = behind_splices(l, i);
  return i < l->n ? i + 1 : l->n;
}

static bool at_line_end(const struct lexer *l, size_t i) {
  i = behind_splices(l, i);
  return i >= l->n || newline_length(l->text, l->n, i);
}

static void advance_to(struct lexer *l, size_t end) {
  for (; l->at < end; l->at++) {
    char c = l->text[l->at];
    l->line += c == '\n' || (c == '\r' && !(l->at + 1 < l->n && l->text[l->at + 1] == '\n'));
  }
}

// ---- where each kind ends ----

static bool is_comment(const struct lexer *l, size_t i) {
  if (look(l, i) != '/') return false;
  char second = look(l, behind(l, i));
  return second == '*' || second == '/';
}

static size_t comment_end(const struct lexer *l, size_t i) {
  i = behind(l, i);
  bool line = look(l, i) == '/';
  i = behind(l, i);
  if (line) {
    while (!at_line_end(l, i)) i = behind(l, i);
    return i;
  }
  while (i < l->n && !(look(l, i) == '*' && look(l, behind(l, i)) == '/')) i = behind(l, i);
  return behind(l, behind(l, i));
}

// i is at the opening quote; an unfinished literal ends before the newline.
static size_t quoted_end(const struct lexer *l, size_t i) {
  char quote = look(l, i);
  for (i = behind(l, i); !at_line_end(l, i);) {
    char c = look(l, i);
    i = behind(l, i);
    if (c == quote) return i;
    if (c == '\\' && i < l->n) i = behind(l, i);
  }
  return i;
}

// i is at the quote of R"delimiter( ... )delimiter", in which a backslash-newline is text.
static size_t raw_string_end(const struct lexer *l, size_t i) {
  const char *s = l->text;
  size_t open = i + 1;
  while (open < l->n && open - i <= 17 && s[open] != '(' && !strchr(" \t\n\r\\)\"", s[open])) open++;
  if (open >= l->n || s[open] != '(') return quoted_end(l, i);
  size_t length = open - i - 1;
  for (size_t j = open + 1; j + length + 1 < l->n; j++)
    if (s[j] == ')' && !memcmp(s + j + 1, s + i + 1, length) && s[j + 1 + length] == '"')
      return j + length + 2;
  return l->n;
}

static size_t word_end(const struct lexer *l, size_t i) {
  while (is_word_character(look(l, i))) i = behind(l, i);
  return i;
}

static size_t number_end(const struct lexer *l, size_t i) {
  for (char before = 0;;) {
    char c = look(l, i);
    bool sign = (c == '+' || c == '-') && before && strchr("eEpP", before);
    bool separator = c == '\'' && is_word_character(look(l, behind(l, i)));
    if (!is_word_character(c) && c != '.' && !sign && !separator) return i;
    before = c;
    i = behind(l, i);
  }
}

static size_t punct_end(const struct lexer *l, size_t i) {
  static const char *const longer[] = {"::", "->", "##", "<=", ">=", "==", "!=", "<:", ":>", "%:"};
  char c = look(l, i);
  size_t one = behind(l, i), two = behind(l, one);
  char d = look(l, one);
  if (c == '<' && d == '<') { // a run of exactly three opens a launch; longer runs are a merge conflict's
    while (look(l, two) == '<') two = behind(l, two);
    return two;
  }
  if (c == '<' && d == ':' && look(l, two) == ':') { // x<::y> begins with no digraph
    char fourth = look(l, behind(l, two));
    if (fourth != ':' && fourth != '>') return one;
  }
  for (size_t k = 0; k < sizeof longer / sizeof *longer; k++)
    if (c == longer[k][0] && d == longer[k][1]) return two;
  return one;
}

static bool is_among(const struct lexer *l, const struct lexeme *k, const char *const *list) {
  for (; *list; list++)
    if (lexeme_is(l, k, *list)) return true;
  return false;
}

// A word, or the literal that it is the prefix of.
static void read_word(const struct lexer *l, struct lexeme *k) {
  static const char *const plain[] = {"u8", "u", "U", "L", NULL};
  static const char *const raw[] = {"R", "u8R", "uR", "UR", "LR", NULL};
  k->kind = LEXEME_WORD;
  k->end = word_end(l, k->begin);
  size_t quote = behind_splices(l, k->end);
  char c = look(l, quote);
  if (c == '"' && is_among(l, k, raw))
    k->end = raw_string_end(l, quote);
  else if ((c == '"' || c == '\'') && is_among(l, k, plain))
    k->end = quoted_end(l, quote);
  else
    return;
  k->kind = LEXEME_STRING;
}

// ---- the interface ----

static void skip_blanks(struct lexer *l) {
  while (l->at < l->n) {
    size_t end = newline_length(l->text, l->n, l->at);
    size_t splice = end ? 0 : spliced_newline_length(l->text, l->n, l->at);
    if (end || splice) {
      l->line_begins |= end > 0;
      advance_to(l, l->at + end + splice);
    } else if (isspace((unsigned char)l->text[l->at])) {
      l->at++;
    } else if (is_comment(l, l->at)) {
      advance_to(l, comment_end(l, l->at));
    } else {
      return;
    }
  }
}

struct lexer lexer_of(const char *text, size_t n) {
  bool mark = n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3);
  return (struct lexer){.text = text, .n = n, .at = mark ? 3 : 0, .line = 1, .line_begins = true};
}

bool lexeme_next(struct lexer *l, struct lexeme *k) {
  skip_blanks(l);
  if (l->at == l->n) return false;
  *k =
      (struct lexeme){.kind = LEXEME_PUNCT, .begin = l->at, .line = l->line, .begins_a_line = l->line_begins};
  char c = l->text[l->at];
  if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)look(l, l->at + 1)))) {
    k->kind = LEXEME_NUMBER;
    k->end = number_end(l, k->begin);
  } else if (c == '"' || c == '\'') {
    k->kind = LEXEME_STRING;
    k->end = quoted_end(l, k->begin);
  } else if (is_word_character(c)) {
    read_word(l, k);
  } else {
    k->end = punct_end(l, k->begin);
  }
  l->line_begins = false;
  advance_to(l, k->end);
  return true;
}

bool lexeme_in_line(struct lexer *l, struct lexeme *k) {
  struct lexer ahead = *l;
  if (!lexeme_next(&ahead, k) || k->begins_a_line) return false;
  *l = ahead;
  return true;
}

bool lexeme_header(struct lexer *l, struct lexeme *k) {
  struct lexer ahead = *l;
  skip_blanks(&ahead);
  char open = look(&ahead, ahead.at), close = open == '<' ? '>' : '"';
  if (ahead.line_begins || (open != '<' && open != '"')) return false;
  *k = (struct lexeme){.kind = LEXEME_STRING, .begin = ahead.at, .line = ahead.line};
  k->end = behind(&ahead, ahead.at);
  while (!at_line_end(&ahead, k->end) && look(&ahead, k->end) != close) k->end = behind(&ahead, k->end);
  if (look(&ahead, k->end) == close) k->end = behind(&ahead, k->end);
  advance_to(&ahead, k->end);
  *l = ahead;
  return true;
}

bool lexeme_is(const struct lexer *l, const struct lexeme *k, const char *spelling) {
  for (size_t i = k->begin; i < k->end; i++, spelling++) {
    if (l->text[i] == '\\') i = behind_splices(l, i);
    if (!*spelling || l->text[i] != *spelling) return false; // most often the first character tells
  }
  return !*spelling;
}

void lexeme_spell(const struct lexer *l, const struct lexeme *k, char *out, size_t size) {
  size_t n = 0;
  for (size_t i = k->begin; i < k->end && n + 1 < size; i = behind(l, i)) out[n++] = look(l, i);
  out[n] = 0;
}

bool lexeme_is_hash(const struct lexer *l, const struct lexeme *k) {
  return k->begins_a_line && (lexeme_is(l, k, "#") || lexeme_is(l, k, "%:"));
}
