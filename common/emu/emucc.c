// The compiler driver: translates each .cu, compiles it with g++ and the emulator's headers, links the
// emulator.
#define _GNU_SOURCE
#include "emu/lex.h"
#include "emu/translate.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef EMU_CXX
#define EMU_CXX "g++"
#endif
#if !defined EMU_INCLUDE_DIR || !defined EMU_LIBRARY
#error "define EMU_INCLUDE_DIR (the CUDA headers) and EMU_LIBRARY (libemu.a), both as absolute paths"
#endif

// The counts are those of code compiled with exactly these flags: no access merged, no branch folded away.
static const char *const pinned_flags[] = {"-std=c++17",
                                           "-g",
                                           "-O1",
                                           "-fno-ssa-phiopt",
                                           "-fno-if-conversion",
                                           "-fno-if-conversion2",
                                           "-fno-optimize-sibling-calls",
                                           "-Wno-tsan",
                                           "-Wno-unknown-pragmas",
                                           "-fsanitize=thread",
                                           "-fsanitize=bounds",
                                           "-fsanitize-coverage=trace-pc",
                                           "--param",
                                           "tsan-distinguish-volatile=1",
                                           "-fno-pie",
                                           "-I" EMU_INCLUDE_DIR,
                                           "-include",
                                           "cuda_runtime.h",
                                           NULL};
static const char *const link_flags[] = {EMU_LIBRARY, "-lbacktrace", "-lm", "-ldl", "-lpthread", NULL};

struct list {
  const char **item; // NULL-terminated once anything was pushed
  size_t count, capacity;
};

struct translated { // one .cu or .cuh, main file or included
  char *path, *output;
};

struct driver {
  struct list compile, include_dirs, sources, link; // link: objects, archives, -l, in the order given
  const char *output;
  bool compile_only, print_translation, verbose, failed;
  char directory[PATH_MAX]; // private, removed at the end
  struct translated *file;
  size_t files, file_capacity;
};

struct include_site {
  struct driver *d;
  const char *including; // path of the file with the #include
  const char *main;      // path of the source g++ is given
};

static const char usage_text[] =
    "usage: emucc [options] FILE.cu... [FILE.cpp FILE.o FILE.a ...]\n"
    "Compiles CUDA C++ for the device emulator: the program then runs on this machine's CPU.\n"
    "  -o OUT               name of the output; default a.out, with -c FILE.o\n"
    "  -c                   compile, do not link\n"
    "  -E                   print the translation of each .cu and stop\n"
    "  -I -iquote -isystem DIR, -D -U NAME, -include FILE, -W..., -w     as for g++\n"
    "  -L DIR, -l LIBRARY, -Wl,...                                       as for g++\n"
    "  -v, --verbose        print the commands that are run\n"
    "  -h, --help           print this\n"
    "The program takes from its environment: EMU_SEED=N (the order of blocks and warps, default 1),\n"
    "EMU_REPORT=table|json (counters at exit), EMU_REPORT_FILE=PATH (write them there). A hazard is printed\n"
    "to stderr and makes the exit status 86.\n"
    "Exit status: 0; 1 it does not compile; 2 wrong usage.\n";

static volatile sig_atomic_t interrupted;
static volatile pid_t child;

static void on_signal(int number) {
  interrupted = number;
  if (child > 0) kill(child, number);
}

static void push(struct list *l, const char *item) {
  if (l->count + 2 > l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 16;
    l->item = grow(l->item, l->capacity * sizeof *l->item);
  }
  l->item[l->count++] = item;
  l->item[l->count] = NULL;
}

static void push_all(struct list *l, const char *const *items) {
  for (; items && *items; items++) push(l, *items);
}

static bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static bool starts_with(const char *s, const char *start) {
  return !strncmp(s, start, strlen(start));
}

static bool is_cuda(const char *path) {
  return ends_with(path, ".cu") || ends_with(path, ".cuh");
}

static bool is_cxx(const char *path) {
  return ends_with(path, ".cpp") || ends_with(path, ".cc") || ends_with(path, ".cxx");
}

static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return print(".");
  return print("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static char *read_whole(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  struct stat info;
  if (f && fstat(fileno(f), &info) == 0 && S_ISDIR(info.st_mode)) errno = EISDIR;
  if (!f || errno == EISDIR) {
    if (f) fclose(f);
    fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
    return NULL;
  }
  char *s = NULL;
  size_t capacity = 0, got;
  *n = 0;
  do {
    if (*n == capacity) s = grow(s, capacity = capacity ? 2 * capacity : 65536);
    *n += got = fread(s + *n, 1, capacity - *n, f);
  } while (got);
  bool bad = ferror(f);
  fclose(f);
  if (!bad) return s;
  fprintf(stderr, "emucc: %s: cannot be read\n", path);
  free(s);
  return NULL;
}

