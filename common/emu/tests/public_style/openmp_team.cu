// Each thread of an OpenMP team has its own task on the device, stream and part of the data; the sections fill two buffers, and
// what they have made is used when the team has ended.
// shows: the command line | `-Xcompiler -fopenmp`: teams, loops, sections, `single`, `critical`, `ordered`, reductions, tasks, locks
// options: -Xcompiler -fopenmp
// bug: race-stream
#include <cstdio>
#include <omp.h>
#include <vector>

__global__ void add(int *v, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += by;
}

int main() {
  const int parts = 3, each = 500;
  std::vector<int> h(parts * each);
  int *d, device_of[parts], sum = 0, singles = 0, first = -1;
  cudaMalloc(&d, h.size() * sizeof(int));
  cudaMemset(d, 0, h.size() * sizeof(int));
  cudaDeviceSynchronize();
#pragma omp parallel num_threads(parts) shared(device_of)
  {
    int me = omp_get_thread_num(), *mine = d + me * each;
    cudaSetDevice(0);
    cudaGetDevice(&device_of[me]);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    add<<<2, 256, 0, s>>>(mine, each, 10 * (me + 1));
#pragma omp barrier
#ifdef BUG
    add<<<2, 256, 0, s>>>(d + (me + 1) % parts * each, each,
                          1); // the neighbour's part, in a stream that waits for nobody
#else
    add<<<2, 256, 0, s>>>(mine, each, 1);
#endif
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
#pragma omp single
    singles++;
#pragma omp critical
    if (first < 0) first = me;
  }
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    if (omp_get_thread_num() < 2) add<<<1, 256>>>(d, 100, 1000);
#pragma omp section
    add<<<1, 256>>>(d + each, 100, 2000);
  }
  cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
  for (int i = 0; i < (int)h.size(); i++) sum += h[i];
  std::vector<int> order;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    order.push_back(i);
  }
  bool sorted = true;
  for (int i = 0; i < 8; i++) sorted &= order[i] == i;
  int tasks = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= 4; i++) {
#pragma omp task firstprivate(i) shared(tasks)
    {
#pragma omp atomic
      tasks += i;
    }
  }
  printf("sum %d, singles %d, first %s, %s, tasks %d\n", sum, singles, first >= 0 ? "known" : "unknown",
         sorted ? "in order" : "out of order", tasks);
  cudaFree(d);
}
