"""The timed stages, and the sizes at which the emulator runs each of them instead of the timed one.

A row says how large the timed case is (`timed`), at which three sizes the case is emulated (`sizes`), and how the case's numbers
follow from the size (`numbers`: the row of the lab's cases.c, from its first number on). `times` or `wide` equal parts make up
the timed case: 16 sources, 32 heads. `data` is the power of the size that the case's bytes grow with: the second-level cache of a smaller
case is smaller in the same proportion. `work` is that of its operations."""
import dataclasses
import typing


@dataclasses.dataclass(frozen=True)
class Stage:
    lab: str
    task: str
    label: str
    timed: int
    sizes: tuple
    numbers: typing.Callable
    data: int = 1
    work: int = 1
    times: int = 1  # one after another
    wide: float = 1   # at once
    processors: int = 0  # of the emulated device, where a kernel asks for it; 0: all
    setup: tuple = ()  # kernels of the case's setup, which is not timed
    other: bool = False  # the device was timed with another kernel than the emulator runs
    host: bool = False  # the arrays are the host's, and copying them is timed


def rows(lab, tasks, labels, sizes, numbers, **more):
    """Stages of several tasks and labels: `labels` is {label: timed size}."""
    return [Stage(lab, task, label, timed, sizes, numbers, **more) for task in tasks for label, timed in labels.items()]


SHARE = 128


