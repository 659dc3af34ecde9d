// shows: guards and macros | what the toolkit's headers bring along without an `#include` of its own: `<ctype.h>`, and with `cooperative_groups.h` `<string>`, `<chrono>`, `FLT_MAX`, `assert`
// compared: H200, CUDA 13.0, 2026-11-24
// Headers of the host's library that a program uses and does not include, because one of the toolkit's does.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void smallest(const float *x, float *out) {
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  float least = threadIdx.x < 20 ? x[threadIdx.x] : FLT_MAX;
  for (int step = 16; step > 0; step /= 2) least = fminf(least, tile.shfl_down(least, step));
  assert(least < FLT_MAX || tile.thread_rank() > 0);
  if (tile.thread_rank() == 0) *out = least;
}

int main() {
  std::string word = "abc";
  for (char &c : word) c = (char)toupper(c);
  if (!isdigit('7') || word.size() != 3) throw std::runtime_error(word);
  auto begin = std::chrono::steady_clock::now();

  float x[20], least, *d;
  for (int i = 0; i < 20; i++) x[i] = (float)((i * 7 + 3) % 20) + 1;
  cudaMalloc(&d, 21 * sizeof *d);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  smallest<<<1, 32>>>(d, d + 20);
  cudaMemcpy(&least, d + 20, sizeof least, cudaMemcpyDeviceToHost);
  cudaFree(d);
  bool forward = std::chrono::steady_clock::now() >= begin;
  printf("%s: %g of at most %d, %s\n", word.c_str(), least, INT_MAX, forward ? "in time" : "back in time");
}
