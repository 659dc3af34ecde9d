// Graphs: nodes with work and what comes before each; and the copies of graphs that streams run.
#ifndef EMU_RUNTIME_GRAPH_H
#define EMU_RUNTIME_GRAPH_H

#include "runtime/stream.h"

// What a node does. Nodes, their copies and the launches under way share it.
struct payload {
  const struct work_kind *kind;
  void *data;
  uint32_t pc; // of the call that made the node
  uint32_t held;
};

struct CUgraphNode_st {
  struct CUgraph_st *graph;
  enum cudaGraphNodeType type;
  struct payload *payload; // NULL: of an empty node and of one that is a graph
  struct CUgraph_st *child;
  struct CUevent_st *event; // that the node records or waits for
  bool skipped;             // cudaGraphNodeSetEnabled, of an exec's node
  struct nodes before;
  const struct CUgraphNode_st *origin; // of a copy
  uint32_t index, step;                // among its graph's nodes; in the making of an order
};

struct CUuserObject_st { // what is destroyed when nothing refers to it any more
  void *object;
  cudaHostFn_t destroy;
  unsigned held;
};
struct user_hold {
  struct CUuserObject_st *object;
  unsigned count;
};

struct CUgraph_st {
  struct nodes nodes;
  struct user_hold *users;
  size_t n_users;
};

bool nodes_have(const struct nodes *list, const struct CUgraphNode_st *node);
void nodes_join(struct nodes *list, struct CUgraphNode_st *const *more, size_t n); // each once
void nodes_forget(struct nodes *list, const struct CUgraphNode_st *node);

struct CUgraph_st *graph_new(void);
struct CUgraph_st *graph_copy(const struct CUgraph_st *graph);
void graph_drop(struct CUgraph_st *graph);
struct CUgraphNode_st *graph_add(struct CUgraph_st *graph, enum cudaGraphNodeType type,
                                 struct payload *payload, const struct nodes *before);
void graph_remove(struct CUgraphNode_st *node);

struct CUuserObject_st *user_new(void *object, cudaHostFn_t destroy, unsigned held);
void user_drop(struct CUuserObject_st *user, unsigned count);
void graph_hold_user(struct CUgraph_st *graph, struct CUuserObject_st *user, unsigned count);
bool graph_drop_user(struct CUgraph_st *graph, struct CUuserObject_st *user,
                     unsigned count); // false: not so many

struct payload *payload_new(const struct work_kind *kind, uint32_t pc, const void *data, size_t bytes);
struct payload *payload_hold(struct payload *payload);
void payload_drop(struct payload *payload);

// graph_exec.c
struct CUgraphExec_st *exec_new(const struct CUgraph_st *graph); // NULL: the dependencies form a circle
void exec_drop(struct CUgraphExec_st *exec);
// The exec's node that was made of this one; NULL: there is none.
struct CUgraphNode_st *exec_node(struct CUgraphExec_st *exec, const struct CUgraphNode_st *origin);
// Takes over what the graph's nodes do, if the graph has the same nodes; else the first that differs.
const struct CUgraphNode_st *exec_update(struct CUgraphExec_st *exec, const struct CUgraph_st *graph,
                                         bool *same);
cudaError_t exec_launch(struct CUgraphExec_st *exec, cudaStream_t stream, uint32_t pc);

#endif
