// Heat conduction on a plate: Jacobi iteration with pointer swap until the change is small.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NX        64
#define NY        48
#define IDX(x, y) ((y)*NX + (x))

__device__ unsigned int changedCells;

__global__ void init(float *t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < NX && y < NY) t[IDX(x, y)] = y == 0 ? 100.0f : (x == 0 || x == NX - 1) ? 25.0f : 0.0f;
}

__global__ void step(float *next, const float *now) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= NX || y >= NY) return;
  float c = now[IDX(x, y)];
  if (x == 0 || y == 0 || x == NX - 1 || y == NY - 1) {
    next[IDX(x, y)] = c;
    return;
  }
  float r = 0.25f * (now[IDX(x - 1, y)] + now[IDX(x + 1, y)] + now[IDX(x, y - 1)] + now[IDX(x, y + 1)]);
  next[IDX(x, y)] = r;
  if (fabsf(r - c) > 0.05f) atomicAdd(&changedCells, 1u);
}

int main(void) {
  size_t bytes = NX * NY * sizeof(float);
  float *a, *b, *host = (float *)malloc(bytes);
  cudaMalloc((void **)&a, bytes);
  cudaMalloc((void **)&b, bytes);
  dim3 block(32, 4), grid((NX + block.x - 1) / block.x, (NY + block.y - 1) / block.y);
  init<<<grid, block>>>(a);

  int iteration = 0;
  unsigned changed = 1, zero = 0;
  while (changed && iteration < 300) {
    cudaMemcpyToSymbol(changedCells, &zero, sizeof(zero));
    step<<<grid, block>>>(b, a);
    cudaMemcpyFromSymbol(&changed, changedCells, sizeof(changed));
    float *swap = a;
    a = b;
    b = swap;
    iteration++;
    if (iteration % 20 == 0) printf("iteration %3d: %4u cells changed\n", iteration, changed);
  }
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    printf("CUDA error: %s\n", cudaGetErrorString(error));
    return EXIT_FAILURE;
  }
  cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost);
  double mean = 0;
  for (int i = 0; i < NX * NY; i++) mean += host[i] / (NX * NY);
  printf("%d iterations, mean %.4f, centre %.4f, below the hot edge %.4f\n", iteration, mean,
         host[IDX(NX / 2, NY / 2)], host[IDX(NX / 2, 1)]);
  for (int y = 0; y < NY; y += 6) {
    for (int x = 0; x < NX; x += 4) putchar(" .:-=+*#%@"[(int)(host[IDX(x, y)] / 10.5f)]);
    putchar('\n');
  }
  cudaFree(a);
  cudaFree(b);
  free(host);
  return 0;
}
