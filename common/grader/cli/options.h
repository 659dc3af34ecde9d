// The command line.
#ifndef PMPP_OPTIONS_H
#define PMPP_OPTIONS_H

#include "grader/config.h"
#include "grader/result.h"

enum mode {
  MODE_GRADE,
  MODE_BENCH,
  MODE_BUILD,
  MODE_SAVE,
  MODE_WRONG,
  MODE_PICTURE,
  MODE_LINES,
  MODE_BUGS,
  MODE_PROGRAM,
  MODE_LIST,
  MODE_HELP
};

enum { DEFAULT_TIMEOUT = 20 }; // seconds

struct options {
  enum mode mode;
  const char *impl;
  bool on[BACKEND_COUNT];
  const char *backend;     // as given
  bool *selected;          // for each task of the lab
  bool some_selected;      // --task was given
  const char *json;        // NULL: none; "-": standard output
  const char *wrong;       // the file of --check-wrong
  const char *size;        // bench, save: a case's label
  const char *numbers;     // save: sizes in place of the case's own
  const char *one;         // --case: a case's label, or its number among the backend's
  const char *save;        // the directory of save
  const char *answers;     // bugs: the file, or NULL
  const char *form, *html; // MODE_LINES: lines, ascii or html; the page's file
  const char *image, *out; // MODE_PICTURE: the files of --image and --out
  const char *file;        // of the lab's file option, or NULL
  uint64_t seed;
  int schedules;
  double timeout;
  bool verbose;
  bool large;         // gpu: PMPP_LARGE cases, too
  bool full;          // bench: every timed case
  bool no_time;       // gpu: a right result is enough
  int times;          // gpu: a right result's time is judged so often
  bool name;          // build: print where the workers lie, and compile nothing
  const char *bundle; // build: the file with the paths of the submissions to compile in one program, or NULL
  bool debug;         // build: for a debugger
  bool seal;          // bugs: print the answers' digests
  bool contained;
  bool ctest; // grading: the exit status is lab_result_ctest_status
};

// Ends the grader with status 2 and one message where the command line makes no sense.
struct options options_parse(int argc, char **argv, const struct pmpp_lab *lab);
void options_free(struct options *o);
void options_help(const char *program, const struct pmpp_lab *lab);

#endif
