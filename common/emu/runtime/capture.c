// Capture: between cudaStreamBeginCapture and cudaStreamEndCapture a stream's work becomes nodes of a graph, and so does that
// of the streams which wait for an event of the capture.
#include "runtime/capture.h"
#include "memory/devices.h"
#include "runtime/threads.h"
#include <stdlib.h>

struct capture {
  struct capture *next;
  uint64_t id;
  struct CUgraph_st *graph;
  struct CUstream_st *origin;
  enum cudaStreamCaptureMode mode;
  bool invalid;
};
static struct capture *captures; // under way
static uint64_t n_captures;

static struct { // where a node is made by a call of its own
  struct CUgraph_st *graph;
  const struct nodes *before;
  struct CUgraphNode_st *made;
} aim;

static struct capture *find_capture(uint64_t id) {
  for (struct capture *c = captures; c; c = c->next)
    if (c->id == id) return c;
  return NULL;
}

static void set_tail(struct nodes *tail, struct CUgraphNode_st *const *nodes, size_t n) {
  tail->n = 0;
  nodes_join(tail, nodes, n);
}

// ---- nodes ----

bool capture_takes(const struct CUstream_st *s) {
  return aim.graph || s->capture;
}

void capture_aim(struct CUgraph_st *graph, const struct nodes *before) {
  aim.graph = graph;
  host_thread.makes_node = true;
  aim.before = before;
  aim.made = NULL;
}

struct CUgraphNode_st *capture_aimed(void) {
  aim.graph = NULL;
  host_thread.makes_node = false;
  return aim.made;
}

cudaError_t capture_add(struct CUstream_st *s, const struct work_kind *kind, uint32_t pc, const void *data,
                        size_t bytes) {
  if (aim.graph) {
    aim.made = graph_add(aim.graph, kind->node, payload_new(kind, pc, data, bytes), aim.before);
    return cudaSuccess;
  }
  if (s->capture->invalid) return cudaErrorStreamCaptureInvalidated;
  struct CUgraphNode_st *node =
      graph_add(s->capture->graph, kind->node, payload_new(kind, pc, data, bytes), &s->tail);
  set_tail(&s->tail, &node, 1);
  return cudaSuccess;
}

cudaError_t capture_add_graph(struct CUstream_st *s, const struct CUgraph_st *child) {
  if (s->capture->invalid) return cudaErrorStreamCaptureInvalidated;
  struct CUgraphNode_st *node = graph_add(s->capture->graph, cudaGraphNodeTypeGraph, NULL, &s->tail);
  node->child = graph_copy(child);
  set_tail(&s->tail, &node, 1);
  return cudaSuccess;
}

// ---- events ----

cudaError_t capture_record(struct CUevent_st *e, struct CUstream_st *s) {
  if (s->capture->invalid) return cudaErrorStreamCaptureInvalidated;
  e->capture = s->capture->id;
  set_tail(&e->tail, s->tail.at, s->tail.n);
  return cudaSuccess;
}

