// Compiles workers on demand: finds what they depend on, compiles, checks symbols, links, one process at a
// time.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/submission/build.h"
#include "grader/submission/build_parts.h"
#include "grader/sandbox/process.h"
#include "grader/submission/compiler_trouble.h"
#include "grader/submission/source.h"
#include "grader/submission/symbols.h"
#include "grader/submission/tokens.h"
#include "grader/submission/warnings.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- implementations ----

char *path_shown(const struct grader_config *config, const char *path) {
  size_t n = strlen(config->source_dir);
  bool inside = strncmp(path, config->source_dir, n) == 0 && path[n] == '/';
  return must_print("%s", inside ? path + n + 1 : path);
}

static char *real(const char *path) {
  char out[PATH_MAX];
  return realpath(path, out) ? must_print("%s", out) : NULL;
}

struct implementation implementation_find(const struct grader_config *config, const char *impl) {
  static const char *const known[] = {"starter", "solution", "baseline"};
  struct implementation r = {0};
  for (int k = 0; k < 3; k++) {
    char *path = must_print("%s/%s.cu", config->lab_dir, known[k]), *file = real(path);
    char *given = real(impl);
    bool named = strcmp(impl, known[k]) == 0;
    if (named && !file) die_usage("lab %s has no %s (%s)", config->lab->number, known[k], path);
    if (file && (named || (given && strcmp(given, file) == 0))) {
      r = (struct implementation){
          .name = known[k], .file = file, .id = must_print("%s", known[k]), .library = k == 2};
      r.shown = path_shown(config, file);
    } else {
      free(file);
    }
    free(path);
    free(given);
    if (r.file) return r;
  }
  struct stat st;
  if (stat(impl, &st))
    die_usage("--impl %s: %s (give starter, solution, baseline or the path of a .cu file)", impl,
              strerror(errno));
  if (!S_ISREG(st.st_mode) || !ends_with(impl, ".cu")) die_usage("--impl %s: not a .cu file", impl);
  r.file = real(impl);
  if (!r.file) die_usage("--impl %s: %s", impl, strerror(errno));
  r.shown = path_shown(config, r.file);
  r.name = r.shown;
  uint64_t hash = fnv1a(r.file, strlen(r.file)); // two files of the same name get two workers
  r.id = must_print("%.*s-%08x", (int)strlen(strrchr(r.file, '/') + 1) - 3, strrchr(r.file, '/') + 1,
                    (unsigned)(hash >> 32));
  for (char *s = r.id; *s; s++)
    if (!isalnum((unsigned char)*s)) *s = *s == '.' || *s == '-' ? *s : '_';
  return r;
}

void implementation_free(struct implementation *i) {
  free(i->file);
  free(i->shown);
  free(i->id);
}

// ---- one build ----

enum { ERRORS_SHOWN = 3 };

static void add_word(struct command *c, const char *word) {
  if (c->n == MAX_WORDS - 1) die_infra("a compiler command has more than %d words", MAX_WORDS - 1);
  c->word[c->n++] = word;
}

static void add_words(struct command *c, char *words) {
  for (char *save, *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) add_word(c, w);
}

static bool has_ranks(const struct pmpp_lab *lab) {
  for (int t = 0; t < lab->n_tasks; t++)
    if (lab->tasks[t].n_cases && lab->tasks[t].cases[0].ranks) return true;
  return false;
}

