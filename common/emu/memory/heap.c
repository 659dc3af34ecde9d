// Device memory: allocations with gaps between them in a reserved range that only kernels and copies can
// touch.
#define _GNU_SOURCE
#include "memory/heap.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include "memory/model.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20 };
#define FRESH (12ull << 30) // bytes of a part that are given out once before freed ones are taken again

static struct allocation *list; // ascending addresses: first the devices' own
static size_t n_list, list_capacity;
// Of each device its part of the range, then what is open to the host: bytes given out, from the part's beginning.
enum { VISIBLE = MOST_DEVICES };
static uint64_t used[MOST_DEVICES + 1], live[MOST_DEVICES + 1];
enum { GIVEN_BACK = 1 << 16 }; // from this size on a freed buffer's pages are
static int open_depth;
static bool opened[MOST_DEVICES]; // a device's memory, to ordinary instructions, from opened_from on
static uint64_t opened_from[MOST_DEVICES + 1];
// Of each part, how far all buffers have been freed: there nothing is opened, which would cost a look at each page.
static uint64_t freed_until[MOST_DEVICES + 1];
static bool reserved;
static bool shared; // with copies of the process
static struct touched *touched;

uint64_t host_page_bytes(void) {
  return (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t page_begin(uint64_t a) {
  return a & ~(host_page_bytes() - 1);
}

uint64_t page_end(uint64_t a) {
  return page_begin(a + host_page_bytes() - 1);
}

static uint64_t device_bytes(void) { // of each: whole pages, however many devices there are
  return HEAP_DEVICE / (uint64_t)device_count() / LARGE_PAGE * LARGE_PAGE;
}

// Where the part of a device begins; that of VISIBLE is behind them.
static uint64_t part_begin(int part) {
  return HEAP_BASE + (part == VISIBLE ? HEAP_DEVICE : device_bytes() * (uint64_t)part);
}
static uint64_t part_bytes(int part) {
  return part == VISIBLE ? HEAP_RESERVE - HEAP_DEVICE : device_bytes();
}

int heap_device_of(uint64_t address) {
  return heap_visible(address) ? 0 : (int)((address - HEAP_BASE) / device_bytes());
}

// The model's memory; managed and pinned memory counts, too.
uint64_t heap_limit(void) {
  uint64_t part = part_bytes(0),
           model = L.embedded ? HEAP_EMBEDDED : (uint64_t)device_model()->memory_gib << 30;
  uint64_t most = part < HEAP_LIMIT ? part : HEAP_LIMIT;
  return most < model ? most : model;
}

static void *reserve(void *at, uint64_t bytes, int protection) {
  void *p = mmap(at, bytes, protection,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool heap_reserve(void) {
  if (reserved) return true;
  reserve((void *)(HEAP_BASE - HEAP_LEAD), HEAP_LEAD, PROT_NONE); // without it such an access ends the kernel
  reserved =
      reserve((void *)HEAP_BASE, HEAP_RESERVE, PROT_NONE) &&
      (M.heap_shadow = reserve(NULL, HEAP_RESERVE / 4 * sizeof *M.heap_shadow, PROT_READ | PROT_WRITE)) &&
      (M.heap_state = reserve(NULL, HEAP_RESERVE / 4, PROT_READ | PROT_WRITE)) &&
      (touched = reserve(NULL, HEAP_RESERVE / 4 * sizeof *touched, PROT_READ | PROT_WRITE));
  return reserved;
}

static void reserve_all(void) {
  if (heap_reserve()) return;
  perror("emu: cannot reserve address space for device memory and its shadow");
  exit(99);
}

// The address of the first buffer that is not freed, or the end of what has been given out.
static uint64_t first_live(int part) {
  uint64_t end = part_begin(part) + used[part], at = freed_until[part] ? freed_until[part] : part_begin(part);
  const struct allocation *a = heap_find(at);
  if (!a || a->address < at) a = a ? a + 1 : list;
  while (a < list + n_list && a->address < end && a->freed) a++;
  return freed_until[part] = a < list + n_list && a->address < end ? a->address : end;
}

static void protect(int device, bool open) {
  uint64_t end = part_begin(device) + used[device];
  if (open) opened_from[device] = page_begin(first_live(device));
  if (end > opened_from[device])
    mprotect((void *)opened_from[device], end - opened_from[device],
             open ? PROT_READ | PROT_WRITE : PROT_NONE);
  opened[device] = open;
}

void heap_open_to(int device) {
  if (device >= 0) device_running = device;
  for (int d = 0; d < device_count() && open_depth == 0; d++)
    if (device < 0 || device_reaches(device, d)) protect(d, true);
  open_depth++;
}

void heap_close(void) {
  for (int d = --open_depth ? MOST_DEVICES : 0; d < device_count(); d++)
    if (opened[d]) protect(d, false);
}

bool heap_is_open(uint64_t page) {
  const struct allocation *a = heap_visible(page) ? heap_find(page + 4095) : NULL;
  int device = heap_device_of(page);
  bool inside = opened[device] && page >= opened_from[device] && page - part_begin(device) < used[device];
  return (!heap_visible(page) && inside) || (a && !a->freed && page < a->address + a->bytes);
}

// A kernel takes back what its threads may have read: the next look at the words is a full one.
static void forget_reads(uint64_t address, uint64_t bytes) {
  if (!M.self) return; // what is read next lies in another epoch
  for (uint64_t word = (address - HEAP_BASE) >> 2, end = (address + bytes + 3 - HEAP_BASE) >> 2; word < end;
       word++)
    M.heap_shadow[word].r_again = false;
}

// Pages of the state that all hold one value are a file's, again and again, until they are written: so a buffer as large as the
// device costs no memory before it is used.
enum { LAZY = 64 << 20 };    // bytes of the state from which on that is worth while
enum { IN_FILE = 16 << 20 }; // of the file: as large as a file of a worker may be
enum { UNWRITTEN = 0xf0, WRITTEN = 0xff };

static int file_of(uint8_t value) {
  static int files[2]; // each with 1 added
  int *file = &files[value == WRITTEN];
  if (*file) return *file - 1;
  struct rlimit most; // of files, as a worker has it: beyond it a signal comes
  if (getrlimit(RLIMIT_FSIZE, &most) || most.rlim_cur < IN_FILE) return -1;
  int f = memfd_create("emu-state", MFD_CLOEXEC);
  if (f < 0) return -1;
  uint8_t *all = ftruncate(f, IN_FILE) ? MAP_FAILED : mmap(NULL, IN_FILE, PROT_WRITE, MAP_SHARED, f, 0);
  if (all == MAP_FAILED) return close(f), -1;
  memset(all, value, IN_FILE);
  munmap(all, IN_FILE);
  *file = f + 1;
  return f;
}

static void fill_state(uint8_t *s, uint64_t words, uint8_t value) {
  uint8_t *end = s + words, *from = (uint8_t *)page_end((uint64_t)s),
          *to = (uint8_t *)page_begin((uint64_t)end);
  int file = words < LAZY ? -1 : file_of(value);
  while (file >= 0 && from < to) {
    size_t n = to - from < IN_FILE ? (size_t)(to - from) : IN_FILE;
    if (mmap(from, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) == MAP_FAILED)
      break;
    memset(s, value, (size_t)(from - s));
    s = from += n;
  }
  memset(s, value, (size_t)(end - s));
}

void heap_mark(uint64_t address, uint64_t bytes, bool initialised) {
  uint64_t end = address + bytes;
  if (!initialised) forget_reads(address, bytes);
  for (; address < end && address & 3; address++) {
    uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (address & 3));
    *s = initialised ? *s | bit : *s & (uint8_t)~bit;
  }
  fill_state(&M.heap_state[(address - HEAP_BASE) >> 2], (end - address) / 4,
             initialised ? WRITTEN : UNWRITTEN);
  for (address += (end - address) & ~3ull; address < end; address++) {
    uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2], bit = (uint8_t)(1 << (address & 3));
    *s = initialised ? *s | bit : *s & (uint8_t)~bit;
  }
}

void heap_copy_marks(uint64_t to, uint64_t from, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++)
    heap_mark(to + i, 1, M.heap_state[(from + i - HEAP_BASE) >> 2] >> ((from + i) & 3) & 1);
}

static void set_allocated(uint64_t address, uint64_t bytes) {
  uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2];
  fill_state(s, bytes / 4, UNWRITTEN);
  if (bytes & 3) s[bytes / 4] = (uint8_t)(((1 << (bytes & 3)) - 1) << 4);
}

