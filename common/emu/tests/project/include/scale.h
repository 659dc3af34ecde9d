#pragma once
#define ADDED 1.0f
#ifdef __CUDACC__
__device__ float scaled(float x);
extern __constant__ float factor;
#endif
void scale(float *values, int n);
