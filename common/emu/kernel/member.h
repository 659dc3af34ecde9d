// Members of aligned objects, which nvcc loads and stores together.
#ifndef EMU_KERNEL_MEMBER_H
#define EMU_KERNEL_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

// The running thread's latest access, just logged, was of a member of `size` bytes of an object that is aligned to `of` bytes: makes one
// request of it and of those before it that nvcc makes one of. first: it is known to be the object's first member, so its address
// tells whether the object is aligned.
void member_joins(uint32_t size, uint32_t of, bool first);

#endif
