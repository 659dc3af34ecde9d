// Reads the command line: a table of commands and one of options, which make the help text too.
#include "grader/die.h"
#include "grader/cli/options.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BY_OPTION = 1 }; // the command is chosen by an option, not by the first word

static const struct {
  const char *name, *arguments,
      *help; // help: %s is explained at help_argument; a second line is put below the first
  int flags;
} commands[] = {
    [MODE_GRADE] = {"", "[options]", "grade it: a table, what failed and why, the score", 0},
    [MODE_BENCH] = {"bench", "[options]", "time it on the GPU against the library", 0},
    [MODE_BUILD] = {"build", "[options]", "compile it, nothing more", 0},
    [MODE_SAVE] = {"save", "DIR [options]",
                   "write cases that a worker runs by itself, given the file:\n"
                   "ncu build/workers/%s/starter.gpu DIR/TASK-0.case",
                   0},
    [MODE_WRONG] = {"--check-wrong", "FILE.cu --backend B",
                    "grade the task that the file's first line names;\n"
                    "status 0 if the verdict is the one stated there",
                    BY_OPTION},
    [MODE_PICTURE] = {"--image", "IN.pgm --out OUT.pgm", "run a task on a picture: by default %s", BY_OPTION},
    [MODE_LINES] = {"--lines", "[--task T]", "which source lines of the task load, store and waste what",
                    BY_OPTION},
    [MODE_BUGS] = {"bugs", "[--answers FILE]", "check what you found in the programs of bugs/", 0},
    [MODE_PROGRAM] = {"", NULL, NULL, BY_OPTION}, // its option is the lab's
    [MODE_LIST] = {"--list", NULL, NULL, BY_OPTION},
    [MODE_HELP] = {"--help", NULL, NULL, BY_OPTION}};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

// Whether `name` is the task's, or its number alone: `3` is 3_sequential.
static bool means(const char *name, const struct pmpp_task *task) {
  size_t n = strlen(name);
  return strcmp(task->name, name) == 0 ||
         (n && strspn(name, "0123456789") == n && starts_with(task->name, name) && task->name[n] == '_');
}

static void select_task(struct options *o, const struct pmpp_lab *lab, const char *name) {
  for (int i = 0; i < lab->n_tasks; i++)
    if (means(name, &lab->tasks[i])) {
      o->selected[i] = o->some_selected = true;
      return;
    }
  struct text list = {0};
  for (int i = 0; i < lab->n_tasks; i++) text_add(&list, "\n  %s", lab->tasks[i].name);
  die_usage("lab %s has no task '%s'; its tasks are%s", lab->number, name, text_get(&list));
}

static uint64_t whole(const char *option, const char *s, uint64_t least, uint64_t most) {
  char *end;
  errno = 0;
  unsigned long long x = strtoull(s, &end, 0);
  if (errno || !isdigit((unsigned char)*s) || *end || x < least || x > most)
    die_usage("%s %s: expected a whole number from %llu to %llu", option, s, (unsigned long long)least,
              (unsigned long long)most);
  return x;
}

static void check_file(const char *option, const char *path) {
  struct stat st;
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) die_usage("%s %s: not a regular file", option, path);
  char *directory = must_print("%s", path), *slash = strrchr(directory, '/');
  if (slash) slash[slash == directory] = 0;
  const char *where = slash ? directory : ".";
  if (access(where, W_OK))
    die_usage("%s %s: cannot write to the directory %s: %s", option, path, where, strerror(errno));
  free(directory);
}

static void read_backend(struct options *o, const char *s) {
  o->backend = s;
  o->on[BACKEND_EMU] = strcmp(s, "emu") == 0 || strcmp(s, "all") == 0;
  o->on[BACKEND_GPU] = strcmp(s, "gpu") == 0 || strcmp(s, "all") == 0;
  if (!o->on[BACKEND_EMU] && !o->on[BACKEND_GPU]) die_usage("--backend %s: expected emu, gpu or all", s);
}

// What an option does with its value. `given` is the option as it was written.
struct parser {
  struct options *o;
  const struct pmpp_lab *lab;
  const char *given;
};
typedef void apply(struct parser *p, const char *value);

#define SETS(name, assignment)                                                                               \
  static void name(struct parser *p, const char *value) {                                                    \
    (void)value;                                                                                             \
    assignment;                                                                                              \
  }
