// Forms of a Jacobi step with its residual on several devices of one process, for devices.cu. All compute the same, bit by bit.
//
// In all of them the greatest change of step s is the same on all devices when step s + 1 is done.
#ifndef STEPS_CUH
#define STEPS_CUH
#include <cuda/atomic>
#include <functional>
#include <stdio.h>
#include <thread>
#include <vector>

enum { MOST = CLUSTER_MOST_DEVICES, BATCH = 200 }; // steps that are asked for at a time

#define MUST(call)                                                                                           \
  do {                                                                                                       \
    int error_ = (int)(call);                                                                                \
    if (error_) {                                                                                            \
      fprintf(stderr, "line %d: %s: error %d\n", __LINE__, #call, error_);                                   \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

struct member {       // of a team: a device
  struct slab_4 slab; // up, down: the neighbours' devices; change: a number for each step of a batch
  struct plan_7 plan;
  cudaEvent_t pushed; // its outer rows are in its neighbours' halos
  unsigned
      *told[2];     // by the neighbours above and below, for each block of columns: steps that are done there
  int *grid_change; // likewise, of the whole grid, where no library makes it in slab.change
};

struct team {
  int devices;
  int64_t columns;
  unsigned steps; // done so far
  struct member member[MOST];
};

// ---- pieces -----------------------------------------------------------------------------------------------

// The change of one step, where each device keeps the grid's.
struct changes {
  int *of[MOST], n;
};

static struct changes changes_of(const struct team *t, int step) {
  struct changes c = {};
  for (int d = 0; d < t->devices; d++) c.of[c.n++] = t->member[d].grid_change + step;
  return c;
}

// A maximum of maxima: who comes first does not matter.
__device__ static void tell_change(const int *change, const struct changes &all) {
#pragma unroll // the pointers stay where a kernel's parameters are, and are not copied to each thread's own memory
  for (int k = 0; k < MOST; k++)
    if (k < all.n) atomicMax_system(all.of[k], *change);
}
__global__ void tell_change_alone(const int *change, struct changes all) {
  tell_change(change, all);
}

struct beside {           // a neighbour
  float *halo;            // of it, for this device's outer row; NULL: there is no neighbour
  unsigned *told, *tells; // what it has told this device, and where this device tells it
};

using word = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

// Task 4's kernel, with two additions. What the neighbours need is stored where they need it as well: a row of 16384 floats in
// a slab of half a gigabyte costs nothing. With TELL a block of columns waits for its neighbours' step before and tells that its
// own is done: then no step waits for a whole step of another device.
template <bool TELL>
__global__ void jacobi_pushed(const float *from, float *to, int64_t rows, int64_t columns, struct beside up,
                              struct beside down, unsigned step, int *change, const int *last_change,
                              struct changes all) {
  __shared__ float of_warp[BLOCK / 32];
  int64_t j = (int64_t)blockIdx.x * BLOCK + threadIdx.x, i = (int64_t)blockIdx.y * STRIP;
  int count = rows - i < STRIP ? (int)(rows - i) : STRIP;
  bool first = i == 0, last = i + count == rows, top = first && !up.halo, bottom = last && !down.halo;
  float moved = 0;
  if (last_change && blockIdx.x + blockIdx.y + threadIdx.x == 0) tell_change(last_change, all);
  if (TELL && (first || last)) {
    if (threadIdx.x == 0) {
      if (first && up.halo)
        while (word(up.told[blockIdx.x]).load(cuda::memory_order_acquire) < step) continue;
      if (last && down.halo)
        while (word(down.told[blockIdx.x]).load(cuda::memory_order_acquire) < step) continue;
    }
    __syncthreads();
  }
  if (j < columns) {
    bool side = j == 0 || j == columns - 1;
    const float *at = from + i * columns + j;
    float v[STRIP + 2], left[STRIP], right[STRIP];
#pragma unroll
    for (int k = 0; k < STRIP + 2; k++) v[k] = k >= top && k < count + 2 - bottom ? at[k * columns] : 0;
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      left[k] = k < count && !side ? at[(k + 1) * columns - 1] : 0;
      right[k] = k < count && !side ? at[(k + 1) * columns + 1] : 0;
    }
    float head = 0, tail = 0;
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      bool edge = side || (top && k == 0) || (bottom && k == count - 1);
      float now = edge ? v[k + 1] : 0.25f * ((v[k] + v[k + 2]) + (left[k] + right[k]));
      if (k < count) {
        to[(i + k + 1) * columns + j] = now;
        moved = fmaxf(moved, fabsf(now - v[k + 1]));
        if (k == 0) head = now;
        tail = now;
      }
    }
    if (first && up.halo) up.halo[j] = head;
    if (last && down.halo) down.halo[j] = tail;
  }
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = moved;
  __syncthreads();
  if (threadIdx.x > 0) return;
  if (TELL && first && up.halo) word(up.tells[blockIdx.x]).store(step + 1, cuda::memory_order_release);
  if (TELL && last && down.halo) word(down.tells[blockIdx.x]).store(step + 1, cuda::memory_order_release);
  for (int w = 1; w < BLOCK / 32; w++) moved = fmaxf(moved, of_warp[w]);
  atomicMax(change, __float_as_int(moved));
}

template <bool TELL> static void launch_pushed(struct team *t, int d, int s, cudaStream_t stream) {
  struct member *m = &t->member[d], *up = d ? m - 1 : NULL, *down = d + 1 < t->devices ? m + 1 : NULL;
  const struct slab_4 *slab = &m->slab;
  struct beside above = {}, below = {};
  if (up) above = {up->slab.room[1 - s % 2] + (up->slab.rows + 1) * t->columns, m->told[0], up->told[1]};
  if (down) below = {down->slab.room[1 - s % 2], m->told[1], down->told[0]};
  dim3 grid(blocks_for(t->columns), (unsigned)((slab->rows + STRIP - 1) / STRIP));
  jacobi_pushed<TELL><<<grid, BLOCK, 0, stream>>>(
      slab->room[s % 2], slab->room[1 - s % 2], slab->rows, t->columns, above, below, t->steps + s,
      slab->change + s, s ? slab->change + s - 1 : NULL, changes_of(t, s ? s - 1 : 0));
  MUST(cudaGetLastError());
}

static void tell_last_change(struct team *t, int steps) {
  for (int d = 0; d < t->devices && steps; d++) {
    MUST(cudaSetDevice(d));
    tell_change_alone<<<1, 1, 0, t->member[d].plan.outer>>>(t->member[d].slab.change + steps - 1,
                                                            changes_of(t, steps - 1));
  }
}

// ---- forms ------------------------------------------------------------------------------------------------

// One kernel a step on one device, and nothing else.
static void steps_alone(struct team *t, int steps) {
  const struct slab_4 *s = &t->member[0].slab;
  MUST(cudaSetDevice(0));
  for (int k = 0; k < steps; k++)
    MUST(launch_4_mpi_staged(s, s->room[k % 2], s->room[1 - k % 2], 1, s->rows, s->change + k,
                             t->member[0].plan.outer));
}

// A kernel a step, which stores its outer rows into the neighbours' halos; a step waits for the neighbours' step before.
static void steps_pushed(struct team *t, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int d = 0; d < t->devices; d++) {
      struct member *m = &t->member[d];
      MUST(cudaSetDevice(d));
      if (s && d) MUST(cudaStreamWaitEvent(m->plan.outer, m[-1].pushed, 0));
      if (s && d + 1 < t->devices) MUST(cudaStreamWaitEvent(m->plan.outer, m[1].pushed, 0));
      launch_pushed<false>(t, d, s, m->plan.outer);
    }
    for (int d = 0; d < t->devices; d++) {
      MUST(cudaSetDevice(d));
      MUST(cudaEventRecord(t->member[d].pushed, t->member[d].plan.outer));
    }
  }
  tell_last_change(t, steps);
}

