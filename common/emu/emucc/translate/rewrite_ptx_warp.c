// Inline PTX of whole warps: ldmatrix and mma.sync, exchanges between lanes; atomics; and halves of words.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4]
static char *rows_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  int count = ptx_has_part(n->name, "x4")   ? 4
              : ptx_has_part(n->name, "x2") ? 2
              : ptx_has_part(n->name, "x1") ? 1
                                            : 0;
  if (n->parts != 2 || !count || !ptx_has_part(n->name, "m8n8") || !ptx_has_part(n->name, "b16")) return NULL;
  char *row = ptx_address(s, n->part[1], true), *list = must_print("%s", ""), *call = NULL;
  if (row && ptx_add_values(s, n->part[0], &list) == count)
    call = must_print("::emu::ptx::ldmatrix<%d, %s>(%s%s)", count,
                      ptx_has_part(n->name, "trans") ? "true" : "false", row, list);
  free(row), free(list);
  return call;
}

// mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {d}, {a}, {b}, {c}
static char *whole_product_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const struct {
    const char *shape;
    int registers[4];
  } shapes[] = {{"m16n8k32", {4, 4, 2, 4}}, {"m16n8k16", {4, 2, 1, 4}}, {"m8n8k16", {2, 1, 1, 2}}};
  bool saturates = ptx_has_part(n->name, "satfinite");
  for (int i = 0; i < 12 && n->parts == 4; i++) {
    bool a_signed = i & 1, b_signed = i & 2;
    const char *shape = shapes[i / 4].shape, *a = a_signed ? "s8" : "u8", *b = b_signed ? "s8" : "u8";
    char *plain = must_print("mma.sync.aligned.%s.row.col.s32.%s.%s.s32", shape, a, b);
    char *first = must_print("mma.sync.aligned.%s.row.col.satfinite.s32.%s.%s.s32", shape, a, b);
    bool same = !strcmp(n->name, saturates ? first : plain) || // or at the end, which ptxas takes, too
                (saturates && starts_with(n->name, plain) && !strcmp(n->name + strlen(plain), ".satfinite"));
    free(plain), free(first);
    if (!same) continue;
    char *list = must_print("%s", ""), *call = NULL;
    for (int p = 0; p < 4 && same; p++)
      same = ptx_add_values(s, n->part[p], &list) == shapes[i / 4].registers[p];
    if (same)
      call = must_print("::emu::ptx::mma_%s_s32<%s, %s, %s>(%s)", shape, a_signed ? "EMU_INT8" : "EMU_UINT8",
                        b_signed ? "EMU_INT8" : "EMU_UINT8", saturates ? "true" : "false", list + 2);
    free(list);
    return call;
  }
  return NULL;
}

// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}: the products that emu_ptx.h has.
static char *product_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const struct {
    const char *shape, *types;
    const char *name;
    int registers[4];
  } products[] = {{"m16n8k16", "f32.f16.f16.f32", "m16n8k16_f32_f16", {4, 4, 2, 4}},
                  {"m16n8k16", "f32.bf16.bf16.f32", "m16n8k16_f32_bf16", {4, 4, 2, 4}},
                  {"m16n8k16", "f16.f16.f16.f16", "m16n8k16_f16_f16", {2, 4, 2, 2}},
                  {"m16n8k8", "f32.f16.f16.f32", "m16n8k8_f32_f16", {4, 2, 1, 4}},
                  {"m16n8k8", "f32.bf16.bf16.f32", "m16n8k8_f32_bf16", {4, 2, 1, 4}},
                  {"m16n8k8", "f16.f16.f16.f16", "m16n8k8_f16_f16", {2, 2, 1, 2}},
                  {"m16n8k8", "f32.tf32.tf32.f32", "m16n8k8_f32_tf32", {4, 4, 2, 4}}};
  for (size_t i = 0; i < sizeof products / sizeof *products && n->parts == 4; i++) {
    char *spelled = must_print("mma.sync.aligned.%s.row.col.%s", products[i].shape, products[i].types);
    bool same = !strcmp(n->name, spelled);
    free(spelled);
    if (!same) continue;
    char *list = must_print("%s", "");
    for (int p = 0; p < 4 && same; p++)
      same = ptx_add_values(s, n->part[p], &list) == products[i].registers[p];
    char *call = same ? must_print("::emu::ptx::mma_%s(%s)", products[i].name, list + 2) : NULL;
    free(list);
    return call;
  }
  return whole_product_call(s, n);
}

// Exchanges between lanes: shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff.
static char *lanes_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const struct {
    const char *name, *function;
    int parts; // with the result
  } exchanges[] = {
      {"shfl.sync.idx.b32", "__shfl_sync", 5},        {"shfl.sync.up.b32", "__shfl_up_sync", 5},
      {"shfl.sync.down.b32", "__shfl_down_sync", 5},  {"shfl.sync.bfly.b32", "__shfl_xor_sync", 5},
      {"activemask.b32", "__activemask", 1},          {"match.any.sync.b32", "__match_any_sync", 3},
      {"redux.sync.add.u32", "__reduce_add_sync", 3}, {"redux.sync.min.u32", "__reduce_min_sync", 3},
      {"redux.sync.max.u32", "__reduce_max_sync", 3}, {"redux.sync.and.b32", "__reduce_and_sync", 3},
      {"redux.sync.or.b32", "__reduce_or_sync", 3},   {"redux.sync.xor.b32", "__reduce_xor_sync", 3}};
  for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
    if (strcmp(n->name, exchanges[i].name) || n->parts != exchanges[i].parts) continue;
    char *v[5] = {NULL}, *call = NULL;
    bool known = true;
    for (int p = 0; p < n->parts; p++) known &= (v[p] = ptx_value(s, n->part[p])) != NULL;
    const char *f = exchanges[i].function;
    if (known && n->parts == 5)
      call = must_print(
          "::emu::ptx::set(%s, %s(%s, ::emu::ptx::as<unsigned>(%s), %s, ::emu::ptx::width_of(%s)))", v[0], f,
          v[4], v[1], v[2], v[3]);
    else if (known && n->parts == 3)
      call = must_print("::emu::ptx::set(%s, %s(%s, ::emu::ptx::as<unsigned>(%s)))", v[0], f, v[2], v[1]);
    else if (known)
      call = must_print("::emu::ptx::set(%s, %s())", v[0], f);
    for (int p = 0; p < n->parts; p++) free(v[p]);
    return call;
  }
  return NULL;
}

