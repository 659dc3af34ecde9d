// Lab 10's tasks of several devices as the worker calls them: their arrays are put on the devices, and the results fetched.
#include "calls_devices.h"
#include "parts.h"
#include "worker/backend.h"
#include <stdio.h>

int make_array(float **array, int device, int64_t count, const char *name) {
  char of_device[24];
  size_t bytes = (size_t)(count ? count : 1) * sizeof(float);
  int error = cudaSetDevice(device);
  if (!error) error = cudaMalloc((void **)array, bytes);
  if (!error) error = cudaMemset(*array, 0xff, bytes);
  if (error) return error;
  backend_unwritten(*array, bytes);
  snprintf(of_device, sizeof of_device, "%s[%d]", name, device);
  backend_name(*array, of_device);
  return 0;
}

void free_arrays(arrays array, int devices) {
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaFree(array[d]);
  }
  cudaSetDevice(0);
}

int put_array(int device, float *to, const float *from, int64_t count) {
  int error = cudaSetDevice(device);
  return error || !count ? error : cudaMemcpy(to, from, (size_t)count * sizeof(float), HOST_TO_DEVICE);
}

int get_array(int device, float *to, const float *from, int64_t count) {
  void *stream;
  int error = cudaSetDevice(device);
  if (error || !count) return error;
  error = cudaStreamCreateWithFlags(&stream, NON_BLOCKING);
  if (error) return error;
  error = cudaMemcpyAsync(to, from, (size_t)count * sizeof(float), DEVICE_TO_HOST, stream);
  if (!error) error = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return error;
}

int leaving_device_0(int error) {
  enum { INVALID_DEVICE = 101 };
  int device = 0;
  cudaGetDevice(&device);
  if (error || device == 0) return error;
  printf(
      "the device that cudaSetDevice has set last is %d: device 0 has to be set when the function returns\n",
      device);
  return INVALID_DEVICE;
}

// ---- task 3 -----------------------------------------------------------------------------------------------

static int on_slabs(const struct pmpp_io *io, peers_function *f, arrays a, arrays b) {
  int devices = (int)io->param[DEVICES], steps = (int)io->param[SLAB_STEPS], error = 0;
  const int64_t *rows = io->arg[SLABS];
  int64_t columns = io->param[SLAB_COLUMNS];
  const float *grid = io->arg[GRID];
  float *out = io->arg[RESULT];
  for (int d = 0; d < devices && !error; d++) {
    int64_t room = (rows[d] + 2) * columns, own = rows[d] * columns;
    error = make_array(&a[d], d, room, "a");
    if (!error) error = make_array(&b[d], d, room, "b");
    if (!error) error = put_array(d, a[d] + columns, grid, own);
    grid += own;
  }
  if (!error) error = cudaSetDevice(0);
  if (!error)
    error = leaving_device_0(f((enum cluster_way)io->param[WAY], devices, rows, columns, steps, a, b));
  for (int d = 0; d < devices && !error; d++) {
    error = get_array(d, out, (steps % 2 ? b : a)[d] + columns, rows[d] * columns);
    out += rows[d] * columns;
  }
  return error;
}

int call_peers(const struct pmpp_io *io, peers_function *f) {
  arrays a = {0}, b = {0};
  int error = on_slabs(io, f, a, b);
  free_arrays(a, (int)io->param[DEVICES]);
  free_arrays(b, (int)io->param[DEVICES]);
  return error;
}

// ---- task 8 -----------------------------------------------------------------------------------------------

static int on_ring(const struct pmpp_io *io, ring_function *f, arrays vector, arrays scratch) {
  int devices = (int)io->param[DEVICES], error = 0;
  int64_t n = io->param[LENGTH];
  const float *in = io->arg[VECTORS];
  float *out = io->arg[SUMS];
  for (int d = 0; d < devices && !error; d++) {
    error = make_array(&vector[d], d, n, "vector");
    if (!error) error = make_array(&scratch[d], d, cluster_ring_scratch(devices, n), "scratch");
    if (!error) error = put_array(d, vector[d], in + d * n, n);
  }
  if (!error) error = cudaSetDevice(0);
  if (!error) error = leaving_device_0(f(devices, n, vector, scratch));
  for (int d = 0; d < devices && !error; d++) error = get_array(d, out + d * n, vector[d], n);
  return error;
}

int call_ring(const struct pmpp_io *io, ring_function *f) {
  arrays vector = {0}, scratch = {0};
  int error = on_ring(io, f, vector, scratch);
  free_arrays(vector, (int)io->param[DEVICES]);
  free_arrays(scratch, (int)io->param[DEVICES]);
  return error;
}
