// missing: `cuda::` | pipelines whose threads only produce or only consume
// says: pipelines whose threads only produce or only consume are not part of the emulator
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void k() {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto p =
      cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, cuda::pipeline_role::producer);
  p.producer_acquire();
}
int main() {
  k<<<1, 32>>>();
}
