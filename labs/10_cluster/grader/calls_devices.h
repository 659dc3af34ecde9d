// What calls.c uses of calls_devices.c: the tasks of several devices, called on arrays in the devices' memory.
#ifndef LAB_10_CALLS_DEVICES_H
#define LAB_10_CALLS_DEVICES_H

#include "cluster.h"
#include "worker/worker.h"

typedef int peers_function(enum cluster_way, int, const int64_t *, int64_t, int, float *const *,
                           float *const *);

// Cuts the grid into the devices' slabs, calls the function, and puts the slabs together. Returns a cudaError_t.
int call_peers(const struct pmpp_io *io, peers_function *f);

typedef int ring_function(int, int64_t, float *const *, float *const *);

// Gives each device its vector, calls the function, and fetches the vectors. Likewise.
int call_ring(const struct pmpp_io *io, ring_function *f);

#endif
