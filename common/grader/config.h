// Where the grader finds its parts; main.c fills it from the build's pmpp_config.h.
#ifndef PMPP_GRADER_CONFIG_H
#define PMPP_GRADER_CONFIG_H

#include "grader/task.h"

struct grader_config {
  const struct pmpp_lab *lab;
  const char *source_dir, *build_dir, *lab_dir;         // absolute
  const char *emucc, *nvcc;                             // nvcc "": no gpu backend
  const char *version;                                  // of the project, or "unknown"
  const char *gpu_arch_flags, *gpu_baseline_flags;      // separated by blanks
  const char *gpu_optimisation, *baseline_optimisation; // likewise
  const char *mpi_flags, *mpi_link;                     // of workers of tasks of ranks; "" without MPI
  const char *gpu_mpi_flags, *gpu_mpi_link;             // likewise, on the gpu backend
  const char *mpi_problem;                              // why there is none
  const char *nccl_problem;                             // why ranks on GPUs have no NCCL; "": they have
  const char *cccl_dir;                                 // for baselines; "": the toolkit's CUB and Thrust
  bool debug;     // workers are compiled for a debugger, beside the others
  bool contained; // compilers of submissions and workers run in bubblewrap
};

// The whole program: options, grading, output. Returns the exit status.
int grader_main(int argc, char **argv, const struct grader_config *config);

#endif
