// The compiler driver's command line: reads it, makes and removes the private directory, has the program
// built.
#define _GNU_SOURCE
#include "emu/emucc/emucc.h"
#include "emu/emucc/lex.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
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
static bool is_cxx(const char *path) {
  return ends_with(path, ".cpp") || ends_with(path, ".cc") || ends_with(path, ".cxx") || is_c(path);
}

static bool is_linked(const char *path) {
  return ends_with(path, ".o") || ends_with(path, ".a") || ends_with(path, ".so") ||
         strstr(base_of(path), ".so.");
}

static int print_translations(struct driver *d) {
  for (size_t i = 0; i < d->sources.count; i++) {
    const char *path = d->sources.item[i];
    size_t n;
    char error[1024], *source = read_whole(path, &n);
    if (!source) return 1;
    int bad = emu_translate(path, source, n, NULL, NULL, NULL, stdout, error, sizeof error);
    if (bad) fprintf(stderr, "%s\n", error);
    free(source);
    if (bad) return 1;
  }
  return 0;
}
static void remove_directory(const char *path) {
  DIR *directory = opendir(path);
  for (struct dirent *e; directory && (e = readdir(directory));) {
    char *name = must_print("%s/%s", path, e->d_name);
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) unlink(name);
    free(name);
  }
  if (directory) closedir(directory);
  if (rmdir(path)) fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
}
static int wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "emucc: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nemucc --help lists the options\n");
  va_end(args);
  return 2;
}

// Every rule of --fault NAME, and whether a program compiles without it.
static int print_rules(void) {
  bool required;
  for (int rule = 0; emu_rule_name(rule, &required); rule++)
    printf("%s %s\n", emu_rule_name(rule, &required), required ? "required" : "optional");
  return 0;
}

static int refuse(const char *option) {
  static const char *const of_nvcc[] = {"-ptx", "--ptx", "-cubin", "--cubin", "-fatbin", "-lib", "-optix-ir"};
  for (size_t i = 0; i < sizeof of_nvcc / sizeof *of_nvcc; i++)
    if (!strcmp(option, of_nvcc[i]))
      return wrong_usage("%s makes what only a GPU can use: the emulator runs C++. With -rdc=true it links "
                         "objects as they are",
                         option);
  return wrong_usage("unknown option %s", option);
}

// Options that take a value, joined or as the next argument. Returns the value, or NULL.
static const char *value_of(const char *option, char **argv, int *i) {
  size_t n = strlen(option);
  if (strncmp(argv[*i], option, n)) return NULL;
  if (argv[*i][n]) return argv[*i] + n;
  return argv[*i + 1] ? argv[++*i] : "";
}

static bool take_value_option(struct driver *d, char **argv, int *i, int *status) {
  static const char *const options[] = {"-include", "-isystem", "-iquote", "-I", "-D",
                                        "-U",       "-L",       "-l",      "-o"};
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    const char *option = options[k], *value = value_of(option, argv, i);
    if (!value) continue;
    if (!*value)
      *status = wrong_usage("%s needs a value", option);
    else if (!strcmp(option, "-o"))
      d->output = value;
    else if (!of_cuda_toolkit(option, value)) {
      struct list *to = option[1] == 'L' || option[1] == 'l' ? &d->link : &d->compile;
      if (!strcmp(option, "-I") || !strcmp(option, "-iquote")) push(&d->include_dirs, value);
      if (strlen(option) > 2) push(to, option);
      push(to, strlen(option) > 2 ? value : must_print("%s%s", option, value));
    }
    return true;
  }
  return false;
}

