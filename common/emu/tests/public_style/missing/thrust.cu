// missing: libraries | Thrust and CUB: write a kernel, or copy to the host and use `std::sort`
// says: thrust/device_vector.h is not provided by the emulator
#include <thrust/device_vector.h>
int main() {}
