// A lane's log: the accesses and basic blocks of a thread, packed.
#ifndef EMU_MEMORY_LOG_H
#define EMU_MEMORY_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum space { SPACE_BLOCK, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONSTANT };
enum kind { KIND_LOAD, KIND_STORE, KIND_ATOMIC };

// A lane's log: for the i-th record, pcs[i] is the callback's return address (the executable is linked below
// 2 GiB), with LOG_BLOCK set for a basic block; addrs[i] is an access's address, packed with its size, space and
// kind, and for every record how many calls deep the lane was.
#define LOG_BLOCK 0x80000000u
enum { LOG_MAX_DEPTH = 127 };
static inline uint64_t log_pack(uint64_t addr, uint32_t size, int space, int kind) {
  return (addr & 0xffffffffffffull) | (uint64_t)size << 48 | (uint64_t)space << 53 | (uint64_t)kind << 55;
}
static inline uint64_t log_pack_depth(uint32_t depth) {
  return (uint64_t)(depth < LOG_MAX_DEPTH ? depth : LOG_MAX_DEPTH) << 57;
}
static inline uint64_t log_addr(uint64_t packed) {
  return packed & 0xffffffffffffull;
}
static inline uint32_t log_size(uint64_t packed) {
  return packed >> 48 & 31;
}
static inline int log_space(uint64_t packed) {
  return packed >> 53 & 3;
}
static inline int log_kind(uint64_t packed) {
  return packed >> 55 & 3;
}
static inline uint32_t log_depth(uint64_t packed) {
  return (uint32_t)(packed >> 57);
}
static inline uint64_t log_way(uint64_t packed) { // size, space and kind
  return packed & 0x1ffull << 48;
}
static inline bool log_same_way(uint64_t a, uint64_t b) { // the same space and kind
  return !((a ^ b) >> 53 & 15);
}
enum { LOG_CAPACITY = 2048 };
// Each lane's is a part of these two. A cache line lies between two lanes' parts: at a distance of a power of two they
// would all fall into one set of the cache.
enum { LOG_LANES = 32, LOG_PART = LOG_CAPACITY + 16 };
extern uint32_t log_pcs[LOG_LANES * LOG_PART];
extern uint64_t log_addrs[LOG_LANES * LOG_PART];

#endif
