// The CUDA runtime API for graphs. A node is made as a stream's work is, by the same calls, with the graph
// as its aim.
#include "api/copy.h"
#include "include/emu_graph_node.h"
#include "runtime/capture.h"
#include "runtime/error.h"
#include "runtime/bare_kernels.h"
#include "runtime/machine.h"
#include <stdio.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

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

static bool all_of(const struct CUgraph_st *graph, const struct nodes *list) {
  for (size_t i = 0; i < list->n; i++)
    if (!list->at[i] || list->at[i]->graph != graph) return false;
  return true;
}

// What a new node does, by the call that makes such work.
struct made_by {
  const struct cudaKernelNodeParams *kernel;
  const struct cudaMemsetParams *set;
  const struct cudaHostNodeParams *host;
  const struct cudaMemcpy3DParms *copy;
  const void *symbol; // of a copy of bytes in a row: the variable at one end, and the place in it
  size_t offset;
  struct block row;
  enum cudaMemcpyKind kind;
};

static struct made_by row_of(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  return (struct made_by){.row = {.to = to, .from = from, .width = bytes, .height = 1, .depth = 1},
                          .kind = kind};
}

static cudaError_t make_copy(const struct made_by *m, uint32_t pc) {
  struct block b = m->row;
  enum cudaMemcpyKind kind = m->copy ? m->copy->kind : m->kind;
  cudaError_t error = m->copy     ? api_block_of(m->copy, &b)
                      : m->symbol ? api_symbol(m->symbol, b.width, m->offset, pc)
                                  : cudaSuccess;
  return error ? error : api_copy_block(&b, kind, pc, NULL, true);
}

static cudaError_t make_work(const struct made_by *m, uint32_t pc) {
  if (m->set) return api_set_node(m->set, pc);
  if (m->host) return m->host->fn ? api_host_node(m->host->fn, m->host->userData, pc) : cudaErrorInvalidValue;
  if (!m->kernel) return make_copy(m, pc);
  const struct cudaKernelNodeParams *k = m->kernel;
  if (!k->func || k->extra) return cudaErrorInvalidValue;
  cudaError_t before = error_last(true);
  if (!launch_known(k->func, k->gridDim, k->blockDim, k->kernelParams, k->sharedMemBytes, NULL, false, pc))
    return cudaErrorInvalidDeviceFunction;
  cudaError_t error = error_last(true);
  error_set(before);
  return error;
}

