// A surface's columns are counted in elements.
// expect: fault kernel=fill at=@store advice~"x counts bytes"
// fixed: What is advised.
// prints: 7
#include <cstdio>

__global__ void fill(cudaSurfaceObject_t s, int columns) {
  int x = threadIdx.x;
#ifdef FIXED
  surf2Dwrite((float)x, s, x * (int)sizeof(float), 0);
#else
  surf2Dwrite((float)x, s, x * (int)sizeof(float) + columns * (int)sizeof(float) - 28, 0); // @store
#endif
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  cudaMallocArray(&a, &format, 8, 1, cudaArraySurfaceLoadStore);
  cudaResourceDesc of = {};
  of.resType = cudaResourceTypeArray;
  of.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &of);
  fill<<<1, 8>>>(s, 8);
  float h[8] = {};
  if (cudaDeviceSynchronize() == cudaSuccess)
    cudaMemcpy2DFromArray(h, 32, a, 0, 0, 32, 1, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[7]);
  cudaDestroySurfaceObject(s);
  cudaFreeArray(a);
}
