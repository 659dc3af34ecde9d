// The contract of a lab that only the grader's tests know.
#ifndef TOY_H
#define TOY_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

// y[i] = 2 x[i] for the n elements of x; device pointers. Returns 0 or a cudaError_t.
int toy_1_double(const float *x, int64_t n, float *y);

// y[i] = 3 x[i]
int toy_2_triple(const float *x, int64_t n, float *y);

// y[i] = -x[i], the grid no larger than needed
int toy_3_negate(const float *x, int64_t n, float *y);

PMPP_CONTRACT_END

#endif
