// expect: hazard 8_warp_tile misaligned-access on emu
// fault: right with the small tile, but the large one uses float4 for rows of any length: only a C of many tiles shows it.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

int gemm_8_warp_tile(PARAMETERS(float)) {
  int tiles = ceil_div(m, large_tiles::BLOCK_TILE) * ceil_div(n, large_tiles::BLOCK_TILE);
  if (tiles < MULTIPROCESSORS) return reference(ARGUMENTS);
  dim3 grid(ceil_div(n, large_tiles::BLOCK_TILE), ceil_div(m, large_tiles::BLOCK_TILE));
  gemm_8_warp_tile_kernel<large_tiles, true><<<grid, large_tiles::THREADS>>>(ARGUMENTS);
  return cudaGetLastError();
}
