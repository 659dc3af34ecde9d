// The worker's backend on a device.
#include "worker/allocations.h"
#include "worker/backend.h"
#include "worker/call.h"
#include "worker/transfer.h"
#include "worker/worker.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

const int backend_exact_buffers = 0;
// A call may keep what it makes once for all calls: only what is lost in a second call, and lost again in a third, counts
// as a leak.
const int backend_leak_repeats = 2;
const int backend_stages_messages = 0;
const int backend_saved_cases = 0;

void backend_start(void (*fatal)(void)) {
  (void)fatal;
  // Loading a kernel late would wait for the held stream. A library has thousands of kernels, whose loading takes seconds: its
  // first call, which nothing holds, loads those that it needs.
  setenv("CUDA_MODULE_LOADING", pmpp_library ? "LAZY" : "EAGER", 1);
}

// Every fp32 lane of every multiprocessor makes a fused multiply-add, two operations, each cycle of the highest
// clock. Lanes: CUDA C++ Programming Guide, throughput of native arithmetic instructions.
static double fp32_peak(int major, int minor, int multiprocessors) {
  int khz = 0, lanes = major == 7 || (major == 8 && minor == 0) ? 64 : major >= 8 ? 128 : 0;
  if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0)) return 0;
  return 2.0 * lanes * multiprocessors * 1e3 * khz;
}
void backend_info(struct pmpp_reply *reply) {
  int count = 0, runtime = 0, driver = 0;
  struct cudaDeviceProp prop;
  cudaError_t e = cudaGetDeviceCount(&count);
  if (e == cudaSuccess && count == 0) e = cudaErrorNoDevice;
  if (e == cudaSuccess) e = cudaGetDeviceProperties(&prop, 0);
  if (e == cudaSuccess) e = cudaFree(NULL); // makes the context
  if (e != cudaSuccess) {
    snprintf(reply->error, sizeof reply->error, "%s", cudaGetErrorString(e));
    reply->status = PMPP_STATUS_NO_DEVICE;
    return;
  }
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  snprintf(reply->device, sizeof reply->device, "%.90s", prop.name);
  snprintf(reply->software, sizeof reply->software, "CUDA %d.%d, driver %d.%d", runtime / 1000,
           runtime % 1000 / 10, driver / 1000, driver % 1000 / 10);
  reply->sm = (uint32_t)(prop.major * 10 + prop.minor);
  reply->device_bytes = prop.totalGlobalMem;
  reply->devices = (uint32_t)count;
  reply->fp32_ops_per_s = fp32_peak(prop.major, prop.minor, prop.multiProcessorCount);
  reply->status = PMPP_DONE;
}

int backend_reset(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  (void)m;
  int count = 0;
  if (request->devices <= 1 || (!cudaGetDeviceCount(&count) && count >= request->devices)) return 0;
  snprintf(reply->error, sizeof reply->error, "the case needs %d devices, and this machine has %d",
           request->devices, count);
  reply->status = PMPP_STATUS_NO_DEVICE;
  return -1;
}

static int64_t held_before;

void backend_before_call(const struct pmpp_request *request) {
  (void)request;
  held_before = allocations_held();
}

void backend_after_call(const struct pmpp_request *request, const struct memory *m,
                        struct pmpp_reply *reply) {
  (void)m;
  if (request->check_leaks) reply->leaked_bytes = allocations_held() - held_before;
}

int backend_wait(const struct pmpp_request *request) {
  cudaError_t first = cudaSuccess;
  for (int d = request->devices > 1 ? request->devices - 1 : 0; d >= 0; d--) {
    cudaError_t e = request->devices > 1 ? cudaSetDevice(d) : cudaSuccess;
    if (!e) e = cudaDeviceSynchronize();
    if (!first) first = e;
  }
  return first;
}

void backend_report(const struct memory *m) {
  (void)m;
}

void backend_time(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  if (request->op == PMPP_OP_LOAD)
    sample_load(request, m, reply);
  else if (request->op == PMPP_OP_SAMPLE)
    sample_run(request, m, reply);
  else if (request->op == PMPP_OP_UNLOAD)
    sample_unload(reply);
  else
    sample_copy(request, reply);
}

int backend_upload(void *device, const void *host, size_t bytes) {
  return transfer_to_device(device, host, bytes);
}

int backend_download(void *host, const void *device, size_t bytes) {
  return transfer_to_host(host, device, bytes);
}

int backend_digest(const void *device, size_t bytes, uint64_t *digest) {
  return device_digest(device, bytes, digest);
}

int backend_peek(void *to, const void *from, size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}

void backend_unwritten(const void *device, size_t bytes) {
  (void)device, (void)bytes;
}

void backend_name(const void *device, const char *name) {
  (void)device, (void)name;
}

void backend_scope(const char *prefix, int n) { // a kernel on a device is itself
  (void)prefix;
  (void)n;
}
