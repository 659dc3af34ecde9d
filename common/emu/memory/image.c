// The running executable as the emulator sees it: device sections, the shared-memory segment, symbols.
#define _GNU_SOURCE
#include "memory/image.h"
#include "emu/include/emu_sides.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTION(name)                                                                                        \
  extern char __start_##name[] __attribute__((weak)), __stop_##name[] __attribute__((weak));
SECTION(emu_device)
SECTION(emu_managed)
SECTION(emu_constant)
SECTION(emu_constant_const)
SECTION(emu_device_const)
SECTION(emu_bounds)
SECTION(emu_clusters)
SECTION(emu_host_texts)
SECTION(emu_device_texts)
#undef SECTION

static struct {
  char *start, *stop;
  enum section kind;
  struct shadow *shadow; // for what a kernel can write
} sections[] = {
    {__start_emu_device, __stop_emu_device, SECTION_DEVICE, NULL},
    {__start_emu_managed, __stop_emu_managed, SECTION_MANAGED, NULL},
    {__start_emu_constant, __stop_emu_constant, SECTION_CONSTANT, NULL},
    {__start_emu_constant_const, __stop_emu_constant_const, SECTION_CONSTANT, NULL},
    {__start_emu_device_const, __stop_emu_device_const, SECTION_CONSTANT, NULL},
};
enum { N_SECTIONS = sizeof sections / sizeof *sections };

char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

char *demangle(const char *name) {
  int status; // `m` alone would be a type, unsigned long
  return strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, &status);
}

struct symbol {
  uint64_t address, bytes;
  const char *name; // mangled
};
static struct symbol *variables, *functions; // variables: in shared memory and in the device sections
static struct symbol *constants; // named objects in read-only memory: the host's, but for virtual tables
static size_t n_variables, n_functions, n_constants;
static uint64_t read_only_begin, read_only_end; // the executable's constants
static bool
    static_locals; // some function of the program has a static variable of its own: a kernel's, perhaps
static uint64_t image_begin, image_end; // all of the executable
static uint64_t thread_local_begin;
static uint64_t guards_begin = UINT64_MAX,
                guards_end; // of the compiler's marks that an array's life has begun

// The main program comes first; its thread-local segment holds every static __shared__ variable.
static int find_tls(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size, (void)out;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type == PT_LOAD) {
      uint64_t begin = info->dlpi_addr + p->p_vaddr;
      if (!image_begin || begin < image_begin) image_begin = begin;
      if (begin + p->p_memsz > image_end) image_end = begin + p->p_memsz;
    }
    if (p->p_type == PT_LOAD && p->p_flags == PF_R && p->p_offset) {
      read_only_begin = info->dlpi_addr + p->p_vaddr;
      read_only_end = read_only_begin + p->p_memsz;
    }
    if (p->p_type == PT_TLS && info->dlpi_tls_data) {
      thread_local_begin = (uint64_t)info->dlpi_tls_data;
      M.shared_base = thread_local_begin & ~3ull; // shadow words are of whole words
      M.shared_size = p->p_memsz + (thread_local_begin & 3);
      M.shared_words = (M.shared_size + 3) / 4;
    }
  }
  return 1;
}

static void load_symbols(void) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0) return;
  const char *file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (file == MAP_FAILED) return;
  const Elf64_Ehdr *elf = (const Elf64_Ehdr *)file;
  const Elf64_Shdr *section = (const Elf64_Shdr *)(file + elf->e_shoff);
  for (int s = 0; s < elf->e_shnum; s++) {
    if (section[s].sh_type != SHT_SYMTAB) continue;
    const Elf64_Sym *symbol = (const Elf64_Sym *)(file + section[s].sh_offset);
    const char *names = file + section[section[s].sh_link].sh_offset;
    size_t n = section[s].sh_size / sizeof *symbol;
    variables = calloc(n, sizeof *variables);
    functions = calloc(n, sizeof *functions);
    constants = calloc(n, sizeof *constants);
    if (!variables || !functions || !constants) return;
    for (size_t i = 0; i < n; i++) {
      int type = ELF64_ST_TYPE(symbol[i].st_info);
      uint64_t address = symbol[i].st_value;
      if (type == STT_FUNC && address)
        functions[n_functions++] = (struct symbol){address, symbol[i].st_size, names + symbol[i].st_name};
      if (type == STT_OBJECT && address >= read_only_begin && address < read_only_end)
        constants[n_constants++] = (struct symbol){address, symbol[i].st_size, names + symbol[i].st_name};
      if (type == STT_TLS)
        address += thread_local_begin;
      else if (type != STT_OBJECT || image_section(address) == SECTION_NONE) {
        const char *name = names + symbol[i].st_name;
        bool constant = address >= read_only_begin && address < read_only_end;
        static_locals |=
            type == STT_OBJECT && !constant && !strncmp(name, "_ZZ", 3) && strncmp(name, "_ZZNSt", 6);
        continue;
      }
      if (type == STT_TLS && strncmp(names + symbol[i].st_name, "_ZGV", 4) == 0) {
        if (address < guards_begin) guards_begin = address;
        if (address + symbol[i].st_size > guards_end) guards_end = address + symbol[i].st_size;
      }
      variables[n_variables++] = (struct symbol){address, symbol[i].st_size, names + symbol[i].st_name};
    }
  }
}

