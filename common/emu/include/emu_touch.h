// Accesses that a header makes on the user's behalf: checked and counted at the user's line, as if the
// kernel's own code made them. What moves the data is a function of the runtime.
#ifndef EMU_TOUCH_H
#define EMU_TOUCH_H

#ifdef EMU_FAST // emucc --fast: accesses are neither counted nor checked

EMU_INLINE void emu_touch_read(const void *, unsigned) {}
EMU_INLINE void emu_touch_write(void *, unsigned) {}
EMU_INLINE void emu_touch_read_range(const void *, size_t) {}
EMU_INLINE void emu_touch_write_range(void *, size_t) {}

// Where a loop may be waiting for another thread: accesses, which are unseen, give nobody else a turn.
extern "C" void emu_poll(void);
EMU_INLINE void emu_may_wait() {
  emu_poll();
}

#else

extern "C" {
void __tsan_read2(void *);
void __tsan_read4(void *);
void __tsan_read8(void *);
void __tsan_read16(void *);
void __tsan_write2(void *);
void __tsan_write4(void *);
void __tsan_write8(void *);
void __tsan_write16(void *);
void __tsan_read_range(void *, unsigned long);
void __tsan_write_range(void *, unsigned long);
}

// bytes: 2, 4, 8 or 16; a constant where it can be, so that no branch is left.
EMU_INLINE void emu_touch_read(const void *p, unsigned bytes) {
  if (bytes == 16)
    __tsan_read16((void *)p);
  else if (bytes == 8)
    __tsan_read8((void *)p);
  else if (bytes == 4)
    __tsan_read4((void *)p);
  else
    __tsan_read2((void *)p);
}
EMU_INLINE void emu_touch_write(void *p, unsigned bytes) {
  if (bytes == 16)
    __tsan_write16(p);
  else if (bytes == 8)
    __tsan_write8(p);
  else if (bytes == 4)
    __tsan_write4(p);
  else
    __tsan_write2(p);
}
// Any number of bytes, counted in the widest pieces that addresses and size allow.
EMU_INLINE void emu_touch_read_range(const void *p, size_t bytes) {
  __tsan_read_range((void *)p, bytes);
}
EMU_INLINE void emu_touch_write_range(void *p, size_t bytes) {
  __tsan_write_range(p, bytes);
}
EMU_INLINE void emu_may_wait() {}

#endif

// Objects made with and without --fast do not link with each other: the runtime has but one of these.
#ifdef EMU_FAST
#define EMU_MODE emu_objects_made_with_fast
#else
#define EMU_MODE emu_objects_made_without_fast
#endif
extern "C" const char EMU_MODE;
__attribute__((used)) static const char *const emu_mode = &EMU_MODE;

#endif