// ---- translation

static bool is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static char *find_include(const struct include_site *site, const char *name) {
  if (name[0] == '/') return is_file(name) ? print("%s", name) : NULL;
  char *here = directory_of(site->including);
  char *path = print("%s%s%s", strcmp(here, ".") ? here : "", strcmp(here, ".") ? "/" : "", name);
  free(here);
  for (size_t i = 0; !is_file(path); i++) {
    free(path);
    if (i == site->d->include_dirs.count) return NULL;
    path = print("%s/%s", site->d->include_dirs.item[i], name);
  }
  return path;
}

static const char *translate_file(struct driver *d, const char *path, const char *main);

// .cu and .cuh files are included in their translation; another header beside an included file by its full
// path, since its includer is compiled in a directory of its own.
static char *on_include(void *context, const char *name) {
  const struct include_site *site = context;
  char *path = find_include(site, name), *result = NULL;
  if (path && is_cuda(path)) {
    const char *output = translate_file(site->d, path, site->main);
    if (output) result = print("%s", output);
  } else if (path && strcmp(site->including, site->main)) {
    result = realpath(path, NULL);
  }
  free(path);
  return result;
}

// Returns the path of the translation in the private directory, or NULL after a message.
static const char *translate_file(struct driver *d, const char *path, const char *main) {
  char *real = realpath(path, NULL);
  for (size_t i = 0; real && i < d->files; i++) {
    if (strcmp(d->file[i].path, real)) continue;
    free(real);
    return d->file[i].output;
  }
  size_t n;
  char error[1024], *source = read_whole(path, &n);
  if (!source) {
    free(real);
    d->failed = true;
    return NULL;
  }
  if (d->files == d->file_capacity) {
    d->file_capacity = d->file_capacity ? 2 * d->file_capacity : 8;
    d->file = grow(d->file, d->file_capacity * sizeof *d->file);
  }
  char *output = print("%s/%zu-%s", d->directory, d->files, base_of(path));
  d->file[d->files++] = (struct translated){real, output};
  FILE *out = fopen(output, "wb");
  struct include_site site = {d, path, main};
  if (out && emu_translate(path, source, n, on_include, &site, out, error, sizeof error)) {
    fprintf(stderr, "%s\n", error);
    d->failed = true;
  }
  if (!out || (fflush(out), ferror(out))) {
    fprintf(stderr, "emucc: %s: %s\n", output, strerror(errno));
    d->failed = true;
  }
  if (out) fclose(out);
  free(source);
  return output;
}

static int print_translations(struct driver *d) {
  for (size_t i = 0; i < d->sources.count; i++) {
    const char *path = d->sources.item[i];
    size_t n;
    char error[1024], *source = read_whole(path, &n);
    if (!source) return 1;
    int bad = emu_translate(path, source, n, NULL, NULL, stdout, error, sizeof error);
    if (bad) fprintf(stderr, "%s\n", error);
    free(source);
    if (bad) return 1;
  }
  return 0;
}

// ---- g++

