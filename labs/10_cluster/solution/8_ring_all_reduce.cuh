// ---- 8: a ring --------------------------------------------------------------------------------------------

enum { SLOTS_8 = 2 }; // room for so many chunks that have come and are not yet added

struct node_8 { // of the ring: device d, which sends to device d + 1
  float *vector, *scratch;
  cudaStream_t stream;
  cudaEvent_t sent;           // its last chunk is with its successor
  cudaEvent_t added[SLOTS_8]; // of each slot: what was in it has been added
};

struct ring_8 {
  int devices;
  int64_t n, chunk; // elements; of a chunk but the last ones
  struct node_8 *node;
};

static int64_t first_8(const struct ring_8 *r, int chunk) {
  int64_t first = chunk * r->chunk;
  return first < r->n ? first : r->n;
}
static int64_t length_8(const struct ring_8 *r, int chunk) {
  return first_8(r, chunk + 1) - first_8(r, chunk);
}

__global__ void add_8_ring_all_reduce(float *sum, const float *come, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) sum[i] += come[i];
}

// Device d sends a chunk of its vector to `to`, in the memory of its successor.
static cudaError_t send_8_ring_all_reduce(const struct ring_8 *r, int d, int chunk, float *to) {
  const struct node_8 *s = &r->node[d];
  size_t bytes = length_8(r, chunk) * sizeof(float);
  TRY(cudaMemcpyPeerAsync(to, (d + 1) % r->devices, s->vector + first_8(r, chunk), d, bytes, s->stream));
  return cudaEventRecord(s->sent, s->stream);
}

// Reduce-scatter: in step t device d sends chunk d - t, and its successor adds it to its own. So chunk c is on its way from
// device c over all others; behind devices - 1 steps device d has the whole sum of chunk d + 1. What is sent in a step came
// in the step before. Only a slot needs a second order: the one before it must have been added.
static cudaError_t reduce_8_ring_all_reduce(const struct ring_8 *r) {
  int devices = r->devices;
  for (int t = 0; t < devices - 1; t++) {
    int slot = t % SLOTS_8;
    for (int d = 0; d < devices; d++) {
      const struct node_8 *next = &r->node[(d + 1) % devices];
      TRY(cudaStreamWaitEvent(r->node[d].stream, next->added[slot], 0));
      TRY(send_8_ring_all_reduce(r, d, (d - t + devices) % devices, next->scratch + slot * r->chunk));
    }
    for (int d = 0; d < devices; d++) {
      const struct node_8 *s = &r->node[d], *before = &r->node[(d + devices - 1) % devices];
      int chunk = (d - 1 - t + devices) % devices;
      int64_t length = length_8(r, chunk);
      TRY(cudaStreamWaitEvent(s->stream, before->sent, 0));
      TRY(cudaSetDevice(d));
      if (length > 0)
        add_8_ring_all_reduce<<<blocks_for(length), BLOCK, 0, s->stream>>>(
            s->vector + first_8(r, chunk), s->scratch + slot * r->chunk, length);
      TRY(cudaGetLastError());
      TRY(cudaEventRecord(s->added[slot], s->stream));
    }
  }
  return cudaSuccess;
}

// All-gather: in step t device d sends chunk d + 1 - t, which is whole, to where it belongs in its successor's vector. What
// is overwritten there has been sent long ago: the whole chunk was made of it.
static cudaError_t gather_8_ring_all_reduce(const struct ring_8 *r) {
  int devices = r->devices;
  for (int t = 0; t < devices - 1; t++) {
    for (int d = 0; d < devices; d++) {
      int chunk = (d + 1 - t + devices) % devices;
      TRY(send_8_ring_all_reduce(r, d, chunk, r->node[(d + 1) % devices].vector + first_8(r, chunk)));
    }
    for (int d = 0; d < devices; d++)
      TRY(cudaStreamWaitEvent(r->node[d].stream, r->node[(d + devices - 1) % devices].sent, 0));
  }
  for (int d = 0; d < devices; d++) TRY(cudaStreamSynchronize(r->node[d].stream));
  return cudaSuccess;
}

static cudaError_t open_8_ring_all_reduce(struct node_8 *s, int device) {
  TRY(cudaSetDevice(device));
  TRY(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking));
  for (int k = 0; k < SLOTS_8; k++) TRY(cudaEventCreateWithFlags(&s->added[k], cudaEventDisableTiming));
  return cudaEventCreateWithFlags(&s->sent, cudaEventDisableTiming);
}

static void close_8_ring_all_reduce(struct node_8 *s) {
  for (int k = 0; k < SLOTS_8; k++)
    if (s->added[k]) cudaEventDestroy(s->added[k]);
  if (s->sent) cudaEventDestroy(s->sent);
  if (s->stream) cudaStreamDestroy(s->stream);
}

// With access a copy takes the link between the two devices; it is changed for the successor alone.
static void link_8_ring_all_reduce(int devices, cudaError_t (*change)(int)) {
  for (int d = 0; d < devices && devices > 1; d++) {
    int next = (d + 1) % devices, can = 0;
    cudaDeviceCanAccessPeer(&can, d, next);
    cudaSetDevice(d);
    if (can) change(next);
  }
}
// Each device sends and receives 2 (devices - 1) chunks of n / devices elements: less than twice the vector, however many
// devices there are. (P. Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009.)
int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  struct node_8 node[CLUSTER_MOST_DEVICES] = {};
  struct ring_8 ring = {devices, n, (n + devices - 1) / devices, node};
  cudaError_t error = cudaSuccess;
  for (int d = 0; d < devices && error == cudaSuccess; d++) {
    node[d].vector = vector[d];
    node[d].scratch = scratch[d];
    error = open_8_ring_all_reduce(&node[d], d);
  }
  link_8_ring_all_reduce(devices, enable_access);
  if (error == cudaSuccess) error = reduce_8_ring_all_reduce(&ring);
  if (error == cudaSuccess) error = gather_8_ring_all_reduce(&ring);
  link_8_ring_all_reduce(devices, cudaDeviceDisablePeerAccess);
  for (int d = 0; d < devices; d++) close_8_ring_all_reduce(&node[d]);
  cudaSetDevice(0);
  return error;
}
