// Asynchronous copies from global to shared memory: __pipeline_memcpy_async and its like.
//
// A copy of 4, 8 or 16 bytes is one global load and one shared store of that width. The data arrives when the
// thread waits for it: a read before that finds the old content, and is reported.
#ifndef EMU_CUDA_PIPELINE_H
#define EMU_CUDA_PIPELINE_H

#include "cuda_runtime.h"
#include "emu_touch.h"

extern "C" {
// Remember the copy; data beyond `bytes - zeros` is zero.
EMU_NOTHROW void emu_async_copy(void *to, const void *from, unsigned bytes, unsigned zeros);
EMU_NOTHROW void emu_async_commit(void);
EMU_NOTHROW void emu_async_wait(unsigned prior); // for all but the last `prior` batches
}

EMU_INLINE void __pipeline_memcpy_async(void *shared, const void *global, size_t bytes, size_t zeros = 0) {
  if (zeros < bytes) emu_touch_read(global, (unsigned)bytes);
  emu_touch_write(shared, (unsigned)bytes);
  emu_async_copy(shared, global, (unsigned)bytes, (unsigned)zeros);
}
EMU_INLINE void __pipeline_commit() {
  emu_async_commit();
}
EMU_INLINE void __pipeline_wait_prior(size_t prior) {
  emu_async_wait((unsigned)prior);
}

#endif
