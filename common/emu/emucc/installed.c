// Where the parts of emucc are that its programs are made of: in lib/emucc beside the bin/ of its executable, where they
// were installed, else where the build has them.
#define _GNU_SOURCE
#include "emu/emucc/installed.h"
#include "emu/emucc/files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if !defined EMU_INCLUDE_DIR || !defined EMU_LIBRARY_DIR
#error "define EMU_INCLUDE_DIR (the CUDA headers) and EMU_LIBRARY_DIR (libemu.a, libemu_fast.a)"
#endif

// NULL: not installed.
static const char *installed(void) {
  static char folder[PATH_MAX + 16];
  static bool asked, found;
  char self[PATH_MAX];
  if (asked) return found ? folder : NULL;
  asked = true;
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return NULL;
  self[n] = '\0';
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(self, '/');
    if (!slash) return NULL;
    *slash = '\0';
  }
  snprintf(folder, sizeof folder, "%s/lib/emucc", self);
  char *header = must_print("%s/emu/include/emu_program.h", folder);
  found = access(header, R_OK) == 0;
  free(header);
  return found ? folder : NULL;
}

const char *library_dir(void) {
  const char *folder = installed();
  return folder ? folder : EMU_LIBRARY_DIR;
}

const char *emulator_library(bool fast) {
  char *path = must_print("%s/%s", library_dir(), fast ? "libemu_fast.a" : "libemu.a");
  if (access(path, R_OK) == 0) return path;
  fprintf(stderr, "emucc: %s is missing: cmake --build build --target emucc makes it\n", path);
  free(path);
  return NULL;
}

const char *header_dir(void) {
  static char *headers;
  const char *folder = installed();
  if (folder && !headers) headers = must_print("%s/emu/include", folder);
  return folder ? headers : EMU_INCLUDE_DIR;
}

bool is_own_header(const char *file, size_t n) {
  const char *dir = header_dir();
  return n > strlen(dir) && !memcmp(file, dir, strlen(dir)) && file[strlen(dir)] == '/';
}
