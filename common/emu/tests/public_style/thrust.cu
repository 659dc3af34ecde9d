// Thrust beside kernels, as it is used: vectors on the device, algorithms with functors, iterators, streams.
// shows: libraries | Thrust, from the toolkit's own headers where they are installed: its algorithms run on the host, not counted and not checked; kernels on its vectors are
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
// needs: thrust/
// options: --extended-lambda
#include <cstdio>
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

__global__ void twice(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BUG
  if (i <= n) p[i] *= 2;
#else
  if (i < n) p[i] *= 2;
#endif
}

__global__ void sum_of_block(const int *in, int *sum) { // CUB's own header beside those of the toolkit
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ Reduce::TempStorage temp;
  int total = Reduce(temp).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *sum = total;
}

struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const {
    return a * x + y;
  }
};
struct IsOdd {
  __device__ bool operator()(int x) const {
    return x & 1;
  }
};
struct Distance {
  __host__ __device__ float operator()(const thrust::tuple<float, float> &p) const {
    float d = thrust::get<0>(p) - thrust::get<1>(p);
    return d * d;
  }
};

int main() {
  thrust::device_vector<int> numbers(100);
  thrust::sequence(numbers.begin(), numbers.end());
  twice<<<4, 32>>>(thrust::raw_pointer_cast(numbers.data()), 100);
  thrust::host_vector<int> back = numbers;
  printf("sum %d, one %d, odd %d\n", thrust::reduce(numbers.begin(), numbers.end()), back[7],
         (int)thrust::count_if(numbers.begin(), numbers.end(), IsOdd()));

  int *raw;
  cudaMalloc(&raw, 10 * sizeof(int));
  thrust::device_ptr<int> p(raw);
  thrust::fill(p, p + 10, 3);
  twice<<<1, 32>>>(raw, 10);
  thrust::inclusive_scan(p, p + 10, p);
  int last;
  cudaMemcpy(&last, raw + 9, sizeof last, cudaMemcpyDeviceToHost);
  printf("scan of 10 sixes %d\n", last);
  cudaFree(raw);

  using namespace thrust::placeholders;
  thrust::device_vector<float> x(50, 1.0f), y(50, 2.0f), z(50);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2});
  thrust::transform(thrust::device, x.begin(), x.end(), y.begin(), z.begin(), 3 * _1 + _2);
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), z.begin()));
  printf("distance %g\n",
         thrust::transform_reduce(pairs, pairs + 50, Distance(), 0.0f, thrust::plus<float>()));

  thrust::device_vector<int> keys(20), values(20), groups(20), sums(20);
  for (int i = 0; i < 20; i++) keys[i] = i * 7 % 5, values[i] = i;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), groups.begin(), sums.begin());
  printf("%d sums, the largest %d\n", (int)(ends.first - groups.begin()),
         (int)*thrust::max_element(sums.begin(), ends.second));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::for_each(thrust::cuda::par.on(stream), numbers.begin(), numbers.end(),
                   [] __device__(int &v) { v /= 2; });
  auto end = thrust::remove_if(numbers.begin(), numbers.end(), IsOdd());
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  auto first = thrust::make_counting_iterator(0);
  printf("%d even, %d below ten\n", (int)(end - numbers.begin()),
         (int)thrust::count_if(first, first + 50, [] __host__ __device__(int i) { return i < 10; }));

  auto ones = thrust::make_constant_iterator(1); // by no header of its own
  printf("%d ones\n", thrust::reduce(ones, ones + 20));
  thrust::sequence(numbers.begin(), numbers.end());
  sum_of_block<<<1, 64>>>(thrust::raw_pointer_cast(&numbers[0]), thrust::raw_pointer_cast(&keys[0]));
  size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, numbers.begin(), numbers.begin(), 100);
  thrust::device_vector<char> temp(bytes);
  cub::DeviceScan::InclusiveSum(thrust::raw_pointer_cast(temp.data()), bytes, numbers.begin(),
                                numbers.begin(), 100);
  printf("by CUB %d, %d\n", (int)keys[0], (int)numbers[99]);
}
