// The flags that g++ gets for every program: what makes the counts, the values and the lines those of the program.
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

// Arithmetic whose result is not the device's by itself (arithmetic.c).
#ifdef __x86_64__
#define SANITIZED_ARITHMETIC "-fsanitize=float-cast-overflow"
#else
#define SANITIZED_ARITHMETIC "-fsanitize=float-cast-overflow", "-fsanitize=integer-divide-by-zero"
#endif

// The counts are those of code compiled with exactly these flags: no access merged, no branch folded away.
static const char *const counting_flags[] = {
    "-O1",
    "-fno-elide-constructors", // struct operands and results of calls become assignments, which are instrumented
    "-fno-ivopts",             // types of members stay in loops (members.c)
    "-fno-ssa-phiopt",
    "-fno-if-conversion",
    "-fno-if-conversion2",
    "-fno-tree-cselim",
    "-fno-thread-jumps", // no copies of the code behind a branch, where its sides would stay apart
#if __GNUC__ < 12 || __GNUC__ >= 14
    "-fno-tree-dominator-opts", // copies such code as well; from GCC 14 on it derives ranges from overflow (below)
    "-Wno-maybe-uninitialized", // more often wrong there than right
#endif
    "-fno-reorder-blocks", // a branch's sides lie before what follows it (match.c)
    "-Wno-tsan",
    "-fsanitize=thread",
    "-fsanitize=bounds",
    SANITIZED_ARITHMETIC,
    "-fsanitize-coverage=trace-pc",
    "--param",
    "tsan-distinguish-volatile=1",
    NULL};
// What nvcc does not exploit, g++ must not either: results are those of the counted program. Like g++ at -O1, nvcc takes
// `a - b > 0` for `a > b`, and elsewhere a signed overflow wraps: no -fwrapv, but no ranges derived from it either.
static const char *const fast_flags[] = {"-O2",
                                         "-fno-strict-aliasing",
                                         "-fno-tree-vrp",
                                         "-fno-finite-loops",
                                         "-fno-isolate-erroneous-paths-dereference",
                                         "-fno-gcse",
                                         "-fno-code-hoisting", // a conversion stays behind its test
                                         "-fno-cse-follow-jumps",
                                         "-fno-thread-jumps",        // derives such ranges, too,
                                         "-fno-tree-dominator-opts", // and so does this from GCC 14 on
                                         "-Wno-stringop-overflow", // of branches that only those passes drop
                                         SANITIZED_ARITHMETIC,
                                         "-DEMU_FAST",
                                         NULL};
static const char *const pinned_flags[] = {"-std=c++17",
                                           "-g",
#ifdef EMU_CXX_FILLS_LOCALS
                                           "-ftrivial-auto-var-init=pattern", // what nobody has set is no 0
#endif
                                           "-fsigned-char",
                                           "-ffp-contract=off",
                                           "-fno-aggressive-loop-optimizations",
                                           "-fno-var-tracking", // lines are wanted, not where variables live
                                           "-fno-optimize-sibling-calls", // a call is made at its own line
                                           "-fno-stack-protector",
                                           "-fstack-clash-protection", // a deep frame meets the guard page
                                           "-fcf-protection=none",
                                           "-U_FORTIFY_SOURCE",
                                           "-Wuninitialized",
                                           "-Wno-unknown-pragmas",
                                           "-Wno-error=narrowing", // device code may: nvcc warns
                                           "-fno-pie",
                                           NULL};
void push_flags(struct list *command, bool fast) {
  push_all(command, pinned_flags);
  push(command, must_print("-I%s", header_dir()));
  push(command, must_print("-I%s/../..", header_dir())); // <emu/emu.h>: a program may read its counters
  push_all(command, fast ? fast_flags : counting_flags);
}
