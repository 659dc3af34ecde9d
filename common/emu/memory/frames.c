// By libbacktrace, where the build has found it; else by binutils' addr2line, one process that answers all questions.
#define _GNU_SOURCE
#include "memory/frames.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef EMU_HAVE_BACKTRACE

#include <backtrace.h>
#include <link.h>

static void ignore_error(void *data, const char *message, int number) {
  (void)data, (void)message, (void)number;
}

// libbacktrace would read the line tables of every library, which takes 0.1 s and more where their debug information
// is installed. What is looked up lies in the program: while it reads them it learns of no library.
static bool reading_lines;

int __real_dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *), void *context);

struct listener {
  int (*f)(struct dl_phdr_info *, size_t, void *);
  void *context;
};

static int tell_program(struct dl_phdr_info *info, size_t size, void *listener) {
  const struct listener *to = listener;
  to->f(info, size, to->context);
  return 1; // the program comes first
}

int __wrap_dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *), void *context) {
  struct listener to = {f, context};
  return reading_lines ? __real_dl_iterate_phdr(tell_program, &to) : __real_dl_iterate_phdr(f, context);
}

void frames_of(uint64_t pc, each_frame *each, void *data) {
  static struct backtrace_state *state;
  if (!state) state = backtrace_create_state("/proc/self/exe", 0, ignore_error, NULL);
  if (!state) return;
  reading_lines = true;
  backtrace_pcinfo(state, pc, each, ignore_error, data);
  reading_lines = false;
}

#else

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static FILE *tool; // to and from addr2line; NULL: there is none

static void start_tool(void) {
  int pair[2];
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return;
  self[n] = 0;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(pair[1], STDIN_FILENO);
    dup2(pair[1], STDOUT_FILENO);
    execlp("addr2line", "addr2line", "-afi", "-e", self, (char *)NULL);
    _exit(127);
  }
  close(pair[1]);
  tool = child < 0 ? NULL : fdopen(pair[0], "r+");
  if (!tool) close(pair[0]);
}

static void ask(const char *question) {
  size_t n = strlen(question);
  if (send(fileno(tool), question, n, MSG_NOSIGNAL) == (ssize_t)n) return;
  fclose(tool);
  tool = NULL;
}

static bool next_line(char *line, int size) {
  if (!fgets(line, size, tool)) return false;
  line[strcspn(line, "\n")] = 0;
  return true;
}

// An answer is the address, then function and file:line of each frame. The question for address 0 marks the end.
void frames_of(uint64_t pc, each_frame *each, void *data) {
  static bool started;
  static char function[4096], place[4096];
  char question[64];
  if (!started) start_tool();
  started = true;
  snprintf(question, sizeof question, "0x%llx\n0x0\n", (unsigned long long)pc);
  if (tool) ask(question);
  if (!tool || !next_line(function, sizeof function)) return;
  for (bool go_on = true; next_line(function, sizeof function) && strncmp(function, "0x", 2) != 0;) {
    if (!next_line(place, sizeof place)) return;
    char *colon = strrchr(place, ':');
    if (!colon || !go_on) continue;
    *colon = 0;
    const char *file = strcmp(place, "??") == 0 ? NULL : place;
    go_on = each(data, pc, file, atoi(colon + 1), strcmp(function, "??") == 0 ? NULL : function) == 0;
  }
  next_line(function, sizeof function), next_line(place, sizeof place); // of address 0
}

#endif
