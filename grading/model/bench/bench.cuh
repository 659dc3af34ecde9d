// What the microbenchmarks share: the clock, and how a constant is printed ("name value", a line each).
#ifndef BENCH_CUH
#define BENCH_CUH

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t error = (call);                                                                              \
    if (error == cudaSuccess) break;                                                                         \
    fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error));                \
    exit(1);                                                                                                 \
  } while (0)

enum { TIMES = 7 };

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The median of TIMES runs in seconds, after one that is not timed. `run` launches, and nothing else.
template <class F> static double seconds(F run) {
  cudaEvent_t begin, end;
  double took[TIMES];
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  run();
  for (int i = 0; i < TIMES; i++) {
    float ms;
    CHECK(cudaEventRecord(begin));
    run();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaGetLastError());
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    took[i] = ms / 1e3;
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  qsort(took, TIMES, sizeof *took, by_size);
  return took[TIMES / 2];
}

static void say(const char *name, double value) {
  printf("%s %.6g\n", name, value);
  fflush(stdout);
}

static int processors() {
  int n;
  CHECK(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0));
  return n;
}

// Blocks of 1024 threads, two a multiprocessor: as many threads as it holds.
static int full_grid() {
  return 2 * processors();
}

#endif
