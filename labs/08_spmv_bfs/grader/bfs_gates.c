// Lab 08's gates for BFS: what each stage's algorithm must ask of memory, worked out from the case's own graph.
#include "bfs.h"

// One level of a search (gated cases have one source): its vertices, the edges that leave them.
struct frontier {
  int64_t size, edges;
};

static struct frontier frontier_at(const struct pmpp_case *c, int32_t depth) {
  struct host_graph g = graph_of(c);
  const int32_t *level = c->buf[BFS_LEVEL].golden;
  struct frontier f = {0};
  for (int64_t v = 0; v < g.n; v++) {
    if (level[v] != depth) continue;
    f.size++;
    f.edges += g.row[v + 1] - g.row[v];
  }
  return f;
}

// The whole search: N reached vertices, E edges that leave them, D levels, and the blocks of `per_block` vertices that its
// frontiers fill.
struct whole {
  double n, vertices, edges, levels, blocks;
};

static struct whole whole_of(const struct pmpp_case *c, int64_t per_block) {
  struct whole w = {.n = (double)graph_of(c).n};
  for (struct frontier f; (f = frontier_at(c, (int32_t)w.levels)).size > 0; w.levels++) {
    w.vertices += (double)f.size;
    w.edges += (double)f.edges;
    w.blocks += (double)((f.size + per_block - 1) / per_block);
  }
  return w;
}

static double bfs_reads_edges(const struct pmpp_case *c) {
  return 4 * whole_of(c, 1).edges;
}

static double bfs_launches(const struct pmpp_case *c) {
  return 2 * whole_of(c, 1).levels + 2;
}

// Every vertex starts with -1 (4 n), and is asked once a level (4 n D); a vertex on the level reads where its edges begin
// and end, and of each edge where it leads to and that vertex's level, which it perhaps stores.
// Where a warp takes a vertex, each of its 32 lanes reads the 8 bytes of begin and end.
static double bfs_push_bytes(const struct pmpp_case *c) {
  struct whole w = whole_of(c, 1);
  return 1.05 * (4 * w.n * (w.levels + 1) + 264 * w.vertices + 12 * w.edges) + 1024;
}

// Every edge is asked once a level where it begins and whether that vertex is on the level: 8 m D.
static double bfs_edge_bytes(const struct pmpp_case *c) {
  struct whole w = whole_of(c, 1);
  return 1.05 * (8 * (double)graph_of(c).m * w.levels + 4 * w.n + 12 * w.edges) + 1024;
}

// -1 for all; a vertex is queued, read from there, reads two offsets; an edge is read, and the level where it leads to, and
// a loop may ask where the vertex's edges end each time.
static double bfs_queue_bytes(const struct pmpp_case *c) {
  struct whole w = whole_of(c, 1);
  return 1.05 * (4 * w.n + 24 * w.vertices + 12 * w.edges) + 1024;
}

// The same, and parents: -1 for all, then one for each.
static double bfs_tree_bytes(const struct pmpp_case *c) {
  struct whole w = whole_of(c, 1);
  return bfs_queue_bytes(c) + 1.05 * (4 * w.n + 4 * w.vertices);
}

static double bfs_claims(const struct pmpp_case *c) {
  return whole_of(c, 1).vertices;
}

// Where vertices have more than two edges each, a block may find more than its queue holds: what is left goes one by one.
static double bfs_block_atomics(const struct pmpp_case *c) {
  struct whole w = whole_of(c, 64);
  return w.edges + w.blocks + w.levels + (w.edges > 2 * w.vertices ? w.vertices : 0);
}

// Frontiers go down or up as the contract's rule says.
enum { GATE_ALPHA = 14, GATE_BETA = 24 };
static double bfs_optimised_bytes(const struct pmpp_case *c) {
  struct host_graph g = graph_of(c);
  const int32_t *level = c->buf[BFS_LEVEL].golden;
  double bytes = 8 * (double)g.n;
  int64_t last_size = 0, edges = 0;
  bool up = false;
  struct frontier f;
  for (int32_t depth = 0; (f = frontier_at(c, depth)).size > 0; depth++) {
    edges += f.edges;
    up = up ? f.size >= last_size || f.size >= g.n / GATE_BETA
            : f.size > last_size && f.edges > (g.m - edges) / GATE_ALPHA;
    last_size = f.size;
    bytes += 36 * (double)f.size; // queued, read, two offsets, level, parent, as a bit, its edges counted
    if (!up) bytes += 8 * (double)f.edges;
    if (up) bytes += 4 * (double)g.n + (double)g.n / 4; // who is unreached; two sets of bits
    for (int64_t v = 0; up && v < g.n; v++) {
      if (level[v] != -1 && level[v] <= depth) continue;
      bytes += 8;
      for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
        bytes += 8;
        if (level[g.to[e]] == depth) break;
      }
    }
  }
  return 1.15 * bytes + 1024;
}

static double bfs_reads_one_each(const struct pmpp_case *c) {
  return 4 * (whole_of(c, 1).vertices - 1);
}

#define BFS_READS_EDGES                                                                                      \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, bfs_reads_edges, 0,                                                \
        "4 E: the kernels themselves read every edge that leaves a reached vertex",                          \
        "the kernels do not read the edges: let them compute the levels, not the host"                       \
  }
#define BFS_LAUNCHES                                                                                         \
  {                                                                                                          \
    EMU_launches, PMPP_AT_MOST, bfs_launches, 0, "2 D + 2: at most two for each of the D levels",            \
        "stop after the first level that finds nothing"                                                      \
  }

