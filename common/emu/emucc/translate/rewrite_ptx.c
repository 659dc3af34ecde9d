// Inline PTX: an asm statement whose instructions the headers have becomes their calls (emu_ptx.h); any other is an error
// that names the instruction.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"
#include "emu/emucc/translate/rewrite.h"
#include "emu/emucc/translate/rewrite_macro.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void blank_comments(char *text) {
  for (char *c = text; (c = strstr(c, "//"));)
    while (*c && *c != '\n') *c++ = ' ';
}

// `ld.shared::cluster.u32` is `ld.shared.u32`: the address tells whose shared memory it is.
static void drop_scope(char *name) {
  static const char *const scopes[] = {"::cluster", "::cta"};
  for (int k = 0; k < 2; k++)
    for (char *at; (at = strstr(name, scopes[k]));)
      memmove(at, at + strlen(scopes[k]), strlen(at + strlen(scopes[k])) + 1);
}

// Cuts one instruction off *rest, in place. False at the end.
static bool next_instruction(char **rest, struct ptx_instruction *n) {
  *n = (struct ptx_instruction){0};
  char *text;
  do {
    if (!*rest) return false;
    text = ptx_trimmed(strsep(rest, ";"));
    while (*text == '{' || *text == '}') text = ptx_trimmed(text + 1);
  } while (!*text);
  if (*text == '@') {
    n->guard = text;
    while (*text && !isspace((unsigned char)*text)) text++;
    if (!*text) return false;
    *text++ = '\0';
    text = ptx_trimmed(text);
  }
  n->name = text;
  while (*text && !isspace((unsigned char)*text)) text++;
  if (!*text) return true;
  *text++ = '\0';
  drop_scope(n->name);
  for (int depth = 0; n->parts < MOST_PARTS && text;) {
    char *end = text;
    for (; *end && (depth || *end != ','); end++) depth += (*end == '{') - (*end == '}');
    char *after = *end ? end + 1 : NULL;
    *end = '\0';
    n->part[n->parts++] = ptx_trimmed(text);
    text = after;
  }
  return true;
}

// ld.global.nc.v4.f32 and st.shared.u32. malloc'ed, or NULL.
static char *move_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  bool load = n->name[0] == 'l', shared = ptx_has_part(n->name, "shared");
  const char *type = strrchr(n->name, '.') + 1, *place = n->part[load], *data = n->part[!load];
  bool now = ptx_has_part(n->name, "volatile") || ptx_has_part(n->name, "relaxed") ||
             ptx_has_part(n->name, "acquire") || ptx_has_part(n->name, "cv");
  int count = ptx_has_part(n->name, "v4") ? 4 : ptx_has_part(n->name, "v2") ? 2 : 1;
  if (n->parts != 2 || ptx_has_part(n->name, "param") || ptx_has_part(n->name, "local")) return NULL;
  char *pointer = ptx_address(s, place, shared), *list = must_print("%s", "");
  char *call = !pointer || ptx_add_values(s, data, &list) != count
                   ? NULL
                   : must_print("::emu::ptx::%s%d<::emu::ptx::t_%s, %s>(%s%s)", load ? "load" : "store",
                                count, type, now ? "true" : "false", pointer, list);
  free(pointer), free(list);
  return call;
}

static char *copy_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "cp.async.commit_group")) return must_print("::emu::ptx::commit()");
  if (starts_with(n->name, "cp.async.wait_all")) return must_print("::emu::ptx::wait_all()");
  if (starts_with(n->name, "cp.async.wait_group")) {
    char *prior = n->parts == 1 ? ptx_value(s, n->part[0]) : NULL, *call = NULL;
    if (prior) call = must_print("::emu::ptx::wait(%s)", prior);
    free(prior);
    return call;
  }
  if (!ptx_has_part(n->name, "shared") || ptx_has_part(n->name, "bulk") || n->parts < 3 || n->parts > 4)
    return NULL;
  char *to = ptx_address(s, n->part[0], true), *from = ptx_address(s, n->part[1], false),
       *bytes = ptx_value(s, n->part[2]);
  char *read = n->parts == 4 ? ptx_value(s, n->part[3]) : NULL, *call = NULL;
  if (to && from && bytes && (read || n->parts == 3))
    call = must_print("::emu::ptx::copy(%s, %s, %s, %s)", to, from, bytes, read ? read : bytes);
  free(to), free(from), free(bytes), free(read);
  return call;
}

