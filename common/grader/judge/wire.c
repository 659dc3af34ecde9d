// The grader's end of the memory file and the socket.
#define _GNU_SOURCE
#include "base/parallel.h"
#include "grader/die.h"
#include "grader/judge/wire.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // of Linux 5.14; the C library may be older
#endif

static const char LEAVE_ALONE[] = "a submission must leave alone what it did not open or allocate";

// The file is sealed at this size, so that nobody can shrink it under the grader; pages exist once written, and stay for the
// worker's next cases.
// A machine whose processes have less than 47 bits of address space gets a smaller one.
static uint64_t file_bytes = UINT64_C(1) << 38;
enum { MIN_FILE_BITS = 33 };

static uint64_t align_up(uint64_t x) {
  return (x + PMPP_ALIGN - 1) / PMPP_ALIGN * PMPP_ALIGN;
}

static void make_memory(struct worker *w) {
  w->memory = memfd_create("pmpp", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (w->memory < 0 || ftruncate(w->memory, file_bytes))
    die_infra("cannot make a memory file: %s", strerror(errno));
  while ((w->wire = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, w->memory,
                         0)) == MAP_FAILED &&
         errno == ENOMEM && file_bytes >> MIN_FILE_BITS > 1 && ftruncate(w->memory, file_bytes / 2) == 0)
    file_bytes /= 2;
  if (w->wire == MAP_FAILED)
    die_infra("cannot map the memory file: %s (is address space limited, ulimit -v?)", strerror(errno));
  if (fcntl(w->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
    die_infra("cannot seal the memory file: %s", strerror(errno));
  w->used = align_up(sizeof *w->wire);
}

bool worker_start(struct worker *w, const char *path, struct worker_limits limits, struct text *why) {
  *w = (struct worker){.socket = -1, .memory = -1, .gpu = limits.gpu};
  make_memory(w);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) die_infra("socketpair: %s", strerror(errno));
  const char *argv[] = {path, NULL};
  int keep[2] = {pair[1], w->memory};
  w->sandbox = limits.job ? sandbox_of_job(limits.gpu) : sandbox_of(limits.gpu, false);
  sandbox_show(&w->sandbox, path);
  struct process_spec spec = {.argv = argv,
                              .limited = true,
                              .sandbox = limits.contained ? &w->sandbox : NULL,
                              .gpu = limits.gpu,
                              .setting = limits.setting,
                              .cpu_seconds = limits.gpu ? 0 : limits.cpu_seconds,
                              .keep = keep,
                              .n_keep = 2};
  w->running = process_start(&w->process, &spec, why);
  close(pair[1]);
  w->socket = pair[0];
  return w->running;
}

void worker_stop(struct worker *w) {
  w->running = false;
  process_end(&w->process);
}

// To free the pages of a large file takes the kernel half a second: nobody waits for it.
static void *free_memory(void *wire) {
  munmap(wire, file_bytes);
  return NULL;
}

void worker_free(struct worker *w) {
  enum { LARGE = 64 << 20 };
  pthread_t thread;
  if (w->running) worker_stop(w);
  if (w->socket >= 0) close(w->socket);
  if (w->memory >= 0) close(w->memory);
  if (w->wire && (w->used < LARGE || pthread_create(&thread, NULL, free_memory, w->wire)))
    free_memory(w->wire);
  else if (w->wire)
    pthread_detach(thread);
  text_free(&w->process.kept);
  text_free(&w->process.excess);
  *w = (struct worker){.socket = -1, .memory = -1};
}

struct copy {
  char *to;
  const char *from; // NULL: zeros
};
enum { COPY_PART = 16 << 20 };

static void copy_part(void *context, int64_t begin, int64_t end) {
  struct copy *c = context;
  if (c->from)
    memcpy(c->to + begin, c->from + begin, end - begin);
  else
    memset(c->to + begin, 0, end - begin);
}

static void copy_to(struct worker *w, uint64_t offset, const void *from, int64_t bytes) {
  struct copy copy = {(char *)w->wire + offset, from};
  parallel_for(bytes, COPY_PART, copy_part, &copy);
}

struct pages {
  char *first;
  int error;
};

static void take_pages_part(void *context, int64_t begin, int64_t end) {
  struct pages *p = context;
  if (madvise(p->first + begin, end - begin, MADV_POPULATE_WRITE))
    __atomic_store_n(&p->error, errno, __ATOMIC_RELAXED);
}

// Takes the pages up to `end` now, on all processors: "no memory" becomes a message instead of a bus error. Returns errno or 0.
static int take_pages(struct worker *w, uint64_t end) {
  if (end <= w->used) return 0;
  struct pages p = {.first = (char *)w->wire + w->used};
  parallel_for((int64_t)(end - w->used), COPY_PART, take_pages_part, &p);
  if (p.error == EFAULT) p.error = ENOMEM;
  if (p.error == EINVAL) p.error = posix_fallocate(w->memory, w->used, end - w->used); // Linux before 5.14
  if (!p.error) w->used = end;
  return p.error;
}

void worker_place(struct worker *w, const struct pmpp_case *c, struct pmpp_request *request) {
  uint64_t at = align_up(sizeof *w->wire);
  request->n_args = c->n_bufs;
  for (int i = 0; i < c->n_bufs; i++) {
    const struct pmpp_buf *b = &c->buf[i];
    struct pmpp_arg *a = &request->arg[i];
    *a = b->arg;
    a->offset = a->out_offset = 0;
    uint64_t bytes = buf_bytes(b);
    if (buf_has_input(b)) {
      a->offset = at;
      at = align_up(at + bytes);
    }
    if (buf_has_output(b)) {
      a->out_offset = at;
      if (a->role == PMPP_OUT) a->offset = at;
      at = align_up(at + bytes);
    }
    if (at > file_bytes)
      die_infra("tasks.c: case %s needs more than %llu GiB", c->spec->label,
                (unsigned long long)(file_bytes >> 30));
    uint64_t had = w->used;
    int error = take_pages(w, at);
    if (error)
      die_infra("case %s: %llu MiB of shared memory: %s", c->spec->label, (unsigned long long)(at >> 20),
                strerror(error));
    if (buf_has_input(b)) copy_to(w, a->offset, b->data, (int64_t)bytes);
    if (buf_has_output(b) && a->out_offset < had) // what an earlier case left; new pages are zero
      copy_to(w, a->out_offset, NULL, (int64_t)bytes);
  }
  request->processors = c->spec->processors;
  request->devices = c->spec->devices;
  request->ranks = c->spec->ranks;
  memcpy(request->param, c->param, sizeof request->param);
  memcpy(request->real, c->real, sizeof request->real);
}

bool worker_save(const char *path, const struct pmpp_case *c, struct pmpp_request *request,
                 struct text *why) {
  struct worker w = {.socket = -1};
  make_memory(&w);
  worker_place(&w, c, request);
  w.wire->request = *request;
  w.wire->request.version = PMPP_PROTOCOL_VERSION;
  FILE *f = fopen(path, "wbe");
  bool written = f && fwrite(w.wire, 1, w.used, f) == w.used;
  if (f && fclose(f)) written = false;
  if (!written) text_add(why, "%s: %s", path, strerror(errno));
  worker_free(&w);
  return written;
}

const void *worker_output(const struct worker *w, const struct pmpp_request *request, int arg) {
  return (const char *)w->wire + request->arg[arg].out_offset;
}

// ---- checking an answer ----

#define END(s) ((s)[sizeof(s) - 1] = 0)

static bool report_check(struct emu_report *report) {
  if (report->n_launches > EMU_MAX_LAUNCHES || report->n_hazards > EMU_MAX_HAZARDS ||
      report->n_notes > EMU_MAX_NOTES)
    return false;
  for (uint32_t i = 0; i < report->n_launches; i++) END(report->launch[i].kernel);
  for (uint32_t i = 0; i < report->n_hazards; i++) {
    struct emu_hazard *h = &report->hazard[i];
    if (h->kind >= EMU_HAZARD_COUNT) return false;
    END(h->kernel);
    END(h->what);
    END(h->advice);
    END(h->at.file);
    END(h->other.file);
  }
  for (uint32_t i = 0; i < report->n_notes; i++) {
    struct emu_hazard *n = &report->note[i];
    if (n->kind >= EMU_NOTE_COUNT) return false;
    END(n->kernel);
    END(n->what);
    END(n->advice);
    END(n->at.file);
    END(n->other.file);
  }
  END(report->error.at.file);
  END(report->error.name);
  return true;
}

bool wire_check(const struct pmpp_request *request, struct pmpp_reply *r, struct emu_report *report) {
  END(r->function);
  END(r->error);
  END(r->ranks);
  END(r->device);
  END(r->software);
  END(r->library);
  if (r->status < PMPP_DONE || r->status > PMPP_STATUS_INFRA) return false;
  if (r->status == PMPP_STATUS_GUARD && r->guard_arg >= request->n_args) return false;
  if (r->changed) { // an input or a plan: of nothing else is known what it was
    if (r->changed > request->n_args) return false;
    const struct pmpp_arg *a = &request->arg[r->changed - 1];
    if (a->role != PMPP_IN && a->role != PMPP_PLAN) return false;
    if (r->changed_element < 0 || r->changed_element >= a->count) return false;
  }
  bool timed = request->op == PMPP_OP_SAMPLE || request->op == PMPP_OP_COPY;
  if (timed && r->status == PMPP_DONE &&
      (!isfinite(r->ms) || r->ms <= 0 || !isfinite(r->wall_ms) || r->wall_ms <= 0))
    return false;
  return !report || report_check(report);
}

static enum worker_answer describe_end(struct worker *w, struct text *why) {
  int status = w->process.status;
  if (w->process.sandbox_failed) {
    text_add(why, "was not started by bubblewrap: ");
    text_add_tail(why, text_get(&w->process.kept), 2, 200);
    return WORKER_NO_SANDBOX;
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    text_add(why, "used up its processor time");
    return WORKER_TIMEOUT;
  }
  if (process_killed(&w->process)) {
    text_add(
        why,
        "was killed from outside (signal %d, %s): by the kernel, for want of memory, or by another process; "
        "it was within its own limits",
        WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WORKER_KILLED;
  }
  if (WIFSIGNALED(status)) {
    const char *name = sigabbrev_np(WTERMSIG(status));
    text_add(why, "ended by signal %d (SIG%s: %s)", WTERMSIG(status), name ? name : "?",
             strsignal(WTERMSIG(status)));
  } else {
    text_add(why, "ended with exit status %d before it answered: return the error instead of calling exit()",
             WEXITSTATUS(status));
  }
  return WORKER_ENDED;
}

// The memory file is no process's memory, but it fills the machine's all the same.
static bool overfills(const struct worker *w) {
  struct stat st;
  uint64_t limit = w->process.memory_bytes;
  return limit && fstat(w->memory, &st) == 0 && (uint64_t)st.st_blocks * 512 > w->used + limit;
}

// Waits for one byte. More than one is no answer; end of file without an end of the process is none either.
static enum worker_answer await(struct worker *w, double seconds, struct text *why) {
  struct stopwatch watch = stopwatch_start(w->process.pid, seconds, !w->gpu);
  double closed = 0; // since when
  for (;;) {
    bool readable = process_wait(&w->process, closed > 0 ? -1 : w->socket);
    if (readable) {
      char byte[16];
      ssize_t n = recv(w->socket, byte, sizeof byte, MSG_DONTWAIT);
      if (n == 1) return WORKER_ANSWERED;
      if (n > 1) break;
      if (n == 0 || errno == ECONNRESET) closed = now();
    }
    if (!w->process.excess.length && overfills(w)) {
      process_end(&w->process);
      text_add(&w->process.excess, "used more than %.3g GiB of the memory it shares with the grader",
               w->process.memory_bytes / 0x1p30);
    }
    if (w->process.excess.length) {
      text_add(why, "%s", text_get(&w->process.excess));
      return WORKER_EXCESS;
    }
    if (w->process.ended) return describe_end(w, why);
    if (closed > 0) { // it is ending, or it closed the socket
      if (now() >= closed + 1) break;
      continue;
    }
    enum time_state time = stopwatch_look(&watch, why);
    if (time != TIME_LEFT) return time == TIME_UP ? WORKER_TIMEOUT : WORKER_STARVED;
  }
  text_add(why, "wrote to the grader's socket or closed it: %s", LEAVE_ALONE);
  return WORKER_BROKE;
}

// What the emulator had found before the implementation hung or crashed: it may well be why. A worker that broke the
// protocol is not believed, and where the machine failed nothing is judged.
static struct emu_report hazards_left(const struct worker *w, enum worker_answer answer) {
  struct emu_report report = {0};
  if (answer != WORKER_TIMEOUT && answer != WORKER_ENDED && answer != WORKER_EXCESS) return report;
  report = w->wire->report;
  return report_check(&report) ? report : (struct emu_report){0};
}

// Of a job of ranks that did not end: where each of them is.
static void add_ranks(const struct worker *w, struct text *why) {
  struct pmpp_reply reply = w->wire->reply;
  END(reply.ranks);
  if (!*reply.ranks) return;
  text_add(why, ". When last seen, ");
  text_add_clean(why, reply.ranks, strlen(reply.ranks));
}

enum worker_answer worker_ask(struct worker *w, const struct pmpp_request *request, double seconds,
                              struct pmpp_reply *reply, struct emu_report *report, struct text *why) {
  char byte = 1;
  w->process.given_bytes = w->used;
  memset(&w->wire->reply, 0, sizeof w->wire->reply);
  memset(&w->wire->report, 0, sizeof w->wire->report);
  w->wire->request = *request;
  w->wire->request.version = PMPP_PROTOCOL_VERSION;
  enum worker_answer answer = WORKER_BROKE;
  if (recv(w->socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 1)
    text_add(why, "wrote to the grader's socket or closed it: %s", LEAVE_ALONE);
  else {
    byte = 1;
    ssize_t sent = send(w->socket, &byte, 1, MSG_NOSIGNAL);
    (void)sent; // if it ended or hung up, await() finds out which
    answer = await(w, seconds, why);
  }
  if (answer == WORKER_ANSWERED) {
    *reply = w->wire->reply;
    if (report) *report = w->wire->report;
    if (wire_check(request, reply, report)) return WORKER_ANSWERED;
    text_add(why, "gave an answer that makes no sense: %s", LEAVE_ALONE);
    answer = WORKER_BROKE;
  }
  worker_stop(w);
  if (answer == WORKER_TIMEOUT) add_ranks(w, why);
  if (report) *report = hazards_left(w, answer);
  return answer;
}
