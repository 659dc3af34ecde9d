// CUB's primitives of warps and blocks, and its algorithms over the device.
#ifndef EMU_CUB_CUH
#define EMU_CUB_CUH

#include "../cuda_fp8.h" // the toolkit's brings the small types along, here and in cuda/std
#include "../emu_cccl_version.h"

#include <map>
#include "block/block_adjacent_difference.cuh"
#include "block/block_discontinuity.cuh"
#include "block/block_exchange.cuh"
#include "block/block_histogram.cuh"
#include "block/block_load.cuh"
#include "block/block_radix_sort.cuh"
#include "block/block_reduce.cuh"
#include "block/block_scan.cuh"
#include "block/block_store.cuh"
#include "device/device_for.cuh"
#include "device/device_histogram.cuh"
#include "device/device_partition.cuh"
#include "device/device_radix_sort.cuh"
#include "device/device_reduce.cuh"
#include "device/device_run_length_encode.cuh"
#include "device/device_scan.cuh"
#include "device/device_segmented_reduce.cuh"
#include "device/device_segmented_sort.cuh"
#include "device/device_select.cuh"
#include "device/device_transform.cuh"
#include "iterator/input_iterators.cuh"
#include "util_allocator.cuh"
#include "util_debug.cuh"
#include "util_ptx.cuh"
#include "warp/warp_reduce.cuh"
#include "warp/warp_scan.cuh"

#endif
