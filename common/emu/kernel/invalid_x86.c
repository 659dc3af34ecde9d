// The NaN that an invalid operation in single precision makes: a device's is positive with all bits set (7fffffff), that of
// x86-64 negative (ffc00000); in double precision both make fff8000000000000.
//
// While a launch runs, the processor stops at an invalid operation (runtime/floats.h). The instruction is done alone, with the
// exception masked, and the NaN that it has made is replaced. A comparison with a NaN is invalid, too, and data full of NaN
// may be compared often: its instruction becomes the one that differs in this alone (comiss: ucomiss).
#define _GNU_SOURCE
#include "kernel/arithmetic.h"
#include "runtime/floats.h"

#ifdef __x86_64__
#include <signal.h>
#include <sys/mman.h>
#include <sys/ucontext.h>

enum { STEP_FLAG = 0x100, INVALID_SEEN = 1 };
#define X86_NAN    0xffc00000u
#define DEVICE_NAN 0x7fffffffu

static struct {
  int lanes; // of the register that may get the NaN; 0: none
  int reg;
  bool under_way;
} made;

struct instruction {
  int prefix; // 0, 0x66, 0xf3 or 0xf2
  int reg;
  const uint8_t *opcode; // NULL: no such instruction
  bool fused;
};

// What the prefixes say, legacy ones or VEX.
static struct instruction decode(const uint8_t *p) {
  static const int prefixes[4] = {0, 0x66, 0xf3, 0xf2};
  struct instruction i = {0};
  int high = 0; // of the register's number
  for (; *p == 0x66 || *p == 0xf3 || *p == 0xf2; p++) i.prefix = *p;
  if (*p == 0xc5) {
    high = !(p[1] & 0x80);
    i.prefix = prefixes[p[1] & 3];
    p += 2;
  } else if (*p == 0xc4) {
    high = !(p[1] & 0x80);
    i.prefix = prefixes[p[2] & 3];
    i.fused = (p[1] & 0x1f) == 2 && !(p[2] & 0x80);
    p += 3;
  } else {
    if (*p >> 4 == 4) high = *p++ >> 2 & 1;
    if (*p++ != 0x0f) return i;
  }
  i.opcode = p;
  i.reg = (p[1] >> 3 & 7) | high << 3;
  return i;
}

// How many lanes of the register get numbers of 32 bits.
static int lanes_made(const struct instruction *i) {
  int op = *i->opcode;
  if (i->fused) return op >= 0x96 && op <= 0xbf ? (op & 8) && (op & 1) ? 1 : 4 : 0;
  bool single = op == 0x51 || op == 0x58 || op == 0x59 || op == 0x5c || op == 0x5e;
  if (op == 0x5a) return i->prefix == 0xf2 ? 1 : i->prefix == 0x66 ? 2 : 0; // from double
  return !single ? 0 : i->prefix == 0xf3 ? 1 : i->prefix == 0 ? 4 : 0;
}

static bool now_quiet(const struct instruction *i) {
  enum { COMPARE = 0x2f, COMPARE_QUIET = 0x2e };
  if (i->fused || *i->opcode != COMPARE || i->prefix > 0x66) return false;
  uint8_t *opcode = (uint8_t *)(uintptr_t)i->opcode;
  void *page = (void *)((uintptr_t)opcode & ~4095ull);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) return false;
  *opcode = COMPARE_QUIET;
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
  return true;
}

bool arithmetic_invalid(void *context, int code) {
  ucontext_t *c = context;
  if (code != FPE_FLTINV || !floats_of_device || (c->uc_mcontext.fpregs->mxcsr & FLOATS_INVALID_MASK))
    return false;
  struct instruction i = decode((const uint8_t *)c->uc_mcontext.gregs[REG_RIP]);
  if (i.opcode && now_quiet(&i)) return true;
  made.lanes = i.opcode ? lanes_made(&i) : 0;
  made.reg = i.reg;
  made.under_way = true;
  c->uc_mcontext.fpregs->mxcsr |= FLOATS_INVALID_MASK;
  c->uc_mcontext.gregs[REG_EFL] |= STEP_FLAG;
  return true;
}

void arithmetic_invalid_done(void *context) {
  ucontext_t *c = context;
  if (!made.under_way) return;
  made.under_way = false;
  c->uc_mcontext.fpregs->mxcsr &= ~(uint32_t)(FLOATS_INVALID_MASK | INVALID_SEEN);
  uint32_t *lane = c->uc_mcontext.fpregs->_xmm[made.reg].element;
  for (int i = 0; i < made.lanes; i++)
    if (lane[i] == X86_NAN) lane[i] = DEVICE_NAN;
}

#else

bool arithmetic_invalid(void *context, int code) {
  (void)context, (void)code;
  return false;
}
void arithmetic_invalid_done(void *context) {
  (void)context;
}

#endif
