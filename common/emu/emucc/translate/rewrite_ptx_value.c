// Inline PTX: what the operands of an instruction are in C++, and the registers that a statement declares.
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_ptx.h"
#include "emu/emucc/translate/rewrite.h"

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

char *ptx_value(const struct ptx_statement *s, const char *part) {
  char *end, *own = ptx_register(s, part);
  if (own) return own;
  if (part[0] == '%' && isdigit((unsigned char)part[1])) {
    long n = strtol(part + 1, &end, 10);
    return *end || n >= s->operands ? NULL : must_print("%s", s->operand[n]);
  }
  if (part[0] == '%') {
    char *name = must_print("%s", part + strspn(part, "%"));
    for (char *c = name; *c; c++)
      if (*c == '.') *c = '_';
    char *call = must_print("::emu::ptx::sreg_%s()", name);
    free(name);
    return call;
  }
  strtol(part, &end, 0);
  return end == part || *end ? NULL : must_print("%s", part);
}

char *ptx_address(const struct ptx_statement *s, const char *part, bool shared) {
  size_t n = strlen(part);
  if (n < 3 || part[0] != '[' || part[n - 1] != ']') return NULL;
  char *inner = must_print("%.*s", (int)(n - 2), part + 1), *plus = strchr(inner, '+');
  if (plus) *plus++ = '\0';
  char *base = ptx_value(s, ptx_trimmed(inner)), *pointer = NULL;
  if (base)
    pointer = must_print("::emu::ptx::%s(%s, %s)", shared ? "shared_pointer" : "pointer", base,
                         plus ? ptx_trimmed(plus) : "0");
  free(base), free(inner);
  return pointer;
}

int ptx_add_values(const struct ptx_statement *s, const char *part, char **list) {
  char *all = must_print("%s", part), *at = all, *one;
  int n = 0;
  if (*at == '{' && at[strlen(at) - 1] == '}') at[strlen(at) - 1] = '\0', at++;
  while ((one = strsep(&at, ","))) {
    char *value = ptx_value(s, ptx_trimmed(one)), *longer = value ? must_print("%s, %s", *list, value) : NULL;
    free(value);
    if (!longer) {
      n = 0;
      break;
    }
    free(*list);
    *list = longer;
    n++;
  }
  free(all);
  return n;
}
