// 1-D convolution with a halo in dynamic shared memory, one buffer carved into three arrays.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <numeric>
#include <vector>

using std::vector;

inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}
#define gpuErrchk(ans)                                                                                       \
  { gpuAssert((ans), __FILE__, __LINE__); }

// Per block: the samples with their halo (int), the taps (short), and a flag for each thread (bool).
extern __shared__ unsigned char smem[];

__global__ void fir(const int *in, const short *taps, int *out, int *clipped, int n, int ntaps, int limit) {
  int radius = ntaps / 2;
  int *tile = reinterpret_cast<int *>(smem);
  short *staps = reinterpret_cast<short *>(&tile[blockDim.x + 2 * radius]);
  bool *flag = reinterpret_cast<bool *>(staps + ntaps);

  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int l = threadIdx.x + radius;
  tile[l] = g < n ? in[g] : 0;
  if ((int)threadIdx.x < radius) {
    int left = g - radius, right = g + (int)blockDim.x;
    tile[threadIdx.x] = left >= 0 ? in[left] : 0;
    tile[l + blockDim.x] = right < n ? in[right] : 0;
  }
  for (int t = threadIdx.x; t < ntaps; t += blockDim.x) staps[t] = taps[t];
  __syncthreads();

  int sum = 0;
  for (int t = -radius; t <= radius; t++) sum += tile[l + t] * staps[radius + t];
  flag[threadIdx.x] = g < n && (sum > limit || sum < -limit);
  if (g < n) out[g] = max(-limit, min(limit, sum));
  __syncthreads();

  if (threadIdx.x == 0) {
    int count = 0;
    for (unsigned i = 0; i < blockDim.x; i++) count += flag[i];
    if (count) atomicAdd(clipped, count);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 5000;
  vector<int> signal(n), result(n), reference(n);
  for (int i = 0; i < n; i++) signal[i] = (i * i + 3 * i) % 201 - 100;

  int *d_in, *d_out, *d_clipped;
  gpuErrchk(cudaMalloc((void **)&d_in, n * sizeof(int)));
  gpuErrchk(cudaMalloc((void **)&d_out, n * sizeof(int)));
  gpuErrchk(cudaMalloc((void **)&d_clipped, sizeof(int)));
  gpuErrchk(cudaMemcpy(d_in, &signal[0], n * sizeof(int), cudaMemcpyHostToDevice));

  for (int ntaps : {3, 9, 33}) {
    vector<short> taps(ntaps);
    std::iota(taps.begin(), taps.end(), (short)(-ntaps / 3));
    short *d_taps;
    gpuErrchk(cudaMalloc((void **)&d_taps, ntaps * sizeof(short)));
    gpuErrchk(cudaMemcpy(d_taps, taps.data(), ntaps * sizeof(short), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemset(d_clipped, 0, sizeof(int)));

    const int limit = 9000;
    dim3 block = 128;
    dim3 grid = (n + block.x - 1) / block.x;
    size_t shared = (block.x + ntaps / 2 * 2) * sizeof(int) + ntaps * sizeof(short) + block.x * sizeof(bool);
    fir<<<grid, block, shared>>>(d_in, d_taps, d_out, d_clipped, n, ntaps, limit);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());

    int clipped = -1, expected = 0;
    gpuErrchk(cudaMemcpy(result.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    gpuErrchk(cudaMemcpy(&clipped, d_clipped, sizeof clipped, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
      int s = 0;
      for (int t = 0; t < ntaps; t++)
        if (i + t - ntaps / 2 >= 0 && i + t - ntaps / 2 < n) s += signal[i + t - ntaps / 2] * taps[t];
      expected += std::abs(s) > limit;
      reference[i] = std::clamp(s, -limit, limit);
    }
    printf("%2d taps: %s, sum %d, clipped %d of %d\n", ntaps, result == reference ? "ok" : "WRONG",
           std::accumulate(result.begin(), result.end(), 0), clipped, expected);
    gpuErrchk(cudaFree(d_taps));
  }
  gpuErrchk(cudaFree(d_in));
  gpuErrchk(cudaFree(d_out));
  gpuErrchk(cudaFree(d_clipped));
  return 0;
}
