// The messages by which compilers, assemblers and linkers say that the machine failed them, not the program.
#define _GNU_SOURCE
#include "grader/submission/compiler_trouble.h"
#include "base/text.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char *const troubles[] = {
    "signal terminated program", // g++, of cc1plus, as or ld
    "was killed by signal",      // emucc, of g++
    "died due to signal",        // nvcc, of its parts
    "internal compiler error",
    "No space left on device",
    "Disk quota exceeded",
    "Input/output error",
    "Read-only file system",
    "Stale file handle",
    "Cannot allocate memory",
    "out of memory",
    "emory exhausted",
    "Resource temporarily unavailable",
    "Too many open files",
    "cannot execute",
    "cannot run ",
    "emucc: fork:",
    "emucc: pipe:",
};
static const char *const about_the_program[] = {": error: ", ": warning: ", ": note: "};
static const char *const our_limits[] = {"File size limit exceeded", "CPU time limit exceeded"};
#define HAS_ANY(line, words) has_any(line, words, sizeof(words) / sizeof *(words))

static bool has_any(const char *line, const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strstr(line, words[i])) return true;
  return false;
}

static bool tells_trouble(const char *line) {
  bool quoted = line[strspn(line, " 0123456789")] == '|'; // a line of the program, as g++ shows it
  return !quoted && HAS_ANY(line, troubles) && !HAS_ANY(line, about_the_program) &&
         !HAS_ANY(line, our_limits);
}

bool compiler_failed(int status, const char *output) {
  if (WIFSIGNALED(status)) return WTERMSIG(status) != SIGXFSZ && WTERMSIG(status) != SIGXCPU;
  if (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127) return true; // it could not be started
  bool said = false, trouble = false;
  for (const char *s = output, *end; *s && !trouble; s = *end ? end + 1 : end) {
    end = strchrnul(s, '\n');
    char *line = must_print("%.*s", (int)(end - s), s);
    said = said || line[strspn(line, " \t")];
    trouble = tells_trouble(line);
    free(line);
  }
  return trouble || !said; // a program at fault is told so
}
