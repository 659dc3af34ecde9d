// Runs the lab's program that uses the implementation: compiled for the emulator, in a folder of its own.
#include "grader/cli/program.h"
#include "grader/die.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// One source file: the implementation, then the program without its own.
static void write_source(const struct program *p, const char *source) {
  FILE *f = fopen(source, "w");
  if (!f) die_infra("%s: %s", source, strerror(errno));
  fprintf(f, "#define PMPP_IMPLEMENTATION\n#include \"%s\"\n#include \"%s/%s\"\n", p->impl.file,
          p->config.lab_dir, p->config.lab->program_file);
  if (fclose(f)) die_infra("%s: %s", source, strerror(errno));
}

int command_program(struct program *p) {
  const char *option = p->config.lab->program_option;
  if (!p->options.on[BACKEND_EMU] || p->options.on[BACKEND_GPU])
    die_usage("%s: runs on the emulator; for a GPU compile %s by nvcc", option, p->config.lab->program_file);
  char folder[] = "/tmp/pmpp-program-XXXXXX";
  if (!mkdtemp(folder)) die_infra("%s: %s", folder, strerror(errno));
  char *source = must_print("%s/program.cu", folder), *program = must_print("%s/program", folder);
  char *common = must_print("-I%s/common", p->config.source_dir),
       *lab = must_print("-I%s", p->config.lab_dir);
  write_source(p, source);
  const char *const compile[] = {p->config.emucc, source, common, lab, "-o", program, NULL}, *const run[] = {
                                                                                                 program,
                                                                                                 NULL};
  bool worked = run_plainly(compile, NULL) == 0 && run_plainly(run, NULL) == 0;
  unlink(source), unlink(program), rmdir(folder);
  free(source), free(program), free(common), free(lab);
  return worked ? EXIT_PASSED : EXIT_NOT_PASSED;
}
