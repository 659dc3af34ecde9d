// Compiles several submissions as one program, each in a namespace of its own:
//
//     #include <cuda_runtime.h>              what they include of others, once and outside of the namespaces
//     #include "worker/contract.h"
//     #include "worker/bundle.h"
//     #define PMPP_CONTRACT_BEGIN            no extern "C": each has contract functions of its own
//     #pragma push_macro("TILE")             what a submission and the lab's headers define, guards too, ends with it
//     namespace pmpp_0 {
//     #include "reduce.h"
//     __attribute__((weak)) decltype(reduce_3_sequential) reduce_3_sequential;     NULL if it lacks that one
//     #include "/.../build/labs/04_reduce/wrong/barrier_missing.cu"
//     ...                                    a table of these functions
//     }
//     #pragma pop_macro("TILE")
//
// Each submission's worker is a link to the program, under the submission's name, by which the program knows which one it is
// (worker/bundle.c). Beside it lies the record that build_worker would have written: to the grader it is that submission's worker.
//
// Where the program does not compile, is refused or runs code at its start, its two halves are tried, down to a single
// submission, which is left alone: what is wrong with it is said when it is compiled for itself.
#define _GNU_SOURCE
#include "grader/submission/bundle.h"
#include "base/lexeme.h"
#include "grader/die.h"
#include "grader/submission/build_parts.h"
#include "grader/submission/source.h"
#include "grader/submission/symbols.h"
#include "grader/submission/warnings.h"
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct member {
  struct implementation impl;
  struct build b;
  struct text record;
};

// ---- the program's text ----

struct names {
  struct path_list includes, macros; // `<cuda_runtime.h>`, `"reduce.h"`; of one submission
};

static bool is_of_worker(const char *header) { // contract.h, ranks.h, nccl.h
  return starts_with(header, "worker/") && ends_with(header, ".h");
}

static bool on_include(void *context, int line, const char *name, char kind) {
  struct names *names = context;
  (void)line;
  char *directive = kind == '<' ? must_print("<%s>", name) : must_print("\"%s\"", name);
  if (kind == '<' || is_of_worker(name)) path_list_add(&names->includes, directive);
  free(directive);
  return true;
}

static void add_macros(struct path_list *macros, const char *text) {
  struct lexer l = lexer_of(text, strlen(text));
  char word[256];
  for (struct lexeme k; lexeme_next(&l, &k);) {
    if (!lexeme_is_hash(&l, &k) || !lexeme_in_line(&l, &k)) continue;
    if (!lexeme_is(&l, &k, "define") && !lexeme_is(&l, &k, "undef")) continue;
    if (!lexeme_in_line(&l, &k)) continue;
    lexeme_spell(&l, &k, word, sizeof word);
    path_list_add(macros, word);
  }
}

// What a submission and the lab's headers include and define. Each submission has these headers anew: their types belong to its
// namespace, and a function that is called once is inlined, which changes the number of blocks.
static void read_names(const struct member *m, struct names *names) {
  struct path_list files = {0};
  source_dependencies(&(struct source_rules){m->b.config->lab_dir, m->b.common_dir}, m->impl.file, &files);
  for (int i = 0; i < files.n; i++) {
    struct text text = {0};
    const char *path = files.path[i];
    bool of_worker = starts_with(path, m->b.common_dir) && ends_with(path, ".h");
    if (of_worker || !text_read_file(&text, path, 4 << 20)) continue;
    source_includes(text_get(&text), on_include, names);
    add_macros(&names->macros, text_get(&text));
    text_free(&text);
  }
  path_list_free(&files);
}

static bool is_contract(const struct symbol *s) {
  return s->type == 'w';
}

