// The CUDA runtime API for streams and events.
#include "api/copy.h"
#include "check/handles.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include "memory/result.h"
#include "memory/running.h"
#include "runtime/children.h"
#include "runtime/error.h"
#include "runtime/queue.h"
#include <stdio.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

// ---- streams ----

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

static cudaError_t create(cudaStream_t *stream, unsigned flags, int priority, uint32_t pc) {
  if (!stream || flags & ~(unsigned)cudaStreamNonBlocking) return api_done(cudaErrorInvalidValue);
  if (M.self) return api_done(flags ? child_stream(stream) : cudaErrorInvalidValue);
  if (priority > LEAST_PRIORITY) priority = LEAST_PRIORITY;
  if (priority < GREATEST_PRIORITY) priority = GREATEST_PRIORITY;
  *stream = queue_new(!(flags & cudaStreamNonBlocking), priority);
  if (*stream) kept_made(KEPT_STREAM, *stream, pc);
  return api_done(*stream ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return create(stream, cudaStreamDefault, 0, HERE);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return create(stream, flags, 0, HERE);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  return create(stream, flags, priority, HERE);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least) *least = LEAST_PRIORITY;
  if (greatest) *greatest = GREATEST_PRIORITY;
  return api_done(cudaSuccess);
}
#define ASKED(type, name, value)                                                                             \
  cudaError_t name(cudaStream_t stream, type *out) {                                                         \
    struct queue_facts facts;                                                                                \
    if (!out) return api_done(cudaErrorInvalidValue);                                                        \
    if (!queue_ask(stream, &facts)) return api_done(cudaErrorInvalidResourceHandle);                         \
    *out = value;                                                                                            \
    return api_done(cudaSuccess);                                                                            \
  }
ASKED(int, cudaStreamGetPriority, facts.priority)
ASKED(unsigned, cudaStreamGetFlags, facts.blocking ? cudaStreamDefault : cudaStreamNonBlocking)
ASKED(unsigned long long, cudaStreamGetId, facts.id)
ASKED(int, cudaStreamGetDevice, facts.device)
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
  struct stream_hints *hints = queue_hints(stream);
  if (!hints) return api_done(cudaErrorInvalidResourceHandle);
  if (!value) return api_done(cudaErrorInvalidValue);
  if (attribute == cudaLaunchAttributeAccessPolicyWindow)
    hints->window = value->accessPolicyWindow;
  else if (attribute == cudaLaunchAttributeSynchronizationPolicy)
    hints->policy = value->syncPolicy;
  else if (attribute != cudaLaunchAttributePriority) // which a stream keeps
    return api_done(cudaErrorInvalidValue);
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value) {
  const struct stream_hints *hints = queue_hints(stream);
  if (!hints) return api_done(cudaErrorInvalidResourceHandle);
  if (!value) return api_done(cudaErrorInvalidValue);
  *value = (cudaStreamAttrValue){{0}};
  if (attribute == cudaLaunchAttributeAccessPolicyWindow)
    value->accessPolicyWindow = hints->window;
  else if (attribute == cudaLaunchAttributeSynchronizationPolicy)
    value->syncPolicy = hints->policy ? hints->policy : cudaSyncPolicyAuto;
  else if (attribute == cudaLaunchAttributePriority)
    return cudaStreamGetPriority(stream, &value->priority);
  else
    return api_done(cudaErrorInvalidValue);
  return api_done(cudaSuccess);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  struct stream_hints *copy = queue_hints(to);
  const struct stream_hints *hints = queue_hints(from);
  if (!copy || !hints) return api_done(cudaErrorInvalidResourceHandle);
  *copy = *hints;
  return api_done(cudaSuccess);
}
// Managed memory is at hand everywhere, whatever it is attached to.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
  (void)bytes;
  if (!pointer ||
      (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle))
    return api_done(cudaErrorInvalidValue);
  return api_done(queue_has(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread || !queue_has(stream))
    return api_done(cudaErrorInvalidResourceHandle);
  if (M.self) return api_done(cudaSuccess); // its work still runs
  queue_end(stream);
  kept_ended(KEPT_STREAM, stream);
  return api_done(cudaSuccess);
}
// A query runs a piece of the work, too: so a loop around it ends.
static void count_wait(void) {
  emu_the_report.total.v[EMU_host_waits]++;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  count_wait();
  return api_done(queue_wait(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  count_wait();
  return api_done(queue_query(stream));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)flags;
  return api_done(event ? queue_event_before(stream, event) : cudaErrorInvalidResourceHandle);
}

// ---- functions of the host in a stream ----

struct host_call {
  cudaStream_t stream;
  cudaStreamCallback_t callback;
  cudaHostFn_t function;
  void *data;
};

static void run_host_call(struct stream_work *work, void *data) {
  (void)work;
  struct host_call *c = data;
  if (c->callback)
    c->callback(c->stream, L.error ? (cudaError_t)L.error : cudaSuccess, c->data);
  else if (!L.error)
    c->function(c->data);
}
static const struct work_kind host_call_kind = {"a host function",     run_host_call, NULL, NULL,
                                                cudaGraphNodeTypeHost, NULL};

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags) {
  struct host_call c = {stream, callback, NULL, data};
  if (flags || !callback) return api_done(cudaErrorInvalidValue);
  return api_done(queue_add(stream, &host_call_kind, HERE, &c, sizeof c, MAY_WAIT));
}
cudaError_t api_host_node(cudaHostFn_t function, void *data, uint32_t pc) {
  struct host_call c = {NULL, NULL, function, data};
  return api_done(queue_add(NULL, &host_call_kind, pc, &c, sizeof c, MAY_WAIT));
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  struct host_call c = {stream, NULL, function, data};
  if (!function) return api_done(cudaErrorInvalidValue);
  return api_done(queue_add(stream, &host_call_kind, HERE, &c, sizeof c, MAY_WAIT));
}

// ---- events ----

static cudaError_t create_event(cudaEvent_t *event, uint32_t pc) {
  if (M.self) {
    fprintf(stderr, "emu: events in kernels are not part of the emulator: put works that follow each other "
                    "into one stream\n");
    return api_done(cudaErrorNotSupported);
  }
  *event = queue_event_new();
  if (*event) kept_made(KEPT_EVENT, *event, pc);
  return api_done(*event ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return create_event(event, HERE);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  (void)flags;
  return create_event(event, HERE);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return api_done(cudaErrorInvalidResourceHandle);
  queue_event_end(event);
  kept_ended(KEPT_EVENT, event);
  return api_done(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return api_done(event ? queue_event_record(event, stream, HERE) : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  if (flags & ~(unsigned)cudaEventRecordExternal) return api_done(cudaErrorInvalidValue);
  return api_done(event ? queue_event_record(event, stream, HERE) : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!event) return api_done(cudaErrorInvalidResourceHandle);
  count_wait();
  return api_done(queue_event_wait(event));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (!event) return api_done(cudaErrorInvalidResourceHandle);
  count_wait();
  return api_done(queue_event_query(event));
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!start || !end) return api_done(cudaErrorInvalidResourceHandle);
  if (!queue_event_waited(end) || !queue_event_waited(start)) error_may_come(cudaErrorNotReady);
  return api_done(queue_event_time(ms, start, end));
}
