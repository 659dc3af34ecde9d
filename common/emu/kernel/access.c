// The callbacks that the instrumented code makes for each basic block and each memory access: tell the memory
// spaces apart, check, and log for the counters.
#define _GNU_SOURCE
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// "in", or "the 1024 bytes allocated at prog.cu:12".
static void describe_buffer(const struct allocation *a, char *text, size_t n) {
  char file[160] = "";
  int32_t line = 0;
  if (*a->name) {
    snprintf(text, n, "%s", a->name);
    return;
  }
  symbolise(a->pc, file, sizeof file, &line, NULL, 0);
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  int used = snprintf(text, n, "the %llu bytes allocated", (unsigned long long)a->bytes);
  if (*file && used > 0) snprintf(text + used, n - (size_t)used, " at %s:%d", base, line);
}

static long long element_of(const struct allocation *a, uint64_t addr, uint32_t size) {
  long long bytes = (long long)(addr - a->address) - (long long)a->offset;
  return (bytes < 0 ? bytes - (long long)size + 1 : bytes) / (long long)size; // rounded down
}

void access_describe(uint64_t addr, uint32_t size, char *text, size_t n) {
  char name[96];
  uint64_t offset, bytes;
  if (addr - M.dynamic_base < DYNAMIC_ARENA) {
    snprintf(text, n, "element %llu of the dynamic shared memory (%u-byte elements)",
             (unsigned long long)((addr - M.dynamic_base) / size), size);
  } else if (image_variable(addr, name, sizeof name, &offset, &bytes)) {
    if (bytes <= size)
      snprintf(text, n, "%s", name);
    else
      snprintf(text, n, "%s, element %llu (%u-byte elements)", name, (unsigned long long)(offset / size),
               size);
  } else if (heap_has(addr) && heap_find(addr)) {
    const struct allocation *a = heap_find(addr);
    char buffer[220];
    describe_buffer(a, buffer, sizeof buffer);
    snprintf(text, n, "element %lld (%u-byte elements) of %s",
             (unsigned long long)((addr - a->address) / size), size, buffer);
  } else {
    snprintf(text, n, "address 0x%llx", (unsigned long long)addr);
  }
}

// ---- what can be wrong with an address ----

static void tell_outside(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  const char *verb = touch & TOUCH_STORE ? "writes" : "reads";
  const struct allocation *a = heap_nearest(addr);
  if (!a) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL, NULL,
           "%s %u bytes at 0x%llx, where nothing is allocated", verb, size, (unsigned long long)addr);
  } else {
    char buffer[220];
    describe_buffer(a, buffer, sizeof buffer);
    long long element = element_of(a, addr, size), extent = (long long)(a->bytes - a->offset) / size;
    struct party freed = {a->free_pc, ~0ull, ~0u};
    if (a->freed && addr < a->address + a->bytes)
      hazard(EMU_HAZARD_USE_AFTER_FREE, party_self(pc), &freed, NULL, "%s element %lld of %s, which is freed",
             verb, element, buffer);
    else if (element < 0)
      hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL, NULL,
             "%s element %lld (%u-byte elements) of %s, which begins with element 0", verb, element, size,
             buffer);
    else
      hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL, NULL,
             extent ? "%s element %lld (%u-byte elements) of %s, which ends with element %lld"
                    : "%s element %lld (%u-byte elements) of %s, which is too small for one",
             verb, element, size, buffer, extent - 1);
  }
}

// The launch's results are lost, as on a device, where it would be over. Here the kernel goes on, to show what else is
// wrong with it.
static void outside_allocation(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  const struct allocation *a = heap_nearest(addr);
  struct party freed = {a ? a->free_pc : 0, ~0ull, ~0u};
  if (!hazard_repeated(EMU_HAZARD_OUT_OF_BOUNDS, pc, NULL) &&
      !hazard_repeated(EMU_HAZARD_USE_AFTER_FREE, pc, &freed))
    tell_outside(addr, size, touch, pc);
  M.error = 700; // cudaErrorIllegalAddress
  stray_access(addr, size);
}

