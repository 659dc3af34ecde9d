// The measurement loop against a worker that cheats: every cheat costs the time, honest times are reported.
#include "check.h"
#include "grader/bench/bench.h"
#include "grader/bench/patch.h"
#include "grader/output/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// 1 GB/ms is what the fake machine copies: 4e9 bytes are at least 3.4 ms of that at 1.15 times its rate.
static const struct ceilings MACHINE = {.copy_bytes_per_s = 1e12, .fp32_ops_per_s = 2e12};

static void make(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n)->bound_text = "exact";
  pmpp_fill_f32(x->data, n, 1, 2, c->seed);
  c->floor_bytes = 1e9;
  c->floor_ops = strcmp(c->spec->label, "arithmetic") ? 0 : 2.5e9; // 1.19 ms at 1.05 times the peak
}

static int golden_calls;
static void golden(struct pmpp_case *c) {
  golden_calls++;
  for (int64_t i = 0; i < c->spec->size[0]; i++)
    ((double *)c->buf[1].golden)[i] = 2 * (double)((float *)c->buf[0].data)[i];
}

static void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  ((double *)c->buf[1].golden)[i] = 2 * (double)((float *)c->buf[arg].data)[i];
}

static const struct pmpp_case_spec small[] = {{"n=1000", {1000}, 0, PMPP_TIMED}},
                                   large[] = {{"n=10^6", {1000000}, 0, PMPP_TIMED}},
                                   ops[] = {{"arithmetic", {1000}, 0, PMPP_TIMED}};

// name, case, whether it has `update`, verdict, words
#define TABLE(X)                                                                                             \
  X(honest, small, update, PASS, "")                                                                         \
  X(honest_large, large, update, PASS, "")                                                                   \
  X(honest_golden, small, NULL, PASS, "")                                                                    \
  X(tie, small, update, PASS, "")                                                                            \
  X(noisy, small, update, PASS, "")                                                                          \
  X(waits, small, update, PASS, "launch latency")                                                            \
  X(other_stream, small, update, PASS, "something else ran")                                                 \
  X(cached, small, update, WRONG, "timed call is wrong")                                                     \
  X(wrong_later, large, update, WRONG, "timed call is wrong")                                                \
  X(too_fast, small, update, REJECTED, "faster than the memory allows")                                      \
  X(too_many_ops, ops, update, REJECTED, "faster than fp32 arithmetic allows")                               \
  X(tensor_ops, ops, update, PASS, "")                                                                       \
  X(clock, small, update, REJECTED, "less time than that has passed")                                        \
  X(threads, small, update, REJECTED, "started threads")                                                     \
  X(negative, small, update, CRASH, "makes no sense")                                                        \
  X(dies, small, update, CRASH, "exit status 0")                                                             \
  X(baseline_wrong, small, update, INFRA, "timed call is wrong")                                             \
  X(baseline_lacks_it, small, update, PASS, "no such operation")                                             \
  X(baseline_lacks_case, small, update, PASS, "not in this case")

