// What an access does to the words that it touches.
#ifndef EMU_CHECK_TOUCH_H
#define EMU_CHECK_TOUCH_H

// BLOCK: an atomic of block scope. WEAK: one that only loads, which orders only with a fence behind it. COMPARE: a
// compare-and-swap. UNREAD: nobody has asked for the old value yet (address_old_value).
enum {
  TOUCH_LOAD = 1,
  TOUCH_STORE = 2,
  TOUCH_SYNC = 4,
  TOUCH_BLOCK = 8,
  TOUCH_WEAK = 16,
  TOUCH_VOLATILE = 32,
  TOUCH_COMPARE = 64,
  TOUCH_UNREAD = 128
};

#endif