static __attribute__((noinline)) void elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  enum section section = image_section(addr);
  bool write = touch & TOUCH_STORE;
  if (section == SECTION_CONSTANT && !write) {
    log_access(pc, addr, size, SPACE_CONSTANT, KIND_LOAD);
    return;
  }
  if (section == SECTION_DEVICE || section == SECTION_MANAGED) {
    uint64_t base;
    struct cell *cells = image_cells(addr, &base);
    log_access(pc, addr, size, SPACE_GLOBAL,
               touch & TOUCH_SYNC && write && touch & TOUCH_LOAD ? KIND_ATOMIC
               : write                                           ? KIND_STORE
                                                                 : KIND_LOAD);
    M.touched = true;
    if (touch & TOUCH_SYNC) order_sync_access(addr, touch, false);
    race_global(cells, base, addr, size, touch, pc);
    return;
  }
  if (!write && (image_compiler_data(addr) || addr - M.parameters < M.parameter_bytes)) return;
  const char *verb = write ? "writes" : "reads";
  char name[96];
  uint64_t offset, bytes;
  if (section == SECTION_CONSTANT)
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL,
           "constant memory is written by cudaMemcpyToSymbol on the host; a kernel only reads it",
           "writes constant memory");
  else if (addr - M.dynamic_base < DYNAMIC_ARENA) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL,
           "the third launch argument is the size in bytes of the dynamic shared memory",
           "%s element %llu (%u-byte elements) of the dynamic shared memory, which has %llu bytes", verb,
           (unsigned long long)((addr - M.dynamic_base) / size), size, (unsigned long long)M.dynamic_size);
    M.error = 700;
    stray_access(addr, size);
    return;
  } else if (M.dynamic_base - addr <= DYNAMIC_LEAD) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL, NULL,
           "%s element -%llu (%u-byte elements) of the dynamic shared memory, which begins with element 0",
           verb, (unsigned long long)((M.dynamic_base - addr + size - 1) / size), size);
    M.error = 700;
    stray_access(addr, size);
    return;
  } else if (M.shared_base - addr <= SHARED_LEAD && M.shared_size && M.foreign_shared) {
    shared_overrun(addr, size, touch, pc);
    return;
  } else if (image_shared_before(addr, name, sizeof name, &offset, &bytes))
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, party_self(pc), NULL, NULL,
           "%s element %llu (%u-byte elements) of the shared array %s, which ends with element %lld", verb,
           (unsigned long long)(offset / size), size, name, (long long)(bytes / size) - 1);
  else if (addr < 4096)
    hazard(EMU_HAZARD_HOST_POINTER, party_self(pc), NULL,
           "is the pointer's cudaMalloc missing, or did it fail without a check of its result?",
           "%s %u bytes through a null pointer (address 0x%llx)", verb, size, (unsigned long long)addr);
  else
    hazard(EMU_HAZARD_HOST_POINTER, party_self(pc), NULL, NULL, "%s %u bytes of host memory (address 0x%llx)",
           verb, size, (unsigned long long)addr);
  M.error = 700;
  fiber_abort();
}

static void misaligned(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  hazard(EMU_HAZARD_MISALIGNED, party_self(pc), NULL, NULL,
         "%s %u bytes at an address that is %u bytes past a multiple of %u",
         touch & TOUCH_STORE ? "writes" : "reads", size, (unsigned)(addr % size), size);
  M.error = 716; // cudaErrorMisalignedAddress
  fiber_abort();
}

// A host instruction touched the device's heap, which on a real machine is a segmentation fault, or a
// __device__ variable, of which the host has but a shadow.
static __attribute__((noinline)) void on_host(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  bool variable = !heap_has(addr);
  char what[160];
  access_describe(addr, size, what, sizeof what);
  hazard(EMU_HAZARD_DEVICE_POINTER, (struct party){pc, ~0ull, ~0u}, NULL,
         variable ? "copy to and from a __device__ variable with cudaMemcpyToSymbol and cudaMemcpyFromSymbol"
                  : NULL,
         "host code %s %s in device memory", touch & TOUCH_STORE ? "writes" : "reads", what);
  emu_fatal();
}

