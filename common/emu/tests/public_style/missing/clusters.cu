// missing: launches | thread block clusters, the tensor memory accelerator, `wgmma`
// says: thread block clusters are not part of the emulator
#include <cooperative_groups.h>
__global__ void k() {
  cooperative_groups::this_cluster();
}
int main() {}
