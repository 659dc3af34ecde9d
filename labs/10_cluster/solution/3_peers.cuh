// ---- 3: several devices of one process --------------------------------------------------------------------

// Of the device that is set to the memory of another one. Without it a copy between the two goes through the host's memory,
// and a load is a fault. cudaDeviceDisablePeerAccess takes it back.
static cudaError_t enable_access(int other) {
  return cudaDeviceEnablePeerAccess(other, 0);
}

struct slab_3 { // of a device that has rows
  int device;
  int64_t rows;
  float *room[2]; // before and after a step, in turns; a row above and a row below the block
  cudaStream_t stream;
  cudaEvent_t ready; // what its neighbours need of it for the next step is there
};

// A step of a whole slab. above and below are the rows beside it: in halos of this device, or in a neighbour's own memory.
// NULL: the grid ends there. Of the 2 rows + 2 rows that a step loads, these two alone can be elsewhere.
__global__ void jacobi_3_peers(const float *above, const float *slab, const float *below, float *to,
                               int64_t rows, int64_t columns) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= rows * columns) return;
  int64_t i = k / columns, j = k % columns;
  const float *up = i > 0 ? slab + (i - 1) * columns : above;
  const float *down = i < rows - 1 ? slab + (i + 1) * columns : below;
  bool edge = j == 0 || j == columns - 1 || !up || !down;
  to[k] = edge ? slab[k] : 0.25f * ((up[j] + down[j]) + (slab[k - 1] + slab[k + 1]));
}

// The first and the last row of slab k go to its neighbours' halos, in its own stream: behind its kernel. Row 0 of a room is
// the halo above the slab, row rows + 1 the one below.
static cudaError_t push_3_peers(const struct slab_3 *slab, int k, int slabs, int64_t columns, int now) {
  const struct slab_3 *s = &slab[k], *up = s - 1, *down = s + 1;
  size_t row = columns * sizeof(float);
  const float *from = s->room[now];
  if (k > 0) {
    float *halo = up->room[now] + (up->rows + 1) * columns;
    TRY(cudaMemcpyPeerAsync(halo, up->device, from + columns, s->device, row, s->stream));
  }
  if (k < slabs - 1) {
    float *halo = down->room[now];
    TRY(cudaMemcpyPeerAsync(halo, down->device, from + s->rows * columns, s->device, row, s->stream));
  }
  return cudaSuccess;
}

// One event each way and step is all the order that there is between two devices. It says that the neighbour's halo has
// come, or that its step is done and may be looked at; and also, that it no longer reads what is overwritten now.
static cudaError_t steps_3_peers(enum cluster_way way, const struct slab_3 *slab, int slabs, int64_t columns,
                                 int steps) {
  for (int step = 0; step < steps; step++) {
    int now = step % 2;
    for (int k = 0; k < slabs; k++) {
      if (way == CLUSTER_COPIES) TRY(push_3_peers(slab, k, slabs, columns, now));
      TRY(cudaEventRecord(slab[k].ready, slab[k].stream));
    }
    for (int k = 0; k < slabs; k++) {
      const struct slab_3 *s = &slab[k], *up = k > 0 ? s - 1 : NULL, *down = k < slabs - 1 ? s + 1 : NULL;
      if (up) TRY(cudaStreamWaitEvent(s->stream, up->ready, 0));
      if (down) TRY(cudaStreamWaitEvent(s->stream, down->ready, 0));
      const float *own = s->room[now], *above = up ? own : NULL;
      const float *below = down ? own + (s->rows + 1) * columns : NULL;
      if (way == CLUSTER_LOADS) {
        above = up ? up->room[now] + up->rows * columns : NULL;
        below = down ? down->room[now] + columns : NULL;
      }
      TRY(cudaSetDevice(s->device));
      jacobi_3_peers<<<blocks_for(s->rows * columns), BLOCK, 0, s->stream>>>(
          above, own + columns, below, s->room[1 - now] + columns, s->rows, columns);
      TRY(cudaGetLastError());
    }
  }
  for (int k = 0; k < slabs; k++) TRY(cudaStreamSynchronize(slab[k].stream));
  return cudaSuccess;
}

static cudaError_t permit_3_peers(const struct slab_3 *slab, int k, int slabs, cudaError_t (*change)(int)) {
  TRY(cudaSetDevice(slab[k].device));
  if (k > 0) TRY(change(slab[k - 1].device));
  return k < slabs - 1 ? change(slab[k + 1].device) : cudaSuccess;
}

static cudaError_t open_3_peers(struct slab_3 *s) {
  TRY(cudaSetDevice(s->device));
  TRY(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking));
  return cudaEventCreateWithFlags(&s->ready, cudaEventDisableTiming);
}

// Neighbours are the slabs next to each other, whatever the numbers of their devices: one without rows has no part in it.
int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  struct slab_3 slab[CLUSTER_MOST_DEVICES] = {};
  int slabs = 0, reached = 1;
  for (int d = 0; d < devices; d++) {
    if (!rows[d]) continue;
    slab[slabs].device = d;
    slab[slabs].rows = rows[d];
    slab[slabs].room[0] = a[d];
    slab[slabs++].room[1] = b[d];
  }
  for (int k = 1, can = 1; k < slabs; k++) {
    TRY(cudaDeviceCanAccessPeer(&can, slab[k].device, slab[k - 1].device));
    reached &= can;
  }
  if (!reached) way = CLUSTER_COPIES;
  cudaError_t error = cudaSuccess;
  for (int k = 0; k < slabs && error == cudaSuccess; k++) error = open_3_peers(&slab[k]);
  for (int k = 0; k < slabs && error == cudaSuccess && reached; k++)
    error = permit_3_peers(slab, k, slabs, enable_access);
  if (error == cudaSuccess) error = steps_3_peers(way, slab, slabs, columns, steps);
  for (int k = 0; k < slabs && reached; k++) permit_3_peers(slab, k, slabs, cudaDeviceDisablePeerAccess);
  for (int k = 0; k < slabs; k++) {
    if (slab[k].ready) cudaEventDestroy(slab[k].ready);
    if (slab[k].stream) cudaStreamDestroy(slab[k].stream);
  }
  cudaSetDevice(0);
  return error;
}
