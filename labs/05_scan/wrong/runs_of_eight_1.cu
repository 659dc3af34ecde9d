// expect: inefficient 1_hillis_steele threads on emu
// fault: 64 threads scan runs of eight elements one by one, and add the sums of the runs in front.
#define AS_HILLIS_STEELE
#include "runs_of_eight.cuh"
