// The shapes of __shared__ variables, as the translator has written them down: of arrays of arrays and of structs.
#ifndef EMU_MEMORY_VARIABLE_SHAPE_H
#define EMU_MEMORY_VARIABLE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The element `offset` bytes behind the beginning of the variable at that address, as the program writes it: "s[37][0]",
// "s[3].x". An offset outside gives an index outside. False where the shape is not known.
bool shape_element(uint64_t variable, int64_t offset, char *text, size_t n);

// As EMU_SHAPE and EMU_VIEW (emu_launch.h) leave them in the executable: the variable first, its field ""; then the fields of an
// element.
enum { SHAPE_RANK = 4 };
struct shape {
  const char *field;
  uint64_t at, bytes, element_bytes, rank, extent[SHAPE_RANK];
};

// The same for an element of that shape, of n rows; the name is in text, and indices are added. What is left of *offset lies
// within it.
bool shape_add(const struct shape *s, size_t count, int64_t *offset, char *text, size_t n);

#endif
