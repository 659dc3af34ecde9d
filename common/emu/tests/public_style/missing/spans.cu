// missing: `cuda::` | `cuda::std::mdspan`
// says: cuda/std/mdspan is not provided by the emulator
#include <cuda/std/mdspan>

int main() {
  int cells[6] = {};
  cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>> view(cells);
  return view(1, 2);
}
