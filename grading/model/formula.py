"""The modelled time: what each part of a device needs for what a kernel demands, and the longest of these.

The constants come from the microbenchmarks (measure) alone. model/modelled.c of the emulator has the same formula;
test_model.py compares the two."""
import math
import statistics

# What counts.json has of each kernel, in this order.
COUNTERS = ["launches", "blocks", "threads", "global_load_requests", "global_store_requests", "global_load_sectors",
            "global_store_sectors", "shared_load_requests", "shared_load_wavefronts", "shared_store_requests",
            "shared_store_wavefronts", "constant_load_requests", "constant_load_wavefronts", "global_atomics",
            "global_atomic_requests", "shared_atomics", "shared_atomic_requests", "warp_blocks", "active_lanes", "warp_blocks_if_even",
            "barriers", "warp_barriers", "warp_exchanges", "tensor_ops", "local_bytes"]
DEMANDS = ["l1_lines", "l2_load_sectors", "l2_load_lines", "l2_store_sectors", "l2_store_lines", "dram_read_sectors",
           "dram_read_lines", "dram_write_sectors", "dram_fill_sectors", "path_events", "path_memory_trips", "path_far_trips",
           "path_shared_trips", "path_exchanges", "longest_events", "longest_memory_trips", "longest_far_trips",
           "longest_shared_trips", "longest_exchanges", "longest_turns", "longest_phases", "shared_atomic_steps", "global_atomic_sectors", "global_atomic_steps", "hottest_atomic_steps", "hottest_float_steps",
           "wide_wavefronts", "unrolled_blocks", "unrolled_requests",
           "unrolled_steps", "unrolled_choices", "merged_requests", "merged_wavefronts", "conflict_wavefronts", "resident_warps"]
REQUESTS = ("global_load_requests", "global_store_requests", "shared_load_requests", "shared_store_requests", "global_atomic_requests",
            "shared_atomic_requests", "warp_exchanges")
OF_ONE = ("launches", "resident_warps", "longest")  # beginnings of names: they do not grow with the blocks
L2_BYTES = 60 << 20
SECTOR, LINE_SECTORS, WARP = 32, 4, 32


# Parts of which neither takes time of the other, in blocks with barriers between the two and without.
PAIRS = [f"{pair}{barriers}" for pair in ("arithmetic_l2", "arithmetic_dram", "arithmetic_write", "shared_l2", "shared_dram")
         for barriers in ("", "_barriers")] + ["blocks_dram"]


def two(line, full):
    """Seconds a line and a sector: a line with one sector takes `line`, one with all its sectors `full`."""
    sector = max(0.0, (full - line) / (LINE_SECTORS - 1))
    return max(0.0, min(line, full) - sector), sector


def issued(k, operations=0.0):
    """What a kernel issues: basic blocks and requests that stay, choices in unrolled loops, and there the steps and requests."""
    requests = sum(k[name] for name in REQUESTS)
    return (k["warp_blocks"] - k["unrolled_blocks"], max(0.0, requests - k["unrolled_requests"]), k["unrolled_choices"],
            max(k["unrolled_steps"], operations / (2 * WARP)) + max(0.0, k["unrolled_requests"] - k["merged_requests"]))


def slots(mix, counted, c):
    """Issue slots of a basic block and of a request: the pair with which the modelled times of bench/mix.cu's programs are nearest to
    the measured ones, by the squares of the logarithms of their ratios."""
    blocks = 64 * c["processors"]
    kernels = {}
    for name, row in counted.items():
        k = dict(zip(COUNTERS + DEMANDS, row))
        runs = k["launches"]  # of a block each
        kernels[name] = {key: n / runs * (1 if key.startswith(OF_ONE) else blocks) for key, n in k.items()}

    def distance(a, b):
        tried = {**c, "slots_a_block": a, "slots_a_request": b}
        return sum(math.log(seconds(k, tried)[0] / (mix[name] * blocks)) ** 2 for name, k in kernels.items())
    a, b, step = 3.0, 3.0, 1.0
    while step > 1e-3:
        best = min(((a + i * step, b + k * step) for i in (-1, 0, 1) for k in (-1, 0, 1) if a + i * step > 0 and b + k * step >= 0),
                   key=lambda pair: distance(*pair))
        if best == (a, b):
            step /= 2
        a, b = best
    return a, b


