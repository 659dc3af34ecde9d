// A block's path: from barrier to barrier what its slowest warp does, since the others wait for it there. For the modelled time alone.
#ifndef EMU_MODEL_SLOWEST_WARP_H
#define EMU_MODEL_SLOWEST_WARP_H

#include "emu/demand.h"
#include <stdbool.h>

// What takes a warp time: a basic block or a request, a load's way (to shared memory, to the first-level cache, past it), a shuffle. TURN: a
// wavefront or a line, for which the block's other warps wait too.
enum path_step {
  PATH_EVENT,
  PATH_MEMORY,
  PATH_FAR,
  PATH_SHARED,
  PATH_EXCHANGE,
  PATH_TURN,
  PATH_PHASE,
  PATH_STEPS
};

void path_add(uint32_t warp, enum path_step what, uint64_t n); // in the block
// About how many cycles the warp has worked since the last barrier, and whether a load from the second-level cache has come by then.
uint64_t path_so_far(uint32_t warp);
bool path_is_enough(uint64_t cycles);
// A warp that polls waits for others: what it does from one look to the next counts once.
void path_looks(uint32_t warp);
void path_looks_again(uint32_t warp);
// Whether the addresses come of numbers that the threads have: words in a row, or in a row of rows; of a few lanes or on one word, so
// far from the place's last one as that from the one before. Else they come of what was loaded before.
bool path_by_number(uint32_t warp, uint32_t pc, const uint64_t *addr, int n);
void path_phase(void); // each warp has come to a barrier, or to its end
void path_block(void); // and to its end
void path_begin(void); // a launch
void path_end(struct emu_demand *sum);

#endif
