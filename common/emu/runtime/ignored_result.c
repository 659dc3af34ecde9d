// Whether host code looks at what a call has returned: the instructions that follow the call are read until one of them uses or
// overwrites the register of the result. What is not known here counts as a use, so that a doubt makes no note.
#include "runtime/ignored_result.h"
#include <string.h>

#ifdef __x86_64__

struct instruction {
  const uint8_t *at; // of the opcode, then behind what has been read
  uint8_t rex;
  bool narrow; // 16 bits
  unsigned mod, reg, rm;
  bool address; // the result's register is a part of the address
};

enum verdict { GOES_ON, USED, OVERWRITTEN };
enum { REX_W = 8, REX_R = 4, REX_X = 2, REX_B = 1 };

// The byte for registers and address, and what of the address follows it.
static void read_operands(struct instruction *i) {
  uint8_t m = *i->at++;
  i->mod = m >> 6;
  i->reg = (m >> 3 & 7) | (i->rex & REX_R ? 8 : 0);
  i->rm = (m & 7) | (i->rex & REX_B ? 8 : 0);
  i->address = false;
  if (i->mod == 3) return;
  unsigned displacement = i->mod == 1 ? 1 : i->mod == 2 ? 4 : 0;
  if ((m & 7) == 4) {
    uint8_t sib = *i->at++;
    bool no_base = (sib & 7) == 5 && i->mod == 0;
    i->address = (!(sib & 7) && !(i->rex & REX_B)) || (!(sib >> 3 & 7) && !(i->rex & REX_X));
    if (no_base) displacement = 4;
  } else {
    i->address = i->rm == 0;
    if ((m & 7) == 5 && i->mod == 0) displacement = 4;
  }
  i->at += displacement;
}

static bool direct(const struct instruction *i) { // the result's register is the second operand
  return i->mod == 3 && i->rm == 0;
}

// An instruction that takes both operands, or that writes the first from the second.
static enum verdict takes(const struct instruction *i, bool reads_first, bool writes_first) {
  if (i->address || direct(i) || (reads_first && i->reg == 0)) return USED;
  return writes_first && i->reg == 0 ? OVERWRITTEN : GOES_ON;
}

static enum verdict of_two_bytes(struct instruction *i) {
  uint8_t op = *i->at++;
  bool moves = op == 0x10 || op == 0x11 || op == 0x12 || op == 0x13 || op == 0x14 || op == 0x16 ||
               op == 0x17 || (op >= 0x28 && op <= 0x2f) || (op >= 0x51 && op <= 0x5f) || op == 0x6e ||
               op == 0x6f || op == 0x7f || op == 0xd6 || op == 0xef || op == 0x1f || op == 0x1e;
  bool widens = op == 0xb6 || op == 0xb7 || op == 0xbe || op == 0xbf;
  if (!moves && !widens) return USED;
  read_operands(i);
  if (op == 0x2c || op == 0x2d) return takes(i, false, true); // a number becomes a whole one
  return takes(i, false, widens);
}

// With a number of so many bytes behind the operands.
static enum verdict with_number(struct instruction *i, unsigned bytes, bool overwrites) {
  read_operands(i);
  i->at += bytes;
  if (i->address || (direct(i) && !overwrites)) return USED;
  return direct(i) ? OVERWRITTEN : GOES_ON;
}

static enum verdict step(struct instruction *i) {
  uint8_t op = *i->at++;
  unsigned whole = i->narrow ? 2 : 4;
  bool own = !(i->rex & REX_B) && !(op & 7); // of those that have their register in the opcode
  switch (op) {
  case 0x0f:
    return of_two_bytes(i);
  case 0x8d: // lea
    read_operands(i);
    return i->address ? USED : i->reg == 0 ? OVERWRITTEN : GOES_ON;
  case 0x8b:
  case 0x63:
    read_operands(i);
    return takes(i, false, true);
  case 0x88:
  case 0x89:
    read_operands(i);
    return i->address || i->reg == 0 ? USED : direct(i) ? OVERWRITTEN : GOES_ON;
  case 0x31:
  case 0x33: // a register beside itself becomes zero
    read_operands(i);
    return direct(i) && i->reg == 0 ? OVERWRITTEN : takes(i, true, false);
  case 0x01:
  case 0x03:
  case 0x29:
  case 0x2b:
  case 0x39:
  case 0x3b:
  case 0x85:
    read_operands(i);
    return takes(i, true, false);
  case 0x83:
    return with_number(i, 1, false);
  case 0x81:
    return with_number(i, whole, false);
  case 0xc6:
    return with_number(i, 1, false);
  case 0xc7:
    return with_number(i, whole, true);
  case 0x6a:
    i->at += 1;
    return GOES_ON;
  case 0x68:
    i->at += 4;
    return GOES_ON;
  case 0x90:
    return GOES_ON;
  case 0xe8: // the next call: its own result takes the register
    return OVERWRITTEN;
  }
  if (op >= 0xb8 && op <= 0xbf) {
    i->at += i->rex & REX_W ? 8 : whole;
    return own ? OVERWRITTEN : GOES_ON;
  }
  if (op >= 0x50 && op <= 0x57) return own ? USED : GOES_ON;
  if (op >= 0x58 && op <= 0x5f) return own ? OVERWRITTEN : GOES_ON;
  return USED;
}

bool result_ignored(uint64_t pc) {
  enum { MOST_INSTRUCTIONS = 64 };
  const uint8_t *at = (const uint8_t *)pc;
  for (int n = 0; n < MOST_INSTRUCTIONS; n++) {
    struct instruction i = {.at = at};
    if (*i.at == 0xeb || *i.at == 0xe9) { // a jump
      int32_t distance = (int8_t)i.at[1];
      bool is_short = *i.at == 0xeb;
      if (!is_short) memcpy(&distance, i.at + 1, sizeof distance);
      at = i.at + (is_short ? 2 : 5) + distance;
      continue;
    }
    for (; *i.at == 0x66 || *i.at == 0xf2 || *i.at == 0xf3; i.at++) i.narrow |= *i.at == 0x66;
    if ((*i.at & 0xf0) == 0x40) i.rex = *i.at++;
    enum verdict v = step(&i);
    if (v != GOES_ON) return v == OVERWRITTEN;
    at = i.at;
  }
  return false;
}

#else

bool result_ignored(uint64_t pc) { // nobody has written the decoder
  (void)pc;
  return false;
}

#endif
