// What the calls for memory share: allocations, copies and settings at the place of the program's call.
#ifndef EMU_API_COPY_H
#define EMU_API_COPY_H

#include "include/cuda_runtime_api.h"

#include <stdbool.h>
#include <stdint.h>

cudaError_t api_allocate(void **pointer, size_t bytes, uint32_t pc); // of the device
cudaError_t api_release(void *pointer, uint32_t pc);
void api_forget_hints(uint64_t address); // about managed memory: another allocation is there
cudaError_t api_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc);

struct block { // planes of rows of bytes
  void *to;
  const void *from;
  size_t to_pitch, from_pitch, to_plane, from_plane, width, height, depth;
};
// In the stream; where capture_aim waits for a node, as that node. A copy that is not asynchronous is the program's in the
// default stream.
cudaError_t api_copy_block(const struct block *block, enum cudaMemcpyKind kind, uint32_t pc,
                           cudaStream_t stream, bool async);
cudaError_t api_set_rows(void *to, size_t pitch, int value, size_t width, size_t height, uint32_t pc,
                         cudaStream_t stream, bool async);
cudaError_t api_set_node(const struct cudaMemsetParams *params, uint32_t pc);
// Of what cudaMemcpy3D is told. An error: that makes no copy.
cudaError_t api_block_of(const struct cudaMemcpy3DParms *copy, struct block *block);
cudaError_t api_symbol(const void *symbol, size_t bytes, size_t offset,
                       uint32_t pc); // it is one, and has that room
// A library's work that runs reads or writes memory of any kind; `buffer` is the library's own. False: it has been told why.
struct stream_work;
bool api_work_read(struct stream_work *work, void *buffer, const void *from, size_t bytes);
bool api_work_write(struct stream_work *work, void *to, const void *buffer, size_t bytes);
bool api_is_pageable(const void *p); // host memory that no device reaches
bool api_is_device(const void *p);   // memory that the host does not reach
cudaError_t api_host_node(cudaHostFn_t function, void *data, uint32_t pc);

#endif
