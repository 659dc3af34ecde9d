// Puts the answers of a job's ranks together.
#include "worker/merge.h"
#include <stdio.h>
#include <string.h>

static void merge_counters(struct emu_counters *all, const struct emu_counters *one) {
  for (int i = 0; i < EMU_COUNTER_COUNT; i++)
    if (i != EMU_busiest_link_bytes)
      all->v[i] += one->v[i];
    else if (one->v[i] > all->v[i])
      all->v[i] = one->v[i];
}

// Copies of one line's hazards or notes in several ranks are one, with the counts of all.
static uint32_t merge_findings(struct emu_hazard *all, uint32_t n, uint32_t most,
                               const struct emu_hazard *one, uint32_t n_one, int rank, uint32_t *dropped) {
  for (uint32_t i = 0; i < n_one; i++) {
    uint32_t k = 0;
    while (k < n && (all[k].kind != one[i].kind || all[k].at.line != one[i].at.line ||
                     strcmp(all[k].at.file, one[i].at.file) || strcmp(all[k].kernel, one[i].kernel)))
      k++;
    if (k < n) {
      all[k].count += one[i].count;
    } else if (n == most) {
      ++*dropped;
    } else {
      all[n] = one[i];
      snprintf(all[n].what, sizeof all[n].what, "rank %d: %.300s", rank, one[i].what);
      n++;
    }
  }
  return n;
}

static void merge_report(struct emu_report *all, const struct emu_report *one, int rank) {
  merge_counters(&all->total, &one->total);
  all->n_hazards = merge_findings(all->hazard, all->n_hazards, EMU_MAX_HAZARDS, one->hazard, one->n_hazards,
                                  rank, &all->hazards_dropped);
  all->n_notes = merge_findings(all->note, all->n_notes, EMU_MAX_NOTES, one->note, one->n_notes, rank,
                                &all->notes_dropped);
  if (!all->error.code) all->error = one->error;
  all->bytes_to_host += one->bytes_to_host;
  all->launches_that_touch += one->launches_that_touch;
  all->bytes_by_calls += one->bytes_by_calls;
  if (rank) return;
  all->n_launches = one->n_launches;
  memcpy(all->launch, one->launch, sizeof all->launch);
}

// The rank whose reply tells most.
static int telling(const struct job *job) {
  for (int r = 0; r < job->ranks; r++)
    if (atomic_load(&job->rank[r].state) == JOB_ENDED) return r;
  for (int r = 0; r < job->ranks; r++)
    if (job->rank[r].reply.status > PMPP_DONE || job->rank[r].reply.changed) return r;
  return 0;
}

void merge_replies(const struct job *job, struct pmpp_reply *reply, struct emu_report *report) {
  memset(report, 0, sizeof *report);
  for (int r = 0; r < job->ranks; r++) merge_report(report, &job->rank[r].report, r);
  int rank = telling(job);
  *reply = job->rank[rank].reply;
  if (reply->status != PMPP_STATUS_CUDA_ERROR) return;
  snprintf(reply->error, sizeof reply->error, "rank %d: %.120s", rank, job->rank[rank].reply.error);
}
