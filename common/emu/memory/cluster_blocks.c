// Which block of the running cluster an address belongs to.
#include "memory/cluster_blocks.h"
#include "memory/running.h"

struct cluster C;

enum { AROUND = 128 }; // what lies next to it

struct cluster_block *cluster_block_at(uint64_t addr, uint64_t *own) {
  for (struct cluster_block *b = C.block; b < C.block + C.blocks; b++) {
    if (addr - b->shared + AROUND < M.shared_size + 2 * AROUND)
      *own = addr - b->shared + M.shared_base;
    else if (addr - b->dynamic + AROUND < M.dynamic_size + 2 * AROUND)
      *own = addr - b->dynamic + M.dynamic_base;
    else
      continue;
    return b;
  }
  return NULL;
}
