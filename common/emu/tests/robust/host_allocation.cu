// Host allocations that cannot succeed are the program's to handle, before and after launches.
// prints: caught, null, cudaErrorMemoryAllocation
// prints: caught, null, cudaErrorMemoryAllocation
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

__global__ void nothing() {}

static void attempt() {
  const char *result = "not caught";
  try {
    std::vector<char> v((size_t)PTRDIFF_MAX);
    result = v.empty() ? "empty" : "allocated";
  } catch (const std::bad_alloc &) {
    result = "caught";
  }
  volatile size_t most = (size_t)PTRDIFF_MAX;
  void *p = malloc(most), *pinned = nullptr;
  cudaError_t e = cudaMallocHost(&pinned, most);
  printf("%s, %s, %s\n", result, p ? "not null" : "null", cudaGetErrorName(e));
  cudaGetLastError();
  free(p);
}

int main() {
  attempt();
  nothing<<<4, 1024>>>();
  attempt();
}
