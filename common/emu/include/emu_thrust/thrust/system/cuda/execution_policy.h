// In the place of Thrust's own header: the policies of its CUDA system are those of the system that runs here.
#ifndef EMU_THRUST_CUDA_POLICY_H
#define EMU_THRUST_CUDA_POLICY_H

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/cpp/pointer.h>

THRUST_NAMESPACE_BEGIN
namespace cuda {

// par.on(stream): work is done when it is asked for, in any stream.
struct emu_par : thrust::system::cpp::detail::par_t {
  const emu_par &on(cudaStream_t) const {
    return *this;
  }
};
static const emu_par par, par_nosync;
using pointer_tag = thrust::system::cpp::tag;
using tag = thrust::system::cpp::tag;
template <class T_> using pointer = thrust::system::cpp::pointer<T_>;
template <class T_> using reference = thrust::system::cpp::reference<T_>;

} // namespace cuda
THRUST_NAMESPACE_END

#endif
