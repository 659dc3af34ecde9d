// The CUDA runtime API for graphs and stream capture. A node is made as a stream's work is, by the same calls, with the graph
// as its aim.
#include "api/copy.h"
#include "runtime/capture.h"
#include "runtime/error.h"
#include "runtime/known.h"
#include "runtime/launch.h"
#include <stdio.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

// ---- capture ----

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  return api_done(capture_begin(stream, mode));
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  return api_done(graph ? capture_end(stream, graph) : cudaErrorInvalidValue);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges,
                                     size_t *n) {
  unsigned long long number = 0;
  struct EmuGraph *of = NULL;
  const struct nodes *tail = NULL;
  cudaError_t error = capture_state(stream, status, &number, &of, &tail);
  if (id) *id = number;
  if (graph) *graph = of;
  if (dependencies) *dependencies = tail ? tail->at : NULL;
  if (edges) *edges = NULL;
  if (n) *n = tail ? tail->n : 0;
  return api_done(error);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
  return cudaStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
  if ((unsigned)*mode > cudaStreamCaptureModeRelaxed) return api_done(cudaErrorInvalidValue);
  *mode = capture_exchange_mode(*mode);
  return api_done(cudaSuccess);
}

// ---- graphs ----

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
  if (!graph || flags) return api_done(cudaErrorInvalidValue);
  *graph = graph_new();
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (!graph) return api_done(cudaErrorInvalidValue);
  graph_drop(graph);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
  if (!clone || !graph) return api_done(cudaErrorInvalidValue);
  *clone = graph_copy(graph);
  return api_done(cudaSuccess);
}

// ---- nodes ----

static bool all_of(const struct EmuGraph *graph, const struct nodes *list) {
  for (size_t i = 0; i < list->n; i++)
    if (!list->at[i] || list->at[i]->graph != graph) return false;
  return true;
}

// What a new node does, by the call that makes such work.
struct made_by {
  const struct cudaKernelNodeParams *kernel;
  const struct cudaMemsetParams *set;
  const struct cudaHostNodeParams *host;
  void *to;
  const void *from;
  size_t to_pitch, from_pitch, width, height;
  enum cudaMemcpyKind kind;
};

static cudaError_t set_node(const struct cudaMemsetParams *p, uint32_t pc) {
  size_t width = p->width * p->elementSize;
  bool bytes_alike = p->elementSize == 1 || p->value * 0x01010101u % 256 * 0x01010101u == p->value;
  if (p->elementSize == 2) bytes_alike = (p->value & 255) == (p->value >> 8 & 255);
  if (!bytes_alike) {
    fprintf(stderr, "emu: a memset node of %u-byte elements whose bytes differ is not part of the emulator\n",
            p->elementSize);
    return cudaErrorNotSupported;
  }
  return api_set_node(p->dst, p->height > 1 ? p->pitch : width, (int)(p->value & 255), width,
                      p->height ? p->height : 1, pc);
}

static cudaError_t make_work(const struct made_by *m, uint32_t pc) {
  if (m->set) return set_node(m->set, pc);
  if (m->host) return m->host->fn ? api_host_node(m->host->fn, m->host->userData, pc) : cudaErrorInvalidValue;
  if (!m->kernel)
    return api_copy_node(m->to, m->to_pitch, m->from, m->from_pitch, m->width, m->height, m->kind, pc);
  const struct cudaKernelNodeParams *k = m->kernel;
  if (!k->func || k->extra) return cudaErrorInvalidValue;
  cudaError_t before = error_last(true);
  if (!launch_known(k->func, k->gridDim, k->blockDim, k->kernelParams, k->sharedMemBytes, NULL, false, pc))
    return cudaErrorInvalidDeviceFunction;
  cudaError_t error = error_last(true);
  error_set(before);
  return error;
}