// A value that is true or false: a predicate, `!p` or a number.
static char *predicate_of(const struct ptx_statement *s, const char *part) {
  bool negated = part[0] == '!';
  char *value = ptx_value(s, part + negated),
       *p = value ? must_print("%s(%s)", negated ? "!" : "", value) : NULL;
  free(value);
  return p;
}

// vote.sync.ballot.b32 d, p, mask and vote.sync.any.pred p, q, mask; all, uni.
static char *vote_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const votes[][2] = {{"vote.sync.ballot.b32", "__ballot_sync"},
                                         {"vote.sync.any.pred", "__any_sync"},
                                         {"vote.sync.all.pred", "__all_sync"},
                                         {"vote.sync.uni.pred", "__uni_sync"}};
  for (size_t i = 0; i < sizeof votes / sizeof *votes && n->parts == 3; i++) {
    if (strcmp(n->name, votes[i][0])) continue;
    char *to = ptx_value(s, n->part[0]), *p = predicate_of(s, n->part[1]), *mask = ptx_value(s, n->part[2]),
         *call = NULL;
    if (to && p && mask) call = must_print("%s = %s(%s, %s)", to, votes[i][1], mask, p);
    free(to), free(p), free(mask);
    return call;
  }
  return NULL;
}

// atom.global.add.u32 %0, [%1], %2 and red.shared.add.f32 [%0], %1.
static char *atomic_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const operations[] = {"add", "Add", "exch", "Exch", "min", "Min", "max", "Max", "and",
                                           "And", "or",  "Or",   "xor",  "Xor", "cas", "CAS", NULL};
  static const char *const types[] = {"u32", "s32", "b32", "u64", "b64", "f32", "f64", NULL};
  bool result = n->name[0] == 'a', compares = ptx_has_part(n->name, "cas");
  const char *function = NULL, *type = strrchr(n->name, '.') + 1;
  for (int i = 0; operations[i]; i += 2)
    if (ptx_has_part(n->name, operations[i])) function = operations[i + 1];
  bool known = false;
  for (int i = 0; types[i]; i++) known |= !strcmp(type, types[i]);
  if (!function || !known || n->parts != result + 2 + compares) return NULL;
  char *pointer = ptx_address(s, n->part[result], ptx_has_part(n->name, "shared"));
  char *to = result ? ptx_value(s, n->part[0]) : NULL, *v = ptx_value(s, n->part[result + 1]);
  char *second = compares ? ptx_value(s, n->part[result + 2]) : NULL, *call = NULL;
  if (pointer && v && (to || !result) && (second || !compares)) {
    char *more =
        compares ? must_print(", ::emu::ptx::as<::emu::ptx::t_%s>(%s)", type, second) : must_print("%s", "");
    char *old = must_print("::atomic%s((::emu::ptx::t_%s *)%s, ::emu::ptx::as<::emu::ptx::t_%s>(%s)%s)",
                           function, type, pointer, type, v, more);
    call = result ? must_print("::emu::ptx::set(%s, %s)", to, old) : must_print("%s", old);
    free(more), free(old);
  }
  free(pointer), free(to), free(v), free(second);
  return call;
}

// mov.b64 %0, {%1, %2} and mov.b64 {%0, %1}, %2.
static char *halves_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  const char *type = strrchr(n->name, '.') + 1;
  bool packs = n->parts == 2 && n->part[1][0] == '{', unpacks = n->parts == 2 && n->part[0][0] == '{';
  if (packs == unpacks || (strcmp(type, "b64") && strcmp(type, "b32"))) return NULL;
  char *list = must_print("%s", "");
  int to = ptx_add_values(s, n->part[0], &list), from = to ? ptx_add_values(s, n->part[1], &list) : 0;
  char *call = NULL;
  if (to + from == 3)
    call = must_print("::emu::ptx::%s<::emu::ptx::t_%s>(%s)", packs ? "pack" : "unpack", type, list + 2);
  free(list);
  return call;
}

char *ptx_warp_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "ldmatrix.")) return rows_call(s, n);
  if (starts_with(n->name, "mma.")) return product_call(s, n);
  if (starts_with(n->name, "wmma.")) return ptx_wmma_call(s, n);
  if (starts_with(n->name, "vote.")) return vote_call(s, n);
  if (starts_with(n->name, "atom.") || starts_with(n->name, "red.")) return atomic_call(s, n);
  char *call = starts_with(n->name, "mov.") ? halves_call(s, n) : NULL;
  return call ? call : lanes_call(s, n);
}
