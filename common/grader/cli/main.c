// The grader of one lab: this file and the lab's tasks.c, linked with the grader's library.
#include "grader/config.h"
#include "pmpp_config.h"

int main(int argc, char **argv) {
  struct grader_config config = {.lab = &pmpp_lab,
                                 .source_dir = PMPP_SOURCE_DIR,
                                 .build_dir = PMPP_BUILD_DIR,
                                 .lab_dir = PMPP_LAB_DIR,
                                 .version = PMPP_VERSION,
                                 .emucc = PMPP_EMUCC,
                                 .nvcc = PMPP_NVCC,
                                 .gpu_arch_flags = PMPP_GPU_ARCH_FLAGS,
                                 .gpu_baseline_flags = PMPP_GPU_BASELINE_FLAGS,
                                 .gpu_optimisation = PMPP_GPU_OPTIMISATION,
                                 .baseline_optimisation = PMPP_BASELINE_OPTIMISATION,
                                 .mpi_flags = PMPP_MPI_FLAGS,
                                 .mpi_link = PMPP_MPI_LINK,
                                 .gpu_mpi_flags = PMPP_GPU_MPI_FLAGS,
                                 .gpu_mpi_link = PMPP_GPU_MPI_LINK,
                                 .mpi_problem = PMPP_MPI_PROBLEM,
                                 .nccl_problem = PMPP_NCCL_PROBLEM,
                                 .cccl_dir = PMPP_CCCL_DIR};
  return grader_main(argc, argv, &config);
}
