// What a launch costs: the first one's way to the device, one behind another, blocks that do nothing.
#include "bench.cuh"
#include <ctime>

__global__ void nothing() {}

// Holds the stream until the host says go.
__global__ void hold(const volatile int *go) {
  while (!*go) continue;
}

// Seconds from the beginning of one launch to that of the next where the host was ahead.
static double launch_to_launch() {
  enum { AHEAD = 400 };
  int *go;
  cudaEvent_t begin, end;
  float ms;
  CHECK(cudaMallocHost(&go, sizeof *go));
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  *go = 0;
  hold<<<1, 1>>>(go);
  CHECK(cudaEventRecord(begin));
  for (int i = 0; i < AHEAD; i++) nothing<<<1, 32>>>();
  CHECK(cudaEventRecord(end));
  *(volatile int *)go = 1;
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  return ms / 1e3 / AHEAD;
}

__global__ void spin(long long cycles) {
  long long begin = clock64();
  while (clock64() - begin < cycles) continue;
}

// Seconds from a block's last instruction to the first one of the block that takes its place.
static double block_turn() {
  enum { THREADS = 256, FEW = 16, MANY = 48, SHORT = 2000, LONG = 6000 };
  int at_once = 2048 / THREADS * processors();
  auto rounds = [&](long long cycles) {
    auto of = [&](int n) { return seconds([&] { spin<<<n * at_once, THREADS>>>(cycles); }); };
    return (of(MANY) - of(FEW)) / (MANY - FEW);
  };
  double a_short = rounds(SHORT), cycle = (rounds(LONG) - a_short) / (LONG - SHORT);
  return a_short - SHORT * cycle;
}

static double now() {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main() {
  enum { MANY = 1000 };
  double took[21];
  nothing<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 21; i++) {
    double begin = now();
    nothing<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    took[i] = now() - begin;
  }
  qsort(took, 21, sizeof *took, by_size);
  say("launch_and_wait_s", took[10]);
  say("empty_kernel_s", seconds([&] { nothing<<<1, 32>>>(); }));
  say("launch_to_launch_s", launch_to_launch());
  say("launch_by_host_s", seconds([&] {
                            for (int i = 0; i < MANY; i++) nothing<<<1, 32>>>();
                          }) / MANY);

  // The same of a graph: the host is out of the way.
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < MANY; i++) nothing<<<1, 32, 0, stream>>>();
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  say("graph_node_s", seconds([&] { CHECK(cudaGraphLaunch(ready, 0)); }) / MANY);

  char *bytes;
  CHECK(cudaMalloc(&bytes, 1 << 20));
  say("memset_to_memset_s", seconds([&] {
                              for (int i = 0; i < MANY; i++) CHECK(cudaMemsetAsync(bytes, 0, 4096));
                            }) / MANY);
  int host;
  double begin = now();
  for (int i = 0; i < MANY; i++) CHECK(cudaMemcpy(&host, bytes, 4, cudaMemcpyDeviceToHost));
  say("copy_back_s", (now() - begin) / MANY);

  // A launch whose result the host wants to see before the next one.
  begin = now();
  for (int i = 0; i < MANY; i++) {
    nothing<<<1, 32>>>();
    CHECK(cudaMemcpy(&host, bytes, 4, cudaMemcpyDeviceToHost));
  }
  say("launch_and_copy_back_s", (now() - begin) / MANY);

  static const int threads[] = {32, 128, 256, 512, 1024};
  for (int i = 0; i < 5; i++) {
    char name[64];
    int blocks = 1 << 20;
    snprintf(name, sizeof name, "blocks_of_%d_s", threads[i]);
    say(name, blocks / seconds([&] { nothing<<<blocks, threads[i]>>>(); }));
  }
  say("block_turn_s", block_turn());
  return 0;
}
