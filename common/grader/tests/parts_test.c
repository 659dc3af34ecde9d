// The smaller parts: first lines of wrong/*.cu, gates, random fills, statistics, counter cells.
#include "check.h"
#include "grader/bench/bench.h"
#include "grader/output/counters.h"
#include "grader/judge/gate.h"
#include "grader/judge/trial.h"
#include "grader/bench/stats.h"
#include "grader/cli/expectation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct pmpp_case_spec cases[] = {{"small", {4}, 0, PMPP_TIMED},
                                              {"large", {8}, 0, PMPP_TIMED},
                                              {"plain", {8}, 0, PMPP_ON_GPU},
                                              {"long", {9}, 0, PMPP_FULL}};
static double bound(const struct pmpp_case *c) {
  return c->spec->size[0] / 2.0;
}
static const struct pmpp_gate gates[] = {
    {EMU_barriers, PMPP_AT_MOST, bound, 0, "n / 2", "at most"},
    {EMU_load_efficiency, PMPP_AT_LEAST, NULL, 0.5, "a half", "at least"}};
static const struct pmpp_task tasks[] = {
    {.name = "1_a", .cases = cases, .n_cases = 4, .gates = gates, .n_gates = 2, .speed.size = "n=1"},
    {.name = "1_ab"}};
static const struct pmpp_lab lab = {.number = "00", .tasks = tasks, .n_tasks = 2};

static void test_expectations(void) {
  struct expectation e;
  struct text why = {0};
  CHECK(expectation_parse("// expect: wrong 1_a", &lab, &e, &why) && e.verdict == VERDICT_WRONG &&
        e.task == &tasks[0] && e.on[0] && e.on[1]);
  CHECK(expectation_parse("// expect: hazard 1_ab on emu", &lab, &e, &why) && e.task == &tasks[1] &&
        e.on[BACKEND_EMU] && !e.on[BACKEND_GPU]);
  CHECK(expectation_parse("// expect: crash 1_a on gpu\r", &lab, &e, &why) && !e.on[BACKEND_EMU] &&
        e.on[BACKEND_GPU]);
  CHECK(expectation_parse("// expect: hazard 1_a race-shared on emu", &lab, &e, &why) && !e.on[BACKEND_GPU] &&
        strcmp(e.reason, "race-shared") == 0);
  struct task_result r = {.n_hazards = 1, .hazard[0].kind = EMU_HAZARD_LEAK};
  CHECK(!expectation_reason_found(&e, &r));
  r.hazard[r.n_hazards++].kind = EMU_HAZARD_RACE_SHARED;
  CHECK(expectation_reason_found(&e, &r));
  CHECK(expectation_parse("// expect: inefficient 1_a load_efficiency", &lab, &e, &why) && e.on[0] &&
        e.on[1]);
  r = (struct task_result){.n_gates = 2, .gate = {{&gates[0], 0, 0, false}, {&gates[1], 0, 0, true}}};
  CHECK(!expectation_reason_found(&e, &r));
  r.gate[1].met = false;
  CHECK(expectation_reason_found(&e, &r));
  CHECK(expectation_parse("// expect: hazard 1_a", &lab, &e, &why) && expectation_reason_found(&e, &r));
  CHECK(!expectation_parse("// expect: inefficient 1_a blocks", &lab, &e, &why));
  CHECK_TEXT(strstr(shown, "'blocks'") && strstr(shown, "possible are: barriers, load_efficiency"),
             text_get(&why));
  text_free(&why);
  CHECK(!expectation_parse("// expect: hazard 1_a races", &lab, &e, &why));
  CHECK_TEXT(strstr(shown, "race-shared, race-global, race-stream, out-of-bounds"), text_get(&why));
  CHECK(expectation_parse("// expect: slow 1_a on gpu", &lab, &e, &why) && e.verdict == VERDICT_SLOW);
  CHECK(!expectation_parse("// expect: slow 1_ab on gpu", &lab, &e, &why));
  CHECK_TEXT(strstr(shown, "the time of 1_ab is not judged"), text_get(&why));
  text_free(&why);
  static const char *const bad[] = {"",
                                    "// expect: slow 1_a",
                                    "// expect: slow 1_a on emu",
                                    "// expect: wrong 1_a race-shared",
                                    "// expect: hazard 1_a barriers",
                                    "// expect: inefficient 1_a leak",
                                    "// expect: hazard 1_a leak leak",
                                    "// fault: x",
                                    "// expect:",
                                    "// expect: wrong",
                                    "// expect: wrongly 1_a",
                                    "// expect: wrong 2_c",
                                    "// expect: wrong 1_a on",
                                    "// expect: wrong 1_a on cpu",
                                    "// expect: wrong 1_a emu",
                                    "// expect: wrong 1_a on emu gpu"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    text_free(&why);
    CHECK_TEXT(!expectation_parse(shown, &lab, &e, &why) && why.length, bad[i]);
  }
  text_free(&why);
}

