// Which view of the dynamic shared memory an address belongs to: the last one that begins before it.
#include "memory/dynamic_views.h"
#include "memory/variable_shape.h"
#include <stdio.h>
#include <string.h>

enum { MAX_VIEWS = 32 };

static struct view {
  const char *name;
  const struct shape *shape; // the declaration's own: one for each instance of a template
  size_t rows;
  int64_t lowest; // of the threads' offsets
  uint64_t bytes;
  bool differs; // from thread to thread
} view[MAX_VIEWS];
static size_t views; // MAX_VIEWS: too many

void views_begin(void) {
  views = 0;
}

void view_declared(const char *name, int64_t offset, uint64_t bytes, const struct shape *shape, size_t n) {
  for (struct view *v = view; v < view + views; v++)
    if (v->shape == shape) {
      v->differs |= v->lowest != offset;
      if (offset < v->lowest) v->lowest = offset;
      return;
    }
  if (views < MAX_VIEWS) view[views++] = (struct view){name, shape, n, offset, bytes, false};
}

static bool same(const struct view *a, const struct view *b) {
  return strcmp(a->name, b->name) == 0 && a->rows == b->rows &&
         memcmp(&a->shape->at, &b->shape->at, sizeof *a->shape - offsetof(struct shape, at)) == 0;
}

bool view_element(uint64_t offset, char *text, size_t n) {
  const struct view *best = NULL;
  bool several = views == MAX_VIEWS;
  for (const struct view *v = view; v < view + views; v++) {
    uint64_t inside = offset - (uint64_t)v->lowest;
    if ((int64_t)offset < v->lowest || (v->bytes && inside >= v->bytes && !v->differs)) continue;
    if (best && best->lowest > v->lowest) continue;
    bool twins = best && best->lowest == v->lowest;
    several = twins ? several || !same(best, v) : views == MAX_VIEWS;
    best = v;
  }
  if (!best || several || best->differs) return false;
  int64_t rest = (int64_t)offset - best->lowest;
  snprintf(text, n, "%s", best->name);
  if (!shape_add(best->shape, best->rows, &rest, text, n) || rest) return false;
  char *first = text + strlen(best->name);
  if (!best->bytes && strncmp(first, "[0].", 4) == 0) { // of a pointer to one
    memmove(first + 2, first + 4, strlen(first + 4) + 1);
    memcpy(first, "->", 2);
  }
  return true;
}