def constants(measured, counted):
    """The formula's constants, in seconds a unit, from what `measure` wrote and what the emulator counts of bench/mix.cu."""
    m = {key: value for part in measured.values() for key, value in part.items()}
    cycle = 1 / m["clock_hz"]
    read, write, l2 = (m[k] / SECTOR for k in ("dram_read_bytes_s", "dram_write_bytes_s", "read_16_mib_bytes_s"))
    c = {}
    c["dram_read_line"], c["dram_read_sector"] = two(1 / m["dram_gather_sectors_s"], LINE_SECTORS / read)
    c["dram_write_sector"] = 1 / write
    # A sector read and one written, in a copy, less both apart: the bus changes its direction.
    c["dram_turn"] = max(0.0, 2 * SECTOR / m["dram_copy_bytes_s"] - 1 / read - 1 / write)
    c["dram_fill_sector"] = 1 / m["dram_scatter_sectors_s"] - 1 / write
    c["l2_load_line"], c["l2_load_sector"] = two(1 / m["l2_gather_sectors_s"], LINE_SECTORS / l2)
    c["l2_store_line"], c["l2_store_sector"] = two(1 / m["l2_scatter_sectors_s"], LINE_SECTORS * SECTOR / m["l2_write_bytes_s"])
    c["l1_line"] = 1 / (32 * m["l1_32_apart_requests_s"])
    c["shared_wavefront"] = 1 / m["shared_loads_s"]
    # A warp's atomics: on 32 banks, and all on one word.
    apart, on_one = 1 / m["shared_adds_1_on_a_word_s"], 1 / m["shared_adds_32_on_a_word_s"]
    c["shared_atomic_step"] = (on_one - apart) / (WARP - 1)
    c["shared_atomic"] = apart - c["shared_atomic_step"]
    c["shuffle"] = 1 / m["shuffles_s"]
    c["slot"] = 2 * WARP / m["fp32_ops_s"]
    c["fp32_op"] = 1 / m["fp32_ops_s"]
    c["tensor_op"] = 1 / m["tensor_ops_s"]
    c["barrier_warp"] = 1 / (m["barriers_full_256_s"] * 8)
    c["atomic_sector"] = 1 / m["atomics_global_spread_s"]
    c["atomic_turn"] = (WARP / m["atomics_global_one_a_warp_s"] - c["atomic_sector"]) / (WARP - 1)
    c["atomic_step"] = 1 / m["atomics_global_one_s"]
    c["float_atomic_step"] = 1 / m["atomics_global_float_one_s"]
    c["block"] = 1 / m["blocks_of_256_s"]
    c["launch"] = m["launch_to_launch_s"]
    c["round_trip"] = m["launch_and_copy_back_s"] - m["launch_to_launch_s"]
    c["block_turn"] = m["block_turn_s"]
    c["atomic_overlap"] = statistics.mean(m[f"atomic_l2{barriers}_power"] for barriers in ("", "_barriers"))
    c["overlap"] = statistics.median(m[f"{pair}_power"] for pair in PAIRS)
    c["dram_latency"] = m["dram_latency_cycles"] * cycle
    c["l2_latency"] = m["l2_latency_cycles"] * cycle
    c["l1_latency"] = m["l1_latency_cycles"] * cycle
    c["shared_latency"] = m["shared_latency_cycles"] * cycle
    c["shuffle_latency"] = m["shuffle_latency_cycles"] * cycle
    c["barrier_latency"] = m["barrier_alone_256_s"]
    c["slot_latency"] = m["fma_latency_cycles"] * cycle
    c["slot_apart"] = m["fma_apart_cycles"] * cycle
    c["processors"] = m["processors"]
    c["to_device_byte"] = 1 / m["host_to_device_pageable_bytes_s"]
    c["to_host_byte"] = 1 / m["device_to_host_pageable_bytes_s"]
    c["slots_a_block"], c["slots_a_request"] = slots(measured["mix"], counted, c)
    return c


