// Tools of NVIDIA's toolkit that are asked, and the shell's quotes.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *find_cuda_tool(const char *name) {
  char *path = must_print("%s:/usr/local/cuda/bin", getenv("PATH") ? getenv("PATH") : "");
  for (char *state = NULL, *folder = strtok_r(path, ":", &state); folder;
       folder = strtok_r(NULL, ":", &state)) {
    char *tool = must_print("%s/%s", folder, name);
    if (!access(tool, X_OK)) return tool;
    free(tool);
  }
  free(path);
  return NULL;
}

char *shell_quoted(const char *argument) {
  char *s = must_print("'");
  for (; *argument; argument++) {
    char *longer = *argument == '\'' ? must_print("%s'\\''", s) : must_print("%s%c", s, *argument);
    free(s);
    s = longer;
  }
  char *closed = must_print("%s'", s);
  free(s);
  return closed;
}
