// Lab 08's likely mistakes in breadth-first search, and what comes of them.
#include "bfs.h"
#include "csr.h"
#include <stdlib.h>
#include <string.h>

static int32_t golden_level(const struct pmpp_buf *b, int64_t i) {
  return ((const int32_t *)b->golden)[i];
}

// Is all right but the sources' own levels?
static bool source_or_right(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  return golden_level(b, i) == 0 || (int32_t)(uint32_t)bits == golden_level(b, i);
}

static void source_forgotten(struct pmpp_case *c) {
  bfs_golden(c);
  c->buf[BFS_LEVEL].accept = source_or_right;
}

static void source_alone(struct pmpp_case *c) {
  bfs_golden(c);
  int32_t *level = c->buf[BFS_LEVEL].golden;
  for (int64_t i = 0; i < c->buf[BFS_LEVEL].arg.count; i++) level[i] = level[i] == 0 ? 0 : -1;
}

// Levels over the edges turned round; an edge at a time, until nothing changes.
static void edges_backwards(struct pmpp_case *c) {
  struct host_graph g = graph_of(c);
  bfs_golden(c);
  for (int64_t k = 0; k < c->buf[BFS_SOURCES].arg.count; k++) {
    int32_t *level = (int32_t *)c->buf[BFS_LEVEL].golden + k * g.n;
    for (int64_t v = 0; v < g.n; v++) level[v] = -1;
    level[((const uint32_t *)c->buf[BFS_SOURCES].data)[k]] = 0;
    bool more = true;
    for (int32_t depth = 0; more; depth++) {
      more = false;
      for (int64_t e = 0; e < g.m; e++)
        if (level[g.to[e]] == depth && level[g.from[e]] < 0) level[g.from[e]] = depth + 1, more = true;
    }
  }
}

static bool unreached_or_right(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  return (int32_t)(uint32_t)bits == -1 || (int32_t)(uint32_t)bits == golden_level(b, i);
}

static void never_reached(struct pmpp_case *c) {
  bfs_golden(c);
  c->buf[BFS_LEVEL].accept = unreached_or_right;
}

static bool late_or_right(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  int32_t want = golden_level(b, i), got = (int32_t)(uint32_t)bits;
  return got == want || (want >= 0 && (got == -1 || got > want));
}

static void reached_late(struct pmpp_case *c) {
  bfs_golden(c);
  c->buf[BFS_LEVEL].accept = late_or_right;
}

// Searches from the vertices that the sources' lower 16 bits name.
static void sources_in_16_bits(struct pmpp_case *c) {
  struct pmpp_buf *b = &c->buf[BFS_SOURCES];
  uint32_t *source = b->data;
  size_t bytes = (size_t)b->arg.count * sizeof *source;
  uint32_t *whole = memcpy(csr_room(b->arg.count, sizeof *whole), source, bytes);
  for (int64_t k = 0; k < b->arg.count; k++) source[k] &= 0xffff;
  bfs_golden(c);
  memcpy(source, whole, bytes);
  free(whole);
}

// u gets the level of the vertex that reached it.
static void level_of_parent(struct pmpp_case *c) {
  bfs_golden(c);
  int32_t *level = c->buf[BFS_LEVEL].golden;
  for (int64_t i = 0; i < c->buf[BFS_LEVEL].arg.count; i++) level[i] -= level[i] > 0;
}

static bool parents_or_unreached(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  int32_t want = golden_level(b, i), got = (int32_t)(uint32_t)bits;
  return want <= 0 ? got == want : got == 0 || (got == -1 && want > 1);
}

// And nothing is on the next level.
static void level_of_parent_alone(struct pmpp_case *c) {
  bfs_golden(c);
  c->buf[BFS_LEVEL].accept = parents_or_unreached;
}

// The sources and their neighbours, and nothing beyond.
static void first_level_alone(struct pmpp_case *c) {
  bfs_golden(c);
  int32_t *level = c->buf[BFS_LEVEL].golden;
  for (int64_t i = 0; i < c->buf[BFS_LEVEL].arg.count; i++)
    if (level[i] > 1) level[i] = -1;
}

// Edges from number n on are left out: an edge at a time, until nothing changes.
static void edges_up_to_n(struct pmpp_case *c) {
  struct host_graph g = graph_of(c);
  bfs_golden(c);
  for (int64_t k = 0; k < c->buf[BFS_SOURCES].arg.count; k++) {
    int32_t *level = (int32_t *)c->buf[BFS_LEVEL].golden + k * g.n;
    for (int64_t v = 0; v < g.n; v++) level[v] = -1;
    level[((const uint32_t *)c->buf[BFS_SOURCES].data)[k]] = 0;
    bool more = true;
    for (int32_t depth = 0; more; depth++) {
      more = false;
      for (int64_t e = 0; e < g.m && e < g.n; e++)
        if (level[g.from[e]] == depth && level[g.to[e]] < 0) level[g.to[e]] = depth + 1, more = true;
    }
  }
}

#define OF_PARENT "a vertex gets the level of the one that reaches it: its level is one more, depth + 1"

const struct pmpp_mistake bfs_mistakes[10] = {
    {"the search ends after its first level: does the host learn that vertices were found, and is it these "
     "that are queued or marked, not the vertex that they were found from?",
     first_level_alone},
    {"edges from number n on are left out: there are m of them, and a thread for each", edges_up_to_n},
    {OF_PARENT, level_of_parent},
    {OF_PARENT, level_of_parent_alone},
    {"only the source's own level is wrong: it is 0, set before the first launch", source_forgotten},
    {"nothing but the source is reached: are the edges followed backwards (an edge leads from from[e] to "
     "to[e]), is a "
     "vertex's level compared with another one than the launch's, is the grid too small, or does the loop "
     "over the levels end too early?",
     source_alone},
    {"the edges are followed backwards: an edge leads from from[e] to to[e]", edges_backwards},
    {"16 bits are too few for the source: a vertex number has 32", sources_in_16_bits},
    {"what is wrong was never reached (level -1): are some edges or vertices left out, because of the grid, "
     "the "
     "end of a row or a full queue, or does the loop over the levels end too early?",
     never_reached},
    {"vertices are reached late or never: are some edges or vertices of a level left out, or lost from a "
     "queue "
     "that is too small?",
     reached_late},
};
