// Lab 10's cases: sizes, and where they run.
#include "parts.h"

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU, GATED = PMPP_ON_EMU | PMPP_GATED, MANY = GATED | PMPP_UNLISTED };

// n, chunk
const struct pmpp_case_spec overlap_cases[12] = {
    {"no element", {0, 16}, 0, BOTH},
    {"n=1", {1, 1}, 0, BOTH},
    {"n=5, a chunk of 8", {5, 8}, 0, BOTH},
    {"n=7, chunks of 1", {7, 1}, 0, BOTH},
    {"n=64, chunks of 64", {64, 64}, 0, BOTH},
    {"n=65, chunks of 64", {65, 64}, 0, BOTH},
    {"n=1000, chunks of 333", {1000, 333}, 0, BOTH},
    {"n=3001, chunks of 257", {3001, 257}, 0, BOTH},
    {"n=4096, chunks of 1024", {4096, 1024}, 0, BOTH},
    {"n=20011, chunks of 2048", {20011, 2048}, 0, GATED},
    {"n=2^22+1, chunks of 2^18", {(1 << 22) + 1, 1 << 18}, 0, PMPP_ON_GPU},
    {"n=98003, chunks of 20000", {98003, 20000}, 0, MANY},
};

// rows, columns, steps
const struct pmpp_case_spec boundary_cases[14] = {
    {"1 x 1, 1 step", {1, 1, 1}, 0, BOTH},
    {"1 x 9, 3 steps", {1, 9, 3}, 0, BOTH},
    {"2 x 5, 4 steps", {2, 5, 4}, 0, BOTH},
    {"3 x 7, no step", {3, 7, 0}, 0, BOTH},
    {"3 x 3, 2 steps", {3, 3, 2}, 0, BOTH},
    {"4 x 2, 2 steps: edges alone", {4, 2, 2}, 0, BOTH},
    {"4 x 33, 1 step", {4, 33, 1}, 0, BOTH},
    {"5 x 8, 7 steps", {5, 8, 7}, 0, BOTH},
    {"17 x 65, 5 steps", {17, 65, 5}, 0, BOTH},
    {"6 x 300, 3 steps", {6, 300, 3}, 0, BOTH},
    {"12 x 200, 20 steps", {12, 200, 20}, 0, GATED},
    {"1000 x 1025, 9 steps", {1000, 1025, 9}, 0, PMPP_ON_GPU},
    {"65540 x 3, 2 steps", {65540, 3, 2}, 0, PMPP_ON_GPU},
    {"129 x 130, 3 steps", {129, 130, 3}, 0, MANY},
};
