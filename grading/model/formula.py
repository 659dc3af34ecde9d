"""The modelled time: what each part of a device needs for what a kernel demands, and the longest of these.

The constants come from the microbenchmarks (measure) alone. report/modelled.c of the emulator has the same formula;
test_model.py compares the two."""
import math

# What counts.json has of each kernel, in this order.
COUNTERS = ["launches", "blocks", "threads", "global_load_requests", "global_store_requests", "global_load_sectors",
            "global_store_sectors", "shared_load_requests", "shared_load_wavefronts", "shared_store_requests",
            "shared_store_wavefronts", "constant_load_requests", "constant_load_wavefronts", "global_atomics",
            "global_atomic_requests", "shared_atomics", "shared_atomic_requests", "warp_blocks", "active_lanes", "warp_blocks_if_even",
            "barriers", "warp_barriers", "warp_exchanges", "tensor_ops", "local_bytes"]
DEMANDS = ["l1_lines", "l2_load_sectors", "l2_load_lines", "l2_store_sectors", "l2_store_lines", "dram_read_sectors",
           "dram_read_lines", "dram_write_sectors", "dram_fill_sectors", "memory_trips", "far_trips", "shared_trips",
           "shared_atomic_steps", "global_atomic_sectors", "hottest_atomic_steps", "unrolled_blocks", "unrolled_requests", "resident_warps"]
L2_BYTES = 60 << 20
SECTOR, LINE_SECTORS, WARP = 32, 4, 32


def two(line, full):
    """Seconds a line and a sector: a line with one sector takes `line`, one with all its sectors `full`."""
    sector = max(0.0, (full - line) / (LINE_SECTORS - 1))
    return max(0.0, min(line, full) - sector), sector


def slots(mix, counted, issue):
    """Issue slots of a basic block and of a request: the pair whose times are nearest to those of the programs of bench/mix.cu, by
    the squares of the logarithms of their ratios."""
    def distance(a, b):
        return sum(math.log(issue * (a * c["warp_blocks"] + b * c["requests"]) / mix[name]) ** 2 for name, c in counted.items())
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
    c["shared_atomic_step"] = 1 / m["atomics_shared_one_a_warp_s"]
    c["shuffle"] = 1 / m["shuffles_s"]
    c["slot"] = 2 * WARP / m["fp32_ops_s"]
    c["slots_a_block"], c["slots_a_request"] = slots(measured["mix"], counted, c["slot"])
    c["fp32_op"] = 1 / m["fp32_ops_s"]
    c["tensor_op"] = 1 / m["tensor_ops_s"]
    c["barrier_warp"] = 1 / (m["barriers_full_256_s"] * 8)
    c["atomic_sector"] = 1 / m["atomics_global_spread_s"]
    c["atomic_step"] = 1 / m["atomics_global_one_s"]
    c["block"] = 1 / m["blocks_of_256_s"]
    c["launch"] = m["launch_to_launch_s"]
    c["dram_latency"] = m["dram_latency_cycles"] * cycle
    c["l2_latency"] = m["l2_latency_cycles"] * cycle
    c["l1_latency"] = m["l1_latency_cycles"] * cycle
    c["shared_latency"] = m["shared_latency_cycles"] * cycle
    c["shuffle_latency"] = m["shuffle_latency_cycles"] * cycle
    c["barrier_latency"] = m["barrier_alone_256_s"]
    c["slot_latency"] = m["fma_latency_cycles"] * cycle
    c["to_device_byte"] = 1 / m["host_to_device_pageable_bytes_s"]
    c["to_host_byte"] = 1 / m["device_to_host_pageable_bytes_s"]
    return c


# What report/constants.h has of them.
CONSTANTS = ("dram_read_line", "dram_read_sector", "dram_write_sector", "dram_turn", "dram_fill_sector", "l2_load_line",
             "l2_load_sector", "l2_store_line", "l2_store_sector", "l1_line", "shared_wavefront", "shared_atomic_step", "shuffle", "slot",
             "slots_a_block", "slots_a_request", "fp32_op", "tensor_op", "barrier_warp", "atomic_sector", "atomic_step", "block",
             "launch", "dram_latency", "l2_latency", "l1_latency", "shared_latency", "shuffle_latency", "barrier_latency",
             "slot_latency")

