// What calls.c uses of calls_devices.c: the tasks of several devices, called on arrays in the devices' memory.
#ifndef LAB_10_CALLS_DEVICES_H
#define LAB_10_CALLS_DEVICES_H

#include "cluster.h"
#include "worker/worker.h"

// Of either backend's runtime.
int cudaSetDevice(int device);
int cudaGetDevice(int *device);
int cudaGetDeviceCount(int *devices);
int cudaMalloc(void **pointer, size_t bytes);
int cudaFree(void *pointer);
int cudaMemset(void *pointer, int value, size_t bytes);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaStreamCreateWithFlags(void **stream, unsigned flags);
int cudaStreamSynchronize(void *stream);
int cudaStreamDestroy(void *stream);
int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, void *stream);
enum { NON_BLOCKING = 1, HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2 };

typedef float *arrays[CLUSTER_MOST_DEVICES]; // one on each device; NULL: not yet

// `count` undefined elements on the device, or one where that is 0; messages call them name[device]. Returns a cudaError_t.
int make_array(float **array, int device, int64_t count, const char *name);
void free_arrays(arrays array, int devices);

// To and from the device. get_array works in a stream that waits for nothing: what is still under way when the function has
// returned comes too late, or races with this, whatever the schedule. They return a cudaError_t.
int put_array(int device, float *to, const float *from, int64_t count);
int get_array(int device, float *to, const float *from, int64_t count);

// What a function has returned, or cudaErrorInvalidDevice, and says why: it leaves another device set than device 0.
int leaving_device_0(int error);

typedef int peers_function(enum cluster_way, int, const int64_t *, int64_t, int, float *const *,
                           float *const *);

// Cuts the grid into the devices' slabs, calls the function, and puts the slabs together. Returns a cudaError_t.
int call_peers(const struct pmpp_io *io, peers_function *f);

typedef int staged_function(const int64_t *, int64_t, int, float *, float *, float *);

// In each rank of a job: puts its slab on its device, calls the function, and lays the ranks' slabs and residuals together.
// Likewise.
int call_staged(const struct pmpp_io *io, staged_function *f);
int call_aware(const struct pmpp_io *io,
               staged_function *f); // MPI takes device pointers where the case has it so

typedef int ring_function(int, int64_t, float *const *, float *const *);

// Gives each device its vector, calls the function, and fetches the vectors. Likewise.
int call_ring(const struct pmpp_io *io, ring_function *f);

typedef int boxes_function(const int *, const int64_t *, int, float *const *, float *const *, float *const *);

// Cuts the grid into the devices' boxes, calls the function, and puts the boxes together. Likewise.
int call_boxes(const struct pmpp_io *io, boxes_function *f);

#endif
