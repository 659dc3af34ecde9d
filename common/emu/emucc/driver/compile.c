// The steps from a source to its object: what g++ makes of the translation is audited before it becomes one.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/audit/callback_groups.h"
#include "emu/emucc/driver/retry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The object as it is made and read again: beside an output like /dev/null, which keeps nothing and is not to be replaced.
static const char *made_as(const struct driver *d, const char *object) {
  struct stat st;
  bool special = stat(object, &st) == 0 && !S_ISREG(st.st_mode);
  return special ? must_print("%s/special.o", d->directory) : object;
}

// A .c file is the host's: C, as nvcc has it compiled, with the program's own macros and folders of headers.
static int compile_c(struct driver *d, const char *source, const char *object) {
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-x", "c", "-g", "-O1", "-fno-pie", "-fsigned-char",
                                           "-ffp-contract=off", NULL});
  push(&command, must_print("-I%s", header_dir()));
  for (size_t i = 0; i < d->compile.count; i++)
    if (!starts_with(d->compile.item[i], "-std=")) push(&command, d->compile.item[i]);
  push_depend(d, &command);
  push_all(&command, (const char *const[]){d->depend.alone ? "-E" : "-c", source, NULL});
  if (!d->depend.alone) push_all(&command, (const char *const[]){"-o", object, NULL});
  int status = run_command(d, &command);
  if (!status) status = write_depend(d, source, object);
  free(command.item);
  return status;
}

struct making {
  struct driver *d;
  const char *source, *output, *object; // output: what was asked for; object: what is made and read again
  const char *translation;              // NULL: the source is none of CUDA C++
  char *input;                          // what g++ reads: each translation of the source is written there
  char *early, *late, *classes;         // g++'s dumps
  char *assembly;
  struct list command;
  size_t common;           // words of the command that its use for the preprocessed text has, too
  bool checked, assembled; // device code is audited; g++'s assembly is changed before it becomes the object
};

static int translate(struct making *m) {
  struct driver *d = m->d;
  emu_optional_free(&d->optional);
  m->translation = is_cuda_source(d, m->source) ? translate_source(d, m->source) : NULL;
  if (d->failed) return 1;
  m->input = must_print("%s", m->translation ? m->translation : m->source);
  take_special(d, m->source);
  m->checked = !d->fast && !d->depend.alone && is_cuda_source(d, m->source);
  m->assembled = m->checked || (!d->depend.alone && d->kernels.template_variables);
  return 0;
}

static void include_first(struct making *m, const char *header) {
  push_all(&m->command, (const char *const[]){"-include", header, NULL});
}

static int write_command(struct making *m) {
  struct driver *d = m->d;
  const char *precompiled = precompiled_dir(d->fast);
  push(&m->command, EMU_CXX);
  if (precompiled) push(&m->command, must_print("-I%s", precompiled));
  push_thrust(d, &m->command, true);
  push_flags(&m->command, d->fast);
  include_first(m, "emu_program.h");
  include_first(m, "emu_bits.h");
  push_all(&m->command, (const char *const[]){"-iquote", directory_of(m->source), NULL});
  push_thrust(d, &m->command, false);
  push_special(d, &m->command);
  if (!is_cuda_source(d, m->source)) include_first(m, "emu_host_source.h");
  if (d->standard && starts_with(d->standard, "c++")) include_first(m, "emu_strict.h");
  if (d->fragments) include_first(m, "emu_ptx_wmma.h");
  push_all(&m->command, d->compile.item);
  push(&m->command, must_print("-ffile-prefix-map=%s/=", d->directory));
  if (isatty(STDERR_FILENO)) push(&m->command, "-fdiagnostics-color=always");
  m->common = m->command.count;
  if (m->checked) {
    push(&m->command, must_print("-fdump-tree-gimple-lineno=%s", m->early));
    push(&m->command, must_print("-fdump-lang-class=%s", m->classes));
    push(&m->command, must_print("-fdump-tree-optimized-lineno-asmname=%s", m->late));
  }
  push_depend(d, &m->command);
  push_all(&m->command, (const char *const[]){"-x", "c++", NULL});
  push(&m->command, d->depend.alone ? "-E" : m->assembled ? "-S" : "-c");
  push(&m->command, m->input);
  if (!d->depend.alone)
    push_all(&m->command, (const char *const[]){"-o", m->assembled ? m->assembly : m->object, NULL});
  return 0;
}

