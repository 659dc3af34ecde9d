// In the place of Thrust's own header, where emucc compiles a program with Thrust: device vectors lie in the emulator's
// device memory, so that kernels may use them. Thrust's algorithms run on the host, as those of its C++ system.
#ifndef EMU_THRUST_MEMORY_RESOURCE_H
#define EMU_THRUST_MEMORY_RESOURCE_H

#include <new>
#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/mr/new.h>
#include <thrust/system/cpp/pointer.h>

// From now on device memory is open to the host, and work is done when it is asked for (api/memory.c).
extern "C" void emu_library_on_host(void);
static struct emu_thrust {
  emu_thrust() {
    emu_library_on_host();
  }
} emu_thrust_begins __attribute__((init_priority(101)));

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {
namespace detail {

class emu_device_memory : public thrust::mr::memory_resource<> {
public:
  void *do_allocate(std::size_t bytes, std::size_t) override {
    void *p = nullptr;
    if (::cudaMalloc(&p, bytes) != cudaSuccess) throw std::bad_alloc();
    return p;
  }
  void do_deallocate(void *p, std::size_t, std::size_t) override {
    ::cudaFree(p);
  }
};
using native_resource =
    thrust::mr::fancy_pointer_resource<emu_device_memory, thrust::system::cpp::pointer<void>>;
using universal_native_resource =
    thrust::mr::fancy_pointer_resource<emu_device_memory, thrust::system::cpp::universal_pointer<void>>;

} // namespace detail

using memory_resource = detail::native_resource;
using universal_memory_resource = detail::universal_native_resource;
using universal_host_pinned_memory_resource = universal_memory_resource;

} // namespace cpp
} // namespace system
THRUST_NAMESPACE_END

#endif
