// Device memory: allocations with gaps between them in a reserved range that only kernels and copies can
// touch.
#define _GNU_SOURCE
#include "memory/heap.h"
#include "memory/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20 };

static struct allocation *list; // ascending addresses: first the device's own
static size_t n_list, n_device, list_capacity;
static uint64_t cursor = HEAP_BASE, visible_cursor = HEAP_BASE + HEAP_DEVICE, live;
static uint64_t live_visible;
static int open_depth;
static uint64_t opened; // of the device's own memory, up to here
static bool reserved;

uint64_t host_page_bytes(void) {
  return (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t page_begin(uint64_t a) {
  return a & ~(host_page_bytes() - 1);
}

uint64_t page_end(uint64_t a) {
  return page_begin(a + host_page_bytes() - 1);
}

static void *reserve(void *at, uint64_t bytes, int protection) {
  void *p = mmap(at, bytes, protection,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool heap_reserve(void) {
  if (reserved) return true;
  reserved =
      reserve((void *)HEAP_BASE, HEAP_RESERVE, PROT_NONE) &&
      (M.heap_shadow = reserve(NULL, HEAP_RESERVE / 4 * sizeof *M.heap_shadow, PROT_READ | PROT_WRITE)) &&
      (M.heap_state = reserve(NULL, HEAP_RESERVE / 4, PROT_READ | PROT_WRITE));
  return reserved;
}

static void reserve_all(void) {
  if (heap_reserve()) return;
  perror("emu: cannot reserve address space for device memory and its shadow");
  exit(99);
}

void heap_open(bool open) {
  open_depth += open ? 1 : -1;
  if (cursor > HEAP_BASE && open_depth == (open ? 1 : 0))
    mprotect((void *)HEAP_BASE, cursor - HEAP_BASE, open ? PROT_READ | PROT_WRITE : PROT_NONE);
  opened = open ? cursor : HEAP_BASE;
}

bool heap_is_open(uint64_t page) {
  const struct allocation *a = heap_visible(page) ? heap_find(page + 4095) : NULL;
  return page < opened || (a && !a->freed && page < a->address + a->bytes);
}

void heap_mark(uint64_t address, uint64_t bytes, bool initialised) {
  uint64_t end = address + bytes;
  for (; address < end && address & 3; address++) {
    uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (address & 3));
    *s = initialised ? *s | bit : *s & (uint8_t)~bit;
  }
  memset(&M.heap_state[(address - HEAP_BASE) >> 2], initialised ? 0xff : 0xf0, (end - address) / 4);
  for (address += (end - address) & ~3ull; address < end; address++) {
    uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (address & 3));
    *s = initialised ? *s | bit : *s & (uint8_t)~bit;
  }
}

void heap_copy_marks(uint64_t to, uint64_t from, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++)
    heap_mark(to + i, 1, M.heap_state[(from + i - HEAP_BASE) >> 2] >> ((from + i) & 3) & 1);
}

static void set_allocated(uint64_t address, uint64_t bytes, bool allocated) {
  uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2];
  memset(s, allocated ? 0xf0 : 0, bytes / 4);
  if (bytes & 3) s[bytes / 4] = allocated ? (uint8_t)(((1 << (bytes & 3)) - 1) << 4) : 0;
}

// Large pages for what fills them: a first touch costs a fault for each page, and a launch's begin and end a walk over all.
static void ask_large_pages(uint64_t first, uint64_t bytes) {
  if (bytes >= LARGE_PAGE) madvise((void *)(first & ~4095ull), bytes, MADV_HUGEPAGE);
}

// A place in the list for an allocation at the end of its range. NULL if the range is used up.
static struct allocation *append(uint64_t span, bool visible) {
  uint64_t *at = visible ? &visible_cursor : &cursor;
  if (*at + span > HEAP_BASE + (visible ? HEAP_RESERVE : HEAP_DEVICE)) return NULL;
  if (n_list == list_capacity) {
    list_capacity = list_capacity ? 2 * list_capacity : 64;
    list = realloc(list, list_capacity * sizeof *list);
    if (!list) abort();
  }
  size_t i = visible ? n_list : n_device++;
  memmove(&list[i + 1], &list[i], (n_list++ - i) * sizeof *list);
  list[i].address = *at;
  *at += span;
  return &list[i];
}

