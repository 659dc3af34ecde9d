// Puts the parts together: options, builds, grading or timing, output, exit status.
#define _GNU_SOURCE
#include "grader/bench/bench.h"
#include "grader/submission/build.h"
#include "grader/sandbox/gpu.h"
#include "grader/judge/grade.h"
#include "grader/output/json.h"
#include "grader/cli/options.h"
#include "grader/cli/picture.h"
#include "grader/sandbox/process.h"
#include "grader/output/table.h"
#include "grader/submission/warnings.h"
#include "grader/cli/expectation.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static const double BENCH_SECONDS = 6; // for one timed case, unless 15 samples take longer

struct program {
  struct grader_config config;
  struct options options;
  char *name; // how to call this program again, from the project's root
  struct implementation impl;
  struct grading grading;
  struct lab_result result;
  char *header;
};

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
    tasks[t].n_gates = 0;
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
                                .contained = p->config.contained,
                                .library = p->impl.library,
                                .source_dir = p->config.source_dir,
                                .file = strrchr(p->impl.file, '/') + 1,
                                .header = p->header};
}

// The case of this label, or of this number among those of the backend, from 1; -1 where there is none.
static int find_case(const struct pmpp_task *task, enum backend backend, const char *name) {
  char *end;
  long number = strtol(name, &end, 10);
  for (int c = 0; c < task->n_cases; c++)
    if (case_runs_on(&task->cases[c], backend) && strcmp(task->cases[c].label, name) == 0) return c;
  for (int c = 0; c < task->n_cases && !*end; c++)
    if (case_runs_on(&task->cases[c], backend) && --number == 0) return c;
  return -1;
}

// --case: drops the tasks that have no such case.
static void select_case(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  struct text labels = {0};
  bool found = false;
  for (int t = 0; t < lab->n_tasks; t++) {
    const struct pmpp_task *task = &lab->tasks[t];
    bool here = false;
    if (!p->options.selected[t]) continue;
    for (int b = 0; b < BACKEND_COUNT; b++)
      here |= p->options.on[b] && find_case(task, b, p->options.one) >= 0;
    if (!here) {
      text_add(&labels, "\n%s:", task->name);
      for (int c = 0; c < task->n_cases; c++) text_add(&labels, "\n  %s", task->cases[c].label);
    }
    p->options.selected[t] = here;
    found |= here;
  }
  if (!found) die_usage("--case %s: no such case; there are%s", p->options.one, text_get(&labels));
  text_free(&labels);
}

// One row of the result. timed: the case that `bench` times, or -1.
static void add_row(struct program *p, const struct pmpp_task *task, enum backend backend, int timed) {
  struct lab_result *r = &p->result;
  r->task = must_realloc(r->task, (r->n + 1) * sizeof *r->task);
  struct task_result *row = &r->task[r->n++];
  *row = (struct task_result){.task = task, .backend = backend, .timed_case = timed, .difference.arg = -1};
  for (int c = 0; c < task->n_cases; c++) row->cases_total += case_runs_on(&task->cases[c], backend);
  if (p->options.one) row->only = 1 + find_case(task, backend, p->options.one), row->cases_total = 1;
  text_add_word(&row->repeat, p->name);
  text_add(&row->repeat, " %s--impl ", p->options.mode == MODE_BENCH ? "bench " : "");
  text_add_word(&row->repeat, p->impl.name);
  text_add(&row->repeat, " --backend %s --task %s --seed %llu", backend_name(backend), task->name,
           (unsigned long long)p->options.seed);
  if (timed >= 0) text_add(&row->repeat, " --size "), text_add_word(&row->repeat, task->cases[timed].label);
  if (p->options.schedules > 1) text_add(&row->repeat, " --schedules %d", p->options.schedules);
  if (p->options.timeout != 20) text_add(&row->repeat, " --timeout %g", p->options.timeout);
  if (p->options.contained) text_add(&row->repeat, " --contained"); // its schedules have another seed
  if (p->options.file) text_add(&row->repeat, " %s %s", p->config.lab->file_option, p->options.file);
}

