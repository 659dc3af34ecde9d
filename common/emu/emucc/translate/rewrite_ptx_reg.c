// Inline PTX: predicates, guarded instructions and sums with carry.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

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
