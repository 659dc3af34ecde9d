// What the files of lab 09's grader use of each other.
#ifndef LAB_09_PARTS_H
#define LAB_09_PARTS_H

#include "dnn.h"
#include "grader/task.h"

// ---- cases ------------------------------------------------------------------------------------------------

enum variant {
  EQUAL,     // each row has one whole number, -8..8, in all places: exponentials of 0, whose sum is exact
  MASKED,    // as EQUAL, but half of the elements are -infinity, and so is all of row 1
  REAL,      // uniform in [-10, 10)
  LARGE,     // uniform in [1000, 1010): exponentials that overflow
  NEGATIVE,  // uniform in [-1010, -1000): exponentials that are 0
  EXTREME,   // +-3.4e38, and small numbers between them
  LOWEST,    // -3.4e38 and -3.3e38: below whatever number a maximum may begin with
  RISING,    // 0, 1/8, 1/4, ...: each element is a new maximum
  FALLING,   // the reverse
  SMALL,     // uniform in [-1, 1) times 2^-40
  WITH_NAN,  // as REAL, but one element of the middle row is NaN
  WITH_INF,  // as REAL, but one element of the middle row is +infinity
  OFFSET,    // 8192 and uniform in [-2, 2): the squares' sum has no digit left for the variance
  HUGE_ROWS, // uniform in [-1, 1) times 2^40
  WHOLE,     // small whole numbers, and scales that are powers of 2: all sums are exact
  NAN_ALONE, // as REAL, but the middle row is -infinity, and one element of it NaN
  OWN_EPS,   // as REAL, with another eps
  UPSCALED,  // as SMALL, with a loss scale beyond the range of a half
  DOWNSCALED // as WHOLE, with a loss scale below 1
};

enum { ROWS, COLUMNS, SHIFT }; // places in size
// SHIFT: which arguments begin one element past a multiple of 256 bytes.
enum { NONE_SHIFTED, ALL_SHIFTED, ONE_SHIFTED }; // ONE_SHIFTED: the one that a kernel may forget to look at
enum { BATCH, INPUTS, OUTPUTS, LAYER_KIND };     // of a linear layer; LAYER_KIND is its task's own

// cases.c
extern const struct pmpp_case_spec softmax_cases[32];
extern const struct pmpp_case_spec resident_cases[44];
extern const struct pmpp_case_spec layer_norm_cases[27];
extern const struct pmpp_case_spec rms_norm_cases[28];

// inputs.c
int64_t rows_of(const struct pmpp_case *c);
int64_t columns_of(const struct pmpp_case *c);
uint16_t to_bf16(float x); // rounded to the nearest, ties to even
float bf16_value(uint16_t bits);
uint16_t to_half(float x); // likewise
float uniform(uint64_t *random, double low, double high);
void put(struct pmpp_buf *b, int64_t i, float x);
void fill_uniform(struct pmpp_buf *b, double low, double high, uint64_t seed);
void make_softmax(struct pmpp_case *c);
void make_resident(struct pmpp_case *c);
void make_layer_norm(struct pmpp_case *c);
void make_rms_norm(struct pmpp_case *c);

// golden.c
// Calls `line` for lines 0 .. n - 1 of a result, on all processors where the lines, of so much work each, are worth it. It asks for
// the bounds of the output before, since the first to ask makes them.
void each_line(struct pmpp_case *c, int output, int64_t n, int64_t work,
               void (*line)(struct pmpp_case *c, int64_t i));
// Timed samples change the first input alone: an element of a layer's parameters would change a result of every row.
uint64_t patch_first(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
double depth(int64_t n); // additions that one element of a row of n goes through
void golden_softmax(struct pmpp_case *c);
void update_softmax(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_layer_norm(struct pmpp_case *c);
void update_layer_norm(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_rms_norm(struct pmpp_case *c);
void update_rms_norm(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// softmax_mistakes.c, norm_mistakes.c
extern const struct pmpp_mistake softmax_mistakes[16];
extern const struct pmpp_mistake layer_norm_mistakes[8];
extern const struct pmpp_mistake rms_norm_mistakes[8];

// gates.c
extern const struct pmpp_gate gates_1[5];
extern const struct pmpp_gate gates_2[5];
extern const struct pmpp_gate gates_3[6];
extern const struct pmpp_gate gates_4[5];
extern const struct pmpp_gate gates_5[6];

// layers.c
extern const struct pmpp_case_spec linear_cases[28];
extern const struct pmpp_case_spec backward_cases[21];
int64_t batch_of(const struct pmpp_case *c);
int64_t inputs_of(const struct pmpp_case *c);
int64_t outputs_of(const struct pmpp_case *c);
int activation_of(const struct pmpp_case *c);
int products_of(const struct pmpp_case *c); // two for SwiGLU
void make_linear(struct pmpp_case *c);
void make_backward(struct pmpp_case *c);
// Each of n matrices of rows x columns becomes what a kernel reads that takes it for one of columns x rows, transposed.
void reorder(struct pmpp_buf *b, int64_t n, int64_t rows, int64_t columns);
// n matrices, one behind the other, become what a kernel reads that takes them for one, each row a row of each.
void interleave(struct pmpp_buf *b, int64_t rows, int64_t columns, int64_t n);

// linear.c
extern const struct pmpp_mistake linear_mistakes[10];
extern const struct pmpp_gate gates_6[4];
void golden_linear(struct pmpp_case *c);
void update_linear(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// backward.c
extern const struct pmpp_mistake backward_mistakes[7];
extern const struct pmpp_gate gates_7[5];
void golden_backward(struct pmpp_case *c);
void update_backward(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// implicit.c, implicit_inputs.c
extern const struct pmpp_case_spec implicit_cases[24];
extern const struct pmpp_mistake implicit_mistakes[7];
extern const struct pmpp_gate gates_8[6];
void make_implicit(struct pmpp_case *c);
void golden_implicit(struct pmpp_case *c);
void update_implicit(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// quantised.c
extern const struct pmpp_case_spec quantised_cases[28];
extern const struct pmpp_mistake quantised_mistakes[8];
extern const struct pmpp_gate gates_9[6];
void make_quantised(struct pmpp_case *c);
void golden_quantised(struct pmpp_case *c);
void update_quantised(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// attention.c, attention_inputs.c, attention_gates.c
extern const struct pmpp_case_spec attention_cases[30];
extern const struct pmpp_mistake attention_mistakes[16];
extern const struct pmpp_gate gates_10[8];
void make_attention(struct pmpp_case *c);
void golden_attention(struct pmpp_case *c);
void update_attention(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

#endif