static void make_commands(struct build *b) {
  const struct grader_config *config = b->config;
  bool gpu = b->backend == BACKEND_GPU;
  struct command *both[] = {&b->compile, &b->link};
  const char *optimisation = b->impl->library ? config->baseline_optimisation : config->gpu_optimisation;
  b->gpu_words = must_print("-std=c++17 %s %s", config->debug ? "-O3" : optimisation,
                            b->impl->library ? config->gpu_baseline_flags : config->gpu_arch_flags);
  for (int i = 0; i < 2; i++) {
    add_word(both[i], gpu ? config->nvcc : config->emucc);
    if (config->debug) add_word(both[i], "-G");
  }
  // A report names lines and functions. Variables are for --debug.
  if (!gpu && !config->debug) add_word(&b->compile, "-g1");
  if (gpu)
    for (char *save, *w = strtok_r(b->gpu_words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
      add_word(&b->compile, w);
      add_word(&b->link, w);
    }
  bool ranks = has_ranks(config->lab);
  b->mpi_flags = must_print("%s", !ranks || b->impl->library ? ""
                                  : gpu                      ? config->gpu_mpi_flags
                                                             : config->mpi_flags);
  b->mpi_link = must_print("%s", !ranks ? "" : gpu ? config->gpu_mpi_link : config->mpi_link);
  add_words(&b->compile, b->mpi_flags);
  if (b->define) add_word(&b->compile, b->define);
  if (b->define && *config->cccl_dir) {
    add_word(&b->compile, "-I");
    add_word(&b->compile, config->cccl_dir);
  }
  if (!gpu && !b->impl->library) {
    add_word(&b->compile, "--preprocessed");
    add_word(&b->compile, b->preprocessed);
  }
  for (const char *const *w = (const char *const[]){b->include_lab, b->include_common, "-c", b->impl->file,
                                                    "-o", b->object, NULL};
       *w; w++)
    add_word(&b->compile, *w);
  for (const char *const *w = (const char *const[]){b->object, b->lib_worker, b->lib_calls, b->lib_worker,
                                                    "-o", b->new_out, NULL};
       *w; w++)
    add_word(&b->link, *w);
  b->libraries = must_print("%s", b->define && config->lab->baseline_link ? config->lab->baseline_link : "");
  if (b->libraries[0]) { // of a lab's libraries each baseline loads its own alone
    add_word(&b->link, "-Xlinker");
    add_word(&b->link, "--as-needed");
  }
  if (gpu) { // calls that allocate go to the worker first
    add_word(&b->link, "-Xcompiler");
    add_word(&b->link, b->wraps);
  }
  add_words(&b->link, b->libraries);
  add_words(&b->link, b->mpi_link);
}

static void add_headers(struct path_list *list, const char *directory) {
  DIR *d = opendir(directory);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));)
    if (ends_with(e->d_name, ".h") || ends_with(e->d_name, ".cuh")) {
      char *path = must_print("%s/%s", directory, e->d_name);
      path_list_add(list, path);
      free(path);
    }
  closedir(d);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void build_record(const struct build *b, struct text *record) {
  const struct command *both[] = {&b->compile, &b->link};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < both[i]->n; k++) text_add(record, "%s ", both[i]->word[k]);
    text_add(record, "\n");
  }
  struct path_list list = {0};
  source_dependencies(&(struct source_rules){b->config->lab_dir, b->common_dir}, b->impl->file, &list);
  add_headers(&list, b->config->lab_dir);
  if (b->backend == BACKEND_EMU) {
    char *headers = must_print("%s/emu/include", b->common_dir);
    add_headers(&list, headers);
    free(headers);
    path_list_add(&list, b->lib_emu);
  }
  path_list_add(&list, b->compile.word[0]);
  path_list_add(&list, b->lib_worker);
  path_list_add(&list, b->lib_calls);
  qsort(list.path, list.n, sizeof *list.path, by_name);
  for (int i = 0; i < list.n; i++) {
    struct stat st = {0};
    if (stat(list.path[i], &st)) continue;
    text_add(record, "%s %lld %lld.%09ld\n", list.path[i], (long long)st.st_size,
             (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
  }
  path_list_free(&list);
}

static void make_parents(const char *path) {
  char *p = must_print("%s", path);
  for (char *s = p + 1; (s = strchr(s, '/')); s++) {
    *s = 0;
    mkdir(p, 0777);
    *s = '/';
  }
  free(p);
}

static void replace_all(struct text *out, const char *s, size_t n, const char *old) {
  size_t length = strlen(old);
  for (size_t i = 0; i < n;) {
    if (length && n - i >= length && memcmp(s + i, old, length) == 0)
      i += length;
    else
      text_add_bytes(out, s + i++, 1);
  }
}

void compiler_errors(const struct grader_config *config, const char *output, int errors, struct text *out) {
  struct text clean = {0};
  text_add_clean(&clean, output, strlen(output));
  char *prefix = must_print("%s/", config->source_dir);
  int shown = 0, follow = 0;
  for (const char *s = text_get(&clean), *end; *s; s = *end ? end + 1 : end) {
    end = strchrnul(s, '\n');
    struct text line = {0};
    replace_all(&line, s, end - s, prefix);
    bool error = strstr(text_get(&line), "error:") || strstr(text_get(&line), "error :") ||
                 strstr(text_get(&line), "undefined reference");
    if (error && ++shown > errors) {
      text_free(&line);
      break;
    }
    if (error) follow = 3; // the source line and the place in it
    if (follow-- > 0) text_add(out, "%.300s\n", text_get(&line));
    text_free(&line);
  }
  if (shown == 0) text_add_tail(out, text_get(&clean), 10, 300);
  free(prefix);
  text_free(&clean);
}

// What the compiler may see: itself, the submission and what that includes, the CUDA headers; the linker our libraries.
static void make_sandbox(const struct build *b, bool compiling, struct path_list *needed,
                         struct sandbox *sandbox) {
  const struct grader_config *config = b->config;
  bool gpu = b->backend == BACKEND_GPU;
  *sandbox = sandbox_of(gpu, true);
  sandbox->writable = b->box;
  path_list_add(needed, config->emucc);
  if (compiling) {
    source_dependencies(&(struct source_rules){config->lab_dir, b->common_dir}, b->impl->file, needed);
  } else {
    path_list_add(needed, b->lib_worker);
    path_list_add(needed, b->lib_calls);
  }
  if (gpu) {
    char *toolkit = must_print("%s/../..", config->nvcc), *folder = real(toolkit);
    if (folder && !starts_with(folder, "/usr/")) path_list_add(needed, folder);
    free(toolkit), free(folder);
  } else if (compiling) {
    char *headers = must_print("%s/emu/include", b->common_dir);
    char *precompiled = must_print("%s/lib/precompiled", config->build_dir);
    path_list_add(needed, headers);
    if (access(precompiled, R_OK) == 0) path_list_add(needed, precompiled);
    free(headers), free(precompiled);
  } else {
    path_list_add(needed, b->lib_emu);
  }
  for (int i = 0; i < needed->n; i++) sandbox_show(sandbox, needed->path[i]);
}

static enum build_outcome run_step(struct build *b, const struct command *c, bool compiling) {
  double seconds = b->backend == BACKEND_GPU ? 300 : 60; // of processor time
  struct process p;
  struct text trouble = {0};
  if (b->verbose) {
    for (int i = 0; i < c->n; i++) fprintf(stderr, "%s%s", i ? " " : "+ ", c->word[i]);
    fputc('\n', stderr);
  }
  struct sandbox sandbox;
  struct path_list needed = {0};
  bool contained = b->config->contained && !b->impl->library;
  if (contained) make_sandbox(b, compiling, &needed, &sandbox);
  enum run_outcome run = process_run(&p, c->word, contained ? &sandbox : NULL, seconds, &trouble);
  path_list_free(&needed);
  enum build_outcome outcome = BUILD_DONE;
  if (run == RUN_NOT_STARTED) {
    text_add(b->why, "%s", text_get(&trouble));
    outcome = BUILD_INFRA;
  } else if (run != RUN_ENDED) {
    text_add(b->why, "the compiler of %s %s", b->impl->shown, text_get(&trouble));
    bool theirs = run == RUN_TIME_UP || run == RUN_EXCESS;
    outcome = theirs && compiling && !b->impl->library ? BUILD_REJECTED : BUILD_INFRA;
  } else if (p.status != 0 && compiler_failed(p.status, text_get(&p.kept))) {
    text_add(b->why, "the compiler could not do its work, which is not a fault of %s:\n", b->impl->shown);
    text_add_tail(b->why, text_get(&p.kept), 5, 300);
    outcome = BUILD_INFRA;
  } else if (p.status != 0) {
    text_add(b->why, "%s does not %s:\n", b->impl->shown, compiling ? "compile" : "link");
    compiler_errors(b->config, text_get(&p.kept), ERRORS_SHOWN, b->why);
    outcome = b->impl->library ? BUILD_INFRA : BUILD_REJECTED;
  } else if (compiling) {
    warnings_keep(b->config, b->out, text_get(&p.kept));
    if (b->said) text_add(b->said, "%s", text_get(&p.kept));
  }
  text_free(&p.kept);
  text_free(&trouble);
  return outcome;
}

static enum build_outcome check_tokens(struct build *b) {
  enum { LIMIT = 32 << 20 };
  struct text text = {0};
  bool read = text_read_file(&text, b->preprocessed, LIMIT);
  bool allowed = read && tokens_preprocessed_allowed(text_get(&text), b->why);
  if (!read)
    text_add(b->why, "%s is more than %d MiB of text once its macros are replaced", b->impl->shown,
             LIMIT >> 20);
  text_free(&text);
  unlink(b->preprocessed);
  return allowed ? BUILD_DONE : BUILD_REJECTED;
}

static enum build_outcome check_symbols(struct build *b) {
  struct symbols object = {0}, calls = {0}, ours = {0};
  struct text source = {0};
  enum build_outcome outcome = BUILD_INFRA;
  text_read_file(&source, b->impl->file, 4 << 20); // without it no line is named
  if (symbols_read(&object, b->object, b->why) && symbols_read(&calls, b->lib_calls, b->why) &&
      symbols_read(&ours, b->lib_calls, b->why) && symbols_read(&ours, b->lib_worker, b->why) &&
      (b->backend == BACKEND_GPU || symbols_read(&ours, b->lib_emu, b->why)))
    outcome = symbols_allowed(&object, &calls, &ours, b->impl->shown, text_get(&source), b->why)
                  ? BUILD_DONE
                  : BUILD_REJECTED;
  symbols_free(&object), symbols_free(&calls), symbols_free(&ours), text_free(&source);
  return outcome;
}

bool build_judge_source(const struct build *b) {
  struct source_rules rules = {b->config->lab_dir, b->common_dir};
  return b->impl->library || source_allowed(&rules, b->impl->file, b->why);
}

bool build_can_begin(const struct build *b) {
  for (const char *const *f = (const char *const[]){b->compile.word[0], b->lib_worker, b->lib_calls, NULL};
       *f; f++)
    if (access(*f, R_OK)) {
      bool gpu =
          b->backend == BACKEND_GPU && *f == b->lib_worker; // where no device was, labNN does without it
      char *target = must_print("%s%s", gpu ? "worker_" : "lab", gpu ? "gpu" : b->config->lab->number);
      text_add(b->why, "%s is missing: build it with `cmake --build %s --target %s`", *f,
               b->config->build_dir, target);
      free(target);
      return false;
    }
  return true;
}

bool build_is_fresh(const struct build *b, const struct text *record) {
  struct text recorded = {0};
  bool fresh = access(b->out, X_OK) == 0 && text_read_file(&recorded, b->record, 1 << 20) &&
               strcmp(text_get(record), text_get(&recorded)) == 0;
  text_free(&recorded);
  return fresh;
}

bool build_make_box(const struct build *b) {
  if (mkdir(b->box, 0777) == 0 || errno == EEXIST) return true;
  text_add(b->why, "cannot make the folder %s: %s", b->box, strerror(errno));
  return false;
}

enum build_outcome build_object(struct build *b) {
  if (!build_make_box(b)) return BUILD_INFRA;
  enum build_outcome outcome = run_step(b, &b->compile, true);
  if (outcome == BUILD_DONE && b->backend == BACKEND_EMU && !b->impl->library) outcome = check_tokens(b);
  if (outcome == BUILD_DONE && !b->impl->library) outcome = check_symbols(b);
  return outcome;
}

enum build_outcome build_link(struct build *b) {
  return run_step(b, &b->link, false);
}

bool build_keep(const struct build *b, const struct text *record) {
  FILE *f = fopen(b->record, "we");
  bool written = f && fputs(text_get(record), f) >= 0;
  if (f && fclose(f)) written = false;
  if (written && rename(b->new_out, b->out) == 0) return true;
  text_add(b->why, "cannot write %s: %s", b->out, strerror(errno));
  return false;
}

void build_tidy(const struct build *b) {
  unlink(b->object);
  unlink(b->preprocessed);
  unlink(b->new_out);
  rmdir(b->box);
}

static enum build_outcome build_locked(struct build *b) {
  if (!build_judge_source(b)) return BUILD_REJECTED;
  if (!build_can_begin(b)) return BUILD_INFRA;
  struct text record = {0};
  build_record(b, &record);
  enum build_outcome outcome = BUILD_DONE;
  if (!build_is_fresh(b, &record)) {
    unlink(b->record);
    unlink(b->out);
    outcome = build_object(b);
    if (outcome == BUILD_DONE) outcome = build_link(b);
    if (outcome == BUILD_DONE && !build_keep(b, &record)) outcome = BUILD_INFRA;
  }
  build_tidy(b);
  text_free(&record);
  return outcome;
}

char *worker_stem(const struct grader_config *config, const struct implementation *impl) {
  return must_print("%s/workers/lab%s/%s%s", config->build_dir, config->lab->number, impl->id,
                    config->debug ? ".debug" : "");
}

bool build_open(struct build *b, const struct grader_config *config, const struct implementation *impl,
                enum backend backend, const char *variant, struct text *why) {
  const char *target = backend_name(backend), *number = config->lab->number;
  char *stem = worker_stem(config, impl);
  b->config = config, b->impl = impl, b->backend = backend, b->why = why;
  b->out = must_print("%s.%s%s%s", stem, target, variant ? "." : "", variant ? variant : "");
  free(stem);
  b->box = must_print("%s.box", b->out);
  b->object = must_print("%s/worker.o", b->box);
  b->preprocessed = must_print("%s/worker.ii", b->box);
  b->new_out = must_print("%s/worker", b->box);
  b->record = must_print("%s.record", b->out);
  b->lib_worker = must_print("%s/lib/libworker_%s.a", config->build_dir, target);
  b->lib_calls = must_print("%s/lib/liblab%s_calls.a", config->build_dir, number);
  b->lib_emu = must_print("%s/lib/libemu.a", config->build_dir);
  b->common_dir = must_print("%s/common", config->source_dir);
  b->include_lab = must_print("-I%s", config->lab_dir);
  b->include_common = must_print("-I%s", b->common_dir);
  b->wraps = must_print("@%s/worker/allocations.ld", b->common_dir);
  if (variant) {
    b->define = must_print("-DPMPP_BASELINE_%s", variant);
    for (char *s = b->define + 2; *s; s++) *s = toupper((unsigned char)*s);
  }
  make_commands(b);
  make_parents(b->out);
  char *lock_name = must_print("%s.lock", b->out);
  b->lock = open(lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  bool locked = b->lock >= 0 && flock(b->lock, LOCK_EX) == 0;
  if (!locked) text_add(why, "cannot lock %s: %s", lock_name, strerror(errno));
  free(lock_name);
  return locked;
}

void build_close(struct build *b) {
  if (b->lock >= 0) close(b->lock);
  free(b->out), free(b->box), free(b->object), free(b->preprocessed), free(b->new_out), free(b->record),
      free(b->lib_worker), free(b->lib_calls), free(b->lib_emu), free(b->wraps), free(b->common_dir),
      free(b->include_lab), free(b->include_common), free(b->define), free(b->gpu_words), free(b->libraries),
      free(b->mpi_flags), free(b->mpi_link);
}

enum build_outcome build_worker(const struct grader_config *config, const struct implementation *impl,
                                enum backend backend, const char *variant, bool verbose, char **worker,
                                struct text *why) {
  struct build b = {.verbose = verbose};
  enum build_outcome outcome = BUILD_INFRA;
  if (build_open(&b, config, impl, backend, variant, why)) outcome = build_locked(&b);
  *worker = outcome == BUILD_DONE ? must_print("%s", b.out) : NULL;
  build_close(&b);
  return outcome;
}
