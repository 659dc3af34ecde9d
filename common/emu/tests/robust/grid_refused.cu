// Grids and blocks just beyond the limits are refused one by one, which the program asks for; what fits still runs.
// says: the launch asks for 65536 blocks in y
// says: the launch asks for 65536 blocks in z
// says: the launch asks for 2147483648 blocks in x
// says: the launch asks for 65 threads a block in z
// says: the launch asks for 1056 threads a block
// says: emu: note: launch-refused in kernel run
// prints: 1 1 1 1 1
// prints: 6
#include <cstdio>

__device__ int runs;

__global__ void run() {
  atomicAdd(&runs, 1);
}

int main() {
  int e[5], h;
  run<<<dim3(1, 65536, 1), 1>>>();
  e[0] = cudaGetLastError();
  run<<<dim3(1, 1, 65536), 1>>>();
  e[1] = cudaGetLastError();
  run<<<2147483648u, 1>>>();
  e[2] = cudaGetLastError();
  run<<<1, dim3(1, 1, 65)>>>();
  e[3] = cudaGetLastError();
  run<<<1, dim3(33, 32)>>>();
  e[4] = cudaGetLastError();
  run<<<dim3(3, 2, 1), 1>>>();
  printf("%d %d %d %d %d\n", e[0], e[1], e[2], e[3], e[4]);
  cudaMemcpyFromSymbol(&h, runs, sizeof h);
  printf("%d\n", h);
}
