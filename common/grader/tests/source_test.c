// Include directives as a compiler sees them, the allow list, and the files an implementation depends on.
#include "check.h"
#include "grader/submission/source.h"
#include "grader/submission/tokens.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char found[512];

static bool on_include(void *context, int line, const char *name, char kind) {
  (void)context;
  snprintf(found + strlen(found), sizeof found - strlen(found), "%d%c%s ", line, kind ? kind : '?', name);
  return true;
}

static const char *includes(const char *text) {
  found[0] = 0;
  source_includes(text, on_include, NULL);
  return found;
}

#define FINDS(text, list) CHECK_TEXT(strcmp(shown, list) == 0, includes(text))

static void test_reader(void) {
  FINDS("#include <a>\n  #  include \"b\"\n", "1<a 2\"b ");
  FINDS("// #include <a>\n/* \n#include <b>\n*/ #include <c>\n", "4<c ");
  FINDS("const char *s = \"/*\";\n#include <a>\n", "2<a ");
  FINDS("const char *s = R\"x(/* \")x\";\n#include <a>\n// */\n", "2<a ");
  FINDS("auto s = u8R\"(/*)\";\n#include <a>\n", "2<a ");
  FINDS("int FOR\"(/*\";\n#include <a>\n", "2<a ");
  FINDS("char c = '\"';\n#include <a>\n// \"\n", "2<a ");
  FINDS("int n = 1'000'000; char q = 0, r = '\"';\n#include <a>\n", "2<a ");
  FINDS("int n = 1'0'\"';\n#include <a>\n", "2<a ");
  FINDS("#inc\\\nlude <a>\n", "1<a ");
  FINDS("#include \\\n <a>\n", "1<a ");
  FINDS("%:include <a>\n", "1<a ");
  FINDS("/**/ # /* x */ include /* y */ <a>\n", "1<a ");
  FINDS("#define X <a>\n#include X\n", "2?X ");
  FINDS("int x; #include <a>\n", "");
  FINDS("#include_next <a>\n#import <b>\n", "1<a 2<b ");
  FINDS("/\\\n/ #include <a>\n#include <b>", "3<b ");
  FINDS("#include", "1? ");
  FINDS("/* *\\\n/ #include <a>\n#include <b>", "2<a 3<b ");
  FINDS("#error don't\n#include <a'b>\n#include <c", "2<a'b 3<c ");
  FINDS("\xEF\xBB\xBF#include <a>\n", "1<a ");
  FINDS("int x;\r#include <a>\r\n#include <b>\r\r#include <c>", "2<a 3<b 5<c ");
  FINDS("// \r#include <a>\r", "2<a ");
  FINDS("// \\\r#include <a>\n", "");
  FINDS("#include \\ \t\n<a>\n#include \\\v\r<b>\n", "1<a 3<b ");
  FINDS("#inc\\ \r\nlude <a>\n", "1<a ");
  FINDS("char c = '\\ ';\nauto s = R\"(\r\r)\";\n#include <a>\n", "5<a ");
}

static char root[PATH_MAX];

