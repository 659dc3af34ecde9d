// What the files of a job of ranks ask of the emulator (emu.h), on a device: MPI works on the program's own memory, and what the
// emulator would see of its use nobody sees. What is left are the calls' own rules, and the lines that messages name.
#define _GNU_SOURCE
#include "emu/emu.h"
#include "emu/memory/frames.h"
#include "worker/backend.h"
#include "worker/job.h"
#include "worker/messages.h"
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

void emu_foreign_threads(void) {}

// ---- lines ----

static int keep_place(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  struct emu_place *place = data;
  (void)pc, (void)function;
  if (!file) return 0;
  snprintf(place->file, sizeof place->file, "%s", file);
  place->line = line;
  return 1;
}

static void place_at(uintptr_t pc, struct emu_place *place) {
  *place = (struct emu_place){.line = 0};
  frames_of(pc - 1, keep_place, place); // - 1: inside the call, not behind it
}

static bool is_of_this_folder(const char *file) {
  size_t n = sizeof __FILE__ - sizeof "rank_gpu.c";
  return strncmp(file, __FILE__, n) == 0 && !strchr(file + n, '/');
}

// Of the calls that led here, the first one outside this folder that has a line is the program's.
static _Unwind_Reason_Code on_call(struct _Unwind_Context *context, void *data) {
  struct emu_place *place = data;
  place_at(_Unwind_GetIP(context), place);
  return place->line && !is_of_this_folder(place->file) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void emu_place_of(const void *caller, struct emu_place *place) {
  if (caller)
    place_at((uintptr_t)caller, place);
  else
    _Unwind_Backtrace(on_call, place);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  uintptr_t pc = 0;
  (void)info;
#if defined __x86_64__
  pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#endif
  rank_dies((const void *)(pc + 1), "was ended by a signal: %s", strsignal(signal));
}

// ---- findings ----

void emu_found(int kind, const void *caller, const char *advice, const char *what) {
  struct emu_report *report = &rank_self()->report;
  if (report->n_hazards == EMU_MAX_HAZARDS) return;
  struct emu_hazard *h = &report->hazard[report->n_hazards++];
  *h = (struct emu_hazard){.kind = (uint32_t)kind, .count = 1};
  emu_place_of(caller, &h->at);
  snprintf(h->what, sizeof h->what, "%s", what);
  snprintf(h->advice, sizeof h->advice, "%s", advice);
}

// Counts are the emulator's.
void emu_count(int counter, uint64_t n) {
  (void)counter, (void)n;
}

// ---- memory ----

int emu_device_of(const void *p) {
  struct cudaPointerAttributes known = {.type = cudaMemoryTypeUnregistered};
  if (cudaPointerGetAttributes(&known, p)) cudaGetLastError(); // it was our question
  return known.type == cudaMemoryTypeDevice ? known.device : -1;
}

int emu_in_device_reach(const void *p) {
  (void)p;
  return 0; // how much room there is behind a pointer the runtime does not tell
}

size_t emu_room(const void *p) {
  (void)p;
  return 0;
}

void emu_host_access(const void *p, size_t bytes, int writes, const void *caller) {
  if (!bytes || emu_device_of(p) < 0) return;
  emu_found(EMU_HAZARD_DEVICE_POINTER, caller, "copy it to the host first (cudaMemcpy)",
            writes ? "this MPI takes no pointers to device memory, and the call writes to one"
                   : "this MPI takes no pointers to device memory, and the call reads from one");
  rank_stops();
}

// MPI sees the program's own memory (backend_stages_messages).
void emu_read(void *to, const void *p, size_t bytes) {
  (void)to, (void)p, (void)bytes;
}

void emu_write(void *p, const void *from, size_t bytes) {
  (void)p, (void)from, (void)bytes;
}

struct emu_message *emu_message_begin(const char *call, const void *p, size_t bytes, int writes, int counts,
                                      const void *caller) {
  (void)call, (void)p, (void)bytes, (void)writes, (void)counts, (void)caller;
  return NULL;
}

void emu_message_end(struct emu_message *m) {
  (void)m;
}

// ---- beside MPI ----

// Our MPIX_Query_cuda_support stands in front of the library's, which knows.
void beside_mpi_start(void) {
  int (*takes_device_pointers)(void) = (int (*)(void))dlsym(RTLD_NEXT, "MPIX_Query_cuda_support");
  message_cuda_aware = takes_device_pointers && takes_device_pointers() == 1;
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  for (int i = 0; i < 4; i++) sigaction(faults[i], &action, NULL);
}

// NCCL is the library itself.
void beside_mpi_end(void) {}
