// Timing on a device: one sample is one call on changed inputs and a cold cache, launch latency kept out.
#include "worker/call.h"
#include "worker/blocking_kernel.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <time.h>

enum { BLOCKING_NS = 20 * 1000 * 1000 };

// Work that the closing event did not wait for keeps the device busy after it. Asking an idle device takes a
// few microseconds; anything longer is such work.
static const double SLACK_MS = 0.01;

static struct args loaded;
static int is_loaded;
static const struct pmpp_call *ready; // whose step before the calls is done
static cudaEvent_t opening, closing;
static void *flush;
static size_t flush_bytes;

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int check(cudaError_t e, const char *doing, struct pmpp_reply *reply) {
  if (e == cudaSuccess) return 0;
  return infra(reply, "%s: %s", doing, cudaGetErrorString(e));
}

// Source of the method: a buffer of twice the second-level cache, written, evicts everything else from it.
static int set_up(struct pmpp_reply *reply) {
  if (flush) return 0;
  int device, l2;
  cudaError_t e = cudaGetDevice(&device);
  if (!e) e = cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device);
  if (!e) e = cudaEventCreate(&opening);
  if (!e) e = cudaEventCreate(&closing);
  if (!e) e = (cudaError_t)block_stream_init();
  if (e) return check(e, "preparing the timing", reply);
  flush_bytes = 2 * (size_t)l2;
  return check(cudaMalloc(&flush, flush_bytes), "allocating the flush buffer", reply);
}

static int cool_down(struct pmpp_reply *reply) {
  cudaError_t e = cudaCtxResetPersistingL2Cache();
  if (e == cudaErrorNotSupported) e = cudaSuccess; // no carve-out before sm_80
  if (!e) e = cudaMemset(flush, 0, flush_bytes);
  if (!e) e = cudaDeviceSynchronize();
  return check(e, "flushing the cache", reply);
}

// The stretch that is timed: a contract function's call, or a copy.
typedef int stretch(void *context);

// Runs it once. Everything it started, on whatever stream, counts: also what still runs after the closing
// event.
static int time_stretch(stretch *f, void *context, int no_blocking, struct pmpp_reply *reply) {
  float ms = 0;
  if (cool_down(reply)) return -1;
  reply->threads_before = call_threads();
  if (!no_blocking && check((cudaError_t)block_stream_start(BLOCKING_NS), "holding the stream", reply))
    return -1;
  double called = now_ms(); // before the event: where nothing holds the stream, that happens at once
  cudaEventRecord(opening, 0);
  int result = f(context);
  cudaEventRecord(closing, 0);
  double released = now_ms();
  if (!no_blocking) block_stream_release();
  int sync = (int)cudaEventSynchronize(closing);
  double closed = now_ms();
  if (!sync) sync = (int)cudaDeviceSynchronize();
  double at_rest = now_ms();
  reply->threads_after = call_threads();
  if (call_judge(result, sync, reply)) return -1;
  if (check(cudaEventElapsedTime(&ms, opening, closing), "reading the events", reply)) return -1;
  int expired = !no_blocking && blocking_expired();
  reply->blocking_expired = (uint32_t)expired;
  reply->wall_ms = at_rest - (no_blocking || expired ? called : released);
  reply->ms = ms + (at_rest - closed > SLACK_MS ? at_rest - closed : 0);
  return 0;
}

// The two buffers of a copy, kept between copies of one size: memory that was given back and allocated again
// lies differently, and the same copy then takes up to a tenth longer.
static struct copy {
  float *to, *from;
  size_t bytes;
} copy;

static int copy_stretch(void *unused) {
  (void)unused;
  return (int)cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDeviceToDevice, 0);
}

static void copy_close(void) {
  cudaFree(copy.to);
  cudaFree(copy.from);
  copy = (struct copy){NULL, NULL, 0};
}

static int copy_open(size_t bytes, uint32_t seed, struct pmpp_reply *reply) {
  if (copy.bytes == bytes) return 0;
  copy_close();
  copy.bytes = bytes;
  cudaError_t e = cudaMalloc((void **)&copy.from, bytes);
  if (!e) e = cudaMalloc((void **)&copy.to, bytes);
  if (!e) e = (cudaError_t)fill_noise(copy.from, bytes / sizeof(float), seed);
  if (!e) e = (cudaError_t)copy_stretch(NULL); // as a timed function has met its buffers before
  if (e) copy_close();
  return check(e, "preparing the copy", reply);
}

void sample_load(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  if (is_loaded) args_close(&loaded);
  is_loaded = 0;
  ready = NULL;
  if (!call_find(request->task, reply))
    return; // a library that lacks the operation: nothing is copied for it
  if (set_up(reply) || args_open(&loaded, request, m, 1, reply)) return;
  is_loaded = 1;
  if (args_upload(&loaded, m, reply) == 0) reply->status = PMPP_DONE;
}

void sample_unload(struct pmpp_reply *reply) {
  if (is_loaded) args_close(&loaded);
  is_loaded = 0;
  copy_close();
  reply->status = PMPP_DONE;
}

struct call_context {
  const struct pmpp_call *call;
  struct pmpp_io io;
};

static int call_stretch(void *context) {
  struct call_context *c = context;
  return c->call->main.run(&c->io);
}

void sample_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  struct call_context context;
  if (!is_loaded) {
    infra(reply, "bad request: SAMPLE before LOAD");
    return;
  }
  if (request->n_patches > PMPP_MAX_PATCHES || request->n_probes > PMPP_MAX_PATCHES) {
    infra(reply, "bad request: %u patches, %u probes", request->n_patches, request->n_probes);
    return;
  }
  if (!(context.call = call_find(request->task, reply))) return;
  context.io = loaded.io;
  for (uint32_t i = 0; i < request->n_patches; i++)
    if (args_patch(&loaded, &request->patch[i], reply)) return;
  if (args_prepare(&loaded, reply) ||
      (ready != context.call && call_before(context.call, &loaded, request, reply)))
    return;
  ready = context.call;
  if (time_stretch(call_stretch, &context, (int)request->no_blocking, reply)) return;
  if (args_check_guards(&loaded, reply)) return;
  for (uint32_t i = 0; i < request->n_probes; i++)
    if (args_probe(&loaded, &request->probe[i], &reply->probe[i], reply)) return;
  if (request->download_all) args_download(&loaded, m, reply);
}

void sample_copy(const struct pmpp_request *request, struct pmpp_reply *reply) {
  if (request->param[0] <= 0) {
    infra(reply, "bad request: a copy of %lld bytes", (long long)request->param[0]);
    return;
  }
  snprintf(reply->function, sizeof reply->function, "cudaMemcpy");
  if (set_up(reply) || copy_open((size_t)request->param[0], (uint32_t)request->seed, reply)) return;
  time_stretch(copy_stretch, NULL, 0, reply);
}
