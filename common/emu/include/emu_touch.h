// Accesses that a header makes on the user's behalf: checked and counted at the user's line, as if the
// kernel's own code made them. What moves the data is a function of the runtime.
#ifndef EMU_TOUCH_H
#define EMU_TOUCH_H

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

#endif
