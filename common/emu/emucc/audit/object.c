// Reads object files (object.h).
#include "emu/emucc/audit/object.h"
#include "emu/emucc/audit/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool object_open(struct object *o, const char *path) {
  if (!(o->bytes = read_whole(path, &o->n))) return false;
  const Elf64_Ehdr *e = o->header = (const Elf64_Ehdr *)o->bytes;
  o->section = (const Elf64_Shdr *)(o->bytes + e->e_shoff);
  if (o->n >= sizeof *e && !memcmp(e->e_ident, ELFMAG, SELFMAG) &&
      e->e_shoff + (size_t)e->e_shnum * e->e_shentsize <= o->n && e->e_shstrndx < e->e_shnum) {
    o->names = o->bytes + o->section[e->e_shstrndx].sh_offset;
    return true;
  }
  fprintf(stderr, "emucc: %s is not an object file that can be read\n", path);
  free(o->bytes);
  return false;
}

const Elf64_Sym *object_symbols(const struct object *o, const Elf64_Shdr *relocations, size_t *n,
                                const char **names) {
  const Elf64_Shdr *symbols = &o->section[relocations->sh_link];
  *n = symbols->sh_size / sizeof(Elf64_Sym);
  *names = o->bytes + o->section[symbols->sh_link].sh_offset;
  return (const Elf64_Sym *)(o->bytes + symbols->sh_offset);
}

bool object_is_call(uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_PLT32;
#elif defined(__aarch64__)
  return type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26;
#else
#error "emucc: which relocations are calls on this machine?"
#endif
}
