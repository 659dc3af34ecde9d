// Before 14, g++ leaves a template's variable out of any section that it asks for. Such a variable of the device bears a visibility
// that nothing else has (emu_keywords.h); it is put into the section in the assembly.
//
//         .internal _Z5scaleIfE                        .internal _Z5scaleIfE
//         .weak     _Z5scaleIfE                        .weak     _Z5scaleIfE
//         .section  .bss._Z5scaleIfE,"awG",...         .section  emu_constant,"awG",...
#define _GNU_SOURCE
#include "base/text.h"
#include "emu/emucc/audit/assembly.h"
#include "emu/emucc/audit/audit.h"

#include <stdlib.h>
#include <string.h>

// The symbol that the directive names, or NULL.
static const char *named_by(const char *line, const char *directive) {
  size_t n = strlen(directive);
  return strncmp(line, directive, n) ? NULL : line + n;
}

// `.section .rodata._Z5tableIiE,"aG",@progbits,_Z5tableIiE,comdat` of that symbol, of GCC for x86-64 or AArch64 (%progbits).
static char *in_section(const char *line, const char *symbol, const char *section) {
  static const char directive[] = "\t.section\t";
  char *end = must_print(",%s,comdat", symbol);
  bool same = starts_with(line, directive) && ends_with(line, end);
  free(end);
  if (!same) return NULL;
  bool constant = strstr(line, ",\"aG\",");
  return must_print("%s%s%s,\"%s\",%cprogbits,%s,comdat", directive, section, constant ? "_const" : "",
                    constant ? "aG" : "awG", strchr(line, '@') ? '@' : '%', symbol);
}

void place_template_variables(struct assembly *a) {
  const char *symbol = NULL, *section = NULL;
  for (size_t i = 0; i < a->lines; i++) {
    const char *constant = named_by(a->line[i], "\t.internal\t"),
               *device = named_by(a->line[i], "\t.protected\t");
    if (constant) symbol = constant, section = "emu_constant";
    if (device) symbol = device, section = "emu_device";
    char *moved = symbol ? in_section(a->line[i], symbol, section) : NULL;
    if (!moved) continue;
    assembly_replace(a, i, moved);
    symbol = NULL;
  }
}