// A row for each selected task; in `bench` one for each of its timed cases.
static void add_rows(struct program *p, enum backend backend) {
  const struct pmpp_lab *lab = p->config.lab;
  for (int t = 0; t < lab->n_tasks; t++) {
    const struct pmpp_task *task = &lab->tasks[t];
    if (!p->options.selected[t] || (p->options.one && find_case(task, backend, p->options.one) < 0)) continue;
    int timed = p->options.mode == MODE_BENCH ? bench_case(task, p->options.size, 0) : -1;
    do add_row(p, task, backend, timed);
    while (timed >= 0 && (timed = bench_case(task, p->options.size, timed + 1)) >= 0);
  }
}

// All rows of a backend get the same verdict and words.
static void set_all(struct lab_result *r, enum backend backend, enum verdict v, const char *message) {
  for (int i = 0; i < r->n; i++) {
    if (r->task[i].backend != backend) continue;
    r->task[i].verdict = v;
    text_add(&r->task[i].message, "%s", message);
  }
}

static bool need_gpu(struct program *p) {
  struct lab_result *r = &p->result;
  if (gpu_usable(&p->config, &r->not_assessed)) return true;
  set_all(r, BACKEND_GPU, VERDICT_NOT_ASSESSED, text_get(&r->not_assessed));
  return false;
}

static bool ended_early(const struct task_result *t) {
  bool early = t->verdict == VERDICT_CRASH;
  for (int i = 0; i < t->n_hazards; i++) early |= t->hazard[i].kind == EMU_HAZARD_FAULT;
  return early;
}

// A missing return, a variable that was never set: the compiler saw the crash come.
static void add_warnings(const char *worker, struct task_result *t) {
  struct text warnings = {0};
  warnings_read(worker, &warnings);
  if (warnings.length)
    text_add(&t->message, "%sWhen it was compiled:\n%s", t->message.length ? "\n" : "", text_get(&warnings));
  text_free(&warnings);
}

static void grade_on(struct program *p, enum backend backend) {
  struct lab_result *r = &p->result;
  struct text why = {0};
  char *worker = NULL;
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) return;
  const char *variant = p->impl.library && p->config.lab->baselines ? p->config.lab->baselines[0] : NULL;
  enum build_outcome built =
      build_worker(&p->config, &p->impl, backend, variant, p->options.verbose, &worker, &why);
  if (built == BUILD_DONE && backend == BACKEND_GPU && !gpu_take(&why)) built = BUILD_INFRA;
  if (built != BUILD_DONE) {
    set_all(r, backend, built == BUILD_REJECTED ? VERDICT_REJECTED : VERDICT_INFRA, text_get(&why));
  } else {
    for (int i = 0; i < r->n; i++) {
      struct task_result *t = &r->task[i];
      if (t->backend != backend) continue;
      grade_task(&p->grading, worker, t, r);
      if (ended_early(t)) add_warnings(worker, t);
      if (t->failed_case[0] && !t->only) { // the case by itself
        text_add(&t->repeat, " --case ");
        text_add_word(&t->repeat, t->failed_case);
      } else if (t->only) {
        text_add(&t->repeat, " --case ");
        text_add_word(&t->repeat, t->task->cases[t->only - 1].label);
      }
      if (t->verdict == VERDICT_NOT_ASSESSED && !r->not_assessed.length)
        text_add(&r->not_assessed, "%s", text_get(&t->message));
    }
  }
  free(worker);
  text_free(&why);
}

static void output(struct program *p) {
  bool to_stdout = p->options.json && strcmp(p->options.json, "-") == 0;
  FILE *f = to_stdout ? stderr : stdout;
  struct lab_result *r = &p->result;
  lab_result_score(r);
  if (p->options.mode == MODE_BENCH)
    bench_table_print(f, r);
  else
    table_print(f, r, isatty(fileno(f)));
  fflush(f);
  if (p->options.json) json_write(p->options.json, r);
}

static int grade(struct program *p) {
  if (p->options.one) select_case(p);
  for (int b = 0; b < BACKEND_COUNT; b++)
    if (p->options.on[b]) grade_on(p, b);
  output(p);
  return lab_result_exit_status(&p->result);
}

// ---- bench
// -------------------------------------------------------------------------------------------------