// Those without results.
static const struct {
  const char *begin, *call;
} plain[] = {{"membar.cta", "__threadfence_block()"},
             {"membar", "__threadfence()"},
             {"bar.warp.sync", "__syncwarp"},
             {"barrier.cluster.arrive", "(void)0"}, // all order comes with the wait
             {"barrier.cluster.wait", "emu_cluster_sync_here()"},
             {"trap", "__trap()"},
             {"prefetch", "(void)0"}, // a hint
             {"nanosleep", "__nanosleep"}};

// bar.sync 0; bar.sync a, n; barrier.cta.arrive.aligned a, n. Only the first is __syncthreads().
static char *barrier_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  bool sync = ptx_has_part(n->name, "sync"), arrive = ptx_has_part(n->name, "arrive");
  bool of_block = (starts_with(n->name, "bar.") || starts_with(n->name, "barrier.")) &&
                  !ptx_has_part(n->name, "warp") && !ptx_has_part(n->name, "cluster");
  if (!of_block || sync == arrive || n->parts > 2 || n->parts < (arrive ? 2 : 1)) return NULL;
  if (n->parts == 1 && !strcmp(n->part[0], "0")) return must_print("__syncthreads()");
  char *list = must_print("%s", ""), *call = NULL;
  bool known = true;
  for (int i = 0; i < n->parts && known; i++) known = ptx_add_values(s, n->part[i], &list) == 1;
  if (known) call = must_print("::emu::ptx::bar_%s(%s)", sync ? "sync" : "arrive", list + 2);
  free(list);
  return call;
}

static char *plain_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "fence"))
    return must_print("%s", ptx_has_part(n->name, "cta") ? "__threadfence_block()" : "__threadfence()");
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (!starts_with(n->name, plain[i].begin)) continue;
    if (strchr(plain[i].call, '(')) return must_print("%s", plain[i].call);
    char *argument = n->parts == 1 ? ptx_value(s, n->part[0]) : NULL, *call = NULL;
    if (argument) call = must_print("%s(%s)", plain[i].call, argument);
    free(argument);
    return call;
  }
  return NULL;
}

// Those of one result that emu_ptx.h has by name, without what only approximates: `ex2.approx.ftz.f32`.
static const char values[] =
    " mov cvta add.u32 add.s32 add.u64 add.s64 add.f32 add.f64 sub.u32 sub.s32 sub.u64 sub.s64 "
    "sub.f32 sub.f64 mul.f32 mul.f64 mul.lo.u32 mul.lo.s32 mul.lo.u64 mul.lo.s64 mul.hi.u32 "
    "mul.hi.s32 mul.hi.u64 mul.wide.u32 mul.wide.s32 mad.lo.u32 mad.lo.s32 mad.wide.u32 "
    "fma.f32 fma.f64 min.u32 min.s32 min.f32 max.u32 max.s32 max.f32 and.b32 or.b32 xor.b32 "
    "not.b32 shl.b32 shr.u32 shr.b32 shr.s32 popc.b32 clz.b32 brev.b32 bfe.u32 bfe.s32 "
    "bfi.b32 bfind.u32 prmt.b32 lop3.b32 shf.l.wrap.b32 shf.r.wrap.b32 shf.l.clamp.b32 "
    "shf.r.clamp.b32 ex2.f32 lg2.f32 rcp.f32 rsqrt.f32 sqrt.f32 sin.f32 cos.f32 tanh.f32 "
    "abs.f32 neg.f32 sad.u32 cvt.rna.tf32.f32 dp4a.u32.u32 dp4a.s32.s32 cvt.u32.u64 "
    "cvt.u64.u32 cvt.s64.s32 cvt.u32.u16 cvt.u16.u32 cvt.u32.u8 cvt.rni.s32.f32 "
    "cvt.rzi.s32.f32 cvt.rzi.u32.f32 cvt.rmi.s32.f32 cvt.rpi.s32.f32 cvt.f32.s32 cvt.f32.u32 "
    "cvt.f64.f32 cvt.f32.f64 and.b64 or.b64 xor.b64 not.b64 shl.b64 shr.u64 shr.b64 shr.s64 "
    "popc.b64 clz.b64 abs.s32 neg.s32 mul.hi.s64 mad.hi.u32 sqrt.f64 rcp.f64 div.f32 div.u32 "
    "div.s32 rem.u32 rem.s32 min.u64 max.u64 min.f64 max.f64 abs.f64 neg.f64 mul24.lo.u32 "
    "mul24.lo.s32 mapa.shared.u32 mapa.u64 mapa.shared.u64 ";