// The emulator lets a thread run until it has to wait: two that look at the same time, and both find a vertex unreached,
// need not show there.
#define BFS_CLAIMS(metric)                                                                                   \
  {                                                                                                          \
    metric, PMPP_AT_LEAST, bfs_claims, 0,                                                                    \
        "N: an atomic changes the level of each of the N - 1 vertices found, and one at least the place in " \
        "the queue",                                                                                         \
        "of all threads that reach a vertex one must queue it: let an atomic on its level select it"         \
  }

// Loads and stores of levels may be atomics, as cuda::atomic_ref has them: an atomic in place of each 4 bytes.
#define BFS_ATOMICS(name)                                                                                    \
  static double name##_atomics(const struct pmpp_case *c) {                                                  \
    return name##_bytes(c) / 4;                                                                              \
  }
BFS_ATOMICS(bfs_edge)
BFS_ATOMICS(bfs_queue)
BFS_ATOMICS(bfs_optimised)

// Begin and end are no levels: a thread a vertex reads 16 bytes of a reached one in all.
static double bfs_push_atomics(const struct pmpp_case *c) {
  return (bfs_push_bytes(c) - 1.05 * 248 * whole_of(c, 1).vertices) / 4;
}

#define BFS_FEW_ATOMICS(name)                                                                                \
  {                                                                                                          \
    EMU_global_atomics, PMPP_AT_MOST, name##_atomics, 0,                                                     \
        "one for each 4 bytes that the stage needs to load and store",                                       \
        "read a level with a plain or relaxed load; an atomic is for the claim, once"                        \
  }

const struct pmpp_gate bfs_gates_8[] = {
    BFS_READS_EDGES,
    BFS_LAUNCHES,
    {EMU_global_bytes, PMPP_AT_MOST, bfs_push_bytes, 0,
     "1.05 (4 n (D + 1) + 264 N + 12 E): each of the n vertices tested on each of D levels, the edges of the "
     "N reached vertices "
     "inspected once; of these a warp's 32 lanes may all read where the edges begin and end",
     "only vertices on the present level may inspect their edges"},
    BFS_FEW_ATOMICS(bfs_push),
};

const struct pmpp_gate bfs_gates_9[] = {
    BFS_READS_EDGES,
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.7, "0.7",
     "let every edge have its own thread: one vertex of many edges must not keep 31 lanes waiting"},
    {EMU_global_bytes, PMPP_AT_MOST, bfs_edge_bytes, 0,
     "1.05 (8 m D + 4 n + 12 E): for each of the m edges, on each of D levels, its begin and that "
     "vertex's level; for each of the E edges of reached vertices, once, its end",
     "load to[e] only where from[e] is on the present level"},
    BFS_FEW_ATOMICS(bfs_edge),
};

const struct pmpp_gate bfs_gates_10[] = {
    BFS_READS_EDGES,
    BFS_CLAIMS(EMU_global_atomic_changes),
    {EMU_global_bytes, PMPP_AT_MOST, bfs_queue_bytes, 0,
     "1.05 (4 n + 24 N + 12 E): all levels set once, each of the N reached vertices queued once, each of "
     "their E edges inspected once, with three words; D does not matter",
     "give threads to the vertices of the frontier only, and let each vertex enter the queue once"},
    BFS_FEW_ATOMICS(bfs_queue),
};

const struct pmpp_gate bfs_gates_11[] = {
    BFS_READS_EDGES,
    BFS_CLAIMS(EMU_global_atomics),
    {EMU_global_bytes, PMPP_AT_MOST, bfs_tree_bytes, 0,
     "1.05 (8 n + 28 N + 12 E): as in 10_frontier, and the parents",
     "only the place where vertices are queued first changes"},
    {EMU_global_atomics, PMPP_AT_MOST, bfs_block_atomics, 0,
     "E + ceil(F / 64) for each level of F vertices + D: one to claim the vertex at an edge's end, one for "
     "each "
     "block; N more where E > 2 N, for shared queues that are full",
     "collect the vertices that a block finds in shared memory, where there is room; then one thread "
     "reserves "
     "places for all of them in the global queue"},
};

const struct pmpp_gate bfs_gates_12[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, bfs_reads_one_each, 0,
     "4 (N - 1): an edge at least for each reached vertex",
     "the kernels do not read the edges: let them compute the levels, not the host"},
    {EMU_global_bytes, PMPP_AT_MOST, bfs_optimised_bytes, 0,
     "1.15 (8 n + 36 N + 8 I + (4 n + n / 4) U): I edges and vertices inspected under the rule with ALPHA = "
     "14 and BETA = "
     "24, U steps up",
     "go up while the frontier is large, and down again when it is small; from below, stop at the first "
     "neighbour in "
     "the frontier"},
    BFS_FEW_ATOMICS(bfs_optimised),
};

// Twice a level and once more for each source: the host asks whether anything was found, and how much.
double bfs_steps(const struct pmpp_case *c) {
  const int32_t *level = c->buf[BFS_LEVEL].golden;
  int64_t n = graph_of(c).n;
  double steps = 0;
  for (int64_t k = 0; k < c->buf[BFS_SOURCES].arg.count; k++) {
    int32_t deepest = 0;
    for (int64_t v = 0; v < n; v++)
      if (level[k * n + v] > deepest) deepest = level[k * n + v];
    steps += 2 * (deepest + 1) + 1;
  }
  return steps;
}
