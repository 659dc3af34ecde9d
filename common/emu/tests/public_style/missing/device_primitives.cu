// missing: libraries | CUB over a device, and its sorts, loads and stores: write a kernel, or use Thrust
// says: cub::DeviceReduce is not provided by the emulator
#include <cub/cub.cuh>
int main() {
  size_t bytes = 0;
  cub::DeviceReduce::Sum(NULL, bytes, (int *)NULL, (int *)NULL, 1);
}
