// A kernel calls exit() through a pointer, which no compiler sees.
// expect: fault kernel=quitter at=@exit block=0,0,0 thread=3,0,0 what~"calls exit()" advice~"nvcc does not"
// fixed: The kernel returns.
// prints: no error
#include <cstdio>
#include <cstdlib>

typedef void (*ender)(int);

__device__ int last;

__global__ void quitter(ender end) {
#ifdef FIXED
  if (threadIdx.x == 3 && !end) last = 1;
#else
  if (threadIdx.x == 3) end(0); // @exit
#endif
}

int main() {
  quitter<<<1, 32>>>(exit);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
