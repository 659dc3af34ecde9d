// The callbacks that the instrumented code makes for each basic block and each memory access: tell the memory
// spaces apart, log for the counters, let the checks hear of it.
#include "kernel/access.h"
#include "check/address.h"
#include "check/events.h"
#include "check/message_buffers.h"
#include "kernel/member.h"
#include "kernel/plain.h"
#include "memory/frames.h"
#include "memory/heap.h"
#include "emu/include/emu_sides.h"
#include "memory/image.h"
#include "memory/launch.h"
#include "memory/registered.h"
#include "runtime/fiber.h"
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

static inline void log_access(uint32_t pc, uint64_t addr, uint32_t size, int space, int kind) {
  uint32_t n = M.log_n;
  log_pcs[n] = pc;
  log_addrs[n] = log_pack(addr, size, space, kind) | M.log_depth;
  M.log_n = n + 1;
  if (unlikely(n + 1 == M.log_end)) fiber_yield(LOG_FULL);
}

static void elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc);

static inline __attribute__((always_inline)) void touch_memory(uint64_t addr, uint32_t size, int touch,
                                                               uint32_t pc, bool may_misalign) {
  struct thread *t = M.self;
  if (unlikely(!t)) {
    if (unlikely(heap_has(addr) || (addr < 2ul * EMU_HOST_SIDE && image_closed_to_host(addr))))
      address_on_host(addr, size, touch, pc);
    if (unlikely(heap_visible(addr))) stream_host_access(addr, size, touch, pc);
    if (unlikely(lent_any)) lent_access("host code", addr, size, touch, pc);
    return;
  }
  if (unlikely(M.pending)) event_before_access(addr, size, touch, pc);
  int kind = touch & TOUCH_SYNC && touch & TOUCH_LOAD && touch & TOUCH_STORE ? KIND_ATOMIC
             : touch & TOUCH_STORE                                           ? KIND_STORE
                                                                             : KIND_LOAD;
  if (heap_has(addr)) {
    if (may_misalign && unlikely(addr % size)) address_misaligned(addr, size, touch, pc);
    M.touched = true;
    log_access(pc, addr, size, SPACE_GLOBAL, kind);
    const uint8_t *state = &M.heap_state[(addr - HEAP_BASE) >> 2];
    bool good;
    if (size == 4)
      good = *state == 0xff;
    else if (size == 8)
      good = *(const uint16_t *)state == 0xffff;
    else if (size == 16)
      good = *(const uint32_t *)state == 0xffffffffu;
    else
      good = *state == 0xff && (addr & 3) + size <= 4;
    if (unlikely(!good) && !address_bad_state(addr, size, touch, pc)) return;
    event_access_global(M.heap_shadow, HEAP_BASE, addr, size, touch, pc);
  } else if (addr - M.shared_base < M.shared_size) {
    if (size == 1 && unlikely(image_guard(addr)) && !foreign_shared(addr)) return;
    if (may_misalign && unlikely(addr % size)) address_misaligned(addr, size, touch, pc);
    M.touched = true;
    log_access(pc, addr, size, SPACE_SHARED, kind);
    event_access_shared(M.shared_shadow, M.shared_base, addr, size, touch, pc);
  } else if (addr - M.dynamic_base < M.dynamic_size) {
    if (may_misalign && unlikely(addr % size)) address_misaligned(addr, size, touch, pc);
    M.touched = true;
    log_access(pc, addr, size, SPACE_SHARED, kind);
    event_access_shared(M.dynamic_shadow, M.dynamic_base, addr, size, touch, pc);
  } else if (local_live(addr)) {
    M.counters->v[EMU_local_bytes] += size;
  } else {
    elsewhere(addr, size, touch, pc);
  }
}

// Of any size: what is seldom shares this text instead of having it compiled into each function.
static __attribute__((noinline)) void touch_seldom(uint64_t addr, uint32_t size, int touch, uint32_t pc,
                                                   bool may_misalign) {
  touch_memory(addr, size, touch, pc, may_misalign);
}

// Memory that is neither allocated nor shared: constants and variables, the host's that is registered, or none of the kernel's.
static __attribute__((noinline)) void elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  enum section section = image_section(addr);
  bool write = touch & TOUCH_STORE;
  if (section == SECTION_CONSTANT && !write) {
    log_access(pc, addr, size, SPACE_CONSTANT, KIND_LOAD);
    return;
  }
  if (section != SECTION_DEVICE && section != SECTION_MANAGED) {
    uint64_t own;
    struct cluster_block *b = cluster_block_at(addr, &own);
    if (b) {
      log_access(pc, addr, size, SPACE_SHARED,
                 touch & TOUCH_SYNC && write && touch & TOUCH_LOAD ? KIND_ATOMIC
                 : write                                           ? KIND_STORE
                                                                   : KIND_LOAD);
      M.touched = true;
      event_access_cluster(b, addr, own, size, touch, pc);
      return;
    }
    uint64_t stand_in = registered_stand_in(addr);
    if (stand_in)
      touch_seldom(stand_in, size, touch, pc, false);
    else
      address_elsewhere(addr, size, touch, pc);
    return;
  }
  M.variable_shadow = image_shadow(addr, &M.variable_base, &M.variable_words);
  log_access(pc, addr, size, SPACE_GLOBAL,
             touch & TOUCH_SYNC && write && touch & TOUCH_LOAD ? KIND_ATOMIC
             : write                                           ? KIND_STORE
                                                               : KIND_LOAD);
  M.touched = true;
  event_access_global(M.variable_shadow, M.variable_base, addr, size, touch, pc);
}