# What model/constants.h has of them.
CONSTANTS = ("dram_read_line", "dram_read_sector", "dram_write_sector", "dram_turn", "dram_fill_sector", "l2_load_line",
             "l2_load_sector", "l2_store_line", "l2_store_sector", "l1_line", "shared_wavefront", "shared_atomic",
             "shared_atomic_step", "shuffle", "slot",
             "slots_a_block", "slots_a_request", "fp32_op", "tensor_op", "barrier_warp", "atomic_sector", "atomic_step", "block",
             "launch", "round_trip", "overlap", "processors", "slot_apart", "atomic_turn", "float_atomic_step", "block_turn", "atomic_overlap",
             "dram_latency", "l2_latency", "l1_latency", "shared_latency", "shuffle_latency", "barrier_latency",
             "slot_latency")

PARTS = ("device memory", "second-level cache", "first-level cache and shared memory", "issue", "fp32", "tensor cores",
         "atomics on one place", "barriers", "beginning blocks", "waiting")


def norm(power, *of):
    """What several that overlap so far take together."""
    longest = max(of)
    return longest * sum((part / longest) ** power for part in of) ** (1 / power) if longest else 0.0


def parts(k, c, operations=0.0):
    """Seconds of each part. `k`: a kernel's counters and demands; `operations`: fp32 operations, where they are known."""
    operations = max(0.0, operations - k["tensor_ops"])  # the tensor cores did those
    warps = max(1.0, k["threads"] / WARP)
    blocks, requests, choices, side_by_side = issued(k, operations)
    one_by_one = blocks * c["slots_a_block"] + requests * c["slots_a_request"] + choices
    n_slots = one_by_one + side_by_side
    barrier_warps = k["barriers"] * warps / max(1.0, k["blocks"])
    # A block's path: its slowest warp's from barrier to barrier, and the turns that its warps take at the first-level cache and shared
    # memory. An event is a basic block or a request.
    events = max(1.0, k["warp_blocks"] + sum(k[name] for name in REQUESTS))
    event = (one_by_one * c["slot_latency"] + side_by_side * c["slot_apart"]) / events
    dram_share = min(1.0, k["dram_read_sectors"] / k["l2_load_sectors"]) if k["l2_load_sectors"] else 0.0
    far = c["l2_latency"] + dram_share * (c["dram_latency"] - c["l2_latency"])
    # The latencies of the slowest warp and the turns of all: where a warp loads once from barrier to barrier, the one comes after the
    # other; where it loads often, other warps take their turns while it waits.
    def path(of, phases, turns):
        trips = k[f"{of}_memory_trips"] + k[f"{of}_shared_trips"] + k[f"{of}_exchanges"]
        own = (k[f"{of}_far_trips"] * far + max(0.0, k[f"{of}_memory_trips"] - k[f"{of}_far_trips"]) * c["l1_latency"] +
                k[f"{of}_shared_trips"] * c["shared_latency"] + k[f"{of}_exchanges"] * c["shuffle_latency"] +
                phases * c["barrier_latency"] + k[f"{of}_events"] * event)
        return max(own, turns) + min(own, turns) / max(1.0, trips / max(1.0, phases))

    launches = max(1.0, k["launches"])
    # The busiest multiprocessor has so much more than its share of the blocks.
    of_one = k["blocks"] / launches / c["processors"]
    whole = math.ceil(of_one - 1e-6) / of_one if of_one else 1.0
    at_once = max(1.0, k["resident_warps"] * k["blocks"] / (warps * launches))  # blocks
    rounds = math.ceil(k["blocks"] / launches / at_once - 1e-6) * launches
    l1 = (k["l1_lines"] * c["l1_line"] + k["shared_atomic_requests"] * c["shared_atomic"] +
          k["shared_atomic_steps"] * c["shared_atomic_step"] + k["warp_exchanges"] * c["shuffle"] +
          (k["shared_load_wavefronts"] + k["wide_wavefronts"] - k["merged_wavefronts"] + k["shared_store_wavefronts"]) *
          c["shared_wavefront"])
    issue = n_slots * c["slot"]
    return (
        k["dram_read_lines"] * c["dram_read_line"] + k["dram_read_sectors"] * c["dram_read_sector"] +
        min(k["dram_read_sectors"], k["dram_write_sectors"]) * c["dram_turn"] +
        k["dram_write_sectors"] * c["dram_write_sector"] + k["dram_fill_sectors"] * c["dram_fill_sector"],
        norm(c["atomic_overlap"],
             k["l2_load_lines"] * c["l2_load_line"] + k["l2_load_sectors"] * c["l2_load_sector"] +
             k["l2_store_lines"] * c["l2_store_line"] + k["l2_store_sectors"] * c["l2_store_sector"],
             k["global_atomic_sectors"] * c["atomic_sector"] +
             max(0.0, k["global_atomic_steps"] - k["global_atomic_sectors"]) * c["atomic_turn"]),
        whole * l1,
        whole * issue,
        whole * operations * c["fp32_op"],
        whole * k["tensor_ops"] * c["tensor_op"],
        max(k["hottest_atomic_steps"] * c["atomic_step"], k["hottest_float_steps"] * c["float_atomic_step"]),
        whole * barrier_warps * c["barrier_warp"],
        k["blocks"] * c["block"],
        max(path("path", k["barriers"], l1 * c["processors"]) * rounds / max(1.0, k["blocks"]) + rounds * c["block_turn"],
            path("longest", k["longest_phases"], k["longest_turns"] * c["shared_wavefront"] * c["processors"])),
    )


