// Maps for the tensor memory accelerator: the driver's cuTensorMapEncodeTiled, found at run time, because a worker is linked
// without the driver.
#include "worker/matrix_map.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The driver's numbers: no interleave = 0, CUtensorMapSwizzle 128B = 3, CUtensorMapL2promotion 256B = 3,
// CUtensorMapFloatOOBfill NONE (zeros) = 0. Sizes begin with the innermost: a row's length.
enum { UNKNOWN = 999, SWIZZLE_128 = 3, PROMOTE_256 = 3 };

typedef int encode(void *map, int type, uint32_t rank, void *address, const uint64_t *size,
                   const uint64_t *stride_bytes, const uint32_t *box, const uint32_t *step, int interleave,
                   int swizzle, int promotion, int fill);

int pmpp_map_matrix(void *map, enum pmpp_map_element element, const void *matrix, int rows, int columns,
                    int box_rows, int box_columns) {
  static encode *function;
  if (!function) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver) *(void **)&function = dlsym(driver, "cuTensorMapEncodeTiled");
    if (!function) return UNKNOWN;
  }
  uint64_t bytes = element == PMPP_MAP_F16 ? 2 : 4;
  uint64_t size[] = {(uint64_t)columns, (uint64_t)rows}, row_bytes[] = {bytes * (uint64_t)columns};
  uint32_t box[] = {(uint32_t)box_columns, (uint32_t)box_rows}, step[] = {1, 1};
  return function(map, element, 2, (void *)(uintptr_t)matrix, size, row_bytes, box, step, 0, SWIZZLE_128,
                  PROMOTE_256, 0);
}