// An access of the thread's own stack, as of an array that the compiler keeps in no registers: it is counted.
static inline __attribute__((always_inline)) bool is_local(uint64_t addr, uint32_t size) {
  if (unlikely(!M.self || M.pending) || !local_live(addr)) return false;
  M.counters->v[EMU_local_bytes] += size;
  return true;
}

// As most accesses are; M.log_n moves on.
static inline __attribute__((always_inline)) bool plain_next(uint64_t addr, uint32_t size, enum plain what,
                                                             uint32_t pc) {
  uint32_t n = M.log_n;
  enum plain_end end = plain(addr, size, what, pc, n);
  if (end == PLAIN_LOGGED) M.log_n = n + 1;
  return end != NOT_PLAIN;
}

#define ACCESSES(bytes)                                                                                      \
  __attribute__((noinline)) void access_load##bytes(uint64_t addr, uint32_t pc) {                            \
    if (bytes >= 4 && plain_next(addr, bytes, PLAIN_LOAD, pc)) return;                                       \
    if (!is_local(addr, bytes)) touch_memory(addr, bytes, TOUCH_LOAD, pc, bytes > 1);                        \
  }                                                                                                          \
  __attribute__((noinline)) void access_store##bytes(uint64_t addr, uint32_t pc) {                           \
    if (bytes >= 4 && plain_next(addr, bytes, PLAIN_STORE, pc)) return;                                      \
    if (!is_local(addr, bytes)) touch_memory(addr, bytes, TOUCH_STORE, pc, bytes > 1);                       \
  }                                                                                                          \
  void __tsan_read##bytes(void *p) {                                                                         \
    if (bytes < 4 || !plain_next((uint64_t)p, bytes, LOAD_AGAIN, HERE))                                      \
      access_load##bytes((uint64_t)p, HERE);                                                                 \
  }                                                                                                          \
  void __tsan_write##bytes(void *p) {                                                                        \
    access_store##bytes((uint64_t)p, HERE);                                                                  \
  }                                                                                                          \
  void __tsan_unaligned_read##bytes(void *p) {                                                               \
    touch_seldom((uint64_t)p, bytes, TOUCH_LOAD, HERE, false);                                               \
  }                                                                                                          \
  void __tsan_unaligned_write##bytes(void *p) {                                                              \
    touch_seldom((uint64_t)p, bytes, TOUCH_STORE, HERE, false);                                              \
  }                                                                                                          \
  void __tsan_volatile_read##bytes(void *p) {                                                                \
    touch_memory((uint64_t)p, bytes, TOUCH_LOAD | volatile_sync((uint64_t)p), HERE, bytes > 1);              \
  }                                                                                                          \
  void __tsan_volatile_write##bytes(void *p) {                                                               \
    uint8_t state[2];                                                                                        \
    bool late = M.self && volatile_delayed((uint64_t)p, bytes, state);                                       \
    touch_memory((uint64_t)p, bytes, TOUCH_STORE | volatile_sync((uint64_t)p), HERE, bytes > 1);             \
    if (unlikely(late)) event_volatile_stored((uint64_t)p, bytes, state);                                    \
  }                                                                                                          \
  void __tsan_unaligned_volatile_read##bytes(void *p) {                                                      \
    __tsan_volatile_read##bytes(p);                                                                          \
  }                                                                                                          \
  void __tsan_unaligned_volatile_write##bytes(void *p) {                                                     \
    __tsan_volatile_write##bytes(p);                                                                         \
  }

// A volatile is how flags were passed before atomics: it orders like a relaxed atomic. In shared memory it does so between
// warps, if the block uses fences, as flags need; else it orders nothing: that is the classic missing barrier or
// __syncwarp.
static inline int volatile_sync(uint64_t addr) {
  if (addr - M.shared_base < M.shared_size || addr - M.dynamic_base < M.dynamic_size)
    return TOUCH_SYNC | TOUCH_VOLATILE;
  return heap_has(addr) || heap_visible(addr) || image_section(addr) != SECTION_NONE || registered_begin(addr)
             ? TOUCH_SYNC
             : 0;
}

static inline bool volatile_delayed(uint64_t addr, uint32_t size, uint8_t state[2]) {
  if (M.log_n + 1 >= M.log_end || !event_volatile_store(addr, size))
    return false; // no other thread may run in between
  const uint8_t *now = &M.heap_state[(addr - HEAP_BASE) >> 2];
  state[0] = now[0];
  state[1] = now[size / 8];
  return true;
}

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

