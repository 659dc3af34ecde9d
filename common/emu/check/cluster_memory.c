// Distributed shared memory. A block's shared memory is there from its beginning to its end, and only cluster.sync() tells the
// others of both: what they access before the first one, or behind the last one that the block takes part in, may not be there.
//
// Races in it are found as in global memory: a barrier of the block orders its own threads, one of the cluster all. What
// other blocks have accessed is looked for where the block itself runs on before the cluster's next barrier; until somebody
// does access it, its own accesses are checked as fast as always.
#include "check/cluster_memory.h"
#include "check/events.h"
#include "check/hazard.h"
#include "memory/describe.h"

// The latest access of another block to this one's memory since the last barrier of the cluster.
static struct {
  bool any;
  struct access_site at;
  uint64_t own;
  uint32_t size;
  int touch;
} reached[MOST_CLUSTER_BLOCKS];

static void tell_rank(struct access_site at, uint64_t own, uint32_t size, int touch, uint32_t rank,
                      const char *why) {
  char what[160];
  access_describe(own, size, what, sizeof what);
  hazard(EMU_HAZARD_CLUSTER, at, NULL, NULL, "%s %s of the cluster's block %u, which may %s",
         !(touch & TOUCH_STORE) ? "reads"
         : touch & TOUCH_LOAD   ? "atomically updates"
                                : "writes",
         what, rank, why);
}

static bool outside(uint64_t own, uint32_t size) {
  if (own - M.shared_base < M.shared_size)
    return M.foreign_shared && M.foreign_shared[(own - M.shared_base) >> 2];
  return own - M.dynamic_base >= M.dynamic_size || own - M.dynamic_base + size > M.dynamic_size;
}

void cluster_access(struct cluster_block *b, uint64_t addr, uint64_t own, uint32_t size, int touch,
                    uint32_t pc) {
  uint32_t rank = (uint32_t)(b - C.block);
  if (outside(own, size)) {
    char what[160];
    access_describe(own, size, what, sizeof what);
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, NULL,
           "%s %s of the cluster's block %u, which has no more there",
           touch & TOUCH_STORE ? "writes" : "reads", what, rank);
    L.error = cudaErrorIllegalAddress;
    launch_give_up();
  }
  if (rank == C.own) { // its memory is in its place, not here
    hazard(EMU_HAZARD_FAULT, site_self(pc), NULL,
           "let each block call map_shared_rank() for the pointers that it uses",
           "another block of the cluster has made this pointer to the block's own shared memory: the "
           "emulator does not "
           "follow it");
    L.error = cudaErrorNotSupported;
    launch_give_up();
  }
  bool handed_over = order_any();
  if (b->done) {
    tell_rank(site_self(pc), own, size, touch, rank, "have ended");
    return;
  }
  if (!b->begun || (!C.barriers && !handed_over)) {
    tell_rank(site_self(pc), own, size, touch, rank, "not have begun");
    return;
  }
  reached[rank].any = true;
  reached[rank].at = site_self(pc);
  reached[rank].own = own;
  reached[rank].size = size;
  reached[rank].touch = touch;
  uint16_t stamp = M.block_stamp;
  M.block_stamp = b->stamp;
  if (touch & TOUCH_SYNC) order_sync_shared(own, touch, b->in_order);
  bool fixed = own - M.shared_base < M.shared_size;
  race_shared(fixed ? b->shared_shadow : b->dynamic_shadow, fixed ? b->shared : b->dynamic, addr, size, touch,
              pc);
  M.block_stamp = stamp;
}

static void forget_reached(void) {
  for (int i = 0; i < MOST_CLUSTER_BLOCKS; i++) reached[i].any = false;
  M.shared_since = M.epoch + 1;
}

void cluster_begins(void) {
  C.barriers = 0;
  C.first_epoch = M.epoch + 1;
  forget_reached();
  race_cluster_begins();
}

void cluster_block_begins(void) {
  if (!C.blocks) return;
  C.block[C.own].begun = true;
  C.block[C.own].in_order = order_block();
}

void cluster_block_runs(void) {
  if (!FAST && reached[C.own].any) pending_begin(PENDING_CLUSTER);
}

void cluster_block_ends(void) {
  pending_end(PENDING_CLUSTER);
  if (!C.blocks || !reached[C.own].any || order_any()) return;
  M.self = L.thread; // in a kernel, for the report
  tell_rank(reached[C.own].at, reached[C.own].own, reached[C.own].size, reached[C.own].touch, C.own,
            "have ended");
  M.self = NULL;
}

void cluster_barrier_passed(void) {
  C.barriers++;
  forget_reached();
}
