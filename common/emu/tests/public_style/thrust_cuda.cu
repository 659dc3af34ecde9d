// shows: libraries | Thrust's `thrust::cuda::vector` and policies by their own headers, `std::cout` without `<iostream>`
// Vectors that name the CUDA system, beside a kernel.
// needs: thrust/
#include <thrust/system/cuda/vector.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

__global__ void mirror(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (i * 7) % n;
}

int main() {
  thrust::cuda::vector<int> v(100);
  thrust::sequence(thrust::cuda::par, v.begin(), v.end());
  mirror<<<1, 128>>>(thrust::raw_pointer_cast(v.data()), 100);
  thrust::sort(thrust::cuda::par, v.begin(), v.end());
  std::cout << v[0] << ' ' << v[50] << ' ' << v[99] << std::endl;
}
