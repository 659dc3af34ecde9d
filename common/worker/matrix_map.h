// Describes a matrix to the tensor memory accelerator of Hopper and later, which copies boxes of it into shared memory.
#ifndef PMPP_MATRIX_MAP_H
#define PMPP_MATRIX_MAP_H

#include "worker/contract.h"

PMPP_CONTRACT_BEGIN

enum pmpp_map_element { PMPP_MAP_F16 = 6, PMPP_MAP_F32 = 7 }; // the driver's CUtensorMapDataType

// Writes the CUtensorMap, 128 bytes aligned to 64, of a row-major matrix of `rows` x `columns` elements that is copied in
// boxes of `box_rows` x `box_columns`, with the 128-byte swizzle and zeros from beyond the edge. Rows have a multiple of
// 16 bytes, those of a box at most 128. Returns 0, or a CUresult; 999 where there is no such driver, as on the emulator.
int pmpp_map_matrix(void *map, enum pmpp_map_element element, const void *matrix, int rows, int columns,
                    int box_rows, int box_columns);

PMPP_CONTRACT_END

#endif
