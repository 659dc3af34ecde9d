// ---- 7: NCCL, in streams ----------------------------------------------------------------------------------

#define TRY_NCCL(call)                                                                                       \
  do {                                                                                                       \
    if ((call) != ncclSuccess) return cudaErrorUnknown;                                                      \
  } while (0)

struct plan_7 {
  ncclComm_t comm;
  cudaStream_t outer, inner;      // exchange, boundary and residual; interior
  cudaEvent_t boundary, interior; // of the step under way: they are stored
};

// The calls of a group are one work of the stream, in which all four messages are under way at a time. Without the group each
// would wait for its partner's, in the stream's order: that is task 4's circle again.
static cudaError_t exchange_7_nccl(const struct slab_4 *s, float *slab, const struct plan_7 *p) {
  int64_t columns = s->columns;
  TRY_NCCL(ncclGroupStart());
  if (s->up != MPI_PROC_NULL) {
    TRY_NCCL(ncclSend(slab + columns, columns, ncclFloat, s->up, p->comm, p->outer));
    TRY_NCCL(ncclRecv(slab, columns, ncclFloat, s->up, p->comm, p->outer));
  }
  if (s->down != MPI_PROC_NULL) {
    TRY_NCCL(ncclSend(slab + s->rows * columns, columns, ncclFloat, s->down, p->comm, p->outer));
    TRY_NCCL(ncclRecv(slab + (s->rows + 1) * columns, columns, ncclFloat, s->down, p->comm, p->outer));
  }
  TRY_NCCL(ncclGroupEnd());
  return cudaSuccess;
}

// The order is task 2's: the interior reads the last boundary, the boundary the last interior, and the exchange neither of this
// step's. The residual of a step is complete when both are, so it is reduced when `outer` has waited for the interior anyway:
// a step later. All ranks reduce in the same order, also those without rows.
static cudaError_t steps_7_nccl(const struct slab_4 *s, int steps, const struct plan_7 *p) {
  for (int step = 0; step <= steps; step++) {
    float *from = s->room[step % 2], *to = s->room[1 - step % 2];
    bool work = s->rows > 0 && step < steps;
    if (work) TRY(exchange_7_nccl(s, from, p));
    TRY(cudaStreamWaitEvent(p->outer, p->interior, 0));
    if (step > 0) {
      int *change = s->change + step - 1;
      TRY_NCCL(ncclAllReduce(change, change, 1, ncclInt, ncclMax, p->comm, p->outer));
    }
    if (!work) continue;
    TRY(interior_5_mpi_overlap(s, from, to, s->change + step, p->inner));
    TRY(cudaEventRecord(p->interior, p->inner));
    TRY(boundary_5_mpi_overlap(s, from, to, s->change + step, p->outer));
    TRY(cudaEventRecord(p->boundary, p->outer));
    TRY(cudaStreamWaitEvent(p->inner, p->boundary, 0));
  }
  return cudaSuccess;
}

// One rank makes the id by which all find each other; MPI carries it to them. The exchange has the higher priority: NCCL's kernels
// are small, and behind the interior's blocks, which are all in the queue, they would begin when these have ended.
static cudaError_t open_7_nccl(struct plan_7 *p) {
  int rank, ranks, least, most;
  ncclUniqueId id;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) TRY_NCCL(ncclGetUniqueId(&id));
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  TRY_NCCL(ncclCommInitRank(&p->comm, ranks, id, rank));
  TRY(cudaDeviceGetStreamPriorityRange(&least, &most));
  TRY(cudaStreamCreateWithPriority(&p->outer, cudaStreamNonBlocking, most));
  TRY(cudaStreamCreateWithPriority(&p->inner, cudaStreamNonBlocking, least));
  TRY(cudaEventCreateWithFlags(&p->boundary, cudaEventDisableTiming));
  return cudaEventCreateWithFlags(&p->interior, cudaEventDisableTiming);
}

static void close_7_nccl(const struct plan_7 *p) {
  if (p->interior) cudaEventDestroy(p->interior);
  if (p->boundary) cudaEventDestroy(p->boundary);
  if (p->inner) cudaStreamDestroy(p->inner);
  if (p->outer) cudaStreamDestroy(p->outer);
  if (p->comm) ncclCommDestroy(p->comm);
}

// The bits of the greatest changes are whole numbers in the order of the floats (task 4), so ncclMax of ncclInt finds the
// greatest of all. The host waits once, for all steps.
int cluster_7_nccl(const int64_t *rows, int64_t columns, int steps, float *a, float *b, float *residual) {
  struct slab_4 s = {};
  struct plan_7 p = {};
  cudaError_t error = open_slab(&s, rows, columns, steps, a, b);
  if (error == cudaSuccess) error = open_7_nccl(&p);
  if (error == cudaSuccess) error = steps_7_nccl(&s, steps, &p);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(residual, s.change, steps * sizeof(float), cudaMemcpyDeviceToHost, p.outer);
  if (error == cudaSuccess) error = cudaStreamSynchronize(p.outer);
  if (error == cudaSuccess) error = cudaStreamSynchronize(p.inner);
  close_7_nccl(&p);
  cudaFree(s.change);
  return error;
}
