// Callbacks that follow each other with no jump and no label between are told of each other, so that the emulator does less for
// each (kernel/callback_group.c).
//
//         call __sanitizer_cov_trace_pc                nop
//         ...                                    .Lemu1:
//         call __tsan_read4                            ...
//         ...                                          movl $.Lemu1+0x80000000, %edx
//         call __tsan_write8                           movl $0, %esi
//                                                      call emu_block_read4_at
//                                                      ...
//                                                      movl $2, %esi
//                                                      call emu_write8_at
//                                                      addl $3, emu_log_n(%rip)
//
// Each is told how many records of the group stand before its own, because the place of the next record in the log, which every
// callback would else wait for, moves once, behind the group's last call: there neither flags nor these registers hold anything. A
// block is logged with the access behind it, under the address that stands in place of its call. Only code that runs from the first
// call to the last, whatever happens, is a group: any other call, jump, label or assembly of the program's ends it.
//
// The check of an array's extent jumps around the call of a handler from which nothing returns. It may stand in a group; the handler
// is told what has not yet been logged.
#include "emu/emucc/audit/callback_groups.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char block_callback[] = "__sanitizer_cov_trace_pc",
                  extent_handler[] = "__ubsan_handle_out_of_bounds";

enum kind { PASSED, END, BLOCK, ACCESS, EXTENT };

// `read4` of `__tsan_read4`; NULL: it is no callback that has a form for groups.
static const char *access_of(const char *callee) {
  static const char *const forms[] = {"read4", "read8", "read16", "write4", "write8", "write16"};
  if (strncmp(callee, "__tsan_", 7)) return NULL;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(callee + 7, forms[i])) return forms[i];
  return NULL;
}

static bool starts(const char *line, const char *text) {
  return !strncmp(line, text, strlen(text));
}

