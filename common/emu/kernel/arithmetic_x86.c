// Divisions and conversions whose result on x86-64 is not the device's.
//
// The processor stops at a division by zero: the signal's handler puts the result in its place. A conversion that does not
// fit just gives another number: the program goes on one instruction at a time until it comes to it, and it is done here.
#define _GNU_SOURCE
#include "check/hazard.h"
#include "runtime/fiber.h"
#include "kernel/arithmetic.h"

#ifdef __x86_64__
#include <math.h>
#include <string.h>
#include <sys/ucontext.h>

enum { TRAP_FLAG = 0x100, MAX_STEPS = 100000 };

static const int general[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

struct operand { // what a ModRM byte says
  int reg, rm;   // rm: -1 for memory
  uint64_t address;
  const uint8_t *end;
};

// Of an instruction without an immediate.
static struct operand operand_at(const uint8_t *p, int rex, const greg_t *g) {
  int mod = *p >> 6, rm = *p & 7;
  struct operand o = {.reg = (*p >> 3 & 7) | (rex & 4) << 1, .rm = -1, .end = p + 1};
  if (mod == 3) {
    o.rm = rm | (rex & 1) << 3;
    return o;
  }
  bool after_here = mod == 0 && rm == 5;
  if (rm == 4) {
    int sib = *o.end++, index = (sib >> 3 & 7) | (rex & 2) << 2;
    bool no_base = mod == 0 && (sib & 7) == 5;
    if (!no_base) o.address = (uint64_t)g[general[(sib & 7) | (rex & 1) << 3]];
    if (index != 4) o.address += (uint64_t)g[general[index]] << (sib >> 6);
    if (no_base) mod = 2;
  } else if (!after_here) {
    o.address = (uint64_t)g[general[rm | (rex & 1) << 3]];
  }
  int32_t displacement = 0;
  if (mod == 2 || after_here) {
    memcpy(&displacement, o.end, 4);
    o.end += 4;
  } else if (mod == 1) {
    displacement = (int8_t)*o.end++;
  }
  o.address += (uint64_t)(int64_t)displacement + (after_here ? (uint64_t)o.end : 0);
  return o;
}

// ---- division ----

// What nvcc's code makes of a zero divisor: all ones, as quotient and as remainder; numbers of 64 bits whose upper
// halves are zero are divided as 32 bits.
bool arithmetic_divided(void *context) {
  greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uint8_t *p = (const uint8_t *)g[REG_RIP];
  uint32_t pc = (uint32_t)(uintptr_t)p + 1;
  bool halved = *p == 0x66;
  p += halved;
  int rex = *p >> 4 == 4 ? *p++ : 0;
  if (!M.self || (*p & 0xfe) != 0xf6) return false;
  int bits = *p == 0xf6 ? 8 : rex & 8 ? 64 : halved ? 16 : 32;
  struct operand o = operand_at(p + 1, rex, g);
  if ((o.reg & 7) < 6) return false; // neither div nor idiv
  uint64_t divisor = 0, mask = bits == 64 ? ~0ull : (1ull << bits) - 1, rax = (uint64_t)g[REG_RAX];
  if (o.rm < 0)
    memcpy(&divisor, (const void *)o.address, (size_t)bits / 8);
  else if (bits == 8 && !rex && o.rm >= 4) // ah, ch, dh, bh
    divisor = (uint64_t)g[general[o.rm - 4]] >> 8 & 0xff;
  else
    divisor = (uint64_t)g[general[o.rm]] & mask;
  uint64_t quotient = mask, remainder = mask;
  if (divisor) { // the least number by -1
    quotient = 1ull << (bits - 1);
    remainder = 0;
  } else if (bits == 64 && rax >> 32 == 0) {
    quotient = remainder = 0xffffffff;
  }
  if (bits == 8) {
    g[REG_RAX] = (greg_t)((rax & ~0xffffull) | remainder << 8 | quotient);
  } else {
    uint64_t kept = bits == 16 ? ~mask : 0;
    g[REG_RAX] = (greg_t)((rax & kept) | quotient);
    g[REG_RDX] = (greg_t)(((uint64_t)g[REG_RDX] & kept) | remainder);
  }
  g[REG_RIP] = (greg_t)o.end;
  arithmetic_tell_division(pc, !divisor, quotient, bits);
  return true;
}

// ---- conversion ----

// A conversion that the compiler has told, and has yet to make. It may tell several before it makes the first.
enum { MANY_COMING = 16 };
static struct coming {
  struct conversion c;
  const struct thread *thread; // NULL: none
  uint64_t moved, stack; // moved: the number less 2^63, which is what becomes an unsigned one of 64 bits
  int steps;
} coming[MANY_COMING];

uint64_t host_conversion(const struct conversion *c) {
  double v = c->number;
  const uint64_t indefinite = 1ull << 63;
  uint64_t wide = v >= -0x1p63 && v < 0x1p63 ? (uint64_t)(int64_t)v : indefinite;
  if (c->to_bits == 64) return !c->to_signed && v >= 0x1p63 ? 0 : wide;
  if (c->to_bits == 32 && !c->to_signed) return (uint32_t)wide;
  uint32_t narrow = v > -0x1p31 - 1 && v < 0x1p31 ? (uint32_t)(int32_t)v : 1u << 31;
  return narrow & (uint32_t)((1ull << c->to_bits) - 1);
}

bool host_converts_as(const struct conversion *c, uint64_t stack) {
  struct coming *n = coming;
  while (n->thread && n < coming + MANY_COMING) n++;
  if (n == coming + MANY_COMING) return false;
  *n = (struct coming){.c = *c, .thread = M.self, .stack = stack, .moved = c->bits};
  if (!c->to_signed && c->to_bits == 64 && c->number >= 0x1p63) {
    double less = c->number - 0x1p63;
    float less4 = (float)less;
    n->moved = 0;
    memcpy(&n->moved, c->from_bits == 32 ? (void *)&less4 : (void *)&less, (size_t)c->from_bits / 8);
    n->c.result ^= 1ull << 63; // which the program does again
  }
  __asm__ volatile("leaq -128(%%rsp), %%rsp; pushfq; orq %0, (%%rsp); popfq; leaq 128(%%rsp), %%rsp"
                   :
                   : "i"(TRAP_FLAG)
                   : "cc", "memory");
  return true;
}

// The instruction that comes, if it is cvttss2si or cvttsd2si of the number, and into a register of the width that a
// conversion to this type takes.
static bool convert(ucontext_t *context, const struct coming *n) {
  greg_t *g = context->uc_mcontext.gregs;
  const uint8_t *p = (const uint8_t *)g[REG_RIP];
  if (*p++ != (n->c.from_bits == 32 ? 0xf3 : 0xf2)) return false;
  int rex = *p >> 4 == 4 ? *p++ : 0;
  if (p[0] != 0x0f || p[1] != 0x2c) return false;
  bool wide = n->c.to_bits == 64 || (n->c.to_bits == 32 && !n->c.to_signed);
  if (wide != !!(rex & 8)) return false;
  struct operand o = operand_at(p + 2, rex, g);
  uint64_t number = 0;
  const void *at = o.rm < 0 ? (const void *)o.address : &context->uc_mcontext.fpregs->_xmm[o.rm];
  memcpy(&number, at, (size_t)n->c.from_bits / 8);
  if (number != n->moved) return false;
  g[general[o.reg]] = (greg_t)(rex & 8 ? n->c.result : (uint32_t)n->c.result);
  g[REG_RIP] = (greg_t)o.end;
  return true;
}

void arithmetic_step(void *context) {
  ucontext_t *c = context;
  bool more = false, made = false;
  for (struct coming *n = coming; n < coming + MANY_COMING; n++) {
    if (!n->thread) continue;
    bool here = M.self == n->thread;
    bool left =
        here && (uint64_t)c->uc_mcontext.gregs[REG_RSP] > n->stack; // its function: nobody wants the result
    bool now = here && !made && convert(c, n);
    made |= now;
    if (now || left || ++n->steps == MAX_STEPS) n->thread = NULL;
    more |= n->thread != NULL;
  }
  if (!more) c->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}
#endif
