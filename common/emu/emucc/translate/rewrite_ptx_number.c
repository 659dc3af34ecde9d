// Inline PTX: the instructions that come for every type of numbers (emu_ptx_numbers.h). malloc'ed calls, or NULL.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"

#include <stdlib.h>
#include <string.h>

static bool is_listed(const char *word, const char *list) {
  char *spaced = must_print(" %s ", word);
  bool found = strstr(list, spaced);
  free(spaced);
  return found;
}

// `set(to, function(operands))`; the first part is the result.
static char *set_call(const struct ptx_statement *s, const struct ptx_instruction *n, const char *function,
                      int operands) {
  char *list = must_print("%s", ""), *call = NULL;
  char *to = n->parts == operands + 1 ? ptx_value(s, n->part[0]) : NULL;
  bool known = to;
  for (int i = 1; i < n->parts && known; i++) known = ptx_add_values(s, n->part[i], &list) == 1;
  if (known) call = must_print("::emu::ptx::set(%s, ::emu::ptx::%s%s))", to, function, list + 2);
  free(to), free(list);
  return call;
}

// add.s64, mad.lo.u64, shr.u16.
static char *whole_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const operations[][2] = {
      {" neg abs not cnot ", " s16 s32 s64 b16 b32 b64 "},
      {" add sub mul.lo mul.hi div rem min max and or xor shl shr ", " u16 s16 b16 u32 s32 b32 u64 s64 b64 "},
      {" mad.lo mad.hi sad ", " u16 s16 u32 s32 u64 s64 "}};
  const char *type = strrchr(n->name, '.');
  if (!type) return NULL;
  char *name = must_print("%.*s", (int)(type - n->name), n->name), *call = NULL;
  for (int operands = 1; operands <= 3 && !call; operands++) {
    if (!is_listed(name, operations[operands - 1][0]) || !is_listed(type + 1, operations[operands - 1][1]))
      continue;
    if (strchr(name, '.')) *strchr(name, '.') = '_';
    char *function = must_print("whole_%s<::emu::ptx::t_%s>(", name, type + 1);
    call = set_call(s, n, function, operands);
    free(function);
  }
  free(name);
  return call;
}

// add.f16x2, fma.rn.bf16.
static char *small_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const operations[] = {" neg abs ", " add sub mul min max ", " fma "};
  const char *type = strrchr(n->name, '.');
  bool half = type && (!strcmp(type, ".f16") || !strcmp(type, ".f16x2"));
  if (!half && (!type || (strcmp(type, ".bf16") && strcmp(type, ".bf16x2")))) return NULL;
  char *name = must_print("%.*s", (int)(type - n->name), n->name), *call = NULL;
  if (ends_with(name, ".rn")) name[strlen(name) - 3] = '\0';
  for (int operands = 1; operands <= 3 && !call; operands++) {
    if (!is_listed(name, operations[operands - 1])) continue;
    char *function =
        must_print("%s_%s_%s(", ends_with(type, "x2") ? "both" : "one", half ? "half" : "bfloat16", name);
    call = set_call(s, n, function, operands);
    free(function);
  }
  free(name);
  return call;
}

// cvt.rn.f16.f32, cvt.rzi.s64.f64, cvt.sat.u8.s32, cvt.rn.bf16x2.f32 d, a, b.
static char *convert_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char types[] = " u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64 ";
  static const char *const roundings[] = {"rn", "rz", "rp", "rm"};
  char *name = must_print("%s", n->name), *rest = name, *part, *type[2] = {NULL, NULL}, *call = NULL;
  int mode = 0, count = 0;
  bool whole = false, saturates = false, known = true;
  strsep(&rest, ".");
  while ((part = strsep(&rest, ".")) && known) {
    int rounding = 0;
    while (rounding < 4 && strncmp(part, roundings[rounding], 2)) rounding++;
    if (rounding < 4 && (!part[2] || !strcmp(part + 2, "i")))
      mode = rounding, whole |= part[2] == 'i';
    else if (!strcmp(part, "sat"))
      saturates = true;
    else if (strcmp(part, "ftz"))
      known = count < 2, type[count & 1] = part, count += known;
  }
  bool two = known && count == 2 && ends_with(type[0], "x2") && !strcmp(type[1], "f32");
  char *function = NULL;
  if (two && (is_listed(type[0], " f16x2 bf16x2 ")))
    function = must_print("convert_two<::emu::ptx::t_%.*s, %d>(", (int)strlen(type[0]) - 2, type[0], mode);
  else if (known && count == 2 && is_listed(type[0], types) && is_listed(type[1], types))
    function = must_print("convert<::emu::ptx::t_%s, ::emu::ptx::t_%s, %d, %s, %s>(", type[0], type[1], mode,
                          whole ? "true" : "false", saturates ? "true" : "false");
  if (function) call = set_call(s, n, function, two ? 2 : 1);
  free(function), free(name);
  return call;
}

char *ptx_number_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "cvt.")) return convert_call(s, n);
  char *call = whole_call(s, n);
  return call ? call : small_call(s, n);
}
