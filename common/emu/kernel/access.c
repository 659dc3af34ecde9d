// The callbacks that the instrumented code makes for each basic block and each memory access: tell the memory
// spaces apart, log for the counters, let the checks hear of it.
#include "kernel/access.h"
#include "check/address.h"
#include "check/events.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/launch.h"
#include "runtime/fiber.h"

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define HERE        ((uint32_t)(uintptr_t)__builtin_return_address(0))

static inline void log_access(uint32_t pc, uint64_t addr, uint32_t size, int space, int kind) {
  uint32_t n = M.log_n;
  M.log_pcs[n] = pc;
  M.log_addrs[n] = log_pack(addr, size, space, kind) | M.log_depth;
  M.log_n = n + 1;
  if (unlikely(n + 1 == LOG_CAPACITY)) fiber_yield(LOG_FULL);
}

// Memory that is neither allocated nor shared: constants and variables, or none of the kernel's.
static __attribute__((noinline)) void elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  enum section section = image_section(addr);
  bool write = touch & TOUCH_STORE;
  if (section == SECTION_CONSTANT && !write) {
    log_access(pc, addr, size, SPACE_CONSTANT, KIND_LOAD);
    return;
  }
  if (section != SECTION_DEVICE && section != SECTION_MANAGED) {
    address_elsewhere(addr, size, touch, pc);
    return;
  }
  uint64_t base;
  struct shadow *shadow = image_shadow(addr, &base);
  log_access(pc, addr, size, SPACE_GLOBAL,
             touch & TOUCH_SYNC && write && touch & TOUCH_LOAD ? KIND_ATOMIC
             : write                                           ? KIND_STORE
                                                               : KIND_LOAD);
  M.touched = true;
  event_access_global(shadow, base, addr, size, touch, pc);
}

static inline __attribute__((always_inline)) void access(uint64_t addr, uint32_t size, int touch, uint32_t pc,
                                                         bool may_misalign) {
  struct thread *t = M.self;
  if (unlikely(!t)) {
    if (unlikely(heap_has(addr) || image_section(addr) == SECTION_DEVICE))
      address_on_host(addr, size, touch, pc);
    return;
  }
  if (unlikely(M.pending)) event_before_access(addr, size, touch);
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
  } else if (addr - (uint64_t)t->stack_low < (uint64_t)(t->stack_high - t->stack_low)) {
    M.counters->v[EMU_local_bytes] += size;
  } else {
    elsewhere(addr, size, touch, pc);
  }
}

static __attribute__((noinline)) void load4(uint64_t addr, uint32_t pc) {
  access(addr, 4, TOUCH_LOAD, pc, true);
}

// An access of the thread's own stack, as of an array that the compiler keeps in no registers: it is counted.
static inline __attribute__((always_inline)) bool is_local(uint64_t addr, uint32_t size) {
  const struct thread *t = M.self;
  if (unlikely(!t || M.pending)) return false;
  if (addr - (uint64_t)t->stack_low >= (uint64_t)(t->stack_high - t->stack_low)) return false;
  M.counters->v[EMU_local_bytes] += size;
  return true;
}

// What happens most, without a call: a load of a word in which there is nothing to find (see race_repeated_load).
static __attribute__((noinline)) void load4_repeated(uint64_t addr, uint32_t pc) {
  uint32_t n = M.log_n;
  if (unlikely(!M.self || M.pending || addr & 3 || n + 1 >= LOG_CAPACITY)) return load4(addr, pc);
  uint64_t word, packed = log_pack(addr, 4, SPACE_SHARED, KIND_LOAD);
  if ((word = (addr - M.shared_base)) < M.shared_size) {
    if (!race_repeated_load(&M.shared_shadow[word >> 2], true, M.block_stamp, pc)) return load4(addr, pc);
  } else if ((word = (addr - HEAP_BASE)) < HEAP_RESERVE) {
    if (unlikely(M.heap_state[word >> 2] != 0xff)) return load4(addr, pc);
    if (!race_repeated_load(&M.heap_shadow[word >> 2], false, M.launch_stamp, pc)) return load4(addr, pc);
    packed = log_pack(addr, 4, SPACE_GLOBAL, KIND_LOAD);
  } else if ((word = (addr - M.dynamic_base)) < M.dynamic_size) {
    if (!race_repeated_load(&M.dynamic_shadow[word >> 2], true, M.block_stamp, pc)) return load4(addr, pc);
  } else {
    return load4(addr, pc);
  }
  M.touched = true;
  M.log_pcs[n] = pc;
  M.log_addrs[n] = packed | M.log_depth;
  M.log_n = n + 1;
}

