// One build step by step, for build.c, which makes a worker of one implementation, and bundle.c, which makes one of several.
#ifndef PMPP_BUILD_PARTS_H
#define PMPP_BUILD_PARTS_H

#include "base/text.h"
#include "grader/submission/build.h"

enum { MAX_WORDS = 64 };

struct command {
  const char *word[MAX_WORDS];
  int n;
};

struct build {
  const struct grader_config *config;
  const struct implementation *impl;
  enum backend backend;
  bool verbose;
  char *out, *box, *object, *preprocessed, *new_out,
      *record; // the executable; the folder that compilers write to, and what they leave there; the record
  char *lib_worker, *lib_calls, *lib_emu, *include_lab, *include_common, *common_dir, *define, *gpu_words,
      *libraries, *mpi_flags, *mpi_link, *wraps;
  struct command compile, link;
  int lock;
  struct text
      *said; // what the compiler said of a source that it compiled is added to it; NULL: it is left out
  struct text *why; // what failed
};

// Names the files of a build that is zero but for `verbose` and `said`, and takes its lock; false, with the reason, where that
// fails. build_close gives all back.
bool build_open(struct build *b, const struct grader_config *config, const struct implementation *impl,
                enum backend backend, const char *variant, struct text *why);
void build_close(struct build *b);

bool build_judge_source(const struct build *b); // false: it includes or says what it may not
bool build_can_begin(const struct build *b);    // false: a part of the project is not built

// Commands, and size and time of every file that they read: when this text is the recorded one, the worker is
// up to date. (A file may be replaced by an older one, so "newer than" would not do.)
void build_record(const struct build *b, struct text *record);
bool build_is_fresh(const struct build *b, const struct text *record);

bool build_make_box(const struct build *b);
enum build_outcome build_object(struct build *b);                  // compiles and judges what came of it
enum build_outcome build_link(struct build *b);                    // makes new_out
bool build_keep(const struct build *b, const struct text *record); // new_out becomes the worker
void build_tidy(const struct build *b);                            // removes the box and what is left in it

#endif
