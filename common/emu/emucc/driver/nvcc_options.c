// The options of nvcc that a student's Makefile passes. What they ask of a GPU's code generator, or of the host compiler's
// optimiser, means nothing here: every count depends on flags that emucc pins. So they are read and left out.
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/translate/lex.h"

#include <string.h>
#include <unistd.h>

static bool is_any(const char *option, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(option, *names)) return true;
  return false;
}
static bool begins_with_any(const char *option, const char *const *names) {
  for (; *names; names++)
    if (starts_with(option, *names)) return true;
  return false;
}

// The value of `-name=VALUE` or `-name VALUE`, of any of the names; NULL if the option is another one.
static const char *value_of_any(const char *const *names, char **argv, int *i) {
  for (; *names; names++) {
    size_t n = strlen(*names);
    if (strncmp(argv[*i], *names, n)) continue;
    if (argv[*i][n] == '=') return argv[*i] + n + 1;
    if (!argv[*i][n]) return argv[*i + 1] ? argv[++*i] : "";
  }
  return NULL;
}

static void take_standard(struct driver *d, const char *standard) {
  static const char *const newer[] = {"c++20",   "c++2a",   "c++23",   "c++2b",
                                      "gnu++20", "gnu++2a", "gnu++23", NULL};
  newer_library = is_any(standard, newer);
  d->standard = standard;
  if (newer_library) push(&d->compile, must_print("-std=%s", standard)); // else C++17, as nvcc's default is
}

static void take_openmp(struct driver *d) {
  push(&d->compile,
       "-fopenmp"); // <omp.h> is the emulator's, and what GCC calls is in its library: threads take turns
}

// -G: gdb sees the variables. Counts are then not those of the labs.
static void take_debug(struct driver *d) {
  push(&d->compile, "-Og");
  push(&d->compile, "-fvar-tracking");
}

// Options for the host compiler, separated by commas or blanks: those that a program's meaning depends on.
static void take_host_options(struct driver *d, const char *options) {
  for (const char *at = options; *at; at += strcspn(at, ", ")) {
    at += strspn(at, ", \"'");
    char *option = must_print("%.*s", (int)strcspn(at, ", \"'"), at);
    if (!strcmp(option, "-fopenmp"))
      take_openmp(d);
    else if (starts_with(option, "-std="))
      take_standard(d, option + 5);
    else if (starts_with(option, "-D") || starts_with(option, "-U") || starts_with(option, "-I"))
      push(&d->compile, option);
  }
}

// What make reads: rules with the files that a source includes (depend.c).
static bool take_depend_option(struct driver *d, char **argv, int *i) {
  static const char *const with_compile[] = {"-MD", "--generate-dependencies-with-compile", NULL},
                           *const own_with_compile[] = {
                               "-MMD", "--generate-nonsystem-dependencies-with-compile", NULL};
  static const char *const alone[] = {"-M", "--generate-dependencies", NULL},
                           *const own_alone[] = {"-MM", "--generate-nonsystem-dependencies", NULL};
  static const char *const phony[] = {"-MP", "--generate-dependency-targets", NULL};
  static const char *const file[] = {"-MF", "--dependency-output", NULL}, *const target[] = {
                                                                              "-MT", "-MQ",
                                                                              "--dependency-target-name",
                                                                              NULL};
  const char *option = argv[*i], *value;
  if (is_any(option, with_compile)) return d->depend.wanted = true;
  if (is_any(option, own_with_compile)) return d->depend.wanted = d->depend.own = true;
  if (is_any(option, alone)) return d->depend.wanted = d->depend.alone = d->compile_only = true;
  if (is_any(option, own_alone))
    return d->depend.wanted = d->depend.own = d->depend.alone = d->compile_only = true;
  if (is_any(option, phony)) return d->depend.phony = true;
  if ((value = value_of_any(file, argv, i))) return d->depend.file = value, true;
  if ((value = value_of_any(target, argv, i))) return push(&d->depend.targets, value), true;
  return false;
}

