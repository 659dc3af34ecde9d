// Graphs: what C++ adds, and the forms that calls had before CUDA 12 and 13.
#ifndef EMU_GRAPH_H
#define EMU_GRAPH_H

struct cudaKernelNodeParams {
  void *func;
  dim3 emu_own_gridDim, emu_own_blockDim; // gridDim, blockDim, as the translator writes own names
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
#include "emu_graph_node.h"

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
EMU_INLINE cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to, size_t n) {
  return ::cudaGraphRemoveDependencies(graph, from, to, nullptr, n);
}
EMU_INLINE cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *after,
                                                      size_t *n) {
  return ::cudaGraphNodeGetDependentNodes(node, after, nullptr, n);
}
EMU_INLINE cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *before, size_t n,
                                        cudaGraphNodeParams *params) {
  return ::cudaGraphAddNode(node, graph, before, nullptr, n, params);
}
template <class T_>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *before, size_t n, const T_ &symbol,
                                           const void *from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, before, n, (const void *)&symbol, from, bytes, offset,
                                          kind);
}
template <class T_>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *before, size_t n, void *to,
                                             const T_ &symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, n, to, (const void *)&symbol, bytes, offset,
                                            kind);
}
template <class T_>
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const T_ &symbol, const void *from, size_t bytes,
                                                     size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, from, bytes, offset,
                                                    kind);
}
EMU_INLINE cudaError_t cudaUserObjectRetain(cudaUserObject_t object) {
  return ::cudaUserObjectRetain(object, 1);
}
EMU_INLINE cudaError_t cudaUserObjectRelease(cudaUserObject_t object) {
  return ::cudaUserObjectRelease(object, 1);
}
EMU_INLINE cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                                 unsigned count = 1) {
  return ::cudaGraphRetainUserObject(graph, object, count, 0);
}
EMU_INLINE cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object) {
  return ::cudaGraphReleaseUserObject(graph, object, 1);
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