static void test_gates(void) {
  struct pmpp_case c = {.spec = &cases[0]};
  struct task_result r = {0};
  struct emu_counters n = {{0}};
  n.v[EMU_barriers] = 2, n.v[EMU_global_load_bytes] = 16, n.v[EMU_global_load_sectors] = 1;
  CHECK(gates_check(&tasks[0], &c, &n, &r) && r.n_gates == 2 && !gates_unmet(&r));
  n.v[EMU_barriers] = 3;
  CHECK(!gates_check(&tasks[0], &c, &n, &r) && gates_unmet(&r) == &r.gate[0] && r.gate[0].bound == 2);
  n.v[EMU_barriers] = 2, n.v[EMU_global_load_bytes] = 15;
  CHECK(!gates_check(&tasks[0], &c, &n, &r) && gates_unmet(&r) == &r.gate[1]);
  r.counters = n;
  char cell[32];
  counters_cell(&(struct pmpp_column){"x", EMU_load_efficiency, "%.1f", 100, false}, &r, cell, sizeof cell);
  CHECK_TEXT(strcmp(shown, "46.9*") == 0, cell);
  r.gated_floor_bytes = 4;
  counters_cell(&(struct pmpp_column){"x", EMU_global_load_bytes, "%.2f", 0, true}, &r, cell, sizeof cell);
  CHECK_TEXT(strcmp(shown, "3.75") == 0, cell);
  r.gated_floor_ops = 60;
  counters_cell(&(struct pmpp_column){"x", EMU_global_load_bytes, "%.2f", 0, PMPP_FLOOR_OPS_PER}, &r, cell,
                sizeof cell);
  CHECK_TEXT(strcmp(shown, "4.00") == 0, cell);
}

