// Graphs: their nodes, and copies of them.
#include "runtime/graph.h"
#include "memory/running.h"
#include <stdlib.h>
#include <string.h>

// ---- lists of nodes ----

bool nodes_have(const struct nodes *list, const struct CUgraphNode_st *node) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i] == node) return true;
  return false;
}

void nodes_join(struct nodes *list, struct CUgraphNode_st *const *more, size_t n) {
  if (!n) return;
  list->at = realloc(list->at, (list->n + n) * sizeof *list->at);
  if (!list->at) abort();
  for (size_t i = 0; i < n; i++)
    if (!nodes_have(list, more[i])) list->at[list->n++] = more[i];
}

void nodes_forget(struct nodes *list, const struct CUgraphNode_st *node) {
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i] != node) list->at[kept++] = list->at[i];
  list->n = kept;
}

// ---- what a node does ----

struct payload *payload_new(const struct work_kind *kind, uint32_t pc, const void *data, size_t bytes) {
  struct payload *p = malloc(sizeof *p);
  if (!p || !(p->data = malloc(bytes))) abort();
  memcpy(p->data, data, bytes);
  p->kind = kind;
  p->pc = pc;
  p->held = 1;
  if (kind->keep) kind->keep(p->data, FOR_A_GRAPH);
  return p;
}

struct payload *payload_hold(struct payload *p) {
  if (p) p->held++;
  return p;
}

void payload_drop(struct payload *p) {
  if (!p || --p->held) return;
  if (p->kind->drop) p->kind->drop(p->data);
  free(p->data);
  free(p);
}

// ---- user objects ----

struct CUuserObject_st *user_new(void *object, cudaHostFn_t destroy, unsigned held) {
  struct CUuserObject_st *u = malloc(sizeof *u);
  if (!u) abort();
  *u = (struct CUuserObject_st){object, destroy, held};
  return u;
}

// Launches under way may still need it.
void user_drop(struct CUuserObject_st *u, unsigned count) {
  u->held -= count;
  if (u->held) return;
  scheduler.finish_work();
  u->destroy(u->object);
  free(u);
}

void graph_hold_user(struct CUgraph_st *g, struct CUuserObject_st *u, unsigned count) {
  size_t i = 0;
  while (i < g->n_users && g->users[i].object != u) i++;
  if (i == g->n_users) {
    g->users = realloc(g->users, (i + 1) * sizeof *g->users);
    if (!g->users) abort();
    g->users[g->n_users++] = (struct user_hold){u, 0};
  }
  g->users[i].count += count;
}

bool graph_drop_user(struct CUgraph_st *g, struct CUuserObject_st *u, unsigned count) {
  for (size_t i = 0; i < g->n_users; i++) {
    if (g->users[i].object != u || g->users[i].count < count) continue;
    g->users[i].count -= count;
    if (!g->users[i].count) g->users[i] = g->users[--g->n_users];
    user_drop(u, count);
    return true;
  }
  return false;
}

// ---- graphs ----

struct CUgraph_st *graph_new(void) {
  struct CUgraph_st *g = calloc(1, sizeof *g);
  if (!g) abort();
  return g;
}

struct CUgraphNode_st *graph_add(struct CUgraph_st *g, enum cudaGraphNodeType type, struct payload *payload,
                                 const struct nodes *before) {
  struct CUgraphNode_st *node = calloc(1, sizeof *node);
  if (!node) abort();
  node->graph = g;
  node->type = type;
  node->payload = payload;
  node->index = (uint32_t)g->nodes.n;
  nodes_join(&node->before, before->at, before->n);
  nodes_join(&g->nodes, &node, 1);
  return node;
}

static void drop_node(struct CUgraphNode_st *node) {
  payload_drop(node->payload);
  if (node->child) graph_drop(node->child);
  free(node->before.at);
  free(node);
}

void graph_remove(struct CUgraphNode_st *node) {
  struct nodes *all = &node->graph->nodes;
  nodes_forget(all, node);
  for (size_t i = 0; i < all->n; i++) {
    all->at[i]->index = (uint32_t)i;
    nodes_forget(&all->at[i]->before, node);
  }
  drop_node(node);
}

void graph_drop(struct CUgraph_st *g) {
  for (size_t i = 0; i < g->nodes.n; i++) drop_node(g->nodes.at[i]);
  for (size_t i = 0; i < g->n_users; i++) user_drop(g->users[i].object, g->users[i].count);
  free(g->users);
  free(g->nodes.at);
  free(g);
}

struct CUgraph_st *graph_copy(const struct CUgraph_st *g) {
  struct CUgraph_st *copy = graph_new();
  for (size_t i = 0; i < g->nodes.n; i++) {
    const struct CUgraphNode_st *from = g->nodes.at[i];
    struct CUgraphNode_st *to = graph_add(copy, from->type, payload_hold(from->payload), &(struct nodes){0});
    to->origin = from;
    to->event = from->event;
    if (from->child) to->child = graph_copy(from->child);
  }
  for (size_t i = 0; i < g->nodes.n; i++)
    for (size_t k = 0; k < g->nodes.at[i]->before.n; k++)
      nodes_join(&copy->nodes.at[i]->before, &copy->nodes.at[g->nodes.at[i]->before.at[k]->index], 1);
  for (size_t i = 0; i < g->n_users; i++) {
    g->users[i].object->held += g->users[i].count;
    graph_hold_user(copy, g->users[i].object, g->users[i].count);
  }
  return copy;
}
