// Graphs that have been made ready to run.
//
// The nodes are dealt into chains, in each of which a node depends on the one before it. The first chain runs in the stream
// of the launch, each other one in a stream of its own. So what orders streams, and what finds their races, serves the nodes
// of a graph as well.
#include "memory/launch.h"
#include "memory/running.h"
#include "runtime/capture.h"
#include "runtime/graph.h"
#include <stdlib.h>
#include <string.h>

struct step { // a node, or the beginning or the end of one that is a graph
  struct CUgraphNode_st *node;
  uint32_t *before;
  size_t n_before;
  uint32_t chain;
};

struct CUgraphExec_st {
  struct CUgraph_st *graph; // a copy
  struct step *steps;       // each behind those that it depends on
  uint32_t n, chains;
  struct CUstream_st **branch; // by chain, but for the first; made at the first launch
  int device;
  struct clock last; // a graph's launches follow each other, in whatever streams
};

enum {
  NOT_YET,
  UNDER_WAY,
  FIRST_STEP
}; // CUgraphNode_st.step, and from FIRST_STEP on the number of its last step

// ---- the order ----

static uint32_t add_step(struct CUgraphExec_st *x, struct CUgraphNode_st *node) {
  x->steps = realloc(x->steps, (x->n + 1) * sizeof *x->steps);
  if (!x->steps) abort();
  x->steps[x->n] = (struct step){.node = node};
  return x->n++;
}

static void add_before(struct step *s, uint32_t step) {
  s->before = realloc(s->before, (s->n_before + 1) * sizeof *s->before);
  if (!s->before) abort();
  s->before[s->n_before++] = step;
}

static bool add_graph(struct CUgraphExec_st *x, struct CUgraph_st *g, const uint32_t *entry);

static bool add_node(struct CUgraphExec_st *x, struct CUgraphNode_st *node, const uint32_t *entry) {
  if (node->step >= FIRST_STEP) return true;
  if (node->step == UNDER_WAY) return false;
  node->step = UNDER_WAY;
  for (size_t i = 0; i < node->before.n; i++)
    if (!add_node(x, node->before.at[i], entry)) return false;
  uint32_t step = add_step(x, node);
  for (size_t i = 0; i < node->before.n; i++)
    add_before(&x->steps[step], node->before.at[i]->step - FIRST_STEP);
  if (!node->before.n && entry) add_before(&x->steps[step], *entry);
  if (node->child) {
    if (!add_graph(x, node->child, &step)) return false;
    uint32_t end = add_step(x, node);
    add_before(&x->steps[end], step);
    for (size_t i = 0; i < node->child->nodes.n; i++)
      add_before(&x->steps[end], node->child->nodes.at[i]->step - FIRST_STEP);
    step = end;
  }
  node->step = FIRST_STEP + step;
  return true;
}

static bool add_graph(struct CUgraphExec_st *x, struct CUgraph_st *g, const uint32_t *entry) {
  for (size_t i = 0; i < g->nodes.n; i++)
    if (!add_node(x, g->nodes.at[i], entry)) return false;
  return true;
}

static void deal_chains(struct CUgraphExec_st *x) {
  uint32_t *last = malloc((x->n + 1) * sizeof *last); // of each chain
  if (!last) abort();
  for (uint32_t i = 0; i < x->n; i++) {
    struct step *s = &x->steps[i];
    s->chain = x->chains;
    for (size_t k = s->n_before; k-- > 0;)
      if (last[x->steps[s->before[k]].chain] == s->before[k]) s->chain = x->steps[s->before[k]].chain;
    if (s->chain == x->chains) x->chains++;
    last[s->chain] = i;
  }
  free(last);
}

struct CUgraphExec_st *exec_new(const struct CUgraph_st *graph) {
  struct CUgraphExec_st *x = calloc(1, sizeof *x);
  if (!x) abort();
  x->graph = graph_copy(graph);
  if (!add_graph(x, x->graph, NULL)) {
    exec_drop(x);
    return NULL;
  }
  deal_chains(x);
  return x;
}

static void end_branches(struct CUgraphExec_st *x) {
  for (uint32_t c = 1; x->branch && c < x->chains; c++)
    if (x->branch[c]) x->branch[c]->ended = true;
}

void exec_drop(struct CUgraphExec_st *x) {
  for (uint32_t i = 0; i < x->n; i++) free(x->steps[i].before);
  end_branches(x);
  graph_drop(x->graph); // what waits still to run holds its payload
  free(x->branch);
  free(x->steps);
  free(x);
}

// ---- changes ----

struct CUgraphNode_st *exec_node(struct CUgraphExec_st *x, const struct CUgraphNode_st *origin) {
  for (uint32_t i = 0; i < x->n; i++)
    if (x->steps[i].node->origin == origin) return x->steps[i].node;
  return NULL;
}