// `.LVL12:` and the like, which only debug information refers to.
static bool is_debug_label(const char *line) {
  static const char *const names[] = {".LVL", ".LBB", ".LBE", ".LBI", ".LFB", ".LFE", ".LM", ".Ltext"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (starts(line, names[i]) && isdigit((unsigned char)line[strlen(names[i])])) return true;
  return false;
}

static bool is_jump(const char *line) {
  return line[0] == '\t' && line[1] == 'j';
}

// Instructions that go on at the next line and do nothing that a group must know. Whatever is not known to be such ends it.
static bool is_passed(const char *line) {
  static const char *const ends[] = {"\tcall", "\tret", "\tj",   "\tloop", "\tint",     "\tiret",  "\tud2",
                                     "\thlt",  "\tsys", "\trep", "\tbnd",  "\tnotrack", "\txbegin"};
  static const char *const directives[] = {"\t.loc", "\t.cfi_", "\t.p2align", "\t.align", "\t.balign"};
  if (!*line) return true;
  if (*line != '\t') return is_debug_label(line);
  if (line[1] == '.') {
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
      if (starts(line, directives[i])) return true;
    return false;
  }
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (starts(line, ends[i])) return false;
  return true;
}

static enum kind kind_of(const char *line) {
  const char *callee = assembly_callee(line);
  if (callee && access_of(callee)) return ACCESS;
  if (callee && !strcmp(callee, block_callback)) return BLOCK;
  return is_passed(line) ? PASSED : END;
}

// ---- checks of extents ------------------------------------------------------------------------------------

// How often each label `.L12` is named.
struct names {
  unsigned *of;
  size_t n;
};

static void count_names(struct names *names, const struct assembly *a) {
  *names = (struct names){NULL, 0};
  for (size_t i = 0; i < a->lines; i++) {
    for (const char *p = a->line[i]; (p = strstr(p, ".L")); p += 2) {
      if (!isdigit((unsigned char)p[2])) continue;
      size_t number = strtoul(p + 2, NULL, 10);
      if (number >= names->n) {
        size_t n = 2 * number + 64;
        names->of = must_realloc(names->of, n * sizeof *names->of);
        memset(names->of + names->n, 0, (n - names->n) * sizeof *names->of);
        names->n = n;
      }
      names->of[number]++;
    }
  }
}

// The line of the label to which the jump at line i goes, around nothing but a call of the handler; 0: it is another jump.
static size_t behind_extent(const struct assembly *a, const struct names *names, size_t i, size_t *handler) {
  enum { FAR = 24 };
  const char *label = strrchr(a->line[i], '\t') + 1;
  if (!is_jump(a->line[i]) || starts(a->line[i], "\tjmp") || !starts(label, ".L") ||
      !isdigit((unsigned char)label[2]))
    return 0;
  size_t n = strlen(label);
  if (names->of[strtoul(label + 2, NULL, 10)] != 2) return 0; // this jump and the label itself
  *handler = 0;
  for (size_t k = i + 1; k < a->lines && k < i + FAR; k++) {
    const char *line = a->line[k], *callee = assembly_callee(line);
    if (!strncmp(line, label, n) && !strcmp(line + n, ":")) return *handler ? k : 0;
    if (callee && !strcmp(callee, extent_handler) && !*handler)
      *handler = k;
    else if (kind_of(line) != PASSED)
      return 0;
  }
  return 0;
}

static unsigned char *read_kinds(const struct assembly *a) {
  unsigned char *kind = must_realloc(NULL, a->lines + 1);
  struct names names;
  count_names(&names, a);
  bool foreign = false; // assembly of the program's
  for (size_t i = 0; i < a->lines; i++) {
    if (starts(a->line[i], "#APP")) foreign = true;
    if (starts(a->line[i], "#NO_APP")) foreign = false;
    kind[i] = foreign ? END : (unsigned char)kind_of(a->line[i]);
  }
  for (size_t i = 0, handler; i < a->lines; i++) {
    if (!is_jump(a->line[i])) continue;
    size_t behind = behind_extent(a, &names, i, &handler);
    if (!behind) continue;
    kind[i] = kind[behind] = PASSED;
    kind[handler] = EXTENT;
  }
  kind[a->lines] = END;
  free(names.of);
  return kind;
}

// ---- groups -----------------------------------------------------------------------------------------------

static size_t next_call(const unsigned char *kind, size_t i) {
  do i++;
  while (kind[i] == PASSED || kind[i] == EXTENT);
  return i;
}

// Whether the block that begins at line i is logged with an access.
static bool joins_access(const unsigned char *kind, size_t i) {
  return kind[i] == BLOCK && kind[next_call(kind, i)] == ACCESS;
}

void group_callbacks(struct assembly *a) {
  if (!GROUPS) return;
  unsigned char *kind = read_kinds(a);
  unsigned before = 0, block = 0,
           blocks = 0; // records of the group; the label of a block to be logged, 0: none
  for (size_t i = 0; i < a->lines; i++) {
    const char *callee = assembly_callee(a->line[i]);
    if (joins_access(kind, i)) {
      block = ++blocks;
      assembly_replace(a, i, must_print("\tnop\n.Lemu%u:", block));
    } else if (kind[i] == EXTENT && (before || block)) {
      char *pc = block ? must_print("$.Lemu%u+0x80000000", block) : must_print("$0");
      assembly_replace(
          a, i,
          must_print("\tmovl\t$%u, %%edx\n\tmovl\t%s, %%ecx\n\tcall\temu_out_of_bounds_at", before, pc));
      free(pc);
    } else if (kind[i] == ACCESS) {
      size_t next = next_call(kind, i);
      bool goes_on = kind[next] == ACCESS || joins_access(kind, next);
      if (!before && !block && !goes_on) continue;
      const char *access = access_of(callee);
      char *call =
          block
              ? must_print("\tmovl\t$.Lemu%u+0x80000000, %%edx\n\tmovl\t$%u, %%esi\n\tcall\temu_block_%s_at",
                           block, before, access)
              : must_print("\tmovl\t$%u, %%esi\n\tcall\temu_%s_at", before, access);
      before += block ? 2 : 1;
      block = 0;
      if (goes_on) {
        assembly_replace(a, i, call);
      } else {
        assembly_replace(a, i, must_print("%s\n\taddl\t$%u, emu_log_n(%%rip)", call, before));
        free(call);
        before = 0;
      }
    }
  }
  free(kind);
}
