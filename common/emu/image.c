// The running executable as the emulator sees it: device sections, the shared-memory segment, symbols and
// lines.
#define _GNU_SOURCE
#include "machine.h"
#include <backtrace.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern char __start_emu_device[] __attribute__((weak)), __stop_emu_device[] __attribute__((weak));
extern char __start_emu_device_const[] __attribute__((weak)), __stop_emu_device_const[] __attribute__((weak));
extern char __start_emu_constant[] __attribute__((weak)), __stop_emu_constant[] __attribute__((weak));
extern char __start_emu_constant_const[] __attribute__((weak)),
    __stop_emu_constant_const[] __attribute__((weak));
char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

static struct { // variables in shared memory and in the device sections
  uint64_t address, bytes;
  const char *name;
} * variables;
static size_t n_variables;

// The main program comes first; its thread-local segment holds every static __shared__ variable.
static int find_tls(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size, (void)out;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data) {
      M.shared_base = (uint64_t)info->dlpi_tls_data;
      M.shared_size = info->dlpi_phdr[i].p_memsz;
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
    if (!variables) return;
    for (size_t i = 0; i < n; i++) {
      int type = ELF64_ST_TYPE(symbol[i].st_info);
      uint64_t address = symbol[i].st_value;
      if (type == STT_TLS)
        address += M.shared_base;
      else if (type != STT_OBJECT || image_section(address) == SECTION_NONE)
        continue;
      variables[n_variables].address = address;
      variables[n_variables].bytes = symbol[i].st_size;
      variables[n_variables++].name = names + symbol[i].st_name;
    }
  }
}

uint64_t image_device_base(void) {
  return (uint64_t)__start_emu_device & ~3ull;
}

void image_load(void) {
  dl_iterate_phdr(find_tls, NULL);
  load_symbols();
  size_t device_words = ((uint64_t)__stop_emu_device - image_device_base() + 7) / 4;
  M.shared_cells = calloc(M.shared_size / 4 + 2, sizeof *M.shared_cells);
  M.dynamic_cells = calloc(DYNAMIC_ARENA / 4, sizeof *M.dynamic_cells);
  M.device_cells = calloc(device_words, sizeof *M.device_cells);
  if (!M.shared_cells || !M.dynamic_cells || !M.device_cells) abort();
}

enum section image_section(uint64_t a) {
  if (a >= (uint64_t)__start_emu_device && a < (uint64_t)__stop_emu_device) return SECTION_DEVICE;
  if ((a >= (uint64_t)__start_emu_constant && a < (uint64_t)__stop_emu_constant) ||
      (a >= (uint64_t)__start_emu_constant_const && a < (uint64_t)__stop_emu_constant_const) ||
      (a >= (uint64_t)__start_emu_device_const && a < (uint64_t)__stop_emu_device_const))
    return SECTION_CONSTANT;
  return SECTION_NONE;
}

bool image_variable(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes) {
  for (size_t i = 0; i < n_variables; i++) {
    if (address - variables[i].address >= variables[i].bytes) continue;
    int status;
    char *demangled = __cxa_demangle(variables[i].name, NULL, NULL, &status);
    const char *full = demangled ? demangled : variables[i].name;
    const char *last = full; // "kernel(float*)::s" -> "s"
    for (const char *p = strstr(full, "::"); p; p = strstr(p + 2, "::")) last = p + 2;
    snprintf(name, n, "%s", last);
    free(demangled);
    *offset = address - variables[i].address;
    *bytes = variables[i].bytes;
    return true;
  }
  return false;
}

// The last name in "ns::kernel<int>(float*)", "kernel<16>" or "kernel": [begin, end) without templates and
// arguments.
static void base_name(const char *s, const char **begin, const char **end) {
  *begin = s;
  for (*end = s; **end && **end != '<' && **end != '('; ++*end)
    if (**end == ':' || **end == ' ') *begin = *end + 1;
}

// Variables of one instance of a template stand under its own name, so the largest sum of one enclosing
// function is what a launch of the kernel can need.
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
    int status;
    char *full = __cxa_demangle(variables[i].name, NULL, NULL, &status), *last = NULL;
    for (char *p = full ? strstr(full, "::") : NULL; p; p = strstr(p + 2, "::")) last = p;
    if (last) {
      *last = 0;
      const char *name, *name_end;
      base_name(full, &name, &name_end);
      if (name_end - name == want_end - want && strncmp(name, want, (size_t)(want_end - want)) == 0) {
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

// ---- lines ----

static void ignore_error(void *data, const char *message, int number) {
  (void)data, (void)message, (void)number;
}

struct answer {
  char *file, *function;
  size_t file_size, function_size;
  int32_t *line;
};

// Called from the innermost inlined frame outwards: the first frame outside the emulator's own headers
// counts.
static int on_frame(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  struct answer *a = data;
  (void)pc;
  if (!file || strstr(file, EMU_INCLUDE_DIR "/")) return 0;
  snprintf(a->file, a->file_size, "%s", file);
  *a->line = line;
  if (a->function && function) snprintf(a->function, a->function_size, "%s", function);
  return 1;
}

void symbolise(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m) {
  static struct backtrace_state *state;
  if (n) *file = 0;
  *line = 0;
  if (function && m) *function = 0;
  if (!pc) return;
  if (!state) state = backtrace_create_state("/proc/self/exe", 0, ignore_error, NULL);
  if (!state) return;
  struct answer a = {file, function, n, m, line};
  backtrace_pcinfo(state, pc - 1, on_frame, ignore_error, &a); // - 1: inside the call, not behind it
}
