// Include directives as a compiler sees them, the allow list, and the files an implementation depends on.
#include "check.h"
#include "grader/source.h"
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
  REFUSED("a.cu", "#include <unistd.h>\n", "operating system");
  REFUSED("a.cu", "#include <fstream>\n", "files");
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
  test_rules();
  return CHECK_STATUS();
}
