// Behind an access out of bounds the kernel goes on: what it reads there is 0, what it stores is dropped.
//
// The access itself is the kernel's own instruction, behind the callback. So the memory is made accessible and holds
// zeros for that instruction; before the thread's next access it holds again what it held.
#define _GNU_SOURCE
#include "check/after_fault.h"
#include "memory/heap.h"
#include <string.h>
#include <sys/mman.h>

enum { MOST_NOTED = 4096, MOST_PAGES = 64 };

static struct {
  uint64_t addr;
  uint32_t size;
  char content[16];
} stray;
static uint32_t in_this_launch, n_pages;
static uint64_t pages[MOST_PAGES]; // beyond the part of the heap that is open

// Device memory that has not been given out is reserved without access.
static bool open_page(uint64_t page) {
  for (uint32_t i = 0; i < n_pages; i++)
    if (pages[i] == page) return true;
  if (n_pages == MOST_PAGES || mprotect((void *)page, host_page_bytes(), PROT_READ | PROT_WRITE))
    return false;
  pages[n_pages++] = page;
  return true;
}

void stray_access(uint64_t addr, uint32_t size) {
  uint64_t first = page_begin(addr), last = page_begin(addr + size - 1);
  bool ok = ++in_this_launch < MOST_NOTED && size <= sizeof stray.content;
  if (heap_leads(addr))
    ok = ok && heap_leads(addr + size - 1) && open_page(first) && open_page(last);
  else if (heap_has(addr))
    ok = ok && heap_has(addr + size - 1) && (heap_is_open(first) || open_page(first)) &&
         (heap_is_open(last) || open_page(last));
  else
    ok = ok && ((addr >= M.shared_base && addr + size <= M.shared_base + M.shared_size) ||
                addr - (M.dynamic_base - DYNAMIC_LEAD) < DYNAMIC_LEAD + DYNAMIC_ARENA);
  if (!ok) launch_give_up();
  stray.addr = addr;
  stray.size = size;
  memcpy(stray.content, (void *)addr, size);
  memset((void *)addr, 0, size);
  pending_begin(PENDING_STRAY);
}

void stray_settle(void) {
  pending_end(PENDING_STRAY);
  memcpy((void *)stray.addr, stray.content, stray.size);
}

void stray_launch_ends(void) {
  if (M.pending & PENDING_STRAY) stray_settle();
  while (n_pages) mprotect((void *)pages[--n_pages], host_page_bytes(), PROT_NONE);
  in_this_launch = 0;
}
