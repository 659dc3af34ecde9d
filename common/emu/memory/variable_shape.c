// Looks up what EMU_SHAPE (emu_launch.h) leaves in the executable: beside the variable `s` of a function, `emu_shape_s`.
#include "memory/variable_shape.h"
#include "memory/image.h"
#include <stdio.h>
#include <string.h>

// "_ZZ4turnPfE4tile" -> "_ZZ4turnPfE14emu_shape_tile"
static bool name_of_shape(const char *variable, char *shape, size_t n) {
  char name[96], coded[110];
  const char *at = NULL;
  image_last_name(variable, name, sizeof name);
  int length = snprintf(coded, sizeof coded, "%zu%s", strlen(name), name);
  for (const char *p = strstr(variable, coded); p; p = strstr(p + 1, coded)) at = p;
  if (!at) return false;
  int used = snprintf(shape, n, "%.*s%zuemu_shape_%s%s", (int)(at - variable), variable,
                      strlen(name) + strlen("emu_shape_"), name, at + length);
  return used > 0 && (size_t)used < n;
}

static const struct shape *shape_of(uint64_t variable, size_t *n) {
  const char *mangled;
  uint64_t address, bytes;
  char name[1000];
  for (size_t i = 0; image_shared_variable(i, &mangled, &address, &bytes); i++)
    if (address == variable && bytes && name_of_shape(mangled, name, sizeof name)) {
      const struct shape *s = image_constant(name, &bytes);
      *n = bytes / sizeof *s;
      return s;
    }
  return NULL;
}

// Adds the indices of the element that holds byte *at, rounded down; what is left of *at lies within that element.
static void add_indices(const struct shape *s, int64_t *at, char *text, size_t n) {
  int64_t size = (int64_t)s->element_bytes, inside = (*at % size + size) % size, index[SHAPE_RANK],
          rest = (*at - inside) / size;
  int rank = s->rank < SHAPE_RANK ? (int)s->rank : SHAPE_RANK;
  for (int k = rank - 1; k > 0; k--) {
    int64_t extent = (int64_t)s->extent[k];
    index[k] = (rest % extent + extent) % extent;
    rest = (rest - index[k]) / extent;
  }
  index[0] = rest;
  for (int k = 0; k < rank; k++) {
    size_t used = strlen(text);
    snprintf(text + used, n - used, "[%lld]", (long long)index[k]);
  }
  *at = inside;
}

bool shape_add(const struct shape *s, size_t count, int64_t *offset, char *text, size_t n) {
  size_t k = 1;
  if (s->rank > SHAPE_RANK) return false;
  add_indices(s, offset, text, n);
  while (k < count && (uint64_t)*offset - s[k].at >= s[k].bytes) k++;
  if (k < count && s[k].rank <= SHAPE_RANK) {
    size_t used = strlen(text);
    snprintf(text + used, n - used, ".%s", s[k].field);
    *offset -= (int64_t)s[k].at;
    add_indices(&s[k], offset, text, n);
  }
  return true;
}

bool shape_element(uint64_t variable, int64_t offset, char *text, size_t n) {
  size_t count = 0;
  const struct shape *s = shape_of(variable, &count);
  uint64_t at, bytes;
  if (!s || s->rank > SHAPE_RANK || !image_variable(variable, text, n, &at, &bytes)) return false;
  shape_add(s, count, &offset, text, n);
  size_t used = strlen(text);
  if (offset) snprintf(text + used, n - used, ", byte %lld of it", (long long)offset);
  return true;
}
