// Three tasks that multiply a vector by a number. `--length FILE` takes the vector's length from a file.
#include "grader/task.h"
#include <stdio.h>

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };
#define CASES(factor)                                                                                        \
  {                                                                                                          \
    {"n=0", {0, factor}, 0, BOTH}, {"n=1", {1, factor}, 0, BOTH}, {                                          \
      "n=257", {257, factor}, 0, BOTH | PMPP_GATED | PMPP_TIMED                                              \
    }                                                                                                        \
  }

static const struct pmpp_case_spec cases_2[] = CASES(2), cases_3[] = CASES(3), cases_1[] = CASES(-1);

static int length_of_file;
static const char *read_length(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return "cannot be read";
  int n = fscanf(f, "%d", &length_of_file);
  fclose(f);
  return n == 1 ? NULL : "line 1: expected a number";
}

// A case of the file has the factor as its variant.
static void make(struct pmpp_case *c) {
  int64_t n = c->spec->variant ? length_of_file : c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *y = pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n);
  pmpp_fill_f32(x->data, n, 1, 2, c->seed);
  y->rel_bound = 0x1p-23;
  y->bound_text = "eps |y|: one rounding";
  c->floor_bytes = 8.0 * n;
}

static void golden(struct pmpp_case *c) {
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  int64_t factor = c->spec->variant ? c->spec->variant : c->spec->size[1];
  for (int64_t i = 0; i < c->buf[0].arg.count; i++) y[i] = (double)factor * x[i];
}

static double blocks(const struct pmpp_case *c) {
  return (double)((c->spec->size[0] + 255) / 256);
}
static const struct pmpp_gate gates[] = {
    {EMU_blocks, PMPP_AT_MOST, blocks, 0, "ceil(n / 256)", "one element a thread, 256 threads a block"}};

#define TASK(id, todo, list, of_file)                                                                        \
  {                                                                                                          \
    .name = id, .prefix = "toy_", .idea = "multiply", .first_step = todo, .points = 5, .cases = list,        \
    .n_cases = 3, .make = make, .golden = golden, .gates = gates, .n_gates = 1, .check_leaks = true,         \
    .file_variant = of_file, .may = PMPP_MAY_ALL                                                             \
  }
static const struct pmpp_task tasks[] = {TASK("1_double", "write one line", cases_2, 2),
                                         TASK("2_triple", "write another line", cases_3, 3),
                                         TASK("3_negate", "write a third line", cases_1, 0)};
static const struct pmpp_column columns[] = {{"blocks", EMU_blocks, "%.0f", 0, false},
                                             {"bytes /\ncompulsory", EMU_global_bytes, "%.2f", 0, true}};

const struct pmpp_lab pmpp_lab = {.number = "00",
                                  .name = "toy",
                                  .title = "Toy",
                                  .tasks = tasks,
                                  .n_tasks = 3,
                                  .columns = columns,
                                  .n_columns = 2,
                                  .file_option = "--length",
                                  .read_file = read_length};
