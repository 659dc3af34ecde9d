// Of the running block's cluster.
#ifndef EMU_KERNEL_CLUSTER_CALLS_H
#define EMU_KERNEL_CLUSTER_CALLS_H

unsigned emu_cluster_blocks(void);
unsigned emu_cluster_rank(void);
unsigned emu_cluster_extent(int axis);
void *emu_cluster_map(const void *shared_pointer, unsigned rank, void *return_address);

#endif
