// Random numbers of cuRAND's host side: pi by darts, the first numbers of each kind, means and deviations.
// shows: libraries | the host's side of cuRAND: XORWOW and Philox4_32_10, whole, uniform, normal and log-normal numbers, offsets, generators on the host
// bug: host-pointer-in-kernel
// options: -lcurand
// compared: H200, CUDA 13.0, 2026-11-24
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <vector>

#define CURAND(call)                                                                                         \
  do {                                                                                                       \
    curandStatus_t status = (call);                                                                          \
    if (status != CURAND_STATUS_SUCCESS) printf("%s: %d\n", #call, status);                                  \
  } while (0)

__global__ void throw_darts(const float *places, int n, unsigned *inside) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && places[2 * i] * places[2 * i] + places[2 * i + 1] * places[2 * i + 1] <= 1)
    atomicAdd(inside, 1u);
}

template <class T> void show(const char *what, const T *device, std::vector<int> places) {
  printf("%s", what);
  for (int i : places) {
    T v;
    cudaMemcpy(&v, device + i, sizeof v, cudaMemcpyDefault);
    if (sizeof v == 4 && T(0.5) == 0)
      printf(" %08x", (unsigned)v);
    else
      printf(" %.4f", (double)v);
  }
  printf("\n");
}

int main() {
  enum { N = 20000 };
  unsigned *whole, *inside;
  float *single;
  double *wide;
  cudaMalloc(&whole, N * sizeof *whole);
  cudaMalloc(&single, N * sizeof *single);
  cudaMalloc(&wide, N * sizeof *wide);
  cudaMallocManaged(&inside, sizeof *inside);
  for (curandRngType_t type : {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
    curandGenerator_t g;
    CURAND(curandCreateGenerator(&g, type));
    CURAND(curandSetPseudoRandomGeneratorSeed(g, 1234ULL));
    CURAND(curandGenerateUniform(g, single, N));
    *inside = 0;
#ifdef BUG
    std::vector<float> places(N);
    throw_darts<<<(N / 2 + 255) / 256, 256>>>(places.data(), N / 2, inside);
#else
    throw_darts<<<(N / 2 + 255) / 256, 256>>>(single, N / 2, inside);
#endif
    cudaDeviceSynchronize();
    printf("pi %s\n", fabs(4.0 * *inside / (N / 2) - 3.14159) < 0.05 ? "about" : "not");
    show("uniform", single, {0, 1, 2, 3, 4, 5, 4095, 4096, 8192, N - 1});
    CURAND(curandGenerate(g, whole, N));
    show("whole", whole, {0, 1, 2, 3, 4, 5, 4095, 4096, 8192, N - 1});
    CURAND(curandGenerateUniformDouble(g, wide, N));
    show("doubles", wide, {0, 1, 2, 3, 4, 4096, N - 1});
    CURAND(curandGenerateNormal(g, single, N, 1, 2));
    std::vector<float> host(N);
    cudaMemcpy(host.data(), single, N * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0, squares = 0;
    for (float v : host) sum += v, squares += (v - 1) * (v - 1);
    printf("mean %s, deviation %s\n", fabs(sum / N - 1) < 0.05 ? "1" : "?",
           fabs(sqrt(squares / N) - 2) < 0.05 ? "2" : "?");
    show("normal", single, {0, 1, 2, 3, 4, 4096, N - 1});
    CURAND(curandGenerateNormalDouble(g, wide, N, 0, 1));
    show("normal doubles", wide, {0, 1, 2, 3, 4, 4096, N - 1});
    CURAND(curandGenerateLogNormal(g, single, N, 0, 1));
    show("log-normal", single, {0, 1, 2, 3, 4, 4096, N - 1});
    CURAND(curandSetGeneratorOffset(g, 5));
    CURAND(curandGenerate(g, whole, 4));
    show("from 5", whole, {0, 1, 2, 3});
    printf("odd: %d\n", curandGenerateNormal(g, single, 7, 0, 1));
    CURAND(curandDestroyGenerator(g));
  }
  curandGenerator_t g;
  float host[4];
  CURAND(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_XORWOW));
  CURAND(curandSetPseudoRandomGeneratorSeed(g, 7ULL));
  CURAND(curandGenerateUniform(g, host, 4));
  printf("host %.6f %.6f %.6f %.6f\n", host[0], host[1], host[2], host[3]);
  CURAND(curandDestroyGenerator(g));
  cudaFree(whole), cudaFree(single), cudaFree(wide), cudaFree(inside);
}
