// What the checks hear of, each event with the checks that listen. The layers above call these and no check by its name.
//
// A new hazard is a file of its own in check/ and a line here for each event that it hears. The calls are inline, so that
// an event to which nobody listens costs nothing.
#ifndef EMU_CHECK_EVENTS_H
#define EMU_CHECK_EVENTS_H

#include "check/async_copy.h"
#include "check/child.h"
#include "check/cluster_memory.h"
#include "check/effect.h"
#include "check/free.h"
#include "check/delayed.h"
#include "check/order.h"
#include "check/padding.h"
#include "check/race.h"
#include "check/shared.h"
#include "check/after_fault.h"
#include "check/stream_order.h"
#include "check/unwritten.h"
#include "check/virtual.h"

// ---- objects with virtual functions ----

static inline void event_virtual_made(uint64_t slot, uint64_t table) {
  virtual_made(slot, table);
}
// By a call of the host, or of a launch.
static inline void event_copied(uint64_t to, uint64_t from, uint64_t bytes) {
  if (!FAST) virtual_copied(to, from, bytes);
}

// ---- launches ----

static inline void event_launch_begin(void) {
  if (!FAST) virtual_launch_begin(L.parameters, L.parameters + L.parameter_bytes);
  order_launch_begin();
  race_launch_begin();
}
static inline void event_kernel_begin(uint32_t entry_pc) { // its first thread has entered it
  shared_kernel_begins(entry_pc);
}
static inline void event_grid_barrier(void) { // all blocks of a cooperative launch have come to it
  order_launch_begin();
}
static inline void event_cluster_begin(void) {
  cluster_begins();
}
static inline void event_cluster_barrier(void) { // all blocks of the cluster have come to it, or ended
  cluster_barrier_passed();
}
static inline void event_cluster_block_runs(void) {
  cluster_block_runs();
}
static inline void event_launched(uint64_t arguments) { // it has run, and was not refused
  effect_launched(arguments);
}
static inline void event_launch_end(void) {
  if (!FAST) virtual_launch_end(L.parameters, L.parameters + L.parameter_bytes);
  stray_launch_ends();
  delayed_launch_ends();
}

// ---- blocks ----

static inline void event_block_next(void) { // an ordinary launch takes another block
  delayed_block_begins();
}
static inline void event_block_enter(void) { // it begins, or goes on behind a grid barrier
  if (!FAST) order_block_begin();
}
static inline void event_block_begin(void) {
  cluster_block_begins();
  race_block_begin();
}
static inline void event_block_end(void) {
  cluster_block_ends();
  async_block_ends();
}
static inline struct timeline *event_block_put_aside(void) {
  return order_block_put_aside();
}
static inline void event_block_take_up(struct timeline *aside,
                                       uint32_t epoch) { // epoch: when it was put aside
  order_block_take_up(aside, epoch);
}

static inline void event_lane_runs(void) { // from where it stood
  race_lane_runs();
}

// ---- accesses ----

static inline __attribute__((always_inline)) void event_access_global(struct shadow *shadow, uint64_t base,
                                                                      uint64_t addr, uint32_t size, int touch,
                                                                      uint32_t pc) {
  if (touch & TOUCH_SYNC) order_sync_global(addr, touch);
  race_global(shadow, base, addr, size, touch, pc);
}
static inline __attribute__((always_inline)) void event_access_shared(struct shadow *shadow, uint64_t base,
                                                                      uint64_t addr, uint32_t size, int touch,
                                                                      uint32_t pc) {
  if (touch & TOUCH_SYNC && (M.fenced || C.blocks)) order_sync_shared(addr, touch, order_block());
  race_shared(shadow, base, addr, size, touch, pc);
}
static inline void event_access_cluster(struct cluster_block *b, uint64_t addr, uint64_t own, uint32_t size,
                                        int touch,
                                        uint32_t pc) { // own: its place in the running block's shared memory
  cluster_access(b, addr, own, size, touch, pc);
}
void event_before_access(uint64_t addr, uint32_t size, int touch, uint32_t pc); // only while M.pending is set
// Whether the volatile store that comes is to be told behind it, too; state: its words' before it.
static inline bool event_volatile_store(uint64_t addr, uint32_t size) {
  return delayed_wanted(addr, size);
}
static inline void event_volatile_stored(uint64_t addr, uint32_t size, const uint8_t *state) {
  delayed_store(addr, size, state);
}

// ---- fences, waits ----

static inline void event_fence(bool of_block) {
  if (!of_block) delayed_hold();
  order_fence(of_block);
}
static inline void event_wait(void) { // the running thread waits, or ends
  if (M.pending & PENDING_RACE) race_settle();
  if (M.pending & PENDING_DELAYED) delayed_settle();
  if (M.pending & PENDING_STRAY) stray_settle();
}

// ---- copies of objects, buffers ----

static inline bool event_copy_begin(uint64_t addr, uint64_t bytes, int touch, uint32_t pc) {
  return padding_begin(addr, bytes, touch, pc);
}
static inline void event_copy_end(uint64_t addr, uint64_t bytes, int touch, bool begun) {
  padding_end(addr, bytes, touch, begun); // begun: what event_copy_begin said
}
static inline bool event_free(uint64_t address, uint32_t pc, bool pinned) { // false: it was a hazard
  return free_checked(address, pc, pinned);
}
static inline void event_copy_to_host(uint64_t from, uint64_t bytes) { // a row of a copy
  unwritten_row(from, bytes);
}
static inline void event_copy_done(uint32_t pc) { // all rows of it
  unwritten_tell(pc);
}
static inline void event_print(void) {
  effect_printed();
}
static inline void event_program_ends(void) { // before it waits for what is left
  effect_program_ends();
}
static inline void event_program_end(void) {
  unwritten_program_ends();
  report_leaks();
}

#endif
