// Lab 08, stage 12, the whole search in one launch.

#include <cooperative_groups.h>

// In bfs_12_search the host decides before each level, and the device waits for a copy and a launch meanwhile. Here
// the blocks that the device holds at a time stay to the end of the search, and a barrier of the whole grid stands
// between two levels. All blocks read what the last level has found, and come to the same decision.
//
// Two more changes save work within the levels:
//   - Downwards, blocks share out edges, not vertices. With each vertex the queue has its place: how many edges the
//     vertices of the frontier before it have. One atomic adds vertices and edges, so places are in the queue's order,
//     and a block finds by search whose edges it has.
//   - Upwards, found vertices are bits and nothing more: they are queued where the search goes down again. `todo` has a
//     bit for each vertex that has edges and was not found by the first step up. The next steps read no other levels.
// Downwards: edges of a thread and of a block at a time. Upwards: words of 32 vertices of a warp, and edges of each vertex,
// at a time.
enum { ONCE_EACH = 4, ONCE_ROUND = ONCE_EACH * BFS_BLOCK };
enum { ONCE_WORDS = 2, ONCE_EDGES = 4 };
enum { ONCE_BLOCKS = PMPP_BLOCKS(BFS_BLOCK, 4) };

struct bfs_once {
  bfs_graph g;
  unsigned long long
      *found; // vertices, and edges in the upper half: of three levels in turn; of bits to be queued
  uint32_t *front, *next, *todo;
  uint32_t *queue, *place, *edge; // a queued vertex, its place, its first edge
  int32_t *level, *parent;
};

// Reserves room in the queue for `count` vertices with `edges` edges of each thread. *index becomes the place of
// the thread's first vertex behind the queue's end, *place that of its first edge. All threads of the block call.
static __device__ void bfs_once_reserve(unsigned long long *found, uint32_t count, uint32_t edges,
                                        uint32_t *index, uint32_t *place) {
  __shared__ unsigned long long s_base;
  uint32_t all, all_edges, before = bfs_sum_before(count, &all),
                           edges_before = bfs_sum_before(edges, &all_edges);
  if (threadIdx.x == 0) s_base = all > 0 ? atomicAdd(found, (unsigned long long)all_edges << 32 | all) : 0;
  __syncthreads();
  *index = (uint32_t)s_base + before;
  *place = (uint32_t)(s_base >> 32) + edges_before;
}

// The last i of begin .. end - 1 with place[i] <= k; place[begin] is 0. A warp makes 32 steps of a search at a time.
static __device__ uint32_t bfs_once_owner(const uint32_t *place, uint32_t begin, uint32_t end, uint32_t k) {
  uint32_t lane = threadIdx.x % BFS_WARP;
  while (end - begin > 1) {
    uint32_t step = (end - begin + BFS_WARP - 1) / BFS_WARP, i = begin + lane * step;
    uint32_t before = __ballot_sync(0xffffffff, i < end && place[i] <= k);
    begin += (31 - __clz(before)) * step;
    if (begin + step < end) end = begin + step;
  }
  return begin;
}

