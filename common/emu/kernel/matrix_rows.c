// PTX's ldmatrix: matrices of 8 x 8 halves from shared memory, a row of each by the address of one lane.
#include "kernel/access.h"
#include "check/hazard.h"
#include "include/emu_matrix.h"
#include "include/emu_warp_ops.h"
#include "memory/launch.h"
#include "runtime/fiber.h"
#include <string.h>

enum { ROW = 16 }; // bytes

uint64_t emu_warp_op_at(int op, unsigned mask, uint64_t value, void *return_address);

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
