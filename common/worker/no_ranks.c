// Of a job of ranks, where the worker is built without MPI: there is none.
#include "worker/worker.h"
#include <string.h>

int pmpp_rank(void) {
  return 0;
}

int pmpp_ranks(void) {
  return 1;
}

int pmpp_ranks_return(int result) {
  return result;
}

void pmpp_ranks_cuda_aware(int aware) {
  (void)aware;
}

void pmpp_ranks_gather(const void *own, const int *bytes, void *all) {
  memcpy(all, own, (size_t)bytes[0]);
}
