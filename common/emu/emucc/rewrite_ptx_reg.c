// Inline PTX: registers that a statement declares, predicates, guarded instructions and sums with carry.
#define _GNU_SOURCE
#include "emu/emucc/rewrite_ptx.h"
#include "emu/emucc/rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The variable of register `name`: emu_r_ and the name without what C++ does not allow.
static char *variable_for(const char *name) {
  char *v = must_print("emu_r_%s", name + strspn(name, "%"));
  for (char *c = v; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  return v;
}

static bool is_name(const char *name) {
  name += strspn(name, "%");
  if (!isalpha((unsigned char)*name) && *name != '_' && *name != '$') return false;
  return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")] == '\0';
}

char *ptx_register(const struct ptx_statement *s, const char *part) {
  char *v = variable_for(part);
  for (int i = 0; i < s->regs; i++)
    if (!strcmp(s->reg[i], v)) return v;
  free(v);
  return NULL;
}

// .reg .u32 a, b: the type stands in front of the first name.
char *ptx_declare(struct ptx_statement *s, const struct ptx_instruction *n) {
  if (strcmp(n->name, ".reg") || !n->parts || n->part[0][0] != '.') return NULL;
  size_t length = strcspn(n->part[0], " \t\n");
  bool predicate = !strncmp(n->part[0], ".pred", length);
  char *all = must_print("%s%.*s", predicate ? "bool" : "::emu::ptx::t_", predicate ? 0 : (int)length - 1,
                         n->part[0] + 1);
  for (int i = 0; i < n->parts; i++) {
    char *name = ptx_trimmed(n->part[i] + (i ? 0 : length));
    if (!is_name(name) || s->regs == MOST_REGISTERS) {
      free(all);
      return NULL;
    }
    char *v = s->reg[s->regs++] = variable_for(name),
         *longer = must_print("%s%s %s = 0", all, i ? "," : "", v);
    free(all);
    all = longer;
  }
  return all;
}

char *ptx_guard(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (!n->guard) return must_print("%s", "");
  bool negated = n->guard[1] == '!';
  char *p = ptx_register(s, n->guard + 1 + negated), *guard = NULL;
  if (p) guard = must_print("if (%s%s) ", negated ? "!" : "", p);
  free(p);
  return guard;
}

// setp.gt.s32 p, a, b
static char *compare_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const operators[][2] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="},
                                             {"gt", ">"},  {"ge", ">="}, {"lo", "<"}, {"ls", "<="},
                                             {"hi", ">"},  {"hs", ">="}};
  const char *type = strrchr(n->name, '.') + 1;
  char *p = n->parts == 3 ? ptx_register(s, n->part[0]) : NULL;
  char *a = p ? ptx_value(s, n->part[1]) : NULL, *b = p ? ptx_value(s, n->part[2]) : NULL, *call = NULL;
  for (size_t i = 0; i < sizeof operators / sizeof *operators && a && b && !call; i++)
    if (!strncmp(n->name + 5, operators[i][0], 2) && n->name[7] == '.')
      call = must_print("%s = ::emu::ptx::as<::emu::ptx::t_%s>(%s) %s ::emu::ptx::as<::emu::ptx::t_%s>(%s)",
                        p, type, a, operators[i][1], type, b);
  free(p), free(a), free(b);
  return call;
}

// selp.s32 d, a, b, p
static char *select_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  const char *type = strrchr(n->name, '.') + 1;
  char *p = n->parts == 4 ? ptx_register(s, n->part[3]) : NULL, *list = must_print("%s", ""), *call = NULL;
  bool known = p != NULL;
  for (int i = 0; i < 3 && known; i++) known = ptx_add_values(s, n->part[i], &list) == 1;
  if (known) call = must_print("::emu::ptx::select<::emu::ptx::t_%s>(%s%s)", type, p, list);
  free(p), free(list);
  return call;
}

// add.cc.u32 d, a, b; addc.cc.u32; mad.lo.cc.u32 d, a, b, c; madc.hi.u32: the carry is a variable of the statement.
static char *carry_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  bool minus = starts_with(n->name, "sub"), product = starts_with(n->name, "mad");
  bool sets = ptx_has_part(n->name, "cc"), takes = n->name[3] == 'c', high = ptx_has_part(n->name, "hi");
  const char *type = strrchr(n->name, '.') + 1;
  bool known = (minus || product || starts_with(n->name, "add")) && (sets || takes) &&
               (n->name[3] == '.' || takes) && n->parts == (product ? 4 : 3);
  char *list = must_print("%s", ""), *call = NULL;
  for (int i = 0; i < n->parts && known; i++) known = ptx_add_values(s, n->part[i], &list) == 1;
  if (known)
    call = must_print("::emu::ptx::%s<::emu::ptx::t_%s, %s%s, %s>(emu_carry%s)",
                      product ? "product_with_carry" : "sum_with_carry", type,
                      product ? (high ? "true, " : "false, ") : (minus ? "true, " : "false, "),
                      takes ? "true" : "false", sets ? "true" : "false", list);
  free(list);
  return call;
}

char *ptx_flag_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "setp.")) return compare_call(s, n);
  if (starts_with(n->name, "selp.")) return select_call(s, n);
  return carry_call(s, n);
}