static bool is_library_name(const char *name) {
  static const char *const families[] = {
      "cuda", "cublas", "cub", "thrust", "cusparse", "curand", "cufft", "cusolver", "cooperative_groups",
      "nvtx", "CUB",    "CUDA"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (starts_with(name, families[i])) return true;
  return false;
}

// One note for each CUDA name that g++ did not know.
static void note_missing_names(const char *messages) {
  static const char *const phrases[] = {
      "was not declared",          "has not been declared",     "does not name a type", "is not a member of",
      "No such file or directory", "is not a class, namespace", "undefined reference"};
  struct list noted = {0};
  for (const char *line = messages; *line;) {
    size_t length = strcspn(line, "\n");
    char *copy = print("%.*s", (int)length, line), *name = NULL;
    bool missing = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
      missing = missing || strstr(copy, phrases[i]);
    for (char *c = copy; missing && *c && !name; c++) {
      bool starts = c == copy || !(isalnum((unsigned char)c[-1]) || strchr("_/.-:", c[-1]));
      if (!starts || !is_library_name(c)) continue;
      size_t n = 0;
      while (isalnum((unsigned char)c[n]) || (c[n] && strchr("_/.:", c[n]))) n++;
      while (n && strchr(":.", c[n - 1])) n--;
      name = print("%.*s", (int)n, c);
    }
    bool repeated = false;
    for (size_t i = 0; name && i < noted.count; i++) repeated = repeated || !strcmp(noted.item[i], name);
    if (name && !repeated) {
      fprintf(stderr, "emucc: %s is not provided by the emulator; common/emu/README.md lists what is\n",
              name);
      push(&noted, name);
    }
    free(copy);
    line += length + (line[length] == '\n');
  }
  free(noted.item);
}

static char *forward(int from) {
  char *copy = grow(NULL, 1), buffer[4096];
  size_t used = 0;
  for (;;) {
    ssize_t got = read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    fwrite(buffer, 1, (size_t)got, stderr);
    copy = grow(copy, used + (size_t)got + 1);
    memcpy(copy + used, buffer, (size_t)got);
    used += (size_t)got;
  }
  copy[used] = '\0';
  return copy;
}

// g++'s messages in English, in the user's character set, so that note_missing_names can read them.
static void english_messages(void) {
  const char *all = getenv("LC_ALL");
  if (all && *all) setenv("LC_CTYPE", all, 1);
  unsetenv("LC_ALL");
  unsetenv("LANGUAGE");
  setenv("LC_MESSAGES", "C", 1);
}

// Returns the exit status of the command, 1 if it could not be run or was killed.
static int run(const struct driver *d, const struct list *command) {
  if (d->verbose) {
    for (size_t i = 0; i < command->count; i++) fprintf(stderr, "%s%s", i ? " " : "", command->item[i]);
    fprintf(stderr, "\n");
  }
  int errors[2], status;
  if (pipe(errors)) {
    fprintf(stderr, "emucc: pipe: %s\n", strerror(errno));
    return 1;
  }
  fflush(stderr);
  child = fork();
  if (child == 0) {
    dup2(errors[1], STDERR_FILENO);
    close(errors[0]);
    close(errors[1]);
    english_messages();
    execvp(command->item[0], (char *const *)command->item);
    fprintf(stderr, "emucc: cannot run %s: %s\n", command->item[0], strerror(errno));
    _exit(1);
  }
  close(errors[1]);
  char *messages = forward(errors[0]);
  close(errors[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  int result = child < 0 ? 1 : WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (child < 0)
    fprintf(stderr, "emucc: fork: %s\n", strerror(errno));
  else if (WIFSIGNALED(status) && !interrupted)
    fprintf(stderr, "emucc: %s was killed by signal %d (%s)\n", command->item[0], WTERMSIG(status),
            strsignal(WTERMSIG(status)));
  child = 0;
  if (result) note_missing_names(messages);
  free(messages);
  return interrupted ? 1 : result;
}

static int compile(struct driver *d, const char *source, const char *object) {
  const char *input = is_cuda(source) ? translate_file(d, source, source) : source;
  if (d->failed) return 1;
  struct list command = {0};
  char *here = directory_of(source), *map = print("-ffile-prefix-map=%s/=", d->directory);
  push(&command, EMU_CXX);
  push_all(&command, pinned_flags);
  push(&command, "-iquote");
  push(&command, here);
  push_all(&command, d->compile.item);
  push(&command, map);
  if (isatty(STDERR_FILENO)) push(&command, "-fdiagnostics-color=always");
  push_all(&command, (const char *const[]){"-x", "c++", "-c", input, "-o", object, NULL});
  int status = run(d, &command);
  free(command.item);
  free(here);
  free(map);
  return status;
}

static int link_program(struct driver *d) {
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-no-pie", "-o", d->output ? d->output : "a.out", NULL});
  push_all(&command, d->link.item);
  push_all(&command, link_flags);
  int status = run(d, &command);
  free(command.item);
  return status;
}

static int build(struct driver *d) {
  for (size_t i = 0; i < d->sources.count; i++) {
    const char *source = d->sources.item[i], *base = base_of(source);
    char *object;
    if (!d->compile_only)
      object = print("%s/%zu.o", d->directory, i);
    else if (d->output)
      object = print("%s", d->output);
    else
      object = print("%.*s.o", (int)(strrchr(base, '.') - base), base);
    for (size_t l = 0; l < d->link.count; l++)
      if (d->link.item[l] == source) d->link.item[l] = object; // keeps its place among the other inputs
    int status = compile(d, source, object);
    if (status) return status;
  }
  return d->compile_only ? 0 : link_program(d);
}

static void remove_directory(const char *path) {
  DIR *directory = opendir(path);
  for (struct dirent *e; directory && (e = readdir(directory));) {
    char *name = print("%s/%s", path, e->d_name);
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) unlink(name);
    free(name);
  }
  if (directory) closedir(directory);
  if (rmdir(path)) fprintf(stderr, "emucc: %s: %s\n", path, strerror(errno));
}

// ---- the command line

static int wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "emucc: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nemucc --help lists the options\n");
  va_end(args);
  return 2;
}

