// missing: libraries | the driver API (`cuMemAlloc`, `cuLaunchKernel`); `<cuda.h>` itself is there
// says: cuInit is of the driver API, which is not part of the emulator
#include <cuda.h>
int main() {
  return cuInit(0);
}
