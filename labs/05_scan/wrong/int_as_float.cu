// expect: wrong 7_look_back
// fault: the int function takes its elements for floats.
#include "scan.h"
#define scan_7_look_back     reference
#define scan_7_look_back_int reference_int
#include "../solution.cu"
#undef scan_7_look_back
#undef scan_7_look_back_int

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return reference(in, n, exclusive, scratch, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return reference((const float *)in, n, exclusive, scratch, (float *)out);
}
