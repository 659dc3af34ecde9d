// <cuda/atomic> alone brings the C library's names along, as nvcc's does, and the traits of cuda::std.
// prints: 9 atomic
#include <cuda/atomic>

__global__ void add(int last, int *sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device> all(*sum);
  static_assert(cuda::std::is_same<int, cuda::std::remove_const<const int>::type>::value, "");
  for (int x = 2; x <= last; x++) all.fetch_add(x < INT_MAX ? x : 0);
}

int main() {
  int *sum, host = 0;
  char word[8];
  std::memcpy(word, "atomic", 7);
  if (cudaMalloc(&sum, sizeof *sum) || cudaMemset(sum, 0, sizeof *sum)) return 1;
  add<<<1, 1>>>(4, sum);
  if (cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost)) return 1;
  std::string text = std::to_string(host);
  printf("%s %s\n", text.c_str(), word);
  cudaFree(sum);
  return std::strlen(word) != 6;
}
