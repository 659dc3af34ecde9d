// Two nodes of a graph, of which the second reads what the first writes, and nothing says so.
// expect: race-stream at=@second other=@first advice~"add the dependency to the later node"
// fixed: What is advised.
// prints: 8
#include <cstdio>

__global__ void first(int *a) {
  *a = 7; // @first
}

__global__ void second(int *a) {
  *a += 1; // @second
}

int main() {
  int *a, h = -1;
  cudaMalloc(&a, sizeof h);
  cudaMemset(a, 0, sizeof h);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  void *arguments[] = {&a};
  cudaKernelNodeParams k = {};
  k.gridDim = k.blockDim = dim3(1);
  k.kernelParams = arguments;
  cudaGraphNode_t one, two;
  k.func = (void *)first;
  cudaGraphAddKernelNode(&one, graph, nullptr, 0, &k);
  k.func = (void *)second;
#ifdef FIXED
  cudaGraphAddKernelNode(&two, graph, &one, 1, &k);
#else
  cudaGraphAddKernelNode(&two, graph, nullptr, 0, &k);
#endif
  cudaGraphExec_t e;
  cudaGraphInstantiate(&e, graph, 0);
  cudaGraphLaunch(e, 0);
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(graph);
  cudaFree(a);
}
