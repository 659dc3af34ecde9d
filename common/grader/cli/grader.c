// Reads the command line, describes the run and hands it to a command.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/cli/program.h"
#include "grader/judge/row.h"
#include "grader/output/table.h"
#include "grader/sandbox/process.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// Folders as the compiler and realpath will name them.
static const char *real_folder(const char *path) {
  char *r = realpath(path, NULL);
  if (!r) die_infra("%s: %s", path, strerror(errno));
  return r;
}

static void set_up(struct program *p, int argc, char **argv, const struct grader_config *config) {
  p->config = *config;
  p->options = options_parse(argc, argv, config->lab);
  p->config.contained = p->options.contained;
  p->config.debug = p->options.debug;
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  p->config.source_dir = real_folder(config->source_dir);
  p->config.lab_dir = real_folder(config->lab_dir);
  p->config.build_dir = real_folder(config->build_dir);
  p->name = path_shown(&p->config, n > 0 ? self : argv[0]);
}

// The lab with one case a task, made of the file; tasks that take none are not graded.
static const struct pmpp_lab *lab_of_file(struct program *p) {
  const char *option = p->config.lab->file_option, *file = p->options.file, *slash = strrchr(file, '/');
  const char *wrong = p->config.lab->read_file(file);
  if (wrong) die_usage("%s %s: %s", option, file, wrong);
  struct pmpp_lab *lab = must_alloc(sizeof *lab);
  *lab = *p->config.lab;
  struct pmpp_task *tasks = must_alloc(lab->n_tasks * sizeof *tasks);
  struct pmpp_case_spec *specs = must_alloc(lab->n_tasks * sizeof *specs);
  for (int t = 0; t < lab->n_tasks; t++) {
    tasks[t] = lab->tasks[t];
    specs[t] = (struct pmpp_case_spec){.label = slash ? slash + 1 : file,
                                       .variant = tasks[t].file_variant,
                                       .where = PMPP_ON_EMU | PMPP_ON_GPU | PMPP_GATED | PMPP_TIMED};
    tasks[t].cases = &specs[t];
    tasks[t].n_cases = 1;
    tasks[t].n_gates = 0; // the shape of a file may leave little to share
    tasks[t].even = tasks[t].many_blocks = false;
    tasks[t].speed = (struct pmpp_speed){0};
    if (tasks[t].file_variant || !p->options.selected[t]) continue;
    if (p->options.some_selected) die_usage("%s: %s takes no file", option, tasks[t].name);
    p->options.selected[t] = false;
  }
  lab->tasks = tasks;
  return lab;
}

static void describe_run(struct program *p) {
  struct lab_result *r = &p->result;
  struct utsname host;
  time_t t = time(NULL);
  struct tm utc;
  strftime(r->date, sizeof r->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
  if (uname(&host) == 0) text_add(&r->host, "%s %s %s", host.sysname, host.release, host.machine);
  p->header = must_print("%s.h", p->config.lab->name);
  p->header_path = must_print("%s/%s", p->config.lab_dir, p->header);
  r->lab = p->config.lab;
  r->implementation = p->impl.name;
  r->implementation_file = p->impl.shown;
  r->contract_file = p->header;
  r->program = p->name;
  r->grader_version = p->config.version;
  struct text source = {0};
  if (!text_read_file(&source, p->impl.file, 64 << 20)) die_usage("%s: %s", p->impl.shown, strerror(errno));
  r->source_bytes = source.length;
  r->source_hash = fnv1a(source.s, source.length);
  text_free(&source);
  r->backend = p->options.backend;
  r->seed = p->options.seed;
  r->schedules = p->options.schedules;
  p->grading = (struct grading){.lab = p->config.lab,
                                .seed = p->options.seed,
                                .schedules = p->options.schedules,
                                .timeout = p->options.timeout,
                                .verbose = p->options.verbose,
                                .large = p->options.large,
                                .contained = p->config.contained,
                                .no_ranks = *p->config.mpi_link ? NULL : p->config.mpi_problem,
                                .no_nccl = *p->config.nccl_problem ? p->config.nccl_problem : NULL,
                                .library = p->impl.library,
                                .source_dir = p->config.source_dir,
                                .file = strrchr(p->impl.file, '/') + 1,
                                .header = p->header,
                                .header_path = p->header_path};
}

static int (*const command_functions[])(struct program *) = {
    [MODE_GRADE] = command_grade, [MODE_BENCH] = command_bench,       [MODE_BUILD] = command_build,
    [MODE_SAVE] = command_save,   [MODE_WRONG] = command_check_wrong, [MODE_PICTURE] = command_image,
    [MODE_LINES] = command_lines, [MODE_PROGRAM] = command_program};

int grader_main(int argc, char **argv, const struct grader_config *config) {
  struct program p = {0};
  struct text why = {0};
  if (!rows_complete(config->lab, &why)) die_infra("%s", text_get(&why));
  set_up(&p, argc, argv, config);
  if (p.options.mode == MODE_HELP) {
    options_help(strrchr(p.name, '/') ? strrchr(p.name, '/') + 1 : p.name, config->lab);
    return EXIT_PASSED;
  }
  if (p.options.mode == MODE_LIST) {
    list_print(stdout, config->lab);
    return EXIT_PASSED;
  }
  if (p.options.mode == MODE_BUGS) return command_bugs(&p);
  if (p.options.file) p.config.lab = lab_of_file(&p);
  process_setup();
  if (p.config.contained && !process_sandbox_works(&why)) die_infra("%s", text_get(&why));
  p.impl = implementation_find(&p.config, p.options.mode == MODE_WRONG ? p.options.wrong : p.options.impl);
  describe_run(&p);
  int status = command_functions[p.options.mode](&p);
  lab_result_free(&p.result);
  implementation_free(&p.impl);
  options_free(&p.options);
  free(p.header);
  free(p.header_path);
  free(p.name);
  return status;
}
