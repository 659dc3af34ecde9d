// Streams: the one place that decides when the work in them runs.
#ifndef EMU_RUNTIME_QUEUE_H
#define EMU_RUNTIME_QUEUE_H

#include "check/stream_order.h"
#include "include/cuda_runtime_api.h"

enum kept_for { FOR_ONE_RUN, FOR_A_GRAPH };
// What a stream holds: launches, copies, calls of the host, records of events.
struct work_kind {
  const char *what; // "a copy"
  void (*run)(struct stream_work *work, void *data);
  // Where the work has to wait: copy what the caller's data points at; or NULL. Of a graph's node that is only what lies
  // there for the call: memory that the work reads it reads at each launch of the graph.
  void (*keep)(void *data, enum kept_for kept_for);
  void (*drop)(void *data); // of what has waited, behind its run; or NULL
  enum cudaGraphNodeType node;
  // Of a copy: the bytes that an engine of its own moves while kernels run (runtime/overlap.c); of other work NULL.
  size_t (*link_bytes)(const void *data);
};
enum queue_when { MAY_WAIT, AT_ONCE };

// Adds work to the stream, and runs it if it may not wait or the seed says so. The data is copied if it waits.
cudaError_t queue_add(cudaStream_t stream, const struct work_kind *kind, uint32_t pc, void *data,
                      size_t bytes, enum queue_when when);
// Whether work that may wait would: for callers to whom that makes a difference.
bool queue_defers(void);

bool queue_has(cudaStream_t stream);                // it is a stream of the present device, or of any
int queue_device(cudaStream_t stream);              // to which it belongs
cudaError_t queue_wait(cudaStream_t stream);        // the host waits for all work in it
void queue_behind(cudaStream_t stream, int device); // its next work comes behind that device's default stream
cudaError_t queue_query(cudaStream_t stream);       // nothing is left; else some of it runs
cudaError_t queue_wait_device(void);                // for all streams of the device that is set
unsigned queue_streams_at_work(void);               // of these: with work since the host waited for them
void queue_wait_all(void);                          // for all devices
void queue_keep_up(void);                           // from now on work is done when it is asked for
cudaStream_t queue_new(bool blocking,
                       int priority); // NULL: there are too many; nothing depends on the priority
struct stream_hints {                 // attributes that change no result
  struct cudaAccessPolicyWindow window;
  enum cudaSynchronizationPolicy policy;
};
struct stream_hints *queue_hints(cudaStream_t stream); // NULL: it is no stream
struct queue_facts {                                   // what a stream was made with, and a number of its own
  int device, priority;
  bool blocking;
  unsigned long long id;
};
bool queue_ask(cudaStream_t stream, struct queue_facts *facts); // false: it is no stream
void queue_end(cudaStream_t stream);                            // its work still runs
void queue_end_all(int device);                                 // those that the program has made

struct CUevent_st *queue_event_new(void);
void queue_event_end(cudaEvent_t event);
cudaError_t queue_event_record(cudaEvent_t event, cudaStream_t stream, uint32_t pc);
cudaError_t queue_event_before(cudaStream_t stream,
                               cudaEvent_t event); // later work in the stream waits for the event
cudaError_t queue_event_wait(cudaEvent_t event);
cudaError_t queue_event_query(cudaEvent_t event); // it has come to pass; else some of what it waits for runs
bool queue_event_waited(cudaEvent_t event);       // the host has waited for its record, or has seen it done
cudaError_t queue_event_time(float *ms, cudaEvent_t start, cudaEvent_t end);

// What another library does beside the program (runtime/message_stream.c). A message goes on beside the host until its end, like the
// work of a stream of its own; `call`, which stays, is the program's, which began it.
cudaStream_t message_begin(const char *call, uint64_t address, size_t bytes, int touch, bool counts,
                           uint32_t pc);
void message_end(cudaStream_t message); // the host has waited for it
// A work behind all that is in the n streams now, and before all that comes; it is done when the call returns. `run` reads and
// writes by work_access. `sends`: bytes of messages in it.
cudaError_t queue_collective(const cudaStream_t *stream, int n, uint32_t pc, uint64_t sends,
                             void (*run)(void *), void *data);
void work_access(uint64_t address, size_t bytes, int touch); // by the work that runs

// Copies and messages beside kernels (runtime/overlap.c): a launch has run, and its blocks have loaded and stored so many
// bytes; what is known until now goes into the report; it is forgotten.
void overlap_ran(const struct stream_work *work, uint64_t loaded, uint64_t stored);
void overlap_settle(void);
void overlap_forget(void);

#endif
