// Reads the compiler's dumps (dump.h).
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/audit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What emu_keywords.h declares __device__, __global__ and __host__ functions with: attributes that change no code.
static const char device_mark[] = "no_instrument_function", host_mark[] = "no_profile_instrument_function",
                  kernel_mark[] = "noclone";

bool span_is(struct span s, const char *text) {
  return s.n == strlen(text) && !memcmp(s.text, text, s.n);
}

bool span_starts(struct span s, const char *text) {
  size_t n = strlen(text);
  return s.n >= n && !memcmp(s.text, text, n);
}

bool span_has(struct span s, const char *text) {
  size_t n = strlen(text);
  for (size_t i = 0; i + n <= s.n; i++)
    if (!memcmp(s.text + i, text, n)) return true;
  return false;
}

bool span_same(struct span a, struct span b) {
  return a.n == b.n && !memcmp(a.text, b.text, a.n);
}

static bool has_word(struct span s, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= s.n; i++)
    if (!memcmp(s.text + i, word, n) &&
        (i + n == s.n || (s.text[i + n] != '_' && !isalnum((unsigned char)s.text[i + n]))) &&
        (i == 0 || (s.text[i - 1] != '_' && !isalnum((unsigned char)s.text[i - 1]))))
      return true;
  return false;
}

static struct span next_line(const char **at) {
  const char *begin = *at, *end = strchr(begin, '\n');
  if (!end) end = begin + strlen(begin);
  *at = *end ? end + 1 : end;
  return (struct span){begin, (size_t)(end - begin)};
}

// What stands before the parameters, which begin at the last " (" outside brackets; all of it if there is none.
static struct span before_parameters(struct span header) {
  int depth = 0;
  for (size_t i = header.n; i-- > 1;) {
    char c = header.text[i];
    if (c == ')') depth++;
    if (c == '(' && --depth == 0 && header.text[i - 1] == ' ') return (struct span){header.text, i - 1};
  }
  return header;
}

static struct dump_function *add_function(struct dump *d, size_t *capacity) {
  if (d->functions == *capacity) {
    *capacity = *capacity ? 2 * *capacity : 64;
    d->function = must_realloc(d->function, *capacity * sizeof *d->function);
  }
  d->function[d->functions] = (struct dump_function){.statements = 0};
  return &d->function[d->functions++];
}

static const char *read_body(struct dump_function *f, const char *at) {
  size_t capacity = 0;
  while (*at) {
    struct span s = next_line(&at);
    if (s.n && s.text[0] == '}') break;
    while (s.n && s.text[0] == ' ') s.text++, s.n--;
    if (!s.n) continue;
    if (f->statements == capacity) {
      capacity = capacity ? 2 * capacity : 32;
      f->statement = must_realloc(f->statement, capacity * sizeof *f->statement);
    }
    f->statement[f->statements++] = s;
  }
  return at;
}

// `;; Function f (_Z1fv, funcdef_no=...`
static void read_title(struct span title, struct span *name, struct span *symbol) {
  size_t n = strlen(";; Function ");
  const char *end = title.text + title.n, *comma = NULL;
  for (const char *p = title.text; p + 13 < end && !comma; p++)
    if (!memcmp(p, ", funcdef_no=", 13)) comma = p;
  const char *open = comma;
  while (open && open > title.text + n && !(open[0] == '(' && open[-1] == ' ')) open--;
  if (!open || open == title.text + n) return;
  *name = (struct span){title.text + n, (size_t)(open - 1 - title.text) - n};
  *symbol = (struct span){open + 1, (size_t)(comma - open - 1)};
}

static int compare_spans(struct span a, struct span b) {
  int order = memcmp(a.text, b.text, a.n < b.n ? a.n : b.n);
  return order ? order : a.n < b.n ? -1 : a.n > b.n;
}

static const struct dump *sorted_dump; // by compare_symbols
static int compare_symbols(const void *a, const void *b) {
  size_t i = *(const size_t *)a, j = *(const size_t *)b;
  int order = compare_spans(sorted_dump->function[i].symbol, sorted_dump->function[j].symbol);
  return order ? order : i < j ? -1 : i > j;
}

static void sort_symbols(struct dump *d) {
  d->by_symbol = must_realloc(NULL, (d->functions + 1) * sizeof *d->by_symbol);
  for (size_t i = 0; i < d->functions; i++) d->by_symbol[i] = i;
  sorted_dump = d;
  qsort(d->by_symbol, d->functions, sizeof *d->by_symbol, compare_symbols);
}