// Returns their number; 0, with outcome and reason, where the implementation itself cannot be built.
static int build_contestants(struct program *p, struct contestant *list, enum build_outcome *outcome,
                             struct text *why) {
  int n = 0;
  char *worker;
  *outcome = build_worker(&p->config, &p->impl, BACKEND_GPU, NULL, p->options.verbose, &worker, why);
  if (*outcome != BUILD_DONE) return 0;
  list[n++] = (struct contestant){.name = "impl", .worker = worker};
  char *file = must_print("%s/baseline.cu", p->config.lab_dir);
  bool has_baseline = access(file, R_OK) == 0;
  free(file);
  const char *const *name = has_baseline ? p->config.lab->baselines : NULL;
  if (!name) return n;
  struct implementation baseline = implementation_find(&p->config, "baseline");
  for (; *name; name++) {
    if (n > MAX_BASELINES) die_infra("tasks.c: more than %d baselines", MAX_BASELINES);
    struct text trouble = {0};
    build_worker(&p->config, &baseline, BACKEND_GPU, *name, p->options.verbose, &worker, &trouble);
    list[n++] = (struct contestant){.name = *name, .worker = worker, .trouble = trouble.s};
  }
  implementation_free(&baseline);
  return n;
}

static void check_size(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  if (!p->options.size) return;
  struct text labels = {0};
  for (int t = 0; t < lab->n_tasks; t++) {
    if (!p->options.selected[t]) continue;
    if (bench_case(&lab->tasks[t], p->options.size, 0) >= 0) return;
    for (int i = 0; i < lab->tasks[t].n_cases; i++)
      if (lab->tasks[t].cases[i].where & PMPP_TIMED)
        text_add(&labels, "\n  %s: %s", lab->tasks[t].name, lab->tasks[t].cases[i].label);
  }
  die_usage("--size %s: no such timed case; there are%s", p->options.size, text_get(&labels));
}

// The rows so far, should the run be stopped before its end; standard output gets the whole alone.
static void keep_first(struct program *p, int rows) {
  struct lab_result *r = &p->result;
  int all = r->n;
  if (!p->options.json || strcmp(p->options.json, "-") == 0) return;
  r->n = rows;
  lab_result_score(r);
  json_write(p->options.json, r);
  r->n = all;
}

static int bench(struct program *p) {
  struct lab_result *r = &p->result;
  struct contestant list[1 + MAX_BASELINES] = {{0}};
  struct text why = {0};
  check_size(p);
  r->timed = true;
  r->backend = "gpu";
  if (p->impl.library)
    die_usage("bench --impl baseline: the baselines are timed beside every implementation already");
  add_rows(p, BACKEND_GPU);
  if (!need_gpu(p)) {
    bool to_stdout = p->options.json && strcmp(p->options.json, "-") == 0;
    fprintf(to_stdout ? stderr : stdout, "Nothing was timed: %s\n", text_get(&r->not_assessed));
    lab_result_score(r);
    if (p->options.json) json_write(p->options.json, r);
    return EXIT_NOT_ASSESSED;
  }
  enum build_outcome built;
  int n = build_contestants(p, list, &built, &why);
  if (n > 0 && !gpu_take(&why)) n = 0, built = BUILD_INFRA;
  if (n == 0) {
    set_all(r, BACKEND_GPU, built == BUILD_REJECTED ? VERDICT_REJECTED : VERDICT_INFRA, text_get(&why));
    output(p);
    return lab_result_exit_status(r);
  }
  // A baseline is ours, so its process measures the ceiling where there is one.
  const char *copier = n > 1 && list[1].worker ? list[1].worker : list[0].worker;
  r->copy_bytes_per_s = bench_copy(&p->grading, copier, r->task[0].task, r, &why);
  if (r->copy_bytes_per_s == 0) fprintf(stderr, "the copy ceiling is not known: %s\n", text_get(&why));
  struct ceilings ceilings = {r->copy_bytes_per_s, r->fp32_ops_per_s};
  for (int i = 0; i < r->n; i++) {
    struct task_result *t = &r->task[i];
    if (t->timed_case >= 0)
      bench_task(&p->grading, list, n, t->timed_case, ceilings, BENCH_SECONDS, t);
    else
      t->verdict = VERDICT_NOT_ASSESSED;
    keep_first(p, i + 1);
  }
  output(p);
  return lab_result_exit_status(r);
}

// ---- build, --check-wrong
// ----------------------------------------------------------------------------------