void __tsan_read4(void *p) {
  if (!is_local((uint64_t)p, 4)) load4_repeated((uint64_t)p, HERE);
}

#define ACCESSES(bytes)                                                                                      \
  static __attribute__((noinline)) void store##bytes(uint64_t addr, uint32_t pc) {                           \
    access(addr, bytes, TOUCH_STORE, pc, bytes > 1);                                                         \
  }                                                                                                          \
  void __tsan_write##bytes(void *p) {                                                                        \
    if (!is_local((uint64_t)p, bytes)) store##bytes((uint64_t)p, HERE);                                      \
  }                                                                                                          \
  void __tsan_unaligned_read##bytes(void *p) {                                                               \
    access((uint64_t)p, bytes, TOUCH_LOAD, HERE, false);                                                     \
  }                                                                                                          \
  void __tsan_unaligned_write##bytes(void *p) {                                                              \
    access((uint64_t)p, bytes, TOUCH_STORE, HERE, false);                                                    \
  }                                                                                                          \
  void __tsan_volatile_read##bytes(void *p) {                                                                \
    access((uint64_t)p, bytes, TOUCH_LOAD | volatile_sync((uint64_t)p), HERE, bytes > 1);                    \
  }                                                                                                          \
  void __tsan_volatile_write##bytes(void *p) {                                                               \
    uint8_t state[2];                                                                                        \
    bool late = M.self && volatile_delayed((uint64_t)p, bytes, state);                                       \
    access((uint64_t)p, bytes, TOUCH_STORE | volatile_sync((uint64_t)p), HERE, bytes > 1);                   \
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
  return heap_has(addr) || image_section(addr) != SECTION_NONE ? TOUCH_SYNC : 0;
}

static inline bool volatile_delayed(uint64_t addr, uint32_t size, uint8_t state[2]) {
  if (M.log_n + 1 >= LOG_CAPACITY || !event_volatile_store(addr, size))
    return false; // no other thread may run in between
  const uint8_t *now = &M.heap_state[(addr - HEAP_BASE) >> 2];
  state[0] = now[0];
  state[1] = now[size / 8];
  return true;
}

#define LOADS(bytes)                                                                                         \
  void __tsan_read##bytes(void *p) {                                                                         \
    access((uint64_t)p, bytes, TOUCH_LOAD, HERE, bytes > 1);                                                 \
  }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
LOADS(1)
LOADS(2)
LOADS(8)
LOADS(16)

// A copy of a larger or under-aligned object: the widest pieces that a GPU would use for its alignment.
static void range(uint64_t addr, uint64_t bytes, int touch, uint32_t pc) {
  bool padded = M.self && event_copy_begin(addr, bytes, touch);
  for (uint64_t a = addr, end = addr + bytes; a < end;) {
    uint32_t piece = 16;
    while (a % piece || piece > end - a) piece /= 2;
    access(a, piece, touch, pc, false);
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
  access((uint64_t)p, bytes, TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC | also, pc, true);
}

#if __GNUC__ < 12 // which calls back from EMU_UNSEEN code, too (emu_keywords.h)
extern char __start_emu_unseen[] __attribute__((weak)), __stop_emu_unseen[] __attribute__((weak));
static bool is_unseen(uint32_t pc) {
  return pc - (uint32_t)(uintptr_t)__start_emu_unseen <
         (uint32_t)((uintptr_t)__stop_emu_unseen - (uintptr_t)__start_emu_unseen);
}
#else
static bool is_unseen(uint32_t pc) {
  (void)pc;
  return false;
}
#endif

void __sanitizer_cov_trace_pc(void) {
  if (unlikely(M.self == NULL) || is_unseen(HERE)) return;
  uint32_t n = M.log_n;
  M.log_pcs[n] = HERE | LOG_BLOCK;
  M.log_addrs[n] = M.log_depth;
  M.log_n = n + 1;
  if (unlikely(n + 1 == LOG_CAPACITY)) fiber_yield(LOG_FULL);
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {
  (void)caller;
  if (!M.self) return;
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
  (void)value;
  access((uint64_t)slot, sizeof *slot, TOUCH_STORE, HERE, true);
}
void __tsan_vptr_read(void **slot) {
  access((uint64_t)slot, sizeof *slot, TOUCH_LOAD, HERE, true);
}
