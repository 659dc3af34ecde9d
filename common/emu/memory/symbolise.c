// From an address in the code to its place in the source, and to the place of a call by the host.
#define _GNU_SOURCE
#include "memory/symbolise.h"
#include "memory/frames.h"
#include "memory/image.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

struct answer {
  char *file, *function;
  size_t file_size, function_size;
  int32_t *line;
};

// Whether the name (Itanium C++ ABI, 5.1) is of a copy or move constructor or assignment: C1, C2 or C4 for a
// constructor, aS for an assignment; then E and one parameter, RK or O and the class by its substitution, as in S0_.
static bool copies_an_object(const char *function) {
  size_t n = strlen(function);
  if (n < 6 || function[n - 1] != '_') return false;
  const char *c = function + n - 2;
  while (c > function && (isdigit((unsigned char)*c) || isupper((unsigned char)*c)) && *c != 'S') c--;
  if (*c != 'S' || c - function < 6) return false;
  c -= c[-1] == 'O' ? 1 : 2;
  if (c[0] != 'O' && strncmp(c, "RK", 2) != 0) return false;
  return c[-1] == 'E' && (strncmp(c - 3, "aS", 2) == 0 || (c[-3] == 'C' && strchr("124", c[-2])));
}

// In each object that emucc has made (emu_program.h).
extern const char emu_program_header[] __attribute__((weak));

static bool of_headers(const char *file) {
  return emu_program_header &&
         strncmp(file, emu_program_header, strlen(emu_program_header) - strlen("emu_program.h")) == 0;
}

// Whether a function is a library's that is compiled with the program: a template of Thrust's or the compiler's.
static bool of_library(const char *function) {
  static const char *const begins[] = {"_ZNSt",       "_ZNKSt",  "_ZSt",          "_ZN6thrust",
                                       "_ZNK6thrust", "_ZN3cub", "_ZN9__gnu_cxx", "_ZN4cuda"};
  for (size_t i = 0; function && i < sizeof begins / sizeof *begins; i++)
    if (strncmp(function, begins[i], strlen(begins[i])) == 0) return true;
  return false;
}

// A header of the compiler's or of a library's.
static bool of_system(const char *file, const char *function) {
  return strncmp(file, "/usr/", 5) == 0 || strncmp(file, "/opt/", 5) == 0 || of_library(function);
}

// Called from the innermost inlined frame outwards: the first frame outside the emulator's own headers and the system's
// counts, or where all are of those the first of the system's. An inlined copy of an object counts for the line that copies: the
// compiler's own stand at the class.
static int on_frame(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  struct answer *a = data;
  (void)pc;
  if (!file || of_headers(file) || (of_system(file, function) && *a->line)) return 0;
  snprintf(a->file, a->file_size, "%s", file);
  *a->line = line;
  if (a->function && function) snprintf(a->function, a->function_size, "%s", function);
  return !of_system(file, function) && (!function || !copies_an_object(function));
}

struct calls {
  uint32_t pc[48];
  int n;
};

static _Unwind_Reason_Code on_call(struct _Unwind_Context *context, void *data) {
  struct calls *c = data;
  if (c->n == sizeof c->pc / sizeof *c->pc) return _URC_END_OF_STACK;
  c->pc[c->n++] = (uint32_t)_Unwind_GetIP(context);
  return _URC_NO_REASON;
}

// A file of the emulator, or of the worker around it.
static bool is_ours(const char *file) {
  static const size_t common = sizeof __FILE__ - sizeof "emu/memory/symbolise.c"; // of ".../common/"
  if (strncmp(file, __FILE__, common)) return false;
  if (strncmp(file + common, "emu/tests/", 10) == 0) return false; // programs
  return strncmp(file + common, "emu/", 4) == 0 || strncmp(file + common, "worker/", 7) == 0;
}

uint32_t symbolise_user(uint32_t pc) {
  const char *function = image_function(pc);
  struct calls calls = {.n = 0};
  bool passed = false;
  if (function && !of_library(function)) return pc;
  _Unwind_Backtrace(on_call, &calls);
  for (int i = 0; i < calls.n; i++) {
    passed |= calls.pc[i] == pc;
    function = image_function(calls.pc[i]);
    if (passed && function && !of_library(function)) return calls.pc[i];
  }
  return pc;
}

uint32_t symbolise_host_call(const char **function) {
  struct calls calls = {.n = 0};
  _Unwind_Backtrace(on_call, &calls);
  for (int i = 1; i < calls.n; i++) {
    char file[160];
    int32_t line;
    symbolise(calls.pc[i], file, sizeof file, &line, NULL, 0);
    if (!*file || is_ours(file)) continue;
    *function = image_function(calls.pc[i - 1]);
    return *function ? calls.pc[i] : 0;
  }
  return 0;
}

void symbolise_caller(char *file, size_t n, int32_t *line) {
  struct calls calls = {.n = 0};
  _Unwind_Backtrace(on_call, &calls);
  for (int i = 0; i < calls.n; i++) {
    symbolise(calls.pc[i], file, n, line, NULL, 0);
    if (*file && !is_ours(file)) return;
  }
  *file = 0;
  *line = 0;
}

void symbolise(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m) {
  if (n) *file = 0;
  *line = 0;
  if (function && m) *function = 0;
  if (!pc) return;
  struct answer a = {file, function, n, m, line};
  // - 1: inside the call, not behind it. Where the callers of inlined code are lost, the next instruction that is
  // known to be the user's is of the same statement, or of the one behind it.
  frames_of(pc - 1, on_frame, &a);
  uint64_t end = *line ? pc : image_function_end(pc);
  for (uint64_t at = pc; at < end && at < pc + 32 && !*line; at++) frames_of(at, on_frame, &a);
}

// The first frame, from the innermost inlined one outwards, that is the program's own.
static int on_own_frame(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  struct answer *a = data;
  if (!file || is_ours(file) || strncmp(file, "/usr/", 5) == 0) return 0;
  on_frame(data, pc, file, line, function);
  return *a->file != 0;
}

void symbolise_crash(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m) {
  struct calls calls = {.n = 0};
  struct answer a = {file, function, n, m, line};
  *file = *function = 0;
  *line = 0;
  if (pc) frames_of(pc - 1, on_own_frame, &a);
  if (!*file) _Unwind_Backtrace(on_call, &calls);
  for (int i = 0; i < calls.n && !*file; i++)
    if (calls.pc[i]) frames_of(calls.pc[i] - 1, on_own_frame, &a);
}