struct dump_function *dump_function_of(const struct dump *d, struct span symbol) {
  size_t low = 0, high = d->functions;
  while (low < high) { // the first that is not below it
    size_t middle = low + (high - low) / 2;
    if (compare_spans(d->function[d->by_symbol[middle]].symbol, symbol) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  struct dump_function *f = low < d->functions ? &d->function[d->by_symbol[low]] : NULL;
  return f && span_same(f->symbol, symbol) ? f : NULL;
}

bool dump_read(struct dump *d, const char *path) {
  size_t n, capacity = 0;
  *d = (struct dump){.functions = 0};
  char *text = read_whole(path, &n);
  if (!text) return false;
  d->text = text = must_realloc(text, n + 1);
  text[n] = '\0';
  struct span name = {0}, symbol = {0}, marks = {0}, header = {0};
  for (const char *at = text; *at;) {
    struct span line = next_line(&at);
    if (span_starts(line, ";; Function ")) {
      read_title(line, &name, &symbol);
      marks = header = (struct span){0};
    } else if (span_starts(line, "__attribute__((")) {
      marks = line;
    } else if (span_is(line, "{") && header.n) {
      struct dump_function *f = add_function(d, &capacity);
      f->header = header;
      f->name = name.n ? name : before_parameters(header);
      f->symbol = symbol;
      f->device = has_word(marks, device_mark);
      f->host = has_word(marks, host_mark);
      f->kernel = has_word(marks, kernel_mark);
      f->unseen = span_has(marks, "no_sanitize");
      at = read_body(f, at);
      name = symbol = marks = header = (struct span){0};
    } else if (line.n && line.text[0] != ' ' && line.text[0] != '}') {
      header = line;
    }
  }
  sort_symbols(d);
  return true;
}

void dump_free(struct dump *d) {
  free(d->by_symbol);
  for (size_t i = 0; i < d->functions; i++) free(d->function[i].statement);
  free(d->function);
  free(d->text);
}

// The length of `[file:line:column] ` at s, with a discriminator or without one; 0 if there is none.
static size_t place_length(const char *s, size_t n, struct place *place) {
  if (n < 6 || s[0] != '[') return 0;
  const char *close = memchr(s, ']', n);
  if (!close || close + 1 == s + n || close[1] != ' ') return 0;
  const char *end = close;
  for (const char *p = s; p + 9 < close; p++)
    if (!memcmp(p, " discrim ", 9)) end = p;
  const char *column = end, *line;
  while (column > s && isdigit((unsigned char)column[-1])) column--;
  if (column == end || column[-1] != ':') return 0;
  for (const char *p = s + 1; p < column;
       p++) // `[(T *)[file:line:column] &a + 8B]`: the place begins further on
    if (*p == '[' && strchr(" )(&*[,-", p[-1])) return 0;
  for (line = column - 1; line > s && isdigit((unsigned char)line[-1]);) line--;
  if (line == column - 1 || line[-1] != ':') return 0;
  if (place && !place->file.n) {
    place->file = (struct span){s + 1, (size_t)(line - 2 - s)};
    place->line = atoi(line);
  }
  return (size_t)(close + 2 - s);
}

struct place dump_plain(struct span s, char *out) {
  struct place place = {{NULL, 0}, 0};
  size_t used = 0;
  bool quoted = false;
  for (size_t i = 0; i < s.n; i++) {
    size_t skip = quoted ? 0 : place_length(s.text + i, s.n - i, &place);
    if (skip) {
      i += skip - 1;
      continue;
    }
    if (s.text[i] == '"' && (i == 0 || s.text[i - 1] != '\\')) quoted = !quoted;
    out[used++] = s.text[i];
  }
  out[used] = '\0';
  return place;
}

static bool ends_operator(const char *begin, const char *at) {
  static const char word[] = "operator";
  while (at > begin && strchr("<>-=", at[-1])) at--;
  return at - begin >= (long)(sizeof word - 1) && !memcmp(at - (sizeof word - 1), word, sizeof word - 1);
}

struct span dump_callee(const char *statement, const char **arguments) {
  static const char *const keywords[] = {"if",    "switch", "return", "while", "try",
                                         "catch", "goto",   "resx",   NULL};
  const char *begin = strstr(statement, " = "), *quote = strchr(statement, '"');
  bool blank = false;
  *arguments = NULL;
  if (!begin || (quote && quote < begin))
    begin = strstr(statement, " ={v} ") ? strstr(statement, " ={v} ") + 3 : NULL;
  begin = begin ? begin + 3 : statement;
  int angle = 0, round = 0;
  for (const char *p = begin; *p && *p != '"'; p++) {
    if (*p == '<' && !ends_operator(begin, p)) angle++;
    if (*p == '>' && angle && p[-1] != '-' && !ends_operator(begin, p)) angle--;
    if (angle) continue;
    if (p[0] == ' ' && p[1] == '(' && !round) {
      struct span callee = {begin, (size_t)(p - begin)};
      for (const char *const *k = keywords; *k; k++)
        if (span_is(callee, *k)) return (struct span){NULL, 0};
      if (!callee.n || (blank && !span_has(callee, "operator"))) return (struct span){NULL, 0};
      *arguments = p + 2;
      return callee;
    }
    if (*p == '(') round++;
    if (*p == ')' && round) round--;
    if (*p == ' ' && !round) blank = true;
  }
  return (struct span){NULL, 0};
}