static const char *write_file(const char *name, const char *text) {
  static char path[2 * PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", root, name);
  for (char *s = path + strlen(root) + 1; (s = strchr(s, '/')); s++) *s = 0, mkdir(path, 0777), *s = '/';
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
  return path;
}

// ---- words

static const char *said(const char *text) {
  static struct text why;
  text_free(&why);
  if (tokens_allowed(text, "a.cu", &why) != (why.length == 0)) return "(inconsistent)";
  return text_get(&why);
}

static const char *said_preprocessed(const char *text) {
  static struct text why;
  text_free(&why);
  if (tokens_preprocessed_allowed(text, &why) != (why.length == 0)) return "(inconsistent)";
  return text_get(&why);
}

#define SAYS(text, words)     CHECK_TEXT(strstr(shown, words), said(text))
#define SILENT(text)          CHECK_TEXT(!*shown, said(text))
#define SAYS_PRE(text, words) CHECK_TEXT(strstr(shown, words), said_preprocessed("# 1 \"/x/a.cu\"\n" text))
#define SILENT_PRE(text)      CHECK_TEXT(!*shown, said_preprocessed("# 1 \"/x/a.cu\"\n" text))

static void test_words(void) {
  SAYS("\n\n__attribute__ ( ( unused , __constructor__(101) ) ) void f();",
       "a.cu:3: uses the attribute constructor");
  SAYS("[[gnu::no_sanitize(\"thread\")]] int f();", "a.cu:1: uses the attribute no_sanitize");
  SAYS("[ [gnu::constructor]] int f();", "a.cu:1: uses the attribute constructor");
  SAYS("[/**/\n[ gnu :: constructor ] ] int f();", "a.cu:2: uses the attribute constructor");
  SAYS("<:<:gnu::constructor:>:> int f();", "a.cu:1: uses the attribute constructor");
  SAYS("<: [gnu::unused, gnu::constructor:>] int f();", "a.cu:1: uses the attribute constructor");
  SILENT(
      "int b = a<:a[0]:>, c = std::less<::constructor>()(a[0 /*[*/], 1); [[gnu::unused]:> int constructor;");
  SAYS("int f() /* here */ __attribute__((optimize(\"O3\")));", "attribute optimize");
  SILENT("struct constructor { int section; } alias; int x[alias[0]]; __attribute__((aligned(16))) float y;");
  SILENT("// __attribute__((constructor))\nconst char *s = \"__attribute__((constructor))\"; int a[3] = {}; "
         "int b = a[a[0]];");
  SAYS("R\"(x)\" __attribute__((naked))", "attribute naked");
  SAYS("#pragma GCC optimize(\"O3\")\n", "a.cu:1: uses #pragma GCC optimize");
  SAYS("%: pragma weak f\n", "uses #pragma weak f");
  SILENT("#pragma unroll 4\n#pragma once\n#pragma GCC unroll 4\n");
  SAYS("__attribute__\n#pragma GCC optimize(\"O3\")\n((unused)) int x;", "a.cu:2: uses #pragma GCC optimize");
  SAYS("as\\\nm(\"sysc\\\nall\");", "a.cu:1: holds inline assembly");
  SILENT("int x = 1e+5 - 0x1p-3 + 1'000; std::less<::std::less<int>> less; // asm");
  SAYS("\n#line 7 \"b.cu\"\n", "a.cu:2: uses #line");
  SAYS("# 7 \"b.cu\"\n", "has a line marker");
  SAYS("#embed \"x\"\n", "uses #embed");
  SAYS("asm volatile (\"mov $1, %eax; sys\" \"call\");",
       "a.cu:1: holds inline assembly, which talks to the operating");
  SILENT("asm volatile(\"ld.global.f32 %0, [%1];\" : \"=f\"(x) : \"l\"(p));");
  SAYS("void f() { EMU_UNSEEN g(); }", "uses EMU_UNSEEN");
  SAYS("__builtin_memcpy(a, b, 4);", "uses __builtin_memcpy");
  SAYS("extern \"C\" void __tsan_read4(void *);", "uses __tsan_read4");
  SAYS_PRE("\nasm(\"nop\");", "a.cu:2: holds inline assembly");
  SAYS_PRE("\nasm(\"emu_dynamic_arena\" \"; nop\");", "a.cu:2: holds inline assembly");
  SILENT_PRE("extern float a[] __asm__(\"emu_dynamic_arena\");");
  SAYS_PRE("__attribute__((no_sanitize_thread)) int f();", "a.cu:1: uses the attribute no_sanitize_thread");
  SAYS_PRE("# 9 \"/usr/include/h.h\" 1\nasm(\"nop\");\n# 40 \"/x/a.cu\" 2\n\n#pragma GCC target(\"avx\")\n",
           "a.cu:41: uses #pragma GCC target");
  SILENT_PRE("# 9 \"/usr/include/h.h\" 1\nasm(\"nop\"); __attribute__((constructor)) void f();\n");
  SILENT_PRE("[&](auto &...emu_a) __attribute__((no_sanitize_thread, no_sanitize_coverage)) { return "
             "k(emu_a...); }");
  SILENT_PRE("__attribute__((section(\"emu_device\"))) int x;");
  SAYS_PRE("__attribute__((section(\".init_array\"))) int x;", "attribute section");
}

static struct source_rules rules;

static const char *refusal(const char *name, const char *text) {
  static struct text why;
  text_free(&why);
  bool allowed = source_allowed(&rules, write_file(name, text), &why);
  if (allowed != (why.length == 0)) return "(inconsistent)";
  return text_get(&why);
}

#define ALLOWED(name, text)        CHECK_TEXT(!*shown, refusal(name, text))
#define REFUSED(name, text, words) CHECK_TEXT(strstr(shown, words), refusal(name, text))

static void test_rules(void) {
  static char lab[PATH_MAX + 16], common[PATH_MAX + 16];
  char made[] = "/tmp/pmpp-source-XXXXXX";
  CHECK(mkdtemp(made) && realpath(made, root));
  snprintf(lab, sizeof lab, "%s/lab", root);
  snprintf(common, sizeof common, "%s/common", root);
  rules = (struct source_rules){lab, common};
  write_file("lab/reduce.h", "#include \"worker/contract.h\"\n#include <thrust/own.h>\n");
  write_file("lab/secret.c", "");
  write_file("common/worker/contract.h", "");
  write_file("lab/solution.cu", "#include \"reduce.h\"\n");
  ALLOWED("lab/starter.cu",
          "#include \"reduce.h\"\n#include <cuda_runtime.h>\n#include <cuda/std/tuple>\n#include <cmath>\n");
  ALLOWED("elsewhere/mine.cu",
          "#include \"reduce.h\"\n#include \"cuda_runtime.h\"\n#include <cooperative_groups/reduce.h>\n");
  REFUSED("a.cu", "\n#include <thrust/reduce.h>\n",
          "a.cu:2: includes <thrust/reduce.h>, which is the library this lab is measured against");
  REFUSED("a.cu", "#include <cub/cub.cuh>\n", "measured against");
  REFUSED("a.cu", "#include \"cub/block/block_scan.cuh\"\n", "measured against");
  REFUSED("a.cu", "#include <unistd.h>\n", "operating system");
  REFUSED("a.cu", "#include <fstream>\n", "files");
  ALLOWED("mine.cu",
          "#include \"device_launch_parameters.h\"\n#include <math_constants.h>\n#include <cuda/barrier>\n"
          "#include <memory>\n#include <array>\n#include <stdexcept>\n");
  REFUSED("a.cu", "#include <chrono>\n", "`bench` measures the time");
  REFUSED("a.cu", "#include <helper_cuda.h>\n", "comes with NVIDIA's samples");
  REFUSED("a.cu", "#include <no_such>\n", "not among the headers");
  REFUSED("a.cu", "#define A <thrust/reduce.h>\n#include A\n", "macro A");
  REFUSED("a.cu", "#include <cuda/std/../../thrust/reduce.h>\n", "not among the headers");
  REFUSED("a.cu", "#include \"worker/contract.h\"\n", "belongs to the grader");
  REFUSED("lab/starter.cu", "#include \"solution.cu\"\n", "not one of the lab's own headers");
  REFUSED("lab/starter.cu", "#include \"secret.c\"\n", "not one of the lab's own headers");
  ALLOWED("lab/wrong/a.cu", "#include \"../solution.cu\"\n");
  REFUSED("elsewhere/wrong/a.cu", "#include \"../../lab/solution.cu\"\n", "not one of the lab's own headers");
  write_file("lab/wrong/shared.h", "");
  ALLOWED("lab/wrong/a.cu", "#include \"shared.h\"\n");
  REFUSED("elsewhere/a.cu", "#include \"../lab/wrong/shared.h\"\n", "not one of the lab's own headers");
  write_file("lab/wrong/other.cu", "");
  REFUSED("lab/wrong/a.cu", "#include \"other.cu\"\n", "not one of the lab's own headers");
  write_file("lab/wrong/thrust.h", "#include <thrust/reduce.h>\n");
  REFUSED("lab/wrong/a.cu", "#include \"thrust.h\"\n", "thrust.h:1: includes <thrust/reduce.h>");
  write_file("elsewhere/reduce.h", "");
  REFUSED("elsewhere/mine.cu", "#include \"reduce.h\"\n",
          "not one of the lab's own headers"); // it would hide the lab's
  char binary[] = "int x;\n@\n#include <unistd.h>\n";
  *strchr(binary, '@') = 0;
  FILE *nul = fopen(write_file("nul.cu", ""), "w");
  fwrite(binary, 1, sizeof binary - 1, nul);
  fclose(nul);
  struct text said_of_nul = {0};
  char *nul_path = must_print("%s/nul.cu", root);
  CHECK(!source_allowed(&rules, nul_path, &said_of_nul) &&
        strstr(text_get(&said_of_nul), "nul.cu:2: holds a NUL byte"));
  free(nul_path), text_free(&said_of_nul);
  write_file("lab/solution/2_next.cuh", "#include \"reduce.h\"\n");
  write_file("lab/solution/1_first.cuh", "#include \"2_next.cuh\"\n");
  ALLOWED("lab/solution.cu", "#include \"solution/1_first.cuh\"\n");
  ALLOWED("lab/wrong/a.cu", "#include \"../solution.cu\"\n");
  REFUSED("lab/wrong/a.cu", "#include \"../solution/1_first.cuh\"\n", "not one of the lab's own headers");
  REFUSED("lab/starter.cu", "#include \"solution/1_first.cuh\"\n", "not one of the lab's own headers");
  REFUSED("elsewhere/solution.cu", "#include \"../lab/solution/1_first.cuh\"\n",
          "not one of the lab's own headers");
  write_file("lab/grader/gates.h", "");
  REFUSED("lab/starter.cu", "#include \"grader/gates.h\"\n", "not one of the lab's own headers");
  REFUSED("lab/solution.cu", "#include \"grader/gates.h\"\n", "not one of the lab's own headers");
  write_file("lab/solution/1_first.cuh", "#include <cub/cub.cuh>\n");
  REFUSED("lab/solution.cu", "#include \"solution/1_first.cuh\"\n", "1_first.cuh:1: includes <cub/cub.cuh>");
  write_file("lab/solution.cu", "#include <thrust/reduce.h>\n");
  REFUSED("lab/wrong/a.cu", "#include \"../solution.cu\"\n", "solution.cu:1: includes <thrust/reduce.h>");

  struct path_list list = {0};
  source_dependencies(
      &rules,
      write_file("lab/wrong/b.cu", "#include \"reduce.h\"\n#include <cmath>\n#include \"absent.h\"\n"),
      &list);
  CHECK(list.n == 3);
  for (int i = 0; i < list.n; i++)
    CHECK(ends_with(list.path[i], (const char *[]){"b.cu", "lab/reduce.h", "contract.h"}[i]));
  path_list_free(&list);
  char *command = must_print("rm -r '%s'", root);
  CHECK(system(command) == 0);
  free(command);
}

int main(void) {
  test_reader();
  test_words();
  test_rules();
  return CHECK_STATUS();
}
