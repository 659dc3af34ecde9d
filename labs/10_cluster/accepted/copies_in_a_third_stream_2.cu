// expect: pass 2_boundary_first
// form: halos in and borders out by a third stream, the borders by one copy of two rows; an event for each step.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void relax(const float *a, float *b, int64_t columns, int64_t first, int64_t apart) {
  const float *up = a + (first + blockIdx.x * apart - 1) * columns, *mid = up + columns,
              *down = mid + columns;
  float *to = b + (first + blockIdx.x * apart) * columns;
  for (int64_t j = threadIdx.x; j < columns; j += blockDim.x) {
    float v = mid[j];
    if (j != 0 && j != columns - 1) v = ((up[j] + down[j]) + (mid[j - 1] + mid[j + 1])) * 0.25f;
    to[j] = v;
  }
}

int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders) {
  enum { COPY, EDGE, BULK, STREAMS };
  cudaStream_t stream[STREAMS];
  for (int k = 0; k < STREAMS; k++) cudaStreamCreateWithFlags(&stream[k], cudaStreamNonBlocking);
  std::vector<cudaEvent_t> events;
  auto after = [&](int later,
                   int earlier) { // what `later` does from here on comes behind what `earlier` has so far
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventRecord(e, stream[earlier]);
    cudaStreamWaitEvent(stream[later], e, 0);
    events.push_back(e);
  };
  int edges = rows > 1 ? 2 : 1;
  size_t line = columns * sizeof(float), apart = (rows + 1) * line;
  float *a = scratch, *b = scratch + (rows + 2) * columns;
  cudaMemcpyAsync(a + columns, in, rows * line, cudaMemcpyDeviceToDevice, stream[BULK]);
  after(EDGE, BULK);
  for (int s = 0; s < steps; s++) {
    cudaMemcpy2DAsync(a, apart, halos + 2 * s * columns, line, line, 2, cudaMemcpyHostToDevice, stream[COPY]);
    after(EDGE, COPY);
    relax<<<edges, 128, 0, stream[EDGE]>>>(a, b, columns, 1, rows - 1);
    if (rows > 2) relax<<<(unsigned)(rows - 2), 128, 0, stream[BULK]>>>(a, b, columns, 2, 1);
    after(COPY, EDGE);
    after(EDGE, BULK);
    after(BULK, EDGE);
    cudaMemcpy2DAsync(borders + 2 * s * columns, line, b + columns, rows > 1 ? (rows - 1) * line : line, line,
                      rows > 1 ? 2 : 1, cudaMemcpyDeviceToHost, stream[COPY]);
    if (rows == 1)
      cudaMemcpyAsync(borders + (2 * s + 1) * columns, b + columns, line, cudaMemcpyDeviceToHost,
                      stream[COPY]);
    float *t = a;
    a = b;
    b = t;
  }
  cudaMemcpyAsync(out, a + columns, rows * line, cudaMemcpyDeviceToDevice, stream[BULK]);
  for (int k = 0; k < STREAMS; k++) {
    cudaStreamSynchronize(stream[k]);
    cudaStreamDestroy(stream[k]);
  }
  for (cudaEvent_t e : events) cudaEventDestroy(e);
  return cudaGetLastError();
}
