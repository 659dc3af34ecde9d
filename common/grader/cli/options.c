// Reads the command line.
#include "grader/cli/options.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void options_help(const char *program, const struct pmpp_lab *lab) {
  printf(
      "Grades lab %s, %s.\n\n"
      "  %s [options]                            grade it: a table, what failed and why, the score\n"
      "  %s bench [options]                      time it on the GPU against the library\n"
      "  %s build [options]                      compile it, nothing more\n"
      "  %s save DIR [options]                   write cases that a worker runs by itself, given the file:\n"
      "                                             ncu build/workers/lab%s/starter.gpu DIR/TASK-0.case\n"
      "  %s --check-wrong FILE.cu --backend B    grade the task that the file's first line names;\n"
      "                                             status 0 if the verdict is the one stated there\n",
      lab->number, lab->title, program, program, program, program, lab->number, program);
  for (int t = 0; t < lab->n_tasks; t++)
    if (lab->tasks[t].picture) {
      printf("  %s --image IN.pgm --out OUT.pgm       run a task on a picture: by default %s\n", program,
             lab->tasks[t].name);
      break;
    }
  if (lab->file_option)
    printf("  %s %s FILE                        the same, or bench, with one case: the file's\n", program,
           lab->file_option);
  fputc('\n', stdout);
  fputs("  --impl I         starter (the default), solution, baseline (gpu), or the path of a .cu file\n"
        "  --backend B      emu (the default), gpu or all\n"
        "  --task T         this task only, by its name or number; may be repeated\n"
        "  --case C         this case only: its label, or its number as in `case 3 of 14`; gives no score\n"
        "  --seed S         another seed gives other inputs and another order of blocks, warps, lanes (1)\n"
        "  --schedules N    emu: each case under N orders of blocks, warps and lanes; all must pass (1)\n"
        "  --timeout SEC    for one case (20): of processor time on emu, of the clock on the wall on gpu\n"
        "  --size LABEL     bench, save: the case of this label, e.g. n=2^28 (save: else those with gates)\n"
        "  --json FILE      write the result there too; - for standard output\n"
        "  --contained      compile and run in bubblewrap, for submissions of strangers (see "
        "common/grader/README.md)\n"
        "  --list           the tasks\n"
        "  --verbose        each case and each compiler command, on standard error\n"
        "  --help\n\n"
        "Exit status: 0 every assessed task passed, 1 some did not, 2 wrong usage, 77 nothing could be "
        "assessed,\n"
        "99 the grader's own trouble.\n",
        stdout);
}

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

static void check_json(const char *path) {
  if (strcmp(path, "-") == 0) return;
  struct stat st;
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
    die_usage("--json %s: not a regular file (- is standard output)", path);
  char *directory = must_print("%s", path), *slash = strrchr(directory, '/');
  if (slash) slash[slash == directory] = 0;
  const char *where = slash ? directory : ".";
  if (access(where, W_OK))
    die_usage("--json %s: cannot write to the directory %s: %s", path, where, strerror(errno));
  free(directory);
}

static void read_backend(struct options *o, const char *s) {
  o->backend = s;
  o->on[BACKEND_EMU] = strcmp(s, "emu") == 0 || strcmp(s, "all") == 0;
  o->on[BACKEND_GPU] = strcmp(s, "gpu") == 0 || strcmp(s, "all") == 0;
  if (!o->on[BACKEND_EMU] && !o->on[BACKEND_GPU]) die_usage("--backend %s: expected emu, gpu or all", s);
}

struct options options_parse(int argc, char **argv, const struct pmpp_lab *lab) {
  struct options o = {.impl = "starter", .seed = 1, .schedules = 1, .timeout = 20};
  o.selected = must_alloc(lab->n_tasks * sizeof *o.selected);
  int i = 1;
  if (argc > 1 && strcmp(argv[1], "bench") == 0)
    o.mode = MODE_BENCH, i = 2;
  else if (argc > 1 && strcmp(argv[1], "build") == 0)
    o.mode = MODE_BUILD, i = 2;
  else if (argc > 1 && strcmp(argv[1], "save") == 0) {
    if (argc == 2 || argv[2][0] == '-') die_usage("save: needs the directory to write to, right behind it");
    o.mode = MODE_SAVE, o.save = argv[2], i = 3;
  }
  for (; i < argc; i++) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0)
      o.mode = MODE_HELP;
    else if (strcmp(a, "--list") == 0)
      o.mode = MODE_LIST;
    else if (strcmp(a, "--verbose") == 0)
      o.verbose = true;
    else if (strcmp(a, "--contained") == 0)
      o.contained = true;
    else if (lab->file_option && strcmp(a, lab->file_option) == 0) {
      if (!value) die_usage("%s: needs a file", a);
      o.file = value, i++;
    } else {
      static const char *const with_value[] = {"--impl",        "--backend",   "--task",    "--json",
                                               "--seed",        "--schedules", "--timeout", "--size",
                                               "--check-wrong", "--image",     "--out",     "--case"};
      int known = -1;
      for (int k = 0; k < (int)(sizeof with_value / sizeof *with_value); k++)
        if (strcmp(a, with_value[k]) == 0) known = k;
      if (known < 0) die_usage("%s: unknown option (--help lists them)", a);
      if (!value) die_usage("%s: needs a value", a);
      i++;
      switch (known) {
      case 0:
        o.impl = value;
        break;
      case 1:
        read_backend(&o, value);
        break;
      case 2:
        select_task(&o, lab, value);
        break;
      case 3:
        o.json = value, check_json(value);
        break;
      case 4:
        o.seed = whole(a, value, 0, UINT64_MAX);
        break;
      case 5:
        o.schedules = (int)whole(a, value, 1, 1000);
        break;
      case 6:
        o.timeout = (double)whole(a, value, 1, 86400);
        break;
      case 7:
        o.size = value;
        break;
      case 8:
        o.mode = MODE_WRONG, o.wrong = value;
        break;
      case 9:
        o.mode = MODE_PICTURE, o.image = value;
        break;
      case 10:
        o.out = value;
        break;
      case 11:
        o.one = value;
        break;
      }
    }
  }
  if (o.size && o.mode != MODE_BENCH && o.mode != MODE_SAVE) die_usage("--size: only for bench and save");
  if (o.one && o.mode != MODE_GRADE) die_usage("--case: only for grading; bench and save take --size");
  if (o.one && o.json) die_usage("--case and --json do not go together: a result file is about whole tasks");
  if (o.mode == MODE_BENCH && o.backend && !o.on[BACKEND_GPU])
    die_usage("bench --backend emu: only a device can be timed; the emulator counts");
  if (o.file && o.mode != MODE_GRADE && o.mode != MODE_BENCH && o.mode != MODE_SAVE)
    die_usage("%s: only for grading, bench and save", lab->file_option);
  if (!o.image != !o.out) die_usage("--image IN.pgm and --out OUT.pgm go together");
  if (o.mode == MODE_PICTURE && o.backend && strcmp(o.backend, "all") == 0)
    die_usage("--image: needs one backend, emu or gpu");
  if (o.mode == MODE_WRONG && (!o.backend || strcmp(o.backend, "all") == 0))
    die_usage("--check-wrong: needs --backend emu or gpu");
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
