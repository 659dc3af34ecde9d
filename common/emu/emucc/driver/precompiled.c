// The emulator's CUDA headers, precompiled when the project is built, or by whoever has installed emucc: g++ reads them in a fraction of the time.
//
// A folder with emu_program.h.gch stands before the headers' own in the include path. g++ takes the file only if it
// was made by the same compiler with the same flags and macros, and reads the headers' text otherwise. It does not
// look whether the text has changed since; that is done here.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *program_header(void) {
  return must_print("%s/emu_program.h", header_dir());
}

static bool newer(const struct stat *a, const struct stat *b) {
  return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

// Cuts the next file off what g++ -MD writes, `target: file file \ file`, with `\ ` for a blank in a name.
char *next_file(char **rule) {
  char *at = *rule, *to;
  while (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n')) at++;
  char *file = to = at;
  while (*at && *at != ' ' && *at != '\n') {
    if (*at == '\\' && (at[1] == ' ' || at[1] == '#')) at++;
    *to++ = *at++;
  }
  *rule = *at ? at + 1 : at;
  *to = '\0';
  return *file ? file : NULL;
}

// The first file is the header itself: what was made of another folder's headers names their files.
static bool is_fresh(const struct stat *header, char *rule) {
  char *files = strstr(rule, ".gch"), *text = program_header();
  files = files ? strstr(files, ": ") : NULL;
  bool fresh = false;
  if (files) {
    files++;
    char *file = next_file(&files);
    fresh = file && !strcmp(file, text);
    for (struct stat found; file && fresh; file = next_file(&files))
      fresh = stat(file, &found) == 0 && !newer(&found, header);
  }
  free(text);
  return fresh;
}

static char *made_dir(bool fast) {
  return must_print("%s/precompiled/%s", library_dir(), fast ? "fast" : "counting");
}

const char *precompiled_dir(bool fast) {
  char *dir = made_dir(fast);
  char *header = must_print("%s/emu_program.h.gch", dir), *list = must_print("%s/files.d", dir), *rule = NULL;
  struct stat made;
  size_t n;
  bool usable = stat(header, &made) == 0 && access(list, R_OK) == 0 && (rule = read_whole(list, &n));
  if (usable) {
    rule = must_realloc(rule, n + 1);
    rule[n] = '\0';
    usable = is_fresh(&made, rule);
  }
  free(header), free(list), free(rule);
  if (!usable) free(dir);
  return usable ? dir : NULL;
}

static bool make_folder(const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
  fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
  return false;
}

int precompile_headers(struct driver *d) {
  char *dir = made_dir(d->fast), *both = directory_of(dir), *text = program_header();
  if (!make_folder(both) || !make_folder(dir)) return 1;
  char *header = must_print("%s/emu_program.h.gch", dir), *list = must_print("%s/files.d", dir);
  char *made = must_print("%s.%ld", header, (long)getpid()); // nobody reads half a file
  unlink(header);
  struct list command = {0};
  push(&command, EMU_CXX);
  push_flags(&command, d->fast);
  push_all(&command, (const char *const[]){"-MD", "-MF", list, "-x", "c++-header", text, "-o", made, NULL});
  int status = run_command(d, &command);
  if (!status && rename(made, header)) {
    fprintf(stderr, "emucc: %s: %s\n", header, strerror(errno));
    status = 1;
  }
  if (status) unlink(made);
  free(command.item), free(dir), free(both), free(text), free(header), free(list), free(made);
  return status;
}