// Where host code has the addresses of what is the device's, nothing can be read but constants, of which the host has a copy, too.
// Before the program's own constructors, which may read them.
__attribute__((constructor(101))) static void keep_host_side(void) {
  dl_iterate_phdr(find_tls, NULL);
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), begin = image_begin & ~(page - 1),
           bytes = ((image_end + page - 1) & ~(page - 1)) - begin;
  char *side = (char *)begin + EMU_HOST_SIDE;
  if (FAST || bytes >= EMU_HOST_SIDE ||
      mmap(side, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
           0) != side)
    return;
  char *constants[][2] = {{__start_emu_constant_const, __stop_emu_constant_const},
                          {__start_emu_device_const, __stop_emu_device_const}};
  for (int i = 0; i < 2; i++) {
    if (constants[i][0] == constants[i][1]) continue;
    uint64_t from = (uint64_t)constants[i][0] & ~(page - 1), end = (uint64_t)constants[i][1];
    mprotect((char *)from + EMU_HOST_SIDE, end - from, PROT_READ | PROT_WRITE);
    memcpy(constants[i][0] + EMU_HOST_SIDE, constants[i][0], end - (uint64_t)constants[i][0]);
  }
}

uint64_t image_of_host_side(uint64_t address) {
  uint64_t a = address - EMU_HOST_SIDE;
  return a - image_begin < image_end - image_begin ? a : 0;
}

static int section_of(uint64_t a);
const void *image_symbol(const void *symbol) {
  uint64_t a = image_of_host_side((uint64_t)symbol);
  return a && image_section(a) != SECTION_NONE ? (const void *)a : symbol;
}

bool image_closed_to_host(uint64_t address) {
  uint64_t a = image_of_host_side(address);
  if (!a) return image_section(address) == SECTION_DEVICE;
  int i = section_of(a);
  if (image_is_virtual_table(a)) return true;
  return i < N_SECTIONS && (sections[i].kind == SECTION_DEVICE || sections[i].start == __start_emu_constant);
}

struct text {
  const char *begin;
  uint64_t bytes;
};
static bool in_texts(const char *first, const char *behind, uint64_t address) {
  for (const struct text *t = (const struct text *)first; t < (const struct text *)behind; t++)
    if (address - (uint64_t)t->begin < t->bytes) return true;
  return false;
}

bool image_host_text(uint64_t a) { // a linker makes one of equal texts
  return in_texts(__start_emu_host_texts, __stop_emu_host_texts, a) &&
         !in_texts(__start_emu_device_texts, __stop_emu_device_texts, a);
}

void image_of_thread(void) {
#ifdef __has_builtin
#if __has_builtin(__builtin_thread_pointer)
  static uint64_t known;
  uint64_t here = (uint64_t)__builtin_thread_pointer(), moved = known ? here - known : 0;
  known = here;
  if (!moved) return;
  for (struct symbol *v = variables; v < variables + n_variables; v++)
    if (v->address - M.shared_base < M.shared_size) v->address += moved;
  thread_local_begin += moved;
  M.shared_base += moved;
  if (guards_end) guards_begin += moved, guards_end += moved;
#endif
#endif
}

