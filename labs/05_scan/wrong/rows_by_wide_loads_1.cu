// expect: inefficient 1_hillis_steele shared_load_bytes on emu
// fault: each thread adds up its row's words before it, four a load, and the sums of the rows before.
#include "rows_by_wide_loads.cuh"

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  return scan_rows<false>(in, n, out);
}
