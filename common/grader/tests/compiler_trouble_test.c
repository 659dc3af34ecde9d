// What compilers print when the machine fails them, and what they print of a program at fault. The first part is what GCC 12
// printed when its parts were killed, out of memory, on a full disk and above a limit.
#include "check.h"
#include "grader/submission/compiler_trouble.h"
#include <signal.h>

enum { EXIT_1 = 1 << 8, EXIT_126 = 126 << 8, EXIT_127 = 127 << 8 }; // as waitpid gives them

static const char *const machine[] = {
    "g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n",
    "virtual memory exhausted: Cannot allocate memory\n",
    "big.cpp:5:65: fatal error: error writing to /tmp/ccas4XHg.s: No space left on device\n"
    "    5 | int main(){ std::regex r(\"a\"); }\n      |      ^\ncompilation terminated.\n",
    "/usr/bin/ld: final link failed: No space left on device\ncollect2: error: ld returned 1 exit status\n",
    "g++: fatal error: cannot execute 'cc1plus': vfork: Resource temporarily unavailable\ncompilation "
    "terminated.\n",
    "cc1plus: out of memory allocating 65536 bytes after a total of 1048576 bytes\n",
    "collect2: fatal error: ld terminated with signal 9 [Killed]\nemucc: g++ was killed by signal 9 "
    "(Killed)\n",
    "starter.cu:7:3: internal compiler error: Segmentation fault\n",
    "emucc: fork: Resource temporarily unavailable\n",
    "nvcc error   : 'cicc' died due to signal 9 (Kill signal)\n",
    "",
    " \n",
};
static const char *const program[] = {
    "starter.cu:7:3: error: 'x' was not declared in this scope\n    7 |   x = \"No space left on device\";\n",
    "starter.cu:1:2: error: #error No space left on device\n    1 | #error No space left on device\n",
    "starter.cu:1:1: error: static assertion failed: out of memory\n",
    "starter.cu:2:10: fatal error: none.h: No such file or directory\n",
    "/usr/bin/ld: worker.o: in function `f': undefined reference to `g()'\ncollect2: error: ld returned 1 "
    "exit status\n",
    "g++: internal compiler error: File size limit exceeded signal terminated program cc1plus\n",
    "starter.cu(12): error: identifier \"cannot execute\" is undefined\n",
};

int main(void) {
  for (size_t i = 0; i < sizeof machine / sizeof *machine; i++)
    CHECK_TEXT(compiler_failed(EXIT_1, shown), machine[i]);
  for (size_t i = 0; i < sizeof program / sizeof *program; i++)
    CHECK_TEXT(!compiler_failed(EXIT_1, shown), program[i]);
  CHECK(compiler_failed(EXIT_127, program[0]) && compiler_failed(EXIT_126, program[0]));
  CHECK(compiler_failed(SIGKILL, program[0]) && compiler_failed(SIGSEGV, ""));
  CHECK(!compiler_failed(SIGXFSZ, "") && !compiler_failed(SIGXCPU, ""));
  return CHECK_STATUS();
}
