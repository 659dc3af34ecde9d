// Forms of an all-reduce of one vector a device, for devices.cu.
#ifndef RINGS_CUH
#define RINGS_CUH

enum { MOST_PIECES = 16 };

struct vectors { // of a team
  int devices;
  int64_t n;
  float *vector[MOST], *scratch[MOST];
  struct node_8 node[MOST];
  cudaEvent_t come[MOST][MOST_PIECES]; // a piece of the chunk under way is with the successor
  cudaEvent_t own[MOST][MOST_PIECES];  // and is added there
  cudaStream_t adds[MOST];
  ncclComm_t comm[MOST];
  int pieces;
};

static struct ring_8 ring_of(struct vectors *v) {
  return (struct ring_8){v->devices, v->n, (v->n + v->devices - 1) / v->devices, v->node};
}

// Task 8 as the reference has it.
static void all_reduce_8(struct vectors *v) {
  struct ring_8 r = ring_of(v);
  MUST(reduce_8_ring_all_reduce(&r));
  MUST(gather_8_ring_all_reduce(&r));
}

// The same ring. A chunk goes in pieces: while one is added, the next one is on its way; and a piece that is whole goes on at once.
// Copies are in one stream of each device, additions in another.
static void all_reduce_in_pieces(struct vectors *v) {
  struct ring_8 r = ring_of(v);
  int devices = v->devices, turns = 2 * (devices - 1);
  for (int t = 0; t < turns; t++) {
    bool adds = t < devices - 1;
    for (int p = 0; p < v->pieces; p++) {
      for (int d = 0; d < devices; d++) {
        int next = (d + 1) % devices, chunk = ((d - t + (adds ? 0 : devices)) % devices + devices) % devices;
        int64_t length = length_8(&r, chunk), from = length * p / v->pieces,
                to = length * (p + 1) / v->pieces;
        float *room = adds ? v->scratch[next] + t % SLOTS_8 * r.chunk : v->vector[next] + first_8(&r, chunk);
        MUST(cudaSetDevice(d));
        // What is sent was added, or came, in the turn before; in a slot nothing may wait to be added.
        if (t > 0)
          MUST(cudaStreamWaitEvent(
              v->node[d].stream,
              adds || t == devices - 1 ? v->own[d][p] : v->come[(d + devices - 1) % devices][p], 0));
        if (adds && t >= SLOTS_8) MUST(cudaStreamWaitEvent(v->node[d].stream, v->own[next][p], 0));
        MUST(cudaMemcpyPeerAsync(room + from, next, v->vector[d] + first_8(&r, chunk) + from, d,
                                 (to - from) * sizeof(float), v->node[d].stream));
      }
      for (int d = 0; d < devices; d++) {
        MUST(cudaSetDevice(d));
        MUST(cudaEventRecord(v->come[d][p], v->node[d].stream));
      }
      for (int d = 0; d < devices && adds; d++) {
        int before = (d + devices - 1) % devices, chunk = ((before - t) % devices + devices) % devices;
        int64_t length = length_8(&r, chunk), from = length * p / v->pieces,
                to = length * (p + 1) / v->pieces;
        MUST(cudaSetDevice(d));
        MUST(cudaStreamWaitEvent(v->adds[d], v->come[before][p], 0));
        if (to > from)
          add_8_ring_all_reduce<<<blocks_for(to - from), BLOCK, 0, v->adds[d]>>>(
              v->vector[d] + first_8(&r, chunk) + from, v->scratch[d] + t % SLOTS_8 * r.chunk + from,
              to - from);
        MUST(cudaGetLastError());
        MUST(cudaEventRecord(v->own[d][p], v->adds[d]));
      }
    }
  }
  for (int d = 0; d < devices; d++) MUST(cudaStreamSynchronize(v->node[d].stream));
  for (int d = 0; d < devices; d++) MUST(cudaStreamSynchronize(v->adds[d]));
}

struct everywhere {
  float *of[MOST];
};

// Each device sums one chunk of all vectors and stores it to all of them: no ring, one kernel, loads and stores across the links.
__global__ void sum_everywhere(struct everywhere vector, int devices, int own, int64_t first, int64_t n) {
  int64_t quads = n / 4, step = (int64_t)gridDim.x * blockDim.x;
  for (int64_t q = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += step) {
    float4 sum = ((const float4 *)(vector.of[0] + first))[q];
    for (int d = 1; d < devices; d++) {
      float4 x = ((const float4 *)(vector.of[d] + first))[q];
      sum.x += x.x, sum.y += x.y, sum.z += x.z, sum.w += x.w;
    }
    for (int k = 0; k < devices; k++) ((float4 *)(vector.of[(own + k) % devices] + first))[q] = sum;
  }
}
static void all_reduce_by_loads(struct vectors *v) {
  struct ring_8 r = ring_of(v);
  struct everywhere all;
  for (int d = 0; d < v->devices; d++) all.of[d] = v->vector[d];
  for (int d = 0; d < v->devices; d++) {
    int64_t blocks = (length_8(&r, d) / 4 + 511) / 512;
    MUST(cudaSetDevice(d));
    sum_everywhere<<<(unsigned)(blocks < 264 ? blocks : 264), 512, 0, v->node[d].stream>>>(
        all, v->devices, d, first_8(&r, d), length_8(&r, d));
    MUST(cudaGetLastError());
  }
  for (int d = 0; d < v->devices; d++) MUST(cudaStreamSynchronize(v->node[d].stream));
}

#ifndef WITHOUT_NCCL
static void all_reduce_nccl(struct vectors *v) {
  MUST(ncclGroupStart());
  for (int d = 0; d < v->devices; d++)
    MUST(ncclAllReduce(v->vector[d], v->vector[d], v->n, ncclFloat, ncclSum, v->comm[d], v->node[d].stream));
  MUST(ncclGroupEnd());
  for (int d = 0; d < v->devices; d++) MUST(cudaStreamSynchronize(v->node[d].stream));
}
#endif

struct ring_form {
  const char *name;
  void (*run)(struct vectors *);
  int pieces;
};

static const struct ring_form ring_forms[] = {
    {"task 8", all_reduce_8, 1},
    {"pieces of a 2nd", all_reduce_in_pieces, 2},
    {"pieces of a 4th", all_reduce_in_pieces, 4},
    {"pieces of an 8th", all_reduce_in_pieces, 8},
    {"loads and stores", all_reduce_by_loads, 1},
#ifndef WITHOUT_NCCL
    {"ncclAllReduce", all_reduce_nccl, 1},
#endif
};
#endif
