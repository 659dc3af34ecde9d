// expect: inefficient 2_kogge_stone warp_balance on emu
// fault: one warp scans 32 rows of 16 elements; the 15 others only load and store.
#define TASK scan_2_kogge_stone
#include "rows_of_16.cuh"
