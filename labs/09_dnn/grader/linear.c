// Task 6: golden results, gates and likely mistakes.
#include "gates.h"
#include "parts.h"
#include "base/parallel.h"
#include <float.h>
#include <math.h>

enum { X, W, B, Y };

static const double U = FLT_EPSILON / 2;

// ---- golden results ---------------------------------------------------------------------------------------

static double normal_part(double z) { // of the normal distribution, what lies below z
  return erfc(-z * sqrt(0.5)) / 2;
}

static double sigmoid(double u) {
  return 1 / (1 + exp(-u));
}

// y, from a product or two without their biases.
typedef double epilogue(int activation, const double *sum, const double *bias);

static double right(int activation, const double *sum, const double *bias) {
  double z = sum[0] + bias[0];
  if (activation == DNN_SWIGLU) return z * sigmoid(z) * (sum[1] + bias[1]);
  return activation == DNN_GELU ? z * normal_part(z) : z;
}

// Let z be a product and its bias, p the k + 1 terms, and their signs random: z is off by 16 sqrt(k + 1) U sqrt(sum p^2), as in
// lab 02 (Higham and Mary, SIAM J. Sci. Comput. 41, 2019, with lambda = 4). Where the terms are whole numbers whose sizes
// add up to less than 2^24, z is exact. GELU's slope is at most 1.13, and 1 + erf is off by 6 roundings: 2 units in the last
// place of erff, the argument's, the addition's; they are relative to |z| / 2, because 1 + erf may be nearly 0. SiLU's slope is
// at most 1.1; an exponential is off by 2 units and 1.17 |u| where it is __expf, and it counts by the part 1 - sigmoid(u) that it
// has of 1 + exp(-u).
static double bound(int activation, const double *z, const double *error) {
  if (activation == DNN_NONE) return error[0] + FLT_MIN;
  if (activation == DNN_GELU) return 1.13 * error[0] + 8 * U * fabs(z[0]) + FLT_MIN;
  double silu = z[0] * sigmoid(z[0]), u = fabs(z[0]);
  double off = 1.1 * error[0] + (8 + 3 * u * sigmoid(-z[0])) * U * fabs(silu) + u * FLT_MIN;
  return off * fabs(z[1]) + (fabs(silu) + off) * error[1] + 2 * U * fabs(silu * z[1]) + FLT_MIN;
}

static void element(struct pmpp_case *c, int64_t r, int64_t j, epilogue *of) {
  int64_t k = inputs_of(c), n = outputs_of(c);
  const float *x = (const float *)c->buf[X].data + r * k, *w = c->buf[W].data, *b = c->buf[B].data;
  double sum[2] = {0}, bias[2] = {0}, z[2] = {0}, error[2] = {0};
  for (int p = 0; p < products_of(c); p++) {
    bias[p] = b[p * n + j];
    double sizes = fabs(bias[p]), squares = bias[p] * bias[p];
    for (int64_t l = 0; l < k; l++) {
      double term = (double)x[l] * w[(p * k + l) * n + j];
      sum[p] += term, sizes += fabs(term), squares += term * term;
    }
    z[p] = sum[p] + bias[p];
    bool exact = (c->spec->variant == WHOLE && sizes < 0x1p24) || isnan(z[p]);
    error[p] = exact ? 0 : 16 * sqrt((double)k + 1) * U * sqrt(squares);
  }
  int64_t at = r * n + j;
  ((double *)c->buf[Y].golden)[at] = of(activation_of(c), sum, bias);
  pmpp_bounds(&c->buf[Y])[at] = isnan(z[0] + z[1]) ? 0 : 1.01 * bound(activation_of(c), z, error);
}

struct elements {
  struct pmpp_case *c;
  epilogue *of;
};

static void some_columns(void *context, int64_t begin, int64_t end) {
  const struct elements *e = context;
  for (int64_t j = begin; j < end; j++)
    for (int64_t r = 0; r < batch_of(e->c); r++) element(e->c, r, j, e->of);
}

static void all_elements(struct pmpp_case *c, epilogue *of) {
  pmpp_bounds(&c->buf[Y]);
  parallel_for(outputs_of(c), 64, some_columns, &(struct elements){c, of});
}

void golden_linear(struct pmpp_case *c) {
  c->buf[Y].bound_text =
      c->spec->variant == WHOLE
          ? "the product is exact; 8 roundings of the activation"
          : "16 sqrt(inputs + 1) 2^-24 sqrt(sum (x w)^2), and 8 roundings of the activation";
  all_elements(c, right);
}

void update_linear(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  int64_t k = inputs_of(c), n = outputs_of(c);
  for (int64_t j = 0; j < n && arg == X; j++) element(c, i / k, j, right);
}

// ---- gates ------------------------------------------------------------------------------------------------

// Both gated cases are multiples of the tile.
static double inputs_once(const struct pmpp_case *c) {
  return c->floor_bytes - 4.0 * (double)c->buf[Y].arg.count;
}

static double y_once(const struct pmpp_case *c) {
  return 1.02 * 4 * (double)c->buf[Y].arg.count;
}

