// A surface object is destroyed while its kernel may still run.
// expect: fault kernel=fill at=@store advice~"destroy it after a cudaDeviceSynchronize()"
// fixed: What is advised.
// prints: 7
#include <cstdio>

__global__ void fill(cudaSurfaceObject_t s) {
  surf2Dwrite((float)threadIdx.x, s, (int)(threadIdx.x * sizeof(float)), 0); // @store
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
#ifndef FIXED
  cudaDestroySurfaceObject(s);
#endif
  fill<<<1, 8>>>(s);
  float h[8] = {};
  if (cudaDeviceSynchronize() == cudaSuccess)
    cudaMemcpy2DFromArray(h, 32, a, 0, 0, 32, 1, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[7]);
#ifdef FIXED
  cudaDestroySurfaceObject(s);
#endif
  cudaFreeArray(a);
}
