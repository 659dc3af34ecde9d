// The static shared segment holds the __shared__ variables of all kernels side by side: which of its words the running
// kernel may touch.
#include "check/shared.h"
#include "check/hazard.h"
#include "check/after_fault.h"
#include "memory/describe.h"
#include "memory/image.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char __start_emu_kernels[] __attribute__((weak)), __stop_emu_kernels[] __attribute__((weak));

// The last name in "ns::kernel<int>(float*)" without templates and arguments; its length.
static size_t base_of(const char *name, const char **begin) {
  const char *end = name;
  for (*begin = name; *end && *end != '<' && *end != '('; end++)
    if (*end == ':' || *end == ' ') *begin = end + 1;
  return (size_t)(end - *begin);
}

// emu_kernels holds strings of words: "sort scan -order ", where - marks the name of a function that is no kernel.
static bool has_word(char mark, const char *name, size_t n) {
  const char *end = __stop_emu_kernels;
  for (const char *p = __start_emu_kernels; p && p + n < end; p++) {
    if (p != __start_emu_kernels && p[-1] != ' ' && p[-1]) continue;
    const char *word = p + (mark && *p == mark);
    if ((!mark || word > p) && word + n < end && !strncmp(word, name, n) && word[n] == ' ') return true;
  }
  return false;
}

// Where both a kernel and another function have the name, nobody knows which one is meant.
static bool is_kernel(const char *name, size_t n) {
  return n && has_word(0, name, n) && !has_word('-', name, n);
}

// "kernel(float*)::s" -> "kernel(float*)"; false for a variable outside functions.
static bool function_of(char *variable) {
  char *last = NULL;
  int depth = 0;
  for (char *p = variable; *p; p++) {
    depth += (*p == '(' || *p == '<') - (*p == ')' || *p == '>');
    if (depth == 0 && p[0] == ':' && p[1] == ':') last = p++;
  }
  if (last) *last = 0;
  return last != NULL;
}

// Whether a variable is declared in that function, or in a function in it: _ZZ6kernelPiE1s in _Z6kernelPi,
// _ZZ6kernelE1s in an extern "C" kernel. One more Z for each function around it. _ZGVZ6kernelPiE1s guards its beginning.
static bool declared_in(const char *variable, const char *function) {
  char coded[32];
  size_t n = strcspn(function, "."); // without what the compiler says of clones: ".part.0"
  bool guard = !strncmp(variable, "_ZGVZ", 5);
  if (!guard && strncmp(variable, "_ZZ", 3)) return false;
  variable += guard ? 4 : 1;
  variable += strspn(variable, "Z");
  if (!strncmp(function, "_Z", 2)) {
    function += 2;
    n -= 2;
  } else {
    size_t digits = (size_t)snprintf(coded, sizeof coded, "%zu", n);
    if (strncmp(variable, coded, digits)) return false;
    variable += digits;
  }
  return !strncmp(variable, function, n) && variable[n] == 'E';
}

// Whether a variable is that of another kernel than the running one: of another name, in another namespace, of other
// parameters or another instance of the template.
static bool of_another_kernel(const char *variable, const char *kernel) {
  const char *name;
  if (declared_in(variable, kernel)) return false;
  char *in = demangle(variable);
  bool other = false;
  if (in && function_of(in)) {
    size_t n = base_of(in, &name);
    other = is_kernel(name, n);
  }
  free(in);
  return other;
}

static struct known_kernel {
  uint32_t pc;
  uint8_t *foreign;
  struct shared_piece *piece;
  size_t pieces;
} running; // if foreign_shared is set

static uint8_t *map_for(const char *kernel) {
  uint64_t words = M.shared_size / 4 + 2, address, bytes;
  uint8_t *foreign = malloc(words);
  if (!foreign) abort();
  memset(foreign, 1, words);
  const char *name;
  for (size_t i = 0; image_shared_variable(i, &name, &address, &bytes); i++)
    if (bytes && !of_another_kernel(name, kernel))
      for (uint64_t a = address & ~3ull; a < address + bytes; a += 4) foreign[(a - M.shared_base) >> 2] = 0;
  return foreign;
}

static void find_pieces(struct known_kernel *k) {
  uint64_t words = (M.shared_size + 3) / 4, word = 0;
  for (;;) {
    while (word < words && k->foreign[word]) word++;
    if (word == words) return;
    uint64_t from = 4 * word;
    while (word < words && !k->foreign[word]) word++;
    uint64_t to = 4 * word < M.shared_size ? 4 * word : M.shared_size;
    k->piece = realloc(k->piece, (k->pieces + 1) * sizeof *k->piece);
    if (!k->piece) abort();
    k->piece[k->pieces++] = (struct shared_piece){from, to - from};
  }
}

const struct shared_piece *shared_pieces(size_t *n) {
  static struct shared_piece all;
  all.bytes = M.shared_size;
  *n = M.foreign_shared ? running.pieces : 1;
  return M.foreign_shared ? running.piece : &all;
}

static void set_running(const struct known_kernel *k) {
  running = *k;
  M.foreign_shared = k->foreign;
}

void shared_kernel_begins(uint32_t pc) {
  static struct known_kernel *known;
  static size_t n, capacity;
  for (size_t i = 0; i < n; i++)
    if (known[i].pc == pc) {
      set_running(&known[i]);
      return;
    }
  const char *kernel = image_function(pc);
  if (!kernel || !M.shared_size) return;
  if (n == capacity) {
    capacity = capacity ? 2 * capacity : 16;
    known = realloc(known, capacity * sizeof *known);
    if (!known) abort();
  }
  known[n] = (struct known_kernel){.pc = pc, .foreign = map_for(kernel)};
  find_pieces(&known[n]);
  set_running(&known[n++]);
}

// The array of the running kernel that the access lies next to.
static bool nearest(uint64_t addr, const char **mangled, uint64_t *begin, uint64_t *bytes) {
  uint64_t best = UINT64_MAX, address, size;
  const char *name;
  for (size_t i = 0; image_shared_variable(i, &name, &address, &size); i++) {
    if (!size || M.foreign_shared[(address - M.shared_base) >> 2]) continue;
    uint64_t away = addr >= address ? addr - address - size : address - addr;
    if (addr >= address && addr < address + size) away = 0;
    if (away >= best) continue;
    best = away;
    *mangled = name;
    *begin = address;
    *bytes = size;
  }
  return best != UINT64_MAX;
}

static void tell_overrun(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  const char *verb = touch & TOUCH_STORE ? "writes" : "reads", *mangled;
  uint64_t begin, bytes;
  char name[96] = "";
  if (!nearest(addr, &mangled, &begin, &bytes)) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL,
           "%s %u bytes of shared memory, of which the kernel declares none there", verb, size);
    return;
  }
  image_last_name(mangled, name, sizeof name);
  char what[400];
  describe_outside(name, begin, bytes, (int64_t)(addr - begin), size, what, sizeof what);
  hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL, "%s %s", verb, what);
}

void shared_overrun(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  L.error = cudaErrorIllegalAddress;
  if (!hazard_repeated(EMU_HAZARD_OUT_OF_BOUNDS, pc, NULL)) tell_overrun(addr, size, touch, pc);
  stray_access(addr, size);
}
