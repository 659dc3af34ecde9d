// Instructions of inline PTX, for the files that write their calls (rewrite_ptx.c, rewrite_ptx_warp.c).
#ifndef EMU_REWRITE_PTX_H
#define EMU_REWRITE_PTX_H

#include "emu/emucc/translate/rewrite.h"

#include <stdbool.h>
#include <stddef.h>

enum { MOST_OPERANDS = 32, MOST_PARTS = 8, MOST_REGISTERS = 32 };

struct ptx_statement {
  size_t close;    // the last parenthesis
  char text[2048]; // of the instructions
  char *operand[MOST_OPERANDS];
  int operands;
  char *reg[MOST_REGISTERS]; // the statement's own registers, declared so far
  int regs;
};
struct ptx_instruction {
  char *guard, *name, *part[MOST_PARTS]; // "@p" or NULL; "add.u32"; what stands between the commas
  int parts;
};

// rewrite_ptx_read.c: the asm statement at i, to be freed by ptx_free. False: it is of another form.
bool ptx_read(const struct translation *x, size_t i, struct ptx_statement *s);
void ptx_free(struct ptx_statement *s);
char *ptx_trimmed(char *s); // in place, without the blanks around it

// Whether what the asm statement at i says stands there as it is.
bool ptx_is_readable(const struct translation *x, size_t i);

// Makes the statement at i an error that names the instruction.
void ptx_refuse(struct translation *x, size_t i, const char *name);

// rewrite_ptx_value.c
// The C++ expression of an operand: %0, a number, %%laneid. NULL: none of these. malloc'ed.
char *ptx_value(const struct ptx_statement *s, const char *part);

// The pointer that `[%1 + 16]` means. malloc'ed, or NULL.
char *ptx_address(const struct ptx_statement *s, const char *part, bool shared);

// Appends the operands of a part, alone or in braces, to *list, each behind a comma. Returns how many, 0 for an unknown one.
int ptx_add_values(const struct ptx_statement *s, const char *part, char **list);

bool ptx_has_part(const char *name, const char *part); // "add" in "atom.global.add.u32"

// The statement's own registers, which become variables. `.reg .pred p, q`: their declaration, malloc'ed, or NULL; the name of
// a declared one, or NULL.
char *ptx_declare(struct ptx_statement *s, const struct ptx_instruction *n);
char *ptx_register(const struct ptx_statement *s, const char *part);

// rewrite_ptx_reg.c: what sets or reads predicates and carries, or NULL for another instruction.
char *ptx_flag_call(const struct ptx_statement *s, const struct ptx_instruction *n);
// `if (p) ` in front of a guarded instruction, "" where there is no guard, NULL for an unknown one. malloc'ed.
char *ptx_guard(const struct ptx_statement *s, const struct ptx_instruction *n);

// rewrite_ptx_warp.c: matrices, exchanges between lanes, atomics, halves of words. malloc'ed, or NULL for another instruction.
char *ptx_warp_call(const struct ptx_statement *s, const struct ptx_instruction *n);
// rewrite_ptx_number.c: arithmetic and conversions of every type. As above.
char *ptx_number_call(const struct ptx_statement *s, const struct ptx_instruction *n);
// rewrite_ptx_wmma.c: wmma.load, wmma.mma, wmma.store. As above.
char *ptx_wmma_call(const struct ptx_statement *s, const struct ptx_instruction *n);

#endif
