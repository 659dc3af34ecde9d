// Tasks 6 and 7, linear layers: cases and inputs.
#include "parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t batch_of(const struct pmpp_case *c) {
  return c->spec->size[BATCH];
}

int64_t inputs_of(const struct pmpp_case *c) {
  return c->spec->size[INPUTS];
}

int64_t outputs_of(const struct pmpp_case *c) {
  return c->spec->size[OUTPUTS];
}

int activation_of(const struct pmpp_case *c) {
  return (int)(c->spec->size[LAYER_KIND] % 4);
}

int products_of(const struct pmpp_case *c) {
  return activation_of(c) == DNN_SWIGLU ? 2 : 1;
}

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };

// ---- task 6: cases ----------------------------------------------------------------------------------------
#define LAYER(label, batch, inputs, outputs, activation, shift, variant, where)                              \
  { label, {batch, inputs, outputs, shift * 4 + activation}, variant, where }
#define PLAIN(b, i, o)  LAYER(#b " x " #i " x " #o, b, i, o, DNN_NONE, 0, WHOLE, BOTH)
#define GELU(b, i, o)   LAYER(#b " x " #i " x " #o ", GELU", b, i, o, DNN_GELU, 0, REAL, BOTH)
#define SWIGLU(b, i, o) LAYER(#b " x " #i " x " #o ", SwiGLU", b, i, o, DNN_SWIGLU, 0, REAL, BOTH)

const struct pmpp_case_spec linear_cases[] = {
    PLAIN(1, 1, 1),
    PLAIN(2, 3, 5),
    LAYER("3 x 2 x 4, GELU, whole numbers", 3, 2, 4, DNN_GELU, 0, WHOLE, BOTH),
    LAYER("3 x 2 x 4, SwiGLU, whole numbers", 3, 2, 4, DNN_SWIGLU, 0, WHOLE, BOTH),
    PLAIN(1, 100, 70),
    PLAIN(16, 16, 16),
    PLAIN(17, 33, 65),
    PLAIN(65, 63, 66),
    PLAIN(130, 7, 3),
    GELU(1, 40, 1),
    GELU(9, 64, 100),
    SWIGLU(1, 31, 80),
    SWIGLU(67, 40, 70),
    LAYER("5 x 30 x 20, GELU, huge numbers", 5, 30, 20, DNN_GELU, 0, HUGE_ROWS, BOTH),
    LAYER("5 x 30 x 20, SwiGLU, huge numbers", 5, 30, 20, DNN_SWIGLU, 0, HUGE_ROWS, BOTH),
    LAYER("5 x 30 x 20, GELU, tiny numbers", 5, 30, 20, DNN_GELU, 0, SMALL, BOTH),
    LAYER("5 x 30 x 20, GELU, one element of x is NaN", 5, 30, 20, DNN_GELU, 0, WITH_NAN, BOTH),
    LAYER("8 x 64 x 64, begins one element further on", 8, 64, 64, DNN_NONE, 1, WHOLE, BOTH),
    PLAIN(0, 5, 4),
    LAYER("2 x 1000 x 3, GELU", 2, 1000, 3, DNN_GELU, 0, REAL, BOTH),
    LAYER("1100 x 12 x 996, GELU, many tiles", 1100, 12, 996, DNN_GELU, 0, REAL, BOTH),
    LAYER("1100 x 12 x 492, SwiGLU, many tiles", 1100, 12, 492, DNN_SWIGLU, 0, REAL, BOTH),
    LAYER("128 x 256 x 128, GELU", 128, 256, 128, DNN_GELU, 0, REAL, BOTH | PMPP_GATED),
    LAYER("128 x 256 x 128, SwiGLU", 128, 256, 128, DNN_SWIGLU, 0, REAL, BOTH | PMPP_GATED),
    LAYER("4096 x 1024 x 1024, GELU", 4096, 1024, 1024, DNN_GELU, 0, REAL, PMPP_ON_GPU | PMPP_TIMED),
    LAYER("5 x 30 x 20, one element of x is NaN", 5, 30, 20, DNN_NONE, 0, WITH_NAN, BOTH),
    LAYER("5 x 30 x 20, SwiGLU, one element of the first w is NaN", 5, 30, 20, DNN_SWIGLU, 0, WITH_NAN, BOTH),
    LAYER("4194305 x 1 x 1", 4194305, 1, 1, DNN_NONE, 0, WHOLE, PMPP_ON_GPU),
};

