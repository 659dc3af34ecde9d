// What clangd reads before the first line of a .cu file, in clang's CUDA mode: keywords and launches are clang's own.
// Compiled programs never see this file.
#ifndef EMU_EDITOR_H
#define EMU_EDITOR_H

// clangd completes no function whose name begins with __, but a macro's name, even of one that is no more.
// clang-format off
#define __syncthreads()
#undef __syncthreads
#define __syncthreads_count(predicate)
#undef __syncthreads_count
#define __syncthreads_and(predicate)
#undef __syncthreads_and
#define __syncthreads_or(predicate)
#undef __syncthreads_or
#define __syncwarp(mask)
#undef __syncwarp
#define __activemask()
#undef __activemask
#define __shfl_sync(mask, value, lane, width)
#undef __shfl_sync
#define __shfl_up_sync(mask, value, delta, width)
#undef __shfl_up_sync
#define __shfl_down_sync(mask, value, delta, width)
#undef __shfl_down_sync
#define __shfl_xor_sync(mask, value, lane_mask, width)
#undef __shfl_xor_sync
#define __ballot_sync(mask, predicate)
#undef __ballot_sync
#define __any_sync(mask, predicate)
#undef __any_sync
#define __all_sync(mask, predicate)
#undef __all_sync
#define __match_any_sync(mask, value)
#undef __match_any_sync
#define __match_all_sync(mask, value, all)
#undef __match_all_sync
#define __reduce_add_sync(mask, value)
#undef __reduce_add_sync
#define __reduce_min_sync(mask, value)
#undef __reduce_min_sync
#define __reduce_max_sync(mask, value)
#undef __reduce_max_sync
#define __threadfence()
#undef __threadfence
#define __threadfence_block()
#undef __threadfence_block
#define __popc(x)
#undef __popc
#define __popcll(x)
#undef __popcll
#define __ffs(x)
#undef __ffs
#define __ffsll(x)
#undef __ffsll
#define __clz(x)
#undef __clz
#define __clzll(x)
#undef __clzll
#define __brev(x)
#undef __brev
#define __ldg(address)
#undef __ldg
#define __float2half(x)
#undef __float2half
#define __half2float(x)
#undef __half2float
#define __float_as_int(x)
#undef __float_as_int
#define __int_as_float(x)
#undef __int_as_float
#define __float_as_uint(x)
#undef __float_as_uint
#define __uint_as_float(x)
#undef __uint_as_float
// clang-format on

// To the end of the program every function is one for both sides: those of the C and C++ libraries name no keyword, and
// their headers depend on each other. A kernel that calls a host function is what emucc finds. Only the operators of <new>
// are known beforehand, as the host's; clang's <new> adds the device's.
#pragma clang force_cuda_host_device begin
#include <stdlib.h>
#pragma clang force_cuda_host_device end
#define __device__ __attribute__((device))
#include <new>
#undef __device__
#pragma clang force_cuda_host_device begin
#include "emu_program.h"
// What clang looks up for a launch: one for old toolkits and one for new ones.
extern "C" unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared = 0,
                                      cudaStream_t stream = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared = 0,
                                                cudaStream_t stream = 0);

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __managed__
#undef __launch_bounds__
#define __global__             __attribute__((global))
#define __device__             __attribute__((device))
#define __host__               __attribute__((host))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

// The thread's place in its block.
extern const __device__ uint3 threadIdx;
// The block's place in the grid.
extern const __device__ uint3 blockIdx;
// The threads of a block, along each axis.
extern const __device__ dim3 blockDim;
// The blocks of the grid, along each axis.
extern const __device__ dim3 gridDim;

#endif
