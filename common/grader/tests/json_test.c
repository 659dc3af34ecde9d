// The result file is valid JSON whatever the strings and numbers in it; CMake hands it to a JSON parser.
#include "check.h"
#include "grader/output/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *written(const char *s) {
  static struct json j;
  text_free(&j.text);
  j = (struct json){0};
  json_string(&j, NULL, s);
  return text_get(&j.text);
}

#define WRITES(s, expected) CHECK_TEXT(strcmp(shown, expected) == 0, written(s))

static void test_strings(void) {
  WRITES("plain", "\"plain\"");
  WRITES("\"\\/", "\"\\\"\\\\/\"");
  WRITES("a\nb\tc\x01\x7f", "\"a\\nb\\u0009c\\u0001\\u007f\"");
  WRITES("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
  WRITES("\xff\xc3", "\"\\ufffd\\ufffd\"");                       // no UTF-8
  WRITES("\xc0\xaf", "\"\\ufffd\\ufffd\"");                       // too long a form
  WRITES("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            // half a surrogate pair
  WRITES("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); // above U+10FFFF
  WRITES(NULL, "null");
}

static void test_clean(void) {
  struct text t = {0};
  const char *s = "\033[2J\xc2\x9b"
                  "31m\r\x07 ok\xc3\xa9\xff\n\tx";
  text_add_clean(&t, s, strlen(s));
  CHECK_TEXT(strcmp(shown, "?[2J?31m?? ok\xc3\xa9?\n x") == 0, text_get(&t));
  text_free(&t);
  CHECK(text_add_tail(&t, "1\n2\n3\n4\n\n", 2, 10) && strcmp(t.s, "3\n4\n") == 0);
  text_free(&t);
  CHECK(!text_add_tail(&t, "1\n2", 2, 10) && strcmp(t.s, "1\n2\n") == 0);
  text_free(&t);
  CHECK(text_add_tail(&t, "abc\xc3\xa9", 2, 4) && strcmp(t.s, "abc\n") == 0); // not half a character
  text_free(&t);
}

static const struct pmpp_gate gate = {.metric = EMU_simt_efficiency, .formula = "quote \" and \\"};
static const struct pmpp_task tasks[] = {
    {.name = "1_a", .idea = "\xff\"\n", .points = 1, .fp32_ops = true, .speed.size = "\x80"},
    {.name = "2_b", .idea = "", .points = 2}};
static const struct pmpp_lab lab = {.number = "00", .title = "\x01\xf0\x28", .tasks = tasks, .n_tasks = 2};

static void fill(struct lab_result *r, const char *hostile) {
  *r = (struct lab_result){.lab = &lab,
                           .implementation = hostile,
                           .backend = "emu",
                           .seed = UINT64_MAX,
                           .schedules = 1,
                           .timed = true,
                           .copy_bytes_per_s = INFINITY,
                           .fp32_ops_per_s = 1,
                           .grader_version = hostile,
                           .source_hash = 0xAB,
                           .n = 2};
  r->task = must_alloc(2 * sizeof *r->task);
  for (int b = 0; b < BACKEND_COUNT; b++) text_add(&r->device[b], "%s", hostile);
  text_add(&r->not_assessed, "%s", hostile);
  for (int i = 0; i < 2; i++)
    r->task[i] = (struct task_result){.task = &tasks[i], .verdict = VERDICT_WRONG, .difference.arg = -1};
  struct task_result *t = &r->task[0];
  memcpy(t->failed_case, hostile, sizeof t->failed_case - 1);
  t->difference =
      (struct difference){.arg = 0, .wrong = 3, .n_shown = 3, .bound = INFINITY, .bound_text = hostile};
  t->difference.shown[0] = (struct mismatch){INT64_MIN, {.real = NAN}, {.real = -INFINITY}};
  t->difference.shown[1] = (struct mismatch){
      1, {.is_whole = true, .whole = UINT64_MAX}, {.is_whole = true, .is_signed = true, .whole = UINT64_MAX}};
  t->difference.shown[2] = (struct mismatch){2, {.real = 1e308}, {.real = 5e-324}};
  t->schedule = 2, t->schedule_seed = UINT64_MAX;
  t->n_hazards = 1;
  memset(&t->hazard[0], 0xFE, sizeof t->hazard[0]);
  t->hazard[0].kind = EMU_HAZARD_LEAK;
  char *end[] = {t->hazard[0].kernel + 63, t->hazard[0].what + 319, t->hazard[0].advice + 199,
                 t->hazard[0].at.file + 159, t->hazard[0].other.file + 159};
  for (int i = 0; i < 5; i++) *end[i] = 0;
  t->has_counters = true;
  memset(&t->counters, 0xFF, sizeof t->counters);
  t->n_gates = 1;
  t->gate[0] = (struct gate_result){.gate = &gate, .bound = NAN, .value = INFINITY};
  t->pace = (struct pace){.outcome = PACE_SLOW, .speed = NAN, .ms = INFINITY, .measurements = 3};
  text_add(&t->pace.words, "%s", hostile);
  t->has_bench = true;
  t->bench.n = 2;
  t->bench.floor_bytes = t->bench.floor_ops = INFINITY;
  t->bench.timing[0].ms = 1, t->bench.timing[1].ms = 1e-300;
  text_add(&t->bench.timing[1].trouble, "%s", hostile);
  text_add(&t->message, "%s", hostile);
  text_add(&t->output, "%s", hostile);
}

static void test_hash(void) { // published values
  CHECK(fnv1a("", 0) == 0xCBF29CE484222325 && fnv1a("a", 1) == 0xAF63DC4C8601EC8C &&
        fnv1a("foobar", 6) == 0x85944171F73967E8);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  test_strings();
  test_clean();
  test_hash();
  char hostile[256];
  for (int i = 0; i < 255; i++) hostile[i] = (char)(255 - i);
  hostile[255] = 0;
  struct lab_result r;
  fill(&r, hostile);
  json_write(argv[1], &r);
  struct text back = {0};
  CHECK(text_read_file(&back, argv[1], 1 << 20));
  CHECK_TEXT(strstr(shown, "\"index\": -9223372036854775808") && strstr(shown, "18446744073709551615"),
             text_get(&back));
  CHECK(strstr(back.s, "\"expected\": \"NaN\"") && strstr(back.s, "\"got\": \"-Infinity\""));
  CHECK(strstr(back.s, "\"source_hash\": \"00000000000000ab\""));
  CHECK(strstr(back.s, "\"failed_schedule_seed\": 18446744073709551615"));
  text_free(&back);
  lab_result_free(&r);
  return CHECK_STATUS();
}
