// Proof that the detector is on: faults that are planted in a program are found by the emulator that grades.
#include "grader/cli/program.h"
#include "grader/die.h"
#include "grader/sandbox/process.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60, HAZARD_STATUS = 86 };

static const struct {
  const char *name, *told; // what is planted; the line that tells of it
} PLANTED[] = {{"a race", "emu: race-global in kernel planted_race\n"},
               {"an access out of bounds", "emu: out-of-bounds in kernel planted_bounds\n"},
               {"a lost barrier", "emu: race-shared in kernel planted_barrier\n"}};
enum { N_PLANTED = sizeof PLANTED / sizeof *PLANTED };

// Runs the command to its end; its output is added to `said`. The exit status, or -1.
static int run(const char *const *argv, struct text *said) {
  struct process process;
  enum run_outcome outcome = process_run(&process, argv, NULL, SECONDS, said);
  if (outcome == RUN_NOT_STARTED) return -1;
  text_add(said, "%s", text_get(&process.kept));
  text_free(&process.kept);
  return outcome == RUN_ENDED && WIFEXITED(process.status) ? WEXITSTATUS(process.status) : -1;
}

// Compiles it anew, so that nothing older vouches for the emulator of today, and runs it.
static int run_planted(const struct program *p, struct text *said) {
  char folder[] = "/tmp/pmpp-planted-XXXXXX";
  if (!mkdtemp(folder)) die_infra("%s: %s", folder, strerror(errno));
  char *program = must_print("%s/planted", folder);
  char *source = must_print("%s/common/grader/planted.cu", p->config.source_dir);
  const char *const compile[] = {p->config.emucc, source, "-o", program, NULL};
  int status = run(compile, said);
  if (status == 0) status = run((const char *const[]){program, NULL}, said);
  unlink(program), rmdir(folder);
  free(program), free(source);
  return status;
}

void find_planted(const struct program *p) {
  struct text said = {0};
  int status = run_planted(p, &said);
  char total[32];
  snprintf(total, sizeof total, "emu: %d hazards\n", N_PLANTED);
  for (int i = 0; i < N_PLANTED; i++)
    if (!strstr(text_get(&said), PLANTED[i].told))
      die_infra(
          "the emulator does not find %s that is planted in common/grader/planted.cu, so it would not find a "
          "submission's: nothing is graded (status %d, it said: %.500s)",
          PLANTED[i].name, status, said.length ? said.s : "nothing");
  if (status != HAZARD_STATUS || !ends_with(text_get(&said), total))
    die_infra(
        "the emulator finds more in common/grader/planted.cu than is planted there, so it would accuse right "
        "submissions: nothing is graded (status %d, it said: %.500s)",
        status, said.s);
  fprintf(stderr, "the detector is on: ");
  for (int i = 0; i < N_PLANTED; i++)
    fprintf(stderr, "%s%s", i == 0 ? "" : i + 1 < N_PLANTED ? ", " : " and ", PLANTED[i].name);
  fprintf(stderr, " were planted and found\n");
  text_free(&said);
}