static const struct pmpp_gate on_loads[] = {
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4, "4", "side by side"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0", "pad"}};
static const struct pmpp_gate on_atomics[] = {{EMU_global_load_bytes, PMPP_AT_MOST, NULL, 4, "4", "once"},
                                              {EMU_global_atomics, PMPP_AT_MOST, NULL, 100, "100", "few"}};

static double at_most_two(const struct pmpp_case *c) {
  (void)c;
  return 2;
}

// The count of the gate's own metric, or else that of another one, shows the idea.
static void test_either_count(void) {
  static const struct pmpp_gate either[] = {{EMU_barriers, PMPP_AT_MOST, NULL, 5, "5 barriers, or 2 launches",
                                             "fewer", .or_metric = EMU_launches, .or_bound = at_most_two}};
  struct pmpp_task task = {.name = "1_a", .gates = either, .n_gates = 1};
  struct pmpp_case c = {.spec = &cases[0]};
  struct task_result r = {0};
  struct emu_counters n = {{0}};
  n.v[EMU_barriers] = 6, n.v[EMU_launches] = 3;
  CHECK(!gates_check(&task, &c, &n, &r));
  n.v[EMU_launches] = 2;
  CHECK(gates_check(&task, &c, &n, &r));
  n.v[EMU_barriers] = 5, n.v[EMU_launches] = 3;
  CHECK(gates_check(&task, &c, &n, &r));
}

// A gate on loads or stores from above bounds atomics too, unless the task says itself how many there may be.
static void test_implied_gates(void) {
  struct pmpp_task task = {.name = "1_a", .gates = on_loads, .n_gates = 2};
  struct pmpp_case c = {.spec = &cases[0], .floor_bytes = 320};
  struct task_result r = {0};
  struct emu_counters n = {{0}};
  n.v[EMU_global_atomics] = n.v[EMU_shared_atomics] = 10;
  CHECK(gates_check(&task, &c, &n, &r) && r.n_gates == 2);
  n.v[EMU_global_atomics] = 11;
  CHECK(!gates_check(&task, &c, &n, &r) && r.n_gates == 3);
  CHECK(gates_unmet(&r)->gate->metric == EMU_global_atomics && gates_unmet(&r)->bound == 10);
  task.claims = true;
  n.v[EMU_global_atomics] = 42;
  CHECK(gates_check(&task, &c, &n, &r) && r.n_gates == 2);
  n.v[EMU_global_atomics] = 43;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->bound == 42);
  task.claims = false;
  n.v[EMU_global_atomics] = 10, n.v[EMU_shared_atomics] = 11;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == EMU_shared_atomics);
  n.v[EMU_shared_atomics] = 10, n.v[EMU_warp_blocks] = 100, n.v[EMU_warp_blocks_of_busiest] = 76;
  n.v[EMU_warp_blocks_if_even] = 501;
  CHECK(gates_check(&task, &c, &n, &r)); // no results, or few
  c.n_bufs = 2, c.buf[0].arg.role = PMPP_IN, c.buf[0].arg.count = 1 << 20;
  c.buf[1].arg.role = PMPP_OUT, c.buf[1].arg.count = (1 << 14) - 1;
  CHECK(gates_check(&task, &c, &n, &r));
  c.buf[1].arg.count++;
  CHECK(gates_check(&task, &c, &n, &r)); // that one block may have
  task.many_blocks = true;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == EMU_busiest_block_share);
  c.buf[1].arg.role = PMPP_SCRATCH;
  CHECK(gates_check(&task, &c, &n, &r)); // no results
  c.buf[1].arg.role = PMPP_OUT, n.v[EMU_warp_blocks_of_busiest] = 75;
  CHECK(gates_check(&task, &c, &n, &r)); // of different cost
  n.v[EMU_idle_threads] = 76, n.v[EMU_threads_of_busy_blocks] = 100;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == EMU_idle_thread_share);
  n.v[EMU_idle_threads] = 75;
  CHECK(gates_check(&task, &c, &n, &r));
  n.v[EMU_warp_blocks_of_busiest] = 76, task.even = true;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == EMU_busiest_block_share);
  n.v[EMU_warp_blocks_of_busiest] = 75;
  CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == EMU_warp_balance);
  n.v[EMU_warp_blocks_if_even] = 500;
  CHECK(gates_check(&task, &c, &n, &r));
  c.buf[1].arg.count--, n.v[EMU_warp_blocks_if_even] = 501, n.v[EMU_warp_blocks_of_busiest] = 76;
  CHECK(gates_check(&task, &c, &n, &r));
  task.even = false;
  n.v[EMU_shared_atomics] = 11;
  task.gates = on_atomics;
  n.v[EMU_global_atomics] = 100;
  CHECK(gates_check(&task, &c, &n, &r) && r.n_gates == 2);
  n.v[EMU_global_atomics] = 101;
  CHECK(!gates_check(&task, &c, &n, &r) && r.n_gates == 2);
  task.gates = gates; // on barriers, and from below
  n.v[EMU_global_load_bytes] = 16, n.v[EMU_global_load_sectors] = 1;
  CHECK(gates_check(&task, &c, &n, &r));
}

