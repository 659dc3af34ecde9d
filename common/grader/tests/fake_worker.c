// Speaks the workers' protocol and misbehaves as the task's name says.
#define _GNU_SOURCE
#include "toy_lab.h"
#include "worker/protocol.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct pmpp_wire *wire;

enum behaviour {
#define X(name, verdict, words) DO_##name,
  TOY_TASKS(X)
#undef X
      DO_COUNT
};
static const char *const names[DO_COUNT] = {
#define X(name, verdict, words) #name,
    TOY_TASKS(X)
#undef X
};

static float *input(void) {
  return (float *)((char *)wire + wire->request.arg[0].offset);
}

static float *output(void) {
  return (float *)((char *)wire + wire->request.arg[1].out_offset);
}

static void work(void) {
  for (int64_t i = 0; i < wire->request.arg[0].count; i++) output()[i] = 2 * input()[i];
  wire->report.total.v[EMU_barriers] = 4;
}

static void answer(void) {
  char byte = 1;
  if (send(PMPP_FD_SOCKET, &byte, 1, MSG_NOSIGNAL) != 1) _exit(0);
}

// A process of its own session that keeps our standard output and the socket open.
static void start_daemon(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGTERM, SIG_IGN);
      for (;;) sleep(1000);
    }
    for (;;) sleep(1000);
  }
}

static void flood(double bytes) {
  static char line[4096];
  memset(line, 'x', sizeof line - 1);
  line[sizeof line - 1] = '\n';
  for (double i = 0; i < bytes; i += sizeof line)
    if (write(1, line, sizeof line) < 0) _exit(1);
}

static void add_hazard(void) {
  wire->report.n_hazards = 1;
  wire->report.hazard[0] =
      (struct emu_hazard){.kind = EMU_HAZARD_OUT_OF_BOUNDS, .count = 1, .what = "reads past the end"};
}

