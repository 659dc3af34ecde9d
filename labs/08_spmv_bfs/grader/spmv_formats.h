// Lab 08's converters: compressed sparse rows into the other formats of the contract, on the host.
#ifndef LAB_08_SPMV_FORMATS_H
#define LAB_08_SPMV_FORMATS_H

#include "csr.h"

int64_t csr_length(const struct csr *m, int64_t row);
// The longest row's length: the width of ELLPACK, the number of jagged diagonals.
int64_t csr_longest(const struct csr *m);
// The width of the hybrid format's ELLPACK part: the largest that at least a third of the rows fill. (Bell and Garland,
// Implementing sparse matrix-vector multiplication on throughput-oriented processors, SC 2009.)
int64_t hyb_width(const struct csr *m);
// Nonzeros that lie behind the first `skip` of their row.
int64_t coo_count(const struct csr *m, int64_t skip);
// Coordinates of those: coo_count(m, skip) elements of each array.
void coo_fill(const struct csr *m, int64_t skip, int32_t *row, int32_t *column, float *value);
// ELLPACK of the first `width` nonzeros of each row: width * rows elements of both arrays. Padding has column -1, and NaN
// for a value, so that whoever uses it notices.
void ell_fill(const struct csr *m, int64_t width, int32_t *column, float *value);
// Jagged diagonals: start has csr_longest(m) + 1 elements, permutation one for each row. Rows of one length keep their
// order.
void jds_fill(const struct csr *m, int32_t *start, int32_t *permutation, int32_t *column, float *value);

#endif
