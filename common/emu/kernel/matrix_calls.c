// What a kernel calls for matrices of tensor cores: access to a fragment, product, and PTX's ldmatrix (matrices of 8 x 8 halves from
// shared memory, a row of each by the address of one lane).
#include "kernel/access.h"
#include "check/hazard.h"
#include "include/emu_matrix.h"
#include "include/emu_warp_ops.h"
#include "memory/launch.h"
#include "runtime/fiber.h"
#include "runtime/warp_op.h"
#include <stdio.h>
#include <string.h>

enum { ROW = 16 }; // bytes

uint64_t emu_warp_op_at(int op, unsigned mask, uint64_t value, void *return_address);

unsigned emu_matrix_lane(void) {
  need_kernel("a fragment");
  return M.lane;
}

// Numbers of 8 bits have rows of 16 bytes in a tile, so tiles lie 16 bytes apart.
void emu_matrix_access(int op, const void *p, unsigned row_bytes, unsigned aligned) {
  void *here = __builtin_return_address(0);
  unsigned past = (unsigned)((uint64_t)p % aligned);
  need_kernel(warp_op_name(op));
  if (past || row_bytes % 16) {
    char what[128];
    if (past)
      snprintf(what, sizeof what, "%s at an address that is %u bytes past a multiple of %u", warp_op_name(op),
               past, aligned);
    else
      snprintf(what, sizeof what, "%s with rows %u bytes apart, no multiple of 16", warp_op_name(op),
               row_bytes);
    hazard(EMU_HAZARD_MISALIGNED, site_self((uint32_t)(uintptr_t)here), NULL,
           "a matrix of fragments begins at a multiple of 32 bytes (of 8-bit numbers: 16) and its rows are a "
           "multiple "
           "of 16 bytes apart",
           "%s", what);
    L.error = cudaErrorMisalignedAddress;
    fiber_abort();
  }
  emu_warp_op_at(op, 0xffffffffu, 0, here);
}

void emu_matrix_multiply(const struct emu_matrix_product *product, void *return_address) {
  emu_warp_op_at(EMU_OP_MATRIX, 0xffffffffu, (uint64_t)product, return_address);
}

void emu_matrix_rows_at(struct emu_matrix_rows *r, const void *row, void *here) {
  need_kernel("ldmatrix");
  if ((int)M.lane < 8 * r->matrices) {
    if ((uint64_t)row % ROW) {
      hazard(EMU_HAZARD_MISALIGNED, site_self((uint32_t)(uintptr_t)here), NULL,
             "each row of ldmatrix begins at a multiple of 16 bytes",
             "ldmatrix of a row that begins %u bytes past a multiple of 16", (unsigned)((uint64_t)row % ROW));
      L.error = cudaErrorMisalignedAddress;
      fiber_abort();
    }
    touch_range((uint64_t)row, ROW, TOUCH_LOAD, (uint32_t)(uintptr_t)here);
    memcpy(r->row, row, ROW);
  }
  emu_warp_op_at(EMU_OP_MATRIX_ROWS, 0xffffffffu, (uint64_t)r, here);
}
