// Capture: what would be work of a stream becomes a node of a graph.
#ifndef EMU_RUNTIME_CAPTURE_H
#define EMU_RUNTIME_CAPTURE_H

#include "runtime/graph.h"

bool capture_takes(const struct CUstream_st *s); // its next work is a node
cudaError_t capture_add(struct CUstream_st *s, const struct work_kind *kind, uint32_t pc, const void *data,
                        size_t bytes);
cudaError_t capture_add_graph(struct CUstream_st *s, const struct CUgraph_st *child);
cudaError_t capture_record(struct CUevent_st *event, struct CUstream_st *s);
cudaError_t capture_wait(struct CUstream_st *s, struct CUevent_st *event);

// Whether a capture forbids what is asked for; it is invalid from then on. cudaSuccess: no.
cudaError_t capture_forbids(struct CUstream_st *s); // work in it or a wait for it, if it is not captured
cudaError_t capture_forbids_event(const struct CUevent_st *event);
cudaError_t capture_forbids_device(void); // a wait for all streams
cudaError_t capture_refuses(void);        // what no graph of the emulator can do
cudaError_t capture_unsafe(void);         // a call that may wait, as cudaMalloc

cudaError_t capture_begin(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t capture_end(cudaStream_t stream, struct CUgraph_st **graph);
// Of the stream: its capture's status, number and graph, and what its next node comes behind.
cudaError_t capture_state(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                          struct CUgraph_st **graph, const struct nodes **tail);
enum cudaStreamCaptureMode capture_exchange_mode(enum cudaStreamCaptureMode mode);
bool capture_under_way(cudaStream_t stream);

// The next work, of whatever stream, becomes a node of the graph. NULL: it did not come to that.
void capture_aim(struct CUgraph_st *graph, const struct nodes *before);
struct CUgraphNode_st *capture_aimed(void);

#endif