static double biases(const struct pmpp_case *c) {
  return 4.0 * products_of(c) * (double)c->buf[Y].arg.count;
}

static double tiles_of_16(const struct pmpp_case *c) {
  return 8 * c->floor_ops / 2 / 16 + biases(c);
}

static double x_for_both(const struct pmpp_case *c) {
  double product = c->floor_ops / 2 / products_of(c);
  return 1.02 * 4 * (products_of(c) + 1) * product / 64 + biases(c);
}

const struct pmpp_gate gates_6[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, inputs_once, 0,
     "x, w and b once: the kernels themselves read them",
     "the kernels do not read the inputs: let them compute the result, not the host"},
    {EMU_global_load_bytes, PMPP_AT_MOST, tiles_of_16, 0,
     "8 m / 16 for m products, and a bias for each element: a tile of 16 x 16 or larger",
     "use the given tile: an element that a block loads into shared memory serves 64 products"},
    {EMU_global_store_bytes, PMPP_AT_MOST, y_once, 0, "1.02 x 4 for each element of y: it is stored once",
     "add the bias and apply the activation to the sums in registers, before they are stored"},
    {EMU_global_load_bytes, PMPP_AT_MOST, x_for_both, 0,
     "1.02 x 4 (p + 1) m / 64 for p products of m, and a bias for each element: tiles of 64, x once for all "
     "p",
     "load x's part once, multiply it by the parts of both matrices, and keep two sets of sums",
     "x loaded once for both products", 3},
};

// ---- mistakes ---------------------------------------------------------------------------------------------

static double no_bias(int activation, const double *sum, const double *bias) {
  const double none[2] = {0};
  (void)bias;
  return right(activation, sum, none);
}

static double bias_last(int activation, const double *sum, const double *bias) {
  return no_bias(activation, sum, bias) + bias[0];
}

static double no_activation(int activation, const double *sum, const double *bias) {
  (void)activation;
  return sum[0] + bias[0];
}

static double by_tanh(int activation, const double *sum, const double *bias) {
  double z = sum[0] + bias[0];
  if (activation != DNN_GELU) return right(activation, sum, bias);
  return z / 2 * (1 + tanh(0.7978845608 * (z + 0.044715 * z * z * z)));
}

static double no_root(int activation, const double *sum, const double *bias) {
  double z = sum[0] + bias[0];
  return activation == DNN_GELU ? z / 2 * erfc(-z) : right(activation, sum, bias);
}

static double no_factor(int activation, const double *sum, const double *bias) {
  double z = sum[0] + bias[0];
  return activation == DNN_SWIGLU ? sigmoid(z) * (sum[1] + bias[1]) : right(activation, sum, bias);
}

static double exchanged(int activation, const double *sum, const double *bias) {
  const double s[2] = {sum[1], sum[0]}, b[2] = {bias[1], bias[0]};
  return activation == DNN_SWIGLU ? right(activation, s, b) : right(activation, sum, bias);
}

#define MISTAKE(name)                                                                                        \
  static void golden_##name(struct pmpp_case *c) {                                                           \
    all_elements(c, name);                                                                                   \
  }
MISTAKE(no_bias)
MISTAKE(bias_last)
MISTAKE(no_activation)
MISTAKE(by_tanh)
MISTAKE(no_root)
MISTAKE(no_factor)
MISTAKE(exchanged)

static void golden_transposed(struct pmpp_case *c) {
  reorder(&c->buf[W], products_of(c), outputs_of(c), inputs_of(c));
  golden_linear(c);
}

static void golden_beside(struct pmpp_case *c) {
  interleave(&c->buf[W], inputs_of(c), outputs_of(c), products_of(c));
  golden_linear(c);
}

static void golden_whole_parts(struct pmpp_case *c) {
  int64_t k = inputs_of(c);
  for (int64_t i = 0; i < c->buf[X].arg.count; i++)
    if (i % k >= k / 16 * 16) put(&c->buf[X], i, 0);
  golden_linear(c);
}

const struct pmpp_mistake linear_mistakes[10] = {
    {"the bias is left out: z is the product plus b[j]", golden_no_bias},
    {"the bias is added after the activation: it belongs to z", golden_bias_last},
    {"the activation is left out", golden_no_activation},
    {"this is GELU by tanh, an approximation: use erff(z / sqrt(2))", golden_by_tanh},
    {"GELU's erf has the argument z / sqrt(2), not z", golden_no_root},
    {"the last inputs are left out, where they do not fill a part of 16: go on while l < inputs",
     golden_whole_parts},
    {"the second w lies behind the first, not beside it: its index begins at inputs * outputs",
     golden_beside},
    {"SwiGLU's first factor is u / (1 + exp(-u)), not 1 / (1 + exp(-u))", golden_no_factor},
    {"SwiGLU's two layers are exchanged: the first one goes through u / (1 + exp(-u))", golden_exchanged},
    {"w is read transposed: w[l][j] is element l * outputs + j", golden_transposed},
};
