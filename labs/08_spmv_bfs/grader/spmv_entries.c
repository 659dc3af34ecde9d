// Lab 08's way back from a case's buffers, in any format, to the nonzeros that they hold.
#include "spmv.h"

// Which row of CSR nonzero k is in, or which jagged diagonal: the last whose start is not behind k.
static int64_t spmv_holder(const int32_t *start, int64_t n, int64_t k) {
  int64_t low = 0, high = n - 1;
  while (low < high) {
    int64_t middle = (low + high + 1) / 2;
    if (start[middle] <= k)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

const int32_t *spmv_ints(const struct pmpp_case *c, int arg) {
  return c->buf[arg].data;
}

struct spmv_entry spmv_at(const struct pmpp_case *c, int arg, int64_t k) {
  struct spmv_entry e = {-1, -1, 0};
  int64_t rows = c->param[SPMV_ROWS], width = c->param[SPMV_WIDTH];
  if (arg >= c->param[SPMV_X] || c->buf[arg].arg.type != PMPP_F32) return e;
  e.value = ((const float *)c->buf[arg].data)[k];
  e.column = spmv_ints(c, arg - 1)[k];
  switch ((enum spmv_format)c->param[SPMV_FORMAT]) {
  case COO:
    e.row = spmv_ints(c, COO_ROW)[k];
    break;
  case CSR:
    e.row = spmv_holder(spmv_ints(c, CSR_OFFSET), rows + 1, k);
    break;
  case JDS: {
    const int32_t *start = spmv_ints(c, JDS_START);
    e.row = spmv_ints(c, JDS_PERMUTATION)[k - start[spmv_holder(start, width + 1, k)]];
    break;
  }
  case ELL:
  case HYB:
    e.row = arg == HYB_REST_VALUE ? spmv_ints(c, HYB_REST_ROW)[k] : e.column < 0 ? -1 : k % rows;
    break;
  }
  return e;
}
