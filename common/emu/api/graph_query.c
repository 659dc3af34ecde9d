// The CUDA runtime API for graphs: what may be asked about them.
#include "memory/image.h"
#include "runtime/error.h"
#include "runtime/graph.h"
#include "runtime/launch.h"
#include <stdio.h>
#include <stdlib.h>

// Up to *n nodes go to `to`, and *n becomes their number; without `to` it becomes the number of all.
static void give(cudaGraphNode_t *to, size_t *n, struct CUgraphNode_st *const *nodes, size_t count) {
  for (size_t i = 0; to && i < *n && i < count; i++) to[i] = nodes[i];
  *n = !to || *n > count ? count : *n;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  if (!graph || !n) return api_done(cudaErrorInvalidValue);
  give(nodes, n, graph->nodes.at, graph->nodes.n);
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  if (!graph || !n) return api_done(cudaErrorInvalidValue);
  size_t roots = 0;
  for (size_t i = 0; i < graph->nodes.n; i++) {
    if (graph->nodes.at[i]->before.n) continue;
    if (nodes && roots < *n) nodes[roots] = graph->nodes.at[i];
    roots++;
  }
  *n = roots;
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *n) {
  if (!graph || !n || !from != !to) return api_done(cudaErrorInvalidValue);
  size_t count = 0;
  for (size_t i = 0; i < graph->nodes.n; i++)
    for (size_t k = 0; k < graph->nodes.at[i]->before.n; k++, count++) {
      if (!from || count >= *n) continue;
      from[count] = graph->nodes.at[i]->before.at[k];
      to[count] = graph->nodes.at[i];
      if (edges) edges[count] = (cudaGraphEdgeData){0};
    }
  *n = count;
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *before,
                                         cudaGraphEdgeData *edges, size_t *n) {
  if (!node || !n) return api_done(cudaErrorInvalidValue);
  give(before, n, node->before.at, node->before.n);
  for (size_t i = 0; edges && i < *n; i++) edges[i] = (cudaGraphEdgeData){0};
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *after,
                                           cudaGraphEdgeData *edges, size_t *n) {
  if (!node || !n) return api_done(cudaErrorInvalidValue);
  const struct nodes *all = &node->graph->nodes;
  struct nodes found = {0};
  for (size_t i = 0; i < all->n; i++)
    if (nodes_have(&all->at[i]->before, node)) nodes_join(&found, &all->at[i], 1);
  give(after, n, found.at, found.n);
  for (size_t i = 0; edges && i < *n; i++) edges[i] = (cudaGraphEdgeData){0};
  free(found.at);
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
  if (!node || !original || !clone) return api_done(cudaErrorInvalidValue);
  for (size_t i = 0; i < clone->nodes.n; i++) {
    if (clone->nodes.at[i]->origin != original) continue;
    *node = clone->nodes.at[i];
    return api_done(cudaSuccess);
  }
  return api_done(cudaErrorInvalidValue);
}

static cudaError_t event_of(cudaGraphNode_t node, enum cudaGraphNodeType type, cudaEvent_t *event) {
  if (!node || node->type != type || !event) return api_done(cudaErrorInvalidValue);
  *event = node->event;
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
  return event_of(node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
  return event_of(node, cudaGraphNodeTypeWaitEvent, event);
}

static const char *label_of(const struct CUgraphNode_st *node) {
  if (node->type == cudaGraphNodeTypeKernel && launch_is(node->payload->kind)) {
    struct cudaKernelNodeParams p;
    launch_describe(node->payload->data, &p);
    return image_kernel_name("kernel", (uint32_t)(uintptr_t)p.func);
  }
  static const char *const label[] = {
      [cudaGraphNodeTypeKernel] = "library call",  [cudaGraphNodeTypeMemcpy] = "memcpy",
      [cudaGraphNodeTypeMemset] = "memset",        [cudaGraphNodeTypeHost] = "host function",
      [cudaGraphNodeTypeGraph] = "graph",          [cudaGraphNodeTypeEmpty] = "empty",
      [cudaGraphNodeTypeWaitEvent] = "event wait", [cudaGraphNodeTypeEventRecord] = "event record"};
  return label[node->type];
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
  (void)flags;
  FILE *f = graph && path ? fopen(path, "w") : NULL;
  if (!f) return api_done(graph && path ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
  fprintf(f, "digraph graph_1 {\n");
  for (size_t i = 0; i < graph->nodes.n; i++)
    fprintf(f, "  node_%zu [label=\"%zu\\n%s\"];\n", i, i, label_of(graph->nodes.at[i]));
  for (size_t i = 0; i < graph->nodes.n; i++)
    for (size_t k = 0; k < graph->nodes.at[i]->before.n; k++)
      fprintf(f, "  node_%u -> node_%zu;\n", graph->nodes.at[i]->before.at[k]->index, i);
  fprintf(f, "}\n");
  return api_done(fclose(f) ? cudaErrorOperatingSystem : cudaSuccess);
}

// ---- user objects ----

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned held,
                                 unsigned flags) {
  if (!object || !destroy || !held || flags != cudaUserObjectNoDestructorSync)
    return api_done(cudaErrorInvalidValue);
  *object = user_new(pointer, destroy, held);
  return api_done(cudaSuccess);
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  if (!object || !count) return api_done(cudaErrorInvalidValue);
  object->held += count;
  return api_done(cudaSuccess);
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  if (!object || !count || count > object->held) return api_done(cudaErrorInvalidValue);
  user_drop(object, count);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
                                      unsigned flags) {
  if (!graph || !object || !count || flags > cudaGraphUserObjectMove) return api_done(cudaErrorInvalidValue);
  if (!flags) object->held += count;
  graph_hold_user(graph, object, count);
  return api_done(cudaSuccess);
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
  bool had = graph && object && count && graph_drop_user(graph, object, count);
  return api_done(had ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
  if (!node || !type) return api_done(cudaErrorInvalidValue);
  *type = node->type;
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
  if (!node || !node->child) return api_done(cudaErrorInvalidValue);
  *graph = node->child;
  return api_done(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params) {
  if (!node || node->type != cudaGraphNodeTypeKernel || !launch_is(node->payload->kind)) // a library's
    return api_done(cudaErrorInvalidValue);
  launch_describe(node->payload->data, params);
  return api_done(cudaSuccess);
}
