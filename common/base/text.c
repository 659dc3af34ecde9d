// Growable strings, files read whole.
#define _GNU_SOURCE
#include "base/text.h"
#include "base/utf8.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static void fail(const char *what) {
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
  exit(99);
}

void *must_realloc(void *p, size_t bytes) {
  p = realloc(p, bytes ? bytes : 1);
  if (!p) fail("out of memory");
  return p;
}

void *must_alloc(size_t bytes) {
  static const size_t LARGE = (size_t)64 << 20, PAGE = 4096;
  char *p = calloc(1, bytes ? bytes : 1);
  if (!p) fail("out of memory");
  // Its pages do not exist yet. Large ones, if the kernel grants them, come and go in a tenth of the time.
  if (bytes >= LARGE) madvise((char *)(((uintptr_t)p + PAGE - 1) / PAGE * PAGE), bytes - PAGE, MADV_HUGEPAGE);
  return p;
}

static void reserve(struct text *t, size_t more) {
  if (t->length + more + 1 <= t->capacity) return;
  t->capacity = 2 * t->capacity + more + 64;
  t->s = must_realloc(t->s, t->capacity);
}

void text_add_bytes(struct text *t, const char *bytes, size_t n) {
  reserve(t, n);
  if (n) memcpy(t->s + t->length, bytes, n);
  t->length += n;
  t->s[t->length] = 0;
}

static void add_list(struct text *t, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (n < 0) fail("cannot format a message");
  reserve(t, n);
  vsnprintf(t->s + t->length, n + 1, format, list);
  t->length += n;
}

void text_add(struct text *t, const char *format, ...) {
  va_list list;
  va_start(list, format);
  add_list(t, format, list);
  va_end(list);
}

char *must_print(const char *format, ...) {
  struct text t = {0};
  va_list list;
  va_start(list, format);
  add_list(&t, format, list);
  va_end(list);
  return t.s;
}

void text_free(struct text *t) {
  free(t->s);
  *t = (struct text){0};
}

const char *text_get(const struct text *t) {
  return t->s ? t->s : "";
}

void text_add_clean(struct text *t, const char *bytes, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t length = utf8_length(bytes + i, n - i);
    unsigned char c = bytes[i];
    bool c1_control = length == 2 && c == 0xC2 && (unsigned char)bytes[i + 1] < 0xA0;
    if (c == '\n')
      text_add_bytes(t, "\n", 1);
    else if (c == '\t')
      text_add_bytes(t, " ", 1);
    else if (length == 0 || c < 0x20 || c == 0x7F || c1_control)
      text_add_bytes(t, "?", 1);
    else
      text_add_bytes(t, bytes + i, length);
    i += length ? length : 1;
  }
}

bool text_add_tail(struct text *t, const char *s, int lines, int width) {
  size_t end = strlen(s);
  while (end > 0 && s[end - 1] == '\n') end--;
  size_t begin = end;
  for (int seen = 0; begin > 0; begin--)
    if (s[begin - 1] == '\n' && ++seen == lines) break;
  bool cut = begin > 0;
  for (size_t i = begin; i < end;) {
    size_t stop = i;
    while (stop < end && s[stop] != '\n') stop++;
    size_t n = stop - i;
    if (n > (size_t)width) {
      n = width;
      while (n > 0 && ((unsigned char)s[i + n] & 0xC0) == 0x80) n--;
      cut = true;
    }
    text_add_bytes(t, s + i, n);
    text_add_bytes(t, "\n", 1);
    i = stop + 1;
  }
  return cut;
}

bool text_read_file(struct text *t, const char *path, size_t limit) {
  FILE *f = fopen(path, "re");
  if (!f) return false;
  struct stat st;
  if (fstat(fileno(f), &st) == 0 && !S_ISREG(st.st_mode)) {
    fclose(f);
    errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    return false;
  }
  char part[8192];
  size_t n;
  while ((n = fread(part, 1, sizeof part, f)) > 0 && t->length <= limit) text_add_bytes(t, part, n);
  bool failed = ferror(f);
  fclose(f);
  if (t->length > limit) errno = EFBIG;
  return !failed && t->length <= limit;
}

uint64_t fnv1a(const char *bytes, size_t n) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < n; i++) hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
  return hash;
}

void text_add_word(struct text *t, const char *word) {
  bool plain = *word;
  for (const char *s = word; *s; s++)
    plain &= (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
             strchr("%+,-./:=@_", *s);
  if (plain) {
    text_add(t, "%s", word);
    return;
  }
  text_add(t, "'");
  for (const char *s = word; *s; s++) text_add(t, *s == '\'' ? "'\\''" : "%c", *s);
  text_add(t, "'");
}

bool starts_with(const char *s, const char *prefix) {
  return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool ends_with(const char *s, const char *suffix) {
  size_t n = strlen(s), m = strlen(suffix);
  return n >= m && strcmp(s + n - m, suffix) == 0;
}