void image_load(void) {
  dl_iterate_phdr(find_tls, NULL);
  load_symbols();
  image_of_thread();
  M.shared_shadow = calloc(M.shared_size / 4 + 2, sizeof *M.shared_shadow);
  M.dynamic_shadow = calloc(DYNAMIC_ARENA / 4, sizeof *M.dynamic_shadow);
  bool ok = M.shared_shadow && M.dynamic_shadow;
  for (int i = 0; i < N_SECTIONS; i++) {
    if (sections[i].kind == SECTION_CONSTANT) continue;
    sections[i].shadow =
        calloc((size_t)(sections[i].stop - sections[i].start) / 4 + 2, sizeof(struct shadow));
    ok &= sections[i].shadow != NULL;
  }
  if (ok) return;
  perror("emu: cannot allocate memory for the shadow of the program's variables");
  exit(99);
}

// g++ guards the beginning of a __shared__ array whose class has members with constructors, also where they do nothing.
bool image_guard(uint64_t a) {
  if (a - guards_begin >= guards_end - guards_begin) return false;
  for (size_t i = 0; i < n_variables; i++)
    if (a - variables[i].address < variables[i].bytes) return strncmp(variables[i].name, "_ZGV", 4) == 0;
  return false;
}

static int section_of(uint64_t a) {
  int i = 0;
  while (i < N_SECTIONS && (a < (uint64_t)sections[i].start || a >= (uint64_t)sections[i].stop)) i++;
  return i;
}

enum section image_section(uint64_t a) {
  int i = section_of(a);
  return i < N_SECTIONS ? sections[i].kind : SECTION_NONE;
}

struct shadow *image_shadow(uint64_t a, uint64_t *base, uint64_t *words) {
  int i = section_of(a);
  *base = (uint64_t)sections[i].start & ~3ull;
  *words = ((uint64_t)sections[i].stop + 3 - *base) / 4;
  return sections[i].shadow;
}

bool image_compiler_data(uint64_t a) {
  if (a < read_only_begin || a >= read_only_end) return false;
  for (struct symbol *c = constants; c < constants + n_constants; c++)
    if (a - c->address <
        c->bytes) // a virtual table, or the list of `for (float x : {1.0f, 2.0f})` from GCC 14 on
      return strncmp(c->name, "_ZTV", 4) == 0 || strncmp(c->name, "C.", 2) == 0;
  return true;
}

static const struct symbol *virtual_table(uint64_t a) {
  if (a < read_only_begin || a >= read_only_end) return NULL;
  for (const struct symbol *c = constants; c < constants + n_constants; c++)
    if (a - c->address < c->bytes) return strncmp(c->name, "_ZTV", 4) == 0 ? c : NULL;
  return NULL;
}

bool image_read_only(uint64_t a) {
  return a - read_only_begin < read_only_end - read_only_begin;
}

bool image_is_virtual_table(uint64_t a) {
  return virtual_table(a) != NULL;
}

void image_class_of_table(uint64_t a, char *name, size_t n) { // "vtable for Square" -> "Square"
  static const char before[] = "vtable for ";
  char *demangled = demangle(virtual_table(a)->name);
  bool known = demangled && strncmp(demangled, before, sizeof before - 1) == 0;
  snprintf(name, n, "%s", known ? demangled + sizeof before - 1 : "a class");
  free(demangled);
}

const void *image_constant(const char *mangled, uint64_t *bytes) {
  for (struct symbol *c = constants; c < constants + n_constants; c++)
    if (strcmp(c->name, mangled) == 0) {
      *bytes = c->bytes;
      return (const void *)c->address;
    }
  return NULL;
}

void image_last_name(const char *mangled, char *name, size_t n) { // "kernel(float*)::s" -> "s"
  char *demangled = demangle(mangled);
  const char *last = demangled ? demangled : mangled;
  for (const char *p = strstr(last, "::"); p; p = strstr(p + 2, "::")) last = p + 2;
  static const char storage[] = "emu_storage_"; // of an object (rewrite_memory.c)
  if (strncmp(last, storage, sizeof storage - 1) == 0) last += sizeof storage - 1;
  snprintf(name, n, "%s", last);
  free(demangled);
}

