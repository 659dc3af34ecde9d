// The two caches, for the modelled time alone: what passes the first (l1.c) is kept (l1_misses.c) for the second (l2.c).
#ifndef EMU_MODEL_CACHES_H
#define EMU_MODEL_CACHES_H

#include "emu/demand.h"
#include <stdbool.h>

enum { LINE = 128, SECTOR = 32 };

void l1_begin(void); // a launch
void l1_block(void);
bool l1_has(uint64_t sector); // whether the sector is there; else a load brings it

// What share of the device the launch has, where EMU_MODEL_L2 gives the second-level cache another size.
double l2_share(void);

// The accesses of a launch that pass the first-level cache. The second-level cache sees them when the launch is over, since blocks ran
// one after another here and run side by side on a device: so many at once.
void passed_begin(uint64_t blocks_at_once);
void passed_block(uint64_t block); // whose come next
void passed_add(uint64_t sector, bool writes, uint32_t bytes, struct emu_demand *sum);
void passed_end(struct emu_demand *sum);

// The second-level cache. It keeps what it holds from launch to launch. Block b's accesses are those from begin[b] to begin[b + 1].
struct l2_access {
  uint64_t sector : 52, writes : 1, bytes : 6;
};
void l2_run(const struct l2_access *a, uint64_t n, const uint64_t *begin, uint64_t blocks, uint64_t at_once,
            struct emu_demand *sum);

#endif
