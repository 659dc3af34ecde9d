// A block that is put aside while others run: its threads, its shared memory, and what the checks remember of both.
#ifndef EMU_RUNTIME_PARKED_BLOCKS_H
#define EMU_RUNTIME_PARKED_BLOCKS_H

#include "runtime/schedule.h"

enum { PARKED_LEAD = 128 };
enum { IDLE_ROUNDS = 2 }; // in which nobody gets any further: delayed stores have arrived by then (delayed.c)

struct parked {
  struct block_state state;
  uint64_t linear;
  uint16_t stamp;
  bool waits, polls; // at the grid barrier; for what other blocks store; neither: it is done
  uint32_t epoch, own_epoch, first_epoch; // when it was put aside in the middle of an epoch
  struct timeline *timeline;
  char *shared, *dynamic; // with PARKED_LEAD bytes around both
  uint64_t dynamic_bytes;
  struct shadow *shared_shadow, *dynamic_shadow;
};

extern struct parked **parked; // kept from launch to launch, for their stacks

void parked_room(uint64_t blocks); // so many of them exist
void parked_drop(void);            // their fibers, which stand in the middle of a kernel
// A place for the shared memory of blocks of this launch, which stays where it is while the launch lasts.
void parked_reserve(struct parked *p);

void parked_put_aside(struct parked *p); // at a grid barrier
void parked_take_up(struct parked *p);   // behind it
void parked_leave(struct parked *p);     // in the middle of an epoch, or at a barrier of its cluster
// The block is in its place again, and may run on.
void parked_go_on(struct parked *p);
void parked_pass_cluster_barrier(struct parked *p);

#endif