static void add_member(struct text *t, const struct member *m, int k, const struct path_list *macros,
                       const struct symbols *calls) {
  for (int i = 0; i < macros->n; i++) text_add(t, "#pragma push_macro(\"%s\")\n", macros->path[i]);
  text_add(t, "namespace pmpp_%d {\n#include \"%s.h\"\n", k, m->b.config->lab->name);
  for (int i = 0; i < calls->n; i++)
    if (is_contract(&calls->symbol[i]))
      text_add(t, "__attribute__((weak)) decltype(%s) %s;\n", calls->symbol[i].name, calls->symbol[i].name);
  text_add(t, "#include \"%s\"\nstatic void (*const pmpp_functions[])(void) = {\n", m->impl.file);
  for (int i = 0; i < calls->n; i++)
    if (is_contract(&calls->symbol[i])) text_add(t, "  (void (*)(void))%s,\n", calls->symbol[i].name);
  text_add(t, "};\n}\n");
  for (int i = 0; i < macros->n; i++) text_add(t, "#pragma pop_macro(\"%s\")\n", macros->path[i]);
}

static void make_text(struct member *const *m, int n, const struct symbols *calls, struct text *t) {
  struct names names = {0};
  struct text members = {0};
  for (int i = 0; i < n; i++) {
    read_names(m[i], &names);
    add_member(&members, m[i], i, &names.macros, calls);
    path_list_free(&names.macros);
  }
  for (int i = 0; i < names.includes.n; i++) text_add(t, "#include %s\n", names.includes.path[i]);
  text_add(t,
           "#include \"worker/bundle.h\"\n#undef PMPP_CONTRACT_BEGIN\n#undef PMPP_CONTRACT_END\n"
           "#define PMPP_CONTRACT_BEGIN\n#define PMPP_CONTRACT_END\n%s",
           text_get(&members));
  text_add(t, "const char *const pmpp_bundle_functions[] = {\n");
  for (int i = 0; i < calls->n; i++)
    if (is_contract(&calls->symbol[i])) text_add(t, "  \"%s\",\n", calls->symbol[i].name);
  text_add(t, "  nullptr};\nconst struct pmpp_bundled pmpp_bundle[] = {\n");
  for (int i = 0; i < n; i++) text_add(t, "  {\"%s\", pmpp_%d::pmpp_functions},\n", m[i]->impl.id, i);
  text_add(t, "  {nullptr, nullptr}};\n");
  path_list_free(&names.includes);
  text_free(&members);
}

// ---- what came of it ----

// Whether the object runs code of the program before main: the compiler's own, which begins the instrumentation, has a priority
// in its section's name.
static bool runs_at_start(const char *object) {
  struct text file = {0};
  if (!text_read_file(&file, object, 1 << 30)) return true;
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)file.s;
  const Elf64_Shdr *section = (const Elf64_Shdr *)(file.s + head->e_shoff);
  const char *names = file.s + section[head->e_shstrndx].sh_offset;
  bool found = false;
  for (int i = 0; i < head->e_shnum; i++) found |= strcmp(names + section[i].sh_name, ".init_array") == 0;
  text_free(&file);
  return found;
}

// The compiler has something to say of this file, which a student reads where it crashes.
static bool is_warned_of(const struct member *m, const char *said) {
  char *place = must_print("%s:", m->impl.file);
  bool found = strstr(said, place);
  free(place);
  return found;
}

static bool take_program(const char *program, struct member *m, struct text *why) {
  struct build *b = &m->b;
  unlink(b->record), unlink(b->out), unlink(b->new_out);
  warnings_keep(b->config, b->out, "");
  bool taken = build_make_box(b) && link(program, b->new_out) == 0;
  if (!taken) text_add(why, "cannot write %s: %s\n", b->new_out, strerror(errno));
  taken = taken && build_keep(b, &m->record);
  build_tidy(b);
  return taken;
}

// ---- one program, or its halves ----

struct bundling {
  const struct grader_config *config;
  bool verbose;
  const struct symbols *calls;
  struct bundle_count *count;
  struct text *why;
};

