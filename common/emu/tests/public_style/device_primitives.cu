// CUB over a device: each call twice, first for the size of its storage, and the results compared with the host's.
// shows: libraries | CUB over a device: `DeviceReduce`, `DeviceScan`, `DeviceRadixSort`, `DeviceSelect`, `DevicePartition`, `DeviceHistogram`, `DeviceRunLengthEncode`, segments; one thread does the work
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#ifdef BUG
#define ROOM (N - 1)
#else
#define ROOM N
#endif
const int N = 1000;

#define TWICE(call)                                                                                          \
  do {                                                                                                       \
    void *temp = NULL;                                                                                       \
    size_t bytes = 0;                                                                                        \
    cudaError_t e = call;                                                                                    \
    if (!e) e = cudaMalloc(&temp, bytes);                                                                    \
    if (!e) e = call;                                                                                        \
    if (e) printf("%s: %s\n", #call, cudaGetErrorString(e));                                                 \
    cudaFree(temp);                                                                                          \
  } while (0)

struct Below {
  int limit;
  __host__ __device__ bool operator()(int x) const {
    return x < limit;
  }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const {
    return a > b ? a : b;
  }
};

template <class T> std::vector<T> fetch(const T *d, int n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
template <class T> T *send(const std::vector<T> &h) {
  T *d;
  cudaMalloc(&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

void reduce_and_scan(const std::vector<int> &h, const int *in, int *out, int *one) {
  TWICE(cub::DeviceReduce::Sum(temp, bytes, in, one, N));
  int sum = fetch(one, 1)[0];
  TWICE(cub::DeviceReduce::Max(temp, bytes, in, one, N));
  int most = fetch(one, 1)[0];
  TWICE(cub::DeviceReduce::Reduce(temp, bytes, in, one, N, Larger(), -1));
  int again = fetch(one, 1)[0];
  TWICE(cub::DeviceReduce::ArgMin(temp, bytes, in, one, one + 1, N));
  std::vector<int> least = fetch(one, 2);
  printf("reduce %d %d %d %d\n", sum == std::accumulate(h.begin(), h.end(), 0),
         most == *std::max_element(h.begin(), h.end()), again == most,
         least[1] == std::min_element(h.begin(), h.end()) - h.begin() && least[0] == h[least[1]]);

  std::vector<int> sums(N);
  std::partial_sum(h.begin(), h.end(), sums.begin());
  TWICE(cub::DeviceScan::InclusiveSum(temp, bytes, in, out, N));
  bool inclusive = fetch(out, N) == sums;
  TWICE(cub::DeviceScan::ExclusiveScan(temp, bytes, in, out, Larger(), 7, N));
  std::vector<int> largest = fetch(out, N);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(out, in, N * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  TWICE(cub::DeviceScan::ExclusiveSum(temp, bytes, out, N, stream)); // in place
  cudaStreamSynchronize(stream);
  std::vector<int> exclusive = fetch(out, N);
  cudaStreamDestroy(stream);
  printf("scan %d %d %d\n", inclusive, largest[0] == 7 && largest[N - 1] == most,
         exclusive[0] == 0 && exclusive[N - 1] == sums[N - 2]);
}

void sort(const std::vector<int> &h, const int *in, int *out) {
  std::vector<int> sorted = h, place(N);
  std::sort(sorted.begin(), sorted.end());
  std::iota(place.begin(), place.end(), 0);
  TWICE(cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, N));
  bool keys = fetch(out, N) == sorted;

  std::vector<float> f(N);
  for (int i = 0; i < N; i++) f[i] = (h[i] - 500) * 0.25f;
  float *f_in = send(f), *f_out = send(f);
  int *places = send(place), *moved = send(place);
  TWICE(cub::DeviceRadixSort::SortPairsDescending(temp, bytes, f_in, f_out, places, moved, N));
  std::stable_sort(place.begin(), place.end(), [&](int a, int b) { return f[a] > f[b]; });
  bool pairs = fetch(moved, N) == place;
  std::sort(f.begin(), f.end(), [](float a, float b) { return a > b; });
  pairs = pairs && fetch(f_out, N) == f;

  cub::DoubleBuffer<float> buffer(f_in, f_out);
  TWICE(cub::DeviceRadixSort::SortKeys(temp, bytes, buffer, N));
  std::vector<float> ascending = fetch(buffer.Current(), N);
  printf("sort %d %d %d\n", keys, pairs, std::is_sorted(ascending.begin(), ascending.end()));
  cudaFree(f_in), cudaFree(f_out), cudaFree(places), cudaFree(moved);
}

void select_and_count(const std::vector<int> &h, const int *in, int *out, int *one) {
  TWICE(cub::DeviceSelect::If(temp, bytes, in, out, one, N, Below{100}));
  int below = fetch(one, 1)[0];
  printf("select %d", below == std::count_if(h.begin(), h.end(), Below{100}));
  TWICE(cub::DevicePartition::If(temp, bytes, in, out, one, N, Below{100}));
  std::vector<int> parts = fetch(out, N);
  printf(" %d\n", fetch(one, 1)[0] == below && std::is_partitioned(parts.begin(), parts.end(), Below{100}) &&
                      parts[N - 1] == *std::find_if_not(h.begin(), h.end(), Below{100}));

  int *bins;
  cudaMalloc(&bins, 10 * sizeof(int));
  TWICE(cub::DeviceHistogram::HistogramEven(temp, bytes, in, bins, 11, 0, 1000, N));
  std::vector<int> even = fetch(bins, 10);
  printf("histogram %d\n", even[3] == std::count_if(h.begin(), h.end(), [](int x) { return x / 100 == 3; }));
  cudaFree(bins);

  std::vector<int> runs = {4, 4, 4, 1, 2, 2, 9}, starts = {0, 3, 7};
  int *d_runs = send(runs), *values = send(runs), *lengths = send(runs), *segments = send(starts);
  TWICE(cub::DeviceRunLengthEncode::Encode(temp, bytes, d_runs, values, lengths, one, 7));
  std::vector<int> v = fetch(values, 4), l = fetch(lengths, 4);
  printf("runs %d: %d x %d, %d x %d, %d x %d, %d x %d\n", fetch(one, 1)[0], l[0], v[0], l[1], v[1], l[2],
         v[2], l[3], v[3]);
  TWICE(cub::DeviceSegmentedReduce::Sum(temp, bytes, d_runs, values, 2, segments, segments + 1));
  printf("segments %d %d\n", fetch(values, 2)[0], fetch(values, 2)[1]);
  cudaFree(d_runs), cudaFree(values), cudaFree(lengths), cudaFree(segments);
}

int main() {
  std::vector<int> h(N);
  for (int i = 0; i < N; i++) h[i] = (i * 7919 + 3) % 1009;
  int *in = send(h), *out, *one;
  cudaMalloc(&out, ROOM * sizeof(int));
  cudaMalloc(&one, 2 * sizeof(int));
  reduce_and_scan(h, in, out, one);
  sort(h, in, out);
  select_and_count(h, in, out, one);
  cudaFree(in), cudaFree(out), cudaFree(one);
}