static const struct CUgraphNode_st *differs(const struct CUgraph_st *old, const struct CUgraph_st *new) {
  for (size_t i = 0; i < new->nodes.n; i++) {
    const struct CUgraphNode_st *a = i < old->nodes.n ? old->nodes.at[i] : NULL, *b = new->nodes.at[i];
    if (!a || a->type != b->type || a->before.n != b->before.n) return b;
    for (size_t k = 0; k < a->before.n; k++)
      if (a->before.at[k]->index != b->before.at[k]->index) return b;
    const struct CUgraphNode_st *inside = b->child ? differs(a->child, b->child) : NULL;
    if (inside) return inside;
    if (b->child && a->child->nodes.n != b->child->nodes.n) return b;
  }
  return NULL;
}

static void take_over(struct CUgraph_st *old, const struct CUgraph_st *new) {
  for (size_t i = 0; i < new->nodes.n; i++) {
    struct CUgraphNode_st *node = old->nodes.at[i];
    payload_drop(node->payload);
    node->payload = payload_hold(new->nodes.at[i]->payload);
    node->event = new->nodes.at[i]->event;
    node->origin = new->nodes.at[i];
    if (node->child) take_over(node->child, new->nodes.at[i]->child);
  }
}

const struct CUgraphNode_st *exec_update(struct CUgraphExec_st *x, const struct CUgraph_st *graph,
                                         bool *same) {
  const struct CUgraphNode_st *other = differs(x->graph, graph);
  *same = !other && x->graph->nodes.n == graph->nodes.n;
  if (*same) take_over(x->graph, graph);
  return other;
}

// ---- launches ----

static void run_node(struct stream_work *work, void *data) {
  struct payload *p = *(struct payload **)data;
  p->kind->run(work, p->data);
}
static void keep_node(void *data, enum kept_for kept_for) {
  (void)kept_for;
  payload_hold(*(struct payload **)data);
}
static void drop_node_run(void *data) {
  payload_drop(*(struct payload **)data);
}
static const struct work_kind node_kind = {
    "a node", run_node, keep_node, drop_node_run, cudaGraphNodeTypeEmpty, NULL};

// The streams of the chains. Where there are too many streams, the chains behind run in that of the launch.
static void make_branches(struct CUgraphExec_st *x, struct CUstream_st *s) {
  if (x->branch && x->device == s->device) return;
  end_branches(x);
  x->device = s->device;
  x->branch = realloc(x->branch, (x->chains + 1) * sizeof *x->branch);
  if (!x->branch) abort();
  x->branch[0] = NULL;
  for (uint32_t c = 1; c < x->chains; c++) x->branch[c] = stream_branch(s->device);
}

// The next step, of those whose dependencies are done: with seed 1 the first, else any.
static uint32_t choose(const struct CUgraphExec_st *x, const bool *done, uint64_t number) {
  uint32_t chosen = 0, ready = 0;
  for (uint32_t i = 0; i < x->n; i++) {
    const struct step *s = &x->steps[i];
    bool may = !done[i];
    for (size_t k = 0; k < s->n_before && may; k++) may = done[s->before[k]];
    if (!may) continue;
    if (!ready++ || seed_mix(L.seed ^ seed_mix(number * x->n + i)) % ready == 0) chosen = i;
    if (L.seed == 1) return chosen;
  }
  return chosen;
}

static void launch_steps(struct CUgraphExec_st *x, struct CUstream_st *s, uint32_t pc) {
  static uint64_t number;
  bool *done = calloc(x->n + 1, sizeof *done), *begun = calloc(x->chains + 1, sizeof *begun);
  struct clock *behind = malloc((x->n + 1) * sizeof *behind), *start = malloc(sizeof *start);
  if (!done || !begun || !behind || !start) abort();
  clock_copy(start, &s->clock);
  for (uint32_t k = 0; k < x->n; k++) {
    uint32_t i = choose(x, done, ++number);
    const struct step *step = &x->steps[i];
    struct CUstream_st *t = x->branch[step->chain] ? x->branch[step->chain] : s;
    struct payload *p = step->node->payload;
    if (!begun[step->chain]) clock_join(&t->clock, start);
    for (size_t b = 0; b < step->n_before; b++) clock_join(&t->clock, &behind[step->before[b]]);
    if (step->node->event && step->node->type == cudaGraphNodeTypeEventRecord)
      event_record_in(step->node->event, t, pc);
    else if (step->node->event && step->node->event->n)
      clock_join(&t->clock, &step->node->event->clock);
    if (p && !step->node->skipped) {
      stream_add(
          t, &node_kind,
          (struct stream_work){.stream = s->number, .pc = p->pc, .graph_pc = pc, .what = p->kind->what}, &p,
          sizeof(struct payload *), MAY_WAIT);
      overlap_count(t, p->kind, p->data);
    }
    clock_copy(&behind[i], &t->clock);
    done[i] = begun[step->chain] = true;
  }
  for (uint32_t i = 0; i < x->n; i++) clock_join(&s->clock, &behind[i]);
  clock_copy(&x->last, &s->clock);
  free(done), free(begun), free(behind), free(start);
}

cudaError_t exec_launch(struct CUgraphExec_st *x, cudaStream_t stream, uint32_t pc) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if (capture_takes(s)) return capture_add_graph(s, x->graph);
  cudaError_t error = stream_begin_work(s);
  if (error) return error;
  make_branches(x, s);
  clock_join(&s->clock, &x->last);
  launch_steps(x, s, pc);
  return cudaSuccess;
}
