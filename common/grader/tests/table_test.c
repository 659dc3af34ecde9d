// What a student reads below the table: values, notes, the call that failed first; words for a shell.
#define _GNU_SOURCE
#include "check.h"
#include "grader/output/table.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pmpp_task task = {.name = "1_a", .prefix = "toy_", .first_step = "x"};
static const struct pmpp_lab lab = {.number = "00", .title = "toy", .tasks = &task, .n_tasks = 1};

static struct task_result result;

static const char *said(void) {
  static char *s;
  size_t n;
  free(s);
  FILE *f = open_memstream(&s, &n);
  struct lab_result r = {.lab = &lab, .backend = "emu", .implementation = "a.cu", .task = &result, .n = 1};
  table_print(f, &r, false);
  fclose(f);
  return s;
}

#define SAYS(words)     CHECK_TEXT(strstr(shown, words), said())
#define SAYS_NOT(words) CHECK_TEXT(!strstr(shown, words), said())

static void differ(struct value expected, struct value got) {
  result = (struct task_result){.task = &task, .verdict = VERDICT_WRONG};
  result.difference = (struct difference){.name = "y", .count = 1, .wrong = 1, .n_shown = 1};
  result.difference.shown[0] = (struct mismatch){0, expected, got};
}

static struct value whole(uint64_t x) {
  return (struct value){.is_whole = true, .whole = x, .real = (double)x};
}

static void test_values(void) {
  differ(whole(UINT64_C(1) << 62), whole(255));
  SAYS("expected 4611686018427387904 (0x4000000000000000), got 255 (0x00000000000000ff)\n");
  differ(whole(17), whole(0xFFFFFFFF));
  SAYS("expected 17 (0x00000011), got 4294967295 (0xffffffff)\n");
  differ(whole(17), whole(1000000));
  SAYS("expected 17, got 1000000\n");
  differ((struct value){.is_whole = true, .is_signed = true, .whole = 1},
         (struct value){.is_whole = true, .is_signed = true, .whole = UINT64_MAX});
  SAYS("expected 1, got -1\n");
  differ((struct value){.real = 0.5}, (struct value){.real = 4e9});
  SAYS("expected 0.5, got 4e+09\n");
}

static void test_notes(void) {
  result = (struct task_result){.task = &task, .verdict = VERDICT_PASS, .difference.arg = -1};
  SAYS_NOT("1_a: pass");
  result.n_notes = 1;
  result.note[0] = (struct emu_hazard){
      .kind = EMU_NOTE_HALF_OVERFLOW, .count = 3, .kernel = "k", .what = "1 + 2", .advice = "add in float"};
  result.note[0].at = (struct emu_place){.file = "a.cu", .line = 7, .thread = {5, 0, 0}};
  SAYS("\n1_a: pass\n  note\n    half-overflow in k: 1 + 2 (3 times)\n"
       "      block (0,0,0) thread (5,0,0), a.cu:7\n      add in float\n");
  result.notes_dropped = 2;
  SAYS("    and 2 more\n");
  result.verdict = VERDICT_WRONG;
  SAYS("1_a: wrong\n  note\n    half-overflow");
}

// What a distinction and a gate that are missed cost, and what gives the rest.
static void test_points(void) {
  static const struct pmpp_gate gate = {EMU_barriers, PMPP_AT_MOST, NULL, 4, "two a step", "h", NULL, 0},
                                finer = {EMU_blocks, PMPP_AT_MOST,     NULL, 1, "one for all",
                                         "fewer",    "a single block", 2};
  static const struct pmpp_task ten = {.name = "1_a", .prefix = "toy_", .points = 10};
  result = (struct task_result){.task = &ten, .verdict = VERDICT_PASS, .difference.arg = -1, .n_gates = 2};
  result.gate[0] = (struct gate_result){.gate = &gate, .bound = 4, .value = 4, .met = true};
  result.gate[1] = (struct gate_result){.gate = &finer, .bound = 1, .value = 3};
  text_add(&result.hint, "fewer");
  SAYS("  1_a   pass              8/10 ");
  SAYS("\n1_a: pass\n  distinction `a single block`: 2 points, not reached:\n            blocks: expected at "
       "most 1 (one for "
       "all), counted 3\n");
  SAYS("  hint      fewer\n");
  SAYS_NOT("the result is right");
  result.verdict = VERDICT_INEFFICIENT;
  result.gate[0].value = 5, result.gate[0].met = false;
  SAYS("  points    2 of 10: the result is right and 0 of 1 gate is met; a pass gives 6 more\n");
  result.only = 1;
  SAYS_NOT("the result is right");
  text_free(&result.hint);
}

// Neither a pass nor a failure hides what the submission printed.
static void test_printed(void) {
  result = (struct task_result){.task = &task, .verdict = VERDICT_PASS, .difference.arg = -1};
  text_add(&result.output, "thread 3 is here\n");
  SAYS("\n1_a: pass\n  printed   by the submission itself:\n            thread 3 is here\n");
  SAYS_NOT("  repeat");
  text_free(&result.output);
}

