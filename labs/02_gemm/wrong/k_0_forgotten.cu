// expect: wrong 2_coalesced
// fault: nothing is done for k = 0, although C = beta C then.
#include "gemm.h"
#define gemm_2_coalesced reference
#include "../solution.cu"
#undef gemm_2_coalesced
#include "parts.h"

int gemm_2_coalesced(PARAMETERS(float)) {
  if (k == 0) return 0;
  return reference(ARGUMENTS);
}
