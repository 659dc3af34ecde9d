// expect: wrong 7_look_back
// fault: [order] publishes the tile's own sum as if it were the sum of everything up to its end.
#define INCLUSIVE_TOO_EARLY
#include "classic_look_back.cuh"
