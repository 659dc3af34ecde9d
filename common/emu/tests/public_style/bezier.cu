// shows: dynamic parallelism | `cudaMalloc` and `cudaFree` in kernels, children that see what was written before the launch
// compared: H200, CUDA 13.0, 2026-11-24
// Bezier curves: a thread for each curve decides from its curvature how finely it is drawn, and launches a kernel for it.
// options: -rdc=true
// bug: race-global
#include <cstdio>
#include <cuda_runtime.h>

const int CURVES = 40, MOST = 32;

struct Curve {
  float2 control[3];
  float2 *vertex;
  int n;
};

__global__ void points(int which, Curve *curves, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;
  Curve *c = &curves[which];
  float u = (float)i / (float)(n - 1), v = 1.0f - u;
  float b[3] = {v * v, 2.0f * u * v, u * u};
  float2 p = make_float2(0, 0);
  for (int k = 0; k < 3; k++) {
    p.x += b[k] * c->control[k].x;
    p.y += b[k] * c->control[k].y;
  }
  c->vertex[i] = p;
}

__device__ float curvature(const Curve *c) {
  float dx = c->control[1].x - 0.5f * (c->control[0].x + c->control[2].x);
  float dy = c->control[1].y - 0.5f * (c->control[0].y + c->control[2].y);
  return sqrtf(dx * dx + dy * dy);
}

__global__ void lines(Curve *curves, int n) {
  int which = threadIdx.x + blockDim.x * blockIdx.x;
  if (which >= n) return;
  Curve *c = &curves[which];
  c->n = min(max((int)(curvature(c) * 16.0f), 4), MOST);
  cudaMalloc((void **)&c->vertex, c->n * sizeof(float2));
  points<<<(c->n + 31) / 32, 32>>>(which, curves, c->n);
#ifdef BUG
  c->control[0].x = 0; // the child reads it
#endif
}

__global__ void sum(const Curve *curves, int n, float *total) {
  int which = threadIdx.x;
  float s = 0;
  for (int i = 0; which < n && i < curves[which].n; i++)
    s += curves[which].vertex[i].x + curves[which].vertex[i].y;
  if (which < n) total[which] = s;
}

__global__ void release(Curve *curves, int n) {
  int which = threadIdx.x;
  if (which < n) cudaFree(curves[which].vertex);
}

int main() {
  static Curve host[CURVES];
  Curve *curves;
  float *total, sums[CURVES];
  for (int i = 0; i < CURVES; i++)
    for (int k = 0; k < 3; k++) host[i].control[k] = make_float2((float)(i * k % 7), (float)(i + k) / 8);
  cudaMalloc(&curves, sizeof host);
  cudaMalloc(&total, sizeof sums);
  cudaMemcpy(curves, host, sizeof host, cudaMemcpyHostToDevice);
  lines<<<(CURVES + 31) / 32, 32>>>(curves, CURVES);
  sum<<<1, 64>>>(curves, CURVES, total);
  cudaMemcpy(sums, total, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, curves, sizeof host, cudaMemcpyDeviceToHost);
  release<<<1, 64>>>(curves, CURVES);
  int drawn = 0;
  for (int i = 0; i < CURVES; i++) drawn += host[i].n;
  printf("%d points, %.3f %.3f: %s\n", drawn, sums[1], sums[CURVES - 1],
         cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(total);
  cudaFree(curves);
  return 0;
}
