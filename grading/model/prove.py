#!/usr/bin/env python3
"""How near the modelled time comes to the measured one: prove.py [--stages].

Takes what the references' stages demand at three sizes (counts.json), lets each count grow to the timed size, and sets the time
that the formula makes of it beside labs/*/measured/h200.json. A count grows as a + b x^p through its three sizes."""
import argparse
import json
import math
import pathlib
import sys

sys.dont_write_bytecode = True
import formula  # pylint: disable=wrong-import-position
import stages  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parent
LABS = HERE.parent.parent / "labs"


def power_of(x, c):
    """p of a + b x^p through three points, where there is one between 0.02 and 4."""
    wanted = (c[2] - c[1]) / (c[1] - c[0])

    def ratio(p):
        return (x[2] ** p - x[1] ** p) / (x[1] ** p - x[0] ** p)
    low, high = 0.02, 4.0
    if not ratio(low) < wanted < ratio(high):
        return low if wanted <= ratio(low) else high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if ratio(middle) < wanted else (low, middle)
    return low


def grown(x, c, to):
    """The count at the size `to`, from three sizes x and their counts c. Counts that do not rise or fall steadily, by one law, grow
    in proportion to their mean share of the size."""
    if c[0] == c[1] == c[2]:
        return float(c[2])
    if (c[1] - c[0]) * (c[2] - c[1]) <= 0:
        return c[2] if c[2] <= c[1] else c[2] * to / x[2]
    p = power_of(x, c)
    b = (c[2] - c[1]) / (x[2] ** p - x[1] ** p)
    return max(0.0, c[2] + b * (to ** p - x[2] ** p))


def at_timed_size(stage, counted):
    """({kernel: counts}, bytes between host and device) of the timed case."""
    names = formula.COUNTERS + formula.DEMANDS
    x = [float(size) for size in stage.sizes]
    runs = [counted["sizes"][str(size)] for size in stage.sizes]
    kernels = {}
    for name in runs[2]["kernels"]:
        rows = [run["kernels"].get(name, [0] * len(names)) for run in runs]
        grow = {key: stage.times * grown(x, [row[i] for row in rows], float(stage.timed)) for i, key in enumerate(names)}
        kernels[name] = grow
    host = stage.times * grown(x, [run["total"]["host_copy_bytes"] for run in runs], float(stage.timed))
    return kernels, host


def measured():
    """{(lab, task, label): (milliseconds, fp32 operations)}."""
    found = {}
    for path in sorted(LABS.glob("*/measured/h200.json")):
        for task in json.loads(path.read_text(encoding="utf-8"))["tasks"]:
            timing = task["timing"]
            operations = 0.0 if timing.get("ops_name") else timing["floor_ops"]
            found[path.parts[-3][:2], task["name"], timing["case"]] = (timing["runs"][0]["median_ms"], operations)
    return found


def tau(pairs):
    """Kendall's tau-b of (modelled, measured); measured times within 2 % are a tie."""
    agree = ties = n = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            n += 1
            if abs(b - d) <= 0.02 * max(b, d):
                ties += 1
            else:
                agree += 1 if (a - c) * (b - d) > 0 else -1
    return agree / (n - ties) if n > ties else math.nan


def load_constants():
    return json.loads((HERE / "h200.json").read_text(encoding="utf-8"))


def rows():
    """A dict for each timed stage."""
    counts = {(c["lab"], c["task"], c["label"]): c
              for c in json.loads((HERE / "counts.json").read_text(encoding="utf-8"))["stages"]}
    given = load_constants()
    constants = formula.constants(given["measured"], given["counted"])
    times = measured()
    found = []
    for stage in stages.STAGES:
        key = stage.lab, stage.task, stage.label
        if key not in counts:
            continue
        kernels, host = at_timed_size(stage, counts[key])
        ms, operations = times[key]
        total, by_kernel = formula.modelled(kernels, host, constants, operations)
        longest = max(by_kernel, key=lambda name: by_kernel[name][0])
        found.append({"lab": stage.lab, "task": stage.task, "label": stage.label, "measured": ms, "modelled": total * 1e3,
                      "bound": by_kernel[longest][1], "share": by_kernel[longest][2],
                      "parts": formula.parts(kernels[longest], constants, operations)})
    return found


def error(row):
    return row["modelled"] / row["measured"] - 1


def ladders(found):
    """{lab: pairs}: the reference's stages on one input, the label that most tasks of the lab share."""
    pairs = {}
    for row in found:
        pairs.setdefault((row["lab"], row["label"]), []).append((row["modelled"], row["measured"]))
    return {key: p for key, p in pairs.items() if len(p) >= 3}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stages", action="store_true", help="each stage with its parts, in ms")
    parser.add_argument("--lab", default="")
    options = parser.parse_args()
    found = [row for row in rows() if row["lab"].startswith(options.lab)]
    if options.stages:
        print(f"{'':52} measured modelled  error   " + " ".join(f"{p[:8]:>8}" for p in formula.PARTS))
        for row in found:
            print(f"{row['lab']} {row['task'][:20]:20} {row['label'][:27]:27} {row['measured']:9.3f}{row['modelled']:9.3f} "
                  f"{100 * error(row):+6.0f} %" + " ".join(f"{1e3 * p:8.3f}" for p in row["parts"]))
    for lab in sorted({row["lab"] for row in found}):
        of = [row for row in found if row["lab"] == lab]
        worst = max(of, key=lambda r: abs(math.log(r["modelled"] / r["measured"])))
        print(f"{lab}: {len(of):3} stages, mean absolute error {100 * sum(abs(error(r)) for r in of) / len(of):6.1f} %, "
              f"worst {worst['task']} {worst['label']} {100 * error(worst):+.0f} %")
    if found:
        print(f"all: {100 * sum(abs(error(r)) for r in found) / len(found):.1f} %")
    for key, pairs in ladders(found).items():
        print(f"tau {tau(pairs):5.2f} of {len(pairs)}: {key}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
