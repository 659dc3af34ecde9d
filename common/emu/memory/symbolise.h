// Places in the source.
#ifndef EMU_MEMORY_SYMBOLISE_H
#define EMU_MEMORY_SYMBOLISE_H

#include <stddef.h>
#include <stdint.h>

// Of the user's line that the address belongs to, and its function where it is asked for (mangled). 0 and "": not known.
void symbolise(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m);
// The place outside the emulator from where host code called it; file "" where it is not known.
void symbolise_caller(char *file, size_t n, int32_t *line);
// The call that the address, which a host call returns to, belongs to in the program's own functions: where a library's template makes
// the call, the one of its callers that is the program's. The address itself where none is.
uint32_t symbolise_user(uint32_t pc);
// Where host code called the emulator: the address that the call returns to, and the function's name; 0 where it is not known.
uint32_t symbolise_host_call(const char **function);
// The same for a crash in host code, which may be in a library's function or in a system header's.
void symbolise_crash(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m);

#endif
