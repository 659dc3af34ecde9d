// A call of the implementation this worker is linked with, and everything that can go wrong in it.
#include "worker/call.h"
#include "worker/backend.h"
#include "worker/contract.h"
#include <cuda_runtime_api.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

// From now on the reply is about this step.
static void begin(const struct pmpp_step *step, struct pmpp_reply *reply) {
  snprintf(reply->function, sizeof reply->function, "%s", step->function);
}

static bool own(const struct pmpp_step *step) {
  return pmpp_own(step->function, step->symbol);
}

const struct pmpp_call *call_find(const char *task, struct pmpp_reply *reply) {
  for (int i = 0; i < pmpp_n_calls; i++) {
    const struct pmpp_call *call = &pmpp_calls[i];
    if (strcmp(call->task, task)) continue;
    const struct pmpp_step *step = call->before.run && !own(&call->before) ? &call->before : &call->main;
    begin(step, reply);
    if (own(step)) return call;
    snprintf(reply->error, sizeof reply->error, "the implementation does not define %s", reply->function);
    reply->status = PMPP_STATUS_MISSING;
    return NULL;
  }
  infra(reply, "calls.c has no row for task %s", task);
  return NULL;
}

int call_judge(int result, int sync, struct pmpp_reply *reply) {
  int last = (int)cudaGetLastError();
  reply->result = result;
  if (result == PMPP_TODO) {
    reply->status = PMPP_STATUS_TODO;
    return -1;
  }
  reply->cuda_error = result ? result : last ? last : sync;
  if (!reply->cuda_error) {
    reply->status = PMPP_DONE;
    return 0;
  }
  reply->status = PMPP_STATUS_CUDA_ERROR;
  if (result < 0)
    snprintf(reply->error, sizeof reply->error,
             "it returned %d, which is neither 0, PMPP_TODO nor a cudaError_t", result);
  else
    snprintf(reply->error, sizeof reply->error, "%s: %s", cudaGetErrorName(reply->cuda_error),
             cudaGetErrorString(reply->cuda_error));
  return -1;
}

int call_before(const struct pmpp_call *call, const struct args *a, const struct pmpp_request *request,
                struct pmpp_reply *reply) {
  if (!call->before.run) return 0;
  begin(&call->before, reply);
  int result = call->before.run(&a->io);
  if (call_judge(result, backend_wait(request), reply)) return -1;
  begin(&call->main, reply);
  return 0;
}

uint32_t call_threads(void) {
  uint32_t n = 0;
  DIR *d = opendir("/proc/self/task");
  if (!d) return 0;
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

// One call on freshly filled buffers.
static int run_call_once(const struct pmpp_call *call, struct args *a, const struct memory *m,
                         const struct pmpp_request *request, struct pmpp_reply *reply) {
  if (args_upload(a, m, reply) || args_prepare(a, reply)) return -1;
  backend_before_call(request);
  int result = 0, sync = 0, failed = call_before(call, a, request, reply) || args_keep_plans(a, reply);
  if (!failed) {
    if (call->before.run) backend_report(m);
    reply->launches_before = m->report->total.v[EMU_launches];
    result = call->main.run(&a->io);
    sync = backend_wait(request);
  }
  backend_after_call(request, m, reply);
  return failed ? -1 : call_judge(result, sync, reply);
}

// Calls again where memory seems to be lost and one call is no proof.
static int call_checked(const struct pmpp_call *call, struct args *a, const struct memory *m,
                        const struct pmpp_request *request, struct pmpp_reply *reply) {
  if (run_call_once(call, a, m, request, reply)) return -1;
  int64_t leaked = reply->leaked_bytes, repeated = INT64_MAX;
  for (int i = 0; i < backend_leak_repeats && leaked > 0; i++) {
    if (run_call_once(call, a, m, request, reply)) return -1;
    if (reply->leaked_bytes < repeated) leaked = repeated = reply->leaked_bytes;
  }
  reply->leaked_bytes = leaked > 0 ? leaked : 0;
  return 0;
}

// Whether the buffers of `a` are those that the request asks for.
static bool same_buffers(const struct args *a, const struct pmpp_request *request) {
  if (a->n != (int)request->n_args || memcmp(a->io.param, request->param, sizeof request->param))
    return false;
  for (int i = 0; i < a->n; i++)
    if (memcmp(&a->slot[i].spec, &request->arg[i], sizeof request->arg[i])) return false;
  return true;
}

void call_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  static struct args args;
  static bool kept;
  const struct pmpp_call *call = call_find(request->task, reply);
  bool again = kept && request->again && same_buffers(&args, request);
  if (kept && !again) args_close(&args);
  kept = false;
  if (backend_reset(request, m, reply) || !call || (!again && args_open(&args, request, m, 0, reply))) return;
  if (call_checked(call, &args, m, request, reply) == 0 && args_check_guards(&args, reply) == 0 &&
      args_check_inputs(&args, m, reply) == 0)
    args_download(&args, m, reply);
  kept = request->keep;
  if (!kept) args_close(&args);
  cudaGetLastError();
}

// The memory file has one size for all requests.
int worker_map(int fd, struct memory *m) {
  struct stat st;
  if (fstat(fd, &st) || st.st_size < (off_t)sizeof(struct pmpp_wire)) return -1;
  m->bytes = (uint64_t)st.st_size;
  m->wire = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  m->report = &m->wire->report;
  return m->wire == MAP_FAILED ? -1 : 0;
}
