// shows: graphs | nodes by hand: kernels, copies, sets, host functions, empty ones, graphs; clones, updates, queries
// A vector is scaled and added up in two branches that meet; the graph runs again with other arguments.
// bug: race-stream
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t e = (call);                                                                                  \
    if (e != cudaSuccess) {                                                                                  \
      printf("%s:%d: %s\n", #call, __LINE__, cudaGetErrorString(e));                                         \
      return 1;                                                                                              \
    }                                                                                                        \
  } while (0)

const int N = 1000;

__global__ void scale(float *v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= by;
}

template <class T> __global__ void add(T *to, const T *a, const T *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = a[i] + b[i];
}

__global__ void fill(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}

static int calls;
static void CUDART_CB count(void *by) {
  calls += *(int *)by;
}

int main() {
  float *a, *b, *sum, *host;
  size_t bytes = N * sizeof(float);
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&sum, bytes));
  CHECK(cudaMallocHost(&host, bytes));

  cudaGraph_t graph, fills;
  CHECK(cudaGraphCreate(&fills, 0));
  CHECK(cudaGraphCreate(&graph, 0));
  int n = N, three = 3;
  float by = 2;
  void *fill_a[] = {&a, &n}, *scale_a[] = {&a, &by, &n}, *add_ab[] = {&sum, &a, &b, &n};
  cudaKernelNodeParams k = {};
  k.gridDim = dim3(8);
  k.blockDim = dim3(128);
  k.func = (void *)fill;
  k.kernelParams = fill_a;
  cudaGraphNode_t filled, fill_node, set_node, scale_node, add_node, copy_node, host_node, empty;
  CHECK(cudaGraphAddKernelNode(&fill_node, fills, NULL, 0, &k));
  CHECK(cudaGraphAddChildGraphNode(&filled, graph, NULL, 0, fills));

  cudaMemsetParams set = {};
  set.dst = b;
  set.elementSize = 1;
  set.width = bytes;
  set.height = 1;
  CHECK(cudaGraphAddMemsetNode(&set_node, graph, NULL, 0, &set));

  k.func = (void *)scale;
  k.kernelParams = scale_a;
  CHECK(cudaGraphAddKernelNode(&scale_node, graph, &filled, 1, &k));
  cudaGraphNode_t both[] = {scale_node, set_node};
#ifdef BUG
  CHECK(cudaGraphAddEmptyNode(&empty, graph, both, 1)); // the set is forgotten
#else
  CHECK(cudaGraphAddEmptyNode(&empty, graph, both, 2));
#endif
  k.func = reinterpret_cast<void *>(&add<float>);
  k.kernelParams = add_ab;
  CHECK(cudaGraphAddKernelNode(&add_node, graph, &empty, 1, &k));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_node, graph, NULL, 0, host, sum, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaGraphAddDependencies(graph, &add_node, &copy_node, 1));
  cudaHostNodeParams call = {count, &three};
  CHECK(cudaGraphAddHostNode(&host_node, graph, &copy_node, 1, &call));

  size_t nodes = 0, roots = 0, edges = 0;
  CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, NULL, &roots));
  CHECK(cudaGraphGetEdges(graph, NULL, NULL, &edges));
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(filled, &type));
#ifndef BUG
  printf("%zu nodes, %zu roots, %zu edges, a graph in it: %d\n", nodes, roots, edges,
         type == cudaGraphNodeTypeGraph);
#endif

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  cudaGraphExec_t exec, twin;
  CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CHECK(cudaGraphInstantiate(&twin, clone, 0));
  for (int i = 0; i < 2; i++) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%g %g, %d calls\n", host[1], host[N - 1], calls);

  by = 5; // the nodes have copies of the arguments
  CHECK(cudaGraphLaunch(twin, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%g\n", host[N - 1]);
  k.func = (void *)scale;
  k.kernelParams = scale_a;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, scale_node, &k));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%g\n", host[N - 1]);

  by = 7;
  CHECK(cudaGraphKernelNodeSetParams(scale_node, &k));
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(exec, graph, &info));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%g, update %d\n", host[N - 1], info.result == cudaGraphExecUpdateSuccess);
  CHECK(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
  printf("another graph: %s\n", cudaGetErrorName(cudaGraphExecUpdate(exec, graph, &info)));
  cudaGetLastError();

  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphExecDestroy(twin));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(clone));
  CHECK(cudaGraphDestroy(fills));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(sum));
  CHECK(cudaFreeHost(host));
  return 0;
}
