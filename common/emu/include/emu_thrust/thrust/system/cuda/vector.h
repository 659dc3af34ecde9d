// In the place of Thrust's own header: vectors of the CUDA system are those of the system that runs here.
#ifndef EMU_THRUST_CUDA_VECTOR_H
#define EMU_THRUST_CUDA_VECTOR_H

#include <thrust/system/cpp/vector.h>
#include <thrust/system/cuda/memory.h>

THRUST_NAMESPACE_BEGIN
namespace cuda {

using thrust::system::cpp::universal_vector;
using thrust::system::cpp::vector;

} // namespace cuda
THRUST_NAMESPACE_END

#endif
