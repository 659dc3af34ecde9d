// The names and shapes that a launch's kernel gives to parts of its dynamic shared memory (EMU_VIEW of emu_launch.h).
#ifndef EMU_MEMORY_DYNAMIC_VIEWS_H
#define EMU_MEMORY_DYNAMIC_VIEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shape;

void views_begin(void); // of a launch: there are none yet
// A thread has declared a view: `offset` bytes into the memory, of so many bytes; 0: of as many as there are.
void view_declared(const char *name, int64_t offset, uint64_t bytes, const struct shape *shape, size_t n);

// The element `offset` bytes into the dynamic shared memory, as the program writes it: "s[37][0]", "t[0].a[3]". False where no
// view has it, or several may: two begin at the same place, or one lies elsewhere in each thread.
bool view_element(uint64_t offset, char *text, size_t n);

#endif
