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

struct EmuGraphNode {
  struct EmuGraph *graph;
  enum cudaGraphNodeType type;
  struct payload *payload; // NULL: of an empty node and of one that is a graph
  struct EmuGraph *child;
  struct EmuEvent *event; // that the node records or waits for
  bool skipped;           // cudaGraphNodeSetEnabled, of an exec's node
  struct nodes before;
  const struct EmuGraphNode *origin; // of a copy
  uint32_t index, step;              // among its graph's nodes; in the making of an order
};

struct EmuUserObject { // what is destroyed when nothing refers to it any more
  void *object;
  cudaHostFn_t destroy;
  unsigned held;
};
struct user_hold {
  struct EmuUserObject *object;
  unsigned count;
};

struct EmuGraph {
  struct nodes nodes;
  struct user_hold *users;
  size_t n_users;
};

bool nodes_have(const struct nodes *list, const struct EmuGraphNode *node);
void nodes_join(struct nodes *list, struct EmuGraphNode *const *more, size_t n); // each once
void nodes_forget(struct nodes *list, const struct EmuGraphNode *node);

struct EmuGraph *graph_new(void);
struct EmuGraph *graph_copy(const struct EmuGraph *graph);
void graph_drop(struct EmuGraph *graph);
struct EmuGraphNode *graph_add(struct EmuGraph *graph, enum cudaGraphNodeType type, struct payload *payload,
                               const struct nodes *before);
void graph_remove(struct EmuGraphNode *node);

struct EmuUserObject *user_new(void *object, cudaHostFn_t destroy, unsigned held);
void user_drop(struct EmuUserObject *user, unsigned count);
void graph_hold_user(struct EmuGraph *graph, struct EmuUserObject *user, unsigned count);
bool graph_drop_user(struct EmuGraph *graph, struct EmuUserObject *user,
                     unsigned count); // false: not so many

struct payload *payload_new(const struct work_kind *kind, uint32_t pc, const void *data, size_t bytes);
struct payload *payload_hold(struct payload *payload);
void payload_drop(struct payload *payload);

// exec.c
struct EmuGraphExec *exec_new(const struct EmuGraph *graph); // NULL: the dependencies form a circle
void exec_drop(struct EmuGraphExec *exec);
// The exec's node that was made of this one; NULL: there is none.
struct EmuGraphNode *exec_node(struct EmuGraphExec *exec, const struct EmuGraphNode *origin);
// Takes over what the graph's nodes do, if the graph has the same nodes; else the first that differs.
const struct EmuGraphNode *exec_update(struct EmuGraphExec *exec, const struct EmuGraph *graph, bool *same);
cudaError_t exec_launch(struct EmuGraphExec *exec, cudaStream_t stream, uint32_t pc);

#endif
