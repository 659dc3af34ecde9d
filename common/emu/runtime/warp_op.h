// Warp operations: votes, shuffles and the like.
#ifndef EMU_RUNTIME_WARP_OP_H
#define EMU_RUNTIME_WARP_OP_H

#include "memory/thread.h"

bool warp_op_resolve(struct warp *w); // complete the operations whose lanes are all there; true if any was
bool warp_op_stuck(struct warp *w);   // report and force an operation that can never complete

const char *warp_op_name(int op);
void warp_exchange(struct warp *w, struct thread *lanes,
                   uint32_t group); // sets op_result of the group's lanes

void matrix_multiply(struct thread *lanes, uint32_t group); // op_value: the lane's struct emu_matrix_product

void matrix_deal(struct thread *lanes, uint32_t group); // op_value: the lane's struct emu_matrix_rows

#endif
