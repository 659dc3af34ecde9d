// Events that are too rare to be inline.
#include "check/events.h"

void event_before_access(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  touch &= TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC;
  if (M.pending & PENDING_STRAY) stray_settle();
  if (M.pending & PENDING_RACE) race_next_access(addr, touch);
  if (M.pending & PENDING_CHILD) child_parent_access(addr, size, touch, pc);
  if (M.pending & PENDING_DELAYED) delayed_access(addr, size, touch);
}