// Of the state, which may be a file's: they read as zero.
static void give_back(uint8_t *from, size_t bytes) {
  bool of_file = bytes > LAZY / 2;
  if (of_file && mmap(from, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    memset(from, 0, bytes);
  if (!of_file) madvise(from, bytes, MADV_DONTNEED);
}

// Whole pages of the state are given back: they read as zero, unallocated.
static void set_unallocated(uint64_t address, uint64_t bytes) {
  uint8_t *s = &M.heap_state[(address - HEAP_BASE) >> 2], *end = s + (bytes + 3) / 4;
  uint8_t *from = (uint8_t *)page_end((uint64_t)s), *to = (uint8_t *)page_begin((uint64_t)end);
  if (bytes < GIVEN_BACK || to <= from) from = to = end;
  memset(s, 0, (size_t)(from - s));
  if (to > from) give_back(from, (size_t)(to - from));
  memset(to, 0, (size_t)(end - to));
}

// Large pages for what fills them: a first touch costs a fault for each page, and a launch's begin and end a walk over all.
static void ask_large_pages(uint64_t first, uint64_t bytes) {
  if (bytes >= LARGE_PAGE) madvise((void *)(first & ~4095ull), bytes, MADV_HUGEPAGE);
}

// A place in the list for an allocation at the end of its range. NULL if that is beyond the first `most` bytes of it.
static struct allocation *append(uint64_t span, int part, uint64_t most) {
  if (used[part] + span > most) return NULL;
  if (n_list == list_capacity) {
    list_capacity = list_capacity ? 2 * list_capacity : 64;
    list = realloc(list, list_capacity * sizeof *list);
    if (!list) abort();
  }
  uint64_t address = part_begin(part) + used[part];
  const struct allocation *before = heap_find(address);
  size_t i = before ? (size_t)(before - list) + 1 : 0;
  memmove(&list[i + 1], &list[i], (n_list++ - i) * sizeof *list);
  list[i].address = address;
  used[part] += span;
  return &list[i];
}

int heap_allocate(uint64_t bytes, uint32_t pc, enum memory memory, uint64_t *address) {
  bool visible = memory != DEVICE_MEMORY;
  int part = visible ? VISIBLE : device_set;
  reserve_all();
  *address = 0;
  if (bytes == 0) return 0;
  if (bytes > heap_limit() || heap_live() + bytes > heap_limit()) return cudaErrorMemoryAllocation;
  // A gap as large as the buffer, within reason: an index that runs over lands in nobody's memory.
  uint64_t gap = bytes < 4096 ? 4096 : bytes > 65536 ? 65536 : bytes;
  uint64_t page = visible ? host_page_bytes() : 256; // mprotect below is for whole pages
  uint64_t span = (bytes + gap + page - 1) & ~(page - 1), all = part_bytes(part);
  // Fresh addresses as far as they cost little: a launch walks over the pages of all that has been given out.
  struct allocation *a = append(span, part, all < FRESH ? all : FRESH);
  for (size_t i = 0; i < n_list && !a; i++) // take the first freed buffer that is large enough
    if (list[i].freed && list[i].bytes >= bytes && list[i].address - part_begin(part) < all) a = &list[i];
  if (!a && !(a = append(span, part, all))) return cudaErrorMemoryAllocation;
  *a = (struct allocation){
      .address = a->address, .bytes = bytes, .pc = pc, .memory = memory, .device = device_set};
  if (a->address < freed_until[part]) freed_until[part] = a->address;
  if (a->address < opened_from[part])
    opened_from[part] = page_begin(a->address); // for a kernel, which opens it
  ask_large_pages(a->address, bytes);
  ask_large_pages((uint64_t)&M.heap_shadow[(a->address - HEAP_BASE) >> 2], bytes / 4 * sizeof *M.heap_shadow);
  ask_large_pages((uint64_t)&M.heap_state[(a->address - HEAP_BASE) >> 2], bytes / 4);
  set_allocated(a->address, bytes);
  if (visible) { // the host may write it unseen
    if (mprotect((void *)a->address, bytes, PROT_READ | PROT_WRITE)) return cudaErrorMemoryAllocation;
    heap_mark(a->address, bytes, true);
  }
  live[part] += bytes;
  *address = a->address;
  return 0;
}

uint64_t heap_of_kernels = 8 << 20;
static uint64_t held_by_kernels;

int heap_allocate_in_kernel(uint64_t bytes, uint32_t pc, uint64_t *address) {
  *address = 0;
  if (bytes > heap_of_kernels || held_by_kernels + bytes > heap_of_kernels) return cudaErrorMemoryAllocation;
  int error = heap_allocate(bytes ? bytes : 1, pc, DEVICE_MEMORY, address);
  if (error) return error;
  struct allocation *a = (struct allocation *)heap_find(*address);
  a->by_kernel = true;
  held_by_kernels += a->bytes;
  heap_open_here(*address, bytes); // the heap is open as far as it went
  return 0;
}

void heap_open_here(uint64_t address, uint64_t bytes) {
  uint64_t first = page_begin(address), end = page_end(address + bytes);
  mprotect((void *)first, end - first, PROT_READ | PROT_WRITE);
}

#ifdef EMU_FAST
bool heap_share(void) {
  if (shared) return true;
  if (!heap_reserve()) return false;
  char *copy =
      mmap(NULL, HEAP_RESERVE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy == MAP_FAILED) return false;
  for (struct allocation *a = list; a < list + n_list; a++) {
    if (a->freed) continue;
    heap_open_here(a->address, a->bytes);
    memcpy(copy + (a->address - HEAP_BASE), (void *)a->address, a->bytes);
  }
  shared = mremap(copy, HEAP_RESERVE, HEAP_RESERVE, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)HEAP_BASE) !=
           MAP_FAILED;
  if (!shared) munmap(copy, HEAP_RESERVE);
  mprotect((void *)HEAP_BASE, HEAP_RESERVE, PROT_NONE);
  for (struct allocation *a = list; a < list + n_list; a++)
    if (!a->freed && heap_visible(a->address)) mprotect((void *)a->address, a->bytes, PROT_READ | PROT_WRITE);
  for (int d = 0; d < device_count(); d++)
    if (opened[d]) protect(d, true);
  return shared;
}
#endif

enum free_fault heap_free(uint64_t address, uint32_t pc, bool pinned) {
  if (address == 0) return FREE_DONE;
  struct allocation *a = (struct allocation *)heap_find(address);
  if (!a || a->address != address) return FREE_UNKNOWN;
  if (a->freed) return FREE_TWICE;
  if (pinned != (a->memory == PINNED_MEMORY)) return FREE_OTHER_KIND;
  a->freed = true;
  a->free_pc = pc;
  if (a->by_kernel) held_by_kernels -= a->bytes;
  if (a->memory != DEVICE_MEMORY) mprotect((void *)a->address, a->bytes, PROT_NONE);
  live[a->memory == DEVICE_MEMORY ? heap_device_of(a->address) : VISIBLE] -= a->bytes;
  set_unallocated(a->address, a->bytes);
  forget_reads(a->address, a->bytes);
  uint64_t first = page_end(a->address), end = page_begin(a->address + a->bytes);
  if (a->bytes >= GIVEN_BACK && end > first) { // give the pages back, the shadow's too
    madvise((void *)first, end - first, shared ? MADV_REMOVE : MADV_DONTNEED);
    madvise(&M.heap_shadow[(first - HEAP_BASE) >> 2], (end - first) * 8, MADV_DONTNEED);
    madvise(heap_touched(first), (end - first) / 4 * sizeof *touched & ~(host_page_bytes() - 1),
            MADV_DONTNEED);
  }
  return FREE_DONE;
}

void heap_reset(int device, uint32_t pc) {
  for (struct allocation *a = list; a < list + n_list; a++)
    if (!a->freed && !a->foreign && a->device == device)
      heap_free(a->address, pc, a->memory == PINNED_MEMORY);
}

void heap_forget(void) {
  for (int d = 0; d < device_count(); d++)
    if (used[d])
      madvise(&M.heap_shadow[(part_begin(d) - HEAP_BASE) >> 2], used[d] / 4 * sizeof *M.heap_shadow,
              MADV_DONTNEED);
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

const struct allocation *heap_wrapped(uint64_t address, uint32_t size, int64_t *number) {
  enum { NEAR = 65536 }; // how far below 0
  for (const struct allocation *a = list; a < list + n_list; a++) {
    uint64_t element = (address - a->address - a->offset) / size, below = (1ull << 32) - element;
    if (a->freed || address < a->address || !below || below > NEAR) continue;
    *number = -(int64_t)below;
    return a;
  }
  return NULL;
}

bool heap_range_ok(uint64_t address, uint64_t bytes) {
  const struct allocation *a = heap_find(address);
  return a && !a->freed && bytes <= a->bytes && address - a->address <= a->bytes - bytes;
}

const struct allocation *heap_next(const struct allocation *behind) {
  const struct allocation *a = behind ? behind + 1 : list;
  return a < list + n_list ? a : NULL;
}

struct touched *heap_touched(uint64_t word) {
  return &touched[(word - HEAP_BASE) >> 2];
}

// By the kernel's list of this process's pages; a page that was swapped out is one that was used.
uint64_t heap_used_from(uint64_t word, uint64_t end) {
  enum { ENTRIES = 512 };
  static int pages = -2;
  static uint64_t entry[ENTRIES];
  const uint64_t here = UINT64_C(1) << 63, swapped = UINT64_C(1) << 62;
  if (pages == -2) pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  uint64_t bytes = host_page_bytes();
  while (word < end) {
    uint64_t page = (uint64_t)&M.heap_shadow[(word - HEAP_BASE) >> 2] / bytes;
    ssize_t got = pages < 0 ? -1 : pread(pages, entry, sizeof entry, (off_t)(page * sizeof *entry));
    if (got < (ssize_t)sizeof *entry) return word;
    for (ssize_t i = 0; i < got / (ssize_t)sizeof *entry && word < end; i++) {
      if (entry[i] & (here | swapped)) return word;
      uint64_t first = (page + (uint64_t)i + 1) * bytes - (uint64_t)M.heap_shadow; // of the next page
      word = HEAP_BASE + (first + sizeof *M.heap_shadow - 1) / sizeof *M.heap_shadow * 4;
    }
  }
  return end;
}

uint64_t heap_live_visible(void) {
  return live[VISIBLE];
}
uint64_t heap_live(void) {
  return live[device_set] + live[VISIBLE];
}

const struct allocation *heap_leak(const struct allocation *behind) {
  for (const struct allocation *a = behind ? behind + 1 : list; a < list + n_list; a++)
    if (!a->freed && !a->foreign) return a;
  return NULL;
}

void heap_disown(void) {
  for (size_t i = 0; i < n_list; i++) list[i].foreign = true;
}

void heap_own(uint64_t address) {
  ((struct allocation *)heap_find(address))->foreign = true;
}

void heap_name(uint64_t address, const char *name) {
  struct allocation *a = (struct allocation *)heap_find(address);
  if (!a || a->freed) return;
  snprintf(a->name, sizeof a->name, "%s", name);
  a->offset = (uint32_t)(address - a->address);
}

void heap_element(uint64_t address, uint32_t bytes) {
  struct allocation *a = (struct allocation *)heap_find(address);
  if (a && !a->freed) a->element = bytes;
}

void heap_array(uint64_t address, const void *array) {
  struct allocation *a = (struct allocation *)heap_find(address);
  if (a && !a->freed) a->array = array;
}

bool heap_is_array(const void *array) {
  for (const struct allocation *a = list; a < list + n_list; a++)
    if (a->array == array && !a->freed) return true;
  return false;
}

void heap_pitch(uint64_t address, uint64_t pitch) {
  struct allocation *a = (struct allocation *)heap_find(address);
  if (a && !a->freed) a->pitch = (uint32_t)pitch;
}

void heap_copied(uint64_t to, uint64_t bytes, uint32_t pc) {
  struct allocation *a = (struct allocation *)heap_find(to);
  if (!a) return;
  a->copied = bytes;
  a->copy_pc = pc;
}
