// The command line: a table of options, g++'s, nvcc's and emucc's own.
//
// What nvcc's options ask of a GPU's code generator, or of the host compiler's optimiser, means nothing here: every count depends on
// flags that emucc pins. So they are read and left out.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/translate/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage_text[] =
    "usage: emucc [options] FILE.cu... [FILE.cpp FILE.c FILE.o FILE.a ...]\n"
    "Compiles CUDA C++ for the device emulator: the program then runs on this machine's CPU.\n"
    "  -o OUT               name of the output; default a.out, with -c FILE.o\n"
    "  -c                   compile, do not link\n"
    "  -E                   print the translation of each .cu and stop\n"
    "  --preprocessed FILE  with -c: write there what the preprocessor makes of the translation, too\n"
    "  --dump FILE          with -c: write there the compiler's last dump, which emucc searches for accesses "
    "of "
    "device code\n"
    "                       that the emulator cannot see; --check-dump FILE searches such a file and stops\n"
    "  --precompile         compile the emulator's own headers for all later runs, which take them if they "
    "are no older\n"
    "  -I -iquote -isystem DIR, -D -U NAME, -include FILE, -W..., -w     as for g++\n"
    "  -g1                  no types or variables for gdb: lines and functions alone\n"
    "  -L DIR, -l LIBRARY, -Wl,...                                       as for g++\n"
    "  -arch, -gencode, -O3, -Xcompiler, -lineinfo, -rdc and the like    read as nvcc reads them and left "
    "out: "
    "every\n"
    "                       count depends on flags that emucc pins. -fopenmp: the host's threads take "
    "turns\n"
    "  -v, --verbose        print the commands that are run\n"
    "  --explain            if there is an nvcc, print its registers, stack and spills of each kernel, "
    "and "
    "each line of its source\n"
    "                       with the PTX and, if there is an nvdisasm, the SASS made of it\n"
    "  --fast               run fast: count nothing and check no access. Such a program still reports "
    "launches, copies\n"
    "                       and frees that the device refuses, leaks, threads that end before a "
    "barrier,\n"
    "                       warp operations that not all lanes reach, and faults. It does not see races, "
    "indices\n"
    "                       out of bounds, uninitialised reads, misaligned accesses, divergent barriers or "
    "endless\n"
    "                       loops, and refuses to run with EMU_REPORT set.\n"
    "  --print-include-dir  print where the CUDA headers are, for a host's compiler\n"
    "  --version            print emucc's version, the compiler that it runs and that compiler's version\n"
    "  -h, --help           print this\n"
    "The program takes from its environment: EMU_SEED=N (the order of blocks, warps and lanes, default 1),\n"
    "EMU_REPORT=table|lines|ascii|html|json (counters at exit), EMU_REPORT_FILE=PATH (write them there). A "
    "hazard is "
    "printed\n"
    "to stderr and makes the exit status 86.\n"
    "Exit status: 0; 1 it does not compile; 2 wrong usage.\n";

static int wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "emucc: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nemucc --help lists the options\n");
  va_end(args);
  return 2;
}

// This project's version and the compiler that programs are compiled with. Returns the exit status.
static int print_version(const struct driver *d) {
  size_t n;
  char *path = must_print("%s/emucc.version", library_dir()), *version = read_whole(path, &n);
  free(path);
  if (!version) return 1;
  printf("emucc %.*s%s ", (int)n, version, EMU_CXX);
  free(version);
  fflush(stdout);
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-dumpfullversion", NULL});
  char *messages;
  int status = run_only(d, &command, &messages);
  free(messages);
  free(command.item);
  return status;
}

// Every rule of --fault NAME, and whether a program compiles without it.
static int print_rules(void) {
  bool required;
  for (int rule = 0; emu_rule_name(rule, &required); rule++)
    printf("%s %s\n", emu_rule_name(rule, &required), required ? "required" : "optional");
  return 0;
}

enum { GO_ON = -1 };
// What an option does. value: what follows it, or NULL. Returns GO_ON, or the exit status.
typedef int taken(struct driver *d, const char *option, const char *value);

// ---- emucc's own ----

static int help(struct driver *d, const char *option, const char *value) {
  (void)d, (void)option, (void)value;
  return fputs(usage_text, stdout) < 0;
}

static int version(struct driver *d, const char *option, const char *value) {
  (void)option, (void)value;
  return print_version(d);
}

static int include_dir(struct driver *d, const char *option, const char *value) {
  (void)d, (void)option, (void)value;
  return puts(header_dir()) < 0;
}

static int preprocessed(struct driver *d, const char *option, const char *value) {
  (void)option;
  d->preprocessed = value;
  return GO_ON;
}

static int dump(struct driver *d, const char *option, const char *value) {
  (void)option;
  d->dump = value;
  return GO_ON;
}

