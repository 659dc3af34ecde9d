// The device code of timing: hold a stream until the host lets go, and fill memory with noise.
#include "worker/blocking_kernel.h"
#include <cuda_runtime.h>

enum { BLOCKING_THREADS = 512 };

struct flags {      // mapped: host and device see the same words
  unsigned holding; // every block has arrived
  unsigned release; // the host lets go
  unsigned expired; // a block gave up
};

static volatile struct flags *flags;
static struct flags *flags_on_device;
static unsigned *counts; // on the device: the word to let go, and how many blocks have arrived
static int blocks_resident;

static __device__ unsigned long long nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

// One thread of each block polls, the first block's the host's word and the others' its copy on the device,
// so that they end together; all other threads only take up room, at the barrier.
static __global__ void blocking_kernel(volatile struct flags *flags, volatile unsigned *let_go,
                                       unsigned *arrived, unsigned long long timeout) {
  if (threadIdx.x == 0) {
    unsigned long long start = nanoseconds();
    if (atomicAdd(arrived, 1) == gridDim.x - 1) flags->holding = 1;
    const volatile unsigned *word = blockIdx.x == 0 ? &flags->release : let_go;
    while (!*word) {
      if (nanoseconds() - start > timeout) {
        flags->expired = 1;
        break;
      }
    }
    if (blockIdx.x == 0) *let_go = 1;
  }
  __syncthreads();
}

static __global__ void noise(float *data, size_t words, unsigned seed) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) {
    unsigned x = (unsigned)i * 2654435761u ^ (unsigned)(i >> 32) ^ seed;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    data[i] = (float)(x >> 8) * 0x1p-24f;
  }
}

int block_stream_init(void) {
  int device, sms, threads;
  cudaError_t e = cudaGetDevice(&device);
  if (!e) e = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (!e) e = cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (!e) e = cudaHostAlloc((void **)&flags, sizeof *flags, cudaHostAllocMapped);
  if (!e) e = cudaHostGetDevicePointer((void **)&flags_on_device, (void *)flags, 0);
  if (!e) e = cudaMalloc((void **)&counts, 2 * sizeof *counts);
  if (!e) blocks_resident = sms * (threads / BLOCKING_THREADS);
  return e;
}

int block_stream_start(uint64_t timeout_ns) {
  flags->holding = flags->release = flags->expired = 0;
  cudaError_t e = cudaMemset(counts, 0, 2 * sizeof *counts);
  if (!e) e = cudaDeviceSynchronize();
  if (e) return e;
  blocking_kernel<<<blocks_resident, BLOCKING_THREADS>>>(flags_on_device, counts, counts + 1, timeout_ns);
  if ((e = cudaGetLastError())) return e;
  while (!flags->holding && !flags->expired)
    if ((e = cudaStreamQuery(0)) != cudaErrorNotReady && !flags->expired && !flags->holding)
      return e ? e : cudaErrorLaunchFailure;
  return cudaSuccess;
}

void block_stream_release(void) {
  flags->release = 1;
}

int blocking_expired(void) {
  return flags->expired != 0;
}

int fill_noise(float *data, size_t words, uint32_t seed) {
  if (words) noise<<<4096, 256>>>(data, words, seed);
  return cudaGetLastError();
}
