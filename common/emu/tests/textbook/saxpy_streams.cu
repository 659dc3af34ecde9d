// SAXPY in chunks over several streams, with pinned host memory and events between the streams.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t err = (call);                                                                                \
    if (err != cudaSuccess) {                                                                                \
      fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err));         \
      exit(EXIT_FAILURE);                                                                                    \
    }                                                                                                        \
  } while (0)

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
}

__global__ void scale(float *y, int n, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] *= factor;
}

int main(int argc, char **argv) {
  const int nStreams = 4;
  int n = argc > 1 ? atoi(argv[1]) : 40000;
  int chunk = (n + nStreams - 1) / nStreams;
  size_t bytes = n * sizeof(float);

  float *h_x, *h_y, *d_x, *d_y;
  CHECK(cudaMallocHost(&h_x, bytes));
  CHECK(cudaHostAlloc((void **)&h_y, bytes, cudaHostAllocDefault));
  CHECK(cudaMalloc(&d_x, bytes));
  CHECK(cudaMalloc(&d_y, bytes));
  for (int i = 0; i < n; i++) {
    h_x[i] = (float)(i % 97);
    h_y[i] = (float)(i % 31);
  }

  cudaStream_t streams[nStreams];
  cudaEvent_t done[nStreams], start, stop;
  for (int s = 0; s < nStreams; s++) {
    CHECK(cudaStreamCreate(&streams[s]));
    CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
  }
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  CHECK(cudaEventRecord(start, 0));
  for (int s = 0; s < nStreams; s++) {
    int first = s * chunk;
    int count = n - first < chunk ? n - first : chunk;
    if (count <= 0) continue;
    CHECK(
        cudaMemcpyAsync(d_x + first, h_x + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    CHECK(
        cudaMemcpyAsync(d_y + first, h_y + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    saxpy<<<16, 128, 0, streams[s]>>>(count, 2.0f, d_x + first, d_y + first);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(done[s], streams[s]));
  }

  // The last stream scales everything as soon as all the others are through.
  for (int s = 0; s < nStreams - 1; s++) CHECK(cudaStreamWaitEvent(streams[nStreams - 1], done[s], 0));
  scale<<<(n + 255) / 256, 256, 0, streams[nStreams - 1]>>>(d_y, n, 0.5f);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(h_y, d_y, bytes, cudaMemcpyDeviceToHost, streams[nStreams - 1]));
  CHECK(cudaStreamSynchronize(streams[nStreams - 1]));
  CHECK(cudaEventRecord(stop, 0));
  CHECK(cudaEventSynchronize(stop));
  float ms = -1.0f;
  CHECK(cudaEventElapsedTime(&ms, start, stop));

  double sum = 0;
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float expected = (2.0f * (i % 97) + i % 31) * 0.5f;
    if (h_y[i] != expected) wrong++;
    sum += h_y[i];
  }
  printf("n = %d, streams = %d, elapsed %s\n", n, nStreams, ms >= 0 ? "measured" : "not measured");
  printf("sum = %.1f, wrong = %d\n", sum, wrong);

  for (int s = 0; s < nStreams; s++) {
    CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(done[s]));
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFreeHost(h_x));
  CHECK(cudaFreeHost(h_y));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return wrong != 0;
}
