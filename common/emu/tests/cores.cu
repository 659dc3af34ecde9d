// With --fast, blocks of long launches on several cores: what they share, what each has of its own, and how they end.
// "workers": copies of the process have run. An argument ends one block, while others wait for what it would do.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <vector>

const int blocks = 600;
__device__ unsigned bins[64], done, lasts, ticket, told[blocks];
__device__ float sums[4];
__device__ volatile unsigned long long status[blocks];
__managed__ unsigned long long largest;

// So long does a block take that a launch of them is a long one.
__device__ void spend(int n) {
  for (volatile int i = 0; i < n; i = i + 1) {
  }
}
#ifdef STATIC_LOCAL // in a function that is the host's, too: such a program stays on one core
__host__ __device__ unsigned count() {
  static unsigned calls;
  return atomicAdd(&calls, 1u);
}
#else
__device__ unsigned count() {
  static unsigned calls;
  return atomicAdd(&calls, 1u);
}
#endif

__global__ void atomics() {
  __shared__ unsigned mine[64];
  mine[threadIdx.x] = 0;
  __syncthreads();
  spend(2000);
  for (unsigned i = 0; i < 32; i++) {
    unsigned bin = (threadIdx.x * 7 + blockIdx.x + i * i) % 64;
    atomicAdd(&bins[bin], 1u);
    atomicAdd(&mine[bin], 1u);
  }
  atomicAdd(&sums[threadIdx.x % 4], 1.0f);
  __syncthreads();
  atomicSub(&bins[threadIdx.x], mine[threadIdx.x] - 1);
  atomicMax(&largest, (unsigned long long)(blockIdx.x * 64 + threadIdx.x) << 32);
  __threadfence();
  if (threadIdx.x == 0 && atomicAdd(&done, 1u) == gridDim.x - 1) lasts++;
}

// A scan with look-back: each block waits for the one before it, which may run on another core.
__global__ void scan(int *data) {
  extern __shared__ int values[];
  __shared__ unsigned tile;
  __shared__ int before;
  if (threadIdx.x == 0) tile = atomicAdd(&ticket, 1u);
  __syncthreads();
  values[threadIdx.x] = data[tile * blockDim.x + threadIdx.x];
  spend(2000);
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    int v = threadIdx.x >= d ? values[threadIdx.x - d] : 0;
    __syncthreads();
    values[threadIdx.x] += v;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned long long last = 1;
    while (tile && !(last = status[tile - 1])) __threadfence();
    before = tile ? (int)(last >> 1) : 0;
    __threadfence();
    status[tile] = (unsigned long long)(before + values[blockDim.x - 1]) << 1 | 1;
  }
  __syncthreads();
  data[tile * blockDim.x + threadIdx.x] = before + values[threadIdx.x];
}

__global__ void print() {
  spend(300000);
  told[count()] = 1;
  if (threadIdx.x == 0) printf("block %d of %d prints a line of its own\n", blockIdx.x, gridDim.x);
}

__global__ void allocate(int **lists) {
  spend(300000);
  if (blockIdx.x < 2) return; // so that the first allocation is perhaps a worker's
  int *list = (int *)malloc(8 * sizeof(int));
  for (int i = 0; i < 8; i++) list[i] = blockIdx.x * 8 + i;
  lists[blockIdx.x] = list;
}
__global__ void release(int **lists, unsigned *wrong) {
  spend(300000);
  if (blockIdx.x < 2) return;
  for (int i = 0; i < 8; i++) atomicAdd(wrong, lists[blockIdx.x][i] != (int)blockIdx.x * 8 + i);
  free(lists[blockIdx.x]);
}

__global__ void end(unsigned *begun, char how) {
  spend(300000);
  if (atomicAdd(&ticket, 1u) == 500) { // by then there are workers
    *(volatile unsigned *)begun = 1;
    if (how == 't') __trap();
    assert(how != 'a');
    if (how == 'f') *(volatile int *)(1ull << 46) = 1;
    if (how == 'c') print<<<1, 1>>>();
  }
  while (*(volatile unsigned *)begun) {
  } // waits in vain
}

int main(int n, char **arguments) {
  unsigned *wrong;
  cudaMalloc(&wrong, 2 * sizeof *wrong);
  cudaMemset(wrong, 0, 2 * sizeof *wrong);
  if (n > 1) {
    end<<<blocks, 1>>>(wrong + 1, *arguments[1]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
  }
  atomics<<<blocks, 64>>>();
  unsigned h[64], last, sum = 0;
  float f[4];
  cudaMemcpyFromSymbol(h, bins, sizeof h);
  cudaMemcpyFromSymbol(f, sums, sizeof f);
  cudaMemcpyFromSymbol(&last, lasts, sizeof last);
  for (unsigned v : h) sum += v == blocks;
  printf("bins %u sums %.0f lasts %u largest %llu\n", sum, f[0] + f[1] + f[2] + f[3], last, largest >> 32);

  std::vector<int> data(blocks * 64, 1);
  int *d, bad = 0;
  cudaMalloc(&d, data.size() * sizeof(int));
  cudaMemcpy(d, data.data(), data.size() * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<blocks, 64, 64 * sizeof(int)>>>(d);
  cudaMemcpy(data.data(), d, data.size() * sizeof(int), cudaMemcpyDeviceToHost);
  for (size_t i = 0; i < data.size(); i++) bad += data[i] != (int)i + 1;

  print<<<blocks, 1>>>();
  unsigned once[blocks], calls = 0, h_wrong;
  cudaMemcpyFromSymbol(once, told, sizeof once);
  for (unsigned v : once) calls += v;

  int **lists;
  cudaMalloc(&lists, blocks * sizeof *lists);
  allocate<<<blocks, 1>>>(lists);
  release<<<blocks, 1>>>(lists, wrong);
  cudaMemcpy(&h_wrong, wrong, sizeof h_wrong, cudaMemcpyDeviceToHost);
  cudaFree(lists);
  cudaFree(d);
  cudaFree(wrong);
  rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  printf("scan %d calls %u lists %u workers %d\n", bad, calls, h_wrong, children.ru_minflt > 0);
  return cudaDeviceSynchronize();
}