static enum build_outcome make_program(struct build *b, struct text *why) {
  enum build_outcome outcome = build_object(b);
  if (outcome == BUILD_DONE && runs_at_start(b->object)) {
    text_add(why, "it runs code before main");
    return BUILD_REJECTED;
  }
  return outcome == BUILD_DONE ? build_link(b) : outcome;
}

static bool write_text(const char *path, const struct text *text) {
  FILE *f = fopen(path, "we");
  bool written = f && fputs(text_get(text), f) >= 0;
  return f && fclose(f) == 0 && written;
}

static bool bundle(struct bundling *x, struct member *const *m, int n);

static bool halve(struct bundling *x, struct member *const *m, int n, const char *why) {
  if (n > 1) return bundle(x, m, n / 2) && bundle(x, m + n / 2, n - n / 2);
  x->count->alone++;
  text_add(x->why, "%s is compiled alone: %s\n", (*m)->impl.shown, why);
  return true;
}

static bool bundle(struct bundling *x, struct member *const *m, int n) {
  if (n == 0) return true;
  struct text text = {0}, said = {0}, why = {0};
  struct implementation impl = {.name = "bundle", .id = must_print("bundle-%s", m[0]->impl.id)};
  struct build b = {.verbose = x->verbose, .said = &said};
  char *stem = worker_stem(x->config, &impl);
  impl.file = must_print("%s.cu", stem), impl.shown = path_shown(x->config, impl.file);
  make_text(m, n, x->calls, &text);
  bool going = build_open(&b, x->config, &impl, BACKEND_EMU, NULL, &why) && write_text(impl.file, &text);
  enum build_outcome outcome = going ? make_program(&b, &why) : BUILD_INFRA;
  for (int i = 0; i < n && outcome == BUILD_DONE && going; i++) {
    if (is_warned_of(m[i], text_get(&said)))
      going = halve(x, m + i, 1, "the compiler warns of it");
    else if ((going = take_program(b.new_out, m[i], x->why)))
      x->count->bundled++;
  }
  build_tidy(&b);
  unlink(impl.file);
  if (outcome == BUILD_INFRA) text_add(x->why, "%s\n", text_get(&why));
  build_close(&b);
  if (outcome == BUILD_REJECTED) going = halve(x, m, n, text_get(&why));
  implementation_free(&impl);
  text_free(&text), text_free(&said), text_free(&why);
  free(stem);
  return going && outcome != BUILD_INFRA;
}

bool bundle_workers(const struct grader_config *config, char *const *file, int n, bool verbose,
                    struct bundle_count *count, struct text *why) {
  struct member *all = must_alloc((n + 1) * sizeof *all), **stale = must_alloc((n + 1) * sizeof *stale);
  struct symbols calls = {0};
  int opened = 0, n_stale = 0;
  bool going = true;
  for (; opened < n && going; opened++) {
    struct member *m = &all[opened];
    struct text reason = {0};
    m->impl = implementation_find(config, file[opened]);
    m->b.verbose = verbose;
    going = build_open(&m->b, config, &m->impl, BACKEND_EMU, NULL, why) && build_can_begin(&m->b);
    m->b.why = &reason;
    if (going) build_record(&m->b, &m->record);
    if (going && build_is_fresh(&m->b, &m->record)) {
      count->current++;
    } else if (going && !build_judge_source(&m->b)) {
      count->alone++;
      text_add(why, "%s is compiled alone: %s\n", m->impl.shown, text_get(&reason));
    } else if (going) {
      stale[n_stale++] = m;
    }
    m->b.why = why;
    text_free(&reason);
  }
  if (going && n_stale) {
    struct bundling x = {config, verbose, &calls, count, why};
    going = symbols_read(&calls, stale[0]->b.lib_calls, why) && bundle(&x, stale, n_stale);
  }
  for (int i = 0; i < opened; i++) {
    build_close(&all[i].b);
    implementation_free(&all[i].impl);
    text_free(&all[i].record);
  }
  symbols_free(&calls);
  free(all), free(stale);
  return going;
}
