// Which implementation of a bundle this program is.
#define _GNU_SOURCE
#include "worker/bundle.h"
#include "worker/backend.h"
#include "worker/worker.h"
#include <errno.h>
#include <string.h>

static const struct pmpp_bundled *chosen(void) {
  static const char ending[] = ".emu";
  const char *name = program_invocation_short_name;
  size_t n = strlen(name), end = sizeof ending - 1;
  if (n > end && strcmp(name + n - end, ending) == 0) n -= end;
  const struct pmpp_bundled *b = pmpp_bundle;
  while (b->name && (strncmp(b->name, name, n) || b->name[n])) b++;
  backend_scope("pmpp_", (int)(b - pmpp_bundle));
  return b;
}

pmpp_function *pmpp_own(const char *name, pmpp_function *symbol) {
  if (!pmpp_bundle) return symbol;
  const struct pmpp_bundled *own = chosen();
  for (int i = 0; own->name && pmpp_bundle_functions[i]; i++)
    if (strcmp(pmpp_bundle_functions[i], name) == 0) return own->function[i];
  return NULL;
}
