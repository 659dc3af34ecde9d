"""The differences between the emulator and an H200 whose cause is known, with their exact size."""
from fractions import Fraction

from rules import Cause

MERGED = "nvcc merges four neighbours of a row that all lanes read into one 16-byte load of two wavefronts: half of the loads shrink to a half"
UNROLLED = ("nvcc unrolls the loop four times and takes the remainder first: lanes whose number of iterations differs are a "
            "stride apart from then on, or come to their elements in different instructions")
POLLS = "the number of polls depends on the time when other blocks publish"
ASYNC_STORES = "asynchronous copies write to shared memory too; the hardware counts those wavefronts apart"
ASYNC_NOISE = ASYNC_STORES + "; the noise of the others is larger beside them, though no two lanes write to one bank"
KEPT = "nvcc keeps the first of five vectors in registers, and reads the block's next tile in the last round too"
WIDE_PAIR = "where the distance is 1, nvcc reads or writes the two neighbours at once, in two wavefronts instead of twice two"
SUNK = "nvcc loads the neighbours only of planes and rows that change, GCC loads some of them before the test"
LONG_BLOCKS = "the single lanes that leave the picture compute their neighbours in long blocks, which the hardware weighs by their length"

SUMS = "nvcc merges four of the warps' sums, which all lanes read, into one 16-byte load of two wavefronts"
ONE_NEEDS_IT = SUMS + ", and only thread 0, which needs the total, loads them"
SELECTED = "nvcc selects one of the two addresses and has one instruction behind both branches"
SELECTED_SUNK = SELECTED + "; " + SUMS + "; the 7 warps of the last block that have no keys load neither these nor the number of zeros"
LAST_UNUSED = "nvcc leaves out the last load of a thread, whose element is not used"
UPPER_HALF = LAST_UNUSED + ", and of records that it only compares it loads the upper half"
LONG_LOOPS = ("the few lanes of a warp that still have something to do run a loop or a branch of long blocks, which the hardware weighs by "
              "their length")
UNROLLED_16 = ("nvcc unrolls the loop 16, 8 and 4 times and takes the remainder of four first: lanes whose number of iterations differs "
               "come to their elements in different instructions")
UNROLLED_MERGE = UNROLLED_16 + "; the search for long rows is unrolled 4, 2 and 1 times"
UNROLLED_PUSH = "nvcc unrolls the loop over edges four times: lanes that differ in the remainder come to it in different instructions"
HOISTED = ("nvcc loads once what all eight searches of a thread begin with, once the place in the queue, the warps' sums in wide loads, and "
           "a vertex's parent for a thread's first edge only where it is claimed")
ONCE_SUMS = ("nvcc merges the warps' sums into wide loads, and upwards loads the second sum in thread 0's warp alone, which needs the total; "
             "it loads what a block has reserved only where a lane uses it, and the two owners at once")
BARRIER_POLLS = "how often a block polls at the grid's barrier depends on the time when the other blocks come to it"
AT_ONCE = ("threads of several warps find a vertex unreached at the same moment, and all store; in the emulator one warp comes after the "
           "other (one run, of which this is the size: another gives another)")
WHO_FIRST = ("which warp is first to claim a vertex and to append it decides the order of the queue, and so which vertices meet in a warp, "
             "a block and a block's rounds (one run, of which this is the size: another gives another)")


NEWER = "the kernel is newer than the last counts of Nsight Compute"