// The same, but blocks tell each other: no event.
static void steps_told(struct team *t, int steps) {
  for (int s = 0; s < steps; s++)
    for (int d = 0; d < t->devices; d++) {
      MUST(cudaSetDevice(d));
      launch_pushed<true>(t, d, s, t->member[d].plan.outer);
    }
  tell_last_change(t, steps);
  t->steps += steps;
}

// Boundary first, then copies of its rows beside the interior.
static void steps_copied(struct team *t, int steps) {
  size_t row = t->columns * sizeof(float);
  for (int s = 0; s < steps; s++) {
    for (int d = 0; d < t->devices; d++) {
      struct member *m = &t->member[d];
      cudaStream_t outer = m->plan.outer;
      const struct slab_4 *slab = &m->slab;
      float *from = slab->room[s % 2], *to = slab->room[1 - s % 2];
      MUST(cudaSetDevice(d));
      if (s && d) MUST(cudaStreamWaitEvent(outer, m[-1].pushed, 0));
      if (s && d + 1 < t->devices) MUST(cudaStreamWaitEvent(outer, m[1].pushed, 0));
      if (s) MUST(cudaStreamWaitEvent(outer, m->plan.interior, 0));
      MUST(boundary_5_mpi_overlap(slab, from, to, slab->change + s, outer));
      MUST(cudaEventRecord(m->plan.boundary, outer));
      MUST(interior_5_mpi_overlap(slab, from, to, slab->change + s, m->plan.inner));
      MUST(cudaEventRecord(m->plan.interior, m->plan.inner));
      MUST(cudaStreamWaitEvent(m->plan.inner, m->plan.boundary, 0));
      if (d)
        MUST(cudaMemcpyPeerAsync(m[-1].slab.room[1 - s % 2] + (m[-1].slab.rows + 1) * t->columns, d - 1,
                                 to + t->columns, d, row, outer));
      if (d + 1 < t->devices)
        MUST(cudaMemcpyPeerAsync(m[1].slab.room[1 - s % 2], d + 1, to + slab->rows * t->columns, d, row,
                                 outer));
      if (s) tell_change_alone<<<1, 1, 0, outer>>>(slab->change + s - 1, changes_of(t, s - 1));
    }
    for (int d = 0; d < t->devices; d++) {
      MUST(cudaSetDevice(d));
      MUST(cudaEventRecord(t->member[d].pushed, t->member[d].plan.outer));
    }
  }
  for (int d = 0; d < t->devices; d++)
    MUST(cudaStreamWaitEvent(t->member[d].plan.outer, t->member[d].plan.interior, 0));
  tell_last_change(t, steps);
}

