// Do wrong elements lie along the borders of tiles? One axis of an output at a time.
#ifndef PMPP_BORDERS_H
#define PMPP_BORDERS_H

#include <stdbool.h>
#include <stdint.h>

enum { BORDERS_SIZES = 8 };

// For each size of a tile: how far before and behind its borders wrong elements lie, at most. Zero it to begin.
struct borders {
  int64_t before[BORDERS_SIZES], behind[BORDERS_SIZES];
  bool apart[BORDERS_SIZES]; // some lie at no border
};

// A wrong element at place `at` of `count`.
void borders_note(struct borders *b, int64_t at, int64_t count);

// The largest tile whose borders explain all of them, with their reach; 0: none does.
int64_t borders_tile(const struct borders *b, int64_t *before, int64_t *behind);

#endif
