// Optional rewrites: what serves the device's arithmetic, the messages and the checks, but a program compiles without.
//
// They read C++ by its words, so one may be wrong where a program does what nobody has thought of. If g++ refuses a
// translation, the driver translates again without those at the places that g++ names (retry.c). A rule asks here before it
// rewrites; --fault NAME makes what one rule writes no C++, for the tests.
#include "emu/emucc/translate/optional.h"
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  bool required;
} rules[] = {[RULE_LAUNCH] = {"launch", true},
             [RULE_EXTERN_SHARED] = {"extern-shared", true},
             [RULE_CONVERSION] = {"conversion", false},
             [RULE_SHIFT] = {"shift", false},
             [RULE_UNION] = {"union", false},
             [RULE_VIEW] = {"view", false},
             [RULE_SHAPE] = {"shape", false},
             [RULE_LOCAL_ARRAY] = {"local-array", false},
             [RULE_BOUNDS] = {"launch-bounds", false},
             [RULE_STORAGE] = {"shared-object", false},
             [RULE_OWN_NAME] = {"own-name", true},
             [RULE_ADDRESS] = {"kernel-address", false},
             [RULE_CAST] = {"kernel-cast", true},
             [RULE_MAIN] = {"main-return", true},
             [RULE_STATIC_CONSTANT] = {"static-constant", false}};

const char *emu_rule_name(int rule, bool *required) {
  if (rule < 0 || rule >= (int)(sizeof rules / sizeof *rules)) return NULL;
  *required = rules[rule].required;
  return rules[rule].name;
}

void emu_leave_out(struct emu_optional *o, const char *file, int line) {
  for (size_t i = 0; i < o->places; i++)
    if (o->place[i].line == line && !strcmp(o->place[i].file, file)) return;
  o->place = must_realloc(o->place, (o->places + 1) * sizeof *o->place);
  o->place[o->places++] = (struct emu_place){must_print("%s", file), line};
}

void emu_optional_free(struct emu_optional *o) {
  for (size_t i = 0; i < o->places; i++) free(o->place[i].file);
  free(o->place);
  *o = (struct emu_optional){.fault = o->fault};
}

static int last_line(const struct translation *x, size_t last) {
  int line = tok(x, last)->line;
  for (size_t b = tok(x, last)->begin; b < tok(x, last)->end; b++) line += x->t.text[b] == '\n';
  return line;
}

// A kernel's address is left out last, and only at a place: messages about a launch are the better for it.
static bool is_left_out(const struct translation *x, enum rule rule, size_t first, size_t last) {
  const struct emu_optional *o = x->kernels->optional;
  int from = tok(x, first)->line, to = last_line(x, last);
  if (rule == RULE_ADDRESS && !o->addresses) return false;
  if (o->all && rule != RULE_ADDRESS) return true;
  for (size_t i = 0; i < o->places; i++) {
    const struct emu_place *p = &o->place[i];
    if (rule == RULE_ADDRESS && !p->line) continue;
    if ((!p->line || (from <= p->line && p->line <= to)) && !strcmp(p->file, x->file)) return true;
  }
  return false;
}

bool may_rewrite(struct translation *x, enum rule rule, size_t first, size_t last) {
  struct emu_optional *o = x->kernels->optional;
  if (!o) return true;
  if (!rules[rule].required) {
    o->made++;
    if (is_left_out(x, rule, first, last)) {
      o->left_out++;
      o->rules |= 1u << rule;
      return false;
    }
  }
  x->spoilt = o->fault && !strcmp(o->fault, rules[rule].name);
  return true;
}
