// Graphs: what C++ adds, and the forms that calls had before CUDA 12 and 13.
#ifndef EMU_GRAPH_H
#define EMU_GRAPH_H

struct cudaKernelNodeParams {
  void *func;
  dim3 emu_own_gridDim, emu_own_blockDim; // gridDim, blockDim, as the translator writes own names
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};

EMU_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph) {
  return ::cudaGraphInstantiate(exec, graph, 0);
}
EMU_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *where,
                                            char *log, size_t bytes) {
  if (where) *where = nullptr;
  if (log && bytes) *log = '\0';
  return ::cudaGraphInstantiate(exec, graph, 0);
}
EMU_INLINE cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *where,
                                           cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);
  if (where) *where = info.errorNode;
  if (result) *result = info.result;
  return error;
}
EMU_INLINE cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                const cudaGraphNode_t *to, size_t n) {
  return ::cudaGraphAddDependencies(graph, from, to, nullptr, n);
}
EMU_INLINE cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                         size_t *n) {
  return ::cudaGraphGetEdges(graph, from, to, nullptr, n);
}
EMU_INLINE cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *before,
                                                    size_t *n) {
  return ::cudaGraphNodeGetDependencies(node, before, nullptr, n);
}
EMU_INLINE cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                unsigned long long *id = nullptr,
                                                cudaGraph_t *graph = nullptr,
                                                const cudaGraphNode_t **before = nullptr,
                                                size_t *n = nullptr) {
  return ::cudaStreamGetCaptureInfo(stream, status, id, graph, before, nullptr, n);
}
EMU_INLINE cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                   unsigned long long *id = nullptr,
                                                   cudaGraph_t *graph = nullptr,
                                                   const cudaGraphNode_t **before = nullptr,
                                                   size_t *n = nullptr) {
  return ::cudaStreamGetCaptureInfo(stream, status, id, graph, before, nullptr, n);
}

#endif