// What a contract does not let a function call is counted, and operands are loads whatever way they take.
static void test_contract_gates(void) {
  static const struct {
    int metric;
    unsigned may;
  } calls[] = {{EMU_host_copies, PMPP_MAY_COPY},
               {EMU_host_copies, PMPP_MAY_ASK},
               {EMU_host_waits, PMPP_MAY_ASK},
               {EMU_allocations, PMPP_MAY_ALLOCATE},
               {EMU_works_in_streams, PMPP_MAY_STREAM}};
  struct pmpp_case c = {.spec = &cases[0], .floor_bytes = 320};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    struct pmpp_task task = {.name = "1_a"};
    struct task_result r = {0};
    struct emu_counters n = {{0}};
    n.v[calls[i].metric] = 1;
    CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == calls[i].metric);
    task.may = PMPP_MAY_ALL & ~calls[i].may;
    bool other = calls[i].metric == EMU_host_copies; // either of two allows them
    CHECK(gates_check(&task, &c, &n, &r) == other);
    task.may = calls[i].may;
    CHECK(gates_check(&task, &c, &n, &r));
  }
  static const struct pmpp_gate on_bytes[] = {{EMU_global_bytes, PMPP_AT_MOST, NULL, 1000, "1000", "less"}};
  static const struct {
    int metric;
    uint64_t most;
    unsigned may;
  } ways[] = {{EMU_constant_load_wavefronts, 10, 0},
              {EMU_large_frames, 0, 0},
              {EMU_device_copy_bytes, 65536, PMPP_MAY_COPY}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    struct pmpp_task task = {.name = "1_a", .gates = on_bytes, .n_gates = 1, .may = ways[i].may};
    struct task_result r = {0};
    struct emu_counters n = {{0}};
    n.v[ways[i].metric] = ways[i].most;
    CHECK(gates_check(&task, &c, &n, &r));
    n.v[ways[i].metric]++;
    CHECK(!gates_check(&task, &c, &n, &r) && gates_unmet(&r)->gate->metric == ways[i].metric);
    task.n_gates = 0;
    CHECK(gates_check(&task, &c, &n, &r)); // loads are not bounded
  }
}

// The share of one case in another is judged where both have been run, in this order, and not in other cases.
static void test_share(void) {
  static const struct pmpp_gate share[] = {
      {EMU_blocks, PMPP_AT_MOST, NULL, 0.75, "3/4", "fewer", NULL, 0, "large", "small"}};
  struct pmpp_task task = {.name = "1_a", .points = 4, .gates = share, .n_gates = 1};
  struct task_result r = {.task = &task};
  struct emu_counters n = {{0}};
  int all;
  n.v[EMU_blocks] = 7;
  CHECK(gates_check(&task, &(struct pmpp_case){.spec = &cases[1]}, &n, &r)); // nothing to compare with
  CHECK(r.n_gates == 1 && task_result_gates_met(&r, &all) == 0 && all == 0);
  n.v[EMU_blocks] = 8;
  CHECK(gates_check(&task, &(struct pmpp_case){.spec = &cases[0]}, &n, &r));
  n.v[EMU_blocks] = 100;
  CHECK(gates_check(&task, &(struct pmpp_case){.spec = &cases[2]}, &n, &r));
  n.v[EMU_blocks] = 6;
  CHECK(gates_check(&task, &(struct pmpp_case){.spec = &cases[1]}, &n, &r) && r.gate[0].value == 0.75);
  CHECK(task_result_gates_met(&r, &all) == 1 && all == 1);
  n.v[EMU_blocks] = 7;
  CHECK(!gates_check(&task, &(struct pmpp_case){.spec = &cases[1]}, &n, &r));
  CHECK(gates_unmet(&r)->value == 0.875 && gates_unmet(&r)->bound == 0.75);
  CHECK(task_result_gates_met(&r, &all) == 0 && all == 1);
}

