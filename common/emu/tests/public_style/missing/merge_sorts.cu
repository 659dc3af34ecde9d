// missing: libraries | CUB's merge sorts, shuffles of blocks, run-length decoding: write a kernel, or use Thrust
// says: cub::DeviceMergeSort is not provided by the emulator
#include <cub/cub.cuh>
struct Less {
  __device__ bool operator()(int a, int b) const {
    return a < b;
  }
};
int main() {
  size_t bytes = 0;
  cub::DeviceMergeSort::SortKeys(NULL, bytes, (int *)NULL, 1, Less());
}
