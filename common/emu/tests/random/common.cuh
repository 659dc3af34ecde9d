// What the random programs share: numbers by index, a digest, and results that are printed as digests.
#ifndef RANDOM_COMMON_CUH
#define RANDOM_COMMON_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned u32;
typedef unsigned long long u64;
#define BOTH __host__ __device__

BOTH inline u32 mixed(u32 x) {
  x = (x ^ x >> 15) * 0x2c1b3c6du;
  x = (x ^ x >> 12) * 0x297a2d39u;
  return x ^ x >> 15;
}
// The i-th number of a series.
BOTH inline u32 some(u32 series, u32 i) {
  return mixed(series * 0x9e3779b9u + mixed(i + 1));
}
BOTH inline u64 fold(u64 digest, u64 value) {
  digest = (digest ^ value) * 0x100000001b3ull;
  return digest ^ digest >> 31;
}
BOTH inline u64 fold(u64 digest, double value) {
  u64 bits;
  memcpy(&bits, &value, sizeof bits);
  return fold(digest, value == value ? bits : 1ull);
}

inline void must(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  printf("line %d: %s\n", line, cudaGetErrorString(status));
  exit(1);
}
#define MUST(call) must(call, __LINE__)

// Results of a kernel, one a thread or element; finish() prints their digest.
template <class T> struct Results {
  T *device;
  int n;
  explicit Results(int n) : n(n) {
    MUST(cudaMalloc(&device, n * sizeof(T)));
    MUST(cudaMemset(device, 0x5a, n * sizeof(T)));
  }
  std::vector<T> fetch() {
    std::vector<T> host(n);
    MUST(cudaGetLastError());
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    MUST(cudaFree(device));
    return host;
  }
  std::vector<T> finish(const char *name) {
    std::vector<T> host = fetch();
    u64 digest = 7;
    for (const T &value : host) digest = fold(digest, (u64)value);
    printf("%s %016llx\n", name, digest);
    fflush(stdout);
    return host;
  }
};

#endif