int heap_allocate(uint64_t bytes, uint32_t pc, enum memory memory, uint64_t *address) {
  bool visible = memory != DEVICE_MEMORY;
  reserve_all();
  *address = 0;
  if (bytes == 0) return 0;
  if (bytes > HEAP_LIMIT || live + bytes > HEAP_LIMIT) return cudaErrorMemoryAllocation;
  // A gap as large as the buffer, within reason: an index that runs over lands in nobody's memory.
  uint64_t gap = bytes < 4096 ? 4096 : bytes > 65536 ? 65536 : bytes;
  uint64_t page = visible ? host_page_bytes() : 256; // mprotect below is for whole pages
  struct allocation *a = append((bytes + gap + page - 1) & ~(page - 1), visible);
  if (!a) { // take the first freed buffer that is large enough
    for (size_t i = visible ? n_device : 0; i < (visible ? n_list : n_device) && !a; i++)
      if (list[i].freed && list[i].bytes >= bytes) a = &list[i];
    if (!a) return cudaErrorMemoryAllocation;
  }
  *a = (struct allocation){.address = a->address, .bytes = bytes, .pc = pc, .memory = memory};
  set_allocated(a->address, bytes, true);
  if (visible) { // the host may write it unseen
    if (mprotect((void *)a->address, bytes, PROT_READ | PROT_WRITE)) return cudaErrorMemoryAllocation;
    heap_mark(a->address, bytes, true);
  }
  ask_large_pages(a->address, bytes);
  ask_large_pages((uint64_t)&M.heap_shadow[(a->address - HEAP_BASE) >> 2], bytes / 4 * sizeof *M.heap_shadow);
  ask_large_pages((uint64_t)&M.heap_state[(a->address - HEAP_BASE) >> 2], bytes / 4);
  live += bytes;
  if (visible) live_visible += bytes;
  *address = a->address;
  return 0;
}

// The bytes of heap_state for [first, end), as far as they fill pages: unallocated reads as zero.
static void give_back_state(uint64_t first, uint64_t end) {
  uint64_t from = page_end((uint64_t)&M.heap_state[(first - HEAP_BASE) >> 2]);
  uint64_t to = page_begin((uint64_t)&M.heap_state[(end - HEAP_BASE) >> 2]);
  if (to > from) madvise((void *)from, to - from, MADV_DONTNEED);
}

enum free_fault heap_free(uint64_t address, uint32_t pc, bool pinned) {
  if (address == 0) return FREE_DONE;
  struct allocation *a = (struct allocation *)heap_find(address);
  if (!a || a->address != address) return FREE_UNKNOWN;
  if (a->freed) return FREE_TWICE;
  if (pinned != (a->memory == PINNED_MEMORY)) return FREE_OTHER_KIND;
  a->freed = true;
  a->free_pc = pc;
  if (a->memory != DEVICE_MEMORY) mprotect((void *)a->address, a->bytes, PROT_NONE);
  live -= a->bytes;
  if (a->memory != DEVICE_MEMORY) live_visible -= a->bytes;
  set_allocated(a->address, a->bytes, false);
  uint64_t first = page_end(a->address), end = page_begin(a->address + a->bytes);
  if (a->bytes >= 1 << 16 && end > first) { // give the pages back, the shadow's too
    madvise((void *)first, end - first, MADV_DONTNEED);
    madvise(&M.heap_shadow[(first - HEAP_BASE) >> 2], (end - first) * 8, MADV_DONTNEED);
    give_back_state(first, end);
  }
  return FREE_DONE;
}

void heap_forget(void) {
  if (cursor > HEAP_BASE)
    madvise(M.heap_shadow, (cursor - HEAP_BASE) / 4 * sizeof *M.heap_shadow, MADV_DONTNEED);
}

const struct allocation *heap_find(uint64_t address) {
  size_t low = 0, high = n_list;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (list[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &list[low - 1] : NULL;
}

const struct allocation *heap_nearest(uint64_t address) {
  const struct allocation *a = heap_find(address), *b = a ? a + 1 : list;
  if (b == list + n_list || b->freed) return a;
  uint64_t behind = a ? address - (a->address + a->bytes) : UINT64_MAX;
  bool inside = a && address - a->address < a->bytes;
  return !inside && b->address - address < behind ? b : a;
}

bool heap_range_ok(uint64_t address, uint64_t bytes) {
  const struct allocation *a = heap_find(address);
  return a && !a->freed && bytes <= a->bytes && address - a->address <= a->bytes - bytes;
}

uint64_t heap_live_visible(void) {
  return live_visible;
}
uint64_t heap_live(void) {
  return live;
}

const struct allocation *heap_leak(const struct allocation *behind) {
  for (const struct allocation *a = behind ? behind + 1 : list; a < list + n_list; a++)
    if (!a->freed && !a->foreign) return a;
  return NULL;
}

void heap_disown(void) {
  for (size_t i = 0; i < n_list; i++) list[i].foreign = true;
}

void heap_name(uint64_t address, const char *name) {
  struct allocation *a = (struct allocation *)heap_find(address);
  if (!a || a->freed) return;
  snprintf(a->name, sizeof a->name, "%s", name);
  a->offset = (uint32_t)(address - a->address);
}
