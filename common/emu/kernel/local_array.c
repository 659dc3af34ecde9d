// Automatic arrays that no register can hold, as the translator and the compiler know them: a note for each.
#include "check/hazard.h"

int emu_local_array(const char *name, size_t bytes, int line, const char *index);

int emu_local_array(const char *name, size_t bytes, int line, const char *index) {
  static struct { const char *name, *kernel; } told[64]; // each thread comes by here
  if (!M.self) return 0;
  uint32_t pc = (uint32_t)(uintptr_t)__builtin_return_address(0);
  if (told[pc % 64].name == name && told[pc % 64].kernel == L.kernel) return 0;
  told[pc % 64].name = name;
  told[pc % 64].kernel = L.kernel;
  if (line)
    hazard_note(
        EMU_NOTE_LOCAL_ARRAY, site_self(pc), NULL,
        "constant indices in fully unrolled loops keep it in registers; else take __shared__ memory",
        "the array %s, %zu bytes a thread, is indexed by `%s` in line %d, known at run time only; registers "
        "have no index, so it lies in local memory (nvcc -Xptxas -v: stack frame)",
        name, bytes, index, line);
  else
    hazard_note(
        EMU_NOTE_LOCAL_ARRAY, site_self(pc), NULL, "give each thread less of it, or take __shared__ memory",
        "the array %s, %zu bytes a thread, is more than the 255 registers of a thread hold, so it lies in "
        "local memory (nvcc -Xptxas -v: stack frame)",
        name, bytes);
  return 0;
}
