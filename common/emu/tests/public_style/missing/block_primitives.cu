// missing: libraries | Thrust and CUB: write a kernel, or copy to the host and use `std::sort`
// says: cub/block/block_reduce.cuh is not provided by the emulator
#include <cub/block/block_reduce.cuh>
int main() {}
