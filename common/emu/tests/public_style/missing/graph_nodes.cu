// missing: graphs | nodes that allocate or free memory, conditional nodes, launches of graphs from kernels
// says: nodes of a graph that allocate or free memory are not part of the emulator
#include <cuda_runtime.h>
int main() {
  cudaStream_t s;
  cudaGraph_t graph;
  int *p;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaError_t error = cudaMallocAsync(&p, 4, s);
  cudaStreamEndCapture(s, &graph);
  return error != cudaSuccess;
}
