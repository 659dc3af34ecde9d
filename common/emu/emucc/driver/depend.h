// The rules for make that emucc writes of what a source includes.
#ifndef EMU_DEPEND_H
#define EMU_DEPEND_H

#include "emu/emucc/files.h"

#include <stdbool.h>
#include <stddef.h>

struct depend {        // rules for make (depend.c)
  const char *file;    // where they go; NULL: beside the object
  struct list targets; // what is made of the source; none: its object
  bool wanted, phony;
  bool alone; // nothing is compiled
  bool own;   // without the emulator's and the system's headers
};

struct driver;
// Has g++ write, beside what the command makes, which files it has read.
void push_depend(const struct driver *d, struct list *command);
// Writes the rules for make of that source and object. Returns the exit status.
int write_depend(const struct driver *d, const char *source, const char *object);
// precompiled.c: cuts the next file off a rule that g++ has written; NULL at its end.
char *next_file(char **rule);

#endif
