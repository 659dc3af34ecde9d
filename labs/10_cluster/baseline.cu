// NCCL behind lab 10's contract, compiled with -DPMPP_BASELINE_NCCL: the ring's sum by ncclAllReduce. The communicators are
// made at the first call, which takes far longer than a sum.
#ifndef PMPP_BASELINE_NCCL
#error "define PMPP_BASELINE_NCCL"
#endif
#define PMPP_REAL_NCCL
#include "cluster.h"
#include "worker/library.h"
#include <cuda_runtime.h>

PMPP_LIBRARY("NCCL %d.%d.%d", NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH)

static ncclComm_t comm[CLUSTER_MOST_DEVICES];
static int n_comms;

static ncclResult_t open_comms(int devices) {
  ncclResult_t error = ncclSuccess;
  if (n_comms == devices) return error;
  for (int d = 0; d < n_comms; d++) ncclCommDestroy(comm[d]);
  error = ncclCommInitAll(comm, devices, NULL);
  n_comms = error == ncclSuccess ? devices : 0;
  return error;
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  (void)scratch;
  if (open_comms(devices) != ncclSuccess) return cudaErrorUnknown;
  ncclGroupStart();
  for (int d = 0; d < devices; d++) ncclAllReduce(vector[d], vector[d], n, ncclFloat, ncclSum, comm[d], 0);
  if (ncclGroupEnd() != ncclSuccess) return cudaErrorUnknown;
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