// ---- task 6: inputs ---------------------------------------------------------------------------------------
// size: of a tiny or huge element.
static void fill_layer(const struct pmpp_case *c, struct pmpp_buf *b, double size, uint64_t seed) {
  int variant = c->spec->variant;
  bool sized = variant == HUGE_ROWS || variant == SMALL;
  for (int64_t i = 0; i < b->arg.count; i++)
    put(b, i,
        variant == WHOLE ? (float)(pmpp_random(&seed) % 7) - 3
        : sized          ? uniform(&seed, -size, size)
                         : uniform(&seed, -1, 1));
}

void make_linear(struct pmpp_case *c) {
  int64_t batch = batch_of(c), inputs = inputs_of(c), outputs = outputs_of(c), p = products_of(c);
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, batch * inputs);
  struct pmpp_buf *w = pmpp_add(c, "w", PMPP_IN, PMPP_F32, p * inputs * outputs);
  struct pmpp_buf *b = pmpp_add(c, "b", PMPP_IN, PMPP_F32, p * outputs);
  struct pmpp_buf *y = pmpp_add(c, "y", PMPP_OUT, PMPP_F32, batch * outputs);
  x->columns = inputs;
  w->columns = y->columns = outputs;
  for (int i = 0; i < c->n_bufs; i++)
    c->buf[i].arg.misalign = (uint32_t)(4 * (c->spec->size[LAYER_KIND] / 4));
  for (int i = 0; i < 3; i++) c->param[i] = c->spec->size[i];
  c->param[3] = activation_of(c);
  c->floor_bytes = 4.0 * (double)(x->arg.count + w->arg.count + b->arg.count + y->arg.count);
  c->floor_ops = 2.0 * (double)(p * batch * inputs) * (double)outputs;
  bool huge = c->spec->variant == HUGE_ROWS;
  fill_layer(c, x, huge ? 0x1p35 : 0x1p-60, c->seed);
  fill_layer(c, w, huge ? 0x1p20 : 0x1p-60, c->seed + 1);
  fill_layer(c, b, huge ? 0x1p50 : 0x1p-120, c->seed + 2);
  bool of_w = activation_of(c) == DNN_SWIGLU;
  if (c->spec->variant == WITH_NAN && of_w) put(w, inputs / 3 * outputs + outputs / 2, NAN);
  if (c->spec->variant == WITH_NAN && !of_w) put(x, batch / 2 * inputs + inputs / 3, NAN);
}

// ---- task 7: cases ----------------------------------------------------------------------------------------
#define BACKWARD(label, batch, inputs, outputs, shift, variant, where)                                       \
  { label, {batch, inputs, outputs, shift}, variant, where }
#define OF(b, i, o, variant) BACKWARD(#b " x " #i " x " #o, b, i, o, 0, variant, BOTH)

const struct pmpp_case_spec backward_cases[] = {
    OF(1, 1, 1, WHOLE),
    OF(2, 3, 5, WHOLE),
    OF(3, 4, 4, WHOLE),
    OF(1, 100, 70, WHOLE),
    OF(16, 16, 16, WHOLE),
    OF(17, 33, 65, WHOLE),
    OF(65, 63, 66, WHOLE),
    OF(500, 3, 2, WHOLE),
    BACKWARD("20 x 9 x 7, gradients below 2^-30, scale 2^16", 20, 9, 7, 0, SMALL, BOTH),
    BACKWARD("20 x 9 x 7, x up to 65504", 20, 9, 7, 0, HUGE_ROWS, BOTH),
    BACKWARD("20 x 9 x 7, dx above 65504", 20, 9, 7, 0, LARGE, BOTH),
    BACKWARD("20 x 9 x 7, one element of dy is infinite", 20, 9, 7, 0, WITH_INF, BOTH),
    OF(70, 40, 66, REAL),
    BACKWARD("8 x 64 x 64, begins one element further on", 8, 64, 64, 1, WHOLE, BOTH),
    OF(0, 9, 70, WHOLE),
    OF(1000, 20, 3, REAL),
    BACKWARD("1100 x 504 x 72, many tiles", 1100, 504, 72, 0, REAL, BOTH),
    BACKWARD("128 x 128 x 128", 128, 128, 128, 0, REAL, BOTH | PMPP_GATED),
    BACKWARD("4096 x 512 x 512", 4096, 512, 512, 0, REAL, PMPP_ON_GPU | PMPP_TIMED),
    BACKWARD("20 x 9 x 7, gradients below 2^-40, scale 2^26", 20, 9, 7, 0, UPSCALED, BOTH),
    BACKWARD("20 x 9 x 7, scale 1/8", 20, 9, 7, 0, DOWNSCALED, BOTH),
};