// One step down, as in bfs_11_expand_kernel: the frontier is queue[begin] to queue[end - 1] and has `edges` edges.
static __device__ void bfs_once_down(const bfs_once &w, int32_t depth, uint32_t begin, uint32_t end,
                                     uint32_t edges, unsigned long long *found) {
  __shared__ uint32_t s_vertex[ONCE_ROUND], s_edge[ONCE_ROUND], s_place[ONCE_ROUND], s_found[ONCE_ROUND];
  __shared__ uint32_t s_owner[2], s_count;
  int t = threadIdx.x;
  uint32_t share = (edges / gridDim.x + BFS_BLOCK) / BFS_BLOCK * BFS_BLOCK;
  if (share > ONCE_ROUND) share = ONCE_ROUND;

  for (uint32_t first = blockIdx.x * share; first < edges; first += gridDim.x * share) {
    uint32_t last = first + share < edges ? first + share : edges;
    __syncthreads();
    if (t < 2 * BFS_WARP) {
      uint32_t owner = bfs_once_owner(w.place, begin, end, t < BFS_WARP ? first : last - 1);
      if (t % BFS_WARP == 0) s_owner[t / BFS_WARP] = owner;
    }
    if (t == 0) s_count = 0;
    __syncthreads();
    int vertices = s_owner[1] - s_owner[0] + 1, half = 1; // at most an edge each: they fit
    for (int j = t; j < vertices; j += BFS_BLOCK) {
      uint32_t i = s_owner[0] + j, place = w.place[i];
      s_vertex[j] = w.queue[i];
      s_edge[j] = w.edge[i] - place; // so that edge k of the frontier is g.to[s_edge + k]
      s_place[j] = place;
    }
    while (2 * half < vertices) half *= 2;
    __syncthreads();

    uint32_t from[ONCE_EACH], u[ONCE_EACH];
    int32_t seen[ONCE_EACH];
#pragma unroll
    for (int j = 0; j < ONCE_EACH; j++) {
      uint32_t k = first + j * BFS_BLOCK + t;
      int owner = 0;
      for (int step = half; step > 0; step /= 2)
        if (owner + step < vertices && s_place[owner + step] <= k) owner += step;
      from[j] = s_vertex[owner];
      u[j] = k < last ? w.g.to[s_edge[owner] + k] : 0;
    }
#pragma unroll
    for (int j = 0; j < ONCE_EACH; j++) seen[j] = first + j * BFS_BLOCK + t < last ? look(&w.level[u[j]]) : 0;
#pragma unroll
    for (int j = 0; j < ONCE_EACH; j++) {
      if (seen[j] != UNREACHED || atomicCAS(&w.level[u[j]], UNREACHED, depth + 1) != UNREACHED) continue;
      w.parent[u[j]] = (int32_t)from[j];
      s_found[atomicAdd(&s_count, 1)] = u[j];
    }
    __syncthreads();

    int count = s_count, each = (count + BFS_BLOCK - 1) / BFS_BLOCK, mine = 0;
    if (count == 0) continue;
    uint32_t edge[ONCE_EACH], degree[ONCE_EACH], sum = 0, index, place;
#pragma unroll
    for (int j = 0; j < ONCE_EACH; j++) {
      bool there = j < each && t * each + j < count;
      uint32_t v = there ? s_found[t * each + j] : 0;
      edge[j] = there ? w.g.row[v] : 0;
      degree[j] = there ? w.g.row[v + 1] - edge[j] : 0;
      sum += degree[j];
      mine += there;
    }
    bfs_once_reserve(found, mine, sum, &index, &place);
#pragma unroll
    for (int j = 0; j < ONCE_EACH; j++) {
      if (j >= mine) break;
      w.queue[end + index + j] = s_found[t * each + j];
      w.place[end + index + j] = place;
      w.edge[end + index + j] = edge[j];
      place += degree[j];
    }
  }
}

