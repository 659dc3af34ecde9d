// The thread block cluster that runs: where the shared memory of each of its blocks lies while the block does not run.
#ifndef EMU_MEMORY_CLUSTER_BLOCKS_H
#define EMU_MEMORY_CLUSTER_BLOCKS_H

#include "memory/shadow.h"

enum { MOST_CLUSTER_BLOCKS = 16, PORTABLE_CLUSTER_BLOCKS = 8 };

struct cluster_block {
  uint64_t linear;          // of the grid
  uint64_t shared, dynamic; // addresses
  struct shadow *shared_shadow, *dynamic_shadow;
  uint16_t stamp;    // block_stamp
  uint32_t in_order; // its index among the launch's blocks (order.c)
  bool begun, done;
};
struct cluster {
  uint32_t blocks;        // 0: the launch has no clusters
  uint32_t shape[3], own; // own: the running block's rank
  uint32_t barriers;      // that the cluster has passed
  uint32_t first_epoch;   // of the cluster; M.shared_since is the first one behind its last barrier
  struct cluster_block block[MOST_CLUSTER_BLOCKS];
};
extern struct cluster C;

// The block whose shared memory, as it is put aside, the address lies in or next to; NULL: none. own: the same place of the
// running block.
struct cluster_block *cluster_block_at(uint64_t addr, uint64_t *own);

#endif
