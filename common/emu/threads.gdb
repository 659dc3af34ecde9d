# Lets gdb print CUDA's indices of the thread that it stands in: gdb -x common/emu/threads.gdb ./prog
#     break prog.cu:12 if threadIdx.x == 5 && blockIdx.x == 2
#     print threadIdx
macro define threadIdx (emu_thread_index())
macro define blockIdx (emu_block_index())
macro define blockDim (emu_block_dim())
macro define gridDim (emu_grid_dim())
# What the emulator handles itself: a NaN that is made, a division by zero, single steps.
handle SIGFPE nostop noprint pass
