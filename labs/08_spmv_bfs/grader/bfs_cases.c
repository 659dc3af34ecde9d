// Lab 08's cases for BFS.
#include "bfs.h"

// size: n, degree (or rows of a grid), sources (the first is `first`, the others are drawn), first.
#define GRAPH(label, shape, n, degree, sources, first, where)                                                \
  { label, {n, degree, sources, first}, shape, where }
#define BFS_BOTH (PMPP_ON_EMU | PMPP_ON_GPU)

// D is 0 where edges lead one way, SYMMETRIC where they lead both ways; the smallest case that shows a fault comes first.
#define BFS_SMALL(D)                                                                                         \
  GRAPH("one vertex, no edge", CHAIN | D, 1, 0, 1, 0, BFS_BOTH),                                             \
      GRAPH("two vertices, one edge", CHAIN | D, 2, 0, 1, 0, BFS_BOTH),                                      \
      GRAPH("one vertex, one loop", BY_HAND | D, 1, 0, 1, 0, BFS_BOTH),                                      \
      GRAPH("n=5, loops, each edge three times", BY_HAND | D, 5, 0, 2, 1, BFS_BOTH),                         \
      GRAPH("n=5, a source that only a loop leaves", BY_HAND | D, 5, 0, 1, 3, BFS_BOTH),                     \
      GRAPH("chain, n=33", CHAIN | D, 33, 0, 1, 0, BFS_BOTH),                                                \
      GRAPH("chain, n=601, from its middle", CHAIN | D, 601, 0, 1, 300, BFS_BOTH),                           \
      GRAPH("star, n=300, from its middle", STAR | D, 300, 0, 1, 0, BFS_BOTH),                               \
      GRAPH("star, n=5001, from its middle", STAR | D, 5001, 0, 1, 0, BFS_BOTH),                             \
      GRAPH("star, n=5001, from its rim", STAR | SYMMETRIC, 5001, 0, 1, 4711, BFS_BOTH),                     \
      GRAPH("complete, n=67", COMPLETE, 67, 0, 2, 66, BFS_BOTH),                                             \
      GRAPH("uniform, n=257, degree 2", UNIFORM_EDGES | D, 257, 2, 3, DRAWN, BFS_BOTH),                      \
      GRAPH("uniform, n=1000, degree 8", UNIFORM_EDGES | D, 1000, 8, 2, DRAWN, BFS_BOTH),                    \
      GRAPH("two halves, n=1025", TWO_HALVES | D, 1025, 4, 3, DRAWN, BFS_BOTH),                              \
      GRAPH("grid, 31 x 33", GRID | SYMMETRIC, 31 * 33, 31, 2, 0, BFS_BOTH),                                 \
      GRAPH("binary tree, n=2047", BINARY_TREE | D, 2047, 0, 1, 0, BFS_BOTH),                                \
      GRAPH("R-MAT, n=1024, degree 8", RMAT | D, 1024, 8, 3, DRAWN, BFS_BOTH)

#define BFS_LARGE(D)                                                                                         \
  GRAPH("R-MAT, n=2^18, degree 16", RMAT | D, 1 << 18, 16, 4, DRAWN, PMPP_ON_GPU),                           \
      GRAPH("uniform, n=10^6, degree 8", UNIFORM_EDGES | D, 1000000, 8, 4, DRAWN, PMPP_ON_GPU),              \
      GRAPH("star, n=10^6, from its rim", STAR | SYMMETRIC, 1000000, 0, 1, 4711, PMPP_ON_GPU),               \
      GRAPH("grid, 1000 x 1001", GRID | SYMMETRIC, 1000 * 1001, 1000, 1, 0, PMPP_ON_GPU)

// More edges leave its middle than 16 bits can count, and the source has a number of more bits.
#define BFS_BIG_STAR GRAPH("star, n=70001, from its rim", STAR | SYMMETRIC, 70001, 0, 1, 69993, BFS_BOTH)

#define BFS_GRID_GATED GRAPH("grid, 48 x 64", GRID | SYMMETRIC, 48 * 64, 48, 1, 0, BFS_BOTH | PMPP_GATED)
// Vertices enough that blocks must share them (judge/gate.c), on two levels at least.
#define BFS_MANY_GATED                                                                                       \
  GRAPH("R-MAT, n=16384, degree 4", RMAT | SYMMETRIC, 1 << 14, 4, 1, DRAWN,                                  \
        BFS_BOTH | PMPP_GATED | PMPP_UNLISTED)
#define BFS_RMAT_GATED                                                                                       \
  GRAPH("R-MAT, n=4096, degree 16", RMAT | SYMMETRIC, 4096, 16, 1, DRAWN, BFS_BOTH | PMPP_GATED)
#define BFS_TREE_GATED GRAPH("binary tree, n=16383", BINARY_TREE, 16383, 0, 1, 0, BFS_BOTH | PMPP_GATED)
#define BFS_TAIL_GATED                                                                                       \
  GRAPH("R-MAT with a chain of 200, n=4096", RMAT_TAIL | SYMMETRIC, 4096, 16, 1, DRAWN, BFS_BOTH | PMPP_GATED)

// Before the first sample the host makes the graph, and searches it from every source.
#define BFS_TIMED(label, n, often) GRAPH(label, RMAT | SYMMETRIC, n, 16, 16, DRAWN, often)
#define BFS_TIMED_20               BFS_TIMED("R-MAT, n=2^20, degree 16, 16 sources", 1 << 20, PMPP_ON_GPU | PMPP_TIMED)
#define BFS_TIMED_22               BFS_TIMED("R-MAT, n=2^22, degree 16, 16 sources", 1 << 22, PMPP_FULL)
#define BFS_TIMED_24               BFS_TIMED("R-MAT, n=2^24, degree 16, 16 sources", 1 << 24, PMPP_FULL)

const struct pmpp_case_spec bfs_push_cases[] = {
    BFS_SMALL(0), BFS_GRID_GATED, BFS_RMAT_GATED, BFS_LARGE(0), BFS_TIMED_20, BFS_MANY_GATED,
};
const struct pmpp_case_spec bfs_tree_cases[] = {
    BFS_SMALL(0), BFS_GRID_GATED, BFS_TREE_GATED, BFS_RMAT_GATED, BFS_LARGE(0),
    BFS_TIMED_20, BFS_TIMED_22,   BFS_BIG_STAR,   BFS_MANY_GATED,
};
const struct pmpp_case_spec bfs_optimising_cases[] = {
    BFS_SMALL(SYMMETRIC),
    // Frontiers of several blocks before the rule says up, and after it says down.
    GRAPH("uniform, n=20011, degree 2", UNIFORM_EDGES | SYMMETRIC, 20011, 2, 1, DRAWN, BFS_BOTH),
    GRAPH("binary tree, n=32767", BINARY_TREE | SYMMETRIC, 32767, 0, 1, 0, BFS_BOTH),
    BFS_TAIL_GATED,
    BFS_RMAT_GATED,
    BFS_LARGE(SYMMETRIC),
    BFS_TIMED_20,
    BFS_TIMED_22,
    BFS_TIMED_24,
    BFS_BIG_STAR,
    BFS_MANY_GATED,
};
