// expect: inefficient 1_hillis_steele warp_balance on emu
// fault: one warp scans 32 rows of 16 elements; the 15 others only load and store.
#define TASK scan_1_hillis_steele
#include "rows_of_16.cuh"
