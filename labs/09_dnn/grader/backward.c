// Task 7: golden results, gates and likely mistakes.
#include "gates.h"
#include "parts.h"
#include "base/parallel.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { X, W, DY, DX, DW, DB };

static const double U = FLT_EPSILON / 2;

// ---- golden results ---------------------------------------------------------------------------------------

// Products of halves are exact in fp32. Let p be a sum's k terms, whose signs are random: it is off by 16 sqrt(k) U sqrt(sum
// p^2) (Higham and Mary, as in lab 02), and by k / 8 2^-23 4 sqrt(sum p^2) more where a tensor core cuts off. Whole numbers:
// every sum below 2^24 is exact.
struct sum {
  double value, error;
};

static struct sum dot(const struct pmpp_case *c, const float *a, int64_t a_step, const float *b,
                      int64_t b_step, int64_t k) {
  double sum = 0, sizes = 0, squares = 0;
  for (int64_t l = 0; l < k; l++) {
    double term = (double)a[l * a_step] * b[l * b_step];
    sum += term, sizes += fabs(term), squares += term * term;
  }
  int variant = c->spec->variant;
  bool whole = variant == WHOLE || variant == LARGE || variant == WITH_INF || variant == DOWNSCALED;
  bool exact = whole && sizes < 0x1p24;
  bool finite = isfinite(sizes);
  return (struct sum){sum, exact || !finite ? 0 : (16 * sqrt((double)k) + (double)k) * U * sqrt(squares)};
}

static void put_float(struct pmpp_buf *b, int64_t i, struct sum s, double factor) {
  ((double *)b->golden)[i] = s.value * factor;
  pmpp_bounds(b)[i] = isfinite(s.value) ? 1.01 * s.error * factor + FLT_MIN : 0;
}

// Half a unit in the last place of a half of this size.
static double half_unit(double size) {
  int exponent;
  frexp(size, &exponent);
  return ldexp(1, (exponent < -13 ? -13 : exponent) - 12);
}

// An exact sum is rounded as it has to be.
static void put_half(struct pmpp_buf *b, int64_t i, struct sum s) {
  bool exact = s.error == 0;
  ((double *)b->golden)[i] = exact ? half_value(to_half((float)s.value)) : s.value;
  pmpp_bounds(b)[i] = exact ? 0 : half_unit(fabs(s.value) + s.error) + 1.01 * s.error;
}

static float *floats(const struct pmpp_buf *b) {
  float *x = malloc((size_t)b->arg.count * sizeof *x + 1);
  if (!x) abort();
  for (int64_t i = 0; i < b->arg.count; i++) x[i] = (float)half_value(((const uint16_t *)b->data)[i]);
  return x;
}

struct backward {
  struct pmpp_case *c;
  const float *x, *w, *dy;
};

static void some_rows_of_dw(void *context, int64_t begin, int64_t end) {
  const struct backward *b = context;
  struct pmpp_case *c = b->c;
  int64_t batch = batch_of(c), inputs = inputs_of(c), outputs = outputs_of(c);
  for (int64_t i = begin; i < end; i++)
    for (int64_t j = 0; j < outputs; j++)
      put_float(&c->buf[DW], i * outputs + j, dot(c, b->x + i, inputs, b->dy + j, outputs, batch),
                1 / c->real[0]);
}

static void some_rows_of_dx(void *context, int64_t begin, int64_t end) {
  const struct backward *b = context;
  struct pmpp_case *c = b->c;
  int64_t inputs = inputs_of(c), outputs = outputs_of(c);
  for (int64_t r = begin; r < end; r++)
    for (int64_t i = 0; i < inputs; i++)
      put_half(&c->buf[DX], r * inputs + i, dot(c, b->dy + r * outputs, 1, b->w + i * outputs, 1, outputs));
}