// One step up, as in bfs_12_bottom_up_kernel. A lane has a vertex of each of its warp's words and looks at four edges of
// each at a time: their loads are in flight together. Most vertices find a neighbour at once, so the first edge comes alone.
// FIRST: after a step down todo is old, and the levels say who is unreached.
static __device__ void bfs_once_up(const bfs_once &w, int32_t depth, bool first, const uint32_t *front,
                                   uint32_t *next, unsigned long long *found) {
  uint32_t lane = threadIdx.x % BFS_WARP, words = (uint32_t)((w.g.n + 31) / 32), count = 0, edges = 0;
  uint32_t warp = (uint32_t)(bfs_thread() / BFS_WARP), warps = gridDim.x * (BFS_BLOCK / BFS_WARP);

  for (uint32_t word = warp * ONCE_WORDS; word < words; word += warps * ONCE_WORDS) {
    uint32_t e[ONCE_WORDS], end[ONCE_WORDS], degree[ONCE_WORDS], parent[ONCE_WORDS];
    bool open[ONCE_WORDS], hit[ONCE_WORDS], more = true;
#pragma unroll
    for (int j = 0; j < ONCE_WORDS; j++) {
      int64_t v = (int64_t)(word + j) * 32 + lane;
      open[j] = v < w.g.n && (first ? w.level[v] == UNREACHED : w.todo[word + j] >> lane & 1);
    }
#pragma unroll
    for (int j = 0; j < ONCE_WORDS; j++) {
      int64_t v = (int64_t)(word + j) * 32 + lane;
      e[j] = open[j] ? w.g.row[v] : 0;
      end[j] = open[j] ? w.g.row[v + 1] : 0;
      degree[j] = end[j] - e[j];
      hit[j] = false;
    }
    for (int edges_each = 1; more; edges_each = ONCE_EDGES) {
      uint32_t u[ONCE_WORDS][ONCE_EDGES], bits[ONCE_WORDS][ONCE_EDGES];
      more = false;
#pragma unroll
      for (int j = 0; j < ONCE_WORDS; j++)
#pragma unroll
        for (int k = 0; k < ONCE_EDGES; k++)
          u[j][k] = k < edges_each && e[j] + k < end[j] ? w.g.to[e[j] + k] : UINT32_MAX;
#pragma unroll
      for (int j = 0; j < ONCE_WORDS; j++)
#pragma unroll
        for (int k = 0; k < ONCE_EDGES; k++)
          bits[j][k] = u[j][k] < UINT32_MAX ? front[u[j][k] / 32] >> u[j][k] % 32 & 1 : 0;
#pragma unroll
      for (int j = 0; j < ONCE_WORDS; j++) {
#pragma unroll
        for (int k = 0; k < ONCE_EDGES; k++)
          if (bits[j][k]) hit[j] = true, parent[j] = u[j][k];
        e[j] = hit[j] || end[j] - e[j] < edges_each ? end[j] : e[j] + edges_each;
        more |= e[j] < end[j];
      }
    }
    __syncwarp(); // all lanes have read todo
#pragma unroll
    for (int j = 0; j < ONCE_WORDS; j++) {
      uint32_t reached = __ballot_sync(0xffffffff, hit[j]),
               left = __ballot_sync(0xffffffff, degree[j] > 0 && !hit[j]);
      if (hit[j]) {
        int64_t v = (int64_t)(word + j) * 32 + lane;
        w.level[v] = depth + 1;
        w.parent[v] = (int32_t)parent[j];
        edges += degree[j];
        count++;
      }
      if (lane > 0 || word + j >= words) continue;
      next[word + j] = reached;
      w.todo[word + j] = left;
    }
  }
  uint32_t ignored;
  bfs_once_reserve(found, count, edges, &ignored, &ignored);
}

// The queue's frontier as bits. All bits of front are 0 before.
static __device__ void bfs_once_bits(const bfs_once &w, uint32_t begin, uint32_t end, uint32_t *front) {
  for (int64_t i = begin + bfs_thread(); i < end; i += (int64_t)gridDim.x * BFS_BLOCK) {
    uint32_t v = w.queue[i];
    atomicOr(&front[v / 32], 1u << v % 32);
  }
}

// The bits of front as a frontier in the queue, from `end` on. All bits become 0.
static __device__ void bfs_once_queue(const bfs_once &w, uint32_t *front, uint32_t end,
                                      unsigned long long *found) {
  uint32_t words = (uint32_t)((w.g.n + 31) / 32);
  for (uint32_t base = blockIdx.x * BFS_BLOCK; base < words; base += gridDim.x * BFS_BLOCK) {
    uint32_t i = base + threadIdx.x, bits = i < words ? front[i] : 0, edges = 0, index, place;
    if (bits) front[i] = 0;
    for (uint32_t b = bits; b; b &= b - 1) {
      uint32_t v = 32 * i + __ffs(b) - 1;
      edges += w.g.row[v + 1] - w.g.row[v];
    }
    bfs_once_reserve(found, __popc(bits), edges, &index, &place);
    for (uint32_t b = bits; b; b &= b - 1, index++) {
      uint32_t v = 32 * i + __ffs(b) - 1, edge = w.g.row[v];
      w.queue[end + index] = v;
      w.place[end + index] = place;
      w.edge[end + index] = edge;
      place += w.g.row[v + 1] - edge;
    }
  }
}

