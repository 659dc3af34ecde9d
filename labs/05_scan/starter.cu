#include "scan.h"
int scan_1_hillis_steele(const float *, int64_t, float *) { return PMPP_TODO; }
