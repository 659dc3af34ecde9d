// Reads C++ as a compiler's first phases do: spliced lines, comments, literals.
#include "grader/submission/reader.h"
#include "base/text.h"
#include <ctype.h>
#include <string.h>

// A line ends by \n, \r\n or, as compilers take it, a lone \r.
static bool lone_return(const char *s) {
  return s[0] == '\r' && s[1] != '\n';
}

// Skips spliced line ends; GCC lets blanks stand in between. (Inside a raw string they are text; splicing them there
// too hides nothing.)
static void reader_splice(struct reader *r) {
  while (r->s[0] == '\\') {
    const char *end = r->s + 1 + strspn(r->s + 1, " \t\v\f");
    if (*end != '\n' && *end != '\r') return;
    r->s = end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1);
    r->line++;
  }
}

char reader_peek(struct reader *r) {
  reader_splice(r);
  return lone_return(r->s) ? '\n' : *r->s;
}

char reader_take(struct reader *r) {
  char c = reader_peek(r);
  if (c) r->s++;
  if (c == '\n') r->line++;
  return c;
}

bool reader_comment(struct reader *r) { // at '/': skips a comment, if one begins here
  struct reader ahead = *r;
  reader_take(&ahead);
  char second = reader_peek(&ahead);
  if (second != '/' && second != '*') return false;
  *r = ahead;
  reader_take(r);
  if (second == '/') {
    while (reader_peek(r) && reader_peek(r) != '\n') reader_take(r);
    return true;
  }
  for (char last = 0; reader_peek(r);) {
    char c = reader_take(r);
    if (last == '*' && c == '/') break;
    last = c;
  }
  return true;
}

void reader_quoted(struct reader *r, char quote) { // behind the opening quote
  while (reader_peek(r) && reader_peek(r) != '\n') {
    char c = reader_take(r);
    if (c == quote) return;
    if (c == '\\' && reader_peek(r)) reader_take(r);
  }
}

void reader_raw_string(struct reader *r) { // behind R"
  char end[20] = ")";
  int n = 1;
  while (*r->s && *r->s != '(' && n < 17) end[n++] = *r->s++;
  end[n++] = '"';
  end[n] = 0;
  for (; *r->s && strncmp(r->s, end, n) != 0; r->s++) r->line += *r->s == '\n' || lone_return(r->s);
  if (*r->s) r->s += n;
}

bool reader_is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

void reader_blanks(struct reader *r) {
  for (;;) {
    char c = reader_peek(r);
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r')
      reader_take(r);
    else if (!(c == '/' && reader_comment(r)))
      return;
  }
}

void reader_word(struct reader *r, char *out, size_t size) {
  size_t n = 0;
  while (reader_is_word(reader_peek(r))) {
    char c = reader_take(r);
    if (n + 1 < size) out[n++] = c;
  }
  out[n] = 0;
}

static bool separator(const struct reader *r) { // a ' within a number
  struct reader ahead = *r;
  return reader_take(&ahead) == '\'' && reader_is_word(reader_peek(&ahead));
}

void reader_number(struct reader *r) {
  while (reader_is_word(reader_peek(r)) || reader_peek(r) == '.' || separator(r)) reader_take(r);
}

bool reader_is_raw(const char *prefix) {
  static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R"};
  for (int i = 0; i < 5; i++)
    if (strcmp(prefix, raw[i]) == 0) return true;
  return false;
}
