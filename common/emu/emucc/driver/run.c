// Runs g++ and the linker: their messages are passed on, and a signal that ends the driver ends them.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"
#include "emu/emucc/driver/retry.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

volatile sig_atomic_t build_signal;
static volatile pid_t child;

void build_interrupted(int number) {
  build_signal = number;
  if (child > 0) kill(child, number);
}

// The text without colours.
static char *uncoloured(const char *text) {
  char *copy = must_print("%s", text), *to = copy;
  for (const char *c = text; *c; c++) {
    if (*c == '\033' && c[1] == '[')
      for (c += 2; *c && !isalpha((unsigned char)*c);) c++;
    else
      *to++ = *c;
    if (!*c) break;
  }
  *to = '\0';
  return copy;
}

// Returns the text of what is to be read there, which is passed on if `now`.
static char *forward(int from, bool now) {
  char *copy = must_realloc(NULL, 1), buffer[4096];
  size_t used = 0;
  for (;;) {
    ssize_t got = read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (now) fwrite(buffer, 1, (size_t)got, stderr);
    copy = must_realloc(copy, used + (size_t)got + 1);
    memcpy(copy + used, buffer, (size_t)got);
    used += (size_t)got;
  }
  copy[used] = '\0';
  return copy;
}

// g++'s messages in English, in the user's character set, so that explain_messages can read them.
static void english_messages(void) {
  const char *all = getenv("LC_ALL");
  if (all && *all) setenv("LC_CTYPE", all, 1);
  unsetenv("LC_ALL");
  unsetenv("LANGUAGE");
  setenv("LC_MESSAGES", "C", 1);
}

// *said: what it said, passed on already if `now`.
static int run(const struct driver *d, const struct list *command, bool now, char **said) {
  *said = NULL;
  if (d->verbose) {
    for (size_t i = 0; i < command->count; i++) fprintf(stderr, "%s%s", i ? " " : "", command->item[i]);
    fprintf(stderr, "\n");
  }
  if (build_signal) return 1;
  int errors[2], status;
  if (pipe(errors)) {
    fprintf(stderr, "emucc: pipe: %s\n", strerror(errno));
    return 1;
  }
  fflush(stderr);
  child = fork();
  if (child == 0) {
    dup2(errors[1], STDERR_FILENO);
    close(errors[0]);
    close(errors[1]);
    setenv("TMPDIR", d->directory, 1); // what g++ leaves when it is killed goes with the directory
    english_messages();
    signal(SIGPIPE, SIG_DFL);
    execvp(command->item[0], (char *const *)command->item);
    fprintf(stderr, "emucc: cannot run %s: %s\n", command->item[0], strerror(errno));
    _exit(1);
  }
  if (child > 0 && build_signal) kill(child, build_signal); // it came before there was a child to tell
  close(errors[1]);
  *said = forward(errors[0], now); // to its end: what g++ started has ended too
  close(errors[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  int result = child < 0 ? 1 : WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (child < 0)
    fprintf(stderr, "emucc: fork: %s\n", strerror(errno));
  else if (WIFSIGNALED(status) && !build_signal)
    fprintf(stderr, "emucc: %s was killed by signal %d (%s)\n", command->item[0], WTERMSIG(status),
            strsignal(WTERMSIG(status)));
  child = 0;
  return build_signal ? 1 : result;
}

int run_and_hold(const struct driver *d, const struct list *command, char **messages, char **said) {
  int result = run(d, command, false, said);
  if (!*said) *said = must_print("%s", "");
  *messages = uncoloured(*said);
  return result;
}

int run_only(const struct driver *d, const struct list *command, char **messages) {
  char *said;
  int result = run(d, command, true, &said);
  *messages = result && said && !build_signal ? uncoloured(said) : NULL;
  free(said);
  return result;
}