cudaError_t capture_wait(struct CUstream_st *s, struct CUevent_st *e) {
  struct capture *c = find_capture(e->capture);
  if (!s->capture && !c) return cudaErrorCapturedEvent; // recorded in a capture that has ended
  if (!c) {
    s->capture->invalid = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (c->invalid || (s->capture && s->capture->invalid)) return cudaErrorStreamCaptureInvalidated;
  if (s->capture && s->capture != c) {
    s->capture->invalid = c->invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (stream_is_default(s)) {
    c->invalid = true;
    return cudaErrorStreamCaptureImplicit;
  }
  if (!s->capture) s->tail.n = 0;
  s->capture = c;
  nodes_join(&s->tail, e->tail.at, e->tail.n);
  return cudaSuccess;
}

// ---- what a capture forbids ----

cudaError_t capture_refuses(void) {
  for (struct capture *c = captures; c; c = c->next) c->invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t capture_forbids(struct CUstream_st *s) {
  if (!captures) return cudaSuccess;
  if (s->capture) {
    s->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  if (!stream_is_default(s)) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  for (uint32_t i = 1; i < clock_slots;
       i++) { // which the default stream would wait for, or would keep waiting
    struct CUstream_st *other = stream_at[i];
    if (!other->capture || !other->blocking || other->device != s->device) continue;
    other->capture->invalid = true;
    error = cudaErrorStreamCaptureImplicit;
  }
  return error;
}

cudaError_t capture_forbids_event(const struct CUevent_st *e) {
  if (!e->capture) return cudaSuccess;
  struct capture *c = find_capture(e->capture);
  if (c) c->invalid = true;
  return cudaErrorCapturedEvent;
}

cudaError_t capture_forbids_device(void) {
  return captures ? capture_refuses() : cudaSuccess;
}

cudaError_t capture_unsafe(void) {
  if (host_thread.capture_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  for (struct capture *c = captures; c; c = c->next)
    if (c->mode != cudaStreamCaptureModeRelaxed) return capture_refuses();
  return cudaSuccess;
}

enum cudaStreamCaptureMode capture_exchange_mode(enum cudaStreamCaptureMode mode) {
  enum cudaStreamCaptureMode before = host_thread.capture_mode;
  host_thread.capture_mode = mode;
  return before;
}

// ---- begin and end ----

cudaError_t capture_begin(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if ((unsigned)mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  if (stream_is_default(s)) return cudaErrorStreamCaptureUnsupported;
  if (s->capture) return cudaErrorIllegalState;
  struct capture *c = calloc(1, sizeof *c);
  if (!c) abort();
  *c = (struct capture){captures, ++n_captures, graph_new(), s, mode, false};
  captures = c;
  s->capture = c;
  s->tail.n = 0;
  return cudaSuccess;
}

// Marks all that comes before the node. Nodes come behind those that they depend on, while they are captured.
static void mark_before(struct CUgraphNode_st *node) {
  if (node->step) return;
  node->step = 1;
  for (size_t i = 0; i < node->before.n; i++) mark_before(node->before.at[i]);
}

// The last works of every stream of the capture come before what its first stream would do next.
static bool all_joined(const struct capture *c) {
  for (size_t i = 0; i < c->origin->tail.n; i++) mark_before(c->origin->tail.at[i]);
  bool joined = true;
  for (size_t i = 0; i < c->graph->nodes.n; i++) {
    joined = joined && c->graph->nodes.at[i]->step;
    c->graph->nodes.at[i]->step = 0;
  }
  return joined;
}

static void forget(struct capture *c) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (stream_at[i]->capture == c) stream_at[i]->capture = NULL;
  struct capture **at = &captures;
  while (*at != c) at = &(*at)->next;
  *at = c->next;
  free(c);
}

cudaError_t capture_end(cudaStream_t stream, struct CUgraph_st **graph) {
  struct CUstream_st *s = stream_find(stream);
  *graph = NULL;
  if (!s) return cudaErrorInvalidResourceHandle;
  struct capture *c = s->capture;
  if (!c) return cudaErrorIllegalState;
  if (c->origin != s) {
    c->invalid = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  cudaError_t error = c->invalid       ? cudaErrorStreamCaptureInvalidated
                      : !all_joined(c) ? cudaErrorStreamCaptureUnjoined
                                       : cudaSuccess;
  if (error)
    graph_drop(c->graph);
  else
    *graph = c->graph;
  forget(c);
  return error;
}

cudaError_t capture_state(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                          struct CUgraph_st **graph, const struct nodes **tail) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  const struct capture *c = s->capture;
  cudaError_t error = c ? cudaSuccess : capture_forbids(s);
  if (error) return error;
  *status = !c           ? cudaStreamCaptureStatusNone
            : c->invalid ? cudaStreamCaptureStatusInvalidated
                         : cudaStreamCaptureStatusActive;
  if (!c) return cudaSuccess;
  *id = c->id;
  *graph = c->graph;
  *tail = &s->tail;
  return cudaSuccess;
}

bool capture_under_way(cudaStream_t stream) {
  struct CUstream_st *s = stream_find(stream);
  return s && capture_takes(s);
}
