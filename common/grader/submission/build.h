// From an implementation to a worker executable, compiled when it is needed and not up to date.
#ifndef PMPP_BUILD_H
#define PMPP_BUILD_H

#include "grader/config.h"
#include "grader/result.h"

struct implementation {
  const char *name; // "starter", "solution", "baseline", or the file as the student would write it
  char *file;       // absolute, without symbolic links
  char *shown;      // the file from the project's root, where it lies in there
  char *id;         // for file names: "starter", "boundary-1f3c9a02"
  bool library;     // the baseline: may include and call what it likes
};

// Finds what --impl names; ends the grader with status 2 where there is no such file.
struct implementation implementation_find(const struct grader_config *config, const char *impl);
void implementation_free(struct implementation *i);

// `path` from the project's root, where it lies in there; allocated.
char *path_shown(const struct grader_config *config, const char *path);

// The path of the implementation's workers in the build folder, without ".emu" or ".gpu" and what follows; allocated.
char *worker_stem(const struct grader_config *config, const struct implementation *impl);

enum build_outcome {
  BUILD_DONE,
  BUILD_REJECTED, // the submission's fault: `why` says what, with the place
  BUILD_INFRA,    // ours
};

// Compiles and links if needed; `variant` is a baseline's name or NULL. On success *worker is the
// executable's path (allocated). One process at a time builds one worker; others wait for it.
enum build_outcome build_worker(const struct grader_config *config, const struct implementation *impl,
                                enum backend backend, const char *variant, bool verbose, char **worker,
                                struct text *why);

// The compiler's first errors, with the paths of `config` shortened: at most `errors` of them.
void compiler_errors(const struct grader_config *config, const char *output, int errors, struct text *out);

#endif
