// How many edges does a search of stage 12 inspect, counted on the host by its rule, and how many from the top down alone?
//
//   bfs_work 'R-MAT, n=2^22, degree 16, 16 sources'      a case of the task, with the sources and the graph of seed 1
#include "bfs.h"
#include "grader/judge/case.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALPHA = 14, BETA = 24 }; // as in solution.cu

struct work {
  int64_t down, by_rule, levels, levels_up;
  double bytes; // asked under the rule, as the task's gate adds them up, without its margin
};

// Edges that the vertices without a level below depth + 1 look at until one leads to a vertex of this depth.
static int64_t looked_at(const struct host_graph *g, const int32_t *level, int32_t depth) {
  int64_t edges = 0;
  for (int64_t v = 0; v < g->n; v++) {
    if (level[v] >= 0 && level[v] <= depth) continue;
    for (uint32_t e = g->row[v], found = 0; e < g->row[v + 1] && !found; e++, edges++)
      found = level[g->to[e]] == depth;
  }
  return edges;
}

static void search(const struct host_graph *g, const int32_t *level, struct work *w) {
  int32_t last = 0;
  for (int64_t v = 0; v < g->n; v++)
    if (level[v] > last) last = level[v];
  int64_t *size = csr_room(last + 1, sizeof *size), *edges = csr_room(last + 1, sizeof *edges);
  for (int64_t v = 0; v < g->n; v++)
    if (level[v] >= 0) size[level[v]]++, edges[level[v]] += g->row[v + 1] - g->row[v];

  w->bytes += 8.0 * (double)g->n;
  int64_t known = 0, reached = 0, last_size = 0;
  bool up = false;
  for (int32_t d = 0; d <= last; d++) {
    known += edges[d];
    if (up)
      up = size[d] >= last_size || size[d] >= g->n / BETA;
    else
      up = size[d] > last_size && edges[d] > (g->row[g->n] - known) / ALPHA;
    w->down += edges[d];
    int64_t inspected = up ? looked_at(g, level, d) : edges[d];
    w->by_rule += inspected;
    reached += size[d];
    w->bytes += 36.0 * (double)size[d] + 8.0 * (double)inspected;
    if (up)
      w->bytes += 4.25 * (double)g->n + 8.0 * (double)(g->n - reached); // all levels, bits; where edges begin
    w->levels++;
    w->levels_up += up;
    last_size = size[d];
  }
  free(size);
  free(edges);
}

int main(int argc, char **argv) {
  const struct pmpp_task *task = &pmpp_lab.tasks[pmpp_lab.n_tasks - 1];
  int i = 0;
  while (i < task->n_cases && (argc != 2 || strcmp(task->cases[i].label, argv[1]))) i++;
  if (i == task->n_cases) {
    fprintf(stderr, "bfs_work: expected the label of a case; there are\n");
    for (i = 0; i < task->n_cases; i++) fprintf(stderr, "  %s\n", task->cases[i].label);
    return 2;
  }
  struct pmpp_case *c = case_make(task, i, 1);
  struct host_graph g = graph_of(c);
  int32_t *level = csr_room(g.n, sizeof *level);
  uint32_t *queue = csr_room(g.n, sizeof *queue);
  struct work w = {0};
  int64_t sources = c->buf[BFS_SOURCES].arg.count;
  for (int64_t k = 0; k < sources; k++) {
    host_bfs(&g, ((const uint32_t *)c->buf[BFS_SOURCES].data)[k], queue, level, NULL);
    search(&g, level, &w);
  }
  printf("%s: %" PRId64 " searches inspect %" PRId64 " edges down, %" PRId64
         " by the rule (%.1f %%), which goes up on %" PRId64 " of %" PRId64 " levels and asks for %.3f GB\n",
         argv[1], sources, w.down, w.by_rule, 100.0 * (double)w.by_rule / (double)w.down, w.levels_up,
         w.levels, w.bytes / 1e9);
  free(level);
  free(queue);
  case_free(c);
  return 0;
}