SETS(set_impl, p->o->impl = value)
SETS(set_backend, read_backend(p->o, value))
SETS(set_task, select_task(p->o, p->lab, value))
SETS(set_case, p->o->one = value)
SETS(set_seed, p->o->seed = whole(p->given, value, 0, UINT64_MAX))
SETS(set_schedules, p->o->schedules = (int)whole(p->given, value, 1, 1000))
SETS(set_timeout, p->o->timeout = (double)whole(p->given, value, 1, 86400))
SETS(set_size, p->o->size = value)
SETS(set_numbers, p->o->numbers = value)
SETS(set_json, (strcmp(value, "-") ? check_file(p->given, value) : (void)0, p->o->json = value))
SETS(set_contained, p->o->contained = true)
SETS(set_ctest, p->o->ctest = true)
SETS(set_list, p->o->mode = MODE_LIST)
SETS(set_verbose, p->o->verbose = true)
SETS(set_full, p->o->full = true)
SETS(set_large, p->o->large = true)
SETS(set_no_time, p->o->no_time = true)
SETS(set_times, p->o->times = (int)whole(p->given, value, 1, 1000))
SETS(set_name, p->o->name = true)
SETS(set_bundle, p->o->bundle = value)
SETS(set_help, p->o->mode = MODE_HELP)
SETS(set_wrong, (p->o->mode = MODE_WRONG, p->o->wrong = value))
SETS(set_lines, (p->o->mode = MODE_LINES, p->o->form = "lines"))
SETS(set_ascii, (p->o->mode = MODE_LINES, p->o->form = "ascii"))
SETS(set_html,
     (check_file(p->given, value), p->o->mode = MODE_LINES, p->o->form = "html", p->o->html = value))
SETS(set_image, (p->o->mode = MODE_PICTURE, p->o->image = value))
SETS(set_out, p->o->out = value)
SETS(set_file, p->o->file = value)
SETS(set_program, p->o->mode = MODE_PROGRAM)
SETS(set_answers, p->o->answers = value)
SETS(set_debug, p->o->debug = true)
SETS(set_seal, p->o->seal = true)

#define FOR(mode) (1u << MODE_##mode)
enum { ANY = ~0u >> 1 }; // where another command has no use for the option, it does no harm

struct option {
  const char *name, *value; // the value's name in the help text; NULL: none
  unsigned commands;        // where it may be given
  const char *instead;      // what to use with other commands, or NULL
  const char *help;         // NULL: the commands' lines say it
  apply *apply;
};

static const struct option options[] = {
    {"--impl", "I", ANY, NULL, "starter (the default), solution, baseline (gpu), or the path of a .cu file",
     set_impl},
    {"--backend", "B", ANY, NULL, "emu (the default), gpu or all", set_backend},
    {"--task", "T", ANY, NULL, "grade this task only, by its name or number; may be repeated", set_task},
    {"--case", "C", FOR(GRADE) | FOR(LINES), "bench and save take --size",
     "run this case only, by its label or its number as in `case 3 of 14`; gives no score", set_case},
    {"--seed", "S", ANY, NULL,
     "take the seed S: another one gives other inputs and another order of blocks, warps, lanes (1)",
     set_seed},
    {"--schedules", "N", ANY, NULL,
     "emu: run each case under N orders of blocks, warps and lanes, which must all pass (over 1 MiB: 3 at "
     "most, with much work 4) (1)",
     set_schedules},
    {"--timeout", "SEC", ANY, NULL,
     "stop a case after so many seconds (20): of processor time on emu, of elapsed time on gpu", set_timeout},
    {"--size", "LABEL", FOR(BENCH) | FOR(SAVE), NULL,
     "bench, save: take the case of this label, e.g. n=2^28 (save: else those with gates)", set_size},
    {"--numbers", "A,B,..", FOR(SAVE), NULL,
     "save: take these sizes instead of the case's own, in the order of its row in cases.c", set_numbers},
    {"--full", NULL, FOR(BENCH), NULL,
     "bench: time all sizes and inputs, not only the telling ones; this takes minutes", set_full},
    {"--large", NULL, FOR(GRADE) | FOR(WRONG), NULL,
     "gpu: grade the cases beyond 2^28 elements, too, and those whose inputs take long to make", set_large},
    {"--no-time", NULL, FOR(GRADE) | FOR(WRONG), NULL,
     "gpu: do not measure whether a right result also comes fast enough", set_no_time},
    {"--times", "N", FOR(GRADE) | FOR(WRONG), NULL,
     "gpu: judge the time N times over, before a class is judged by it on this device (1)", set_times},
    {"--ascii", NULL, ANY, NULL, "as --lines, and draw the worst requests for a terminal", set_ascii},
    {"--html", "FILE", ANY, NULL,
     "as --lines, but write one page with pictures, which also shows where wrong results lie", set_html},
    {"--json", "FILE", ANY, NULL, "write the result there too; - for standard output", set_json},
    {"--contained", NULL, ANY, NULL,
     "compile and run in bubblewrap, for submissions of strangers (see common/grader/README.md)",
     set_contained},
    {"--ctest", NULL, FOR(GRADE), NULL,
     "exit with status 77 also if no task is begun, so that CTest skips the test", set_ctest},
    {"--name", NULL, FOR(BUILD), NULL,
     "build: print the worker's path without its backend, and compile nothing", set_name},
    {"--bundle", "LIST", FOR(BUILD), NULL, NULL, set_bundle},
    {"--answers", "FILE", FOR(BUGS), NULL,
     "bugs: read your answers from FILE instead of bugs/answers.txt in the lab's folder", set_answers},
    {"--seal", NULL, FOR(BUGS), NULL, NULL, set_seal},
    {"--debug", NULL, FOR(BUILD), NULL,
     "build: compile a worker for gdb or cuda-gdb beside the usual one: gdb sees its variables, its counts "
     "differ",
     set_debug},
    {"--list", NULL, ANY, NULL, "print the tasks", set_list},
    {"--verbose", NULL, ANY, NULL,
     "print each case and each compiler command on standard error; begin with planted faults that must be "
     "found",
     set_verbose},
    {"--help", NULL, ANY, NULL, "print this", set_help},
    {"-h", NULL, ANY, NULL, NULL, set_help},
    {"--check-wrong", "FILE.cu", ANY, NULL, NULL, set_wrong},
    {"--lines", NULL, ANY, NULL, NULL, set_lines},
    {"--image", "IN.pgm", ANY, NULL, NULL, set_image},
    {"--out", "OUT.pgm", ANY, NULL, NULL, set_out}};
