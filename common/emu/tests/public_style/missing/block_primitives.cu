// missing: libraries | CUB: write a kernel, or use Thrust
// says: cub/block/block_reduce.cuh is not provided by the emulator
#include <cub/block/block_reduce.cuh>
int main() {}