def memories(device_memory, l2, k, c):
    """Device memory and the second-level cache together. A sector of device memory goes through the cache: that was measured so. What the
    cache has shares it with these as atomics and loads do."""
    moved = k["l2_load_sectors"] + k["l2_store_sectors"]
    missed = min(1.0, (k["dram_read_sectors"] + k["dram_write_sectors"]) / moved) if moved else 1.0
    return max(l2, norm(c["atomic_overlap"], device_memory, (1 - missed) * l2))


def conflicts(k, c):
    """Turns of bank conflicts that nothing overlaps with: where a warp loads once from barrier to barrier all of them, as in a block's path."""
    trips = k["path_memory_trips"] + k["path_shared_trips"] + k["path_exchanges"]
    return k["conflict_wavefronts"] * c["shared_wavefront"] / max(1.0, trips / max(1.0, k["barriers"]))


def seconds(k, c, operations=0.0):
    """(the modelled time of a kernel, the part that bounds it, its share)."""
    p = parts(k, c, operations)
    longest = max(p)
    alone = min(p[2], conflicts(k, c))
    # An fp32 operation is issued: that was measured so.
    apart = [memories(p[0], p[1], k, c), p[2] - alone, max(p[3], p[4]), *p[5:]]
    total = norm(c["overlap"], *apart) + alone + k["launches"] * c["launch"]
    return total, PARTS[p.index(longest)], longest / total


def modelled(kernels, host_bytes, waits, c, operations=0.0):
    """Of all kernels of a stage, and the host's copies and waits: the operations go to the one that has most basic blocks."""
    busiest = max(kernels, key=lambda name: kernels[name]["warp_blocks"]) if kernels else None
    found = {name: seconds(k, c, operations if name == busiest else 0.0) for name, k in kernels.items()}
    host = host_bytes * (2 * c["to_device_byte"] + c["to_host_byte"]) / 3 + waits * c["round_trip"]
    return sum(f[0] for f in found.values()) + host, found
