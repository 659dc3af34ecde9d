#!/usr/bin/env python3
"""Draws a lab's steps under the roofs of a device, as SVG: grading/roofline.py EMU.json [GPU.json] OUT.svg [OPTIONS]

    build/bin/lab02 --backend emu --json emu.json     # counts operations a byte: the place from left to right
    build/bin/lab02 bench --full --json gpu.json       # measures TFLOP/s: the height; and the roofs
    grading/roofline.py emu.json gpu.json roofline.svg

That is for your own starter.cu; with --impl another file's steps are drawn.

Without GPU.json the picture shows the counted places alone: counts are not times. The size is the last one measured.

    grading/roofline.py emu.json roofline.svg --sheet "NVIDIA H200" 4.8 67 989   # TB/s; TFLOP/s in fp32, of tensor cores

takes the roofs from a data sheet. Each step then stands on its roof, at what a kernel of these counts cannot exceed there if
all of its bytes, loaded and stored, come from the memory. Nothing of that is measured.

A step above the slanted roof is fed by caches: its bytes are those that the kernel asks for, the roof is the memory's.
Only tasks that are rated by their fp32 operations have a height.
"""
import argparse
import html
import json
import math
import sys

WIDTH, HEIGHT = 760, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 560, 50, 410  # of the plot; the names of the steps stand to the right of it
STYLE = """<style>
text { font: 13px sans-serif; fill: #222 } .title { font-size: 15px; font-weight: bold } .small { font-size: 11px; fill: #555 }
.grid { stroke: #ddd } .axis { stroke: #222 } .roof { stroke: #b03030; stroke-width: 2; fill: none } .library { stroke: #555; stroke-dasharray: 5 4 }
.point { fill: #1f5fa8 } .lead { stroke: #9bb7d4 }
</style>"""


def intensities(emu):
    """Operations for each byte that the kernel loads, by task."""
    found = {}
    for task in emu["tasks"]:
        loaded = task["counters"] and task["counters"]["global_load_bytes"]
        if loaded and task.get("gated_floor_ops"):
            found[task["name"]] = task["gated_floor_ops"] / loaded
    return found


def moved(emu):
    """(operations for each byte that the kernel loads or stores, whether tensor cores do them), by task."""
    found = {}
    for task in emu["tasks"]:
        n = task["counters"]
        moves = n and n["global_load_bytes"] + n["global_store_bytes"]
        if moves and task.get("gated_floor_ops"):
            found[task["name"]] = task["gated_floor_ops"] / moves, n["tensor_ops"] > 0
    return found


def heights(gpu, size):
    """(size, TFLOP/s by task, the library's name and TFLOP/s beside the last of them)."""
    rows = [t for t in gpu["tasks"] if t["timing"] and "share_of_fp32_peak" in t["timing"]["runs"][0]]
    if not rows:
        raise ValueError("no task was timed that is rated by its fp32 operations")
    size = size or rows[-1]["timing"]["case"]
    rows = [t for t in rows if t["timing"]["case"] == size]
    if not rows:
        raise ValueError(f"no task was timed at {size}")
    libraries = [r for r in rows[-1]["timing"]["runs"][1:] if "ops_per_s" in r]
    library = (libraries[0]["name"], libraries[0]["ops_per_s"] / 1e12) if libraries else None
    return size, {t["name"]: t["timing"]["runs"][0]["ops_per_s"] / 1e12 for t in rows}, library


def scale(low, high, begin, end):
    return lambda v: begin + (end - begin) * math.log2(v / low) / math.log2(high / low)


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{html.escape(words)}</text>'


def number(v):
    return f"{v:g}" if v >= 1 else f"1/{1 / v:g}"


def spread(places, gap):
    """Heights for labels, near `places` (ascending) and at least `gap` apart."""
    out = []
    for y in places:
        out.append(max(y, out[-1] + gap) if out else y)
    too_far = max(0, (out[-1] if out else 0) - BOTTOM)
    for i in range(len(out) - 1, -1, -1):
        limit = BOTTOM - gap * (len(out) - 1 - i)
        out[i] = min(out[i], limit) if too_far else out[i]
    return out


