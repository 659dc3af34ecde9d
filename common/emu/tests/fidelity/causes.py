"""The differences between the emulator and an H200 whose cause is known, with their exact size."""
from fractions import Fraction

from rules import Cause

MERGED = "nvcc merges four neighbours of a row that all lanes read into one 16-byte load of two wavefronts: half of the loads shrink to a half"
UNROLLED = ("nvcc unrolls the loop four times and takes the remainder first: lanes whose number of iterations differs are a "
            "stride apart from then on, or come to their elements in different instructions")
POLLS = "how often a block has to ask depends on when the others tell"
ASYNC_STORES = "asynchronous copies write to shared memory too; the hardware counts those wavefronts apart"
ASYNC_NOISE = ASYNC_STORES + "; the noise of the others is larger beside them, though no two lanes write to one bank"
KEPT = "nvcc keeps the first of five vectors in registers, and reads the block's next tile in the last round too"
WIDE_PAIR = "where the distance is 1, nvcc reads or writes the two neighbours at once, in two wavefronts instead of twice two"
SUNK = "nvcc loads the neighbours only of planes and rows that change, GCC some of them before it asks"
LONG_BLOCKS = "the single lanes that leave the picture compute their neighbours in long blocks, which the hardware weighs by their length"

CAUSES = [
    Cause("test", "", "matmul_tiled", "shared_load_wavefronts", MERGED, ratio=Fraction(3, 4)),
    Cause("test", "", "matmul_tiled", "shared_wavefronts_ideal", MERGED, ratio=Fraction(25, 33)),

    Cause("01", "3_grid_stride", "*", "global_load_requests", UNROLLED, case="n=10007*", more=6),
    Cause("01", "3_grid_stride", "*", "global_load_sectors", UNROLLED, case="n=10007*", more=14),
    Cause("01", "3_grid_stride", "*", "global_store_requests", UNROLLED, case="n=10007*", more=3),
    Cause("01", "3_grid_stride", "*", "global_store_sectors", UNROLLED, case="n=10007*", more=7),
    Cause("01", "3_grid_stride", "*", "global_load_sectors", UNROLLED, case="n=2^20+3*", more=1024),
    Cause("01", "3_grid_stride", "*", "global_store_sectors", UNROLLED, case="n=2^20+3*", more=512),

    Cause("02", "3_shared_tile", "*", "shared_load_wavefronts", MERGED, ratio=Fraction(3, 4)),
    Cause("02", "3_shared_tile", "*", "shared_wavefronts_ideal", MERGED, ratio=Fraction(25, 33)),
    Cause("02", "4_tile_1d", "*", "shared_load_wavefronts", MERGED, ratio=Fraction(5, 9)),
    Cause("02", "4_tile_1d", "*", "shared_wavefronts_ideal", MERGED, ratio=Fraction(21, 37)),
    Cause("02", "5_tile_2d", "*", "shared_load_wavefronts", "nvcc merges a lane's eight neighbours `bs[l][tx..tx+7]` into two "
          "16-byte loads of eight wavefronts each, instead of eight loads of four", ratio=Fraction(2, 3)),
    Cause("02", "7_double_buffer", "*", "shared_store_wavefronts", ASYNC_STORES, more=-4 * 512),
    Cause("02", "7_double_buffer", "*", "shared_wavefronts_ideal", ASYNC_STORES, more=-4 * 512),
    Cause("02", "9_tensor_core", "gemm_9_tensor_core_kernel", "kernel", "on a Hopper GPU the reference multiplies by that "
          "architecture's own instructions, which the emulator does not have", ran="gemm_9_hopper_kernel"),

    Cause("03", "5_boundary_modes", "*", "active_lanes", LONG_BLOCKS),
    Cause("03", "7_stencil_2d", "*", "active_lanes", LONG_BLOCKS),
    Cause("03", "8_stencil_3d", "*", "active_lanes", "the cells beside a tile are fetched by one lane in many short blocks, which the "
          "hardware weighs by their length"),
    Cause("03", "8_stencil_3d", "*", "shared_load_wavefronts", SUNK, more=-1488),
    Cause("03", "8_stencil_3d", "*", "shared_wavefronts_ideal", SUNK, more=-1116),
    Cause("03", "9_im2col_gemm", "conv_9_multiply", "shared_load_wavefronts", "nvcc reads `b[k][lane]` once for four rows, and merges "
          "`a[row][k..k+3]` into one 16-byte load of two wavefronts", ratio=Fraction(3, 8)),
    Cause("03", "9_im2col_gemm", "conv_9_multiply", "shared_wavefronts_ideal", "nvcc reads `b[k][lane]` once for four rows, and merges "
          "`a[row][k..k+3]` into one 16-byte load of two wavefronts", ratio=Fraction(13, 33)),

    Cause("04", "2_strided_index", "*", "shared_load_wavefronts", WIDE_PAIR, each_block=-8),

    Cause("05", "3_brent_kung", "*", "shared_load_wavefronts", WIDE_PAIR, each_block=-32),
    Cause("05", "3_brent_kung", "*", "shared_store_wavefronts", WIDE_PAIR, each_block=-16),
    Cause("05", "4_sklansky", "*", "shared_load_wavefronts", WIDE_PAIR, each_block=-16),
    Cause("05", "*", "scan_[78]_*", "global_load_*", POLLS, varies=True),
    Cause("05", "*", "scan_7_look_back_kernel", "shared_load_wavefronts", KEPT, each_block=-60),
    Cause("05", "7_look_back", "scan_7_*", "shared_store_wavefronts", ASYNC_STORES, case="int*", more=-4 * 2045),
    Cause("05", "7_look_back", "scan_7_*", "shared_wavefronts_ideal", ASYNC_STORES, case="int*", more=-4 * 2045, each_block=-60),
    Cause("05", "7_look_back", "scan_7_*", "shared_store_wavefronts", ASYNC_STORES, case="n=2^20*", more=-4 * 8190),
    Cause("05", "7_look_back", "scan_7_*", "shared_wavefronts_ideal", ASYNC_STORES, case="n=2^20*", more=-4 * 8190, each_block=-60),
    Cause("05", "9_csr_build", "scan_7_*", "shared_store_wavefronts", ASYNC_STORES, more=-4 * 510),
    Cause("05", "9_csr_build", "scan_7_*", "shared_wavefronts_ideal", ASYNC_STORES, more=-4 * 510, each_block=-60),
    Cause("05", "8_stream_compaction", "scan_8_*", "global_store_requests", UNROLLED, more=810),
    Cause("05", "8_stream_compaction", "scan_8_*", "global_store_sectors", UNROLLED, more=708),
    Cause("05", "8_stream_compaction", "scan_8_*", "shared_load_wavefronts", UNROLLED + "; the block's next tile is read in the last "
          "round too", more=810, each_block=20),
    Cause("05", "8_stream_compaction", "scan_8_*", "shared_store_wavefronts", ASYNC_NOISE, more=-4 * 8190, noise=Fraction(105, 1000)),
    Cause("05", "8_stream_compaction", "scan_8_*", "shared_wavefronts_ideal", ASYNC_STORES, more=810 - 4 * 8190, each_block=20),

    Cause("06", "4_aggregated", "*", "active_lanes", "lanes whose bytes differ run the longer blocks, which the hardware weighs by their "
          "length", case="*picture"),
]
