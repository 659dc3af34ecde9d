// Device memory that is not there: an error, no crash, and the memory comes back when it is freed.
// prints: more than all: cudaErrorMemoryAllocation, pointer kept
// prints: everything there is: cudaErrorMemoryAllocation, pointer kept
// prints: cudaErrorMemoryAllocation, then cudaSuccess
// prints: exhausted after at least one, all freed
// prints: again the same number
// prints: far ends: 5 7
#include <cstdint>
#include <cstdio>

__global__ void ends(int *p, size_t last) {
  p[0] = 5;
  p[last] = 7;
}

static int *const before = (int *)0x1234;

static void refuse(const char *what, size_t bytes) {
  int *p = before;
  cudaError_t e = cudaMalloc(&p, bytes);
  printf("%s: %s, %s\n", what, cudaGetErrorName(e),
         p == before || p == nullptr ? "pointer kept" : "pointer changed");
}

static int exhaust(size_t piece) {
  void *p[4096];
  int n = 0;
  while (n < 4096 && cudaMalloc(&p[n], piece) == cudaSuccess) n++;
  cudaGetLastError();
  for (int i = 0; i < n; i++)
    if (cudaFree(p[i]) != cudaSuccess) return -1;
  return n;
}

int main() {
  size_t free_bytes = 0, total = 0;
  cudaMemGetInfo(&free_bytes, &total);
  refuse("more than all", total + ((size_t)4 << 30));
  refuse("everything there is", SIZE_MAX);
  cudaError_t first = cudaGetLastError();
  printf("%s, then %s\n", cudaGetErrorName(first), cudaGetErrorName(cudaGetLastError()));

  size_t piece = total / 6;
  int n = exhaust(piece), again = exhaust(piece);
  printf("%s\n", n >= 1 && n <= 6 ? "exhausted after at least one, all freed" : "wrong number of pieces");
  printf("%s\n", again == n ? "again the same number" : "another number");

  int *d, h[2];
  size_t count = total / 2 / sizeof(int);
  if (cudaMalloc(&d, count * sizeof(int)) != cudaSuccess) printf("half of the memory is not to be had\n");
  ends<<<1, 1>>>(d, count - 1);
  cudaMemcpy(&h[0], d, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&h[1], d + count - 1, sizeof(int), cudaMemcpyDeviceToHost);
  printf("far ends: %d %d\n", h[0], h[1]);
  cudaFree(d);
}
