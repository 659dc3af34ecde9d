// Errors of launches and kernels: which one the next call of the runtime API returns, and whether the program asks.
#define _GNU_SOURCE
#include "runtime/error.h"
#include "runtime/cores.h"
#include "runtime/ignored_result.h"
#include "check/hazard.h"
#include "check/stream_order.h"
#include "memory/symbolise.h"
#include "memory/result.h"
#include "runtime/machine.h"
#include "runtime/threads.h"
#include <stdio.h>
#include <string.h>

// The error of a launch that nobody has read yet.
static struct {
  cudaError_t error; // cudaSuccess: there is none
  uint32_t pc;
  const char *kernel;
  bool stays; // of a kernel that ended itself: every call returns it from then on
  char reason[160];
} unread;

// Launches that were refused one after another, of which nobody knows yet whether the program expects that.
static struct refusal {
  uint32_t pc;
  const char *kernel;
  char reason[160], advice[200];
  bool any;
} refusal;

static void tell_refused(bool asked) {
  if (!refusal.any) return;
  const char *running = L.kernel;
  refusal.any = false;
  L.kernel = refusal.kernel;
  const char *advice = *refusal.advice ? refusal.advice : emu_hazard_advice(EMU_HAZARD_INVALID_LAUNCH);
  char else_do[300];
  snprintf(else_do, sizeof else_do, "right if expected (the program reads the error); else %s", advice);
  if (asked)
    hazard_note(EMU_NOTE_REFUSED, site_host(refusal.pc), NULL, else_do, "%s", refusal.reason);
  else
    hazard(EMU_HAZARD_INVALID_LAUNCH, site_host(refusal.pc), NULL, advice, "%s", refusal.reason);
  L.kernel = running;
}

void error_next_launch(void) {
  tell_refused(false);
}

static void report_unread(const char *fate) {
  tell_refused(false);
  const char *running = L.kernel;
  L.kernel = unread.kernel;
  hazard(EMU_HAZARD_UNREAD, site_host(unread.pc), NULL, NULL, "%s: %s (%s); %s",
         unread.stays ? "the kernel ended itself" : "the kernel did not run", unread.reason,
         cudaGetErrorName(unread.error), fate);
  L.kernel = running;
  unread.error = cudaSuccess;
}

static void note_unread(int error, uint32_t pc, const char *reason, bool stays) {
  if (unread.error) return; // the first one is what went wrong
  unread.error = (cudaError_t)error;
  unread.pc = pc;
  unread.kernel = L.kernel;
  unread.stays = stays;
  snprintf(unread.reason, sizeof unread.reason, "%s", reason);
}

// In a kernel: of the thread that runs, as far as no other thread's has come since.
static struct {
  cudaError_t error;
  uint64_t block;
  uint32_t tid;
} of_thread;

static cudaError_t thread_error(bool forget) {
  bool own = of_thread.block == L.block_linear && of_thread.tid == M.tid;
  cudaError_t error = own ? of_thread.error : cudaSuccess;
  if (own && forget) of_thread.error = cudaSuccess;
  return error;
}

static void set_thread_error(cudaError_t error) {
  if (!error) return;
  of_thread.error = error;
  of_thread.block = L.block_linear;
  of_thread.tid = M.tid;
}

void error_set(int error) {
  if (!error) return;
  if (unread.error && unread.error != (cudaError_t)error && !L.error) {
    char fate[100];
    snprintf(fate, sizeof fate, "%s of a later call took its place before the program asked",
             cudaGetErrorName((cudaError_t)error));
    report_unread(fate);
  }
  host_thread.last_error = (cudaError_t)error;
}

void error_of_launch(int error, uint32_t pc, const char *reason) {
  if (M.self) {
    set_thread_error((cudaError_t)error);
    return;
  }
  error_set(error);
  note_unread(error, pc, reason, false);
}

void error_of_refused(int error, uint32_t pc, const char *reason, const char *advice) {
  tell_refused(false);
  error_of_launch(error, pc, reason);
  refusal = (struct refusal){.pc = pc, .kernel = L.kernel, .any = true};
  snprintf(refusal.reason, sizeof refusal.reason, "%s", reason);
  snprintf(refusal.advice, sizeof refusal.advice, "%s", advice ? advice : "");
  if (M.self || L.embedded) tell_refused(false); // a lab's task has no launch to try
}