// A missed distinction costs its own points; a missed gate leaves a quarter and the share of the gates that are met.
static void test_points(void) {
  static const struct pmpp_gate finer[] = {
      {EMU_barriers, PMPP_AT_MOST, NULL, 2, "2", "fewer"},
      {EMU_blocks, PMPP_AT_MOST, NULL, 1, "1", "one block", "a single block", 2},
      {EMU_launches, PMPP_AT_MOST, NULL, 1, "1", "one launch"}};
  static const struct pmpp_task task = {.name = "1_a", .points = 10, .gates = finer, .n_gates = 3};
  static const struct {
    uint64_t barriers, blocks, launches;
    bool met;
    int unmet, points; // which gate is told, -1: none
  } table[] = {{2, 1, 1, true, -1, 10}, {2, 2, 1, true, 1, 8},  {3, 1, 1, false, 0, 4},
               {3, 2, 1, false, 0, 4},  {2, 2, 2, false, 2, 4}, {3, 1, 2, false, 0, 2}};
  struct pmpp_case c = {.spec = &cases[0]};
  struct emu_counters n = {{0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct task_result r = {.task = &task};
    n.v[EMU_barriers] = table[i].barriers, n.v[EMU_blocks] = table[i].blocks;
    n.v[EMU_launches] = table[i].launches;
    CHECK(gates_check(&task, &c, &n, &r) == table[i].met);
    r.verdict = table[i].met ? VERDICT_PASS : VERDICT_INEFFICIENT;
    CHECK(gates_unmet(&r) == (table[i].unmet < 0 ? NULL : &r.gate[table[i].unmet]));
    CHECK(task_result_points(&r) == table[i].points);
    r.verdict = VERDICT_WRONG;
    CHECK(task_result_points(&r) == 0);
  }
  // A distinction that one of several gated cases or schedules misses is missed.
  struct task_result r = {.task = &task};
  n.v[EMU_barriers] = n.v[EMU_launches] = 1, n.v[EMU_blocks] = 2;
  CHECK(gates_check(&task, &c, &n, &r));
  n.v[EMU_blocks] = 1;
  CHECK(gates_check(&task, &c, &n, &r) && !r.gate[1].met && r.gate[1].value == 2);
}

static void test_fills(void) {
  float f[1000];
  int32_t i32[1000];
  uint64_t a = 1, b = 1;
  CHECK(pmpp_random(&a) == pmpp_random(&b) && pmpp_random(&a) != pmpp_random(&a));
  a = 0;
  CHECK(pmpp_random(&a) == 0xE220A8397B1DCDAF); // the published first output of splitmix64 seeded with 0
  pmpp_fill_f32(f, 1000, -2, 3, 7);
  double sum = 0, low = 9, high = -9;
  for (int i = 0; i < 1000; i++) sum += f[i], low = fmin(low, f[i]), high = fmax(high, f[i]);
  CHECK(low >= -2 && low < -1.9 && high <= 3 && high > 2.9 && fabs(sum / 1000 - 0.5) < 0.2);
  pmpp_fill_i32(i32, 1000, INT32_MIN, INT32_MAX, 7);
  bool negative = false, positive = false;
  for (int i = 0; i < 1000; i++) negative |= i32[i]<-1000000000, positive |= i32[i]> 1000000000;
  CHECK(negative && positive);
  pmpp_fill_i32(i32, 1000, -1, 1, 7);
  int seen[3] = {0};
  for (int i = 0; i < 1000; i++)
    if (CHECK(i32[i] >= -1 && i32[i] <= 1)) seen[i32[i] + 1]++;
  CHECK(seen[0] > 250 && seen[1] > 250 && seen[2] > 250);
  pmpp_fill_whole_f32(f, 1000, 3, 4, 7);
  for (int i = 0; i < 1000; i++) CHECK(f[i] == 3 || f[i] == 4);
  CHECK(case_seed(1, &tasks[0], 0) != case_seed(2, &tasks[0], 0) &&
        case_seed(1, &tasks[0], 0) != case_seed(1, &tasks[1], 0) &&
        case_seed(1, &tasks[0], 0) != case_seed(1, &tasks[0], 1));
}

static void test_statistics(void) {
  struct samples s = {0};
  CHECK(samples_quantile(&s, 0.5) == 0 && samples_error(&s) == 1);
  for (int i = 0; i < 5; i++) samples_add(&s, (double[]){5, 1, 4, 2, 3}[i]);
  CHECK(samples_quantile(&s, 0.5) == 3 && samples_quantile(&s, 0) == 1 && samples_quantile(&s, 1) == 5);
  CHECK(fabs(samples_spread(&s) - 2 / 3.0) < 1e-12);
  CHECK(fabs(samples_error(&s) - sqrt(2.5 / 5) / 3) < 1e-12);
  samples_free(&s);
  CHECK(is_tie(1.019, 0, 0) && is_tie(0.981, 0, 0) && !is_tie(1.021, 0.001, 0.001) &&
        is_tie(1.05, 0.02, 0.02));
  CHECK(bench_floor_ms(1e6, 4e12) == 0); // it fits in a cache
  double floor = bench_floor_ms(4e9, 4e12);
  CHECK(floor < 1 && floor > 0.8);
  CHECK(bench_fp32_floor_ms(67e9, 67e12) < 1 && bench_fp32_floor_ms(67e9, 67e12) > 0.9 &&
        bench_fp32_floor_ms(67e9, 0) == 0);
  const struct pmpp_task *t = &tasks[0];
  CHECK(bench_case(t, NULL, false, 0) == 0 && bench_case(t, NULL, false, 1) == 1 &&
        bench_case(t, NULL, false, 2) == -1 && bench_case(t, NULL, true, 2) == 3);
  CHECK(bench_case(t, "small", false, 0) == 0 && bench_case(t, "small", false, 1) == -1 &&
        bench_case(t, "long", false, 0) == 3 && bench_case(t, "plain", true, 0) == -1 &&
        bench_case(&tasks[1], NULL, true, 0) == -1);
}

// What the grader says of work that is still under way when the function has returned, and of a task's races.
static void test_advice(void) {
  static const struct pmpp_task task = {.name = "1_a", .race_advice = "write put()"};
  static struct task_result r = {.task = &task};
  static struct grading g = {.source_dir = "/top"};
  static struct trial x = {.g = &g, .r = &r, .report.n_hazards = 3};
  struct emu_hazard *h = x.report.hazard;
  h[0] = (struct emu_hazard){.kind = EMU_HAZARD_RACE_STREAM,
                             .at.file = "/top/a.cu",
                             .other.file = "/top/labs/10_cluster/grader/calls_devices.c",
                             .advice = "an event"};
  h[1] = (struct emu_hazard){.kind = EMU_HAZARD_RACE_STREAM,
                             .at.file = "/top/a.cu",
                             .other.file = "/top/calls.cu",
                             .advice = "an event"};
  h[2] = (struct emu_hazard){.kind = EMU_HAZARD_RACE_GLOBAL, .at.file = "/top/a.cu", .advice = "an atomic"};
  trial_hazards(&x);
  CHECK_TEXT(strstr(shown, "the function returns before this work is done"), r.hazard[0].advice);
  CHECK_TEXT(!strcmp(shown, "an event"), r.hazard[1].advice);
  CHECK_TEXT(!strcmp(shown, "write put()"), r.hazard[2].advice);
  CHECK_TEXT(!strcmp(shown, "labs/10_cluster/grader/calls_devices.c"), r.hazard[0].other.file);
}

int main(void) {
  test_expectations();
  test_advice();
  test_gates();
  test_either_count();
  test_implied_gates();
  test_contract_gates();
  test_share();
  test_points();
  test_fills();
  test_statistics();
  return CHECK_STATUS();
}