static int run_compiler(struct making *m) {
  return m->translation ? compile_translation(m->d, m->source, &m->command) : run_command(m->d, &m->command);
}

// By the same command, so that it is the text that is compiled; without the text of precompiled headers.
static int keep_preprocessed(struct making *m) {
  if (!m->d->preprocessed) return 0;
  m->command.count = m->common;
  push_all(&m->command, (const char *const[]){"-w", "-x", "c++", "-E", "-fpch-preprocess", m->input, "-o",
                                              m->d->preprocessed, NULL});
  return run_command(m->d, &m->command);
}

static int audit_host_calls(struct making *m) {
  return m->checked ? refuse_host_calls(m->early, m->d->preprocessed && !m->d->relaxed) : 0;
}

// The callbacks are told apart and of each other, and variables are put in their places.
static int change_assembly(struct making *m) {
  struct assembly a;
  size_t n;
  char *text = read_whole(m->assembly, &n);
  if (!text) return 1;
  assembly_split(&a, text, n);
  int status = 0;
  if (!m->d->fast) {
    status = mark_members(m->late, m->classes, &a, m->d->verbose);
    group_callbacks(&a);
  }
  place_template_variables(&a);
  if (!m->d->fast && !status) status = give_sides(m->late, &a, m->source);
  if (!status && !assembly_write(&a, m->assembly)) status = 1;
  assembly_free(&a);
  return status;
}

static int assemble(struct making *m) {
  if (!m->assembled) return 0;
  int status = change_assembly(m);
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-c", m->assembly, "-o", m->object, NULL});
  if (!status) status = run_command(m->d, &command);
  free(command.item);
  return status;
}

static int audit_accesses(struct making *m) {
  struct list taken = {0};
  bool pointers = false;
  if (!m->checked) return 0;
  if (!list_taken(m->object, &taken)) return 1;
  // A kernel that the host hands a function of its own ends on a GPU. The grader, which asks for the text of a submission, trusts
  // nobody: there such a function could do the kernel's work unseen.
  bool untrusted = m->d->preprocessed;
  int status = refuse_unseen(m->late, &taken, untrusted, m->d->verbose, false, &pointers);
  return status || !pointers ? status : refuse_taken(m->object, m->source);
}

static int write_rules(struct making *m) {
  return write_depend(m->d, m->source, m->output);
}

static int hand_over(struct making *m) {
  if (m->object == m->output) return 0;
  struct list copy = {0};
  push_all(&copy, (const char *const[]){"cp", m->object, m->output, NULL});
  int status = run_command(m->d, &copy);
  free(copy.item);
  return status;
}

static int (*const steps[])(struct making *) = {translate,         write_command,    run_compiler,
                                                keep_preprocessed, audit_host_calls, assemble,
                                                audit_accesses,    write_rules,      hand_over};

int compile_source(struct driver *d, const char *source, const char *output) {
  if (is_c(source) && !d->as_cuda) return compile_c(d, source, output);
  struct making m = {.d = d, .source = source, .output = output, .object = made_as(d, output)};
  m.early = must_print("%s/gimple", d->directory);
  m.classes = must_print("%s/classes", d->directory);
  m.late = d->dump ? must_print("%s", d->dump) : must_print("%s/optimized", d->directory);
  m.assembly = must_print("%s/assembly.s", d->directory);
  int status = 0;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) status = steps[i](&m);
  if (status && m.checked) unlink(m.object);
  free(m.input), free(m.assembly), free(m.early), free(m.late), free(m.classes), free(m.command.item);
  return status;
}
