// Lab 08's half about SpMV as the worker sees it; calls.c includes it.
#ifndef SPMV_CALLS_H
#define SPMV_CALLS_H

#include "spmv_bfs.h"
#include "worker/worker.h"

#pragma weak spmv_1_coo_atomic
#pragma weak spmv_2_csr_scalar
#pragma weak spmv_3_csr_vector
#pragma weak spmv_4_ell
#pragma weak spmv_5_jds
#pragma weak spmv_6_hyb
#pragma weak spmv_7_csr_merge_plan
#pragma weak spmv_7_csr_merge

// Parameters: rows, columns, nonzeros, width. Arguments: the format's arrays in the order of its struct, x, y; of task 7 plan
// and scratch before y.
static struct spmv_csr csr_of(const struct pmpp_io *io) {
  return (struct spmv_csr){io->param[0], io->param[1], io->param[2], io->arg[0], io->arg[1], io->arg[2]};
}

static struct spmv_ell ell_of(const struct pmpp_io *io) {
  return (struct spmv_ell){io->param[0], io->param[1], io->param[3], io->arg[0], io->arg[1]};
}

static int run_1(const struct pmpp_io *io) {
  struct spmv_coo a = {io->param[0], io->param[1], io->param[2], io->arg[0], io->arg[1], io->arg[2]};
  return spmv_1_coo_atomic(&a, io->arg[3], io->arg[4]);
}

static int run_2(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_2_csr_scalar(&a, io->arg[3], io->arg[4]);
}

static int run_3(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_3_csr_vector(&a, io->arg[3], io->arg[4]);
}

static int run_4(const struct pmpp_io *io) {
  struct spmv_ell a = ell_of(io);
  return spmv_4_ell(&a, io->arg[2], io->arg[3]);
}

static int run_5(const struct pmpp_io *io) {
  struct spmv_jds a = {io->param[0], io->param[1], io->param[3], io->arg[0],
                       io->arg[1],   io->arg[2],   io->arg[3]};
  return spmv_5_jds(&a, io->arg[4], io->arg[5]);
}

static int run_6(const struct pmpp_io *io) {
  struct spmv_hyb a = {ell_of(io),
                       {io->param[0], io->param[1], io->count[4], io->arg[2], io->arg[3], io->arg[4]}};
  return spmv_6_hyb(&a, io->arg[5], io->arg[6]);
}

static int plan_7(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  a.value = NULL;
  return spmv_7_csr_merge_plan(&a, io->arg[4]);
}

static int run_7(const struct pmpp_io *io) {
  struct spmv_csr a = csr_of(io);
  return spmv_7_csr_merge(&a, io->arg[3], io->arg[4], io->arg[5], io->arg[6]);
}

#define SPMV_CALLS                                                                                           \
  PMPP_CALL("1_coo_atomic", spmv_1_coo_atomic, run_1), PMPP_CALL("2_csr_scalar", spmv_2_csr_scalar, run_2),  \
      PMPP_CALL("3_csr_vector", spmv_3_csr_vector, run_3), PMPP_CALL("4_ell", spmv_4_ell, run_4),            \
      PMPP_CALL("5_jds", spmv_5_jds, run_5), PMPP_CALL("6_hyb", spmv_6_hyb, run_6),                          \
      PMPP_CALL_AFTER("7_csr_merge", spmv_7_csr_merge, run_7, spmv_7_csr_merge_plan, plan_7)

#endif