// ---- task 7: inputs ---------------------------------------------------------------------------------------
static void fill_halves(const struct pmpp_case *c, struct pmpp_buf *b, double size, uint64_t seed) {
  bool whole = c->spec->variant == WHOLE || c->spec->variant == LARGE || c->spec->variant == WITH_INF ||
               c->spec->variant == DOWNSCALED;
  for (int64_t i = 0; i < b->arg.count; i++)
    put(b, i, whole ? (float)(size * ((double)(pmpp_random(&seed) % 7) - 3)) : uniform(&seed, -size, size));
}

void make_backward(struct pmpp_case *c) {
  int64_t batch = batch_of(c), inputs = inputs_of(c), outputs = outputs_of(c);
  int variant = c->spec->variant;
  bool small = variant == SMALL || variant == HUGE_ROWS || variant == UPSCALED;
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F16, batch * inputs);
  struct pmpp_buf *w = pmpp_add(c, "w", PMPP_IN, PMPP_F16, inputs * outputs);
  struct pmpp_buf *dy = pmpp_add(c, "dy", PMPP_IN, PMPP_F16, batch * outputs);
  struct pmpp_buf *dx = pmpp_add(c, "dx", PMPP_OUT, PMPP_F16, batch * inputs);
  struct pmpp_buf *dw = pmpp_add(c, "dw", PMPP_OUT, PMPP_F32, inputs * outputs);
  struct pmpp_buf *db = pmpp_add(c, "db", PMPP_OUT, PMPP_F32, outputs);
  x->columns = dx->columns = inputs;
  w->columns = dy->columns = dw->columns = outputs;
  for (int i = 0; i < c->n_bufs; i++)
    c->buf[i].arg.misalign = (uint32_t)(c->spec->size[LAYER_KIND] * pmpp_type_size(c->buf[i].arg.type));
  for (int i = 0; i < 3; i++) c->param[i] = c->spec->size[i];
  c->real[0] = variant == UPSCALED     ? 0x1p26
               : variant == DOWNSCALED ? 0.125
               : small                 ? 65536
               : variant == REAL       ? 1024
                                       : 8;
  c->floor_bytes = 2.0 * (double)(2 * x->arg.count + w->arg.count + dy->arg.count) +
                   4.0 * (double)(dw->arg.count + db->arg.count);
  c->floor_ops = 4.0 * (double)(batch * inputs) * (double)outputs;
  fill_halves(c, x, variant == HUGE_ROWS ? 65504 : 1, c->seed);
  fill_halves(c, w, 1, c->seed + 1);
  fill_halves(c, dy, small ? 0x1p-14 : variant == LARGE ? 8192 : 1, c->seed + 2);
  if (variant == WITH_INF) put(dy, batch / 2 * outputs + outputs / 3, INFINITY);
}

// ---- orders -----------------------------------------------------------------------------------------------

// Element i becomes what was element from(i, ...) before.
static void permute(struct pmpp_buf *b, int64_t n, int64_t rows, int64_t columns,
                    int64_t (*from)(int64_t i, int64_t n, int64_t rows, int64_t columns)) {
  size_t size = pmpp_type_size(b->arg.type), bytes = (size_t)b->arg.count * size;
  char *old = malloc(bytes + 1), *to = b->data;
  if (!old) abort();
  memcpy(old, b->data, bytes);
  for (int64_t i = 0; i < n * rows * columns; i++)
    memcpy(to + (size_t)i * size, old + (size_t)from(i, n, rows, columns) * size, size);
  free(old);
}

static int64_t turned(int64_t i, int64_t n, int64_t rows, int64_t columns) {
  (void)n;
  int64_t within = i % (rows * columns);
  return i - within + within % columns * rows + within / columns;
}

static int64_t beside(int64_t i, int64_t n, int64_t rows, int64_t columns) {
  int64_t matrix = i / (rows * columns), row = i / columns % rows;
  return (row * n + matrix) * columns + i % columns;
}

void reorder(struct pmpp_buf *b, int64_t n, int64_t rows, int64_t columns) {
  permute(b, n, rows, columns, turned);
}

void interleave(struct pmpp_buf *b, int64_t rows, int64_t columns, int64_t n) {
  permute(b, n, rows, columns, beside);
}
