// The names of warp operations, as a program calls them.
#include "include/emu_warp_ops.h"
#include "runtime/warp_op.h"

const char *warp_op_name(int op) {
  static const char *const names[EMU_OP_COUNT] = {
      [EMU_OP_SYNC] = "__syncwarp",
      [EMU_OP_BALLOT] = "__ballot_sync",
      [EMU_OP_ANY] = "__any_sync",
      [EMU_OP_ALL] = "__all_sync",
      [EMU_OP_MATCH_ANY] = "__match_any_sync",
      [EMU_OP_MATCH_ALL] = "__match_all_sync",
      [EMU_OP_ADD] = "__reduce_add_sync",
      [EMU_OP_MIN_UNSIGNED] = "__reduce_min_sync",
      [EMU_OP_MIN_SIGNED] = "__reduce_min_sync",
      [EMU_OP_MAX_UNSIGNED] = "__reduce_max_sync",
      [EMU_OP_MAX_SIGNED] = "__reduce_max_sync",
      [EMU_OP_AND] = "__reduce_and_sync",
      [EMU_OP_OR] = "__reduce_or_sync",
      [EMU_OP_XOR] = "__reduce_xor_sync",
      [EMU_OP_SHFL_IDX] = "__shfl_sync",
      [EMU_OP_SHFL_UP] = "__shfl_up_sync",
      [EMU_OP_SHFL_DOWN] = "__shfl_down_sync",
      [EMU_OP_SHFL_XOR] = "__shfl_xor_sync",
      [EMU_OP_ACTIVE] = "__activemask",
      [EMU_OP_MATRIX] = "mma_sync",
      [EMU_OP_MATRIX_LOAD] = "load_matrix_sync",
      [EMU_OP_MATRIX_STORE] = "store_matrix_sync",
      [EMU_OP_MATRIX_ROWS] = "ldmatrix",
  };
  return op > 0 && op < EMU_OP_COUNT && names[op] ? names[op] : "a warp operation";
}
