// A copy from device to host whose source has elements that nobody has written: a note, since a program may know which of them
// it can use. It is what a grid that covers too little leaves behind.
#include "check/unwritten.h"
#include "check/hazard.h"
#include "memory/describe.h"
#include "memory/heap.h"
#include "memory/result.h"
#include <stdio.h>
#include <string.h>

enum { ALL_WRITTEN = 15, WORDS_AT_ONCE = 8, LONG_RUN = 16 };

// Of the copy under way: bytes, and runs of bytes that nobody has written.
static struct {
  uint64_t bytes, unwritten, first, last_begin, longest, nearest, runs;
  bool in_run, odd; // odd: a run that is no multiple of 4 bytes, at such an address
  uint64_t begin;
} copy;

static void end_run(uint64_t end) {
  if (!copy.in_run) return;
  copy.in_run = false;
  uint64_t n = end - copy.begin;
  if (copy.runs && copy.begin - copy.last_begin < copy.nearest) copy.nearest = copy.begin - copy.last_begin;
  if (!copy.runs++) copy.first = copy.begin;
  copy.last_begin = copy.begin;
  copy.unwritten += n;
  if (n > copy.longest) copy.longest = n;
  copy.odd |= (n | copy.begin) & 3;
}

static void look_at(uint64_t byte) {
  bool written = M.heap_state[(byte - HEAP_BASE) >> 2] >> (byte & 3) & 1;
  if (written) {
    end_run(byte);
  } else if (!copy.in_run) {
    copy.in_run = true;
    copy.begin = byte;
  }
}

static bool eight_written(uint64_t word) {
  uint64_t eight;
  memcpy(&eight, &M.heap_state[(word - HEAP_BASE) >> 2], sizeof eight);
  return (eight & 0x0101010101010101ull * ALL_WRITTEN) == 0x0101010101010101ull * ALL_WRITTEN;
}

void unwritten_row(uint64_t from, size_t bytes) {
  uint64_t end = from + bytes;
  if (FAST || L.embedded || !heap_has(from) || heap_visible(from)) return;
  if (!copy.bytes) copy.nearest = UINT64_MAX;
  copy.bytes += bytes;
  for (uint64_t at = from; at < end;) {
    bool whole = !(at & 3) && end - at >= 4 * WORDS_AT_ONCE;
    if (whole && eight_written(at)) {
      end_run(at);
      at += 4 * WORDS_AT_ONCE;
    } else {
      look_at(at++);
    }
  }
  end_run(end);
}

// Few bytes, in the same place of each of many objects, lie between an object's members: nobody writes them.
static bool is_padding(uint32_t element) {
  if (element) return copy.longest < element;
  if (copy.longest >= LONG_RUN) return false;
  if (copy.odd) return true;
  return copy.runs == 1 ? copy.bytes < 64 * copy.longest && copy.bytes != copy.unwritten : copy.nearest > 8;
}

// Told at the program's end, if no hazard has been found until then: of a race between streams it may be the consequence.
static struct {
  uint32_t pc;
  char what[320];
} found[4];
static uint32_t n_found;

static bool is_found(uint32_t pc) {
  for (uint32_t i = 0; i < n_found; i++)
    if (found[i].pc == pc) return true;
  return n_found == sizeof found / sizeof *found;
}

static void keep(const struct allocation *a, uint32_t pc) {
  char buffer[220];
  uint64_t size = a->element && !((copy.unwritten | copy.bytes) % a->element) ? a->element : copy.odd ? 1 : 4;
  describe_buffer(a, buffer, sizeof buffer);
  found[n_found].pc = pc;
  snprintf(
      found[n_found].what, sizeof found->what,
      "%llu of the %llu elements (%llu-byte elements) that are copied from %.120s were never written; the "
      "first is element %llu",
      (unsigned long long)(copy.unwritten / size), (unsigned long long)(copy.bytes / size),
      (unsigned long long)size, buffer, (unsigned long long)((copy.first - a->address - a->offset) / size));
  n_found++;
}

void unwritten_tell(uint32_t pc) {
  const struct allocation *a = copy.unwritten && !is_found(pc) ? heap_find(copy.first) : NULL;
  if (a && !is_padding(a->element)) keep(a, pc);
  memset(&copy, 0, sizeof copy);
}

void unwritten_program_ends(void) {
  L.kernel = "";
  for (uint32_t i = 0; i < n_found && !emu_the_report.n_hazards; i++)
    hazard_note(
        EMU_NOTE_UNWRITTEN, site_host(found[i].pc), NULL,
        "has the grid enough threads, (n + 255) / 256 blocks of 256, say, and does every thread's index "
        "reach its element? What nobody writes holds anything on a device",
        "%s", found[i].what);
}
