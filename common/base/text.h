// Growable strings, files read whole.
#ifndef PMPP_TEXT_H
#define PMPP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text { // zero it to begin; s is NULL or ends with a NUL byte
  char *s;
  size_t length, capacity;
};

void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *t, const char *bytes, size_t n);
void text_free(struct text *t);
const char *text_get(const struct text *t); // never NULL

// Adds what untrusted bytes say, fit for a terminal: tabs become blanks, other control characters and bytes
// that are not UTF-8 become '?', line ends stay.
void text_add_clean(struct text *t, const char *bytes, size_t n);

// The last `lines` lines of s, at most `width` bytes of each; returns whether something was left out.
bool text_add_tail(struct text *t, const char *s, int lines, int width);

// The whole file, or false (errno). Files above `limit` bytes fail with EFBIG.
bool text_read_file(struct text *t, const char *path, size_t limit);

// 64-bit FNV-1a (Fowler, Noll and Vo): tells files apart, protects against nobody.
uint64_t fnv1a(const char *bytes, size_t n);

// Adds a word as a shell reads it back: in single quotes where it has more than letters, digits and %+,-./:=@_
void text_add_word(struct text *t, const char *word);

bool starts_with(const char *s, const char *prefix);
bool ends_with(const char *s, const char *suffix);

// calloc, realloc and a formatted string that end the program with status 99 where there is no memory.
void *must_alloc(size_t bytes);
void *must_realloc(void *p, size_t bytes);
char *must_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
