// Fresh inputs for each timed sample, and what its outputs must be.
#ifndef PMPP_PATCH_H
#define PMPP_PATCH_H

#include "grader/judge/compare.h"
#include "grader/judge/wire.h"

// One sample's changes to the inputs and the outputs expected after them.
struct sample_plan {
  int n_patches, n_probes;
  struct pmpp_patch patch[PMPP_MAX_PATCHES];
  struct pmpp_probe probe[PMPP_MAX_PATCHES];
  uint64_t probe_golden[PMPP_MAX_PATCHES]; // bits of the golden element (a double for floats)
  double probe_abs[PMPP_MAX_PATCHES], probe_rel[PMPP_MAX_PATCHES];
  void *golden[PMPP_MAX_ARGS]; // whole golden outputs, where they are small; else NULL
  double abs_bound[PMPP_MAX_ARGS], rel_bound[PMPP_MAX_ARGS];
};

// Whether a case's outputs are small enough (1 MiB together) to be checked whole in every sample.
bool outputs_small(const struct pmpp_case *c);

// Changes up to 64 random elements of the case's inputs, brings golden up to date, and keeps what a worker
// must be told and must answer.
void plan_make(struct sample_plan *p, const struct pmpp_task *task, struct pmpp_case *c, uint64_t *random);
void plan_free(struct sample_plan *p);

// Puts patches, probes and download_all into a request.
void plan_request(const struct sample_plan *p, struct pmpp_request *request);

// True if the probes of the reply, or the whole outputs where they are small, are right; else describes one.
bool plan_right(const struct sample_plan *p, const struct pmpp_case *c, const struct worker *w,
                const struct pmpp_request *request, const struct pmpp_reply *reply, struct difference *d);

#endif
