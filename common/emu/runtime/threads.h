// Threads of the host: one of them runs at a time.
#ifndef EMU_RUNTIME_THREADS_H
#define EMU_RUNTIME_THREADS_H

#include "include/cuda_runtime_api.h"
#include "memory/devices.h"
#include <stdbool.h>

// Of the thread that runs, besides device_set.
struct host_thread {
  cudaError_t last_error; // what cudaGetLastError returns
  enum cudaStreamCaptureMode capture_mode;
  struct CUstream_st
      *per_thread[MOST_DEVICES]; // its streams cudaStreamPerThread, a device each; NULL: not yet made
  bool makes_node;               // of a graph, by a call of its own (capture_aim): it keeps its turn
};
extern struct host_thread host_thread;

void threads_yield(
    void); // a call of the runtime has been made: now and then, as the seed says, the turn passes on

#endif
