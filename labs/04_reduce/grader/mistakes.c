// Lab 04's likely mistakes that are no sum of some of the elements, and what comes of them.
#include "parts.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, ARRAY = 0 };

// Pass after pass, as kernels with blocks of 256 threads make it: in floats, for what is added too often grows beyond 2^24.
static void halves(struct pmpp_case *c, int next(int stride)) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  int64_t n = c->buf[ARRAY].arg.count;
  golden(c);
  if (out->arg.type != PMPP_F32 || n == 0) return;
  float *x = must_alloc((size_t)n * sizeof *x), s[BLOCK];
  memcpy(x, c->buf[ARRAY].data, (size_t)n * sizeof *x);
  for (bool again = true; again; again = n > 1) {
    int64_t blocks = (n + BLOCK - 1) / BLOCK;
    for (int64_t b = 0; b < blocks; b++) {
      for (int t = 0; t < BLOCK; t++) s[t] = b * BLOCK + t < n ? x[b * BLOCK + t] : 0;
      for (int stride = BLOCK / 2; stride > 0; stride = next(stride))
        for (int t = 0; t < stride; t++) s[t] += s[t + stride];
      x[b] = s[0];
    }
    n = blocks;
  }
  *(double *)out->golden = x[0];
  free(x);
}

static int two_less(int stride) {
  return stride - 2;
}
static int one_less(int stride) {
  return stride - 1;
}

static void strides_by_two(struct pmpp_case *c) {
  halves(c, two_less);
}
static void strides_by_one(struct pmpp_case *c) {
  halves(c, one_less);
}

const struct pmpp_mistake sequential_mistakes[2] = {
    {"the stride becomes 2 less from step to step: it halves, 128, 64, 32, ..., 1", strides_by_two},
    {"the stride becomes 1 less from step to step: it halves, 128, 64, 32, ..., 1", strides_by_one},
};
