// A large copy in pieces: while the device copies one to or from pinned memory, all processors copy the next one there.
#include "worker/transfer.h"
extern "C" {
#include "base/parallel.h"
}
#include <cuda_runtime_api.h>
#include <string.h>

// cudaMemcpy alone reaches about 3 GB/s from pageable memory whose pages this process has not touched (H100, PCIe 5).
#ifndef TRANSFER_PIECE
#define TRANSFER_PIECE ((size_t)16 << 20)
#endif
enum { SLOTS = 3 };
static const size_t LARGE = 4 * TRANSFER_PIECE; // pinned memory takes milliseconds to allocate
static const int64_t GRAIN = 1 << 20;

struct copy {
  char *to;
  const char *from;
};

static void copy_part(void *context, int64_t begin, int64_t end) {
  struct copy *c = (struct copy *)context;
  memcpy(c->to + begin, c->from + begin, (size_t)(end - begin));
}

static void copy_by_all(char *to, const char *from, size_t bytes) {
  struct copy c = {to, from};
  parallel_for((int64_t)bytes, GRAIN, copy_part, &c);
}

// Pinned memory for SLOTS pieces, and when the device has done with each.
struct stage {
  char *pinned;
  cudaEvent_t done[SLOTS];
};

static cudaError_t open_stage(struct stage *s) {
  cudaError_t e = cudaHostAlloc((void **)&s->pinned, SLOTS * TRANSFER_PIECE, cudaHostAllocDefault);
  for (int i = 0; i < SLOTS && !e; i++) e = cudaEventCreateWithFlags(&s->done[i], cudaEventDisableTiming);
  return e;
}

static cudaError_t close_stage(struct stage *s, cudaError_t e) {
  cudaError_t last = cudaStreamSynchronize(0);
  for (int i = 0; i < SLOTS; i++)
    if (s->done[i]) cudaEventDestroy(s->done[i]);
  if (s->pinned) cudaFreeHost(s->pinned);
  return e ? e : last;
}

static size_t piece_bytes(size_t bytes, size_t piece) {
  size_t rest = bytes - piece * TRANSFER_PIECE;
  return rest < TRANSFER_PIECE ? rest : TRANSFER_PIECE;
}

static char *slot(const struct stage *s, size_t piece) {
  return s->pinned + piece % SLOTS * TRANSFER_PIECE;
}

int transfer_to_device(void *device, const void *host, size_t bytes) {
  if (bytes < LARGE) return cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
  struct stage s = {0};
  cudaError_t e = open_stage(&s);
  for (size_t k = 0; k * TRANSFER_PIECE < bytes && !e; k++) {
    size_t at = k * TRANSFER_PIECE, n = piece_bytes(bytes, k);
    if (k >= SLOTS) e = cudaEventSynchronize(s.done[k % SLOTS]);
    if (e) break;
    copy_by_all(slot(&s, k), (const char *)host + at, n);
    e = cudaMemcpyAsync((char *)device + at, slot(&s, k), n, cudaMemcpyHostToDevice, 0);
    if (!e) e = cudaEventRecord(s.done[k % SLOTS], 0);
  }
  return close_stage(&s, e);
}

int transfer_to_host(void *host, const void *device, size_t bytes) {
  if (bytes < LARGE) return cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
  struct stage s = {0};
  cudaError_t e = open_stage(&s);
  size_t pieces = (bytes + TRANSFER_PIECE - 1) / TRANSFER_PIECE;
  for (size_t k = 0; k < pieces + SLOTS - 1 && !e; k++) { // piece k begins, piece k - SLOTS + 1 is taken out
    if (k < pieces) {
      e = cudaMemcpyAsync(slot(&s, k), (const char *)device + k * TRANSFER_PIECE, piece_bytes(bytes, k),
                          cudaMemcpyDeviceToHost, 0);
      if (!e) e = cudaEventRecord(s.done[k % SLOTS], 0);
    }
    if (k < SLOTS - 1 || e) continue;
    size_t out = k - (SLOTS - 1);
    if (out >= pieces) break;
    e = cudaEventSynchronize(s.done[out % SLOTS]);
    if (!e) copy_by_all((char *)host + out * TRANSFER_PIECE, slot(&s, out), piece_bytes(bytes, out));
  }
  return close_stage(&s, e);
}
