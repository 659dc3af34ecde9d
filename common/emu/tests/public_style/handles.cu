// What the toolkit's headers name in passing: the structs behind handles, limits of numbers; kernels that take references.
// shows: launches | kernels with reference parameters to managed objects; `CUstream_st` and its like; `INT_MAX` without an include
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-global
#include <cuda.h>
#include <memory>
#include <stdio.h>

struct EndStream {
  void operator()(CUstream_st *stream) const {
    cudaStreamDestroy(stream);
  }
};
struct EndEvent {
  void operator()(struct CUevent_st *event) const {
    cudaEventDestroy(event);
  }
};

class Managed {
public:
  void *operator new(size_t bytes) {
    void *p;
    cudaMallocManaged(&p, bytes);
    return p;
  }
  void operator delete(void *p) {
    cudaFree(p);
  }
};
struct Range : Managed {
  int low = INT_MAX, high = INT_MIN;
};

__global__ void widen(Range &range, const int *v, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
#ifdef BUG
  if (v[i] < range.low) range.low = v[i];
#else
  atomicMin(&range.low, v[i]);
#endif
  atomicMax(&range.high, v[i]);
}

int main() {
  std::unique_ptr<CUstream_st, EndStream> stream;
  std::unique_ptr<CUevent_st, EndEvent> event;
  cudaStream_t s;
  cudaEvent_t e;
  cudaStreamCreateWithFlags(&s, CU_STREAM_NON_BLOCKING);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  stream.reset(s);
  event.reset(e);
  int *v;
  cudaMallocManaged(&v, 64 * sizeof(int));
  for (int i = 0; i < 64; i++) v[i] = (i * 37 + 5) % 64 - 20;
  Range *range = new Range, &same = *range;
  widen<<<1, 64, 0, stream.get()>>>(*range, v, 64);
  cudaEventRecord(event.get(), s);
  cudaEventSynchronize(event.get());
  printf("%d to %d\n", range->low, range->high);
  void *arguments[] = {&range, &v, new int(3)};
  range->low = range->high = 0;
  cudaLaunchKernel((void *)widen, dim3(1), dim3(64), arguments, 0, s);
  cudaStreamSynchronize(s);
  printf("%d to %d, of %d bits\n", same.low, same.high, (int)sizeof(int) * CHAR_BIT);
  delete (int *)arguments[2];
  delete range;
  cudaFree(v);
}
