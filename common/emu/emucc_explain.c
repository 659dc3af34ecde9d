// What the compiler driver adds to messages of g++ that mean something else than they say.
#define _GNU_SOURCE
#include "emu/emucc.h"
#include "emu/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_library_name(const char *name) {
  static const char *const families[] = {
      "cuda", "cublas", "cub", "thrust", "cusparse", "curand", "cufft", "cusolver", "cooperative_groups",
      "nvtx", "CUB",    "CUDA"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (starts_with(name, families[i])) return true;
  return false;
}

// One note for each CUDA name that g++ did not know.
static void note_missing_names(const char *messages) {
  static const char *const phrases[] = {
      "was not declared",          "has not been declared",     "does not name a type", "is not a member of",
      "No such file or directory", "is not a class, namespace", "undefined reference"};
  struct list noted = {0};
  for (const char *line = messages; *line;) {
    size_t length = strcspn(line, "\n");
    char *copy = print("%.*s", (int)length, line), *name = NULL;
    bool missing = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
      missing = missing || strstr(copy, phrases[i]);
    for (char *c = copy; missing && *c && !name; c++) {
      bool starts = c == copy || !(isalnum((unsigned char)c[-1]) || strchr("_/.-:", c[-1]));
      if (!starts || !is_library_name(c)) continue;
      size_t n = 0;
      while (isalnum((unsigned char)c[n]) || (c[n] && strchr("_/.:", c[n]))) n++;
      while (n && strchr(":.", c[n - 1])) n--;
      name = print("%.*s", (int)n, c);
    }
    bool repeated = false;
    for (size_t i = 0; name && i < noted.count; i++) repeated = repeated || !strcmp(noted.item[i], name);
    if (name && !repeated) {
      fprintf(stderr, "emucc: %s is not provided by the emulator; common/emu/README.md lists what is\n",
              name);
      push(&noted, name);
    }
    free(copy);
    line += length + (line[length] == '\n');
  }
  free(noted.item);
}

// Whether g++ read the file as it is, though it is a .cu or .cuh.
static bool is_untranslated(const struct driver *d, const char *name) {
  char *path = is_cuda(name) ? realpath(name, NULL) : NULL;
  bool known = !path;
  for (size_t i = 0; i < d->files && !known; i++) known = d->file[i].path && !strcmp(d->file[i].path, path);
  free(path);
  return !known;
}

// A file is included untranslated if the name in its #include is not there to be seen. The lines "from FILE:"
// before a message lead outwards: the last such file is the one whose #include is meant.
static void note_untranslated(const struct driver *d, const char *messages) {
  static const char first[] = "In file included from ";
  char *found = NULL;
  bool chain = true;
  for (const char *line = messages; *line && (chain || !found); line += *line == '\n') {
    const char *name = line + (starts_with(line, first) ? strlen(first) : strspn(line, " "));
    chain = name != line;
    if (starts_with(name, "from ")) name += strlen("from ");
    size_t n = strcspn(name, ":\n");
    while (name[n] == ':' && !isdigit((unsigned char)name[n + 1])) n += 1 + strcspn(name + n + 1, ":\n");
    char *file = print("%.*s", (int)n, name);
    if ((chain || !found) && is_untranslated(d, file)) {
      free(found);
      found = file;
    } else {
      free(file);
    }
    line += strcspn(line, "\n");
  }
  if (found)
    fprintf(stderr, "emucc: %s was included untranslated: write its name in the #include, \"%s\"\n", found,
            base_of(found));
  free(found);
}

// emu_touch.h makes each object ask for its own kind of runtime.
static void note_mixture(const char *messages) {
  if (strstr(messages, "undefined reference to `emu_objects_made_with"))
    fprintf(stderr, "emucc: objects made with and without --fast do not link: make all of them, and link, "
                    "the same way\n");
}

void explain_messages(const struct driver *d, const char *messages) {
  note_mixture(messages);
  note_missing_names(messages);
  note_untranslated(d, messages);
}
