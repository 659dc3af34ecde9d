// Launches of thread block clusters.
#ifndef EMU_RUNTIME_CLUSTER_LAUNCH_H
#define EMU_RUNTIME_CLUSTER_LAUNCH_H

#include <stdint.h>

void cluster_launch_begin(const uint32_t shape[3]); // of its blocks in x, y, z
void cluster_run(uint64_t clusters, uint64_t (*nth)(uint64_t i));
void cluster_launch_end(void);

#endif