static cudaError_t add(cudaGraphNode_t *node, struct CUgraph_st *graph, const cudaGraphNode_t *before,
                       size_t n, const struct made_by *m, uint32_t pc) {
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
  struct made_by m = row_of(to, from, bytes, kind);
  return add(node, graph, before, n, &m, HERE);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t n, const struct cudaMemcpy3DParms *copy) {
  return add(node, graph, before, n, &(struct made_by){.copy = copy}, HERE);
}
static struct made_by to_symbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                                enum cudaMemcpyKind kind) {
  symbol = image_symbol(symbol);
  struct made_by m = row_of((char *)symbol + offset, from, bytes, kind);
  m.symbol = symbol, m.offset = offset;
  return m;
}
static struct made_by from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                  enum cudaMemcpyKind kind) {
  symbol = image_symbol(symbol);
  struct made_by m = row_of(to, (const char *)symbol + offset, bytes, kind);
  m.symbol = symbol, m.offset = offset;
  return m;
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *before, size_t n, const void *symbol,
                                           const void *from, size_t bytes, size_t offset,
                                           enum cudaMemcpyKind kind) {
  struct made_by m = to_symbol(symbol, from, bytes, offset, kind);
  return add(node, graph, before, n, &m, HERE);
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *before, size_t n, void *to,
                                             const void *symbol, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind) {
  struct made_by m = from_symbol(to, symbol, bytes, offset, kind);
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

// A node without work of its own.
static cudaError_t add_bare(cudaGraphNode_t *node, struct CUgraph_st *graph, const cudaGraphNode_t *before,
                            size_t n, enum cudaGraphNodeType type) {
  struct nodes list = {(cudaGraphNode_t *)before, n};
  if (!node || !graph || (n && !before) || !all_of(graph, &list)) return api_done(cudaErrorInvalidValue);
  *node = graph_add(graph, type, NULL, &list);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                  size_t n) {
  return add_bare(node, graph, before, n, cudaGraphNodeTypeEmpty);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t n, cudaGraph_t child) {
  if (!child) return api_done(cudaErrorInvalidValue);
  struct CUgraph_st *copy = graph_copy(child); // of the state now: a graph may hold one of itself
  cudaError_t error = add_bare(node, graph, before, n, cudaGraphNodeTypeGraph);
  if (error)
    graph_drop(copy);
  else
    (*node)->child = copy;
  return error;
}
static cudaError_t add_event(cudaGraphNode_t *node, struct CUgraph_st *graph, const cudaGraphNode_t *before,
                             size_t n, enum cudaGraphNodeType type, cudaEvent_t event) {
  cudaError_t error = event ? add_bare(node, graph, before, n, type) : api_done(cudaErrorInvalidValue);
  if (!error) (*node)->event = event;
  return error;
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *before, size_t n, cudaEvent_t event) {
  return add_event(node, graph, before, n, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                      size_t n, cudaEvent_t event) {
  return add_event(node, graph, before, n, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                             const cudaGraphEdgeData *edges, size_t n, struct cudaGraphNodeParams *p) {
  (void)edges;
  if (!p) return api_done(cudaErrorInvalidValue);
  struct made_by kernel = {.kernel = (const struct cudaKernelNodeParams *)&p->kernel};
  struct made_by copy = {.copy = &p->memcpy.copyParams};
  struct cudaMemsetParams set_params = {p->memset.dst,         p->memset.pitch, p->memset.value,
                                        p->memset.elementSize, p->memset.width, p->memset.height};
  struct cudaHostNodeParams host_params = {p->host.fn, p->host.userData};
  struct made_by set = {.set = &set_params}, host = {.host = &host_params};
  switch (p->type) {
  case cudaGraphNodeTypeKernel:
    return add(node, graph, before, n, &kernel, HERE);
  case cudaGraphNodeTypeMemcpy:
    return add(node, graph, before, n, &copy, HERE);
  case cudaGraphNodeTypeMemset:
    return add(node, graph, before, n, &set, HERE);
  case cudaGraphNodeTypeHost:
    return add(node, graph, before, n, &host, HERE);
  case cudaGraphNodeTypeGraph:
    return cudaGraphAddChildGraphNode(node, graph, before, n, p->graph.graph);
  case cudaGraphNodeTypeEmpty:
    return add_bare(node, graph, before, n, p->type);
  case cudaGraphNodeTypeWaitEvent:
    return add_event(node, graph, before, n, p->type, p->eventWait.event);
  case cudaGraphNodeTypeEventRecord:
    return add_event(node, graph, before, n, p->type, p->eventRecord.event);
  default:
    fprintf(stderr,
            "emu: cudaGraphAddNode: nodes that allocate or free memory, and conditional ones, are not "
            "part of the emulator\n");
    return api_done(cudaErrorNotSupported);
  }
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
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t n) {
  (void)edges;
  struct nodes list[2] = {{(cudaGraphNode_t *)from, n}, {(cudaGraphNode_t *)to, n}};
  if (!graph || (n && !(from && to)) || !all_of(graph, &list[0]) || !all_of(graph, &list[1]))
    return api_done(cudaErrorInvalidValue);
  for (size_t i = 0; i < n; i++) {
    if (!nodes_have(&to[i]->before, from[i])) return api_done(cudaErrorInvalidValue);
    nodes_forget(&to[i]->before, from[i]);
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

static cudaError_t change(struct CUgraphNode_st *node, enum cudaGraphNodeType type, const struct made_by *m,
                          uint32_t pc) {
  if (!node || node->type != type) return api_done(cudaErrorInvalidValue);
  struct CUgraph_st *scratch = graph_new();
  capture_aim(scratch, &(struct nodes){0});
  cudaError_t error = make_work(m, pc);
  struct CUgraphNode_st *made = capture_aimed();
  if (made) {
    payload_drop(node->payload);
    node->payload = payload_hold(made->payload);
  }
  graph_drop(scratch);
  return api_done(error || made ? error : cudaErrorInvalidValue);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p) {
  return change(node, cudaGraphNodeTypeKernel, &(struct made_by){.kernel = p}, HERE);
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p) {
  return change(exec_node(exec, node), cudaGraphNodeTypeKernel, &(struct made_by){.kernel = p}, HERE);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p) {
  return change(node, cudaGraphNodeTypeMemset, &(struct made_by){.set = p}, HERE);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p) {
  return change(exec_node(exec, node), cudaGraphNodeTypeMemset, &(struct made_by){.set = p}, HERE);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p) {
  return change(node, cudaGraphNodeTypeHost, &(struct made_by){.host = p}, HERE);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p) {
  return change(exec_node(exec, node), cudaGraphNodeTypeHost, &(struct made_by){.host = p}, HERE);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) {
  return change(node, cudaGraphNodeTypeMemcpy, &(struct made_by){.copy = p}, HERE);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p) {
  return change(exec_node(exec, node), cudaGraphNodeTypeMemcpy, &(struct made_by){.copy = p}, HERE);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes,
                                           enum cudaMemcpyKind kind) {
  struct made_by m = row_of(to, from, bytes, kind);
  return change(node, cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  struct made_by m = row_of(to, from, bytes, kind);
  return change(exec_node(exec, node), cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from,
                                                 size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
  struct made_by m = to_symbol(symbol, from, bytes, offset, kind);
  return change(node, cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *from, size_t bytes,
                                                     size_t offset, enum cudaMemcpyKind kind) {
  struct made_by m = to_symbol(symbol, from, bytes, offset, kind);
  return change(exec_node(exec, node), cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol,
                                                   size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
  struct made_by m = from_symbol(to, symbol, bytes, offset, kind);
  return change(node, cudaGraphNodeTypeMemcpy, &m, HERE);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                                       const void *symbol, size_t bytes, size_t offset,
                                                       enum cudaMemcpyKind kind) {
  struct made_by m = from_symbol(to, symbol, bytes, offset, kind);
  return change(exec_node(exec, node), cudaGraphNodeTypeMemcpy, &m, HERE);
}
static cudaError_t change_event(struct CUgraphNode_st *node, enum cudaGraphNodeType type, cudaEvent_t event) {
  if (!node || node->type != type || !event) return api_done(cudaErrorInvalidValue);
  node->event = event;
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return change_event(exec_node(exec, node), cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(node, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return change_event(exec_node(exec, node), cudaGraphNodeTypeWaitEvent, event);
}
// Kernels, copies and sets may be left out; what comes behind them still waits for what comes before.
static struct CUgraphNode_st *optional_node(cudaGraphExec_t exec, cudaGraphNode_t node) {
  struct CUgraphNode_st *own = exec && node ? exec_node(exec, node) : NULL;
  return own && own->type <= cudaGraphNodeTypeMemset ? own : NULL;
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
  struct CUgraphNode_st *own = optional_node(exec, node);
  if (own) own->skipped = !enabled;
  return api_done(own ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
  const struct CUgraphNode_st *own = optional_node(exec, node);
  if (own) *enabled = !own->skipped;
  return api_done(own ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
  bool same = false;
  struct CUgraphNode_st *other = (struct CUgraphNode_st *)exec_update(exec, graph, &same);
  if (info)
    *info = (cudaGraphExecUpdateResultInfo){
        same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, other, NULL};
  return api_done(same ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}