def frame(title, low, high, bytes_of="loads"):
    x = scale(low, high, LEFT, RIGHT)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
             STYLE, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(LEFT, 28, title, "title")]
    v = low
    while v <= high:
        parts += [line(x(v), TOP, x(v), BOTTOM, "grid"), text(x(v), BOTTOM + 18, number(v), "small", "middle")]
        v *= 2
    parts += [line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis"),
              text((LEFT + RIGHT) / 2, BOTTOM + 40, f"operations for each byte that the kernel {bytes_of} (counted)", "", "middle")]
    return parts, x


def labelled(points):
    """Points with their names to the right of the plot, joined by a line: (name, x, y)."""
    points = sorted(points, key=lambda p: p[2])
    parts = []
    for (name, x, y), at in zip(points, spread([p[2] for p in points], 17)):
        parts += [line(x, y, RIGHT + 12, at, "lead"), f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="point"/>',
                  text(RIGHT + 16, at + 4, name)]
    return parts


def draw_on_roofs(emu, device, copy, peaks):
    """The picture of counts under the roofs of a data sheet: TB/s, and TFLOP/s in fp32 and of tensor cores."""
    counted = moved(emu)
    if not counted:
        raise ValueError("the emulator's result has no counted task")
    low = 2 ** math.floor(math.log2(min(v for v, _ in counted.values())) - 1)
    high = 2 ** math.ceil(math.log2(max(*(v for v, _ in counted.values()), max(peaks) / copy)) + 1)
    parts, x = frame(f"Lab {emu['lab']}: {emu['title']}, counted, under the data sheet's roofs", low, high, "loads or stores")
    bottom, top = 2 ** math.floor(math.log2(low * copy)), 2 ** math.ceil(math.log2(max(peaks)) + 0.3)
    y = scale(bottom, top, BOTTOM, TOP)
    v = bottom
    while v <= top:
        parts += [line(LEFT, y(v), RIGHT, y(v), "grid"), text(LEFT - 6, y(v) + 4, number(v), "small", "end")]
        v *= 2
    parts += [line(LEFT, TOP, LEFT, BOTTOM, "axis"), text(LEFT - 40, TOP - 8, "TFLOP/s that the roof allows", "small")]
    begin, ridge = bottom / copy, max(peaks) / copy
    parts.append(f'<polyline class="roof" points="{x(begin):.1f},{y(bottom):.1f} {x(ridge):.1f},{y(max(peaks)):.1f}"/>')
    for peak, name in zip(peaks, ("fp32", "tensor cores")):
        parts += [line(x(peak / copy), y(peak), RIGHT, y(peak), "roof"),
                  text(x(peak / copy) - 8, y(peak) - 6, f"{name}, {peak:g} TFLOP/s", "small", "end")]
    middle = math.sqrt(begin * min(peaks) / copy)
    parts.append(text(x(middle) - 10, y(middle * copy) - 12, f"memory, {1e3 * copy:,.0f} GB/s", "small", "end"))
    parts += labelled([(f"{name}: {v:.3g}", x(v), y(min(v * copy, peaks[-1] if tensor else peaks[0])))
                       for name, (v, tensor) in counted.items()])
    parts.append(text(LEFT, BOTTOM + 56, f"Roofs: {device}, by its data sheet. Steps: counted, no times; nothing is measured.", "small"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def draw(emu, gpu=None, size=None):
    """The picture as SVG text; gpu None: no heights."""
    counted = intensities(emu)
    if not counted:
        raise ValueError("the emulator's result has no counted task")
    low = 2 ** math.floor(math.log2(min(counted.values())) - 1)
    high = 2 ** math.ceil(math.log2(max(counted.values())) + 1)
    title = f"Lab {emu['lab']}: {emu['title']}"
    if gpu is None:
        parts, x = frame(f"{title}, counted by the emulator", low, high)
        step = (BOTTOM - TOP - 20) / max(1, len(counted))
        parts += labelled([(f"{name}: {v:.3g}", x(v), TOP + 20 + i * step) for i, (name, v) in enumerate(counted.items())])
        parts.append(text(LEFT, BOTTOM + 56, "Counts are not times: the heights mean nothing.", "small"))
        return "\n".join([*parts, "</svg>"]) + "\n"

    size, rates, library = heights(gpu, size)
    copy, peak = gpu["copy_bytes_per_s"] / 1e12, gpu["fp32_ops_per_s"] / 1e12
    high = max(high, 2 ** math.ceil(math.log2(peak / copy) + 0.5))  # the ridge is part of the picture
    bottom = 2 ** math.floor(math.log2(min(rates.values())) - 0.5)
    top = 2 ** math.ceil(math.log2(peak) + 0.3)
    parts, x = frame(f"{title}, {size}, {gpu['machine']['device']}", low, high)
    y = scale(bottom, top, BOTTOM, TOP)
    v = bottom
    while v <= top:
        parts += [line(LEFT, y(v), RIGHT, y(v), "grid"), text(LEFT - 6, y(v) + 4, number(v), "small", "end")]
        v *= 2
    parts += [line(LEFT, TOP, LEFT, BOTTOM, "axis"), text(LEFT - 40, TOP - 8, "TFLOP/s (measured)", "small")]
    ridge, begin = peak / copy, max(low, bottom / copy)
    parts.append(f'<polyline class="roof" points="{x(begin):.1f},{y(begin * copy):.1f} {x(ridge):.1f},{y(peak):.1f} '
                 f'{RIGHT:.1f},{y(peak):.1f}"/>')
    middle = math.sqrt(begin * ridge)
    parts += [text(x(middle) + 14, y(middle * copy) + 26, f"memory: a copy, {1e3 * copy:,.0f} GB/s", "small"),
              text(x(ridge) - 8, y(peak) - 6, f"fp32 peak, {peak:.1f} TFLOP/s", "small", "end")]
    if library:
        parts += [line(LEFT, y(library[1]), RIGHT, y(library[1]), "library"),
                  text(LEFT + 6, y(library[1]) - 5, f"{library[0]}, {library[1]:.1f} TFLOP/s", "small")]
    parts += labelled([(f"{name}: {rates[name]:.3g}", x(counted[name]), y(rates[name])) for name in counted if name in rates])
    parts.append(text(LEFT, BOTTOM + 56, f"Measured {gpu['date'][:10]}, {gpu['machine']['software']}.", "small"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="EMU.json [GPU.json] OUT.svg")
    parser.add_argument("--size")
    parser.add_argument("--sheet", nargs="+", metavar=("DEVICE", "NUMBER"))
    options = parser.parse_args()
    if len(options.files) not in (2, 3):
        parser.error("expected EMU.json [GPU.json] OUT.svg")
    *inputs, out = options.files
    if options.sheet and (len(inputs) != 1 or len(options.sheet) not in (3, 4)):
        parser.error("--sheet DEVICE TB/s TFLOP/s [TFLOP/s of tensor cores] goes with EMU.json alone")
    try:
        results = []
        for path in inputs:
            with open(path, encoding="utf-8") as f:
                results.append(json.load(f))
        if options.sheet:
            device, copy, *peaks = options.sheet[0], *map(float, options.sheet[1:])
            if not all(0 < v < math.inf for v in (copy, *peaks)):
                raise ValueError("--sheet: the roofs are numbers above 0")
            picture = draw_on_roofs(results[0], device, copy, peaks)
        else:
            picture = draw(*results, *([None] if len(results) == 1 else []), options.size)
        with open(out, "w", encoding="utf-8") as f:
            f.write(picture)
    except (OSError, ValueError, KeyError) as e:
        print(f"roofline.py: {e}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
