// Device memory: its range, its allocations, and which of its bytes are written.
#ifndef EMU_MEMORY_HEAP_H
#define EMU_MEMORY_HEAP_H

#include "memory/running.h"

#define HEAP_BASE 0x1000000000ull
// HEAP_DEVICE: of these the device's own; then managed and pinned memory, open to the host. With the shadow it is eighteen
// times as much address space, of which Arm boards may have 39 bits.
#ifdef __x86_64__
#define HEAP_RESERVE (256ull << 30)
#define HEAP_DEVICE  (192ull << 30)
#define HEAP_LIMIT   HEAP_DEVICE // live bytes, if the model has as many
#else
#define HEAP_RESERVE (16ull << 30)
#define HEAP_DEVICE  (12ull << 30)
#define HEAP_LIMIT   (4ull << 30)
#endif
#define HEAP_EMBEDDED (4ull << 30) // live bytes that a worker's device has: a class shares its machine

// In front of the first device's memory, as the gaps between buffers are behind them: an index below 0 lands in nobody's memory.
#define HEAP_LEAD (1ull << 20)

enum memory { DEVICE_MEMORY, MANAGED_MEMORY, PINNED_MEMORY };

struct allocation {
  uint64_t address, bytes;
  uint32_t pc;
  bool freed, foreign; // foreign: there before emu_leaks_begin
  bool by_kernel;
  uint32_t free_pc;
  enum memory memory;
  int device;       // that was set then
  uint32_t pitch;   // bytes of a row; 0: it is no buffer of rows
  uint32_t copy_pc; // the latest copy from the host, and the bytes that it wrote
  uint64_t copied;
  uint32_t element;  // bytes of the type that it was asked for; 0: not known
  char name[24];     // given by emu_name; "" otherwise
  uint32_t offset;   // of the named array in the allocation
  const void *array; // the cudaArray whose elements it holds; NULL: none
};

// Which works of streams have touched a word (check/stream_order.c).
struct touched {
  uint32_t w, r, also; // the last that wrote; the last that read since, and one that nothing orders with it
  uint32_t w_also;     // one that wrote before the last, both by atomics, and nothing orders the two
  uint32_t w_pc, r_pc;
  uint8_t w_bytes : 4, r_bytes : 4;
  bool w_sync : 1, r_sync : 1; // by atomics, which do not race among themselves
};

void heap_element(uint64_t address, uint32_t bytes);  // of the allocation's type
void heap_pitch(uint64_t address, uint64_t pitch);    // it has rows of so many bytes
void heap_array(uint64_t address, const void *array); // it holds the elements of that cudaArray
bool heap_is_array(const void *array);                // some allocation does
void heap_copied(uint64_t to, uint64_t bytes, uint32_t pc);

// Pages of this machine: 4 KiB on x86-64, up to 64 KiB on Arm.
uint64_t host_page_bytes(void);
uint64_t page_begin(uint64_t address); // of the page that holds it
uint64_t page_end(uint64_t address);   // of the same, or the address itself where a page begins there

bool heap_reserve(void); // the address space of all; false: errno says why
// Accessible to this process's ordinary instructions: what kernels of a device reach, or all (-1).
void heap_open_to(int device);
void heap_close(void);
bool heap_is_open(uint64_t page); // during a launch

// Device memory as the running side sees it: to the host, managed and pinned memory is memory like any other.
static inline bool heap_has(uint64_t a) {
  return a - HEAP_BASE < (M.self ? HEAP_RESERVE : HEAP_DEVICE);
}
static inline bool heap_leads(uint64_t a) {
  return a - (HEAP_BASE - HEAP_LEAD) < HEAP_LEAD;
}
static inline bool heap_visible(uint64_t a) {
  return a - HEAP_BASE - HEAP_DEVICE < HEAP_RESERVE - HEAP_DEVICE;
}
int heap_allocate(uint64_t bytes, uint32_t pc, enum memory memory, uint64_t *address);
// From now on copies of the process see the heap's content. False: they cannot.
bool heap_share(void);
void heap_open_here(uint64_t address, uint64_t bytes); // to ordinary instructions: a buffer that a kernel got
extern uint64_t heap_of_kernels; // bytes that kernels may hold at a time: cudaLimitMallocHeapSize
int heap_allocate_in_kernel(uint64_t bytes, uint32_t pc,
                            uint64_t *address); // of the device; accessible at once
// pinned: what cudaFreeHost frees, not cudaFree. A fault changes nothing.
enum free_fault { FREE_DONE, FREE_UNKNOWN, FREE_TWICE, FREE_OTHER_KIND };
enum free_fault heap_free(uint64_t address, uint32_t pc, bool pinned);
void heap_reset(int device, uint32_t pc); // frees all of a device but what is foreign
void heap_mark(uint64_t address, uint64_t bytes, bool initialised);
void heap_copy_marks(uint64_t to, uint64_t from, uint64_t bytes);
uint64_t heap_limit(void); // bytes of a device's memory
uint64_t heap_live(void);  // bytes of the device that is set
int heap_device_of(uint64_t address);
uint64_t heap_live_visible(void); // of those what the host can read: managed and pinned memory
const struct allocation *
heap_leak(const struct allocation *behind); // the next that is not freed; NULL: the first, none
void heap_disown(void);                     // the present allocations are foreign from now on
void heap_name(uint64_t address, const char *name);
void heap_own(uint64_t address); // the allocation is the emulator's own: no leak of the program's
void heap_forget(void);          // drop the shadow of all accesses
const struct allocation *
heap_next(const struct allocation *behind); // in the order of addresses; NULL: the first, none
struct touched *heap_touched(uint64_t word);
// From `word` to `end`, the first word whose shadow somebody may have used: of a large buffer most pages are as they were.
uint64_t heap_used_from(uint64_t word, uint64_t end);
const struct allocation *heap_find(uint64_t address); // the allocation that holds or most nearly precedes it
const struct allocation *heap_nearest(uint64_t address); // that, or the live one behind it if that is nearer
// The live one of which that is an element whose number, less than 0, has become one of 32 bits without a sign; *number: it. NULL.
const struct allocation *heap_wrapped(uint64_t address, uint32_t size, int64_t *number);
bool heap_range_ok(uint64_t address, uint64_t bytes); // wholly inside one live allocation

#endif
