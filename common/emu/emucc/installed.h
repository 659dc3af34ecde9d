// Where the parts of emucc are that its programs are made of.
#ifndef EMU_INSTALLED_H
#define EMU_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>

// Where the CUDA headers are, and libemu.a with what else the build has made for programs.
const char *header_dir(void);
const char *library_dir(void);
// NULL after a message: a lab's grader is built without the fast one.
const char *emulator_library(bool fast);
bool is_own_header(const char *file, size_t n); // the emulator's

#endif
