// Submissions may call what the headers that they may include call: references_test INCLUDE_DIR LIBRARY.
#include "check.h"
#include "grader/submission/allowed.h"
#include "grader/submission/symbols.h"
#include <ctype.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Of the functions that those headers name, what a submission has no use for.
static const char *const not_for_submissions[] = {
    "emu_count", // in the headers a template of that name, in the library another function
    "emu_default_stream_per_thread", // an option of nvcc that no lab gives
    NULL};

static const char *include;
static FILE *includes;
static int headers;

static int include_if_allowed(const char *path, const struct stat *status, int type) {
  const char *name = path + strlen(include) + 1;
  if (type == FTW_F && status->st_size > 0 && header_allowed(name))
    headers++, fprintf(includes, "#include <%s>\n", name);
  return 0;
}

// The translation unit that includes every header that a submission may include, preprocessed.
static void preprocess(struct text *text) {
  char source[] = "/tmp/pmpp-references-XXXXXX.cpp";
  int file = mkstemps(source, 4);
  CHECK(file >= 0 && (includes = fdopen(file, "w")));
  CHECK(ftw(include, include_if_allowed, 16) == 0);
  fclose(includes);
  char *result = must_print("%s.i", source);
  char *command =
      must_print("${CXX:-c++} -std=c++17 -E -P -w -I'%s' -I'%s/../..' -include emu_program.h '%s' -o '%s'",
                 include, include, source, result);
  CHECK(system(command) == 0 && text_read_file(text, result, 1 << 28));
  unlink(source), unlink(result), free(command), free(result);
}

static bool of_a_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool listed(const char *const *names, const char *name) {
  while (*names && strcmp(*names, name)) names++;
  return *names;
}

// How many functions of the library a text names that a submission must not call; complaints name each.
static int refused(const char *text, const struct symbols *library, int *named, bool complain) {
  int n = 0;
  for (int i = 0; i < library->n; i++) {
    const char *name = library->symbol[i].name;
    if (strncmp(name, "emu_", 4) || library->symbol[i].type != 'T' || listed(not_for_submissions, name))
      continue;
    bool found = false;
    for (const char *at = text; !found && (at = strstr(at, name)); at++)
      found = !of_a_name(at[strlen(name)]) && (at == text || !of_a_name(at[-1]));
    const char *reason = found ? reference_reason(name, false) : NULL;
    if (reason && complain) fprintf(stderr, "%s, which an allowed header names, %s\n", name, reason);
    *named += found, n += reason != NULL;
  }
  return n;
}

int main(int argc, char **argv) {
  struct symbols library = {0};
  struct text why = {0};
  int named = 0, of_two = 0;
  if (argc != 3) return 2;
  include = argv[1];
  CHECK(symbols_read(&library, argv[2], &why));
  struct text headers_text = {0};
  preprocess(&headers_text);
  CHECK(refused(text_get(&headers_text), &library, &named, true) == 0);
  CHECK(headers > 30 && named > 100);
  // One that belongs to the grader, beside one of mathematics.
  CHECK(refused("{ emu_report_reset(); emu_normcdf(1); }", &library, &of_two, false) == 1 && of_two == 2);
  fprintf(stderr, "%d headers name %d functions of the emulator\n", headers, named);
  symbols_free(&library), text_free(&why), text_free(&headers_text);
  return CHECK_STATUS();
}
