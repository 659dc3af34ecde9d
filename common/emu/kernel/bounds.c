// Static arrays overrun by index, as -fsanitize=bounds tells.
#include "check/hazard.h"
#include "kernel/callback_group.h"
#include "kernel/ubsan.h"
#include "runtime/fiber.h"

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

struct ubsan_bounds {
  struct ubsan_location at;
  const struct ubsan_type *array, *index;
};

static _Noreturn void out_of_bounds(const struct ubsan_bounds *data, uint64_t index, uint32_t pc) {
  bool is_signed = data->index->info & 1;
  int bits = 1 << (data->index->info >> 1);
  long long i = bits <= 32 ? is_signed ? (int32_t)index : (long long)(uint32_t)index : (long long)index;
  struct access_site at = M.self ? site_self(pc) : site_host(pc);
  hazard(EMU_HAZARD_OUT_OF_BOUNDS, at, NULL, "an index must stay below the declared extent",
         "index %lld into an array of type %s", i, data->array->name);
  if (!M.self) emu_fatal();
  L.error = cudaErrorIllegalAddress;
  fiber_abort();
}

void __ubsan_handle_out_of_bounds(const struct ubsan_bounds *data, uint64_t index) {
  out_of_bounds(data, index, HERE);
}

// The same within a group of callbacks.
void emu_out_of_bounds_at(const struct ubsan_bounds *data, uint64_t index, uint32_t before, uint32_t block) {
  group_catch_up(before, block);
  out_of_bounds(data, index, HERE);
}