static int build(struct program *p) {
  int status = EXIT_PASSED;
  for (int b = 0; b < BACKEND_COUNT; b++) {
    if (!p->options.on[b]) continue;
    if (b == BACKEND_GPU && !*p->config.nvcc) {
      printf("gpu workers are not built: no nvcc was found when the project was configured\n");
      if (!p->options.on[BACKEND_EMU]) return EXIT_NOT_ASSESSED;
      continue;
    }
    const char *const none[] = {NULL, NULL};
    const char *const *variant =
        p->impl.library && p->config.lab->baselines ? p->config.lab->baselines : none;
    do {
      struct text why = {0};
      char *worker;
      enum build_outcome built =
          build_worker(&p->config, &p->impl, b, *variant, p->options.verbose, &worker, &why);
      if (built != BUILD_DONE) {
        fprintf(stderr, "%s", text_get(&why));
        if (!ends_with(text_get(&why), "\n")) fputc('\n', stderr);
        status = built == BUILD_INFRA ? EXIT_INFRA : EXIT_NOT_PASSED;
      }
      free(worker);
      text_free(&why);
    } while (*variant && *++variant);
  }
  return status;
}

// ---- save
// --------------------------------------------------------------------------------------------------

static bool save_case(struct program *p, const struct pmpp_task *task, int i) {
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  struct pmpp_request request = {.op = PMPP_OP_RUN, .seed = p->options.seed};
  snprintf(request.task, sizeof request.task, "%s", task->name);
  char *path = must_print("%s/%s-%d.case", p->options.save, task->name, i);
  struct text why = {0};
  bool saved = worker_save(path, c, &request, &why);
  if (saved)
    printf("%s: %s, %s\n", path, task->name, c->spec->label);
  else
    fprintf(stderr, "%s\n", text_get(&why));
  free(path);
  case_free(c);
  text_free(&why);
  return saved;
}

static int save(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  int saved = 0;
  for (int t = 0; t < lab->n_tasks; t++)
    for (int i = 0; i < lab->tasks[t].n_cases; i++) {
      const struct pmpp_case_spec *s = &lab->tasks[t].cases[i];
      bool wanted = p->options.size ? strcmp(s->label, p->options.size) == 0 : (s->where & PMPP_GATED) != 0;
      if (!p->options.selected[t] || !wanted) continue;
      if (!saved && mkdir(p->options.save, 0777) && errno != EEXIST) {
        fprintf(stderr, "save: %s: %s\n", p->options.save, strerror(errno));
        return EXIT_INFRA;
      }
      if (!save_case(p, &lab->tasks[t], i)) return EXIT_INFRA;
      saved++;
    }
  if (!saved && p->options.size) die_usage("--size %s: no case has this label", p->options.size);
  if (!saved) die_usage("save: no case has gates; choose one by --size LABEL");
  return EXIT_PASSED;
}

static int check_wrong(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  const char *file = p->options.wrong;
  enum backend backend = p->options.on[BACKEND_EMU] ? BACKEND_EMU : BACKEND_GPU;
  struct text text = {0}, why = {0};
  if (!text_read_file(&text, file, 4 << 20)) die_usage("--check-wrong %s: %s", file, strerror(errno));
  text.s = text.s ? text.s : must_print("%s", "");
  text.s[strcspn(text.s, "\n")] = 0;
  struct expectation e;
  if (!expectation_parse(text.s, lab, &e, &why)) die_usage("%s:1: %s", file, text_get(&why));
  if (!e.on[backend]) {
    printf("%s is expected to be caught on %s only\n", file, backend_name(!backend));
    return EXIT_NOT_ASSESSED;
  }
  for (int t = 0; t < lab->n_tasks; t++) p->options.selected[t] = &lab->tasks[t] == e.task;
  grade_on(p, backend);
  enum verdict got = p->result.task[0].verdict;
  bool reason = expectation_reason_found(&e, &p->result.task[0]);
  if (got == e.verdict && reason) {
    printf("%s: %s: %s%s%s, as expected\n", p->impl.shown, e.task->name, verdict_name(got),
           e.reason[0] ? " for " : "", e.reason);
    explain(stdout, &p->result, &p->result.task[0]); // right for the right reason?
    return EXIT_PASSED;
  }
  if (got == e.verdict)
    printf("%s: %s: expected the verdict %s for %s, got it for another reason\n\n", p->impl.shown,
           e.task->name, verdict_name(got), e.reason);
  else
    printf("%s: %s: expected the verdict %s, got %s\n\n", p->impl.shown, e.task->name,
           verdict_name(e.verdict), verdict_name(got));
  output(p);
  return got == VERDICT_NOT_ASSESSED ? EXIT_NOT_ASSESSED
         : got == VERDICT_INFRA      ? EXIT_INFRA
                                     : EXIT_NOT_PASSED;
}