#ifndef WITHOUT_NCCL
// Task 7's calls, of each device by a thread of its own, as ranks make them.
static void by_threads(struct team *t, const std::function<void(int)> &f) {
  std::vector<std::thread> threads;
  for (int d = 0; d < t->devices; d++)
    threads.emplace_back([&, d] {
      MUST(cudaSetDevice(d));
      f(d);
    });
  for (std::thread &thread : threads) thread.join();
}
static void steps_nccl(struct team *t, int steps) {
  by_threads(t, [&](int d) { MUST(steps_7_nccl(&t->member[d].slab, steps, &t->member[d].plan)); });
}

// One thread asks for the work of all devices: so the calls of NCCL of a step are one group for all of them.
static void steps_nccl_one_thread(struct team *t, int steps) {
  for (int s = 0; s <= steps; s++) {
    for (int turn = 0; turn < 2; turn++) { // the exchange; the residual of the step before
      if (turn ? s == 0 : s == steps) continue;
      MUST(ncclGroupStart());
      for (int d = 0; d < t->devices; d++) {
        struct member *m = &t->member[d];
        MUST(cudaSetDevice(d));
        if (turn == 0) MUST(exchange_7_nccl(&m->slab, m->slab.room[s % 2], &m->plan));
        if (turn == 0 || s == steps) MUST(cudaStreamWaitEvent(m->plan.outer, m->plan.interior, 0));
        int *change = m->slab.change + s - 1;
        if (turn) MUST(ncclAllReduce(change, change, 1, ncclInt, ncclMax, m->plan.comm, m->plan.outer));
      }
      MUST(ncclGroupEnd());
    }
    for (int d = 0; d < t->devices && s < steps; d++) {
      struct member *m = &t->member[d];
      float *from = m->slab.room[s % 2], *to = m->slab.room[1 - s % 2];
      int *change = m->slab.change + s;
      MUST(cudaSetDevice(d));
      MUST(interior_5_mpi_overlap(&m->slab, from, to, change, m->plan.inner));
      MUST(cudaEventRecord(m->plan.interior, m->plan.inner));
      MUST(boundary_5_mpi_overlap(&m->slab, from, to, change, m->plan.outer));
      MUST(cudaEventRecord(m->plan.boundary, m->plan.outer));
      MUST(cudaStreamWaitEvent(m->plan.inner, m->plan.boundary, 0));
    }
  }
}

#endif

struct form {
  const char *name;
  void (*run)(struct team *, int steps);
  bool urgent; // the outer stream has the higher priority
  bool nccl;
};

static const struct form forms[] = {
    {"pushed", steps_pushed, false, false},
    {"told", steps_told, false, false},
    {"copied", steps_copied, false, false},
    {"copied_urgent", steps_copied, true, false},
#ifndef WITHOUT_NCCL
    {"nccl", steps_nccl, false, true},
    {"nccl_urgent", steps_nccl, true, true},
    {"nccl_one_thread", steps_nccl_one_thread, false, true},
    {"nccl_one_thread_urgent", steps_nccl_one_thread, true, true},
#endif
};
#endif
