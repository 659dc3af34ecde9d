// What the files of lab 08's grader about BFS use of each other.
#ifndef LAB_08_BFS_H
#define LAB_08_BFS_H

#include "csr.h"
#include "grader/task.h"

enum shape {
  BY_HAND,       // a few vertices: loops, edges that are there three times, a vertex that no edge enters
  CHAIN,         // 0 to 1 to 2 ...
  STAR,          // 0 in the middle
  GRID,          // `degree` rows of n / degree vertices, edges both ways
  BINARY_TREE,   // v leads to 2v + 1 and 2v + 2: every vertex is found over one edge
  COMPLETE,      // every vertex leads to every one, itself too
  UNIFORM_EDGES, // degree x n edges between vertices drawn at random
  TWO_HALVES,    // two such graphs without an edge between them; loops and duplicates among their edges
  RMAT,          // n is a power of 2
  RMAT_TAIL,     // the first half an R-MAT graph, then a chain of 200 that hangs on it
  FROM_FILE,     // an edge for each nonzero of csr_of_file, whatever its value
  SYMMETRIC = 64 // or-ed to the others: with every edge also the one back
};

// First source of a case: drawn at random, not given. From a file: vertex 0 and another.
enum { DRAWN = -1, FILE_SOURCES = 2 };

// Where a case's buffers are.
enum { BFS_ROW, BFS_FROM, BFS_TO, BFS_SOURCES, BFS_SCRATCH, BFS_LEVEL, BFS_PARENT };

struct host_graph {
  int64_t n, m;
  const uint32_t *row, *from, *to;
};

// bfs_cases.c
extern const struct pmpp_case_spec bfs_push_cases[25];
extern const struct pmpp_case_spec bfs_tree_cases[28];
extern const struct pmpp_case_spec bfs_optimising_cases[30];

// bfs_graphs.c
struct csr make_graph(int variant, int64_t n, int64_t degree, uint64_t seed);

// bfs_inputs.c
void bfs_make_levels(struct pmpp_case *c);
void bfs_make_tree(struct pmpp_case *c);

// bfs_golden.c
struct host_graph graph_of(const struct pmpp_case *c);
// queue gets the reached vertices in the order of their levels. parent may be NULL. Returns the number of edges that
// leave reached vertices.
int64_t host_bfs(const struct host_graph *g, uint32_t source, uint32_t *queue, int32_t *level,
                 int32_t *parent);
void bfs_golden(struct pmpp_case *c);
uint64_t bfs_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void bfs_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// bfs_mistakes.c
extern const struct pmpp_mistake bfs_mistakes[10];

// bfs_gates.c
double bfs_steps(const struct pmpp_case *c); // see struct pmpp_task
extern const struct pmpp_gate bfs_gates_8[4];
extern const struct pmpp_gate bfs_gates_9[4];
extern const struct pmpp_gate bfs_gates_10[4];
extern const struct pmpp_gate bfs_gates_11[4];
extern const struct pmpp_gate bfs_gates_12[3];

#endif
