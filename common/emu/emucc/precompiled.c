// The emulator's CUDA headers, precompiled when the project is built: g++ reads them in a fraction of the time.
//
// A folder with emu_program.h.gch stands before the headers' own in the include path. g++ takes the file only if it
// was made by the same compiler with the same flags and macros, and reads the headers' text otherwise. It does not
// look whether the text has changed since; that is done here.
#define _GNU_SOURCE
#include "emu/emucc/emucc.h"
#include "emu/emucc/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if !defined EMU_CXX || !defined EMU_INCLUDE_DIR || !defined EMU_PRECOMPILED_DIR
#error                                                                                                       \
    "define EMU_CXX, EMU_INCLUDE_DIR and EMU_PRECOMPILED_DIR (where programs that count and fast ones have a folder)"
#endif

static bool newer(const struct stat *a, const struct stat *b) {
  return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

// rule: what g++ -MD writes, `target: file file \ file`. A name with a blank is not found, which is no harm.
static bool is_fresh(const struct stat *header, char *rule) {
  char *files = strstr(rule, ": "), *rest;
  if (!files) return false;
  for (char *file = strtok_r(files + 1, " \\\n", &rest); file; file = strtok_r(NULL, " \\\n", &rest)) {
    struct stat text;
    if (stat(file, &text) || newer(&text, header)) return false;
  }
  return true;
}

const char *precompiled_dir(bool fast) {
  const char *dir = fast ? EMU_PRECOMPILED_DIR "/fast" : EMU_PRECOMPILED_DIR "/counting";
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
  return usable ? dir : NULL;
}

static bool make_folder(const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
  fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
  return false;
}

int precompile_headers(struct driver *d) {
  const char *dir = d->fast ? EMU_PRECOMPILED_DIR "/fast" : EMU_PRECOMPILED_DIR "/counting";
  if (!make_folder(EMU_PRECOMPILED_DIR) || !make_folder(dir)) return 1;
  char *header = must_print("%s/emu_program.h.gch", dir), *list = must_print("%s/files.d", dir);
  char *made = must_print("%s.%ld", header, (long)getpid()); // nobody reads half a file
  unlink(header);
  struct list command = {0};
  push(&command, EMU_CXX);
  push_flags(&command, d->fast);
  push_all(&command, (const char *const[]){"-MD", "-MF", list, "-x", "c++-header",
                                           EMU_INCLUDE_DIR "/emu_program.h", "-o", made, NULL});
  int status = run_command(d, &command);
  if (!status && rename(made, header)) {
    fprintf(stderr, "emucc: %s: %s\n", header, strerror(errno));
    status = 1;
  }
  if (status) unlink(made);
  free(command.item), free(header), free(list), free(made);
  return status;
}