// What bfs_start_kernel does; and bits are 0, the source's edges begin at place 0.
static __device__ void bfs_once_start(const bfs_once &w, uint32_t source) {
  for (int64_t v = bfs_thread(); v < w.g.n; v += (int64_t)gridDim.x * BFS_BLOCK) {
    w.level[v] = v == source ? 0 : UNREACHED;
    w.parent[v] = v == source ? (int32_t)source : UNREACHED;
    if (v < (w.g.n + 31) / 32) w.front[v] = 0;
    if (v != source) continue;
    w.queue[0] = source;
    w.place[0] = 0;
    w.edge[0] = w.g.row[v];
    w.found[0] = (unsigned long long)(w.g.row[v + 1] - w.g.row[v]) << 32 | 1;
    w.found[1] = w.found[2] = w.found[3] = 0;
  }
}

__global__ void __launch_bounds__(BFS_BLOCK, ONCE_BLOCKS) bfs_12_once_kernel(bfs_once w, uint32_t source) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  __shared__ unsigned long long s_found;
  uint32_t begin = 0, end = 0, last_size = 0;
  int64_t edges = 0; // of all reached vertices
  bool up = false, todo = false;

  bfs_once_start(w, source);
  for (int32_t depth = 0;; depth++) {
    grid.sync();
    if (threadIdx.x == 0) s_found = w.found[depth % 3];
    __syncthreads();
    uint32_t size = (uint32_t)s_found, own = (uint32_t)(s_found >> 32);
    if (size == 0) return;
    // The last level's number has been read by all, two barriers ago: it becomes the next but one's.
    if (bfs_thread() == 0) w.found[(depth + 2) % 3] = 0;
    unsigned long long *found = &w.found[(depth + 1) % 3];
    bool was_up = up;
    edges += own;
    if (up)
      up = size >= last_size || size >= w.g.n / BETA;
    else
      up = size > last_size && own > (w.g.m - edges) / ALPHA;
    last_size = size;

    if (!up || !was_up) begin = end, end += size; // where the frontier is queued, or will be
    if (up && !was_up) {
      bfs_once_bits(w, begin, end, w.front);
      if (bfs_thread() == 0) w.found[3] = 0;
      grid.sync();
    }
    if (!up && was_up) {
      bfs_once_queue(w, w.front, begin, &w.found[3]);
      grid.sync();
    }
    if (up) {
      bfs_once_up(w, depth, !todo, w.front, w.next, found);
      uint32_t *front = w.front;
      w.front = w.next;
      w.next = front;
    } else
      bfs_once_down(w, depth, begin, end, own, found);
    todo = up;
  }
}

// As many blocks as the device holds at a time, so that all of them reach the barriers; no more than vertices need.
static cudaError_t bfs_12_once(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  int device, processors, resident;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, bfs_12_once_kernel, BFS_BLOCK, 0);
  if (error != cudaSuccess) return error;

  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *place = p.queue + g->n, *edge = place + g->n, *todo = edge + g->n;
  bfs_once w = {*g,    (unsigned long long *)p.state, p.front, p.next, todo, p.queue, place, edge, level,
                parent};
  unsigned blocks = bfs_blocks(g->n), most = processors * resident;
  void *arguments[] = {&w, &source};
  return cudaLaunchCooperativeKernel((const void *)bfs_12_once_kernel, blocks < most ? blocks : most,
                                     BFS_BLOCK, arguments, 0, 0);
}

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  int device, together = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&together, cudaDevAttrCooperativeLaunch, device);
  if (error != cudaSuccess) return error;
  return together ? bfs_12_once(g, source, scratch, level, parent)
                  : bfs_12_search(g, source, scratch, level, parent, true);
}
