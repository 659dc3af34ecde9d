// Asynchronous copies into shared memory.
#ifndef EMU_CHECK_ASYNC_COPY_H
#define EMU_CHECK_ASYNC_COPY_H

void async_block_ends(void); // report what was read although its copy was never waited for

#endif