static int check_dump(struct driver *d, const char *option, const char *value) {
  (void)d, (void)option;
  return refuse_unseen(value, &(struct list){0}, true, true, true, NULL);
}

static int fault(struct driver *d, const char *option, const char *value) { // for the tests of retry.c
  (void)option;
  d->optional.fault = value;
  return strcmp(value, "list") ? GO_ON : print_rules();
}

static int only_for_a_gpu(struct driver *d, const char *option, const char *value) {
  (void)d, (void)value;
  return wrong_usage(
      "%s makes what only a GPU can use: the emulator runs C++. With -rdc=true it links objects as they are",
      option);
}

// ---- g++'s ----

static int to_link(struct driver *d, const char *option, const char *value) {
  (void)value;
  push(&d->link, option);
  return GO_ON;
}

static int to_compile(struct driver *d, const char *option, const char *value) {
  (void)value;
  push(&d->compile, option);
  return GO_ON;
}

static int output(struct driver *d, const char *option, const char *value) {
  (void)option;
  d->output = value;
  return GO_ON;
}

static int value_to_compile(struct driver *d, const char *option, const char *value) {
  push(&d->compile, must_print("%.2s%s", option, value));
  return GO_ON;
}

static int library(struct driver *d, const char *option, const char *value) {
  if (option[1] == 'L' || !of_cuda_toolkit("-l", value)) push(&d->link, must_print("%.2s%s", option, value));
  return GO_ON;
}

static int folder(struct driver *d, const char *option, const char *value) {
  if (of_cuda_toolkit("-I", value)) return GO_ON;
  push(&d->include_dirs, value);
  return value_to_compile(d, option, value);
}

static int system_folder(struct driver *d, const char *option, const char *value) {
  (void)option;
  if (*value == '=') value++; // as nvcc has it
  if (of_cuda_toolkit("-isystem", value)) return GO_ON;
  push_all(&d->compile, (const char *const[]){"-isystem", value, NULL});
  return GO_ON;
}

static int quote_folder(struct driver *d, const char *option, const char *value) {
  (void)option;
  push(&d->include_dirs, value);
  push_all(&d->compile, (const char *const[]){"-iquote", value, NULL});
  return GO_ON;
}

static int include_file(struct driver *d, const char *option, const char *value) {
  (void)option;
  push_all(&d->compile, (const char *const[]){"-include", value, NULL});
  return GO_ON;
}

// ---- nvcc's ----

static int language(struct driver *d, const char *option, const char *value) {
  (void)option;
  d->as_cuda = !strcmp(value, "cu");
  return GO_ON;
}

static bool is_any(const char *word, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(word, *names)) return true;
  return false;
}

static int standard(struct driver *d, const char *option, const char *value) {
  static const char *const newer[] = {"c++20",   "c++2a",   "c++23",   "c++2b",
                                      "gnu++20", "gnu++2a", "gnu++23", NULL};
  (void)option;
  newer_library = is_any(value, newer);
  d->standard = value;
  if (newer_library) push(&d->compile, must_print("-std=%s", value)); // else C++17, as nvcc's default is
  return GO_ON;
}

// <omp.h> is the emulator's, and what GCC calls is in its library: threads take turns.
static int openmp(struct driver *d, const char *option, const char *value) {
  (void)option, (void)value;
  push(&d->compile, "-fopenmp");
  return GO_ON;
}

// gdb sees the variables. Counts are then not those of the labs.
static int debug(struct driver *d, const char *option, const char *value) {
  (void)option, (void)value;
  push_all(&d->compile, (const char *const[]){"-Og", "-fvar-tracking", NULL});
  return GO_ON;
}

// For the host compiler, separated by commas or blanks: those that a program's meaning depends on.
static int host_options(struct driver *d, const char *option, const char *value) {
  for (const char *at = value; *at; at += strcspn(at, ", ")) {
    at += strspn(at, ", \"'");
    char *word = must_print("%.*s", (int)strcspn(at, ", \"'"), at);
    if (!strcmp(word, "-fopenmp"))
      openmp(d, option, NULL);
    else if (starts_with(word, "-std="))
      standard(d, option, word + 5);
    else if (starts_with(word, "-D") || starts_with(word, "-U") || starts_with(word, "-I"))
      push(&d->compile, word);
  }
  return GO_ON;
}

