// What the wrong submissions bfs_host_* share: a breadth-first search on the host.
#include "bfs_given.cuh"
#include <stdlib.h>

static int search_on_host(const bfs_graph *g, uint32_t source, int32_t *level, int32_t *parent) {
  uint32_t *row = (uint32_t *)malloc((g->n + 1) * 4), *to = (uint32_t *)malloc(g->m * 4 + 4);
  uint32_t *queue = (uint32_t *)malloc(g->n * 4);
  int32_t *found = (int32_t *)malloc(g->n * 4), *from = (int32_t *)malloc(g->n * 4);
  cudaMemcpy(row, g->row, (g->n + 1) * 4, cudaMemcpyDeviceToHost); // fault
  cudaMemcpy(to, g->to, g->m * 4, cudaMemcpyDeviceToHost);
  for (int64_t v = 0; v < g->n; v++) found[v] = from[v] = UNREACHED;
  found[source] = 0;
  from[source] = (int32_t)source;
  queue[0] = source;
  for (int64_t i = 0, end = 1; i < end; i++) {
    for (uint32_t e = row[queue[i]]; e < row[queue[i] + 1]; e++) {
      if (found[to[e]] != UNREACHED) continue;
      found[to[e]] = found[queue[i]] + 1;
      from[to[e]] = (int32_t)queue[i];
      queue[end++] = to[e];
    }
  }
  cudaMemcpy(level, found, g->n * 4, cudaMemcpyHostToDevice);
  if (parent) cudaMemcpy(parent, from, g->n * 4, cudaMemcpyHostToDevice);
  free(row), free(to), free(queue), free(found), free(from);
  return cudaGetLastError();
}