bool take_nvcc_option(struct driver *d, char **argv, int *i) {
  if (strstr(argv[*i], "expt-relaxed-constexpr")) d->relaxed = true;
  static const char *const flags[] = {"-lineinfo",
                                      "--generate-line-info",
                                      "--debug",
                                      "-restrict",
                                      "--restrict",
                                      "-extended-lambda",
                                      "-expt-relaxed-constexpr",
                                      "-expt-extended-lambda",
                                      "-use_fast_math",
                                      "--use_fast_math",
                                      "-src-in-ptx",
                                      "-keep",
                                      "--keep",
                                      "-res-usage",
                                      "--resource-usage",
                                      "-dlto",
                                      "-pthread",
                                      "-pg",
                                      "-pedantic",
                                      "-no-pie",
                                      "-forward-unknown-to-host-compiler",
                                      "--forward-unknown-to-host-compiler",
                                      NULL};
  static const char *const prefixes[] = {"-O",         "-f",      "-m", "--expt-", "--extended-lambda",
                                         "--optimize", "--param", NULL};
  static const char *const with_value[] = {"-arch",
                                           "--gpu-architecture",
                                           "-gencode",
                                           "--generate-code",
                                           "-code",
                                           "--gpu-code",
                                           "-Xptxas",
                                           "--ptxas-options",
                                           "-Xnvlink",
                                           "--nvlink-options",
                                           "-Xfatbin",
                                           "-Xcudafe",
                                           "-ccbin",
                                           "--compiler-bindir",
                                           "-maxrregcount",
                                           "--maxrregcount",
                                           "-rdc",
                                           "--relocatable-device-code",
                                           "-cudart",
                                           "--cudart",
                                           "-t",
                                           "--threads",
                                           "-diag-suppress",
                                           "--machine",
                                           "--diag-suppress",
                                           "-prec-div",
                                           "-prec-sqrt",
                                           "-ftz",
                                           "-fmad",
                                           "--fmad",
                                           "-split-compile",
                                           NULL};
  static const char *const standard[] = {"-std", "--std", NULL}, *const linker[] = {"-Xlinker",
                                                                                    "--linker-options", NULL};
  static const char *const stream[] = {"-default-stream", "--default-stream", NULL};
  static const char *const host[] = {"-Xcompiler", "--compiler-options", NULL};
  const char *option = argv[*i], *value;
  static const char *const language[] = {"-x", "--x", NULL}, *const system[] = {"-isystem", NULL};
  if ((value = value_of_any(language, argv, i))) {
    d->as_cuda = !strcmp(value, "cu");
    return true;
  }
  if (strchr(option, '=') && (value = value_of_any(system, argv, i))) {
    if (of_cuda_toolkit("-isystem", value)) return true;
    push(&d->compile, "-isystem");
    return push(&d->compile, value), true;
  }
  if (!strcmp(option, "-dlink") || !strcmp(option, "--device-link")) return d->device_link = true;
  if (!strcmp(option, "-shared") || !strcmp(option, "--shared")) return d->shared = true;
  if (take_depend_option(d, argv, i)) return true;
  if (!strcmp(option, "-dc") || !strcmp(option, "--device-c")) return d->compile_only = true;
  if (!strcmp(option, "-fopenmp") || !strcmp(option, "-openmp")) return take_openmp(d), true;
  if (!strcmp(option, "-G") || !strcmp(option, "--device-debug")) return take_debug(d), true;
  if ((value = value_of_any(host, argv, i))) return take_host_options(d, value), true;
  if ((value = value_of_any(stream, argv, i))) {
    if (!strcmp(value, "per-thread")) push(&d->compile, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return true;
  }
  if ((value = value_of_any(standard, argv, i))) return take_standard(d, value), true;
  if ((value = value_of_any(linker, argv, i))) return push(&d->link, must_print("-Wl,%s", value)), true;
  return value_of_any(with_value, argv, i) || is_any(option, flags) || begins_with_any(option, prefixes);
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
