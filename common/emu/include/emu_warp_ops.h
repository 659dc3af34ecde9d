// The kinds of warp operation, for the CUDA headers and for the runtime that completes them.
#ifndef EMU_WARP_OPS_H
#define EMU_WARP_OPS_H

enum emu_warp_op {
  EMU_OP_SYNC = 1,
  EMU_OP_BALLOT,
  EMU_OP_ANY,
  EMU_OP_ALL,
  EMU_OP_MATCH_ANY,
  EMU_OP_MATCH_ALL,
  EMU_OP_ADD,
  EMU_OP_MIN_UNSIGNED,
  EMU_OP_MIN_SIGNED,
  EMU_OP_MAX_UNSIGNED,
  EMU_OP_MAX_SIGNED,
  EMU_OP_AND,
  EMU_OP_OR,
  EMU_OP_XOR,
  EMU_OP_SHFL_IDX,
  EMU_OP_SHFL_UP,
  EMU_OP_SHFL_DOWN,
  EMU_OP_SHFL_XOR,
  EMU_OP_ACTIVE,      // which lanes are here: no mask, and it waits for nobody
  EMU_OP_MATRIX,      // a tensor-core product: the value points to the lane's fragments
  EMU_OP_MATRIX_LOAD, // orders nothing, but all lanes must come
  EMU_OP_MATRIX_STORE,
  EMU_OP_MATRIX_ROWS, // the value points to the lane's rows
  EMU_OP_COUNT
};

#endif
