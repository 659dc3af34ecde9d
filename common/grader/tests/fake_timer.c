// A worker that is timed: it doubles a vector correctly, and claims times and cheats as the task's name says.
#include "worker/protocol.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_N = 1 << 20 };
static struct pmpp_wire *wire;
static float x[MAX_N], y[MAX_N];
static int samples;

// Which process this is of those that the same test has started for the task, from 1.
static int turn_of(const char *task, int baseline) {
  char path[200];
  snprintf(path, sizeof path, "/tmp/pmpp-fake-timer-%d/%s-%d", (int)getppid(), task, baseline);
  FILE *f = fopen(path, "ae");
  if (!f) return 1;
  fputc('x', f);
  int turn = (int)ftell(f);
  fclose(f);
  return turn;
}

// Of the tasks whose pace is judged: they must have 0.75 of the baseline's speed, that is take 2.67 ms or less.
static double paced_ms(const char *task, int baseline, int turn) {
  double noise = 1 + 0.001 * ((samples * 7919) % 11 - 5) / 5;
  if (strcmp(task, "earlier") == 0) return 1.2 * noise;
  if (strcmp(task, "drifting") == 0) return (baseline ? 2 + turn : 30) * noise;
  if (baseline) return strcmp(task, "library_scatters") ? 2.0 * noise : samples % 3 ? 2 : 3;
  if (strcmp(task, "quick") == 0) return 1.5 * noise;
  if (strcmp(task, "slow_once") == 0) return (turn == 1 ? 10 : 1) * noise;
  if (strcmp(task, "near") == 0) return 2.7 * noise;
  if (strcmp(task, "library_scatters") == 0) return 3.5 * noise;
  if (strcmp(task, "scatters") == 0) return samples % 3 ? 4 : 2.5;
  if (strcmp(task, "scatters_slowly") == 0) return samples % 3 ? 400 : 4;
  if (strcmp(task, "step") == 0) return 0.9 * noise;
  if (strcmp(task, "step_back") == 0 || strcmp(task, "doubly_slow") == 0) return 4 * noise;
  return 10 * noise;
}

static double claimed_ms(const char *task, int baseline) {
  double noise = 1 + 0.001 * ((samples * 7919) % 11 - 5) / 5;
  if (baseline) return 2.0 * noise;
  if (strcmp(task, "too_fast") == 0) return 0.5 * noise;
  if (strcmp(task, "tie") == 0) return 1.99 * noise;
  if (strcmp(task, "noisy") == 0) return samples % 2 ? 1.0 : 3.0;
  return 1.0 * noise;
}

static void sample(int baseline) {
  struct pmpp_request *q = &wire->request;
  struct pmpp_reply *r = &wire->reply;
  const char *task = q->task;
  samples++;
  int cheat = !baseline && samples > 3; // the first calls are honest
  for (uint32_t i = 0; i < q->n_patches; i++) memcpy(&x[q->patch[i].index], &q->patch[i].bits, 4);
  int64_t n = q->arg[0].count;
  if (!(cheat && strcmp(task, "cached") == 0))
    for (int64_t i = 0; i < n; i++) y[i] = 2 * x[i];
  if (cheat && strcmp(task, "wrong_later") == 0 && samples == 12)
    for (int64_t i = 0; i < n; i++) y[i] += 1;
  if (baseline && strcmp(task, "baseline_wrong") == 0) y[0] = y[n / 2] = -1, memset(y, 0, 4 * n);
  for (uint32_t i = 0; i < q->n_probes; i++) memcpy(&r->probe[i], &y[q->probe[i].index], 4);
  if (q->download_all) memcpy((char *)wire + q->arg[1].out_offset, y, 4 * n);
  r->status = baseline && strcmp(task, "baseline_lacks_it") == 0     ? PMPP_STATUS_MISSING
              : baseline && strcmp(task, "baseline_lacks_case") == 0 ? PMPP_STATUS_TODO
                                                                     : PMPP_DONE;
  int paced = q->param[0] == 1;
  static int turn;
  if (paced && !turn) turn = turn_of(task, baseline);
  r->ms = paced ? paced_ms(task, baseline, turn) : claimed_ms(task, baseline);
  r->wall_ms = r->ms + 0.02;
  if (baseline && strcmp(task, "busy") == 0) r->wall_ms = 5 * r->ms;
  if (baseline && strcmp(task, "busy_at_last") == 0 && turn == 3) r->wall_ms = 5 * r->ms;
  if (!baseline && strcmp(task, "own_work_beside") == 0) r->wall_ms = 5 * r->ms;
  if (strcmp(task, "earlier_todo") == 0) r->status = PMPP_STATUS_TODO;
  if (cheat && strcmp(task, "clock") == 0) r->wall_ms = 0.5 * r->ms;
  if (cheat && strcmp(task, "other_stream") == 0) r->wall_ms = 5 * r->ms;
  if (cheat && strcmp(task, "negative") == 0) r->ms = -1;
  r->threads_before = 3;
  r->threads_after = cheat && strcmp(task, "threads") == 0 ? 4 : 3;
  r->blocking_expired = !baseline && strcmp(task, "waits") == 0 && !q->no_blocking;
  if (cheat && strcmp(task, "dies") == 0) exit(0);
}

int main(int argc, char **argv) {
  int baseline = argc && strstr(argv[0], "baseline") != NULL;
  struct stat st;
  if (fstat(PMPP_FD_MEMORY, &st)) return 99;
  wire = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, PMPP_FD_MEMORY, 0);
  if (wire == MAP_FAILED) return 98;
  for (char byte; read(PMPP_FD_SOCKET, &byte, 1) == 1;) {
    struct pmpp_reply *r = &wire->reply;
    r->status = PMPP_DONE;
    switch (wire->request.op) {
    case PMPP_OP_LOAD:
      memcpy(x, (char *)wire + wire->request.arg[0].offset, 4 * wire->request.arg[0].count);
      break;
    case PMPP_OP_RUN:
      for (int64_t i = 0; i < wire->request.arg[0].count; i++)
        ((float *)((char *)wire + wire->request.arg[1].out_offset))[i] =
            2 * ((float *)((char *)wire + wire->request.arg[0].offset))[i];
      break;
    case PMPP_OP_COPY:
      r->ms = r->wall_ms = 2.0;
      break;
    case PMPP_OP_SAMPLE:
      sample(baseline);
      break;
    }
    if (send(PMPP_FD_SOCKET, &byte, 1, MSG_NOSIGNAL) != 1) return 0;
  }
  return 0;
}
