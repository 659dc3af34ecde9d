// Experiment: thread t has words t * ITEMS to t * ITEMS + ITEMS - 1 of shared memory. What does ITEMS do to the banks?
//
//   build/bin/emucc labs/07_sort/experiments/items.cu -o items && ./items
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { THREADS = 256, MAX_ITEMS = 17 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "items: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void store_items(int items) {
  __shared__ volatile int s[THREADS * MAX_ITEMS]; // volatile: nobody reads what is stored
  for (int i = 0; i < items; i++) s[threadIdx.x * items + i] = i;
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  printf("items  wavefronts a store\n");
  for (int items = 1; items <= MAX_ITEMS; items++) {
    store_items<<<1, THREADS>>>(items);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
    const struct emu_counters *c = &emu_report_get()->total;
    printf("%5d %6.0f\n", items,
           emu_metric_value(c, EMU_shared_store_wavefronts) / emu_metric_value(c, EMU_shared_store_requests));
    emu_report_reset();
#endif
  }
}
