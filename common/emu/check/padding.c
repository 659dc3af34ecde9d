// Copies of whole objects: bytes that nobody has written may be padding, which nobody writes.
//
// The compiler tells of such a copy as a write and then a read of a range, or of 16 bytes. Unwritten bytes that may be
// padding are not reported there but stay unwritten in the copy, so that reading them as a number is reported. Locals
// have no state: a copy into one ends there.
#include "check/padding.h"
#include "memory/heap.h"
#include <string.h>

enum { MOST_BYTES = 1024 }; // bytes of an object that is looked at

static struct { // the last range; what its thread has logged since tells whether anything has happened
  const struct thread *self;
  uint32_t log_n;
  int touch;
  uint64_t addr, bytes;
  bool lacks[MOST_BYTES]; // of the range under way
} last;

// Nothing is known, or wanted, of bytes elsewhere and of those out of bounds: they count as written.
static bool is_written(uint64_t a) {
  uint8_t bit = (uint8_t)(1 << (a & 3));
  if (heap_has(a)) {
    uint8_t state = M.heap_state[(a - HEAP_BASE) >> 2];
    return state & bit || !(state & bit << 4);
  }
  const struct shadow *c = shadow_of_shared(a);
  return !c || (c->stamp == M.block_stamp && c->bytes & bit);
}

static void set_written(uint64_t a, bool written) {
  uint8_t bit = (uint8_t)(1 << (a & 3));
  struct shadow *c = shadow_of_shared(a);
  if (heap_has(a))
    heap_mark(a, 1, written);
  else if (c && c->stamp == M.block_stamp)
    c->bytes = written ? c->bytes | bit : c->bytes & (uint8_t)~bit & 15, c->r_again = false;
  else if (c && written) {
    shadow_begin(c, M.block_stamp);
    c->bytes = bit & 15;
  }
}

// An aligned member of that many bytes that is written: only with one can there be so much padding.
static bool has_member(uint64_t addr, uint64_t bytes, const bool *lacks, uint64_t size) {
  for (uint64_t i = 0; i + size <= bytes; i += size) {
    uint64_t k = 0;
    while (k < size && !lacks[i + k]) k++;
    if (k == size && (addr + i) % size == 0) return true;
  }
  return false;
}

// Whether the unwritten bytes lie as padding does: less of it than the alignment of what comes behind, a member or the
// object's end.
static bool may_be_padding(uint64_t addr, uint64_t bytes, const bool *lacks) {
  for (uint64_t i = 0; i < bytes; i++) {
    if (!lacks[i]) continue;
    uint64_t from = i, align = 2;
    while (i < bytes && lacks[i]) i++;
    while (align <= i - from) align *= 2;
    if (from == 0 || align > 16 || (addr + i) % align || bytes % align || addr % align) return false;
    if (align > 2 && !has_member(addr, bytes, lacks, align)) return false;
  }
  return true;
}

// The unwritten bytes of an object: false if there are none, or if they cannot be padding.
static bool lacks_padding(uint64_t addr, uint64_t bytes, bool *lacks) {
  bool any = false, all = true;
  for (uint64_t i = 0; i < bytes; i++) {
    lacks[i] = !is_written(addr + i);
    any |= lacks[i];
    all &= lacks[i];
  }
  return any && !all && may_be_padding(addr, bytes, lacks);
}

// The latest copy of a whole object out of shared memory.
static struct {
  uint64_t addr, bytes, block;
  uint32_t launch, pc;
} shared_copy;

uint32_t padding_shared_copy(uint64_t addr) {
  bool here = shared_copy.launch == M.launch_epoch && shared_copy.block == L.block_linear;
  return here && addr - shared_copy.addr < shared_copy.bytes ? shared_copy.pc : 0;
}

bool padding_begin(uint64_t addr, uint64_t bytes, int touch, uint32_t pc) {
  if (touch & TOUCH_LOAD && shadow_of_shared(addr)) {
    shared_copy.addr = addr, shared_copy.bytes = bytes, shared_copy.block = L.block_linear;
    shared_copy.launch = M.launch_epoch, shared_copy.pc = pc;
  }
  if (bytes > MOST_BYTES || !(touch & TOUCH_LOAD) || !lacks_padding(addr, bytes, last.lacks)) return false;
  bool copy = last.self == M.self && last.log_n == M.log_n && last.bytes == bytes && last.touch & TOUCH_STORE;
  for (uint64_t i = 0; i < bytes; i++) {
    if (!last.lacks[i]) continue;
    set_written(addr + i, true); // for the checks, until padding_end
    if (copy) set_written(last.addr + i, false);
  }
  return true;
}

void padding_end(uint64_t addr, uint64_t bytes, int touch, bool begun) {
  for (uint64_t i = 0; begun && i < bytes; i++)
    if (last.lacks[i]) set_written(addr + i, false);
  last.self = M.self;
  last.log_n = M.log_n;
  last.touch = touch;
  last.addr = addr;
  last.bytes = bytes;
}

bool padding_in_16(uint64_t addr) {
  bool lacks[16];
  if (!lacks_padding(addr, 16, lacks)) return false;
  uint64_t before = M.log_n - M.log_begin > 1 ? log_addrs[M.log_n - 2] : 0; // behind it the access itself
  if (M.log_n - M.log_begin < 2 || log_pcs[M.log_n - 2] & LOG_BLOCK || log_kind(before) != KIND_STORE ||
      log_size(before) != 16)
    return true;
  for (uint64_t i = 0; i < 16; i++)
    if (lacks[i]) set_written(log_addr(before) + i, false);
  return true;
}
