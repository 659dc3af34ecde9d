// What a library for messages does beside the program: a message is the work of a stream of its own, which the host waits for;
// what it does in streams is a work of these.
#include "memory/devices.h"
#include "memory/launch.h"
#include "runtime/capture.h"
#include "runtime/stream.h"

cudaStream_t message_begin(const char *call, uint64_t address, size_t bytes, int touch, bool counts,
                           uint32_t pc) {
  struct CUstream_st *s = stream_branch(device_set);
  if (!s) return NULL;
  clock_join(&s->clock, &host_clock);
  s->clock.at[s->slot] = s->done = ++s->asked;
  host_clock.at[HOST_SLOT]++;
  stream_unwaited = true;
  struct stream_work told = {
      .clock = &s->clock, .slot = s->slot, .n = s->asked, .pc = pc, .what = call, .message = true};
  stream_range(&told, address, bytes, touch);
  if (counts) overlap_message(s, touch & TOUCH_STORE ? OVERLAP_RECEIVE : OVERLAP_SEND);
  return s;
}

void message_end(cudaStream_t message) {
  stream_wait_for(&message->clock, message->slot);
  message->ended = true;
}

// ---- in streams ----

struct collective {
  void (*run)(void *);
  void *data;
  uint64_t sends;
};

static void run_collective(struct stream_work *work, void *data) {
  struct collective *c = data;
  (void)work;
  if (!L.error) c->run(c->data);
}
static size_t bytes_sent(const void *data) {
  return ((const struct collective *)data)->sends;
}

static const struct work_kind collective_kind = {"a work of NCCL",      run_collective, NULL, NULL,
                                                 cudaGraphNodeTypeHost, bytes_sent};

cudaError_t queue_collective(const cudaStream_t *stream, int n, uint32_t pc, uint64_t sends,
                             void (*run)(void *), void *data) {
  struct collective c = {run, data, sends};
  struct CUstream_st *first = stream_find(stream[0]);
  for (int i = 0; i < n; i++) {
    struct CUstream_st *s = stream_find(stream[i]);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (capture_takes(s)) return cudaErrorStreamCaptureUnsupported;
  }
  for (int i = 1; i < n; i++) clock_join(&first->clock, &stream_find(stream[i])->clock);
  cudaError_t error = queue_add(stream[0], &collective_kind, pc, &c, sizeof c, AT_ONCE);
  if (error) return error;
  if (sends) overlap_message(first, OVERLAP_SEND | OVERLAP_RECEIVE);
  for (int i = 1; i < n; i++) clock_join(&stream_find(stream[i])->clock, &first->clock);
  return cudaSuccess;
}

void work_access(uint64_t address, size_t bytes, int touch) {
  if (stream_acting) stream_range(stream_acting, address, bytes, touch);
}
