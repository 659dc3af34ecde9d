// Copies to the host of device memory that nobody has written.
#ifndef EMU_CHECK_UNWRITTEN_H
#define EMU_CHECK_UNWRITTEN_H

#include <stddef.h>
#include <stdint.h>

void unwritten_row(uint64_t from, size_t bytes); // of the copy under way
void unwritten_tell(uint32_t pc);                // the copy is done
void unwritten_program_ends(void);               // the notes

#endif
