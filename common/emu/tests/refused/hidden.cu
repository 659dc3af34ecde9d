// What moves memory without an assignment: the compiler's own functions, and assembly of the host's processor.
#include <cstring>

__global__ void lists(float *out, const float *in) {
#ifndef KEPT
  __builtin_va_list l;
  __builtin_va_copy(l, *(__builtin_va_list *)in); // refused: moves memory by itself
  memcpy(out, l, 16);
#endif
}

#define JOIN(a, b) a##b
__device__ void store(float *p, float v) {
  JOIN(a, sm) volatile("movl %0, (%1)" ::"r"(v), "r"(p)); // refused: assembly of the host's processor
}

__global__ void stores(float *out) {
  store(out, 1);
}

int main() {
  lists<<<1, 1>>>(nullptr, nullptr);
  stores<<<1, 1>>>(nullptr);
}
