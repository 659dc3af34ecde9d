// The CUDA runtime API for graphs: what may be asked about them.
#include "runtime/error.h"
#include "runtime/graph.h"
#include "runtime/launch.h"

// Up to *n nodes go to `to`, and *n becomes their number; without `to` it becomes the number of all.
static void give(cudaGraphNode_t *to, size_t *n, struct EmuGraphNode *const *nodes, size_t count) {
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
  if (!node || node->type != cudaGraphNodeTypeKernel) return api_done(cudaErrorInvalidValue);
  launch_describe(node->payload->data, params);
  return api_done(cudaSuccess);
}
