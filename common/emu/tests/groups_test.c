// Groups of callbacks: which calls of an assembly become one, and which must not. Each case is the text of a function and what is to
// become of it; `spoilt` expects something else of the first one, to show that a difference is told.
#include "emu/emucc/audit/callback_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK       "\tcall\t__sanitizer_cov_trace_pc\n"
#define READ        "\tcall\t__tsan_read4\n"
#define WRITE       "\tcall\t__tsan_write16\n"
#define EXTENT      "\tjbe\t.L5\n\tmovl\t$.Lubsan_data1, %edi\n\tcall\t__ubsan_handle_out_of_bounds\n"
#define FIRST       "\tnop\n.Lemu1:\n"
#define BLOCK_READ  "\tmovl\t$.Lemu1+0x80000000, %edx\n\tmovl\t$0, %esi\n\tcall\temu_block_read4_at\n"
#define READ_AT(n)  "\tmovl\t$" #n ", %esi\n\tcall\temu_read4_at\n"
#define WRITE_AT(n) "\tmovl\t$" #n ", %esi\n\tcall\temu_write16_at\n"
#define ADD(n)      "\taddl\t$" #n ", emu_log_n(%rip)\n"
#define FOREIGN     "#APP\n\tnop\n#NO_APP\n"

static const struct {
  const char *what, *text, *becomes; // NULL: it stays as it is
} cases[] = {
    {"a block and its access", BLOCK "\tmovq\t%rbx, %rdi\n" READ "\tret\n",
     FIRST "\tmovq\t%rbx, %rdi\n" BLOCK_READ ADD(2) "\tret\n"},
    {"several accesses", BLOCK READ "\tmovl\t(%rbx), %eax\n" WRITE READ "\tjne\t.L9\n",
     FIRST BLOCK_READ "\tmovl\t(%rbx), %eax\n" WRITE_AT(2) READ_AT(3) ADD(4) "\tjne\t.L9\n"},
    {"two accesses without a block", READ WRITE "\tret\n", READ_AT(0) WRITE_AT(1) ADD(2) "\tret\n"},
    {"labels and lines for debuggers", READ ".LVL3:\n\t.loc 1 5 3\n" READ "\tret\n",
     READ_AT(0) ".LVL3:\n\t.loc 1 5 3\n" READ_AT(1) ADD(2) "\tret\n"},
    {"an access alone", READ "\tret\n", NULL},
    {"a block alone", BLOCK "\tjmp\t.L2\n", NULL},
    {"a jump between", BLOCK "\tje\t.L7\n" READ "\tret\n", NULL},
    {"a label between", READ ".L7:\n" READ "\tret\n", NULL},
    {"a label of the exception table's between", READ ".LEHB0:\n" READ "\tret\n", NULL},
    {"another call between", READ "\tcall\t__syncthreads\n" READ "\tret\n", NULL},
    {"a call through a pointer between", READ "\tcall\t*%rax\n" READ "\tret\n", NULL},
    {"a member's call between", READ "\tcall\temu_member_read4of16\n" READ "\tret\n", NULL},
    {"a volatile access between", READ "\tcall\t__tsan_volatile_read4\n" READ "\tret\n", NULL},
    {"assembly of the program's between", READ FOREIGN READ "\tret\n", NULL},
    {"calls within assembly of the program's", "#APP\n" READ READ "#NO_APP\n", NULL},
    {"another function", READ "\tret\n\t.size\tf, .-f\ng:\n" READ "\tret\n", NULL},
    {"a second block without an access", BLOCK READ BLOCK "\tret\n", FIRST BLOCK_READ ADD(2) BLOCK "\tret\n"},
    {"the check of an extent", BLOCK EXTENT ".L5:\n" READ "\tret\n",
     FIRST "\tjbe\t.L5\n\tmovl\t$.Lubsan_data1, %edi\n\tmovl\t$0, %edx\n\tmovl\t$.Lemu1+0x80000000, %ecx\n"
           "\tcall\temu_out_of_bounds_at\n.L5:\n" BLOCK_READ ADD(2) "\tret\n"},
    {"the check of an extent behind an access", READ EXTENT ".L5:\n" READ "\tret\n",
     READ_AT(0) "\tjbe\t.L5\n\tmovl\t$.Lubsan_data1, %edi\n\tmovl\t$1, %edx\n\tmovl\t$0, %ecx\n"
                "\tcall\temu_out_of_bounds_at\n.L5:\n" READ_AT(1) ADD(2) "\tret\n"},
    {"the check of an extent whose label others jump to", READ EXTENT ".L5:\n" READ "\tje\t.L5\n", NULL},
    {"the check of an extent whose label a table has", READ EXTENT ".L5:\n" READ "\tret\n\t.quad\t.L5\n",
     NULL},
    {"more than a check of an extent is jumped over", READ EXTENT BLOCK ".L5:\n" READ "\tret\n", NULL},
    {"a handler that returns",
     READ "\tjbe\t.L5\n\tcall\t__ubsan_handle_float_cast_overflow\n.L5:\n" READ "\tret\n", NULL},
};

static char *copy_of(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

// What becomes of the text, as one.
static char *grouped(const char *text, char *out, size_t n) {
  struct assembly a;
  size_t used = 0;
  assembly_split(&a, copy_of(text), strlen(text));
  group_callbacks(&a);
  for (size_t i = 0; i < a.lines && used < n; i++)
    used += (size_t)snprintf(out + used, n - used, "%s\n", a.line[i]);
  assembly_free(&a);
  return out;
}

int main(int argc, char **argv) {
  int failures = 0;
  bool spoilt = argc > 1 && !strcmp(argv[1], "spoilt");
  if (!GROUPS) {
    puts("skipped: this host or compiler has no groups of callbacks");
    return 77;
  }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char out[4096];
    const char *expected = cases[i].becomes && !(spoilt && i == 0) ? cases[i].becomes : cases[i].text;
    if (!strcmp(grouped(cases[i].text, out, sizeof out), expected)) continue;
    printf("FAIL %s\nexpected:\n%sgot:\n%s\n", cases[i].what, expected, out);
    failures++;
  }
  printf("%zu cases, %d failures\n", sizeof cases / sizeof *cases, failures);
  return failures != 0;
}
