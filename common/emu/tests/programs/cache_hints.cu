// Loads and stores with a hint to the caches, of numbers and of vectors of every width.
// prints: cache_hints: ok
#include "check.h"
#include <cstring>
#include <cuda_fp16.h>

template <class T> __global__ void copy(T *p) {
  T *from = p + threadIdx.x, *to = from + 32;
  to[0] = __ldcv(from);
  __stcs(to + 32, __ldlu(from));
  __stwt(to + 64, __ldcg(from));
}

template <class T> void copies(const char *name) {
  Both<T> b(128);
  unsigned char *bytes = (unsigned char *)b.host, wanted[32 * sizeof(T)];
  for (unsigned i = 0; i < sizeof wanted; i++) wanted[i] = bytes[i] = (unsigned char)(i * 7 + 1);
  b.to_device();
  copy<<<1, 32>>>(b.device);
  b.to_host();
  for (int part = 1; part < 4; part++)
    expect(name, part, memcmp(b.host + 32 * part, wanted, sizeof wanted), 0);
}

int main() {
  copies<char>("char"), copies<short>("short"), copies<int>("int"), copies<double>("double");
  copies<char2>("char2"), copies<uchar4>("uchar4"), copies<short4>("short4"), copies<int2>("int2");
  copies<float4>("float4"), copies<double2>("double2"), copies<ulonglong2>("ulonglong2");
  copies<__half>("half"), copies<__half2>("half2");
  return finish("cache_hints");
}
