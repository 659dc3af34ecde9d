// Dynamic parallelism: what kernels launch.
#ifndef EMU_RUNTIME_CHILDREN_H
#define EMU_RUNTIME_CHILDREN_H

#include "runtime/queue.h"

// A grid under way, with what its threads have asked for.
struct family {
  struct family *parent;
  struct child *first, *last;
  struct parent_log *log;
  uint32_t since, depth; // since: in its log, when the child that runs now was asked for
};
void family_begin(struct family *f);
void family_blocks_done(
    void); // the running grid's blocks are done, its counts taken: before its shadow is gone
void family_end(struct stream_work *work); // runs the children of the running grid

// A thread of the running grid asks for work.
cudaError_t child_add(cudaStream_t stream, const struct work_kind *kind, const void *data, size_t bytes);
bool family_has_children(void);                 // threads of the running grid have asked for work
cudaError_t child_stream(cudaStream_t *stream); // new, for the running block
bool child_has_stream(cudaStream_t stream);     // that such a thread may name

#endif