bool image_variable(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes) {
  for (size_t i = 0; i < n_variables; i++) {
    if (address - variables[i].address >= variables[i].bytes) continue;
    image_last_name(variables[i].name, name, n);
    *offset = address - variables[i].address;
    *bytes = variables[i].bytes;
    return true;
  }
  return false;
}

bool image_shared_before(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes) {
  enum { NEAR = 1 << 16 };
  const char *best = NULL;
  for (size_t i = 0; i < n_variables; i++) {
    uint64_t from = address - variables[i].address;
    if (variables[i].address - M.shared_base >= M.shared_size || from >= NEAR || (best && from > *offset))
      continue;
    best = variables[i].name;
    *offset = from;
    *bytes = variables[i].bytes;
  }
  if (best) image_last_name(best, name, n);
  return best != NULL;
}

bool image_shared_variable(size_t i, const char **mangled, uint64_t *address, uint64_t *bytes) {
  if (i >= n_variables) return false;
  bool shared = variables[i].address - M.shared_base < M.shared_size;
  *mangled = variables[i].name;
  *address = variables[i].address;
  *bytes = shared ? variables[i].bytes : 0;
  return true;
}

const char *image_function(uint32_t pc) {
  for (struct symbol *f = functions; f < functions + n_functions; f++)
    if (pc - f->address < f->bytes) return f->name;
  return NULL;
}

// The last name in "ns::kernel<int>(float*)", "kernel<16>" or "kernel": [begin, end) without templates and
// arguments.
static void base_name(const char *s, const char **begin, const char **end) {
  *begin = s;
  for (*end = s; **end && **end != '<' && **end != '('; ++*end)
    if (**end == ':' || **end == ' ') *begin = *end + 1;
}

const char *image_kernel_name(const char *text, uint32_t pc) {
  static struct {
    const char *text, *name;
    uint32_t pc;
  } last;
  if (last.text == text && last.pc == pc) return last.name;
  const char *begin, *end;
  base_name(text, &begin, &end);
  char coded[200]; // how a mangled name holds it: "5scale"
  snprintf(coded, sizeof coded, "%d%.*s", (int)(end - begin), (int)(end - begin), begin);
  for (struct symbol *f = functions; f < functions + n_functions; f++) {
    if (pc - f->address >= f->bytes) continue;
    last.text = text;
    last.pc = pc;
    last.name = text;
    if (end > begin && (strstr(f->name, coded) || strncmp(f->name, begin, (size_t)(end - begin)) == 0))
      return text;
    char *full = demangle(f->name);
    base_name(full ? full : f->name, &begin, &end);
    last.name = strndup(begin, (size_t)(end - begin)); // kept: reports go on naming it
    free(full);
    return last.name ? last.name : text;
  }
  return text;
}

bool image_has_function(const char *name, size_t n) {
  char coded[200];
  int length = snprintf(coded, sizeof coded, "%d%.*s", (int)n, (int)n, name);
  for (struct symbol *f = functions; n && f < functions + n_functions; f++) {
    const char *at = strstr(f->name, coded);
    if (at && length < (int)sizeof coded) return true;
    if (strncmp(f->name, name, n) == 0 && !f->name[n]) return true; // extern "C"
  }
  return false;
}

// Variables of one instance of a template stand under its own name, so the largest sum of one enclosing
// function is what a launch of the kernel can need.
// See emu_scope.
static char scope_prefix[32], scope_own[48];

void emu_scope(const char *prefix, int n) {
  snprintf(scope_prefix, sizeof scope_prefix, "%s", prefix);
  snprintf(scope_own, sizeof scope_own, "%s%d::", prefix, n);
}

static bool of_other_scope(const char *full) {
  size_t n = strlen(scope_prefix);
  return n && strncmp(full, scope_prefix, n) == 0 && strncmp(full, scope_own, strlen(scope_own)) != 0;
}