PARTS = ("device memory", "second-level cache", "first-level cache and shared memory", "issue", "fp32", "tensor cores", "atomics",
         "barriers", "beginning blocks", "waiting")


def parts(k, c, operations=0.0):
    """Seconds of each part. `k`: a kernel's counters and demands; `operations`: fp32 operations, where they are known."""
    operations = max(0.0, operations - k["tensor_ops"])  # the tensor cores did those
    warps = max(1.0, k["threads"] / WARP)
    requests = (k["global_load_requests"] + k["global_store_requests"] + k["shared_load_requests"] + k["shared_store_requests"] +
                k["global_atomic_requests"] + k["shared_atomic_requests"] + k["warp_exchanges"])
    n_slots = ((k["warp_blocks"] - k["unrolled_blocks"]) * c["slots_a_block"] +
               max(0.0, requests - k["unrolled_requests"]) * c["slots_a_request"] +
               max(k["unrolled_blocks"], operations / (2 * WARP)) + k["unrolled_requests"])
    barrier_warps = k["barriers"] * warps / max(1.0, k["blocks"])
    dram_share = min(1.0, k["dram_read_sectors"] / k["l2_load_sectors"]) if k["l2_load_sectors"] else 0.0
    far = c["l2_latency"] + dram_share * (c["dram_latency"] - c["l2_latency"])
    latencies = (k["far_trips"] * far + (k["memory_trips"] - k["far_trips"]) * c["l1_latency"] +
                 k["shared_trips"] * c["shared_latency"] + k["warp_exchanges"] * c["shuffle_latency"] +
                 barrier_warps * c["barrier_latency"] + n_slots * c["slot_latency"])
    launches = max(1.0, k["launches"])
    at_once = max(1.0, min(k["resident_warps"], warps) / launches)
    uneven = max(1.0, k["warp_blocks_if_even"] / max(1.0, k["warp_blocks"]))
    return (
        k["dram_read_lines"] * c["dram_read_line"] + k["dram_read_sectors"] * c["dram_read_sector"] +
        min(k["dram_read_sectors"], k["dram_write_sectors"]) * c["dram_turn"] +
        k["dram_write_sectors"] * c["dram_write_sector"] + k["dram_fill_sectors"] * c["dram_fill_sector"],
        k["l2_load_lines"] * c["l2_load_line"] + k["l2_load_sectors"] * c["l2_load_sector"] +
        k["l2_store_lines"] * c["l2_store_line"] + k["l2_store_sectors"] * c["l2_store_sector"],
        k["l1_lines"] * c["l1_line"] + k["shared_atomic_steps"] * c["shared_atomic_step"] + k["warp_exchanges"] * c["shuffle"] +
        (k["shared_load_wavefronts"] + k["shared_store_wavefronts"]) * c["shared_wavefront"],
        n_slots * c["slot"],
        operations * c["fp32_op"],
        k["tensor_ops"] * c["tensor_op"],
        max(k["global_atomic_sectors"] * c["atomic_sector"], k["hottest_atomic_steps"] * c["atomic_step"]),
        barrier_warps * c["barrier_warp"],
        k["blocks"] * c["block"],
        latencies * max(1 / at_once, uneven * launches / warps),
    )


def seconds(k, c, operations=0.0):
    """(the modelled time of a kernel, the part that bounds it, its share)."""
    p = parts(k, c, operations)
    longest = max(p)
    total = longest + k["launches"] * c["launch"]
    return total, PARTS[p.index(longest)], longest / total


def modelled(kernels, host_bytes, c, operations=0.0):
    """Of all kernels of a stage: the operations go to the one that has most basic blocks."""
    busiest = max(kernels, key=lambda name: kernels[name]["warp_blocks"]) if kernels else None
    found = {name: seconds(k, c, operations if name == busiest else 0.0) for name, k in kernels.items()}
    return sum(f[0] for f in found.values()) + host_bytes * (2 * c["to_device_byte"] + c["to_host_byte"]) / 3, found
