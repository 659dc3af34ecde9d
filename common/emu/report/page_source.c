// The page's source with its counts: open are the functions that have run or launch what has run, the rest is folded.
#include "report/page.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 1500, BYTES = 300 << 10, LONGEST = 400 };

struct source {
  const char *file;
  struct text text;
  const char *begin[LINES + 1]; // of each line, and behind the last
  int32_t lines;                // as many as are shown
  const struct line *line;      // all lines with counts
  uint32_t n;
  const struct emu_report *report;
};

static bool has_requests(const struct line *l) {
  return l->sum.space != SPACE_BLOCK;
}

// Without its end.
static size_t length_of(const struct source *s, int32_t number) {
  size_t n = (size_t)(s->begin[number] - s->begin[number - 1]);
  while (n && strchr("\r\n", s->begin[number - 1][n - 1])) n--;
  return n;
}

static bool is_letter(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Does the word stand in a line, and not as a part of a longer one?
static bool has_word(const char *at, size_t n, const char *word, size_t size) {
  const char *begin = at, *end = at + n;
  for (; size && (size_t)(end - at) >= size; at++)
    if (memcmp(at, word, size) == 0 && (at == begin || !is_letter(at[-1])) &&
        (at + size == end || !is_letter(at[size])))
      return true;
  return false;
}

// Has the line run, or does it name a kernel that has, as a launch does?
static bool is_of_run(const struct source *s, int32_t number) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->line[i].number == number && strcmp(s->line[i].file, s->file) == 0) return true;
  for (uint32_t i = 0; i < s->report->n_hazards; i++) {
    const struct emu_hazard *h = &s->report->hazard[i];
    if ((h->at.line == number && strcmp(h->at.file, s->file) == 0) ||
        (h->has_other && h->other.line == number && strcmp(h->other.file, s->file) == 0))
      return true;
  }
  const char *at = s->begin[number - 1];
  size_t n = length_of(s, number);
  for (uint32_t i = 0; i < s->report->n_launches; i++)
    if (has_word(at, n, s->report->launch[i].kernel, strcspn(s->report->launch[i].kernel, "<"))) return true;
  return false;
}

// The last line of the part that begins with a line: a function goes to its closing brace in the first column, other text to an
// empty line, or a line of the preprocessor.
static int32_t end_of_part(const struct source *s, int32_t number) {
  bool inside = false;
  for (; number < s->lines; number++) {
    const char *at = s->begin[number - 1];
    size_t n = length_of(s, number);
    if (n && *at == '}') return number;
    if (n && !strchr(" \t/#", *at) && at[n - 1] == '{') inside = true;
    if (!inside && (n == 0 || *at == '#')) return number;
  }
  return number;
}

// The line's counts in words, as many as there are kinds of access.
static void add_counts(struct text *t, const struct source *s, int32_t number) {
  for (uint32_t i = 0; i < s->n; i++) {
    const struct line *l = &s->line[i];
    const struct site *site = &l->sum;
    if (l->number != number || strcmp(l->file, s->file) || !has_requests(l)) continue;
    text_add(t, "<span>%llu %s%s", (unsigned long long)site->requests, lines_what(site),
             site->requests == 1 ? "" : "s");
    bool global = site->space == SPACE_GLOBAL;
    if (site->kind == KIND_ATOMIC)
      text_add(t, ", up to %llu on one address", (unsigned long long)site->most);
    else
      text_add(t, ", %llu %s, least %llu", (unsigned long long)(global ? site->sectors : site->wavefronts),
               global ? "sectors" : "wavefronts",
               (unsigned long long)(global ? site->sectors_ideal : site->wavefronts_ideal));
    text_add(t, "</span>");
  }
}

static void add_part(struct text *t, const struct source *s, int32_t first, int32_t last, bool open) {
  if (!open)
    text_add(t,
             first == last ? "<details><summary>line %d</summary>\n"
                           : "<details><summary>lines %d to %d</summary>\n",
             first, last);
  text_add(t, "<div class=\"scroll\" tabindex=\"0\"><table class=\"code\"><tbody>\n");
  for (int32_t number = first; number <= last; number++) {
    size_t n = length_of(s, number);
    text_add(t, "<tr><th scope=\"row\">%d</th><td><code>", number);
    html_add_bytes(t, s->begin[number - 1], n < LONGEST ? n : LONGEST);
    text_add(t, "</code>");
    add_counts(t, s, number);
    text_add(t, "</td></tr>\n");
  }
  text_add(t, "</tbody></table></div>%s\n", open ? "" : "</details>");
}

// Neighbouring parts that are both open, or both folded, are one.
static void add_parts(struct text *t, const struct source *s) {
  int32_t first = 1;
  bool open = false;
  for (int32_t number = 1; number <= s->lines;) {
    int32_t last = end_of_part(s, number);
    bool runs = false;
    for (int32_t i = number; i <= last; i++) runs |= is_of_run(s, i);
    if (runs != open && number > first) add_part(t, s, first, number - 1, open), first = number;
    open = runs;
    number = last + 1;
  }
  if (first <= s->lines) add_part(t, s, first, s->lines, open);
}

static void add_file(struct text *t, struct source *s) {
  if (!*s->file || !text_read_file(&s->text, s->file, BYTES)) return;
  const char *at = text_get(&s->text), *end = at + s->text.length;
  for (s->lines = 0; at < end && s->lines < LINES; s->begin[s->lines] = at) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    s->begin[s->lines++] = at;
    at = stop ? stop + 1 : end;
  }
  text_add(t, "<h3>");
  html_add(t, page_short_name(s->file));
  text_add(t, "</h3>\n");
  add_parts(t, s);
  if (at < end) text_add(t, "<p>The first %d lines.</p>\n", LINES);
  text_free(&s->text);
}

void page_add_source(struct text *t, const struct emu_report *r) {
  static struct source s;
  uint32_t n;
  struct line *line = lines_collect(&n);
  if (n)
    text_add(t,
             "<h2>Source</h2>\n<p>Below a line stands what it requests. What has not run is folded.</p>\n");
  for (uint32_t i = 0; i < n; i++) {
    if (i && strcmp(line[i].file, line[i - 1].file) == 0) continue;
    s = (struct source){.file = line[i].file, .line = line, .n = n, .report = r};
    add_file(t, &s);
  }
  free(line);
}