// False where the access is out of bounds.
static __attribute__((noinline)) bool bad_state(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  bool initialised = true;
  for (uint64_t a = addr; a < addr + size; a++) {
    uint8_t state = M.heap_state[(a - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (a & 3));
    if (!(state & bit << 4)) {
      outside_allocation(addr, size, touch, pc);
      return false;
    }
    if (!(state & bit)) initialised = false;
  }
  if (touch & TOUCH_LOAD && !initialised) {
    if (size == 16 && padding_in_16(addr)) return true;
    char what[160];
    access_describe(addr, size, what, sizeof what);
    hazard(EMU_HAZARD_UNINITIALISED, party_self(pc), NULL, NULL, "reads %s, which nobody has written", what);
  }
  for (uint64_t a = addr; a < addr + size; a++) M.heap_state[(a - HEAP_BASE) >> 2] |= (uint8_t)(1 << (a & 3));
  return true;
}

static __attribute__((noinline)) void attend(uint64_t addr, uint32_t size, int touch) {
  touch &= TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC;
  if (M.pending & PENDING_STRAY) stray_settle();
  if (M.pending & PENDING_RACE) race_next_access(addr, touch);
  if (M.pending & PENDING_LATE) late_access(addr, size, touch);
}

static inline __attribute__((always_inline)) void access(uint64_t addr, uint32_t size, int touch, uint32_t pc,
                                                         bool may_misalign) {
  struct thread *t = M.self;
  if (unlikely(!t)) {
    if (unlikely(heap_has(addr) || image_section(addr) == SECTION_DEVICE)) on_host(addr, size, touch, pc);
    return;
  }
  if (unlikely(M.pending)) attend(addr, size, touch);
  int kind = touch & TOUCH_SYNC && touch & TOUCH_LOAD && touch & TOUCH_STORE ? KIND_ATOMIC
             : touch & TOUCH_STORE                                           ? KIND_STORE
                                                                             : KIND_LOAD;
  if (heap_has(addr)) {
    if (may_misalign && unlikely(addr % size)) misaligned(addr, size, touch, pc);
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
    if (unlikely(!good) && !bad_state(addr, size, touch, pc)) return;
    if (touch & TOUCH_SYNC) order_sync_access(addr, touch, false);
    race_global(M.heap_cells, HEAP_BASE, addr, size, touch, pc);
  } else if (addr - M.shared_base < M.shared_size) {
    if (size == 1 && unlikely(image_guard(addr)) && !foreign_shared(addr)) return;
    if (may_misalign && unlikely(addr % size)) misaligned(addr, size, touch, pc);
    M.touched = true;
    log_access(pc, addr, size, SPACE_SHARED, kind);
    if (touch & TOUCH_SYNC && M.fenced) order_sync_access(addr, touch, true);
    race_shared(M.shared_cells, M.shared_base, addr, size, touch, pc);
  } else if (addr - M.dynamic_base < M.dynamic_size) {
    if (may_misalign && unlikely(addr % size)) misaligned(addr, size, touch, pc);
    M.touched = true;
    log_access(pc, addr, size, SPACE_SHARED, kind);
    if (touch & TOUCH_SYNC && M.fenced) order_sync_access(addr, touch, true);
    race_shared(M.dynamic_cells, M.dynamic_base, addr, size, touch, pc);
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
    if (!race_repeated_load(&M.shared_cells[word >> 2], true, M.block_stamp, pc)) return load4(addr, pc);
  } else if ((word = (addr - HEAP_BASE)) < HEAP_RESERVE) {
    if (unlikely(M.heap_state[word >> 2] != 0xff)) return load4(addr, pc);
    if (!race_repeated_load(&M.heap_cells[word >> 2], false, M.launch_stamp, pc)) return load4(addr, pc);
    packed = log_pack(addr, 4, SPACE_GLOBAL, KIND_LOAD);
  } else if ((word = (addr - M.dynamic_base)) < M.dynamic_size) {
    if (!race_repeated_load(&M.dynamic_cells[word >> 2], true, M.block_stamp, pc)) return load4(addr, pc);
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
    bool late = M.self && volatile_late((uint64_t)p, bytes, state);                                          \
    access((uint64_t)p, bytes, TOUCH_STORE | volatile_sync((uint64_t)p), HERE, bytes > 1);                   \
    if (unlikely(late)) late_store((uint64_t)p, bytes, state);                                               \
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

static inline bool volatile_late(uint64_t addr, uint32_t size, uint8_t state[2]) {
  if (M.log_n + 1 >= LOG_CAPACITY || !late_wanted(addr, size))
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
  bool padded = M.self && padding_begin(addr, bytes, touch);
  for (uint64_t a = addr, end = addr + bytes; a < end;) {
    uint32_t piece = 16;
    while (a % piece || piece > end - a) piece /= 2;
    access(a, piece, touch, pc, false);
    a += piece;
  }
  if (M.self) padding_end(addr, bytes, touch, padded);
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

static void atomic(void *p, unsigned bytes, void *return_address, int also) {
  uint32_t pc = (uint32_t)(uintptr_t)return_address;
  if (!M.self) {
    hazard(EMU_HAZARD_BAD_COPY, (struct party){pc, ~0ull, ~0u}, NULL, "atomic functions belong into kernels",
           "host code calls a CUDA atomic function");
    emu_fatal();
  }
#ifdef EMU_FAST
  (void)p, (void)bytes, (void)also;
  emu_poll();
#else
  access((uint64_t)p, bytes, TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC | also, pc, true);
#endif
}
void emu_atomic(void *p, unsigned bytes, void *return_address) {
  atomic(p, bytes, return_address, 0);
}
void emu_atomic_block(void *p, unsigned bytes, void *return_address) {
  atomic(p, bytes, return_address, TOUCH_BLOCK);
}
void emu_atomic_load(void *p, unsigned bytes, void *return_address, bool of_block) {
  atomic(p, bytes, return_address, of_block ? TOUCH_WEAK | TOUCH_BLOCK : TOUCH_WEAK);
}

// The lanes of a warp do one instruction side by side: who has done an atomic lets the others do theirs before it goes on.
// So what is appended by atomics stands in a GPU's order: every lane's first before anybody's second.
enum { PATIENT_ASKS = 4096 };
void emu_atomic_done(void *p, bool changed) {
#ifndef EMU_FAST
  struct thread *t = M.self;
  t->asks = !changed && t->last_atomic == (uint64_t)p ? t->asks + 1 : 0;
  t->last_atomic = (uint64_t)p;
  M.deals_turns = M.adverse;
  if (t->asks < PATIENT_ASKS)
    fiber_yield(READY); // then it spins until its log is full, and the block sees to it
#else
  (void)p, (void)changed;
#endif
}

void __sanitizer_cov_trace_pc(void) {
  if (unlikely(M.self == NULL)) return;
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
  if (!M.entry_pc) {
    M.entry_pc = HERE;
    M.kernel = image_kernel_name(M.kernel, HERE);
    shared_kernel_begins(HERE);
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

// ---- static arrays overrun by index (-fsanitize=bounds) ----

struct ubsan_location {
  const char *file;
  uint32_t line, column;
};
struct ubsan_type {
  uint16_t kind, info;
  char name[];
};
struct ubsan_bounds {
  struct ubsan_location at;
  const struct ubsan_type *array, *index;
};

void __ubsan_handle_out_of_bounds(const struct ubsan_bounds *data, uint64_t index) {
  bool is_signed = data->index->info & 1;
  int bits = 1 << (data->index->info >> 1);
  long long i = bits <= 32 ? is_signed ? (int32_t)index : (long long)(uint32_t)index : (long long)index;
  struct party at = M.self ? party_self(HERE) : (struct party){HERE, ~0ull, ~0u};
  hazard(EMU_HAZARD_OUT_OF_BOUNDS, at, NULL, "an index must stay below the declared extent",
         "index %lld into an array of type %s", i, data->array->name);
  if (!M.self) emu_fatal();
  M.error = 700;
  fiber_abort();
}
