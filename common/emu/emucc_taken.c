// Addresses of library functions that move memory: called through a pointer they move what nobody counts. The dumps do
// not show such a pointer that stands in a table or comes from the host; the object file's relocations do.
#include "emu/emucc.h"
#include "emu/lex.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const movers[] = {
    "memcpy",   "memmove", "memset",   "mempcpy", "memccpy", "memcmp",  "memchr",  "memrchr", "memmem",
    "memfrob",  "bcopy",   "bzero",    "bcmp",    "swab",    "strcpy",  "strncpy", "stpcpy",  "stpncpy",
    "strcat",   "strncat", "strlcpy",  "strlcat", "strxfrm", "strdup",  "strndup", "wmemcpy", "wmemmove",
    "wmempcpy", "wmemset", "wmemcmp",  "wmemchr", "wcscpy",  "wcsncpy", "wcscat",  "qsort",   "qsort_r",
    "bsearch",  "lfind",   "lsearch",  "sprintf", "sscanf",  "fread",   "fwrite",  "read",    "write",
    "pread",    "pwrite",  "vsprintf", "snprintf"};

enum { MOVERS = sizeof movers / sizeof *movers };

static bool is_call(uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_PLT32;
#elif defined(__aarch64__)
  return type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26;
#else
#error "emucc: which relocations are calls on this machine?"
#endif
}

static void complain(const char *source, int line, const char *name) {
  fprintf(stderr, "%s:", source);
  if (line) fprintf(stderr, "%d:", line);
  fprintf(stderr,
          " error: takes the address of %s: called through a pointer, it moves memory that nobody counts; "
          "call it by its name, or write a function of your own\n",
          name);
}

// One complaint for each line on which the name stands and is not called; without a line if another file has it.
static void complain_of_lines(const char *source, const char *name) {
  size_t n;
  int line = 0;
  struct tokens t = {.count = 0};
  char *text = read_whole(source, &n);
  if (text) tokens_read(&t, text, n);
  for (size_t i = 0; i < t.count; i++) {
    if (!token_is(&t, i, name) || token_is(&t, t.token[i].next, "(") || t.token[i].line == line) continue;
    line = t.token[i].line;
    complain(source, line, name);
  }
  if (!line) complain(source, 0, name);
  if (text) tokens_free(&t);
  free(text);
}

// Marks the movers whose address a section of relocations takes.
static void find_taken(const char *object, const Elf64_Shdr *sections, const Elf64_Shdr *section,
                       bool *taken) {
  const Elf64_Shdr *symbols = &sections[section->sh_link], *names = &sections[symbols->sh_link];
  const Elf64_Rela *r = (const Elf64_Rela *)(object + section->sh_offset);
  for (size_t i = 0; i < section->sh_size / sizeof *r; i++) {
    const Elf64_Sym *s = (const Elf64_Sym *)(object + symbols->sh_offset) + ELF64_R_SYM(r[i].r_info);
    const char *name = object + names->sh_offset + s->st_name;
    if (s->st_shndx != SHN_UNDEF || is_call(ELF64_R_TYPE(r[i].r_info))) continue;
    for (size_t m = 0; m < MOVERS; m++)
      if (!strcmp(movers[m], name)) taken[m] = true;
  }
}

int refuse_taken(const char *path, const char *source) {
  size_t n;
  char *object = read_whole(path, &n);
  if (!object) return 1;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)object;
  if (n < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) ||
      e->e_shoff + (size_t)e->e_shnum * e->e_shentsize > n) {
    fprintf(stderr, "emucc: %s is no object file that can be read\n", path);
    free(object);
    return 1;
  }
  bool taken[MOVERS] = {false}, right = true;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(object + e->e_shoff);
  for (int i = 0; i < e->e_shnum; i++)
    if (sections[i].sh_type == SHT_RELA) find_taken(object, sections, &sections[i], taken);
  for (size_t m = 0; m < MOVERS; m++)
    if (taken[m]) complain_of_lines(source, movers[m]), right = false;
  free(object);
  return right ? 0 : 1;
}