def sizes(lab, task, case, kernel, why, varies=False, **more):
    """A cause for each counter: by how much the hardware has more, in one number or in one for each of the kernel's launches."""
    found = []
    for counter, numbers in more.items():
        for at, number in enumerate(numbers) if isinstance(numbers, list) else [((), numbers)]:
            if number:
                found.append(Cause(lab, task, kernel, counter, why, case=case, at=(at,) if at != () else (), more=number, varies=varies))
    return found


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
    Cause("02", "10_split_tf32", "gemm_10_split_tf32_kernel", "kernel", "on a Hopper GPU the reference multiplies by that "
          "architecture's own instructions, which the emulator does not have", ran="gemm_10_hopper_kernel"),

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

    Cause("07", "6_radix_onesweep", "*", "unmeasured", NEWER),
    Cause("07", "8_float_keys", "*", "unmeasured", NEWER),
    Cause("07", "9_pairs", "*", "unmeasured", NEWER),
    Cause("07", "1_*", "sort_1_*", "global_load_requests", SELECTED, more=-16 * 128),
    Cause("07", "2_merge_tiled", "sort_2_search_kernel", "active_lanes", LONG_LOOPS),
    *sizes("07", "2_merge_tiled", "*", "sort_2_merge_tiled_kernel", UPPER_HALF, shared_load_wavefronts=-2869, shared_wavefronts_ideal=-2551),
    Cause("07", "3_merge_sort", "sort_3_block_sort_kernel", "shared_load_wavefronts", LAST_UNUSED, more=-3680),
    Cause("07", "3_merge_sort", "sort_3_block_sort_kernel", "shared_wavefronts_ideal", LAST_UNUSED, each_block=-16 * 9),
    *sizes("07", "3_merge_sort", "*", "sort_3_merge_kernel", LAST_UNUSED, shared_load_wavefronts=[-422, -409, -413],
           shared_wavefronts_ideal=-(15 * 8 + 1)),
    Cause("07", "3_merge_sort", "sort_3_search_kernel", "active_lanes", LONG_LOOPS, at=(0, 1)),
    Cause("07", "4_radix_1bit", "sort_4_count_kernel", "shared_load_wavefronts", ONE_NEEDS_IT, ratio=Fraction(1, 32)),
    Cause("07", "4_radix_1bit", "sort_4_count_kernel", "shared_wavefronts_ideal", ONE_NEEDS_IT, each_block=-62),
    Cause("07", "*", "sort_4_scan_kernel", "shared_load_wavefronts", SUMS + "; the noise is up to one wavefront for each of the 32 warps",
          ratio=Fraction(1, 2), noise=Fraction(6, 100)),
    Cause("07", "*", "sort_4_scan_kernel", "shared_wavefronts_ideal", SUMS, each_block=-32 * 16),
    Cause("07", "4_radix_1bit", "sort_4_split_kernel", "global_store_requests", SELECTED, case="n=2^14+7", ratio=Fraction(1, 2)),
    Cause("07", "4_radix_1bit", "sort_4_split_kernel", "global_store_requests", SELECTED, case="*, ascending", at=tuple(range(4, 32)),
          ratio=Fraction(1, 2)),
    *sizes("07", "4_radix_1bit", "*", "sort_4_split_kernel", SELECTED_SUNK, global_load_requests=-7, global_load_sectors=-7,
           shared_load_wavefronts=-(64 * 4 + 7 * 4), shared_wavefronts_ideal=-(64 * 4 + 7 * 4)),
    Cause("07", "5_radix_4bit", "sort_5_scatter_kernel", "shared_load_wavefronts", SUMS, each_block=-4 * 8 * 4),
    Cause("07", "5_radix_4bit", "sort_5_scatter_kernel", "shared_wavefronts_ideal", SUMS, case="n=2^16+7", at=(0, 2, 3, 4, 5, 6, 7),
          each_block=-4 * 8 * 4),
    Cause("07", "5_radix_4bit", "sort_5_scatter_kernel", "shared_wavefronts_ideal", SUMS + "; " + UNROLLED, case="n=2^16+7", at=(1,),
          more=-1, each_block=-4 * 8 * 4),
    Cause("07", "5_radix_4bit", "sort_5_scatter_kernel", "shared_wavefronts_ideal", SUMS, case="*, ascending", each_block=-4 * 8 * 4),
    *sizes("07", "5_radix_4bit", "*, ascending", "sort_5_scatter_kernel", UNROLLED, global_store_sectors=[4, 3, 4, 3, 2, 4, 4, 4]),
    *sizes("07", "5_radix_4bit", "n=2^16+7", "sort_5_scatter_kernel", UNROLLED, global_load_requests=[0, -1],
           global_store_sectors=[4, 3, 2, 2, 4, 4, 4, 3], shared_store_wavefronts=[0, -1]),

    *sizes("08", "2_csr_scalar", "uniform*", "*", UNROLLED_16, global_load_requests=501, global_load_sectors=260),
    *sizes("08", "2_csr_scalar", "R-MAT*", "*", UNROLLED_16, global_load_requests=681, global_load_sectors=473),
    Cause("08", "2_csr_scalar", "*", "active_lanes", LONG_LOOPS, case="uniform*"),
    *sizes("08", "3_csr_vector", "R-MAT*", "*", UNROLLED_16, global_load_requests=351, global_load_sectors=329),
    Cause("08", "3_csr_vector", "*", "active_lanes", LONG_LOOPS),
    Cause("08", "7_csr_merge", "*_search_kernel", "active_lanes", LONG_LOOPS),
    Cause("08", "7_csr_merge", "spmv_7_csr_merge_kernel", "active_lanes", LONG_LOOPS, case="empty*"),
    *sizes("08", "7_csr_merge", "star*", "spmv_7_csr_merge_kernel", UNROLLED_MERGE, shared_load_wavefronts=4, shared_wavefronts_ideal=4),
    *sizes("08", "7_csr_merge", "empty*", "spmv_7_csr_merge_kernel", UNROLLED_MERGE, global_load_requests=3, global_load_sectors=3,
           shared_load_wavefronts=630, shared_store_wavefronts=3, shared_wavefronts_ideal=635),

    *sizes("08", "8_*", "R-MAT*", "bfs_8_*", UNROLLED_PUSH, global_load_requests=798, global_load_sectors=145),
    *sizes("08", "8_*", "grid*", "bfs_8_*", AT_ONCE, varies=True, global_store_requests=1697, global_store_sectors=1726),
    *sizes("08", "8_*", "R-MAT*", "bfs_8_*", AT_ONCE, varies=True, global_store_requests=45, global_store_sectors=103),
    Cause("08", "8_*", "bfs_8_*", "active_lanes", LONG_LOOPS, case="grid*"),
    *sizes("08", "9_*", "grid*", "bfs_9_*", AT_ONCE, varies=True, global_store_requests=346, global_store_sectors=2510),
    *sizes("08", "9_*", "R-MAT*", "bfs_9_*", AT_ONCE, varies=True, global_store_requests=2138, global_store_sectors=11981),

    *sizes("08", "10_frontier", "grid*", "bfs_10_*", UNROLLED_PUSH, global_load_requests=646, global_load_sectors=169),
    *sizes("08", "10_frontier", "grid*", "bfs_10_*", WHO_FIRST, varies=True, global_store_requests=45, global_store_sectors=53),
    Cause("08", "10_frontier", "bfs_10_*", "active_lanes", LONG_LOOPS, case="grid*"),
    *sizes("08", "10_frontier", "R-MAT*", "bfs_10_*", UNROLLED_PUSH + "; " + WHO_FIRST, varies=True, global_load_requests=[0, 104, 1712, 4],
           global_load_sectors=[-1, 92, 1023, 10], global_store_requests=[10, -83, 3], global_store_sectors=[5, -66, 3]),

    *sizes("08", "11_*", "grid*", "bfs_11_*", WHO_FIRST, varies=True, global_load_sectors=430, global_store_requests=9,
           shared_store_wavefronts=22),
    *sizes("08", "11_*", "grid*", "bfs_11_*", HOISTED, shared_load_wavefronts=-10242),
    *sizes("08", "11_*", "grid*", "bfs_11_*", HOISTED + "; " + WHO_FIRST, varies=True, shared_wavefronts_ideal=-10222),
    *sizes("08", "11_*", "binary*", "bfs_11_*", HOISTED, shared_load_wavefronts=[-845], shared_wavefronts_ideal=[-845]),
    *(Cause("08", "11_*", "bfs_11_*", counter, HOISTED, case="binary*", at=at, each_block=size)
      for counter in ("shared_load_wavefronts", "shared_wavefronts_ideal") for at, size in (((1, 2, 3, 4), -96), ((5,), -32))),
    *sizes("08", "11_*", "R-MAT*", "bfs_11_*", HOISTED, shared_load_wavefronts=[-201, 0, 0, -97], shared_wavefronts_ideal=[-201, 0, 0, -96]),
    *sizes("08", "11_*", "R-MAT*", "bfs_11_*", WHO_FIRST, varies=True, global_load_requests=[0, -2, -2],
           global_load_sectors=[0, -33, -127, -2], global_store_requests=[3, 51, -1], global_store_sectors=[35, 26, -2],
           shared_store_wavefronts=[0, 57, -2]),
    *sizes("08", "11_*", "R-MAT*", "bfs_11_*", HOISTED + "; " + WHO_FIRST, varies=True, shared_load_wavefronts=[0, -2932, -1915],
           shared_wavefronts_ideal=[0, -2894, -1918]),
    Cause("08", "11_*", "bfs_11_*", "active_lanes", LONG_LOOPS, case="R-MAT*", at=(1,)),

    *sizes("08", "12_*", "*chain*", "bfs_12_once_kernel", BARRIER_POLLS, varies=True, global_load_requests=33235, global_load_sectors=33157),
    *sizes("08", "12_*", "*degree 16", "bfs_12_once_kernel", BARRIER_POLLS, varies=True, global_load_requests=1293, global_load_sectors=1155),
    *sizes("08", "12_*", "*", "bfs_12_once_kernel", WHO_FIRST, varies=True, global_store_requests=3),
    *sizes("08", "12_*", "*chain*", "bfs_12_once_kernel", ONCE_SUMS, varies=True, shared_load_wavefronts=-19726),
    *sizes("08", "12_*", "*degree 16", "bfs_12_once_kernel", ONCE_SUMS, varies=True, shared_load_wavefronts=-3903),
]