static char *value_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  static const char *const dropped[] = {".approx", ".ftz", ".rn", ".full", NULL};
  char name[64] = "";
  for (const char *at = n->name; *at && strlen(name) + 2 < sizeof name;) {
    const char *const *d = dropped;
    while (*d && !(starts_with(at, *d) && (at[strlen(*d)] == '.' || !at[strlen(*d)]))) d++;
    if (*d)
      at += strlen(*d);
    else
      name[strlen(name)] = *at++;
  }
  if (starts_with(name, "mov.")) strcpy(name, "mov");
  if (starts_with(name, "cvta.")) strcpy(name, strstr(n->name, "to.shared") ? "cvta" : "mov");
  char *spaced = must_print(" %s ", name);
  bool known = strstr(values, spaced);
  free(spaced);
  char *to = known && n->parts >= 2 ? ptx_value(s, n->part[0]) : NULL;
  if (!to) return NULL;
  for (char *c = name; *c; c++)
    if (*c == '.') *c = '_';
  char *call = must_print("::emu::ptx::set(%s, ::emu::ptx::op_%s(", to, name);
  free(to);
  for (int i = 1; i < n->parts && call; i++) {
    char *value = ptx_value(s, n->part[i]), *longer = NULL;
    if (value) longer = must_print("%s%s%s", call, i > 1 ? ", " : "", value);
    free(value), free(call);
    call = longer;
  }
  if (!call) return NULL;
  char *whole = must_print("%s))", call);
  free(call);
  return whole;
}

static char *call_of(const struct ptx_statement *s, const struct ptx_instruction *n) {
  if (starts_with(n->name, "ld.") || starts_with(n->name, "ldu.") || starts_with(n->name, "st."))
    return move_call(s, n);
  if (starts_with(n->name, "cp.async")) return copy_call(s, n);
  char *call = ptx_flag_call(s, n);
  if (!call) call = ptx_warp_call(s, n);
  if (!call) call = barrier_call(s, n);
  if (!call) call = plain_call(s, n);
  if (!call) call = value_call(s, n);
  return call ? call : ptx_number_call(s, n);
}

void rewrite_ptx(struct translation *x, size_t i) {
  struct ptx_statement s;
  struct ptx_instruction n = {.name = "this form of asm"};
  bool known = ptx_read(x, i, &s);
  if (!known && (tok(x, i)->macro || expand_assembly(x, i, s.close))) {
    ptx_free(&s);
    return;
  }
  blank_comments(s.text);
  char *rest = s.text, *all = must_print("%s", "");
  while (known && next_instruction(&rest, &n)) {
    char *guard = ptx_guard(&s, &n), *call = guard ? ptx_declare(&s, &n) : NULL, *longer = NULL;
    if (guard && !call) call = call_of(&s, &n);
    if (call) longer = must_print("%s %s%s;", all, guard, call);
    known = call != NULL;
    free(guard), free(call);
    if (longer) free(all), all = longer;
  }
  if (known) {
    bool carries = strstr(all, "(emu_carry");
    char *statement = must_print("({%s%s })", carries ? " unsigned emu_carry = 0;" : "", all);
    for (char *c = statement; *c; c++)
      if (*c == '\n' || *c == '\r') *c = ' ';
    insert(x, tok(x, i)->begin, statement);
    erase(x, tok(x, i)->begin, tok(x, s.close)->end);
    free(statement);
  } else {
    ptx_refuse(x, i, n.name);
  }
  free(all);
  ptx_free(&s);
}