void error_of_kernel(int error, uint32_t pc, const char *reason) {
  if (cores_failed(error, pc, reason)) {
    L.error = error;
    return;
  }
  if (unread.error) report_unread("a later kernel's error took its place before the program asked");
  L.error = error;
  note_unread(error, pc, reason, true);
}

// The first call whose error nobody has read yet: the program does not look at what it returned, nor has it asked since.
static struct {
  cudaError_t error; // cudaSuccess: there is none
  uint32_t pc;
  const char *call;
} failed;

static void note_failed(cudaError_t error) {
  if (!error || failed.error || FAST || L.embedded) return;
  const char *call = NULL;
  uint32_t pc = symbolise_host_call(&call);
  if (!pc || strncmp(call, "cuda", 4) || !result_ignored(pc)) return;
  failed.error = error;
  failed.pc = pc;
  failed.call = call;
}

void error_may_come(cudaError_t error) {
  note_failed(error);
}

static void tell_failed(void) {
  if (!failed.error || emu_the_report.n_hazards) return;
  L.kernel = "";
  hazard_note(
      EMU_NOTE_FAILED, site_host(failed.pc), NULL,
      failed.error == cudaErrorNotReady
          ? "wait first: cudaEventSynchronize(the later event), or cudaDeviceSynchronize()"
          : "look at what each call returns: if (cudaError_t e = call) and print cudaGetErrorString(e)",
      failed.error == cudaErrorNotReady
          ? "%s returns %s on a device, which may not be done yet, and the program "
            "does not look at it"
          : "%s returns %s, and the program does not look at it",
      failed.call, cudaGetErrorName(failed.error));
}

void errors_unread(void) {
  tell_refused(false);
  if (unread.error) report_unread("the program ended without asking");
  tell_failed();
}

static void keep_first(cudaError_t error) {
  struct emu_error *e = &emu_the_report.error;
  if (!error || e->code) return;
  e->code = (int32_t)error;
  snprintf(e->name, sizeof e->name, "%s", cudaGetErrorName(error));
  symbolise_caller(e->at.file, sizeof e->at.file, &e->at.line);
}

// What a call returns: a device error that has come up before, else its own.
cudaError_t api_done(cudaError_t own) {
  machine_init();
  if (M.self) {
    set_thread_error(own);
    return own;
  }
  cudaError_t e = L.error ? (cudaError_t)L.error : own;
  if (stream_acting && !L.error)
    return cudaErrorNotPermitted; // a stream's host function, in a thread of its own: no error of this one
  if (e == cudaErrorNotReady) return e;         // an answer, no failure
  if (unread.stays) unread.error = cudaSuccess; // returned to the caller; whether it looks cannot be seen
  keep_first(e);
  if (!L.error) note_failed(e);
  error_set(e);
  threads_yield();
  return e;
}

enum cudaError error_last(bool forget) {
  if (M.self) return thread_error(forget);
  cudaError_t e = L.error ? (cudaError_t)L.error : host_thread.last_error;
  tell_refused(true);
  unread.error = cudaSuccess;
  if (failed.error != cudaErrorNotReady) failed.error = cudaSuccess; // which leaves no trace to ask for
  if (forget) host_thread.last_error = cudaSuccess;
  return e;
}

void error_reset(void) {
  if (!L.error) return;
  L.error = 0;
  host_thread.last_error = cudaSuccess;
}

void errors_forget(void) {
  refusal.any = false;
  L.error = 0;
  unread.error = host_thread.last_error = failed.error = cudaSuccess;
}

const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define EMU_X(name, value, text)                                                                             \
  case name:                                                                                                 \
    return text;
    EMU_CUDA_ERRORS(EMU_X)
#undef EMU_X
  }
  return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define EMU_X(name, value, text)                                                                             \
  case name:                                                                                                 \
    return #name;
    EMU_CUDA_ERRORS(EMU_X)
#undef EMU_X
  }
  return "unrecognized error code";
}