static cudaError_t add(cudaGraphNode_t *node, struct EmuGraph *graph, const cudaGraphNode_t *before, size_t n,
                       const struct made_by *m, uint32_t pc) {
  struct nodes list = {(cudaGraphNode_t *)before, n};
  if (!node || !graph || (n && !before) || !all_of(graph, &list)) return api_done(cudaErrorInvalidValue);
  machine_init();
  capture_aim(graph, &list);
  cudaError_t error = make_work(m, pc);
  *node = capture_aimed();
  return api_done(error || *node ? error : cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t n, const struct cudaKernelNodeParams *params) {
  return add(node, graph, before, n, &(struct made_by){.kernel = params}, HERE);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                     size_t n, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
  struct made_by m = {.to = to, .from = from, bytes, bytes, bytes, 1, kind};
  return add(node, graph, before, n, &m, HERE);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t n, const struct cudaMemcpy3DParms *p) {
  if (p->srcArray || p->dstArray || p->extent.depth > 1) {
    fprintf(stderr, "emu: a memcpy node of arrays, or of more than one plane, is not part of the emulator\n");
    return api_done(cudaErrorNotSupported);
  }
  char *to = (char *)p->dstPtr.ptr + p->dstPos.y * p->dstPtr.pitch + p->dstPos.x;
  const char *from = (const char *)p->srcPtr.ptr + p->srcPos.y * p->srcPtr.pitch + p->srcPos.x;
  struct made_by m = {
      .to = to, .from = from, p->dstPtr.pitch, p->srcPtr.pitch, p->extent.width, p->extent.height, p->kind};
  return add(node, graph, before, n, &m, HERE);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t n, const struct cudaMemsetParams *params) {
  return add(node, graph, before, n, &(struct made_by){.set = params}, HERE);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                 size_t n, const struct cudaHostNodeParams *params) {
  return add(node, graph, before, n, &(struct made_by){.host = params}, HERE);
}

static cudaError_t add_bare(cudaGraphNode_t *node, struct EmuGraph *graph, const cudaGraphNode_t *before,
                            size_t n, const struct EmuGraph *child) {
  struct nodes list = {(cudaGraphNode_t *)before, n};
  if (!node || !graph || (n && !before) || !all_of(graph, &list)) return api_done(cudaErrorInvalidValue);
  *node = graph_add(graph, child ? cudaGraphNodeTypeGraph : cudaGraphNodeTypeEmpty, NULL, &list);
  if (child) (*node)->child = graph_copy(child);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                  size_t n) {
  return add_bare(node, graph, before, n, NULL);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t n, cudaGraph_t child) {
  return child ? add_bare(node, graph, before, n, child) : api_done(cudaErrorInvalidValue);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t n) {
  (void)edges;
  struct nodes list[2] = {{(cudaGraphNode_t *)from, n}, {(cudaGraphNode_t *)to, n}};
  if (!graph || (n && !(from && to)) || !all_of(graph, &list[0]) || !all_of(graph, &list[1]))
    return api_done(cudaErrorInvalidValue);
  for (size_t i = 0; i < n; i++) {
    if (from[i] == to[i] || nodes_have(&to[i]->before, from[i])) return api_done(cudaErrorInvalidValue);
    nodes_join(&to[i]->before, &from[i], 1);
  }
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  if (!node) return api_done(cudaErrorInvalidValue);
  graph_remove(node);
  return api_done(cudaSuccess);
}

// ---- graphs that are ready to run ----

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  (void)flags;
  if (!exec || !graph) return api_done(cudaErrorInvalidValue);
  *exec = exec_new(graph);
  return api_done(*exec ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (!exec) return api_done(cudaErrorInvalidValue);
  exec_drop(exec);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return api_done(exec && queue_has(stream) ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return api_done(exec ? exec_launch(exec, stream, HERE) : cudaErrorInvalidValue);
}

// ---- changes ----

static cudaError_t change(struct EmuGraphNode *node, enum cudaGraphNodeType type, const struct made_by *m,
                          uint32_t pc) {
  if (!node || node->type != type) return api_done(cudaErrorInvalidValue);
  struct EmuGraph *scratch = graph_new();
  capture_aim(scratch, &(struct nodes){0});
  cudaError_t error = make_work(m, pc);
  struct EmuGraphNode *made = capture_aimed();
  if (made) {
    payload_drop(node->payload);
    node->payload = payload_hold(made->payload);
  }
  graph_drop(scratch);
  return api_done(error || made ? error : cudaErrorInvalidValue);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params) {
  return change(node, cudaGraphNodeTypeKernel, &(struct made_by){.kernel = params}, HERE);
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params) {
  return change(exec_node(exec, node), cudaGraphNodeTypeKernel, &(struct made_by){.kernel = params}, HERE);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  struct made_by m = {.to = to, .from = from, bytes, bytes, bytes, 1, kind};
  return change(exec_node(exec, node), cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params) {
  return change(exec_node(exec, node), cudaGraphNodeTypeMemset, &(struct made_by){.set = params}, HERE);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params) {
  return change(exec_node(exec, node), cudaGraphNodeTypeHost, &(struct made_by){.host = params}, HERE);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
  bool same = false;
  struct EmuGraphNode *other = (struct EmuGraphNode *)exec_update(exec, graph, &same);
  if (info)
    *info = (cudaGraphExecUpdateResultInfo){
        same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, other, NULL};
  return api_done(same ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}
