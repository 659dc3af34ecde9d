// Atomic functions. A lane runs until it waits, so the arithmetic is plain; the checks and counts are in emu_atomic,
// emu_atomic_done gives the turn to the warp's next lane.
#ifndef EMU_ATOMIC_H
#define EMU_ATOMIC_H

extern "C" EMU_NOTHROW void emu_atomic(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW void emu_atomic_compare(void *p, unsigned bytes, void *return_address, bool of_block);
extern "C" EMU_NOTHROW void emu_atomic_exchange(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW void emu_atomic_exchange_block(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW void emu_atomic_block(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW void emu_atomic_done(void *p, bool changed);

// With --fast blocks run on several cores.
#ifdef EMU_FAST
#define EMU_OLD(T_, p)                                                                                       \
  T_ old;                                                                                                    \
  __atomic_load(p, &old, __ATOMIC_RELAXED)
#define EMU_REPLACE(p, now)                                                                                  \
  __atomic_compare_exchange(p, &old, &now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#else
#define EMU_OLD(T_, p)      T_ old = *(volatile T_ *)p
#define EMU_REPLACE(p, now) (*(volatile decltype(now) *)p = now, true)
#endif

// Each overload is a real call (never inlined into a kernel), so its return address is the line in the
// kernel.
#define EMU_ATOMIC(name, T_, next, check)                                                                    \
  EMU_UNSEEN __attribute__((noinline)) inline T_ name(T_ *p, T_ v) {                                         \
    check((void *)p, sizeof(T_), __builtin_return_address(0));                                               \
    EMU_OLD(T_, p);                                                                                          \
    T_ now;                                                                                                  \
    do now = (next);                                                                                         \
    while (!EMU_REPLACE(p, now));                                                                            \
    emu_atomic_done(p, now != old);                                                                          \
    return old;                                                                                              \
  }
// The plain form, and the block- and system-scope forms, which differ only in whom they are atomic for.
#define EMU_ATOMIC_SCOPES(name, T_, next)                                                                    \
  EMU_ATOMIC(name, T_, next, emu_atomic)                                                                     \
  EMU_ATOMIC(name##_block, T_, next, emu_atomic_block)                                                       \
  EMU_ATOMIC(name##_system, T_, next, emu_atomic)

// Where each lane adds the constant 1 and the kernel does not use the old value, a device counts a warp's lanes at once: for the
// modelled time.
extern "C" EMU_NOTHROW void emu_atomic_float(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW void emu_atomic_count(void *p, unsigned bytes, void *return_address);
extern "C" EMU_NOTHROW __attribute__((const)) unsigned long emu_atomic_old_count(unsigned long old,
                                                                                 const volatile void *p);
#define EMU_ATOMIC_COUNT(T_)                                                                                 \
  EMU_ATOMIC(emu_add, T_, (T_)((unsigned)old + (unsigned)v), emu_atomic)                                     \
  EMU_ATOMIC(emu_count, T_, (T_)((unsigned)old + (unsigned)v), emu_atomic_count)                             \
  EMU_ATOMIC(atomicAdd_block, T_, (T_)((unsigned)old + (unsigned)v), emu_atomic_block)                       \
  EMU_ATOMIC(atomicAdd_system, T_, (T_)((unsigned)old + (unsigned)v), emu_atomic)                            \
  EMU_INLINE T_ atomicAdd(T_ *p, T_ v) {                                                                     \
    if (__builtin_constant_p(v) && v == 1) return (T_)emu_atomic_old_count((unsigned)emu_count(p, v), p);    \
    return emu_add(p, v);                                                                                    \
  }
EMU_ATOMIC_COUNT(int)
EMU_ATOMIC_COUNT(unsigned)
EMU_ATOMIC_SCOPES(atomicAdd, unsigned long long, old + v)
#define EMU_ATOMIC_FLOAT(T_)                                                                                 \
  EMU_ATOMIC(atomicAdd, T_, old + v, emu_atomic_float)                                                       \
  EMU_ATOMIC(atomicAdd_block, T_, old + v, emu_atomic_block)                                                 \
  EMU_ATOMIC(atomicAdd_system, T_, old + v, emu_atomic_float)
EMU_ATOMIC_FLOAT(float)
EMU_ATOMIC_FLOAT(double)
EMU_ATOMIC_SCOPES(atomicSub, int, (int)((unsigned)old - (unsigned)v))
EMU_ATOMIC_SCOPES(atomicSub, unsigned, old - v)

// An exchange reads memory only where the kernel uses its result: a call without effects, which the compiler leaves out
// else, stands for the use.
extern "C" EMU_NOTHROW __attribute__((const)) unsigned long emu_old_value(unsigned long old,
                                                                          const volatile void *p);
template <class T_> EMU_INLINE T_ emu_old_value_of(T_ old, const volatile void *p) {
  unsigned long word = 0;
  __builtin_memcpy(&word, (const void *)&old, sizeof old);
  word = emu_old_value(word, p);
  __builtin_memcpy((void *)&old, &word, sizeof old);
  return old;
}
#define EMU_ATOMIC_EXCHANGE(T_, scope, check)                                                                \
  EMU_ATOMIC(emu_exchange##scope, T_, v, check)                                                              \
  EMU_INLINE T_ atomicExch##scope(T_ *p, T_ v) {                                                             \
    return emu_old_value_of(emu_exchange##scope(p, v), p);                                                   \
  }
#define EMU_ATOMIC_EXCHANGES(T_)                                                                             \
  EMU_ATOMIC_EXCHANGE(T_, , emu_atomic_exchange)                                                             \
  EMU_ATOMIC_EXCHANGE(T_, _block, emu_atomic_exchange_block)                                                 \
  EMU_ATOMIC_EXCHANGE(T_, _system, emu_atomic_exchange)
EMU_ATOMIC_EXCHANGES(int)
EMU_ATOMIC_EXCHANGES(unsigned)
EMU_ATOMIC_EXCHANGES(unsigned long long)
EMU_ATOMIC_EXCHANGES(float)

#define EMU_ATOMIC_ORDERED(T_)                                                                               \
  EMU_ATOMIC_SCOPES(atomicMin, T_, v < old ? v : old)                                                        \
  EMU_ATOMIC_SCOPES(atomicMax, T_, v > old ? v : old)
EMU_ATOMIC_ORDERED(int)
EMU_ATOMIC_ORDERED(unsigned)
EMU_ATOMIC_ORDERED(long long)
EMU_ATOMIC_ORDERED(unsigned long long)
#define EMU_ATOMIC_BITS(T_)                                                                                  \
  EMU_ATOMIC_SCOPES(atomicAnd, T_, old &v)                                                                   \
  EMU_ATOMIC_SCOPES(atomicOr, T_, old | v)                                                                   \
  EMU_ATOMIC_SCOPES(atomicXor, T_, old ^ v)
EMU_ATOMIC_BITS(int)
EMU_ATOMIC_BITS(unsigned)
EMU_ATOMIC_BITS(long long)
EMU_ATOMIC_BITS(unsigned long long)
EMU_ATOMIC_SCOPES(atomicInc, unsigned, old >= v ? 0u : old + 1u)
EMU_ATOMIC_SCOPES(atomicDec, unsigned, old == 0 || old > v ? v : old - 1u)

#define EMU_ATOMIC_CAS(name, T_, of_block)                                                                   \
  EMU_UNSEEN __attribute__((noinline)) inline T_ name(T_ *p, T_ compare, T_ v) {                             \
    emu_atomic_compare((void *)p, sizeof(T_), __builtin_return_address(0), of_block);                        \
    EMU_OLD(T_, p);                                                                                          \
    while (old == compare && !EMU_REPLACE(p, v)) {                                                           \
    }                                                                                                        \
    emu_atomic_done(p, old == compare);                                                                      \
    return old;                                                                                              \
  }
#define EMU_ATOMIC_CAS_SCOPES(T_)                                                                            \
  EMU_ATOMIC_CAS(atomicCAS, T_, false)                                                                       \
  EMU_ATOMIC_CAS(atomicCAS_block, T_, true)                                                                  \
  EMU_ATOMIC_CAS(atomicCAS_system, T_, false)
EMU_ATOMIC_CAS_SCOPES(int)
EMU_ATOMIC_CAS_SCOPES(unsigned)
EMU_ATOMIC_CAS_SCOPES(unsigned short)
EMU_ATOMIC_CAS_SCOPES(unsigned long long)

#endif