// ---- --image
// ----------------------------------------------------------------------------------------------------

// The task that was asked for, or the lab's first that works on pictures.
static const struct pmpp_task *picture_task(const struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  struct text can = {0};
  for (int t = 0; t < lab->n_tasks; t++) {
    if (lab->tasks[t].picture && p->options.selected[t]) return &lab->tasks[t];
    if (lab->tasks[t].picture) text_add(&can, "%s%s", can.length ? ", " : "", lab->tasks[t].name);
  }
  if (can.length)
    die_usage("--image: that task has nothing to do with pictures; these have: %s", text_get(&can));
  die_usage("--image: no task of lab %s works on pictures", lab->number);
}

static int picture(struct program *p) {
  struct lab_result *r = &p->result;
  enum backend backend = p->options.on[BACKEND_GPU] ? BACKEND_GPU : BACKEND_EMU;
  const struct pmpp_task *task = picture_task(p);
  struct picture image = picture_read(p->options.image);
  struct text why = {0};
  char *worker = NULL;
  for (int t = 0; t < p->config.lab->n_tasks; t++) p->options.selected[t] = &p->config.lab->tasks[t] == task;
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) {
    fprintf(stderr, "%s\n", text_get(&r->not_assessed));
    return EXIT_NOT_ASSESSED;
  }
  const char *variant = p->impl.library && p->config.lab->baselines ? p->config.lab->baselines[0] : NULL;
  enum build_outcome built =
      build_worker(&p->config, &p->impl, backend, variant, p->options.verbose, &worker, &why);
  void *output = NULL;
  if (built == BUILD_DONE && backend == BACKEND_GPU && !gpu_take(&why)) built = BUILD_INFRA;
  if (built == BUILD_DONE) {
    struct pmpp_case_spec spec = {.label = "picture", .size = {image.width, image.height}};
    struct pmpp_case *c = must_alloc(sizeof *c);
    c->spec = &spec;
    task->picture(c, image.grey, image.width, image.height);
    output = grade_run(&p->grading, worker, c, &r->task[0]);
    for (int i = 0; i < c->n_bufs && output; i++)
      if (buf_has_output(&c->buf[i])) {
        picture_from_output(&image, &c->buf[i], output);
        break;
      }
    case_free(c);
  } else {
    set_all(r, backend, built == BUILD_REJECTED ? VERDICT_REJECTED : VERDICT_INFRA, text_get(&why));
  }
  if (r->task[0].verdict != VERDICT_PASS) explain(stdout, r, &r->task[0]);
  if (output) {
    picture_write(p->options.out, &image);
    printf("%s, %d x %d: %s on %s\n", p->options.out, image.width, image.height, task->name,
           backend_name(backend));
  }
  free(output);
  free(image.grey);
  free(worker);
  text_free(&why);
  return lab_result_exit_status(r);
}

int grader_main(int argc, char **argv, const struct grader_config *config) {
  struct program p = {0};
  set_up(&p, argc, argv, config);
  if (p.options.mode == MODE_HELP) {
    options_help(strrchr(p.name, '/') ? strrchr(p.name, '/') + 1 : p.name, config->lab);
    return EXIT_PASSED;
  }
  if (p.options.mode == MODE_LIST) {
    list_print(stdout, config->lab);
    return EXIT_PASSED;
  }
  if (p.options.file) p.config.lab = lab_of_file(&p);
  process_setup();
  struct text why = {0};
  if (p.config.contained && !process_jail_works(&why)) die_infra("%s", text_get(&why));
  p.impl = implementation_find(&p.config, p.options.mode == MODE_WRONG ? p.options.wrong : p.options.impl);
  describe_run(&p);
  int status = EXIT_PASSED;
  switch (p.options.mode) {
  case MODE_BENCH:
    status = bench(&p);
    break;
  case MODE_BUILD:
    status = build(&p);
    break;
  case MODE_SAVE:
    status = save(&p);
    break;
  case MODE_WRONG:
    status = check_wrong(&p);
    break;
  case MODE_PICTURE:
    status = picture(&p);
    break;
  default:
    status = grade(&p);
  }
  lab_result_free(&p.result);
  implementation_free(&p.impl);
  options_free(&p.options);
  free(p.header);
  free(p.name);
  return status;
}