static int refuse(const char *option) {
  static const char *const of_nvcc[] = {"-arch",
                                        "--gpu-",
                                        "-gencode",
                                        "--generate",
                                        "-code",
                                        "-lineinfo",
                                        "--expt-",
                                        "--extended-lambda",
                                        "-X",
                                        "-rdc",
                                        "--use_fast_math",
                                        "-use_fast_math",
                                        "-G",
                                        "-dc",
                                        "-ptx",
                                        "-cubin",
                                        "-ccbin",
                                        "--std",
                                        "-dlto",
                                        "--ptxas"};
  for (size_t i = 0; i < sizeof of_nvcc / sizeof *of_nvcc; i++)
    if (starts_with(option, of_nvcc[i]))
      return wrong_usage("%s is an option of nvcc that means nothing to the emulator: leave it out", option);
  if (starts_with(option, "-O") || starts_with(option, "-f") || starts_with(option, "-m") ||
      starts_with(option, "-std=") || starts_with(option, "--param"))
    return wrong_usage(
        "%s is refused: every count depends on the flags that emucc pins (g++ -std=c++17 -O1 ...)", option);
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
    else {
      struct list *to = option[1] == 'L' || option[1] == 'l' ? &d->link : &d->compile;
      if (!strcmp(option, "-I") || !strcmp(option, "-iquote")) push(&d->include_dirs, value);
      if (strlen(option) > 2) push(to, option);
      push(to, strlen(option) > 2 ? value : print("%s%s", option, value));
    }
    return true;
  }
  return false;
}

// Returns -1 to go on, else the exit status.
static int read_arguments(struct driver *d, int argc, char **argv) {
  static const char *const nothing[] = {"-g", "-pipe", "-std=c++17", "-O1"};
  int status = -1, objects = 0;
  for (int i = 1; i < argc && status < 0; i++) {
    const char *a = argv[i];
    bool ignored = false;
    for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++) ignored = ignored || !strcmp(a, nothing[k]);
    if (!strcmp(a, "-h") || !strcmp(a, "--help")) {
      fputs(usage_text, stdout);
      return 0;
    }
    if (ignored) continue; // what it asks for is so anyway
    if (!strcmp(a, "-c"))
      d->compile_only = true;
    else if (!strcmp(a, "-E"))
      d->print_translation = true;
    else if (!strcmp(a, "-v") || !strcmp(a, "--verbose"))
      d->verbose = true;
    else if (starts_with(a, "-lineinfo"))
      status = refuse(a);
    else if (starts_with(a, "-Wl,"))
      push(&d->link, a);
    else if (starts_with(a, "-W") || !strcmp(a, "-w"))
      push(&d->compile, a);
    else if (a[0] == '-' && !take_value_option(d, argv, &i, &status))
      status = refuse(a);
    else if (a[0] == '-')
      continue;
    else if (is_cuda(a) || is_cxx(a))
      push(&d->sources, a), push(&d->link, a);
    else if (ends_with(a, ".o") || ends_with(a, ".a") || ends_with(a, ".so"))
      push(&d->link, a), objects++;
    else
      status = wrong_usage("%s: not a .cu, .cuh, .cpp, .cc, .cxx, .o, .a or .so file", a);
  }
  if (status >= 0) return status;
  if (!d->sources.count && !objects) {
    fprintf(stderr, "emucc: no input file\n%s", usage_text);
    return 2;
  }
  if (!d->sources.count && (d->compile_only || d->print_translation))
    return wrong_usage("-c and -E need a source file");
  if (d->compile_only && d->output && d->sources.count > 1)
    return wrong_usage("-c with -o takes one source file");
  return -1;
}

int main(int argc, char **argv) {
  struct driver d = {0};
  int status = read_arguments(&d, argc, argv);
  if (status >= 0) return status;
  if (d.print_translation) return print_translations(&d);
  const char *temporary = getenv("TMPDIR");
  snprintf(d.directory, sizeof d.directory, "%s/emucc.XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(d.directory)) {
    fprintf(stderr, "emucc: %s: %s\n", d.directory, strerror(errno));
    return 1;
  }
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_signal};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
  status = build(&d);
  remove_directory(d.directory);
  if (interrupted) {
    signal(interrupted, SIG_DFL);
    raise(interrupted);
  }
  return status;
}
