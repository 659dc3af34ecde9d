// Lists of words, and the rules for make that emucc writes of what a source includes.
#ifndef EMU_DEPEND_H
#define EMU_DEPEND_H

#include <stdbool.h>
#include <stddef.h>

struct list {
  const char **item; // NULL-terminated once anything was pushed
  size_t count, capacity;
};

void push(struct list *l, const char *item);
void push_all(struct list *l, const char *const *items); // NULL-terminated; NULL for none

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