static int default_stream(struct driver *d, const char *option, const char *value) {
  (void)option;
  if (!strcmp(value, "per-thread")) push(&d->compile, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  return GO_ON;
}

static int linker(struct driver *d, const char *option, const char *value) {
  (void)option;
  push(&d->link, must_print("-Wl,%s", value));
  return GO_ON;
}

// Rules for make, with the files that a source includes (depend.c): -MD, -MMD, -M, -MM.
static int depend(struct driver *d, const char *option, const char *value) {
  (void)value;
  bool own = starts_with(option, "-MM") || strstr(option, "nonsystem"),
       with_compile = ends_with(option, "D") || ends_with(option, "-with-compile");
  d->depend.wanted = true;
  d->depend.own |= own;
  if (!with_compile) d->depend.alone = d->compile_only = true;
  return GO_ON;
}

static int depend_file(struct driver *d, const char *option, const char *value) {
  (void)option;
  d->depend.file = value;
  return GO_ON;
}

static int depend_target(struct driver *d, const char *option, const char *value) {
  (void)option;
  push(&d->depend.targets, value);
  return GO_ON;
}

// ---- the table ----

enum option_form {
  ALONE,
  VALUE,  // -std=c++17, or the next word; nvcc's
  NEXT,   // the next word
  JOINED, // -Iinclude, or the next word
  PREFIX  // whatever begins so
};

#define SETS(field) 1 + offsetof(struct driver, field)
// The first row that fits is taken. names: blanks separate. sets: a bool of the driver, by its place and 1; 0: none.
static const struct option {
  const char *names;
  enum option_form form;
  taken *take; // NULL: it is read and left out
  size_t sets;
} options[] = {
    {"-h --help", ALONE, help, 0},
    {"--version", ALONE, version, 0},
    {"--print-include-dir", ALONE, include_dir, 0},
    {"-g -pipe", ALONE, NULL, 0}, // what they ask for is so anyway
    {"-c -dc --device-c", ALONE, NULL, SETS(compile_only)},
    {"-E", ALONE, NULL, SETS(print_translation)},
    {"--explain", ALONE, NULL, SETS(explain)},
    {"--fast", ALONE, NULL, SETS(fast)},
    {"--precompile", ALONE, NULL, SETS(precompile)},
    {"-v --verbose", ALONE, NULL, SETS(verbose)},
    {"--preprocessed", NEXT, preprocessed, 0},
    {"--dump", NEXT, dump, 0},
    {"--check-dump", NEXT, check_dump, 0},
    {"--fault", NEXT, fault, 0},
    {"-ptx --ptx -cubin --cubin -fatbin -lib -optix-ir", ALONE, only_for_a_gpu, 0},
    {"-Wl,", PREFIX, to_link, 0},
    {"-rdynamic", ALONE, to_link, 0},
    {"-W", PREFIX, to_compile, 0},
    {"-w -g1", ALONE, to_compile, 0},
    {"-x --x", VALUE, language, 0},
    {"-dlink --device-link", ALONE, NULL, SETS(device_link)},
    {"-shared --shared", ALONE, NULL, SETS(shared)},
    {"-MD --generate-dependencies-with-compile -MMD --generate-nonsystem-dependencies-with-compile", ALONE,
     depend, 0},
    {"-M --generate-dependencies -MM --generate-nonsystem-dependencies", ALONE, depend, 0},
    {"-MP --generate-dependency-targets", ALONE, NULL, SETS(depend.phony)},
    {"-MF --dependency-output", VALUE, depend_file, 0},
    {"-MT -MQ --dependency-target-name", VALUE, depend_target, 0},
    {"-fopenmp -openmp", ALONE, openmp, 0},
    {"-G --device-debug", ALONE, debug, 0},
    {"-Xcompiler --compiler-options", VALUE, host_options, 0},
    {"-default-stream --default-stream", VALUE, default_stream, 0},
    {"-std --std", VALUE, standard, 0},
    {"-Xlinker --linker-options", VALUE, linker, 0},
    {"-expt-relaxed-constexpr --expt-relaxed-constexpr", ALONE, NULL, SETS(relaxed)},
    {"-arch --gpu-architecture -gencode --generate-code -code --gpu-code -Xptxas"
     " --ptxas-options -Xnvlink --nvlink-options -Xfatbin -Xcudafe -ccbin --compiler-bindir"
     " -maxrregcount --maxrregcount -rdc --relocatable-device-code -cudart --cudart -t"
     " --threads -diag-suppress --machine --diag-suppress -prec-div -prec-sqrt -ftz -fmad"
     " --fmad -split-compile",
     VALUE, NULL, 0},
    {"-lineinfo --generate-line-info --debug -restrict --restrict -extended-lambda"
     " -expt-extended-lambda -use_fast_math --use_fast_math -src-in-ptx -keep --keep"
     " -res-usage --resource-usage -dlto -pthread -pg -pedantic -no-pie"
     " -forward-unknown-to-host-compiler --forward-unknown-to-host-compiler",
     ALONE, NULL, 0},
    {"-O -f -m --expt- --extended-lambda --optimize --param", PREFIX, NULL, 0},
    {"-include", JOINED, include_file, 0},
    {"-isystem", JOINED, system_folder, 0},
    {"-iquote", JOINED, quote_folder, 0},
    {"-I", JOINED, folder, 0},
    {"-D -U", JOINED, value_to_compile, 0},
    {"-L -l", JOINED, library, 0},
    {"-o", JOINED, output, 0},
};

// Whether the word at *i is the option of that name; then *value is what follows it, and *i is at its last word.
static bool is_option(enum option_form form, const char *name, size_t n, char **argv, int *i,
                      const char **value) {
  const char *rest = argv[*i] + n;
  if (strncmp(argv[*i], name, n)) return false;
  *value = form == PREFIX || form == JOINED ? rest : form == VALUE && *rest == '=' ? rest + 1 : NULL;
  if (form == PREFIX || (form == JOINED && *rest) || (form == VALUE && *value)) return true;
  if (*rest) return false;
  if (form != ALONE) *value = argv[*i + 1] ? argv[++*i] : "";
  return true;
}

static const struct option *option_at(char **argv, int *i, const char **value) {
  for (const struct option *o = options; o < options + sizeof options / sizeof *options; o++)
    for (const char *name = o->names; *name; name += strspn(name, " ")) {
      size_t n = strcspn(name, " ");
      if (is_option(o->form, name, n, argv, i, value)) return o;
      name += n;
    }
  return NULL;
}

static int take_option(struct driver *d, char **argv, int *i) {
  const char *word = argv[*i], *value;
  const struct option *o = option_at(argv, i, &value);
  if (!o) return wrong_usage("unknown option %s", word);
  if ((o->form == NEXT || o->form == JOINED) && !*value) return wrong_usage("%s needs a value", word);
  if (o->sets) *((bool *)((char *)d + o->sets - 1)) = true;
  return o->take ? o->take(d, word, value) : GO_ON;
}

// ---- files ----

static bool is_cxx(const char *path) {
  return ends_with(path, ".cpp") || ends_with(path, ".cc") || ends_with(path, ".cxx") || is_c(path);
}

static bool is_linked(const char *path) {
  return ends_with(path, ".o") || ends_with(path, ".a") || ends_with(path, ".so") ||
         strstr(base_of(path), ".so.");
}

static int take_file(struct driver *d, const char *word) {
  bool source = is_cuda(word) || is_cxx(word) || (d->as_cuda && !is_linked(word));
  if (!source && !is_linked(word))
    return wrong_usage("%s: not a .cu, .cuh, .cpp, .cc, .cxx, .c, .o, .a or .so file", word);
  if (source) push(&d->sources, word);
  push(&d->link, word);
  d->objects += !source;
  return GO_ON;
}

// What goes together.
static int check_usage(const struct driver *d) {
  if (d->shared && !d->device_link)
    return wrong_usage("-shared: the emulator is linked into a program, not into a library");
  if (d->precompile) return d->sources.count || d->objects ? wrong_usage("--precompile takes no file") : -1;
  if (!d->sources.count && !d->objects) {
    fprintf(stderr, "emucc: no input file\n%s", usage_text);
    return 2;
  }
  if (!d->sources.count && (d->compile_only || d->print_translation))
    return wrong_usage("-c and -E need a source file");
  if (d->dump &&
      (!d->compile_only || d->fast || d->sources.count != 1 || !is_cuda_source(d, d->sources.item[0])))
    return wrong_usage("--dump goes with -c and one .cu file, without --fast");
  if (d->preprocessed && (!d->compile_only || d->sources.count != 1))
    return wrong_usage("--preprocessed goes with -c and one source file");
  if (d->compile_only && d->output && d->sources.count > 1)
    return wrong_usage("-c with -o takes one source file");
  return GO_ON;
}

int read_arguments(struct driver *d, int argc, char **argv) {
  int status = GO_ON;
  for (int i = 1; i < argc && status < 0; i++)
    status = argv[i][0] == '-' ? take_option(d, argv, &i) : take_file(d, argv[i]);
  return status < 0 ? check_usage(d) : status;
}

bool of_cuda_toolkit(const char *option, const char *value) {
  static const char *const libraries[] = {"cudart", "cudart_static", "cudadevrt", "cuda",     "nvToolsExt",
                                          "cublas", "curand",        "cufft",     "cusparse", "cusolver",
                                          "nvrtc",  "cupti",         "nvidia-ml", "gomp",     NULL};
  if (!strcmp(option, "-l")) return is_any(value, libraries);
  if (strcmp(option, "-I") && strcmp(option, "-isystem")) return false;
  char *own = must_print("%s/crt/host_config.h", value);
  return access(own, R_OK) == 0;
}
