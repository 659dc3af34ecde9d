#include "scale.h"
__constant__ float factor = 3;
__device__ float scaled(float x) {
  return x * factor;
}
