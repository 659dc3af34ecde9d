// Ordinary host memory that a library reads or writes beside the program, as MPI does until MPI_Wait.
#ifndef EMU_CHECK_MESSAGE_BUFFERS_H
#define EMU_CHECK_MESSAGE_BUFFERS_H

#include "check/touch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LENT_ADVICE                                                                                          \
  "the message is under way until MPI_Wait or MPI_Waitall: before that a receive buffer has undefined "      \
  "content, and a send buffer must stay as it is"

extern bool lent_any;
// `call` reads (TOUCH_LOAD) or writes (TOUCH_STORE) the bytes from now on; returns what lent_end takes.
int lent_begin(const char *call, uint64_t address, size_t bytes, int touch, uint32_t pc);
void lent_end(int number);
// Host code, or a copy that it asks for, touches ordinary memory.
void lent_access(const char *who, uint64_t address, size_t bytes, int touch, uint32_t pc);

#endif
