// Reads the symbols of an object file or an archive (ELF, 64 bits). Every offset is checked: the file may be a stranger's.
#include "grader/submission/symbols.h"
#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct bytes {
  const char *at;
  size_t n;
};

// What lies there and fills whole items of that size; n == 0 where it does not lie within the file.
static struct bytes part(struct bytes file, uint64_t offset, uint64_t n) {
  if (offset > file.n || n > file.n - offset) return (struct bytes){NULL, 0};
  return (struct bytes){file.at + offset, n};
}

static bool section(struct bytes file, const Elf64_Ehdr *head, size_t i, Elf64_Shdr *out) {
  struct bytes s = part(file, head->e_shoff + i * sizeof *out, sizeof *out);
  if (i >= head->e_shnum || head->e_shoff > file.n || !s.at) return false;
  memcpy(out, s.at, sizeof *out);
  return true;
}

static char type_of_section(const Elf64_Shdr *s) {
  if (!(s->sh_flags & SHF_ALLOC)) return 'N';
  if (s->sh_flags & SHF_EXECINSTR) return 'T';
  if (s->sh_type == SHT_NOBITS) return 'B';
  return s->sh_flags & SHF_WRITE ? 'D' : 'R';
}

// 0: it cannot be told.
static char type_of(struct bytes file, const Elf64_Ehdr *head, const Elf64_Sym *s) {
  bool weak = ELF64_ST_BIND(s->st_info) == STB_WEAK, object = ELF64_ST_TYPE(s->st_info) == STT_OBJECT;
  Elf64_Shdr where;
  if (s->st_shndx == SHN_UNDEF) return weak ? object ? 'v' : 'w' : 'U';
  if (ELF64_ST_BIND(s->st_info) == STB_GNU_UNIQUE) return 'u';
  if (ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC) return 'i';
  if (weak) return object ? 'V' : 'W';
  if (s->st_shndx == SHN_COMMON) return 'C';
  if (s->st_shndx == SHN_ABS) return 'A';
  return section(file, head, s->st_shndx, &where) ? type_of_section(&where) : 0;
}

static bool read_table(struct symbols *out, struct bytes file, const Elf64_Ehdr *head,
                       const Elf64_Shdr *table) {
  Elf64_Shdr strings;
  if (!section(file, head, table->sh_link, &strings)) return false;
  struct bytes symbols = part(file, table->sh_offset, table->sh_size);
  struct bytes names = part(file, strings.sh_offset, strings.sh_size);
  if (!symbols.at || !names.at || names.n == 0 || names.at[names.n - 1]) return false;
  for (size_t i = 0; i + sizeof(Elf64_Sym) <= symbols.n; i += sizeof(Elf64_Sym)) {
    Elf64_Sym s;
    memcpy(&s, symbols.at + i, sizeof s);
    if (ELF64_ST_BIND(s.st_info) == STB_LOCAL) continue;
    char type = type_of(file, head, &s);
    if (!type || s.st_name >= names.n) return false;
    out->symbol = must_realloc(out->symbol, (out->n + 1) * sizeof *out->symbol);
    out->symbol[out->n++] = (struct symbol){must_print("%s", names.at + s.st_name), type};
  }
  return true;
}

static bool read_object(struct symbols *s, struct bytes file) {
  Elf64_Ehdr head;
  if (file.n < sizeof head) return false;
  memcpy(&head, file.at, sizeof head);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shnum == 0)
    return false;
  for (size_t i = 0; i < head.e_shnum; i++) {
    Elf64_Shdr table;
    if (!section(file, &head, i, &table)) return false;
    if (table.sh_type == SHT_SYMTAB && !read_table(s, file, &head, &table)) return false;
  }
  return true;
}

// Members that are no objects are the archive's own: "/" its index, "//" its long names.
static bool read_archive(struct symbols *s, struct bytes file) {
  struct ar_hdr head;
  for (size_t at = SARMAG; at < file.n;) {
    struct bytes h = part(file, at, sizeof head);
    if (!h.at) return false;
    memcpy(&head, h.at, sizeof head);
    char digits[sizeof head.ar_size + 1] = "";
    memcpy(digits, head.ar_size, sizeof head.ar_size);
    struct bytes member = part(file, at + sizeof head, strtoull(digits, NULL, 10));
    if (memcmp(head.ar_fmag, ARFMAG, sizeof head.ar_fmag) || !member.at) return false;
    bool own = head.ar_name[0] == '/' && (head.ar_name[1] == ' ' || head.ar_name[1] == '/');
    if (!own && !read_object(s, member)) return false;
    at += sizeof head + member.n + member.n % 2;
  }
  return true;
}

bool symbols_read(struct symbols *s, const char *file, struct text *why) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  struct stat info = {0};
  void *map = MAP_FAILED;
  if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size)
    map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd >= 0) close(fd);
  bool done = false;
  if (map != MAP_FAILED) {
    struct bytes all = {map, (size_t)info.st_size};
    bool archive = all.n >= SARMAG && memcmp(all.at, ARMAG, SARMAG) == 0;
    done = archive ? read_archive(s, all) : read_object(s, all);
    munmap(map, all.n);
  }
  if (!done)
    text_add(why, "the symbols of %s cannot be read: it is not a whole object file or archive", file);
  return done;
}
