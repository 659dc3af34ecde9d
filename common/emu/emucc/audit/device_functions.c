// Which functions device code reaches: kernels, what they call, and, where one calls by a pointer, what has its address
// taken. Each is checked (unreported_access.c).
#include "emu/emucc/audit/function_names.h"
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/installed.h"
#include "emu/emucc/audit/unreported_access.h"
#include "emu/emucc/audit/suffix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Marks all functions that the statements of f name.
static void reach(const struct dump *d, const struct dump_function *f, bool *reached, size_t *todo,
                  size_t *n) {
  for (size_t i = 0; i < f->statements; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    dump_plain(f->statement[i], plain);
    for (const char *p = plain;
         *p && *p != '"' && strncmp(plain, "# DEBUG", 7);) { // a text's words are no names
      const char *end = p;
      while (body_word_char(*end) || *end == '.') end++;
      struct span word = {p, (size_t)(end - p)};
      struct dump_function *g = word.n > 2 ? dump_function_of(d, word) : NULL;
      if (g && !reached[g - d->function]) {
        reached[g - d->function] = true;
        todo[(*n)++] = (size_t)(g - d->function);
      }
      p = end > p ? end : p + 1;
    }
    free(plain);
  }
}

// The emulator's own: the headers' code that makes accesses on the program's behalf.
static bool is_own(const struct dump_function *f) {
  if (!f->unseen) return false;
  for (size_t i = 0; i < f->statements; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    struct place at = dump_plain(f->statement[i], plain);
    free(plain);
    if (at.file.n) return is_own_header(at.file.text, at.file.n);
  }
  return true;
}

// Whether a statement of f calls through a pointer: `m_2(D) (x)`. Virtual calls name their class's table instead.
static bool calls_by_pointer(const struct dump_function *f) {
  bool found = false;
  for (size_t i = 0; i < f->statements && !found; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    const char *arguments;
    dump_plain(f->statement[i], plain);
    struct span callee = dump_callee(plain, &arguments);
    if (callee.n > 3 && !strncmp(callee.text + callee.n - 3, "(D)", 3)) callee.n -= 3;
    found = callee.n && body_is_register(callee);
    free(plain);
  }
  return found;
}

// Whether no device code can call it, whoever takes its address: what is not marked for the device is the host's, but for what is
// constexpr and for lambdas in device code.
static bool is_for_host_alone(const struct suffixes *names, const struct dump_function *f) {
  struct place defined;
  if (f->device || f->kernel) return false;
  if (span_has(f->name, "<lambda")) return !is_lambda_of_device(names, f);
  return is_host_library(f->name) || is_foreign_function(f) || is_own_host_function(f, &defined);
}

// Marks the functions whose address is taken, the host's too if `host`.
static void reach_taken(const struct dump *d, const struct list *taken, bool host, bool *reached,
                        size_t *todo, size_t *n) {
  struct suffixes names;
  suffixes_read(&names, d);
  for (size_t i = 0; i < taken->count; i++) {
    struct dump_function *f = dump_function_of(d, (struct span){taken->item[i], strlen(taken->item[i])});
    if (!f || reached[f - d->function] || span_starts(f->name, "emu::")) continue;
    if (!host && is_for_host_alone(&names, f)) continue;
    reached[f - d->function] = true;
    todo[(*n)++] = (size_t)(f - d->function);
  }
  suffixes_free(&names);
}

int refuse_unseen(const char *path, const struct list *taken, bool host, bool tell, bool strict,
                  bool *pointers) {
  struct dump d;
  struct tally t = {0, 0, strict};
  if (!dump_read(&d, path)) return 1;
  bool *reached = must_realloc(NULL, d.functions + 1);
  size_t *todo = must_realloc(NULL, (d.functions + 1) * sizeof *todo), n = 0, functions = 0;
  bool by_pointer = false;
  for (size_t i = 0; i < d.functions; i++) {
    reached[i] = d.function[i].kernel || (d.function[i].device && !d.function[i].host);
    if (reached[i]) todo[n++] = i;
  }
  while (n) {
    const struct dump_function *f = &d.function[todo[--n]];
    if (is_own(f) || (!(host && by_pointer) && is_host_library(f->name) && !is_implicit_member(f)))
      continue; // refused where device code calls it
    functions++;
    seen_check(f, &t);
    reach(&d, f, reached, todo, &n);
    if (by_pointer || !calls_by_pointer(f)) continue;
    by_pointer = true;
    reach_taken(&d, taken, host, reached, todo, &n);
  }
  if (tell)
    fprintf(stderr, "emucc: %ld memory references in %zu functions of device code, %d without a callback\n",
            t.references, functions, t.refused);
  if (pointers) *pointers = by_pointer;
  free(reached);
  free(todo);
  dump_free(&d);
  return t.refused ? 1 : 0;
}