void golden_backward(struct pmpp_case *c) {
  enum { WORK = 1 << 20 }; // products: enough for a thread
  int64_t batch = batch_of(c), inputs = inputs_of(c), outputs = outputs_of(c);
  float *x = floats(&c->buf[X]), *w = floats(&c->buf[W]), *dy = floats(&c->buf[DY]);
  const float one = 1;
  c->buf[DX].bound_text = "half a unit in the last place of a half, and (16 sqrt(outputs) + outputs) 2^-24 "
                          "sqrt(sum (dy w)^2) unless the sum is exact";
  c->buf[DW].bound_text = c->buf[DB].bound_text =
      "(16 sqrt(batch) + batch) 2^-24 sqrt(sum of the terms' squares) / scale; 0 where the sum is exact";
  for (int b = DX; b <= DB; b++) pmpp_bounds(&c->buf[b]); // before several threads ask for them
  struct backward parts = {c, x, w, dy};
  parallel_for(inputs, WORK / (batch * outputs + 1) + 1, some_rows_of_dw, &parts);
  for (int64_t j = 0; j < outputs; j++)
    put_float(&c->buf[DB], j, dot(c, dy + j, outputs, &one, 0, batch), 1 / c->real[0]);
  parallel_for(batch, WORK / (inputs * outputs + 1) + 1, some_rows_of_dx, &parts);
  free(x), free(w), free(dy);
}

// A sum changes, and with its size the unit of its last place.
static void move_half(struct pmpp_buf *b, int64_t i, double change) {
  double *golden = (double *)b->golden + i, was = fabs(*golden);
  *golden += change;
  pmpp_bounds(b)[i] += half_unit(fabs(*golden)) - half_unit(was);
}

// All sums are linear in each input. Timed cases have no exact sum.
void update_backward(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  int64_t batch = batch_of(c), inputs = inputs_of(c), outputs = outputs_of(c);
  const uint16_t *x = c->buf[X].data, *w = c->buf[W].data, *dy = c->buf[DY].data;
  double *dw = c->buf[DW].golden, *db = c->buf[DB].golden;
  double change = half_value(((const uint16_t *)c->buf[arg].data)[i]) - half_value((uint16_t)old);
  double unscaled = change / c->real[0];
  int64_t row = i / (arg == X ? inputs : outputs), column = i % (arg == X ? inputs : outputs);
  for (int64_t j = 0; j < outputs && arg == X; j++)
    dw[column * outputs + j] += unscaled * half_value(dy[row * outputs + j]);
  for (int64_t r = 0; r < batch && arg == W; r++)
    move_half(&c->buf[DX], r * inputs + row, change * half_value(dy[r * outputs + column]));
  for (int64_t k = 0; k < inputs && arg == DY; k++) {
    dw[k * outputs + column] += unscaled * half_value(x[row * inputs + k]);
    move_half(&c->buf[DX], row * inputs + k, change * half_value(w[k * outputs + column]));
  }
  if (arg == DY) db[column] += unscaled;
}

// ---- gates ------------------------------------------------------------------------------------------------

static double inputs_once(const struct pmpp_case *c) {
  return 2.0 * (double)(c->buf[X].arg.count + c->buf[W].arg.count + c->buf[DY].arg.count);
}

static double outputs_once(const struct pmpp_case *c) {
  return 1.02 *
         (2.0 * (double)c->buf[DX].arg.count + 4.0 * (double)(c->buf[DW].arg.count + c->buf[DB].arg.count));
}

// An element of 2 bytes serves as many products as the tile has lines.
static double tiles_of_16(const struct pmpp_case *c) {
  return 4 * c->floor_ops / 2 / 16 + 2.0 * (double)c->buf[DY].arg.count;
}

static double tiles_of_64(const struct pmpp_case *c) {
  return 1.02 * 4 * c->floor_ops / 2 / 64;
}

static double few_extra_sectors(const struct pmpp_case *c) {
  return 0.05 * tiles_of_16(c) / 32;
}

