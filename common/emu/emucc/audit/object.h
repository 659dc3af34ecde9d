// An object file (ELF, 64 bits) in memory.
#ifndef EMU_OBJECT_H
#define EMU_OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object {
  char *bytes; // to be freed
  size_t n;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *section;
  const char *names; // of the sections
};

// Returns false, after a message, if it cannot be read.
bool object_open(struct object *o, const char *path);

// The symbols that a section of relocations refers to; *names: where their names begin.
const Elf64_Sym *object_symbols(const struct object *o, const Elf64_Shdr *relocations, size_t *n,
                                const char **names);

bool object_is_call(uint32_t relocation_type);

#endif