static const struct {
  struct pmpp_task task;
  enum verdict verdict;
  const char *words;
} table[] = {
#define X(n, c, u, v, w)                                                                                     \
  {{.name = #n,                                                                                              \
    .prefix = "toy_",                                                                                        \
    .cases = c,                                                                                              \
    .n_cases = 1,                                                                                            \
    .make = make,                                                                                            \
    .golden = golden,                                                                                        \
    .update = u,                                                                                             \
    .fp32_ops = !strcmp(#n, "too_many_ops")},                                                                \
   VERDICT_##v,                                                                                              \
   w},
    TABLE(X)
#undef X
};
enum { N = sizeof table / sizeof *table };

static bool only_where_probed(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  (void)bits;
  return i == *(const int64_t *)b->context && ((const double *)b->golden)[i] >= 2; // not outside golden
}

static void test_plans(void) {
  const struct pmpp_task *task = &table[1].task;
  struct pmpp_case *c = case_make(task, 0, 3);
  uint64_t random = 5;
  struct sample_plan p;
  task->golden(c);
  float before = ((float *)c->buf[0].data)[0];
  plan_make(&p, task, c, &random);
  CHECK(p.n_patches == PMPP_MAX_PATCHES && p.n_probes == PMPP_MAX_PATCHES && !p.golden[1]);
  int changed = 0;
  for (int i = 0; i < p.n_patches; i++) {
    int64_t at = p.patch[i].index;
    CHECK(((double *)c->buf[1].golden)[at] == 2 * (double)((float *)c->buf[0].data)[at]);
    changed += at != 0 || before != ((float *)c->buf[0].data)[0];
  }
  CHECK(changed > 60);
  struct pmpp_reply reply = {0};
  struct pmpp_request request = {0};
  struct difference d;
  for (int i = 0; i < p.n_probes; i++) {
    float right;
    memcpy(&d.bound, &p.probe_golden[i], 8);
    right = d.bound;
    memcpy(&reply.probe[i], &right, 4);
  }
  CHECK(plan_right(&p, c, NULL, &request, &reply, &d));
  reply.probe[63] ^= 1;
  CHECK(!plan_right(&p, c, NULL, &request, &reply, &d) && d.shown[0].index == p.probe[63].index &&
        d.arg == 1);
  c->buf[1].accept = only_where_probed; // asked about the element itself, not about its copy in the plan
  c->buf[1].context = &p.probe[63].index;
  CHECK(!plan_right(&p, c, NULL, &request, &reply, &d) && d.several);
  int64_t at = p.probe[63].index;
  for (int i = 0; i < p.n_probes; i++) p.probe[i].index = at;
  CHECK(plan_right(&p, c, NULL, &request, &reply, &d));
  plan_free(&p);
  case_free(c);
}

static void print(FILE *f, const struct lab_result *r) {
  bench_table_begin(f, r);
  for (int i = 0; i < r->n; i++) bench_table_row(f, r, i);
  bench_table_end(f, r);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  process_setup();
  static const struct pmpp_lab lab = {.number = "00", .title = "Toy", .tasks = &table[0].task, .n_tasks = 1};
  struct grading g = {.lab = &lab,
                      .seed = 5,
                      .schedules = 1,
                      .timeout = 5,
                      .source_dir = "/nonexistent",
                      .file = "toy.cu",
                      .header = "toy.h"};
  struct candidate list[] = {{.name = "impl", .worker = argv[1]},
                             {.name = "cub", .worker = argv[2]},
                             {.name = "gone", .trouble = "not compiled"}};
  struct lab_result all = {.lab = &lab,
                           .implementation = "toy.cu",
                           .backend = "gpu",
                           .copy_bytes_per_s = 1e12,
                           .fp32_ops_per_s = 2e12,
                           .timed = true,
                           .n = N};
  all.task = must_alloc(N * sizeof *all.task);
  for (int i = 0; i < N; i++) {
    struct task_result *r = &all.task[i];
    *r = (struct task_result){.task = &table[i].task, .backend = BACKEND_GPU, .difference.arg = -1};
    golden_calls = 0;
    bench_task(&g, list, 2, 0, MACHINE, 0.5, r);
    if (!CHECK(r->verdict == table[i].verdict))
      fprintf(stderr, "  %s: got %s: %s\n", table[i].task.name, verdict_name(r->verdict),
              text_get(&r->message));
    char *said = must_print("%s%s%s", text_get(&r->message), text_get(&r->bench.timing[0].note),
                            text_get(&r->bench.timing[1].trouble));
    if (!CHECK(strstr(said, table[i].words)))
      fprintf(stderr, "  %s: no '%s' in: %s\n", table[i].task.name, table[i].words, said);
    free(said);
    bool timed = r->verdict == VERDICT_PASS || r->verdict == VERDICT_INFRA;
    CHECK(timed == (r->bench.timing[0].ms > 0));
    CHECK(!timed || r->bench.timing[0].samples >= BENCH_LEAST_SAMPLES);
    CHECK((golden_calls == 1) == (table[i].task.update != NULL));
  }
  struct bench *honest = &all.task[0].bench, *noisy = &all.task[4].bench;
  CHECK(fabs(honest->timing[0].ms - 1) < 0.01 && fabs(honest->timing[1].ms - 2) < 0.01 &&
        honest->timing[0].samples == honest->timing[1].samples);
  CHECK(honest->timing[0].error < 0.005 && honest->timing[0].spread < 0.005 && noisy->timing[0].spread > 0.5);
  CHECK(noisy->timing[0].samples > 100); // it goes on until the time is up
  struct text why = {0};
  CHECK(fabs(bench_copy(&g, argv[2], &table[0].task, &all, &why) - MACHINE.copy_bytes_per_s * 1.073741824) <
        1e9);

  struct task_result r = {.task = &table[0].task, .backend = BACKEND_GPU, .difference.arg = -1};
  bench_task(&g, list, 3, 0, MACHINE, 0.5, &r);
  CHECK(r.verdict == VERDICT_INFRA && r.bench.timing[0].ms > 0 && r.bench.timing[1].ms > 0 &&
        strstr(text_get(&r.bench.timing[2].trouble), "not compiled"));
  print(stdout, &all);
  struct pmpp_task edges = table[0].task;
  edges.ops_name = "edges";
  all.task[0].task = &edges;
  honest->floor_ops = 2e9; // in 1 ms
  char *printed = NULL;
  size_t length;
  FILE *f = open_memstream(&printed, &length);
  print(f, &all);
  fclose(f);
  CHECK(strstr(printed, "G edges/s") && !strstr(printed, "TFLOP/s, G edges"));
  free(printed);
  test_plans();
  lab_result_free(&all);
  return CHECK_STATUS();
}
