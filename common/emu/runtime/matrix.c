// Tensor-core products: a warp's fragments put together, multiplied and taken apart again.
#include "runtime/warp_op.h"
#include "check/precision.h"
#include "runtime/small_format.h"
#include "include/emu_matrix.h"
#include "include/emu_warp_ops.h"
#include <math.h>
#include <string.h>

enum { SIDE = 32 }; // the longest side of a fragment

// Where element i of lane l's share lies.
static void place(const struct emu_fragment *f, int lane, int i, int *row, int *column) {
  int blocks = (f->columns ? f->rows : f->columns_count) / 8, pair = i / 2;
  int across = lane / 4 + 8 * (pair / blocks), along = 2 * (lane % 4) + 8 * (pair % blocks) + i % 2;
  *row = f->columns ? along : across;
  *column = f->columns ? across : along;
}

static float get(const struct emu_fragment *f, int i) {
  uint16_t h;
  uint32_t w;
  float v;
  switch (f->element) {
  case EMU_HALF:
    memcpy(&h, (const char *)f->x + 2 * i, 2);
    return widen_half(h);
  case EMU_BFLOAT16:
    memcpy(&h, (const char *)f->x + 2 * i, 2);
    return widen_bfloat16(h);
  case EMU_TF32: // the hardware looks at 10 fraction bits only
    memcpy(&w, (const char *)f->x + 4 * i, 4);
    w &= ~0x1fffu;
    memcpy(&v, &w, 4);
    return v;
  default:
    memcpy(&v, (const char *)f->x + 4 * i, 4);
    return v;
  }
}

static void put(const struct emu_fragment *f, int i, float v) {
  uint16_t h = f->element == EMU_HALF ? narrow(v, 10, 15, TO_NEAREST) : 0;
  if (f->element == EMU_HALF)
    memcpy((char *)f->x + 2 * i, &h, 2);
  else
    memcpy((char *)f->x + 4 * i, &v, 4);
}

static void gather(const struct emu_fragment *f, int lane, float m[SIDE][SIDE]) {
  for (int i = 0; i < f->rows * f->columns_count / WARP; i++) {
    int row, column;
    place(f, lane, i, &row, &column);
    m[row][column] = get(f, i);
  }
}

static int32_t get_whole(const struct emu_fragment *f, int i) {
  int32_t v;
  if (f->element == EMU_INT8) return ((const int8_t *)f->x)[i];
  if (f->element == EMU_UINT8) return ((const uint8_t *)f->x)[i];
  memcpy(&v, (const char *)f->x + 4 * i, 4);
  return v;
}

static void gather_whole(const struct emu_fragment *f, int lane, int32_t m[SIDE][SIDE]) {
  for (int i = 0; i < f->rows * f->columns_count / WARP; i++) {
    int row, column;
    place(f, lane, i, &row, &column);
    m[row][column] = get_whole(f, i);
  }
}

static const struct emu_matrix_product *product_of(const struct thread *t) {
  return (const struct emu_matrix_product *)t->op_value;
}

static int32_t whole_sum(int64_t sum, bool saturates) {
  if (saturates && sum > INT32_MAX) return INT32_MAX;
  if (saturates && sum < INT32_MIN) return INT32_MIN;
  return (int32_t)(uint32_t)(uint64_t)sum; // wraps around
}

static void count_squares(double sum) {
  if (sum < 0x1p62)
    M.counters->v[EMU_tensor_squares] += (uint64_t)llround(sum); // not of infinite ones, or NaN
}

// Each element of a's column k meets each of b's row k.
#define SUM_SQUARES(sum, p, a, b)                                                                            \
  for (int k = 0; k < (p)->b.rows; k++) {                                                                    \
    double column = 0, row = 0;                                                                              \
    for (int i = 0; i < (p)->a.rows; i++) column += (double)a[i][k] * a[i][k];                               \
    for (int j = 0; j < (p)->b.columns_count; j++) row += (double)b[k][j] * b[k][j];                         \
    sum += column * row;                                                                                     \
  }

static void multiply_whole(struct thread *lanes) {
  int32_t a[SIDE][SIDE], b[SIDE][SIDE], sum[SIDE][SIDE];
  for (int l = 0; l < WARP; l++) {
    gather_whole(&product_of(&lanes[l])->a, l, a);
    gather_whole(&product_of(&lanes[l])->b, l, b);
    gather_whole(&product_of(&lanes[l])->c, l, sum);
  }
  const struct emu_matrix_product *p = product_of(&lanes[0]);
  double squares = 0;
  SUM_SQUARES(squares, p, a, b)
  count_squares(squares);
  for (int i = 0; i < p->a.rows; i++)
    for (int j = 0; j < p->b.columns_count; j++) {
      int64_t all = sum[i][j];
      for (int k = 0; k < p->b.rows; k++) all += a[i][k] * b[k][j];
      sum[i][j] = whole_sum(all, p->saturates);
    }
  for (int l = 0; l < WARP; l++) {
    const struct emu_fragment *d = &product_of(&lanes[l])->d;
    for (int i = 0; i < d->rows * d->columns_count / WARP; i++) {
      int row, column;
      place(d, l, i, &row, &column);
      memcpy((char *)d->x + 4 * i, &sum[row][column], 4);
    }
  }
}

void matrix_multiply(struct thread *lanes, uint32_t group) {
  float a[SIDE][SIDE], b[SIDE][SIDE], sum[SIDE][SIDE];
  if (group != 0xffffffffu) return; // reported
  const struct emu_matrix_product *p = product_of(&lanes[0]);
  M.counters->v[EMU_tensor_ops] += 2ull * (uint64_t)(p->a.rows * p->b.rows * p->b.columns_count);
  if (p->d.element == EMU_INT32) {
    multiply_whole(lanes);
    return;
  }
  for (int l = 0; l < WARP; l++) {
    gather(&product_of(&lanes[l])->a, l, a);
    gather(&product_of(&lanes[l])->b, l, b);
    gather(&product_of(&lanes[l])->c, l, sum);
  }
  double squares = 0;
  SUM_SQUARES(squares, p, a, b)
  count_squares(squares);
  for (int i = 0; i < p->a.rows; i++)
    for (int k = 0; k < p->b.rows; k++)
      for (int j = 0; j < p->b.columns_count; j++) sum[i][j] = fmaf(a[i][k], b[k][j], sum[i][j]);
  for (int l = 0; l < WARP; l++) {
    const struct emu_fragment *d = &product_of(&lanes[l])->d;
    for (int i = 0; i < d->rows * d->columns_count / WARP; i++) {
      int row, column;
      place(d, l, i, &row, &column);
      put(d, i, sum[row][column]);
      if (d->element == EMU_HALF) precision_matrix(&lanes[l], sum[row][column]);
    }
  }
}

static struct emu_matrix_rows *rows_of(const struct thread *t) {
  return (struct emu_matrix_rows *)t->op_value;
}

void matrix_deal(struct thread *lanes, uint32_t group) {
  if (group != 0xffffffffu) return; // reported
  for (int l = 0; l < WARP; l++) {
    struct emu_matrix_rows *to = rows_of(&lanes[l]);
    for (int i = 0; i < to->matrices; i++)
      for (int e = 0; e < 2; e++) {
        int across = l / 4, along = 2 * (l % 4) + e, row = to->transposed ? along : across;
        memcpy((char *)&to->out[i] + 2 * e,
               (const char *)rows_of(&lanes[8 * i + row])->row + 2 * (to->transposed ? across : along), 2);
      }
  }
}
