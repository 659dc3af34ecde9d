// Copies into shared memory that a group makes together; wait() waits for them and for the group.
#ifndef EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

// A size that is a multiple of n bytes, of pointers that are too.
namespace cuda {
template <size_t n> struct aligned_size_t {
  size_t value;
  EMU_INLINE explicit aligned_size_t(size_t bytes) : value(bytes) {}
  EMU_INLINE operator size_t() const {
    return value;
  }
};
} // namespace cuda

namespace cooperative_groups {

// Thread r copies pieces r, r + size, ...: of 16, 8 or 4 bytes, as the addresses and the size allow.
template <class G_> EMU_INLINE void memcpy_async(const G_ &group, void *to, const void *from, size_t bytes) {
  uint64_t all = (uint64_t)to | (uint64_t)from | bytes;
  unsigned piece = all & 15 ? all & 7 ? 4 : 8 : 16;
  size_t step = (size_t)group.size() * piece;
  for (size_t i = (size_t)group.thread_rank() * piece; i < bytes; i += step)
    __pipeline_memcpy_async((char *)to + i, (const char *)from + i, piece);
  __pipeline_commit();
}
template <class G_, class T_>
EMU_INLINE void memcpy_async(const G_ &group, T_ *to, size_t to_count, const T_ *from, size_t from_count) {
  size_t count = to_count < from_count ? to_count : from_count;
  memcpy_async(group, (void *)to, (const void *)from, count * sizeof(T_));
}
template <class G_> EMU_INLINE void wait(const G_ &group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <unsigned prior, class G_> EMU_INLINE void wait_prior(const G_ &group) {
  __pipeline_wait_prior(prior);
  group.sync();
}

} // namespace cooperative_groups
#endif
