// What an implementation may define and call: object files compiled here, judged by the tables.
#include "check.h"
#include "grader/submission/symbols.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/pmpp-symbols-XXXXXX";

static struct symbols compile(const char *name, const char *source) {
  struct symbols s = {0};
  struct text why = {0};
  char *file = must_print("%s/%s.cpp", directory, name), *object = must_print("%s/%s.o", directory, name);
  FILE *f = fopen(file, "w");
  fputs(source, f);
  fclose(f);
  char *command = must_print("${CXX:-c++} -std=c++17 -O1 -w -c %s -o %s", file, object);
  CHECK(system(command) == 0);
  CHECK(symbols_read(&s, object, &why));
  free(command), free(file), free(object), text_free(&why);
  return s;
}

static struct symbols calls, ours;

static bool listed(const struct symbols *s, const char *name, char type) {
  for (int i = 0; i < s->n; i++)
    if (s->symbol[i].type == type && strcmp(s->symbol[i].name, name) == 0) return true;
  return false;
}

// What nm says of the file, symbol for symbol.
static void same_as_nm(const char *file) {
  struct symbols s = {0};
  struct text why = {0};
  CHECK(symbols_read(&s, file, &why) && s.n > 0);
  char *command = must_print("nm -P -g -- '%s'", file), name[4096], type;
  FILE *f = popen(command, "r");
  int n = 0;
  for (char line[5000]; f && fgets(line, sizeof line, f);)
    if (sscanf(line, "%4095s %c", name, &type) == 2 && strchr(line, ']') == NULL) {
      CHECK_TEXT(listed(&s, name, type), name);
      n++;
    }
  CHECK(f && pclose(f) == 0 && n == s.n);
  symbols_free(&s), text_free(&why), free(command);
}

