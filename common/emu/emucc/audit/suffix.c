// Finds functions by what their names end with, each in the time of one look-up: `f<int>` of `void ns::f<int>`.
#include "emu/emucc/audit/suffix.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool ends_with_name(struct span declared, struct span name) {
  if (declared.n < name.n || memcmp(declared.text + declared.n - name.n, name.text, name.n)) return false;
  return declared.n == name.n || strchr(" *&", declared.text[declared.n - name.n - 1]);
}

// Of the text, read from its end.
static size_t step(size_t hash, char c) {
  return (hash ^ (unsigned char)c) * 0x100000001b3u;
}

static void add(struct suffixes *s, size_t hash, size_t function) {
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 1024;
    s->entry = must_realloc(s->entry, s->capacity * sizeof *s->entry);
  }
  s->entry[s->count++] = (struct suffix){hash, function, NO_SUFFIX};
}

void suffixes_read(struct suffixes *s, const struct dump *d) {
  *s = (struct suffixes){.d = d};
  for (size_t i = 0; i < d->functions; i++) {
    struct span name = d->function[i].name;
    size_t hash = 0;
    for (size_t k = name.n; k-- > 0;) {
      hash = step(hash, name.text[k]);
      if (!k || strchr(" *&", name.text[k - 1])) add(s, hash, i);
    }
  }
  for (s->slots = 1024; s->slots < 2 * s->count;) s->slots *= 2;
  s->first = must_realloc(NULL, s->slots * sizeof *s->first);
  for (size_t k = 0; k < s->slots; k++) s->first[k] = NO_SUFFIX;
  for (size_t e = s->count; e-- > 0;) { // in the order of the functions
    size_t *first = &s->first[s->entry[e].hash & (s->slots - 1)];
    s->entry[e].next = *first;
    *first = e;
  }
}

void suffixes_free(struct suffixes *s) {
  free(s->entry), free(s->first);
}

size_t suffix_next(const struct suffixes *s, size_t e, struct span name) {
  size_t hash = 0;
  for (size_t k = name.n; k-- > 0;) hash = step(hash, name.text[k]);
  for (e = e == NO_SUFFIX ? s->first[hash & (s->slots - 1)] : s->entry[e].next; e != NO_SUFFIX;
       e = s->entry[e].next)
    if (s->entry[e].hash == hash && ends_with_name(s->d->function[s->entry[e].function].name, name)) return e;
  return NO_SUFFIX;
}

const struct dump_function *suffix_function(const struct suffixes *s, size_t e) {
  return &s->d->function[s->entry[e].function];
}
