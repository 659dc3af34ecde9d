// The compiler driver: reads the command line, makes and removes the private directory, has the program built.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int print_translations(struct driver *d) {
  for (size_t i = 0; i < d->sources.count; i++) {
    const char *path = d->sources.item[i];
    size_t n;
    char error[1024], *source = read_whole(path, &n);
    if (!source) return 1;
    int bad = emu_translate(path, source, n, NULL, NULL, NULL, stdout, error, sizeof error);
    if (bad) fprintf(stderr, "%s\n", error);
    free(source);
    if (bad) return 1;
  }
  return 0;
}
static void remove_directory(const char *path) {
  DIR *directory = opendir(path);
  for (struct dirent *e; directory && (e = readdir(directory));) {
    char *name = must_print("%s/%s", path, e->d_name);
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) unlink(name);
    free(name);
  }
  if (directory) closedir(directory);
  if (rmdir(path)) fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
}

int main(int argc, char **argv) {
  struct driver d = {0};
  argv = with_option_files(&argc, argv);
  if (!argv) return 2;
  int status = read_arguments(&d, argc, argv);
  if (status >= 0) return status;
  if (d.print_translation) return print_translations(&d);
  // Before there is a directory that somebody would have to remove.
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = build_interrupted};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
  signal(SIGPIPE, SIG_IGN); // a reader of stderr that goes away (| head) must not leave the directory behind
  const char *temporary = getenv("TMPDIR");
  snprintf(d.directory, sizeof d.directory, "%s/emucc.XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(d.directory)) {
    fprintf(stderr, "emucc: %s: %s\n", d.directory, strerror(errno));
    return 1;
  }
  status = d.precompile ? precompile_headers(&d) : build_program(&d);
  if (!status && d.explain) status = explain_registers(&d);
  remove_directory(d.directory);
  if (build_signal) {
    signal(build_signal, SIG_DFL);
    raise(build_signal);
  }
  return status;
}
