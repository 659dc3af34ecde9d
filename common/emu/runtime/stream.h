// What the files share that make, order and capture the work of streams. All others see queue.h and graph.h.
#ifndef EMU_RUNTIME_STREAM_H
#define EMU_RUNTIME_STREAM_H

#include "runtime/queue.h"
#include <time.h>

struct nodes { // of a graph
  struct CUgraphNode_st **at;
  size_t n;
};

struct CUstream_st {
  uint32_t slot, number;
  uint32_t asked, done; // works
  uint32_t waited;      // of those asked for, when the host waited for the stream last
  int device, priority;
  bool blocking, ended;
  struct work *first, *last;
  struct clock clock; // of the next work, as far as it is known
  struct capture *capture;
  struct nodes tail; // of a capture: what the next node comes behind
  struct stream_hints hints;
};

struct CUevent_st {
  struct timespec at;
  uint32_t slot, n; // the work that records it; n is 0: never recorded
  uint32_t waiting; // records that have not run
  int device;
  bool ended;
  struct clock clock;
  uint64_t capture;  // in which it was recorded last; 0: in none
  struct nodes tail; // of that record
};

extern struct CUstream_st *stream_at[MOST_SLOTS]; // by slot: the devices' default streams, then all others

void streams_begin(void);                             // the default streams are there from now on
struct CUstream_st *stream_find(cudaStream_t stream); // NULL: it is no stream
bool stream_is_default(const struct CUstream_st *s);
void stream_join_default(struct CUstream_st *s); // what the default stream's rules order before its next work
struct CUstream_st *stream_branch(int device);   // for the nodes of a graph; NULL: there are too many
// Before work, or several, is added: whether that is allowed, and what the host and the default stream order before it.
cudaError_t stream_begin_work(struct CUstream_st *s);
void stream_add(struct CUstream_st *s, const struct work_kind *kind, struct stream_work told, void *data,
                size_t bytes, enum queue_when when);
void event_record_in(struct CUevent_st *event, struct CUstream_st *s,
                     uint32_t pc); // as the stream's next work
void overlap_count(const struct CUstream_st *s, const struct work_kind *kind,
                   const void *data); // of work just added
enum overlap_way { OVERLAP_SEND = 1, OVERLAP_RECEIVE = 2 };
void overlap_message(const struct CUstream_st *s, int ways); // the work just added is a message, or several
void stream_wait_for(const struct clock *wanted, uint32_t slot); // the host waits
// A query whether all that is done. One work more runs, so that a loop of queries sees it done.
bool stream_all_done(const struct clock *wanted);

#endif
