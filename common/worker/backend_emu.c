// The worker's backend on the emulator.
#include "worker/backend.h"
#include "emu/emu.h"
#include "worker/args.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

const int backend_exact_buffers = 1;
const int backend_leak_repeats = 0; // it knows which allocation is lost
const int backend_stages_messages = 1;
const int backend_saved_cases = 1; // counters and hazards are those of one

static const struct memory *memory; // of this case

// The grader reads it even if this process never answers.
static void keep_hazards(const struct emu_report *so_far) {
  if (memory) *memory->report = *so_far;
}

void backend_start(void (*fatal)(void)) {
  emu_embed();
  emu_on_fatal(fatal);
  emu_on_hazard(keep_hazards);
}

void backend_info(struct pmpp_reply *reply) {
  int error = emu_reserve(); // a machine that cannot give it is no fault of what is graded
  if (error) {
    infra(
        reply,
        "the emulator cannot reserve address space for device memory and its shadow: %s (a limit, ulimit -v? "
        "overcommitting switched off?)",
        strerror(error));
    return;
  }
  char model[240];
  if (emu_device(model, sizeof model)) {
    infra(reply, "%s", model);
    return;
  }
  snprintf(reply->device, sizeof reply->device, "emulator (%.40s)", model);
  snprintf(reply->software, sizeof reply->software, "emulator, GCC %d.%d", __GNUC__, __GNUC_MINOR__);
  reply->status = PMPP_DONE;
}

int backend_reset(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  if (emu_set_devices(request->devices))
    return infra(reply, "a worker has one number of devices: this one cannot go on with %d",
                 request->devices);
  memory = m;
  emu_report_reset(); // an earlier case's error does not stop this one
  backend_report(m);
  return 0;
}

void backend_before_call(const struct pmpp_request *request) {
  emu_set_seed(request->seed);
  emu_adverse_schedule((int)request->adverse);
  emu_set_processors(request->processors);
  emu_report_reset();
  if (request->check_leaks) emu_leaks_begin();
  if (!request->ranks) emu_watch_host(1); // a rank may well wait for another one
}

void backend_after_call(const struct pmpp_request *request, const struct memory *m,
                        struct pmpp_reply *reply) {
  (void)reply;
  if (!request->ranks) emu_watch_host(0);
  if (request->check_leaks) emu_leaks_end(request->check_leaks == PMPP_LEAKS_OF_HANDLES);
  backend_report(m);
}

int backend_wait(const struct pmpp_request *request) {
  (void)request;
  return emu_wait();
}

void backend_report(const struct memory *m) {
  *m->report = *emu_report_get();
}

void backend_time(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  (void)request, (void)m;
  infra(reply, "the emulator measures no time");
}

int backend_upload(void *device, const void *host, size_t bytes) {
  return cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
}

int backend_download(void *host, const void *device, size_t bytes) {
  return cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
}

int backend_digest(const void *device, size_t bytes, uint64_t *digest) {
  (void)device, (void)bytes, (void)digest;
  return -1; // every byte is compared
}

int backend_peek(void *to, const void *from, size_t bytes) {
  emu_peek(to, from, bytes);
  return cudaSuccess;
}

void backend_unwritten(const void *device, size_t bytes) {
  emu_mark_uninitialised(device, bytes);
}

void backend_name(const void *device, const char *name) {
  emu_name(device, name);
}

void backend_scope(const char *prefix, int n) {
  emu_scope(prefix, n);
}