static void test_call(void) {
  struct emu_error error = {.code = 1, .name = "cudaErrorX", .at = {.file = "a.cu", .line = 12}};
  result =
      (struct task_result){.task = &task, .verdict = VERDICT_WRONG, .difference.arg = -1, .error = error};
  SAYS("  call      a.cu:12 was the first to fail: cudaErrorX\n");
  result.n_hazards = 1; // which names the same place
  result.hazard[0] =
      (struct emu_hazard){.kind = EMU_HAZARD_BAD_COPY, .at = error.at, .what = "a null pointer"};
  SAYS_NOT("first to fail");
  result.hazard[0].at.line++;
  SAYS("first to fail");
  result.error.at.file[0] = 0;
  SAYS_NOT("first to fail");
  result.error = error;
  result.verdict = VERDICT_INEFFICIENT; // it was right, so the error was expected
  SAYS_NOT("first to fail");
}

// Where no thread stood there is none to name.
static void test_places(void) {
  result =
      (struct task_result){.task = &task, .verdict = VERDICT_HAZARD, .difference.arg = -1, .n_hazards = 1};
  result.hazard[0] =
      (struct emu_hazard){.kind = EMU_HAZARD_OUT_OF_BOUNDS, .kernel = "k", .at = {.file = "a.cu", .line = 3}};
  SAYS("      block (0,0,0) thread (0,0,0), a.cu:3\n");
  result.hazard[0].kind = EMU_HAZARD_INVALID_LAUNCH;
  SAYS("\n      a.cu:3\n");
  result.n_notes = 1, result.n_hazards = 0;
  result.note[0] =
      (struct emu_hazard){.kind = EMU_NOTE_LOCAL_ARRAY, .kernel = "k", .at = {.file = "b.cu", .line = 4}};
  SAYS("\n      b.cu:4\n");
}

static void test_one_case(void) {
  result = (struct task_result){.task = &task, .verdict = VERDICT_WRONG, .difference.arg = -1, .only = 3};
  snprintf(result.failed_case, sizeof result.failed_case, "n=3");
  result.cases_run = result.cases_total = 1;
  SAYS("  case      n=3 (alone)\n");
  SAYS("no score");
  SAYS_NOT("Score:");
  SAYS_NOT("a static variable");
  result.verdict = VERDICT_PASS;
  SAYS("a static variable");
}

// Rows that are printed as soon as they are graded stand once each, and what is printed at last is the same as all at once.
static void test_rows(void) {
  static const struct pmpp_task both[] = {{.name = "1_a", .first_step = "x"},
                                          {.name = "2_b", .first_step = "x"}};
  const struct pmpp_lab two = {.number = "00", .title = "toy", .tasks = both, .n_tasks = 2};
  struct task_result rows[] = {{.task = &both[0], .verdict = VERDICT_NOT_ASSESSED, .difference.arg = -1},
                               {.task = &both[1], .difference.arg = -1, .cases_run = 2, .cases_total = 2}};
  struct lab_result r = {.lab = &two, .backend = "gpu", .implementation = "a.cu", .task = rows, .n = 2};
  for (int k = 0; k < 2; k++) {
    char *text[2];
    size_t n;
    rows[0].large_left_out = 3 * k;
    for (int piecewise = 0; piecewise < 2; piecewise++) {
      FILE *f = open_memstream(&text[piecewise], &n);
      struct table printed = {0};
      if (piecewise) {
        table_rows(f, &r, false, 1, &printed);
        CHECK(!printed.begun); // nothing is assessed yet
        table_rows(f, &r, false, 2, &printed);
        CHECK(printed.rows == 2);
      }
      table_end(f, &r, false, &printed);
      fclose(f);
    }
    CHECK(strcmp(text[0], text[1]) == 0 && strstr(text[0], "1_a ") && strstr(text[0], "2_b "));
    CHECK((strstr(text[0], "--large also runs 3 large cases of 1 task.") != NULL) == (k == 1));
    free(text[0]), free(text[1]);
  }
}

static void test_words(void) {
  static const char *const table[][2] = {{"build/bin/lab04", "build/bin/lab04"},
                                         {"n=2^10", "'n=2^10'"},
                                         {"my file.cu", "'my file.cu'"},
                                         {"it's", "'it'\\''s'"},
                                         {"a;b", "'a;b'"},
                                         {"", "''"},
                                         {"$(x)", "'$(x)'"},
                                         {"\xec\x9d\xb4.cu", "'\xec\x9d\xb4.cu'"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct text t = {0};
    text_add_word(&t, table[i][0]);
    CHECK_TEXT(strcmp(shown, table[i][1]) == 0, text_get(&t));
    text_free(&t);
  }
}

int main(void) {
  test_values();
  test_notes();
  test_points();
  test_printed();
  test_call();
  test_places();
  test_one_case();
  test_rows();
  test_words();
  return CHECK_STATUS();
}