def shares(lab, tasks, labels, numbers, parts=(4, 2, 1), **more):
    """Stages whose blocks fill the device: one multiprocessor runs a 128th of the case, or some parts of that."""
    return [row for label, timed in labels.items()
            for row in rows(lab, tasks, {label: timed // SHARE}, tuple(timed // SHARE // k for k in parts), numbers,
                            wide=SHARE, processors=1, **more)]


def powers(*exponents):
    return tuple(1 << e for e in exponents)


def one(x):
    return (x,)


def square(x):
    return (x, x)


LINEAR = powers(15, 17, 19)
SIDES = (128, 256, 512)


def labs_1_to_5():
    found = rows("01", ["1_five_steps"], {"n=2^26": 1 << 26}, LINEAR, one, host=True)
    found += rows("01", ["7_soa"], {"n=2^26": 1 << 26}, LINEAR, one)
    found += rows("01", ["2_boundary", "4_float4", "6_fused_relu"], {"n=2^28": 1 << 28}, LINEAR, one)
    found += rows("01", ["3_grid_stride"], {"n=2^28, 1056 blocks": 1 << 28}, powers(19, 20, 21), one)
    found += rows("01", ["5_rgb_to_gray"], {"16384 x 16384": 16384}, (256, 512, 1024), square, data=2, work=2)
    gemm = {str(n): n for n in (1024, 2048, 4096, 8192)}
    names = ["1_naive", "2_coalesced", "3_shared_tile", "4_tile_1d"]
    found += rows("02", names, gemm, (64, 128, 256), lambda x: (x, x, x), data=2, work=3)
    found += rows("02", ["9_tensor_core", "10_split_tf32"], gemm, (64, 128, 256), lambda x: (x, x, x), data=2, work=3, other=True)
    # Tiles of 128 x 128; the eighth stage has them where there are enough for all multiprocessors.
    found += rows("02", ["5_tile_2d", "6_vectorised", "7_double_buffer"], gemm, (128, 256, 384), lambda x: (x, x, x), data=2, work=3)
    found += rows("02", ["8_warp_tile"], {"1024": 1024}, (64, 128, 256), lambda x: (x, x, x), data=2, work=3)
    for n in (2048, 4096, 8192):
        found += rows("02", ["8_warp_tile"], {str(n): n}, (16, 32, 64), lambda x: (1536, 1536, x), wide=(n / 1536) ** 2)
    found += rows("03", ["1_conv1d_naive", "2_constant_memory", "3_conv1d_halo"], {"n=2^26, radius 8": 1 << 26}, LINEAR, one)
    found += rows("03", ["4_conv2d_halo"], {f"8192 x 8192, {n} x {n}": 8192 for n in (3, 5, 7, 15)}, SIDES, square, data=2, work=2)
    found += rows("03", ["5_boundary_modes"], {"mirror, 8192 x 8192, 5 x 5": 8192}, SIDES, square, data=2, work=2)
    found += rows("03", ["6_separable"], {"8192 x 8192, 7 + 7 taps": 8192, "16384 x 16384, 7 + 7 taps": 16384}, SIDES, square,
                  data=2, work=2)
    found += rows("03", ["6_separable"], {"16384 x 8192, 15 + 15 taps": 8192}, SIDES, lambda x: (2 * x, x), data=2, work=2)
    found += rows("03", ["7_stencil_2d"], {"fixed, 8192 x 8192, 1 step": 8192, "periodic, 8192 x 8192, 4 steps": 8192}, (512, 1024, 2048),
                  square, data=2, work=2)
    found += rows("03", ["8_stencil_3d"], {"512 x 512 x 512": 512}, (32, 64, 128), lambda x: (x, x, x), data=3, work=3)
    found += rows("03", ["9_im2col_gemm"], {"64 pictures, 64 channels, 56 x 56, 64 filters 3 x 3": 64}, (1, 2, 3),
                  lambda x: (15 + x,), other=True)
    names = ["1_interleaved", "2_strided_index", "3_sequential", "4_first_add", "5_unroll_last_warp", "6_shuffle"]
    found += rows("04", names, {"n=2^28": 1 << 28}, LINEAR, one)
    found += rows("04", ["7_multi_block"], {"n=2^28": 1 << 28}, powers(20, 21, 22), one)
    names = ["1_hillis_steele", "2_kogge_stone", "3_brent_kung", "4_sklansky", "5_warp_shuffle", "6_three_phase", "7_look_back"]
    found += rows("05", names[:6], {"n=2^28": 1 << 28}, LINEAR, one)
    found += shares("05", names[6:], {"n=2^28": 1 << 28, "int, n=2^28": 1 << 28}, one, parts=(16, 8, 4))
    found += shares("05", names[6:], {"n=2^24": 1 << 24}, one)
    found += shares("05", ["8_stream_compaction"], {"n=2^28, 1 of 16 kept": 1 << 28, "n=2^28, half kept": 1 << 28}, one,
                    parts=(16, 8, 4))
    found += rows("05", ["9_csr_build"], {"2^26 entries, 2^22 rows": 1 << 26}, LINEAR, lambda x: (x, x // 16))
    return found


def labs_6_and_7():
    large = 1 << 28
    samples = powers(16, 17, 18)
    found = rows("06", ["1_global_atomics", "2_privatised"], {"n=2^28, uniform": large, "n=2^28, one bin": large}, samples, one)
    found += shares("06", ["3_coarsened"], {f"n=2^28, 1056 blocks, {kind}": large for kind in ("uniform", "one bin")},
                    lambda x: (x, 8))
    found += shares("06", ["4_aggregated"], {f"n=2^28, {kind}": large for kind in ("uniform", "one bin", "picture")}, one)
    labels = ["n=2^28, 16384 bins, uniform", "n=2^28, 65536 bins, uniform", "n=2^28, 65536 bins, Zipf", "n=2^28, 65536 bins, one bin",
              "floats, n=2^28, 256 bins, uniform", "floats, n=2^28, 2048 bins, uniform"]
    found += shares("06", ["5_many_bins"], {label: large for label in labels}, one)
    labels = [f"{bins}n=2^28, {kind}" for bins in ("", "256 bins, ", "2048 bins, ")
              for kind in ("uniform", "Zipf", "one bin", "sorted", "text", "picture")]
    found += shares("06", ["6_skewed"], {label: large for label in labels}, one)
    found += shares("06", ["7_image_equalise"], {"n=2^28, picture": large}, one)
    found += rows("07", ["1_merge_sequential_ranges"], {"m=2^26, n=2^26": 1 << 26}, powers(15, 17, 19), square)
    # A search for each tile, in blocks of 256.
    found += rows("07", ["2_merge_tiled"], {"m=2^26, n=2^26": 1 << 26}, powers(19, 20, 21), square)
    keys = powers(15, 16, 17)
    found += rows("07", ["3_merge_sort"], {"n=2^28, five numbers and-ed": large, "n=2^28": large}, powers(18, 19, 20), one)
    found += rows("07", ["4_radix_1bit", "5_radix_4bit"], {"n=2^26": 1 << 26}, keys, one)
    found += shares("07", ["6_radix_onesweep"], {"64 bits, n=2^26": 1 << 26}, one, parts=(4, 2, 1))
    found += shares("07", ["6_radix_onesweep"], {"n=2^28, three numbers and-ed": large, "n=2^28, five numbers and-ed": large,
                                                 "n=2^28": large}, one, parts=(16, 8, 4))
    found += rows("07", ["7_bitonic"], {"largest 32 of 2^26": 1 << 26, "n=2^26": 1 << 26}, keys, one)
    found += shares("07", ["8_float_keys"], {"n=2^26, by their bits": 1 << 26}, one, parts=(4, 2, 1))
    # From 2^23 keys of 16 bits on there are as many blocks, with their 2^15 counters each, as for 2^28.
    found += rows("07", ["8_float_keys"], {"16 bits, n=2^28": large, "8 bits, n=2^28": large}, powers(23, 24, 25), one)
    found += shares("07", ["9_pairs"], {"n=2^27": 1 << 27}, one, parts=(8, 4, 2))
    return found


def log2(x):
    return x.bit_length() - 1


def lab_8():
    # Stage 7 has another form below 2^19 rows and nonzeros together.
    merge = ["7_csr_merge"]
    names = ["1_coo_atomic", "2_csr_scalar", "3_csr_vector", "4_ell", "5_jds", "6_hyb", *merge]
    rest = powers(15, 16, 17)
    plan = {"setup": ("plan",)}
    found = rows("08", names, {"uniform, 2^22 rows, 16 a row": 1 << 22}, rest, lambda x: (x, x, 16 * x), **plan)
    found += rows("08", [n for n in names if n != "4_ell"], {"R-MAT, 2^22 rows, 16 a row": 1 << 22}, rest,
                  lambda x: (log2(x), 0, 16 * x), **plan)
    found += rows("08", merge, {"grid, 3663 x 3671": 3667}, (320, 480, 640), square, data=2, work=2, **plan)
    found += rows("08", merge, {"one dense row, 2^22 rows": 1 << 22}, rest, lambda x: (x, x, 16 * x, x // 2), **plan)
    found += rows("08", merge, {"star, 2^25 rows": 1 << 25}, powers(18, 19, 20), lambda x: (x + 1,), **plan)
    found += rows("08", merge, {"empty rows, 7 in 8, 2^24 rows": 1 << 24}, powers(17, 18, 19), lambda x: (x, x // 4, 4 * x), **plan)
    found += rows("08", merge, {"long rows, 4096 of 16384": 1 << 12}, powers(5, 6, 7), lambda x: (x, 1024 * x, 16384 * x), **plan)
    found += rows("08", merge, {"short rows, 2^25 of 2": 1 << 25}, powers(18, 19, 20), lambda x: (x, x // 8, 2 * x), **plan)
    names = ["8_vertex_push", "9_edge_centric", "10_frontier", "11_privatised_frontier", "12_direction_optimising"]

    def graph(x):
        return (x, 16, 1)
    graphs = {f"R-MAT, n=2^{e}, degree 16, 16 sources": 1 << e for e in (20, 22)}
    for task in names:
        n = 1 if task in names[:2] else 2
        found += rows("08", [task], dict(list(graphs.items())[:n]), powers(13, 15, 17), graph, times=16)
    return found


def lab_9():
    norms = ["1_softmax_three_passes", "2_softmax_online", "3_softmax_resident", "4_layer_norm"]
    found = rows("09", norms, {"65536 x 1024": 65536}, (32, 64, 128), one)
    found += rows("09", norms, {"8192 x 8192": 8192}, (8, 16, 32), one)
    found += rows("09", norms[2:], {"512 x 131072": 512}, (1, 2, 3), one, other=True) # a device that has clusters of blocks uses them
    # 66 tiles of 128 x 128, and 37 of 64 x 512: where there are fewer than 66 (and 33), another kernel runs.
    found += rows("09", ["6_linear_gelu"], {"4096 x 1024 x 1024, GELU": 1024}, (16, 32, 64), lambda x: (1408, x, 768),
                  wide=4096 * 1024 / (1408 * 768))
    found += rows("09", ["8_conv_implicit_gemm"], {"64 pictures 56 x 56, 64 channels, 64 filters 3 x 3": 64}, (6, 7, 8),
                  lambda x: (15 + x,), other=True) # by tensor cores
    found += rows("09", ["9_quantised_gemv"], {"8192 x 8192": 8192, "28672 x 8192": 28672}, (64, 128, 256), one)
    found += rows("09", ["10_attention"], {f"32 heads, 4096 x 4096, size {kind}": 4096 for kind in ("64", "64, causal", "128")},
                  (128, 256, 384), lambda x: (1, x, x), work=2, wide=32, other=True)
    return found


STAGES = labs_1_to_5() + labs_6_and_7() + lab_8() + lab_9()
