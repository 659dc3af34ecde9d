// Host memory that is lent to a message: who else touches it meanwhile races with the message. Pinned and device memory is
// looked after by stream_order.c; ordinary memory is touched by the host alone, in the order of its calls, so a list will do.
#include "check/message_buffers.h"
#include "check/hazard.h"

enum { MOST_LENT = 512 };
static struct {
  const char *call; // NULL: free
  uint64_t begin, end;
  bool writes;
  uint32_t pc;
} lent[MOST_LENT];
static int n_lent;
bool lent_any;

int lent_begin(const char *call, uint64_t address, size_t bytes, int touch, uint32_t pc) {
  lent_access(call, address, bytes, touch, pc);
  for (int i = 0; i < MOST_LENT; i++)
    if (!lent[i].call) {
      lent[i].call = call;
      lent[i].begin = address;
      lent[i].end = address + bytes;
      lent[i].writes = touch & TOUCH_STORE;
      lent[i].pc = pc;
      n_lent++;
      lent_any = true;
      return i;
    }
  return -1;
}

void lent_end(int number) {
  if (number < 0) return;
  lent[number].call = NULL;
  lent_any = --n_lent > 0;
}

void lent_access(const char *who, uint64_t address, size_t bytes, int touch, uint32_t pc) {
  bool writes = touch & TOUCH_STORE;
  for (int i = 0; lent_any && i < MOST_LENT; i++) {
    if (!lent[i].call || address >= lent[i].end || address + bytes <= lent[i].begin) continue;
    if (!writes && !lent[i].writes) continue;
    struct access_site other = site_host(lent[i].pc);
    uint64_t from = address > lent[i].begin ? address : lent[i].begin;
    if (!hazard_repeated(EMU_HAZARD_RACE_STREAM, pc, &other))
      hazard(EMU_HAZARD_RACE_STREAM, site_host(pc), &other, LENT_ADVICE,
             "%s %s byte %llu of the buffer of %s, which nobody has waited for: the message %s it", who,
             writes ? "writes" : "reads", (unsigned long long)(from - lent[i].begin), lent[i].call,
             lent[i].writes ? "writes" : "reads");
  }
}
