// expect: inefficient 3_peers busiest_block_share on emu
// fault: one block has all rows of a device's interior.
#include "cluster.h"
#include <cuda_runtime.h>

struct part {
  int device;
  int64_t rows;
  float *room[2];
  cudaStream_t edge, bulk;
  cudaEvent_t edge_done, bulk_done;
};

// Rows first to end - 1 of a room, whose row 0 is the halo.
__global__ void some_rows(const float *from, float *to, const float *above, const float *below, int64_t first,
                          int64_t end, int64_t rows, int64_t columns) {
  for (int64_t i = first; i < end; i++) {
    const float *mid = from + i * columns, *up = i == 1 ? above : mid - columns;
    const float *down = i == rows ? below : mid + columns;
    for (int64_t j = threadIdx.x; j < columns; j += blockDim.x) {
      float v = mid[j];
      if (up && down && j > 0 && j < columns - 1) v = 0.25f * ((up[j] + down[j]) + (mid[j - 1] + mid[j + 1]));
      to[i * columns + j] = v;
    }
  }
}

static void launch(const struct part *p, int now, cudaStream_t stream, const float *above, const float *below,
                   int64_t first, int64_t end, int64_t columns) {
  if (first >= end) return;
  some_rows<<<1, 96, 0, stream>>>(p->room[now], p->room[!now], above, below, first, end, p->rows,
                                  columns); // fault
}

int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  part part[CLUSTER_MOST_DEVICES];
  int n = 0;
  for (int d = 0; d < devices; d++) {
    if (rows[d] == 0) continue;
    struct part *p = &part[n++];
    *p = {d, rows[d], {a[d], b[d]}};
    cudaSetDevice(d);
    cudaStreamCreate(&p->edge);
    cudaStreamCreate(&p->bulk);
    cudaEventCreateWithFlags(&p->edge_done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&p->bulk_done, cudaEventDisableTiming);
    if (n > 1) cudaDeviceEnablePeerAccess(p[-1].device, 0);
    if (n > 1) cudaSetDevice(p[-1].device), cudaDeviceEnablePeerAccess(d, 0);
  }
  size_t line = columns * sizeof(float);
  for (int s = 0; s < steps; s++) {
    int now = s % 2;
    for (int k = 0; k < n; k++) {
      cudaEventRecord(part[k].edge_done, part[k].edge);
      cudaEventRecord(part[k].bulk_done, part[k].bulk);
    }
    for (int k = 0; k < n; k++) {
      struct part *p = &part[k], *up = k ? p - 1 : NULL, *down = k < n - 1 ? p + 1 : NULL;
      const float *above = NULL, *below = NULL;
      cudaSetDevice(p->device);
      cudaStreamWaitEvent(p->edge, p->bulk_done, 0);
      cudaStreamWaitEvent(p->bulk, p->edge_done, 0);
      if (up) {
        above = up->room[now] + up->rows * columns;
        cudaStreamWaitEvent(p->edge, up->edge_done, 0);
        if (up->rows == 1) cudaStreamWaitEvent(p->edge, up->bulk_done, 0);
        if (way == CLUSTER_COPIES)
          cudaMemcpyPeerAsync(p->room[now], p->device, above, up->device, line, p->edge),
              above = p->room[now];
      }
      if (down) {
        below = down->room[now] + columns;
        cudaStreamWaitEvent(p->edge, down->edge_done, 0);
        if (way == CLUSTER_COPIES) {
          float *halo = p->room[now] + (p->rows + 1) * columns;
          cudaMemcpyPeerAsync(halo, p->device, below, down->device, line, p->edge), below = halo;
        }
      }
      launch(p, now, p->edge, above, below, 1, 2, columns);
      if (p->rows > 1) launch(p, now, p->edge, above, below, p->rows, p->rows + 1, columns);
      launch(p, now, p->bulk, above, below, 2, p->rows, columns);
      if (way == CLUSTER_COPIES) cudaEventRecord(p->bulk_done, p->bulk);
    }
    // What a neighbour copies or loads now, the next step stores over: it comes behind.
    for (int k = 0; k < n; k++) cudaEventRecord(part[k].edge_done, part[k].edge);
    for (int k = 0; k < n; k++) {
      if (k) cudaStreamWaitEvent(part[k].edge, part[k - 1].edge_done, 0);
      if (k < n - 1) cudaStreamWaitEvent(part[k].edge, part[k + 1].edge_done, 0);
    }
  }
  for (int k = 0; k < n; k++) {
    struct part *p = &part[k];
    cudaStreamSynchronize(p->edge);
    cudaStreamSynchronize(p->bulk);
    cudaStreamDestroy(p->edge);
    cudaStreamDestroy(p->bulk);
    cudaEventDestroy(p->edge_done);
    cudaEventDestroy(p->bulk_done);
    cudaSetDevice(p->device);
    if (k) cudaDeviceDisablePeerAccess(p[-1].device);
    if (k < n - 1) cudaDeviceDisablePeerAccess(p[1].device);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}
