// Experiment: a matrix of 256 x 256 floats is transposed in four ways. Which of them waste sectors, which wavefronts?
//
//   build/bin/emucc labs/ideas/experiments/transpose.cu -o transpose && ./transpose
#include "../count.cuh"

enum { N = 256, SIDE = 32 };
enum layout { PLAIN, PADDED, SWIZZLED };

// Each thread moves one element: reads along a row, writes along a column.
__global__ void transpose_naive(const float *in, float *out) {
  const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  out[x * N + y] = in[y * N + x];
}

template <layout L> static __device__ int place(int row, int col) {
  return L == PADDED ? row * (SIDE + 1) + col : L == SWIZZLED ? row * SIDE + (col ^ row) : row * SIDE + col;
}

// Through a tile: rows are read from memory and rows are written to it; the tile is read by columns.
template <layout L> __global__ void transpose_tile(const float *in, float *out) {
  __shared__ float tile[SIDE * (SIDE + 1)];
  const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE;
  tile[place<L>(ty, tx)] = in[(y0 + ty) * N + x0 + tx];
  __syncthreads();
  out[(x0 + ty) * N + y0 + tx] = tile[place<L>(tx, ty)];
}

typedef void (*kernel)(const float *, float *);

static void run(const char *name, kernel k) {
  static float host[N * N];
  float *in, *out;
  check(cudaMalloc(&in, sizeof host));
  check(cudaMalloc(&out, sizeof host));
  for (int i = 0; i < N * N; i++) host[i] = (float)i;
  check(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  forget();
  k<<<dim3(N / SIDE, N / SIDE), dim3(SIDE, SIDE)>>>(in, out);
  check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < N * N; i++) wrong += host[i] != (float)(i % N * N + i / N);
  printf("%-24s %12.0f %13.0f %17.0f %18.0f\n", name, COUNTED(sectors_per_load), COUNTED(sectors_per_store),
         COUNTED(shared_load_wavefronts), COUNTED(shared_wavefronts_excess));
  if (wrong) printf("%d elements are wrong\n", wrong);
  check(cudaFree(in));
  check(cudaFree(out));
}

int main() {
  printf("256 x 256                sectors/load sectors/store   load wavefronts             excess\n");
  run("naive", transpose_naive);
  run("tile[32][32]", transpose_tile<PLAIN>);
  run("tile[32][33]", transpose_tile<PADDED>);
  run("tile[32][32], col ^ row", transpose_tile<SWIZZLED>);
}