// Accesses of a member of an aligned object (member.h): emucc puts these calls in the place of those above.
#define MEMBER_CALL(name, access, bytes, whole, first)                                                       \
  void emu_member_##name##bytes##of##whole(void *p) {                                                        \
    uint32_t before = M.log_n;                                                                               \
    access_##access##bytes((uint64_t)p, HERE);                                                               \
    if (M.self && M.log_n == before + 1) member_joins(bytes, whole, first);                                  \
  }
#define MEMBER(bytes, whole)                                                                                 \
  MEMBER_CALL(read, load, bytes, whole, false)                                                               \
  MEMBER_CALL(write, store, bytes, whole, false)                                                             \
  MEMBER_CALL(first_read, load, bytes, whole, true)                                                          \
  MEMBER_CALL(first_write, store, bytes, whole, true)
MEMBER(1, 2)
MEMBER(1, 4)
MEMBER(1, 8)
MEMBER(1, 16)
MEMBER(2, 4)
MEMBER(2, 8)
MEMBER(2, 16)
MEMBER(4, 8)
MEMBER(4, 16)
MEMBER(8, 16)

// A copy of a larger or under-aligned object: the widest pieces that a GPU would use for its alignment.
static void range(uint64_t addr, uint64_t bytes, int touch, uint32_t pc) {
  bool padded = M.self && event_copy_begin(addr, bytes, touch, pc);
  for (uint64_t a = addr, end = addr + bytes; a < end;) {
    uint32_t piece = 16;
    while (a % piece || piece > end - a) piece /= 2;
    touch_seldom(a, piece, touch, pc, false);
    a += piece;
  }
  if (M.self) event_copy_end(addr, bytes, touch, padded);
}
void __tsan_read_range(void *p, unsigned long bytes) {
  range((uint64_t)p, bytes, TOUCH_LOAD, HERE);
}
void __tsan_write_range(void *p, unsigned long bytes) {
  range((uint64_t)p, bytes, TOUCH_STORE, HERE);
}

void touch_range(uint64_t addr, uint64_t bytes, int touch, uint32_t pc) {
#ifdef EMU_FAST
  (void)addr, (void)bytes, (void)touch, (void)pc;
#else
  range(addr, bytes, touch, pc);
#endif
}

void atomic_access(void *p, unsigned bytes, int also, uint32_t pc) {
  touch_memory((uint64_t)p, bytes, TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC | also, pc, true);
}

#if __GNUC__ < 12
// Such a compiler calls back from EMU_UNSEEN code, too (emu_keywords.h): from functions of the emulator's own headers.
static int note_file(void *file, uintptr_t pc, const char *name, int line, const char *function) {
  (void)pc, (void)line, (void)function;
  *(const char **)file = name;
  return 0; // the last one is the function's own, those before are inlined in it
}

static bool is_unseen(uint32_t pc) {
  enum { CACHE_BITS = 14 };
  static uint32_t known[1 << CACHE_BITS]; // pc, and LOG_BLOCK where it is unseen
  uint32_t *k = &known[pc * UINT32_C(2654435769) >> (32 - CACHE_BITS)];
  if (unlikely((*k & ~LOG_BLOCK) != pc)) {
    const char *file = NULL;
    frames_of(pc - 1, note_file, &file);
    *k = pc | (file && strstr(file, "/emu/include/") ? LOG_BLOCK : 0);
  }
  return *k & LOG_BLOCK;
}
#else
static bool is_unseen(uint32_t pc) {
  (void)pc;
  return false;
}
#endif

void __sanitizer_cov_trace_pc(void) {
  uint32_t n = M.log_n;
  if (unlikely(n >= M.log_end) || is_unseen(HERE)) return; // the host's
  log_pcs[n] = HERE | LOG_BLOCK;
  log_addrs[n] = M.log_depth;
  M.log_n = n + 1;
  if (unlikely(n + 1 == M.log_end)) fiber_yield(LOG_FULL);
}

void __tsan_init(void) {}
// Twice what 255 registers hold: the frame of a kernel that keeps its arrays in registers is smaller here, too (1344 bytes at
// most in the labs' references).
enum { LARGE_FRAME = 2048 };
void __tsan_func_entry(void *caller) {
  (void)caller;
  if (!M.self) return;
  // The caller's frame ends there, and its arrays lie in it, whether the compiler calls us for their elements or not.
  uint64_t depth = M.local_end - (uint64_t)__builtin_frame_address(0);
  M.counters->v[EMU_large_frames] += depth > LARGE_FRAME;
  M.log_depth = log_pack_depth(++M.depth);
  if (!L.entry_pc) {
    L.entry_pc = HERE;
    L.kernel = image_kernel_name(L.kernel, HERE);
    event_kernel_begin(HERE);
  }
}
void __tsan_func_exit(void) {
  if (M.self) M.log_depth = log_pack_depth(--M.depth);
}
// The pointer to its virtual table that a constructor stores in the object.
void __tsan_vptr_update(void **slot, void *value) {
  event_virtual_made((uint64_t)slot, (uint64_t)value);
  touch_seldom((uint64_t)slot, sizeof *slot, TOUCH_STORE, HERE, true);
}
void __tsan_vptr_read(void **slot) {
  touch_seldom((uint64_t)slot, sizeof *slot, TOUCH_LOAD, HERE, true);
}
