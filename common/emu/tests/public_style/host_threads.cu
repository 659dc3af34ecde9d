// shows: host threads | `std::thread` and its kin, each with its device, last error and stream; `cudaStreamPerThread`
// compared: H200, CUDA 13.0, 2026-11-24
// Four threads of the host, each with a stream and two kernels; a queue hands their results over.
// options: --default-stream per-thread -pthread
// bug: race-stream
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

const int N = 1000, THREADS = 4;

__global__ void add(int *v, int by, int n) {
  __shared__ int tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? v[i] : 0;
  __syncthreads();
  if (i < n) v[i] = tile[threadIdx.x] + by;
}

std::mutex lock;
std::condition_variable ready;
std::queue<int> results;

void work(int t) {
  int *v, last = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&v, N * sizeof *v, stream);
  cudaMemsetAsync(v, 0, N * sizeof *v, stream);
  add<<<8, 128, 0, stream>>>(v, t, N);
  add<<<8, 128, 0, stream>>>(v, 10, N);
  cudaMemcpyAsync(&last, v + N - 1, sizeof last, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaFreeAsync(v, stream);
  if (t == 2) cudaMalloc(&v, (size_t)1 << 60);
  bool own_error = (cudaGetLastError() == cudaErrorMemoryAllocation) == (t == 2);
  cudaStreamDestroy(stream);
  std::lock_guard<std::mutex> hold(lock);
  results.push(own_error ? last : -1);
  ready.notify_one();
}

int main() {
  int *shared;
  cudaMalloc(&shared, N * sizeof *shared);
  std::vector<std::thread> threads;
  for (int t = 0; t < THREADS; t++) threads.emplace_back(work, t);
  int sum = 0;
  for (int t = 0; t < THREADS; t++) {
    std::unique_lock<std::mutex> hold(lock);
    ready.wait(hold, [] { return !results.empty(); });
    sum += results.front();
    results.pop();
  }
  for (auto &t : threads) t.join();

  // The default stream is a thread's own: two of them are ordered by a wait only.
  cudaMemsetAsync(shared, 0, N * sizeof *shared, 0);
  cudaEvent_t set;
  cudaEventCreate(&set);
  cudaEventRecord(set, cudaStreamPerThread);
  auto other = std::async(std::launch::async, [=] {
#ifndef BUG
    cudaStreamWaitEvent(0, set, 0);
#endif
    add<<<8, 128>>>(shared, 5, N);
    return cudaStreamSynchronize(0);
  });
  cudaError_t error = other.get();
  int last;
  cudaMemcpy(&last, shared + N - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", sum, last, cudaGetErrorName(error));
  cudaEventDestroy(set);
  cudaFree(shared);
  return 0;
}
