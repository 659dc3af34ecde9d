// Programs with the special functions of C++17's <cmath>. Their templates are instantiated in each program that includes their
// header, for a third of a small program's time: so it is included for those alone that name one (emu_math.h).
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <stdlib.h>
#include <string.h>

// By their beginnings: the functions of float and long double end otherwise. A word too many costs time alone.
static bool names_special(const char *text, size_t n) {
  static const char *const beginnings[] = {
      "::beta", "beta(",      "beta (",           "betaf",   "betal",  "airy_",    "assoc_l",  "comp_ellint_",
      "cyl_",   "ellint_",    "expint",           "hermite", "hyperg", "laguerre", "legendre", "riemann_zeta",
      "sph_",   "SPEC_FUNCS", "special_functions"};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (memmem(text, n, beginnings[i], strlen(beginnings[i]))) return true;
  return false;
}

void take_special(struct driver *d, const char *path) {
  size_t n;
  char *text = d->special ? NULL : read_whole(path, &n);
  d->special = d->special || (text && names_special(text, n));
  free(text);
}

void push_special(const struct driver *d, struct list *command) {
  if (d->special) push_all(command, (const char *const[]){"-include", "bits/specfun.h", NULL});
}