// Returns -1 to go on, else the exit status.
static int read_arguments(struct driver *d, int argc, char **argv) {
  static const char *const nothing[] = {"-g", "-pipe"};
  int status = -1, objects = 0;
  for (int i = 1; i < argc && status < 0; i++) {
    const char *a = argv[i];
    bool ignored = false;
    for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++) ignored = ignored || !strcmp(a, nothing[k]);
    if (!strcmp(a, "-h") || !strcmp(a, "--help")) {
      fputs(usage_text, stdout);
      return 0;
    }
    if (!strcmp(a, "--version")) return print_version(d);
    if (!strcmp(a, "--print-include-dir")) return puts(header_dir()) < 0;
    if (ignored) continue; // what it asks for is so anyway
    if (!strcmp(a, "-c"))
      d->compile_only = true;
    else if (!strcmp(a, "-E"))
      d->print_translation = true;
    else if (!strcmp(a, "--explain"))
      d->explain = true;
    else if (!strcmp(a, "--fast"))
      d->fast = true;
    else if (!strcmp(a, "--precompile"))
      d->precompile = true;
    else if (!strcmp(a, "-v") || !strcmp(a, "--verbose"))
      d->verbose = true;
    else if (!strcmp(a, "--preprocessed")) {
      if (!argv[i + 1]) return wrong_usage("--preprocessed needs a value");
      d->preprocessed = argv[++i];
    } else if (!strcmp(a, "--dump") || !strcmp(a, "--check-dump")) {
      if (!argv[i + 1]) return wrong_usage("%s needs a value", a);
      if (!strcmp(a, "--check-dump"))
        return refuse_unseen(argv[i + 1], &(struct list){0}, true, true, true, NULL);
      d->dump = argv[++i];
    } else if (!strcmp(a, "--fault")) { // for the tests of retry.c
      if (!argv[i + 1]) return wrong_usage("--fault needs a value");
      if (!strcmp(d->optional.fault = argv[++i], "list")) return print_rules();
    } else if (starts_with(a, "-Wl,"))
      push(&d->link, a);
    else if (!strcmp(a, "-rdynamic"))
      push(&d->link, a);
    else if (starts_with(a, "-W") || !strcmp(a, "-w"))
      push(&d->compile, a);
    else if (take_nvcc_option(d, argv, &i))
      continue;
    else if (a[0] == '-' && !take_value_option(d, argv, &i, &status))
      status = refuse(a);
    else if (a[0] == '-')
      continue;
    else if (is_cuda(a) || is_cxx(a) || (d->as_cuda && !is_linked(a)))
      push(&d->sources, a), push(&d->link, a);
    else if (is_linked(a))
      push(&d->link, a), objects++;
    else
      status = wrong_usage("%s: not a .cu, .cuh, .cpp, .cc, .cxx, .c, .o, .a or .so file", a);
  }
  if (status >= 0) return status;
  if (d->shared && !d->device_link)
    return wrong_usage("-shared: the emulator is linked into a program, not into a library");
  if (d->precompile) return d->sources.count || objects ? wrong_usage("--precompile takes no file") : -1;
  if (!d->sources.count && !objects) {
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
  return -1;
}

int main(int argc, char **argv) {
  struct driver d = {0};
  argv = with_option_files(&argc, argv);
  if (!argv) return 2;
  int status = read_arguments(&d, argc, argv);
  if (status >= 0) return status;
  if (d.print_translation) return print_translations(&d);
  // Before there is a directory that somebody would have to remove.
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = build_interrupted};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
  signal(SIGPIPE, SIG_IGN); // a reader of stderr that goes away (| head) must not leave the directory behind
  const char *temporary = getenv("TMPDIR");
  snprintf(d.directory, sizeof d.directory, "%s/emucc.XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(d.directory)) {
    fprintf(stderr, "emucc: %s: %s\n", d.directory, strerror(errno));
    return 1;
  }
  status = d.precompile ? precompile_headers(&d) : build_program(&d);
  if (!status && d.explain) status = explain_registers(&d);
  remove_directory(d.directory);
  if (build_signal) {
    signal(build_signal, SIG_DFL);
    raise(build_signal);
  }
  return status;
}
