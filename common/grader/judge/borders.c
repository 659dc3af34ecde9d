// Tries sizes of tiles: wrong elements that lie close to a border between two tiles miss values of the other one.
#include "grader/judge/borders.h"

static const int sizes[BORDERS_SIZES] = {128, 96, 64, 48, 32, 24, 16, 8};

void borders_note(struct borders *b, int64_t at, int64_t count) {
  for (int k = 0; k < BORDERS_SIZES; k++) {
    int64_t size = sizes[k], behind = at % size + 1, before = size - at % size;
    bool first = at < size, last = at / size == (count - 1) / size;
    if (first && last)
      b->apart[k] = true;
    else if (last || (!first && behind < before))
      b->behind[k] = behind > b->behind[k] ? behind : b->behind[k];
    else
      b->before[k] = before > b->before[k] ? before : b->before[k];
  }
}

int64_t borders_tile(const struct borders *b, int64_t *before, int64_t *behind) {
  for (int k = 0; k < BORDERS_SIZES; k++) {
    if (b->apart[k] || 4 * b->before[k] > sizes[k] || 4 * b->behind[k] > sizes[k]) continue;
    *before = b->before[k];
    *behind = b->behind[k];
    return sizes[k];
  }
  return 0;
}