enum { N_OPTIONS = sizeof options / sizeof *options };

// The lab's own option for a file of inputs; its name is the lab's.
static const struct option file_option = {"",   "FILE", FOR(GRADE) | FOR(BENCH) | FOR(SAVE),
                                          NULL, NULL,   set_file};

// And that for its program.
static const struct option program_option = {"", NULL, ANY, NULL, NULL, set_program};

static const struct option *find_option(const struct pmpp_lab *lab, const char *name) {
  if (lab->file_option && strcmp(name, lab->file_option) == 0) return &file_option;
  if (lab->program_option && strcmp(name, lab->program_option) == 0) return &program_option;
  for (int k = 0; k < N_OPTIONS; k++)
    if (strcmp(name, options[k].name) == 0) return &options[k];
  die_usage("%s: unknown option (--help lists them)", name);
}

// ---- help ----

// The first task that works on pictures, or NULL.
static const char *picture_task_name(const struct pmpp_lab *lab) {
  for (int t = 0; t < lab->n_tasks; t++)
    if (lab->tasks[t].picture) return lab->tasks[t].name;
  return NULL;
}

static void help_command(const char *program, const char *name, const char *arguments, const char *help,
                         const char *help_argument) {
  enum { WIDTH = 44 };
  char *left = must_print("  %s%s%s %s", program, *name ? " " : "", name, arguments);
  char *right = must_print(help, help_argument), *second = strchr(right, '\n');
  printf("%-*s %.*s\n", WIDTH, left, (int)strcspn(right, "\n"), right);
  if (second) printf("%-*s %s\n", WIDTH, "", second + 1);
  free(left), free(right);
}

void options_help(const char *program, const struct pmpp_lab *lab) {
  printf("Grades lab %s, %s.\n\n", lab->number, lab->title);
  for (int m = 0; m < N_COMMANDS; m++) {
    const char *argument = m == MODE_PICTURE ? picture_task_name(lab) : program;
    if (commands[m].help && argument)
      help_command(program, commands[m].name, commands[m].arguments, commands[m].help, argument);
  }
  if (lab->file_option)
    help_command(program, lab->file_option, "FILE", "the same, or bench, with one case: the file's", NULL);
  if (lab->program_option) help_command(program, lab->program_option, "", lab->program_help, NULL);
  fputc('\n', stdout);
  for (int k = 0; k < N_OPTIONS; k++) {
    if (!options[k].help) continue;
    const char *value = options[k].value;
    char *left = must_print("%s%s%s", options[k].name, value ? " " : "", value ? value : "");
    printf(*options[k].help ? "  %-16s %s\n" : "  %s\n", left, options[k].help);
    free(left);
  }
  fputs("\nExit status: 0 every assessed task passed, 1 some did not, 2 wrong usage, 77 nothing could be "
        "assessed,\n"
        "99 the grader's own trouble.\n",
        stdout);
}

