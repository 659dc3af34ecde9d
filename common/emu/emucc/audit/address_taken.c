// Addresses of library functions that move memory: called through a pointer they move what nobody counts. The dumps do
// not show such a pointer that stands in a table or comes from the host; the object file's relocations do.
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/translate/lex.h"
#include "emu/emucc/audit/object.h"

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

static void complain_taken(const char *source, int line, const char *name) {
  fprintf(stderr, "%s:", source);
  if (line) fprintf(stderr, "%d:", line);
  fprintf(stderr,
          " error: takes the address of %s: called through a pointer, it moves memory that is not counted; "
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
    complain_taken(source, line, name);
  }
  if (!line) complain_taken(source, 0, name);
  if (text) tokens_free(&t);
  free(text);
}

typedef void each_address(const struct object *o, const Elf64_Shdr *relocations, const Elf64_Rela *r,
                          void *context);

// Calls `each` for the relocations of code and data that are no calls: not of debug information, of frames, of what runs
// before main, and of virtual tables.
static void for_addresses(const struct object *o, each_address *each, void *context) {
  for (int i = 0; i < o->header->e_shnum; i++) {
    const Elf64_Shdr *s = &o->section[i], *of = &o->section[s->sh_type == SHT_RELA ? s->sh_info : 0];
    const char *name = o->names + of->sh_name;
    if (s->sh_type != SHT_RELA || !(of->sh_flags & SHF_ALLOC) || of->sh_type == SHT_INIT_ARRAY) continue;
    if (!strncmp(name, ".eh_frame", 9) || strstr(name, "._ZTV")) continue;
    const Elf64_Rela *r = (const Elf64_Rela *)(o->bytes + s->sh_offset);
    for (size_t k = 0; k < s->sh_size / sizeof *r; k++)
      if (!object_is_call(ELF64_R_TYPE(r[k].r_info))) each(o, s, &r[k], context);
  }
}

static void mark_mover(const struct object *o, const Elf64_Shdr *relocations, const Elf64_Rela *r,
                       void *context) {
  size_t n;
  const char *names;
  const Elf64_Sym *s = object_symbols(o, relocations, &n, &names) + ELF64_R_SYM(r->r_info);
  for (size_t m = 0; m < MOVERS && s->st_shndx == SHN_UNDEF; m++)
    if (!strcmp(movers[m], names + s->st_name)) ((bool *)context)[m] = true;
}

int refuse_taken(const char *path, const char *source) {
  struct object o;
  bool taken[MOVERS] = {false}, right = true;
  if (!object_open(&o, path)) return 1;
  for_addresses(&o, mark_mover, taken);
  for (size_t m = 0; m < MOVERS; m++)
    if (taken[m]) complain_of_lines(source, movers[m]), right = false;
  free(o.bytes);
  return right ? 0 : 1;
}

// The functions of an object, sorted by their places.
struct functions {
  struct listed {
    size_t section;
    uint64_t at;
    const char *name;
  } * item;
  size_t n;
  struct list *taken;
};

static int compare_places(const void *a, const void *b) {
  const struct listed *p = a, *q = b;
  if (p->section != q->section) return p->section < q->section ? -1 : 1;
  return p->at < q->at ? -1 : p->at > q->at;
}

static void read_functions(struct functions *f, const Elf64_Sym *all, size_t n, const char *names) {
  f->item = must_realloc(NULL, (n + 1) * sizeof *f->item);
  for (size_t k = 0; k < n; k++)
    if (ELF64_ST_TYPE(all[k].st_info) == STT_FUNC)
      f->item[f->n++] = (struct listed){all[k].st_shndx, all[k].st_value, names + all[k].st_name};
  qsort(f->item, f->n, sizeof *f->item, compare_places);
}

static void list_at(const struct functions *f, size_t section, uint64_t at) {
  struct listed place = {section, at, NULL};
  size_t low = 0, high = f->n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_places(&f->item[middle], &place) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < f->n && !compare_places(&f->item[low], &place); low++)
    push(f->taken, must_print("%s", f->item[low].name));
}

// A function of this object: by its own symbol, or by its place in a section.
static void list_function(const struct object *o, const Elf64_Shdr *relocations, const Elf64_Rela *r,
                          void *context) {
  struct functions *f = context;
  size_t n;
  const char *names;
  const Elf64_Sym *all = object_symbols(o, relocations, &n, &names), *s = all + ELF64_R_SYM(r->r_info);
  if (s->st_shndx == SHN_UNDEF || s->st_shndx >= SHN_LORESERVE) return;
  uint64_t at = ELF64_ST_TYPE(s->st_info) == STT_SECTION ? (uint64_t)r->r_addend : s->st_value;
  if (!f->item) read_functions(f, all, n, names);
  list_at(f, s->st_shndx, at);
  list_at(f, s->st_shndx, at + 4); // what is relative to the next instruction
}

bool list_taken(const char *path, struct list *symbols) {
  struct object o;
  if (!object_open(&o, path)) return false;
  struct functions f = {.taken = symbols};
  for_addresses(&o, list_function, &f);
  free(f.item);
  free(o.bytes);
  return true;
}