static void write_file(const char *path, const char *bytes, size_t n) {
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

// A file cut short is refused; with any byte of its head or tables changed it is read or refused, and no more.
static void damaged(const char *file) {
  struct text whole = {0};
  CHECK(text_read_file(&whole, file, 16 << 20));
  char *path = must_print("%s/damaged.o", directory);
  for (size_t n = 0; n <= whole.length; n += whole.length / 64) {
    struct symbols s = {0};
    struct text why = {0};
    write_file(path, whole.s, n);
    CHECK(symbols_read(&s, path, &why) == (n == whole.length));
    CHECK((why.length > 0) == (n < whole.length));
    symbols_free(&s), text_free(&why);
    if (n == whole.length) break;
    if (n + whole.length / 64 > whole.length) n = whole.length - whole.length / 64;
  }
  for (size_t at = 0; at < whole.length; at += at < 64 ? 1 : whole.length / 512 + 1) {
    struct symbols s = {0};
    struct text why = {0};
    char old = whole.s[at];
    whole.s[at] = (char)~old;
    write_file(path, whole.s, whole.length);
    symbols_read(&s, path, &why);
    whole.s[at] = old;
    symbols_free(&s), text_free(&why);
  }
  free(path), text_free(&whole);
}

static void reading(void) {
  static const char source[] =
      "#include <vector>\n#include <cstdio>\nint zero[9], one = 1; extern const int two = 2; int f() { "
      "return one; } "
      "template <class T> T g(T x) { static T all; return all += x; } int h() { puts(\"h\"); return g(1); } "
      "inline int unique = 7; int *where() { return &unique; } "
      "extern int lost __attribute__((weak)); int gone() __attribute__((weak)); "
      "int k() { return gone ? gone() : *(&lost ? &lost : zero); } int weak __attribute__((weak)) = 3; "
      "void sort(std::vector<int> &v) { v.push_back(h()); }";
  struct symbols s = compile("all", source);
  CHECK(listed(&s, "zero", 'B') && listed(&s, "one", 'D') && listed(&s, "two", 'R'));
  CHECK(listed(&s, "_Z1fv", 'T') && listed(&s, "_ZZ1gIiET_S0_E3all", 'u') && listed(&s, "puts", 'U'));
  CHECK(listed(&s, "unique", 'u') && listed(&s, "weak", 'V') && listed(&s, "_Z4gonev", 'w') &&
        listed(&s, "lost", 'w'));
  char *object = must_print("%s/all.o", directory), *archive = must_print("%s/all.a", directory);
  char *command =
      must_print("ar rc %s %s %s/calls.o && cp %s %s/a_name_that_is_longer_than_its_field.o && ar r %s "
                 "%s/a_name_that_is_longer_than_its_field.o",
                 archive, object, directory, object, directory, archive, directory);
  CHECK(system(command) == 0);
  same_as_nm(object), same_as_nm(archive);
  damaged(object);
  symbols_free(&s), free(object), free(archive), free(command);
}

static const char *refusal(const char *source) {
  static struct text why;
  text_free(&why);
  struct symbols s = compile("object", source);
  bool allowed = symbols_allowed(&s, &calls, &ours, "a.cu", source, &why);
  symbols_free(&s);
  if (allowed != (why.length == 0)) return "(inconsistent)";
  return text_get(&why);
}

#define ALLOWED(source)        CHECK_TEXT(!*shown, refusal(source))
#define REFUSED(source, words) CHECK_TEXT(strstr(shown, words), refusal(source))

int main(void) {
  CHECK(mkdtemp(directory) != NULL);
  calls = compile("calls", "extern \"C\" int task(int) __attribute__((weak)); int (*call)(int) = task; "
                           "extern \"C\" int helper_of_the_lab(int x) { return x; }");
  ours = compile(
      "ours", "extern \"C\" int cudaEventElapsedTime() { return 0; } extern \"C\" { int pmpp_n_calls = 1; }");
  reading();
  ALLOWED("extern \"C\" int task(int x) { return x; }");
  ALLOWED("static int f() { return 1; } int g() { return f(); } int numbers[4]; template <class T> T h(T x) "
          "{ return x; } int i() { return h(3); }");
  ALLOWED("#include <vector>\n#include <algorithm>\n#include <cmath>\n#include <cstdio>\n"
          "int f(int n) { std::vector<int> v(n); std::sort(v.begin(), v.end()); printf(\"%d\", v[0]); return "
          "(int)std::sqrt(v[1]); }");
  ALLOWED("#include <math.h>\ninline float __expf(float x) { return expf(x); } float f(float x) { return "
          "__expf(x); }");
  // A C library that declares these functions, too, makes C functions of the emulator's inline ones.
  ALLOWED("extern \"C\" { double rsqrt(double), sinpi(double), cospi(double); float rsqrtf(float), "
          "sinpif(float), cospif(float); "
          "void __sincosf(float, float *, float *); }\n"
          "inline double rsqrt(double x) { return x; } inline double sinpi(double x) { return x; } "
          "inline double cospi(double x) { return x; } inline float rsqrtf(float x) { return x; } "
          "inline float sinpif(float x) { return x; } inline float cospif(float x) { return x; } "
          "inline void __sincosf(float x, float *s, float *c) { *s = *c = x; }\n"
          "double f(float x) { __sincosf(x, &x, &x); return rsqrt(x) + sinpi(x) + cospi(x) + rsqrtf(x) + "
          "sinpif(x) + cospif(x); }");
  // What a kernel that uses an atomic's old value refers to.
  ALLOWED("extern \"C\" unsigned long emu_old_value(unsigned long, const volatile void *), "
          "emu_atomic_old_count(unsigned long, const volatile void *); "
          "unsigned long f(void *p) { return emu_old_value(1, p) + emu_atomic_old_count(1, p); }");
  ALLOWED("extern \"C\" int emu_know_kernel(void), emu_launch_known(void); "
          "int f() { return emu_know_kernel() + emu_launch_known(); }");
  REFUSED("extern \"C\" int cudaEventElapsedTime() { return 1; }",
          "a.cu:1: defines cudaEventElapsedTime, which would replace the grader's own");
  REFUSED("extern \"C\" { int pmpp_n_calls = 7; }", "would replace the grader's own");
  REFUSED("extern \"C\" int helper(int x) { return x; }", "helper, which is not a function of the contract");
  REFUSED("extern \"C\" void *malloc(unsigned long) { return 0; }",
          "malloc, which is not a function of the contract");
  REFUSED("int main() { return 0; }", "main, which is not a function of the contract");
  REFUSED("#include <cstddef>\nvoid *operator new(size_t) { return 0; }", "operator new");
  REFUSED("char **environ;", "C library");
  REFUSED("#include <dlfcn.h>\nvoid *f() { return dlopen(\"x\", 1); }",
          "a.cu:2: uses dlopen, which talks to the operating system");
  REFUSED("#include <unistd.h>\nint f() { return fork(); }", "uses fork");
  REFUSED("#include <unistd.h>\nint f() { return execl(\"/bin/sh\", \"sh\", nullptr); }", "uses execl");
  REFUSED("#include <unistd.h>\nlong f() { return syscall(57); }", "uses syscall");
  REFUSED("#include <cstdio>\nFILE *f() { return fopen(\"golden\", \"r\"); }", "files");
  REFUSED("#include <thread>\nvoid f() { std::thread([] {}).detach(); }", "uses");
  REFUSED("extern \"C\" int cublasSgemm_v2(); int f() { return cublasSgemm_v2(); }", "measured against");
  REFUSED("extern \"C\" int getpid(); int f() { return getpid(); }",
          "uses getpid, which is not among the functions that a submission may call");
  REFUSED("extern \"C\" long write(int, const void *, unsigned long); void f() { write(3, \"\", 1); }",
          "uses write");
  REFUSED("#include <cstdio>\nchar b[99]; void f() { setvbuf(stdout, b, _IOFBF, 99); }", "uses setvbuf");
  REFUSED("#include <filesystem>\nbool f() { return std::filesystem::exists(\"/\"); }", "is for files");
  REFUSED("extern \"C\" void machine_init(); void f() { machine_init(); }", "uses machine_init");
  REFUSED("extern \"C\" float sinfu(float); float f() { return sinfu(1); }", "uses sinfu");
  ALLOWED("#include <cmath>\n#include <cstdlib>\nfloat f(float x) { return cbrtf(x) + (float)lgamma(x) + "
          "fmodf(x, 2) + "
          "std::abs(rand()) + strtof(\"1\", 0); }");
  ALLOWED("extern \"C\" long __isoc23_strtol(const char *, char **, int); extern \"C\" int "
          "__isoc99_sscanf(const char "
          "*, const char *, ...); long f() { return __isoc23_strtol(\"1\", 0, 0) + __isoc99_sscanf(\"\", "
          "\"\"); }");
  ALLOWED("extern \"C\" int __aarch64_ldadd4_acq_rel(int, int *); int f(int *x) { return "
          "__aarch64_ldadd4_acq_rel(1, x); }"); // what std::atomic calls on Arm
  REFUSED("extern \"C\" int __isoc23_fscanf(void *, const char *, ...); int f() { return __isoc23_fscanf(0, "
          "\"\"); }",
          "uses __isoc23_fscanf");
  ALLOWED("extern \"C\" int helper_of_the_lab(int); int f() { return helper_of_the_lab(1); }");
  // what the translator makes of __cvta_generic_to_shared, of the register %smid and of a texture's fetch
  ALLOWED("extern \"C\" unsigned emu_processor(); extern \"C\" unsigned long long emu_shared_offset(const "
          "void *); extern \"C\" void *emu_shared_pointer(unsigned); extern \"C\" float emu_texture(long); "
          "float f(void *p) { return emu_shared_pointer(emu_shared_offset(p)) ? emu_texture(emu_processor()) "
          ": 0; }");
  REFUSED("extern \"C\" void emu_report_reset(); void f() { emu_report_reset(); }", "belongs to the grader");
  CHECK(symbol_line("// fork\nint x;\nconst char *s = \"fork\"; int y = fork ();", "fork") == 3);
  CHECK(symbol_line("\nstd::thread t; t.join();", "_ZNSt6thread4joinEv") == 2);
  CHECK(symbol_line("std::thread t;", "_ZNSt6thread4joinEv") == 0);
  struct symbols none = {0};
  struct text why = {0};
  CHECK(!symbols_read(&none, "/nonexistent.o", &why) && strstr(text_get(&why), "/nonexistent.o"));
  text_free(&why);
  char *command = must_print("rm -r %s", directory);
  CHECK(system(command) == 0);
  free(command);
  return CHECK_STATUS();
}