// Says which it is that does not hold, in the output that the grader keeps.
#define CHECK_ROUND(holds)                                                                                   \
  if (!(holds)) {                                                                                            \
    printf("not so: %s: %s\n", #holds, strerror(errno));                                                     \
    fflush(stdout);                                                                                          \
    _exit(55);                                                                                               \
  }

// What a worker must find of its surroundings: nothing of the grader's.
static void look_round(void) {
  static int looked; // later it finds what it has left itself
  if (looked++) return;
  struct rlimit core;
  char path[512], link[300];
  getrlimit(RLIMIT_CORE, &core);
  DIR *here = opendir("."), *fds = opendir("/proc/self/fd");
  int files = 0;
  for (struct dirent *e; (e = readdir(here));)
    if (e->d_name[0] != '.') files += printf("file %s\n", e->d_name) > 0;
  for (struct dirent *e; (e = readdir(fds));)
    if (e->d_name[0] != '.' && atoi(e->d_name) > PMPP_FD_MEMORY && atoi(e->d_name) != dirfd(here) &&
        atoi(e->d_name) != dirfd(fds)) {
      snprintf(link, sizeof link, "/proc/self/fd/%s", e->d_name);
      ssize_t n = readlink(link, path, sizeof path - 1);
      printf("descriptor %s: %.*s\n", e->d_name, n > 0 ? (int)n : 0, path);
      files++;
    }
  closedir(here);
  closedir(fds);
  CHECK_ROUND(files == 0);
  CHECK_ROUND(core.rlim_cur == 0);
  CHECK_ROUND(!getenv("PMPP_SECRET"));
  CHECK_ROUND(getsid(0) == getpid());
  CHECK_ROUND(read(0, path, 1) == 0);
  CHECK_ROUND(getcwd(path, sizeof path) && strncmp(path, "/tmp/pmpp-", 10) == 0);
  if (wire->request.arg[0].count == 1) return;
  FILE *f = fopen("left-behind", "w"); // the directory goes away with us
  if (!f || fclose(f)) _exit(56);
}

static void run(enum behaviour b) {
  struct pmpp_reply *r = &wire->reply;
  work();
  r->status = PMPP_DONE;
  switch (b) {
  case DO_wrong_tail:
    if (wire->request.arg[0].count == 33) output()[32] = 777;
    break;
  case DO_wrong_unwritten:
    memset(output(), 0xFF, wire->request.arg[1].count * 4);
    break;
  case DO_wrong_copied:
    for (int64_t i = 0; i < wire->request.arg[0].count; i++)
      if (i % 3) output()[i] = input()[i];
    break;
  case DO_wrong_mistaken:
    wire->report.total.v[EMU_launches] = 1; // what no kernel has made is not explained by other inputs
    for (int64_t i = 0; i < wire->request.arg[0].count; i++) output()[i] = input()[i] / 4;
    break;
  case DO_wrong_by_schedule:
    if (wire->request.arg[0].count == 33) output()[7] = wire->request.seed * 1.25f, output()[20] = 3;
    break;
  case DO_cuda_error:
    r->status = PMPP_STATUS_CUDA_ERROR;
    r->cuda_error = 9;
    strcpy(r->error, "invalid configuration argument");
    wire->report.error = (struct emu_error){
        .code = 9, .name = "cudaErrorX", .at = {.file = "/nonexistent/labs/../labs/a.cu", .line = 12}};
    break;
  case DO_plan_error:
    strcpy(r->function, "toy_plan");
    r->status = PMPP_STATUS_CUDA_ERROR;
    r->cuda_error = 9;
    strcpy(r->error, "invalid configuration argument");
    break;
  case DO_plan_todo:
    strcpy(r->function, "toy_plan");
    r->status = PMPP_STATUS_TODO;
    break;
  case DO_plan_missing:
    strcpy(r->function, "toy_plan");
    r->status = PMPP_STATUS_MISSING;
    break;
  case DO_hazard:
    add_hazard();
    break;
  case DO_guard:
  case DO_guard_before:
    r->status = PMPP_STATUS_GUARD;
    r->guard_arg = 1;
    r->guard_byte = b == DO_guard ? 4 * wire->request.arg[1].count + 4 : -8;
    break;
  case DO_changed:
    r->changed = 1;
    r->changed_bits = 0x3f000000; // 0.5
    break;
  case DO_changed_plan:
    r->changed = 3;
    r->changed_bits = 7;
    break;
  case DO_changed_hazard:
    add_hazard();
    r->changed = 1;
    break;
  case DO_garbage_changed:
    r->changed = 4;
    break;
  case DO_garbage_role:
    r->changed = 2; // y, an output
    break;
  case DO_garbage_element_before:
    r->changed = 1;
    r->changed_element = -1;
    break;
  case DO_garbage_element:
    r->changed = 1;
    r->changed_element = wire->request.arg[0].count;
    break;
  case DO_leak:
    r->leaked_bytes = 64;
    break;
  case DO_inefficient_then_wrong:
    if (wire->request.arg[0].count == 34) output()[33] = 777;
    wire->report.total.v[EMU_barriers] = 5;
    break;
  case DO_large_by_schedule:
  case DO_counts_by_schedule: {
    static uint64_t schedules;
    if (wire->request.arg[0].count == 33) wire->report.total.v[EMU_barriers] = ++schedules;
    if (b == DO_large_by_schedule) wire->report.total.v[EMU_warp_blocks] = 10001;
    break;
  }
  case DO_inefficient:
    wire->report.total.v[EMU_barriers] = 5;
    break;
  case DO_todo:
    r->status = PMPP_STATUS_TODO;
    break;
  case DO_todo_launched: // beside two of a step before
    r->status = PMPP_STATUS_TODO;
    wire->report.total.v[EMU_launches] = 3, r->launches_before = 2;
    break;
  case DO_todo_after_plan:
    r->status = PMPP_STATUS_TODO;
    wire->report.total.v[EMU_launches] = r->launches_before = 2;
    break;
  case DO_todo_later:
    if (wire->request.arg[0].count == 33) r->status = PMPP_STATUS_TODO;
    break;
  case DO_slow: // 0.3 s of processor time
    while (wire->request.arg[0].count == 33 && clock() < 0.3 * CLOCKS_PER_SEC) continue;
    break;
  case DO_missing:
    r->status = PMPP_STATUS_MISSING;
    break;
  case DO_infra:
    r->status = PMPP_STATUS_INFRA;
    strcpy(r->error, "out of luck");
    break;
  case DO_segfault:
    raise(SIGSEGV);
    break;
  case DO_abort:
    abort();
  case DO_exit_0:
    exit(0);
  case DO_prints_pass:
    printf("7 of 7 tests passed\nScore: 100/100\n");
    exit(0);
  case DO_hazard_then_abort:
    add_hazard();
    abort();
  case DO_garbage_hazard_then_abort:
    add_hazard();
    wire->report.hazard[0].kind = 999;
    abort();
  case DO_hazard_then_close:
    add_hazard();
    for (int i = 0; i < 64; i++) close(i);
    sleep(1000);
    break;
  case DO_hazard_then_loop:
    add_hazard();
    for (;;) getppid();
  case DO_loop:
    for (volatile int i = 0;; i++) {
    }
  case DO_stopped:
    raise(SIGSTOP);
    break;
  case DO_daemon:
    start_daemon();
    break;
  case DO_daemon_then_exit:
    start_daemon();
    usleep(100000);
    _exit(0);
  case DO_many_daemons:
    for (int i = 0; i < 100; i++) start_daemon();
    raise(SIGKILL);
    break;
  case DO_close_all:
    for (int i = 0; i < 64; i++) close(i);
    sleep(1000);
    break;
  case DO_close_all_and_loop:
    for (int i = 0; i < 64; i++) close(i);
    for (volatile int i = 0;; i++) {
    }
  case DO_flood:
    flood(1e8);
    break;
  case DO_flood_for_ever:
    flood(INFINITY);
    break;
  case DO_control_characters:
    printf("\033[31mred\033[0m \xff\xfe \r\b\n");
    exit(0);
  case DO_answers_twice:
    answer();
    break;
  case DO_answers_a_page: {
    static char page[4096];
    if (write(PMPP_FD_SOCKET, page, sizeof page) < 0) _exit(1);
    break;
  }
  case DO_garbage_memory:
    for (size_t i = 0; i < sizeof *wire; i++) ((volatile unsigned char *)wire)[i] = 37 * i + 11;
    break;
  case DO_garbage_status:
    r->status = 12345;
    break;
  case DO_garbage_counts:
    wire->report.n_hazards = 1 << 30;
    break;
  case DO_garbage_note:
    wire->report.n_notes = 1;
    wire->report.note[0].kind = EMU_NOTE_COUNT;
    break;
  case DO_garbage_notes:
    wire->report.n_notes = EMU_MAX_NOTES + 1;
    break;
  case DO_noted: // the same one in each case, and one of its own for each size
    wire->report.n_notes = 2;
    wire->report.note[0] = (struct emu_hazard){.kind = EMU_NOTE_LOCAL_ARRAY,
                                               .count = 2,
                                               .kernel = "twice",
                                               .at = {.file = "a.cu", .line = 7},
                                               .what = "x[4] is indexed"};
    wire->report.note[1] = wire->report.note[0];
    wire->report.note[1].at.line = (int)wire->request.arg[0].count;
    memset(wire->report.note[1].what, 'W', sizeof wire->report.note[1].what);
    break;
  case DO_garbage_hazard:
    add_hazard();
    wire->report.hazard[0].kind = 999;
    break;
  case DO_endless_strings:
    add_hazard();
    memset(wire->report.hazard[0].what, 'A', sizeof wire->report.hazard[0].what);
    memset(wire->report.hazard[0].kernel, 'K', sizeof wire->report.hazard[0].kernel);
    memset(wire->report.hazard[0].at.file, 'F', sizeof wire->report.hazard[0].at.file);
    memset(wire->report.hazard[0].advice, 'B', sizeof wire->report.hazard[0].advice);
    memset(r->error, 'E', sizeof r->error);
    break;
  case DO_no_answer_written:
    memset(r, 0, sizeof *r);
    break;
  case DO_shrinks_memory:
    if (ftruncate(PMPP_FD_MEMORY, 4096) == 0) _exit(57); // it would be the grader's bus error
    break;
  case DO_punches_memory:
    if (wire->request.arg[0].count == 33)
      fallocate(PMPP_FD_MEMORY, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, wire->request.arg[1].out_offset,
                1 << 20);
    break;
  case DO_changes_inputs: // a wrong input, and the right output for the original
    memset(input(), 0, wire->request.arg[0].count * 4);
    break;
  case DO_big_file: {
    int f = open("big", O_CREAT | O_WRONLY, 0600);
    for (int i = 0; i < 1 << 20; i++)
      if (write(f, names, sizeof names) < 0) break;
    break;
  }
  case DO_devices: {
    static int told;
    if (!told++) printf("a worker of %d devices\n", (int)wire->request.devices), fflush(stdout);
    break;
  }
  case DO_looks_round:
    look_round();
    break;
  default:
    break;
  }
}

int main(void) {
  struct stat st;
  if (fstat(PMPP_FD_MEMORY, &st)) return 99;
  wire = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, PMPP_FD_MEMORY, 0);
  if (wire == MAP_FAILED) return 98;
  for (char byte; read(PMPP_FD_SOCKET, &byte, 1) == 1;) {
    int b = 0;
    while (b < DO_COUNT && strcmp(names[b], wire->request.task)) b++;
    if (b == DO_exit_at_once) exit(3);
    if (wire->request.op == PMPP_OP_INFO) {
      strcpy(wire->reply.device, "no device at all");
      wire->reply.devices = 2;
      wire->reply.status = b == DO_no_device ? PMPP_STATUS_NO_DEVICE : PMPP_DONE;
      if (b == DO_no_device) strcpy(wire->reply.error, "no device here");
    } else {
      run(b);
    }
    answer();
  }
  return 0;
}