// ---- the command line ----

// "grading, bench and save"
static void name_commands(struct text *out, unsigned set) {
  for (int m = 0; m < N_COMMANDS; m++) {
    if (!(set >> m & 1)) continue;
    set &= ~(1u << m);
    if (out->length) text_add(out, set ? ", " : " and ");
    text_add(out, "%s", m == MODE_GRADE ? "grading" : commands[m].name);
  }
}

static void check_command(const struct option *option, const char *given, enum mode mode) {
  if (option->commands >> mode & 1) return;
  struct text names = {0};
  name_commands(&names, option->commands);
  die_usage("%s: only for %s%s%s", given, text_get(&names), option->instead ? "; " : "",
            option->instead ? option->instead : "");
}

// What no option can see alone.
static void check_together(const struct options *o, const struct pmpp_lab *lab) {
  bool all = o->backend && strcmp(o->backend, "all") == 0;
  if (o->one && o->json)
    die_usage("--case and --json do not go together: a result file is about whole tasks");
  if (o->mode == MODE_BENCH && o->backend && !o->on[BACKEND_GPU])
    die_usage("bench --backend emu: only a device can be timed; the emulator counts");
  if (o->mode == MODE_LINES && o->contained && !o->html)
    die_usage("--%s: runs the file as an ordinary program: not with --contained", o->form);
  if (o->mode == MODE_PROGRAM && o->contained)
    die_usage("%s: runs as an ordinary program: not with --contained", lab->program_option);
  if (o->html && strcmp(o->form, "html")) die_usage("--html FILE and --%s: one at a time", o->form);
  if (!o->image != !o->out) die_usage("--image IN.pgm and --out OUT.pgm go together");
  if (o->mode == MODE_PICTURE && all) die_usage("--image: needs one backend, emu or gpu");
  if (o->mode == MODE_WRONG && (!o->backend || all)) die_usage("--check-wrong: needs --backend emu or gpu");
}

// The command that the first word names; *next: the first word after it.
static enum mode read_command(struct options *o, int argc, char **argv, int *next) {
  *next = 1;
  for (int m = 0; m < N_COMMANDS && argc > 1; m++) {
    if (m == MODE_GRADE || commands[m].flags & BY_OPTION || strcmp(argv[1], commands[m].name)) continue;
    *next = 2;
    if (m != MODE_SAVE) return m;
    if (argc == 2 || argv[2][0] == '-') die_usage("save: needs the directory to write to, right after it");
    o->save = argv[2], *next = 3;
    return m;
  }
  return MODE_GRADE;
}

struct options options_parse(int argc, char **argv, const struct pmpp_lab *lab) {
  struct options o = {.impl = "starter", .seed = 1, .schedules = 1, .timeout = DEFAULT_TIMEOUT};
  o.selected = must_alloc(lab->n_tasks * sizeof *o.selected);
  int first;
  o.mode = read_command(&o, argc, argv, &first);
  for (int i = first; i < argc; i++) {
    struct parser p = {&o, lab, argv[i]};
    const struct option *option = find_option(lab, argv[i]);
    if (option->value && i + 1 == argc)
      die_usage("%s: needs a %s", argv[i], option == &file_option ? "file" : "value");
    option->apply(&p, option->value ? argv[++i] : NULL);
  }
  for (int i = first; i < argc; i++) { // the command is known only now
    const struct option *option = find_option(lab, argv[i]);
    check_command(option, argv[i], o.mode);
    i += option->value != NULL;
  }
  check_together(&o, lab);
  if (!o.backend) read_backend(&o, o.mode == MODE_BENCH ? "gpu" : "emu");
  bool baseline = strcmp(o.impl, "baseline") == 0;
  if (baseline && o.on[BACKEND_EMU] && o.mode != MODE_LIST && o.mode != MODE_HELP)
    die_usage("--impl baseline: the library runs on a GPU only; add --backend gpu");
  if (!o.some_selected)
    for (int t = 0; t < lab->n_tasks; t++) o.selected[t] = true;
  return o;
}

void options_free(struct options *o) {
  free(o->selected);
}
