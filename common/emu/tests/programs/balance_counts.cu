// Counts of who works: one warp of eight, one block of eight, all of them; and what the host copies within the device.
// prints: all work: 1.00
// prints: one warp of eight: 0.1
// prints: one block of eight: 0.1
// prints: one warp of eight, in one of two launches: 0.6
// prints: the busiest of eight blocks: 0.12
// prints: the only busy one of eight blocks: 1.0
// prints: one block alone: 1.00
// prints: the busiest of eight, and one block alone: 0.56
// prints: nobody idle: 0.000
// prints: a tenth of the last of eight blocks at work: 0.112
// prints: one warp of eight at work, in five of eight blocks: 0.875
// prints: a lane of each warp loads and tells the others: 0.000
// prints: a barrier before, and one lane of each warp at work behind it: 0.969
// prints: copied within the device: 400
#include <emu/emu.h>
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float table[100];

__global__ void work(float *out, unsigned warps, unsigned blocks) {
  if (threadIdx.x / 32 >= warps || blockIdx.x >= blocks) return;
  for (int round = 0; round < 1000; round++) out[blockIdx.x * blockDim.x + threadIdx.x] = round;
}

static double balance() {
  const emu_report *r = emu_report_get();
  return emu_metric_value(&r->total, EMU_warp_balance);
}

static double busiest() {
  const emu_report *r = emu_report_get();
  return emu_metric_value(&r->total, EMU_busiest_block_share);
}

static double idle() {
  const emu_report *r = emu_report_get();
  double share = emu_metric_value(&r->total, EMU_idle_thread_share);
  emu_report_reset();
  return share;
}

__global__ void bounded(float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}

__global__ void told(float *out) {
  float x = threadIdx.x % 32 == 0 ? out[threadIdx.x] : 0;
  x = __shfl_sync(0xffffffff, x, 0);
  if (threadIdx.x == 0) out[0] = x;
}

__global__ void lanes_behind(float *out) {
  __syncthreads();
  if (threadIdx.x % 32 == 0) out[threadIdx.x] = 1;
}

int main() {
  float *out, from_host[100] = {};
  cudaMalloc(&out, 8 * 256 * sizeof *out);
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 8);
  printf("all work: %.2f\n", balance());
  emu_report_reset();
  work<<<8, 256>>>(out, 1, 8);
  printf("one warp of eight: %.1f\n", balance());
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 1);
  printf("one block of eight: %.1f\n", balance());
  emu_report_reset();
  work<<<8, 256>>>(out, 1, 8);
  work<<<8, 256>>>(out, 8, 8);
  printf("one warp of eight, in one of two launches: %.1f\n", balance());
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 8);
  printf("the busiest of eight blocks: %.2f\n", busiest());
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 1);
  printf("the only busy one of eight blocks: %.1f\n", busiest());
  emu_report_reset();
  work<<<1, 256>>>(out, 8, 1);
  printf("one block alone: %.2f\n", busiest());
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 8);
  for (int k = 0; k < 8; k++) work<<<1, 256>>>(out, 8, 1);
  printf("the busiest of eight, and one block alone: %.2f\n", busiest());
  emu_report_reset();
  work<<<8, 256>>>(out, 8, 8);
  printf("nobody idle: %.3f\n", idle());
  bounded<<<8, 256>>>(out, 7 * 256 + 26);
  printf("a tenth of the last of eight blocks at work: %.3f\n", idle());
  work<<<8, 256>>>(out, 1, 5);
  printf("one warp of eight at work, in five of eight blocks: %.3f\n", idle());
  told<<<1, 256>>>(out);
  printf("a lane of each warp loads and tells the others: %.3f\n", idle());
  lanes_behind<<<1, 256>>>(out);
  printf("a barrier before, and one lane of each warp at work behind it: %.3f\n", idle());
  cudaMemcpy(out, from_host, sizeof from_host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, out, sizeof table, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpy(from_host, out, sizeof from_host, cudaMemcpyDeviceToHost);
  printf("copied within the device: %d\n", (int)emu_report_get()->total.v[EMU_device_copy_bytes]);
  cudaFree(out);
}
