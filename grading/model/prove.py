#!/usr/bin/env python3
"""How near the modelled time comes to the measured one: prove.py [--stages] [--lab NN].

Takes what the references' stages demand at three sizes (counts.json), lets each count grow to the timed size, and sets the time
that the formula makes of it beside labs/*/measured/h200.json."""
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


def laws(data, work):
    """How a count may grow with the size: not at all, with the bytes, with the work, with the work times its logarithm."""
    return [lambda x, q=q: x ** q for q in sorted({data, work})] + [lambda x: x ** work * math.log(x)]


def grown(x, c, to, data, work):
    """The count at the size `to`, from three sizes x and their counts c: a + b f(x) through the last two, with the law f that comes
    nearest to the first. No count shrinks, or grows by more than the work does (with a logarithm: half as much again)."""
    if c[1] == c[2]:
        return float(c[2])
    best = None
    for f in laws(data, work):
        b = (c[2] - c[1]) / (f(x[2]) - f(x[1]))
        miss = abs(c[2] + b * (f(x[0]) - f(x[2])) - c[0])
        if best is None or miss < best[0] - 0.01 * c[0]: # a later law has to be better by more than noise
            best = miss, c[2] + b * (f(to) - f(x[2]))
    return min(max(best[1], float(c[2])), 1.5 * c[2] * (to / x[2]) ** work)


def grown_launches(x, c, to):
    """Launches grow with the logarithm of the size: passes, levels."""
    return c[2] + max(0.0, (c[2] - c[0]) * math.log(to / x[2]) / math.log(x[2] / x[0]))


def at_timed_size(stage, counted):
    """({kernel: counts}, bytes between host and device) of the timed case."""
    names = formula.COUNTERS + formula.DEMANDS
    x = [float(size) for size in stage.sizes]
    runs = [counted["sizes"][str(size)] for size in stage.sizes]
    kernels = {}
    for name in runs[2]["kernels"]:
        rows = [run["kernels"].get(name, [0] * len(names)) for run in runs]
        grow = {key: stage.times * stage.wide * grown(x, [row[i] for row in rows], stage.timed, stage.data, stage.work)
                for i, key in enumerate(names)}
        grow["launches"] = stage.times * grown_launches(x, [row[0] for row in rows], stage.timed)
        of = dict(zip(names, rows[2]))
        if of["launches"]:
            grow["resident_warps"] = of["resident_warps"] / of["launches"] * grow["launches"]
        # The busiest warp's basic blocks, not what there would be if all warps were like it.
        busiest = [row[names.index("warp_blocks_if_even")] / max(1, row[names.index("threads")]) for row in rows]
        power = math.log(busiest[2] / busiest[0]) / math.log(x[2] / x[0]) if busiest[0] else 0.0
        grow["warp_blocks_if_even"] = busiest[2] * (stage.timed / x[2]) ** min(max(power, 0.0), 1.0) * grow["threads"]
        kernels[name] = grow
    host = grown(x, [run["total"]["host_copy_bytes"] for run in runs], stage.timed, 1, 1) if stage.host else 0.0
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


def load_constants(device="h200"):
    return json.loads((HERE / f"{device}.json").read_text(encoding="utf-8"))


def rows(lab=""):
    """A dict for each timed stage, of one lab where it is named."""
    counts = {(c["lab"], c["task"], c["label"]): c
              for c in json.loads((HERE / "counts.json").read_text(encoding="utf-8"))["stages"]}
    given = load_constants()
    constants = formula.constants(given["measured"], given["counted"])
    times = measured()
    found = []
    for stage in stages.STAGES:
        key = stage.lab, stage.task, stage.label
        if key not in counts or not stage.lab.startswith(lab):
            continue
        kernels, host = at_timed_size(stage, counts[key])
        ms, operations = times[key]
        total, by_kernel = formula.modelled(kernels, host, constants, operations)
        longest = max(by_kernel, key=lambda name: by_kernel[name][0])
        found.append({"lab": stage.lab, "task": stage.task, "label": stage.label, "measured": ms, "modelled": total * 1e3,
                      "bound": by_kernel[longest][1], "share": by_kernel[longest][2],
                      "parts": formula.parts(kernels[longest], constants, operations)})
    return found


def basis(found):
    """How near it came, for those who read a modelled time."""
    errors = sorted(abs(error(row)) for row in found)
    mean = sum(errors) / len(errors)
    return (f"on the {len(found)} timed stages of the labs it was off by {100 * mean:.0f} % on average, "
            f"{100 * errors[len(errors) // 2]:.0f} % in the middle, {100 * errors[-1]:.0f} % at worst")


def error(row):
    return row["modelled"] / row["measured"] - 1


def ladders(found):
    """{lab: pairs}: the reference's stages on one input, the label that most tasks of the lab share."""
    pairs = {}
    for row in found:
        pairs.setdefault((row["lab"], row["label"]), []).append((row["modelled"], row["measured"]))
    return {key: p for key, p in pairs.items() if len(p) >= 3}


def mean(found):
    return sum(abs(error(row)) for row in found) / len(found)


def worst_of(found):
    return max(found, key=lambda row: abs(math.log(row["modelled"] / row["measured"])))


def table(found):
    """The table of README.md."""
    lines = ["| lab | stages | mean error | in the middle | worst | order (tau) |", "|:--|--:|--:|--:|:--|:--|"]
    of_ladder = ladders(found)
    for lab in sorted({row["lab"] for row in found}) + ["all"]:
        of = [row for row in found if lab in ("all", row["lab"])]
        errors = sorted(abs(error(row)) for row in of)
        worst = worst_of(of)
        taus = ", ".join(f"{tau(pairs):.2f} of {len(pairs)}" for key, pairs in of_ladder.items() if key[0] == lab)
        lines.append(f"| {lab} | {len(of)} | {100 * mean(of):.0f} % | {100 * errors[len(errors) // 2]:.0f} % | "
                     f"{worst['task'] if lab != 'all' else worst['lab'] + ' ' + worst['task']}, {worst['label']}: "
                     f"{100 * error(worst):+.0f} % | {taus} |")
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- table:begin -->\n", "<!-- table:end -->"


def in_readme(text, new):
    before, rest = text.split(BEGIN)
    return before + BEGIN + new + END + rest.split(END)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stages", action="store_true", help="each stage with its parts, in ms")
    parser.add_argument("--lab", default="")
    parser.add_argument("--write", action="store_true", help="renew the table of README.md")
    parser.add_argument("--check", action="store_true", help="1 where that table is another one")
    options = parser.parse_args()
    found = rows(options.lab)
    if options.stages:
        print(f"{'':52} measured modelled  error   " + " ".join(f"{p[:8]:>8}" for p in formula.PARTS))
        for row in found:
            print(f"{row['lab']} {row['task'][:20]:20} {row['label'][:27]:27} {row['measured']:9.3f}{row['modelled']:9.3f} "
                  f"{100 * error(row):+6.0f} %" + " ".join(f"{1e3 * p:8.3f}" for p in row["parts"]))
    readme = HERE / "README.md"
    if options.write:
        readme.write_text(in_readme(readme.read_text(encoding="utf-8"), table(found)), encoding="utf-8")
    elif options.check:
        text = readme.read_text(encoding="utf-8")
        if text != in_readme(text, table(found)):
            sys.exit(f"{readme}: its table is not what the counts and times give: run grading/model/prove.py --write")
    else:
        print(table(found), end="")
        for key, pairs in ladders(found).items():
            print(f"tau {tau(pairs):5.2f} of {len(pairs)}: lab {key[0]}, {key[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
