// A complete row of a lab's table of tasks, and the same row without each of the things that it must have.
#include "check.h"
#include "grader/judge/row.h"
#include <string.h>

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };
static const struct pmpp_case_spec
    cases[] = {{"n=1", {1}, 0, BOTH}, {"n=2", {2}, 0, BOTH | PMPP_GATED}},
    unlabelled[] = {{"", {1}, 0, BOTH | PMPP_GATED}},
    long_label[] =
        {{"an element of an input that is small and positive, and is zero...", {1}, 0, BOTH | PMPP_GATED}},
    nowhere[] = {{"n=1", {1}, 0, 0}},
    two_gated[] = {{"n=1", {1}, 0, BOTH | PMPP_GATED}, {"n=2", {2}, 0, BOTH | PMPP_GATED}},
    unlisted[] = {{"n=1", {1}, 0, BOTH | PMPP_GATED | PMPP_UNLISTED}},
    on_gpu[] = {{"n=1", {1}, 0, PMPP_ON_GPU | PMPP_GATED}},
    large_on_emu[] = {{"n=1", {1}, 0, PMPP_ON_EMU | PMPP_LARGE}},
    not_large[] = {{"n=1", {1}, 0, BOTH, .gib = 3}},
    timed[] = {{"n=1", {1}, 0, BOTH}, {"n=2", {2}, 0, BOTH | PMPP_GATED}, {"n=3", {3}, 0, PMPP_FULL}};
static const char *const libraries[] = {"cub", NULL};
static const struct pmpp_speed speed = {.size = "n=3", .least = 0.75, .hint = "look at the loads"};
static const struct pmpp_gate
    gates[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "one block is enough"}},
    no_formula[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, NULL, "fewer"}},
    a_row_short[2] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "one block is enough"}},
    no_hint[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", ""}},
    finer[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", "one block", 2}},
    nameless[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", NULL, 2}},
    pointless[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", "one block", 0}},
    share[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", NULL, 0, "n=2", "n=1"}},
    turned[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", NULL, 0, "n=1", "n=2"}},
    half_a_share[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", NULL, 0, "n=2"}},
    greedy[] = {{EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "fewer", "one block", 5}};

static const struct pmpp_mistake no_golden[] = {{"an index is off by one", NULL}};

static void nothing(struct pmpp_case *c) {
  (void)c;
}

static const struct pmpp_task complete = {.name = "1_sum",
                                          .prefix = "toy_",
                                          .idea = "add",
                                          .first_step = "add two",
                                          .points = 5,
                                          .cases = cases,
                                          .n_cases = 2,
                                          .make = nothing,
                                          .golden = nothing,
                                          .gates = gates,
                                          .n_gates = 1};

static const char *const *baselines = libraries;

// What the grader says about a lab of these tasks; "" where it is content.
static const char *said(const struct pmpp_task *tasks, int n) {
  static struct text why;
  const struct pmpp_lab lab = {.number = "00", .tasks = tasks, .n_tasks = n, .baselines = baselines};
  text_free(&why);
  bool right = rows_complete(&lab, &why);
  CHECK(right == (why.length == 0));
  return text_get(&why);
}

#define LACKS(words, ...)                                                                                    \
  do {                                                                                                       \
    struct pmpp_task t = complete;                                                                           \
    __VA_ARGS__;                                                                                             \
    CHECK_TEXT(strstr(shown, "lacks " words), said(&t, 1));                                                  \
  } while (0)

int main(void) {
  CHECK_TEXT(!*shown, said(&complete, 1));
  struct pmpp_task t = complete;
  t.n_gates = 0, t.no_gates = "every right kernel asks for the same";
  CHECK_TEXT(!*shown, said(&t, 1));

  t = complete, t.gates = finer;
  CHECK_TEXT(!*shown, said(&t, 1));

  t = complete, t.gates = share, t.cases = two_gated;
  CHECK_TEXT(!*shown, said(&t, 1));

  LACKS("a name such as", t.name = NULL);
  LACKS("a name such as", t.name = "sum");
  LACKS("a name such as", t.name = "1_");
  LACKS("a name such as", t.name = "1_Sum");
  LACKS("a name such as", t.name = "1_sum of all");
  LACKS("its contract function's prefix", t.prefix = NULL);
  LACKS("its idea", t.idea = NULL);
  LACKS("a first step", t.first_step = "");
  LACKS("points", t.points = 0);
  LACKS("inputs", t.make = NULL);
  LACKS("golden results", t.golden = NULL);
  LACKS("at least one case", t.n_cases = 0);
  LACKS("a label", t.cases = unlabelled, t.n_cases = 1);
  LACKS("a label for each case of at most 63 bytes", t.cases = long_label, t.n_cases = 1);
  LACKS("in each case where", t.cases = nowhere, t.n_cases = 1);
  LACKS("a case for the emulator", t.cases = on_gpu, t.n_cases = 1);
  LACKS("PMPP_ON_GPU in each case that is PMPP_LARGE", t.cases = large_on_emu, t.n_cases = 1);
  LACKS("PMPP_LARGE in each case that states its GiB", t.cases = not_large, t.n_cases = 1);
  LACKS("a gate, or the reason", t.n_gates = 0);
  LACKS("a gate, or the reason", t.n_gates = 0, t.no_gates = "");
  LACKS("either gates or a reason", t.no_gates = "none");
  LACKS("a case that is gated", t.n_cases = 1);
  LACKS("a formula", t.gates = no_formula);
  LACKS("a case that is gated", t.cases = unlisted, t.n_cases = 1);
  LACKS("a formula", t.gates = a_row_short, t.n_gates = 2);
  LACKS("a hint", t.gates = no_hint);
  LACKS("a gated case of the label .per", t.gates = share);
  LACKS("a gated case of the label .per", t.gates = turned, t.cases = two_gated);
  LACKS("a gated case of the label .per", t.gates = half_a_share, t.cases = two_gated);
  LACKS("a hint and a golden() for each mistake", t.mistakes = no_golden, t.n_mistakes = 1);
  LACKS("a name for each gate with points", t.gates = nameless);
  LACKS("a name and points for each distinction", t.gates = pointless);
  LACKS("points beside those of its distinctions", t.gates = greedy);

#define TIMED t.cases = timed, t.n_cases = 3, t.speed = speed
  t = complete, TIMED;
  CHECK_TEXT(!*shown, said(&t, 1));
  LACKS("a timed case of the label", TIMED, t.speed.size = "n=2");
  LACKS("the case that its time is measured on", t.speed = speed, t.speed.size = NULL);
  LACKS("what its time is measured by", TIMED, t.speed.least = 0);
  LACKS("an earlier task of the name", TIMED, t.speed.beats = "1_sum");
  LACKS("a hint for those who are too slow", TIMED, t.speed.hint = "");
  baselines = NULL;
  LACKS("a library to be measured beside", TIMED);

  const struct pmpp_task twice[] = {complete, complete};
  CHECK_TEXT(strstr(shown, "row 2 of lab 00's tasks, 1_sum, lacks a name of its own"), said(twice, 2));
  return CHECK_STATUS();
}
