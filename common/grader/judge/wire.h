// One worker and the memory file and socket it shares with the grader; nothing it writes is trusted.
#ifndef PMPP_WIRE_H
#define PMPP_WIRE_H

#include "grader/judge/case.h"
#include "grader/sandbox/process.h"
#include "worker/protocol.h"

struct worker {
  struct process process;
  bool running;
  bool gpu; // its time limits are of the wall clock; else of processor time
  int socket, memory;
  struct pmpp_wire *wire; // the whole memory file, mapped
  uint64_t used;          // its first bytes that a case has used
  char library[64];       // after worker_open: what it says of its library
  uint64_t device_bytes;  // of its device's memory
  uint32_t devices;       // and of its devices; 0: as many as a case asks for
  struct sandbox sandbox; // contained: what it sees
};

struct worker_limits {
  bool gpu;
  bool contained;
  bool job;            // it starts a job of ranks
  const char *setting; // emu: a variable of its environment; NULL: none
  double cpu_seconds;  // emu: processor time of all its cases together; 0: no limit
};

// Starts the executable at `path`. False: the reason is in `why` (our fault, not the submission's).
bool worker_start(struct worker *w, const char *path, struct worker_limits limits, struct text *why);

// Kills it, and its process group; its captured output stays in w->process.kept until worker_free.
void worker_stop(struct worker *w);
void worker_free(struct worker *w);

// Lays the case's arguments out in the memory file, copies its inputs there and describes them in request.
void worker_place(struct worker *w, const struct pmpp_case *c, struct pmpp_request *request);

// Writes the memory file as it would be when the worker is asked to run the case: a worker that is given the
// file's name as its argument does so, without a grader. False: the reason is in `why`.
bool worker_save(const char *path, const struct pmpp_case *c, struct pmpp_request *request, struct text *why);

enum worker_answer {
  WORKER_ANSWERED,
  WORKER_TIMEOUT,    // it was killed at the time limit
  WORKER_STARVED,    // it was killed because the machine did not let it run: nobody's fault (never on gpu)
  WORKER_ENDED,      // it ended before it answered
  WORKER_EXCESS,     // it was killed for using too much memory
  WORKER_NO_SANDBOX, // bubblewrap could not start it: nobody's fault
  WORKER_KILLED,     // another process or the kernel's memory killer ended it: nobody's fault either
  WORKER_BROKE,      // what came is no answer; it was killed
};

// Sends the request and waits for the answer, `seconds` of processor time on emu (see stopwatch.h), of the wall clock
// on gpu; the answer is copied and checked: every number in range, every string ended.
// report may be NULL. Anything but WORKER_ANSWERED has its reason, fit for a student, in `why`; the report then holds the
// hazards that were found before the end, or nothing.
enum worker_answer worker_ask(struct worker *w, const struct pmpp_request *request, double seconds,
                              struct pmpp_reply *reply, struct emu_report *report, struct text *why);

// An argument's output area: written by the worker, possibly still being written. Read each element once.
const void *worker_output(const struct worker *w, const struct pmpp_request *request, int arg);

// For tests: makes reply and report safe as worker_ask does; false where they cannot be an answer.
bool wire_check(const struct pmpp_request *request, struct pmpp_reply *reply, struct emu_report *report);

#endif
