// In the place of Thrust's own header: device memory of the CUDA system is that of the system that runs here.
#ifndef EMU_THRUST_CUDA_MEMORY_H
#define EMU_THRUST_CUDA_MEMORY_H

#include <thrust/system/cpp/memory.h>
#include <thrust/system/cuda/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace cuda {

using thrust::system::cpp::allocator;
using thrust::system::cpp::free;
using thrust::system::cpp::malloc;
using thrust::system::cpp::universal_allocator;

} // namespace cuda
THRUST_NAMESPACE_END

#endif
