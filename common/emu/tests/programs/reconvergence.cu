// Where lanes that took different ways execute together again: the number of global load requests tells.
// prints: reconvergence: ok
#include "check.h"
#include <emu/emu.h>

__global__ void turns(float *x) { // each lane in an iteration of its own
  for (int i = 0; i < 32; i++)
    if (threadIdx.x == i) x[32 + i] = x[i];
}

__global__ void both_sides(float *x) { // one load on either side, one after them
  float v;
  if (threadIdx.x % 2)
    v = x[threadIdx.x];
  else
    v = 2 * x[threadIdx.x];
  x[64 + threadIdx.x] = v + x[32 + threadIdx.x];
}

__global__ void four_ways(float *x) {
  float v = 0;
  switch (threadIdx.x % 4) {
  case 0:
    v = x[threadIdx.x];
    break;
  case 1:
    v = x[threadIdx.x] + 1; // falls through: its load, then that of case 2 with case 2's lanes
  case 2:
    v += x[threadIdx.x] + 2;
    break;
  default:
    v = 3 - x[threadIdx.x];
  }
  x[64 + threadIdx.x] = v + x[32 + threadIdx.x];
}

__global__ void breaks(float *x) { // lane l leaves after l + 1 loads, odd lanes skip every third
  float v = 0;
  for (int i = 0;; i++) {
    if (threadIdx.x % 2 && i % 3 == 2) continue;
    v += x[i];
    if (i >= (int)threadIdx.x) break;
  }
  x[64 + threadIdx.x] = v + x[63];
}

__global__ void returns(float *x) {
  if (threadIdx.x >= 16) return;
  float v = x[threadIdx.x];
  if (threadIdx.x >= 8) {
    x[64 + threadIdx.x] = v;
    return;
  }
  x[64 + threadIdx.x] = v + x[32];
}

// Longer than a lane's log: the lanes of the first loop's short side are far ahead in the second.
__global__ void long_loops(float *x, int step) {
  int lane = threadIdx.x;
  float v = 0;
  for (int i = 0; i < (lane + 1) * step; i++) v += x[i % 32];
  for (int i = 0; i < (32 - lane) * step; i++) v -= x[i % 32];
  x[64 + lane] = v;
}

__device__ __attribute__((noinline)) float fetch(const float *x, int i) {
  return x[i];
}
__device__ __attribute__((noinline)) float fetch_two(const float *x, int i) {
  float first = fetch(x, i); // a call in a call
  return first + x[i];
}
__global__ void calls(float *x) { // fetch from two places, each with half of the lanes; then once together
  float v;
  if (threadIdx.x < 16)
    v = fetch(x, threadIdx.x);
  else
    v = fetch_two(x, threadIdx.x);
  x[64 + threadIdx.x] = v + fetch(x, 32 + threadIdx.x);
}

__device__ __attribute__((noinline)) float descend(const float *x, int depth) {
  float v = x[depth];
  if (depth) v += descend(x, depth - 1);
  return v;
}
__global__ void recursion(float *x) { // the lanes go 1 to 4 levels deep, side by side
  x[64 + threadIdx.x] = descend(x, threadIdx.x % 4);
}

static int requests(void) { // since the last call
  static uint64_t before;
  uint64_t now = emu_report_get()->total.v[EMU_global_load_requests], n = now - before;
  before = now;
  return (int)n;
}

int main() {
  Both<float> x(128);
#define EXPECT(wanted, kernel, ...)                                                                          \
  kernel<<<1, 32>>>(x.device, ##__VA_ARGS__);                                                                \
  expect(#kernel, 0, requests(), wanted)
  EXPECT(32, turns);
  EXPECT(3, both_sides);
  EXPECT(5, four_ways);
  EXPECT(32 + 1, breaks);
  EXPECT(2, returns);
  EXPECT(2 * 32 * 200, long_loops, 200);
  EXPECT(4, calls);
  EXPECT(4, recursion);
  return finish("reconvergence");
}