uint64_t image_static_shared(const char *kernel) {
  static const char *last_kernel;
  static uint64_t last_most;
  if (kernel == last_kernel) return last_most; // a string literal: one address for each launch in the source
  const char *want, *want_end;
  base_name(kernel, &want, &want_end);
  uint64_t most = 0, sum = 0;
  char in[400] = "";
  for (size_t i = 0; i < n_variables; i++) {
    if (variables[i].address - M.shared_base >= M.shared_size) continue;
    char *full = demangle(variables[i].name), *last = NULL;
    for (char *p = full ? strstr(full, "::") : NULL; p; p = strstr(p + 2, "::")) last = p;
    if (last) {
      *last = 0;
      const char *name, *name_end;
      base_name(full, &name, &name_end);
      if (!of_other_scope(full) && name_end - name == want_end - want &&
          strncmp(name, want, (size_t)(want_end - want)) == 0) {
        sum = strcmp(in, full) == 0 ? sum + variables[i].bytes : variables[i].bytes;
        snprintf(in, sizeof in, "%s", full);
        if (sum > most) most = sum;
      }
    }
    free(full);
  }
  last_kernel = kernel;
  return last_most = most;
}

int image_launch_bounds(const void *entry) {
  const struct { uint64_t pc, most; } *b = (const void *)__start_emu_bounds;
  for (struct symbol *f = functions; f < functions + n_functions; f++) {
    if (f->address != (uint64_t)entry) continue;
    for (; (const char *)b < __stop_emu_bounds; b++)
      if (b->pc - f->address < f->bytes && b->most < MAX_BLOCK) return (int)b->most;
    break;
  }
  return MAX_BLOCK;
}

int image_least_bounds(void) {
  static int least;
  const struct { uint64_t pc, most; } *b = (const void *)__start_emu_bounds;
  for (least = least ? least : MAX_BLOCK; (const char *)b < __stop_emu_bounds; b++)
    if (b->most < (uint64_t)least) least = (int)b->most;
  return least;
}

bool image_clusters_misfit(const uint32_t grid[3]) {
  typedef uint64_t dims[3];
  for (const dims *d = (const void *)__start_emu_clusters; (const char *)d < __stop_emu_clusters; d++)
    for (int axis = 0; axis < 3; axis++)
      if ((*d)[axis] && grid[axis] % (*d)[axis]) return true;
  return false;
}

void image_of_device(int device) {
  static char *kept[MOST_DEVICES]
                   [N_SECTIONS]; // of the devices whose content is not in place; NULL: as at the beginning
  static char *initial[N_SECTIONS];
  static int present;
  for (int i = 0; i < N_SECTIONS && device_count() > 1; i++) {
    size_t bytes = (size_t)(sections[i].stop - sections[i].start);
    bool varies = sections[i].start == __start_emu_device || sections[i].start == __start_emu_constant;
    if (!varies || !bytes) continue;
    if (!initial[i]) initial[i] = memcpy(calloc(1, bytes), sections[i].start, bytes);
    if (device == present) continue;
    if (!kept[present][i]) kept[present][i] = malloc(bytes);
    memcpy(kept[present][i], sections[i].start, bytes);
    memcpy(sections[i].start, kept[device][i] ? kept[device][i] : initial[i], bytes);
  }
  present = device;
}

uint64_t image_function_begin(uint32_t pc) {
  for (struct symbol *f = functions; f < functions + n_functions; f++)
    if (pc - f->address < f->bytes) return f->address;
  return pc;
}

uint64_t image_function_end(uint32_t pc) {
  for (struct symbol *f = functions; f < functions + n_functions; f++)
    if (pc - f->address < f->bytes) return f->address + f->bytes;
  return pc;
}

#ifdef EMU_FAST
enum { PAGE = 4096 };
// They begin at the sections' first page and fill their last one: no other data lies in a page that is shared.
static char device_end[PAGE] __attribute__((section("emu_device"), aligned(PAGE), used));
static char managed_end[PAGE] __attribute__((section("emu_managed"), aligned(PAGE), used));

static bool share(char *start, char *stop) {
  size_t bytes = (size_t)(stop - start), page = (size_t)sysconf(_SC_PAGESIZE);
  if ((uint64_t)start % page || bytes % page) return false;
  void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return false;
  memcpy(copy, start, bytes);
  return mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, start) == start;
}

bool image_share(void) {
  static enum { UNKNOWN, YES, NO } shared;
  if (static_locals) return false;
  if (!shared)
    shared = share(__start_emu_device, __stop_emu_device) && share(__start_emu_managed, __stop_emu_managed)
                 ? YES
                 : NO;
  return shared == YES;
}
#endif

uint64_t image_managed_bytes(void) {
  return (uint64_t)(__stop_emu_managed - __start_emu_managed);
}
