// Prefix sums: Kogge-Stone, Brent-Kung, warp shuffles, and a hierarchical scan of any length built on them.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SECTION 256

#define CUDA_SAFE(x)                                                                                         \
  if (cudaError_t status_ = (x)) {                                                                           \
    std::printf("error %d at line %d: %s\n", (int)status_, __LINE__, cudaGetErrorString(status_));           \
    std::exit(1);                                                                                            \
  }

// Scans SECTION elements a block; the sum of the block goes to sums[block] if asked for.
__global__ void koggeStone(const int *X, int *Y, int *sums, unsigned N) {
  __shared__ int XY[SECTION];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < N ? X[i] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int temp = 0;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < N) Y[i] = XY[threadIdx.x];
  if (sums && threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = XY[threadIdx.x];
}

__global__ void brentKung(const int *X, int *Y, int *sums, unsigned N) {
  __shared__ int XY[SECTION];
  unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < N ? X[i] : 0;
  XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SECTION) XY[index] += XY[index - stride];
  }
  for (int stride = SECTION / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SECTION) XY[index + stride] += XY[index];
  }
  __syncthreads();
  if (i < N) Y[i] = XY[threadIdx.x];
  if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
  if (sums && threadIdx.x == 0) sums[blockIdx.x] = XY[SECTION - 1];
}

__device__ int warpScan(int value) {
  for (int offset = 1; offset < warpSize; offset <<= 1) {
    int other = __shfl_up_sync(0xffffffff, value, offset);
    if ((threadIdx.x & (warpSize - 1)) >= offset) value += other;
  }
  return value;
}

__global__ void shuffleScan(const int *X, int *Y, int *sums, unsigned N) {
  __shared__ int warpSums[SECTION / 32];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = warpScan(i < N ? X[i] : 0);
  if (lane == 31) warpSums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int s = warpScan(lane < SECTION / 32 ? warpSums[lane] : 0);
    if (lane < SECTION / 32) warpSums[lane] = s;
  }
  __syncthreads();
  if (warp > 0) value += warpSums[warp - 1];
  if (i < N) Y[i] = value;
  if (sums != NULL && threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = value;
}

__global__ void addSums(int *Y, const int *sums, unsigned N) {
  unsigned i = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (i < N) Y[i] += sums[blockIdx.x];
}

template <typename Kernel> void scan(Kernel kernel, int threads, const int *in, int *out, unsigned n) {
  unsigned blocks = (n + SECTION - 1) / SECTION;
  if (blocks == 1) {
    kernel<<<1, threads>>>(in, out, nullptr, n);
    CUDA_SAFE(cudaGetLastError());
    return;
  }
  int *sums, *scanned;
  CUDA_SAFE(cudaMalloc(&sums, blocks * sizeof(int)));
  CUDA_SAFE(cudaMalloc(&scanned, blocks * sizeof(int)));
  kernel<<<blocks, threads>>>(in, out, sums, n);
  CUDA_SAFE(cudaGetLastError());
  scan(kernel, threads, sums, scanned, blocks);
  addSums<<<blocks - 1, SECTION>>>(out, scanned, n);
  CUDA_SAFE(cudaGetLastError());
  CUDA_SAFE(cudaFree(sums));
  CUDA_SAFE(cudaFree(scanned));
}

int main() {
  for (unsigned n : {1u, 255u, 256u, 1000u, 70000u}) {
    std::vector<int> input(n), output(n);
    for (unsigned i = 0; i < n; i++) input[i] = (int)((i * 2654435761u) >> 27) - 10;
    int *in, *out;
    CUDA_SAFE(cudaMalloc(&in, n * sizeof(int)));
    CUDA_SAFE(cudaMalloc(&out, n * sizeof(int)));
    CUDA_SAFE(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    std::printf("n = %u:", n);
    for (int form = 0; form < 3; form++) {
      if (form == 0) scan(koggeStone, SECTION, in, out, n);
      if (form == 1) scan(brentKung, SECTION / 2, in, out, n);
      if (form == 2) scan(shuffleScan, SECTION, in, out, n);
      CUDA_SAFE(cudaMemcpy(output.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
      int sum = 0;
      unsigned errors = 0, hash = 0;
      for (unsigned i = 0; i < n; i++) {
        sum += input[i];
        errors += output[i] != sum;
        hash = hash * 16777619u ^ (unsigned)output[i];
      }
      std::printf(" %08x%s", hash, errors ? " WRONG" : "");
    }
    std::printf(", last %d\n", output[n - 1]);
    CUDA_SAFE(cudaFree(in));
    CUDA_SAFE(cudaFree(out));
  }
}