const struct pmpp_gate gates_7[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, inputs_once, 0,
     "x, w and dy once: the kernels themselves read them",
     "the kernels do not read the inputs: let them compute the result, not the host"},
    {EMU_global_load_bytes, PMPP_AT_MOST, tiles_of_16, 0,
     "4 m / 16 for m products of both, and dy once more: a tile of 16 x 16 or larger",
     "use the given tile for both products: an element that a block loads serves 64 products"},
    {EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors, 0,
     "0.05 of the sectors that tiles of 16 x 16 load: every sector is used whole",
     "neighbouring lanes should load neighbouring elements of a row, whichever operand is transposed"},
    {EMU_global_store_bytes, PMPP_AT_MOST, outputs_once, 0,
     "1.02 x (2 for an element of dx, 4 for one of dw or db): each is stored once",
     "divide by the scale before the sums are stored: a second pass loads and stores dw again"},
    {EMU_global_load_bytes, PMPP_AT_MOST, tiles_of_64, 0,
     "1.02 x 4 m / 64: tiles of 64 x 64 for both products, and nothing for db",
     "dw's product has all of dy in shared memory: add up its columns there", "db on the way", 3},
};

// ---- mistakes ---------------------------------------------------------------------------------------------

static void multiply_golden(struct pmpp_buf *b, double factor) {
  for (int64_t i = 0; i < b->arg.count; i++) ((double *)b->golden)[i] *= factor;
}

static void still_scaled(struct pmpp_case *c) {
  golden_backward(c);
  multiply_golden(&c->buf[DW], c->real[0]);
  multiply_golden(&c->buf[DB], c->real[0]);
}

static void db_still_scaled(struct pmpp_case *c) {
  golden_backward(c);
  multiply_golden(&c->buf[DB], c->real[0]);
}

static void dx_unscaled(struct pmpp_case *c) {
  golden_backward(c);
  multiply_golden(&c->buf[DX], 1 / c->real[0]);
}

static void means(struct pmpp_case *c) {
  golden_backward(c);
  multiply_golden(&c->buf[DW], 1 / (double)batch_of(c));
  multiply_golden(&c->buf[DB], 1 / (double)batch_of(c));
}

static void halves_unscaled(struct pmpp_case *c) {
  double scale = c->real[0];
  golden_backward(c);
  for (int64_t i = 0; i < c->buf[DY].arg.count; i++)
    put(&c->buf[DY], i, (float)(half_value(((uint16_t *)c->buf[DY].data)[i]) / scale));
  c->real[0] = 1;
  double *dx = c->buf[DX].golden, *kept = malloc((size_t)c->buf[DX].arg.count * sizeof *dx + 1);
  if (!kept) abort();
  memcpy(kept, dx, (size_t)c->buf[DX].arg.count * sizeof *dx);
  golden_backward(c);
  memcpy(dx, kept, (size_t)c->buf[DX].arg.count * sizeof *dx);
  free(kept);
}

static void w_as_it_is(struct pmpp_case *c) {
  reorder(&c->buf[W], 1, inputs_of(c), outputs_of(c));
  golden_backward(c);
}

static void dw_transposed(struct pmpp_case *c) {
  golden_backward(c);
  int64_t inputs = inputs_of(c), outputs = outputs_of(c);
  double *dw = c->buf[DW].golden, *turned = malloc((size_t)(inputs * outputs) * sizeof *dw + 1);
  if (!turned) abort();
  for (int64_t i = 0; i < inputs * outputs; i++) turned[i % outputs * inputs + i / outputs] = dw[i];
  memcpy(dw, turned, (size_t)(inputs * outputs) * sizeof *dw);
  free(turned);
}

const struct pmpp_mistake backward_mistakes[7] = {
    {"dw and db still have the loss scale: multiply their sums by 1 / scale, in fp32", still_scaled},
    {"db still has the loss scale: multiply its sums by 1 / scale, as those of dw", db_still_scaled},
    {"dx is without the loss scale: the layer before takes it with the scale", dx_unscaled},
    {"dy or dw is without its scale in a half, where small gradients become 0: divide the fp32 sums by the "
     "scale",
     halves_unscaled},
    {"dw and db are means over the batch: they are sums, for the division by the batch is in dy already",
     means},
    {"w is not transposed for dx: dx[r][i] adds up dy[r][j] w[i][j] over j, and w[i][j] is element i * "
     "outputs + j",
     w_as_it_is},
    {"dw is stored transposed: dw[i][j] is element i * outputs + j", dw_transposed},
};
