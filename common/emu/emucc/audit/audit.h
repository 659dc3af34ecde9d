// Nothing escapes: what the compiler made of a program is looked at, and refused or marked.
#ifndef EMU_AUDIT_H
#define EMU_AUDIT_H

#include "emu/emucc/audit/assembly.h"
#include "emu/emucc/files.h"

#include <stdbool.h>

// Reads the compiler's first dump: refuses device code that calls or names what is the host's; strict: also what nvcc compiles with
// --expt-relaxed-constexpr or -rdc=true alone. Messages go to stderr. Returns 0, or 1 if something was refused.
int refuse_host_calls(const char *dump, bool strict);

// Reads the compiler's last dump: refuses device code in which a memory reference is left that no callback reports to
// the emulator. Messages go to stderr. Returns 0, or 1 if something was refused. tell: print the number of references.
// taken: symbols of functions whose address is taken, which may be device code if that calls through pointers: *pointers, if not
// NULL, is whether it does; also functions that are the host's alone, if `host`.
int refuse_unseen(const char *dump, const struct list *taken, bool host, bool tell, bool strict,
                  bool *pointers);

// Reads the object file made of a source whose device code calls through pointers: refuses one that takes the address of a
// library function that moves memory. Messages go to stderr. Returns 0, or 1 if something was refused.
int refuse_taken(const char *object, const char *source);

// Makes the assembly tell the emulator which accesses are of members of aligned objects, by the compiler's last dump and its dump
// of classes. Messages go to stderr. Returns 0, or 1 if a file cannot be read. tell: name the functions whose members cannot be
// told apart.
int mark_members(const char *dump, const char *classes, struct assembly *a, bool tell);

// Puts the variables of templates into the device's sections, where the compiler cannot. A source of which translation has found
// some needs it (struct emu_names).
void place_template_variables(struct assembly *a);

// Adds the functions of an object file whose address is taken. Returns false, after a message, if it cannot be read.
bool list_taken(const char *object, struct list *symbols);

// Gives host code addresses of its own for the device's variables and functions, by the compiler's last dump (sides.c), and refuses
// what is beyond a device's limits. Returns 0, or 1 after a message if something is refused or the dump cannot be read.
int give_sides(const char *dump, struct assembly *a, const char *source);

#endif
