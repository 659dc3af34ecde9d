// Breadth-first search level by level: vertex-centric with CAS, and with frontiers privatised in shared
// memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define UNVISITED      UINT_MAX
#define LOCAL_CAPACITY 64

typedef unsigned int u32;

struct CSRGraph {
  u32 numVertices, numEdges;
  u32 *srcPtrs, *dst;
};

__global__ void bfs_kernel(CSRGraph graph, const u32 *prevFrontier, u32 *currFrontier, u32 numPrev,
                           u32 *numCurr, u32 *level, u32 currLevel) {
  __shared__ u32 local[LOCAL_CAPACITY];
  __shared__ u32 numLocal, start;
  if (threadIdx.x == 0) numLocal = 0;
  __syncthreads();
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numPrev) {
    u32 vertex = prevFrontier[i];
    for (u32 edge = graph.srcPtrs[vertex]; edge < graph.srcPtrs[vertex + 1]; ++edge) {
      u32 neighbor = graph.dst[edge];
      if (atomicCAS(&level[neighbor], UNVISITED, currLevel) == UNVISITED) {
        const u32 index = atomicAdd(&numLocal, 1);
        if (index < LOCAL_CAPACITY) {
          local[index] = neighbor;
        } else {
          // No room in shared memory: the vertex goes straight to the global frontier.
          currFrontier[atomicAdd(numCurr, 1)] = neighbor;
        }
      }
    }
  }
  __syncthreads();
  u32 count = numLocal < LOCAL_CAPACITY ? numLocal : LOCAL_CAPACITY;
  if (threadIdx.x == 0) start = atomicAdd(numCurr, count);
  __syncthreads();
  for (u32 k = threadIdx.x; k < count; k += blockDim.x) currFrontier[start + k] = local[k];
}

static int compare(const void *a, const void *b) {
  u32 x = *(const u32 *)a, y = *(const u32 *)b;
  return (x > y) - (x < y);
}

// A ring with pseudo-random chords.
static struct CSRGraph build(u32 vertices) {
  struct CSRGraph g;
  g.numVertices = vertices;
  g.srcPtrs = (u32 *)malloc((vertices + 1) * sizeof(u32));
  g.dst = (u32 *)malloc(vertices * 6 * sizeof(u32));
  u32 edges = 0, x = 17;
  for (u32 v = 0; v < vertices; v++) {
    g.srcPtrs[v] = edges;
    g.dst[edges++] = (v + 1) % vertices;
    u32 chords = v % 16 == 0 ? 5 : 0;
    for (u32 c = 0; c < chords; c++) {
      x = x * 1103515245u + 12345u;
      g.dst[edges++] = (x >> 8) % vertices;
    }
  }
  g.srcPtrs[vertices] = edges;
  g.numEdges = edges;
  return g;
}

int main(int argc, char **argv) {
  u32 vertices = argc > 1 ? atoi(argv[1]) : 4000, source = argc > 2 ? atoi(argv[2]) : 1;
  struct CSRGraph g = build(vertices), d = g;
  cudaMalloc((void **)&d.srcPtrs, (vertices + 1) * sizeof(u32));
  cudaMalloc((void **)&d.dst, g.numEdges * sizeof(u32));
  cudaMemcpy(d.srcPtrs, g.srcPtrs, (vertices + 1) * sizeof(u32), cudaMemcpyHostToDevice);
  cudaMemcpy(d.dst, g.dst, g.numEdges * sizeof(u32), cudaMemcpyHostToDevice);

  u32 *level, *frontier[2], *count;
  cudaMalloc((void **)&level, vertices * sizeof(u32));
  cudaMalloc((void **)&frontier[0], vertices * sizeof(u32));
  cudaMalloc((void **)&frontier[1], vertices * sizeof(u32));
  cudaMalloc((void **)&count, sizeof(u32));
  u32 zero = 0, current = 0, size = 1;
  cudaMemset(level, 0xFF, vertices * sizeof(u32));
  cudaMemcpy(&level[source], &zero, sizeof(u32), cudaMemcpyHostToDevice);
  cudaMemcpy(frontier[0], &source, sizeof(u32), cudaMemcpyHostToDevice);

  u32 *names = (u32 *)malloc(vertices * sizeof(u32)), reached = 1;
  while (size > 0) {
    current++;
    cudaMemset(count, 0, sizeof(u32));
    bfs_kernel<<<(size + 127) / 128, 128>>>(d, frontier[(current - 1) & 1], frontier[current & 1], size,
                                            count, level, current);
    cudaMemcpy(&size, count, sizeof(u32), cudaMemcpyDeviceToHost);
    cudaMemcpy(names, frontier[current & 1], size * sizeof(u32), cudaMemcpyDeviceToHost);
    qsort(names, size, sizeof(u32), compare); // the order in a frontier depends on the schedule
    reached += size;
    if (size > 0)
      printf("level %2u: %4u vertices, first %u, last %u\n", current, size, names[0], names[size - 1]);
  }

  u32 *result = (u32 *)malloc(vertices * sizeof(u32)), bad = 0;
  cudaMemcpy(result, level, vertices * sizeof(u32), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  for (u32 v = 0; v < vertices; v++) {
    sum += result[v];
    for (u32 e = g.srcPtrs[v]; e < g.srcPtrs[v + 1]; e++) bad += result[g.dst[e]] > result[v] + 1;
  }
  printf("reached %u of %u, sum of levels %llu, bad edges %u\n", reached, vertices, sum, bad);
  free(g.srcPtrs), free(g.dst), free(names), free(result);
  cudaFree(d.srcPtrs), cudaFree(d.dst), cudaFree(level), cudaFree(frontier[0]), cudaFree(frontier[1]),
      cudaFree(count);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
