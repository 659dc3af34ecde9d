// Lab 08's converters; spmv_formats.h says what each one gives.
#include "spmv_formats.h"
#include "base/parallel.h"
#include <math.h>
#include <stdlib.h>

int64_t csr_length(const struct csr *m, int64_t row) {
  return m->offset[row + 1] - m->offset[row];
}

int64_t csr_longest(const struct csr *m) {
  int64_t longest = 0;
  for (int64_t r = 0; r < m->rows; r++)
    if (csr_length(m, r) > longest) longest = csr_length(m, r);
  return longest;
}

// count[l] becomes the number of rows of length l; csr_longest(m) + 1 elements, for the caller to free.
static int64_t *csr_count_lengths(const struct csr *m) {
  int64_t *count = csr_room(csr_longest(m) + 1, sizeof *count);
  for (int64_t r = 0; r < m->rows; r++) count[csr_length(m, r)]++;
  return count;
}

int64_t hyb_width(const struct csr *m) {
  int64_t *count = csr_count_lengths(m), width = csr_longest(m), filled = m->rows ? count[width] : 0;
  while (width > 0 && 3 * filled < m->rows) filled += count[--width];
  free(count);
  return width;
}

int64_t coo_count(const struct csr *m, int64_t skip) {
  int64_t n = 0;
  for (int64_t r = 0; r < m->rows; r++)
    if (csr_length(m, r) > skip) n += csr_length(m, r) - skip;
  return n;
}

void coo_fill(const struct csr *m, int64_t skip, int32_t *row, int32_t *column, float *value) {
  int64_t n = 0;
  for (int64_t r = 0; r < m->rows; r++)
    for (int64_t k = m->offset[r] + skip; k < m->offset[r + 1]; k++, n++) {
      row[n] = (int32_t)r;
      column[n] = m->column[k];
      value[n] = m->value[k];
    }
}

struct ell {
  const struct csr *m;
  int32_t *column;
  float *value;
};

static void ell_part(void *context, int64_t begin, int64_t end) {
  const struct ell *e = context;
  const struct csr *m = e->m;
  for (int64_t j = begin; j < end; j++)
    for (int64_t r = 0; r < m->rows; r++) {
      int64_t k = m->offset[r] + j, place = j * m->rows + r;
      bool filled = k < m->offset[r + 1];
      e->column[place] = filled ? m->column[k] : -1;
      e->value[place] = filled ? m->value[k] : NAN;
    }
}

void ell_fill(const struct csr *m, int64_t width, int32_t *column, float *value) {
  int64_t grain = m->rows ? (1 << 20) / m->rows + 1 : 1;
  parallel_for(width, grain, ell_part, &(struct ell){m, column, value});
}

void jds_fill(const struct csr *m, int32_t *start, int32_t *permutation, int32_t *column, float *value) {
  int64_t width = csr_longest(m), *count = csr_count_lengths(m), before = 0;
  for (int64_t length = width; length >= 0; length--) {
    int64_t rows = count[length];
    count[length] = before;
    before += rows;
  }
  for (int64_t r = 0; r < m->rows; r++) permutation[count[csr_length(m, r)]++] = (int32_t)r;
  free(count);

  int64_t n = 0;
  start[0] = 0;
  for (int64_t j = 0; j < width; j++) {
    for (int64_t i = 0; i < m->rows && csr_length(m, permutation[i]) > j; i++, n++) {
      column[n] = m->column[m->offset[permutation[i]] + j];
      value[n] = m->value[m->offset[permutation[i]] + j];
    }
    start[j + 1] = (int32_t)n;
  }
}
