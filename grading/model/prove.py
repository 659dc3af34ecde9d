#!/usr/bin/env python3
"""How near the modelled time comes to the measured one: prove.py [--stages] [--lab NN] [--device h100].

Takes what the references' stages demand at three sizes (counts.json), lets each count grow to the timed size, and sets the time
that the formula makes of it beside labs/*/measured/h200.json, or the
other device's."""
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


def of_both(x, c, to, data, work):
    """The count at the size `to`, as a + b x^data + c x^work through all three; None where a part would shrink."""
    p, q = ([v ** power for v in x] for power in (data, work))
    p1, p2, q1, q2, c1, c2 = p[1] - p[0], p[2] - p[0], q[1] - q[0], q[2] - q[0], c[1] - c[0], c[2] - c[0]
    det = p1 * q2 - p2 * q1
    of_data, of_work = (c1 * q2 - c2 * q1) / det, (p1 * c2 - p2 * c1) / det
    if of_data < 0 or of_work < 0:
        return None
    return c[2] + of_data * (to ** data - p[2]) + of_work * (to ** work - q[2])


def grown(x, c, to, data, work):
    """The count at the size `to`, from three sizes x and their counts c: a + b f(x) through the last two, with the law f that comes
    nearest to the first. No count shrinks, or grows by more than the work does (with a logarithm: half as much again)."""
    if c[1] == c[2]:
        return float(c[2])
    if data != work and (mixed := of_both(x, c, to, data, work)) is not None:
        return mixed
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


PARTS_OF = ((("warp_blocks",), "unrolled_blocks"), (formula.REQUESTS, "unrolled_requests"), (("unrolled_requests",), "merged_requests"),
            (("shared_load_wavefronts", "wide_wavefronts"), "merged_wavefronts"))


def at_timed_size(stage, counted):
    """({kernel: counts}, bytes between host and device) of the timed case."""
    names = formula.COUNTERS + formula.DEMANDS
    x = [float(size) for size in stage.sizes]
    runs = [counted["sizes"][str(size)] for size in stage.sizes]
    kernels = {}
    for name in runs[2]["kernels"]:
        rows = [run["kernels"].get(name, [0] * len(names)) for run in runs]
        counts = {key: [row[i] for row in rows] for i, key in enumerate(names)}
        grow = {key: stage.times * stage.wide * grown(x, c, stage.timed, stage.data, stage.work) for key, c in counts.items()}
        for whole, part in PARTS_OF:  # what is left grows as well; the difference of two that grew apart may be below 0
            left = [max(0, sum(counts[key][i] for key in whole) - counts[part][i]) for i in range(3)]
            grow[part] = (sum(grow[key] for key in whole) -
                          stage.times * stage.wide * grown(x, left, stage.timed, stage.data, stage.work))
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
    waits = [run["total"]["host_waits"] for run in runs]
    return kernels, host, stage.times * grown_launches(x, waits, stage.timed)


def measured(device):
    """{(lab, task, label): (milliseconds, fp32 operations)}."""
    found = {}
    for path in sorted(LABS.glob(f"*/measured/{device}.json")):
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


def load_counts():
    return json.loads((HERE / "counts.json").read_text(encoding="utf-8"))


def constants_of(device):
    """Of what was not measured on the device the H200's are taken."""
    own, h200 = (load_constants(key)["measured"] for key in (device, "h200"))
    return formula.constants({part: {**h200[part], **own.get(part, {})} for part in h200}, load_counts()["mix"])


def rows(lab="", device="h200"):
    """A dict for each stage that was timed on the device, of one lab where it is named."""
    counts = {(c["lab"], c["task"], c["label"]): c
              for c in load_counts()["stages"]}
    constants = constants_of(device)
    times = measured(device)
    found = []
    for stage in stages.STAGES:
        key = stage.lab, stage.task, stage.label
        if key not in counts or not stage.lab.startswith(lab) or (device != "h200" and key not in times):
            continue
        kernels, host, waits = at_timed_size(stage, counts[key])
        ms, operations = times[key]
        total, by_kernel = formula.modelled(kernels, host, waits, constants, operations)
        longest = max(by_kernel, key=lambda name: by_kernel[name][0])
        found.append({"other": stage.other, "lab": stage.lab, "task": stage.task, "label": stage.label, "measured": ms, "modelled": total * 1e3,
                      "bound": by_kernel[longest][1], "share": by_kernel[longest][2],
                      "parts": formula.parts(kernels[longest], constants, operations)})
    return found


def basis(found):
    """How near it came, for those who read a modelled time."""
    errors = sorted(abs(error(row)) for row in found if not row["other"])
    mean = sum(errors) / len(errors)
    return (f"on the {len(errors)} timed stages of the labs it was off by {100 * mean:.0f} % on average, "
            f"{100 * errors[len(errors) // 2]:.0f} % in the middle, {100 * errors[-1]:.0f} % at worst")


def error(row):
    return row["modelled"] / row["measured"] - 1


def ladders(found):
    """{lab: pairs}: the reference's stages on one input, the label that most tasks of the lab share."""
    pairs = {}
    for row in (row for row in found if not row["other"]):
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
    same, other = ([row for row in found if row["other"] == kind] for kind in (False, True))
    groups = [(lab, [row for row in same if row["lab"] == lab]) for lab in sorted({row["lab"] for row in same})]
    for name, of in [*groups, ("all", same), ("another kernel", other), ("all with those", found)]:
        if not of:
            continue
        errors = sorted(abs(error(row)) for row in of)
        worst = worst_of(of)
        taus = ", ".join(f"{tau(pairs):.2f} of {len(pairs)}" for key, pairs in of_ladder.items() if key[0] == name)
        lines.append(f"| {name} | {len(of)} | {100 * mean(of):.0f} % | {100 * errors[len(errors) // 2]:.0f} % | "
                     f"{worst['task'] if name.isdigit() else worst['lab'] + ' ' + worst['task']}, {worst['label']}: "
                     f"{100 * error(worst):+.0f} % | {taus} |")
    return "\n".join(lines) + "\n"


DEVICES = ("h200", "h100")  # measured: with constants beside this file and times in labs/*/measured


def in_readme(text):
    """README.md with the table of each device between its marks."""
    for device in DEVICES:
        begin, end = f"<!-- {device}:begin -->\n", f"<!-- {device}:end -->"
        before, rest = text.split(begin)
        text = before + begin + table(rows(device=device)) + end + rest.split(end)[1]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stages", action="store_true", help="each stage with its parts, in ms")
    parser.add_argument("--lab", default="")
    parser.add_argument("--device", default="h200", help="whose constants, and whose times in labs/*/measured")
    parser.add_argument("--write", action="store_true", help="renew the tables of README.md")
    parser.add_argument("--check", action="store_true", help="1 where one of those tables is another")
    options = parser.parse_args()
    found = rows(options.lab, options.device)
    if options.stages:
        print(f"{'':52} measured modelled  error   " + " ".join(f"{p[:8]:>8}" for p in formula.PARTS))
        for row in found:
            print(f"{row['lab']} {row['task'][:20]:20} {row['label'][:27]:27} {row['measured']:9.3f}{row['modelled']:9.3f} "
                  f"{100 * error(row):+6.0f} %" + " ".join(f"{1e3 * p:8.3f}" for p in row["parts"]))
    if not found:
        sys.exit(f"labs/*/measured/{options.device}.json: no stage of lab {options.lab or 'any'} has a time there")
    readme = HERE / "README.md"
    text = readme.read_text(encoding="utf-8")
    if options.write:
        readme.write_text(in_readme(text), encoding="utf-8")
    elif options.check:
        if text != in_readme(text):
            sys.exit(f"{readme}: a table is not what the counts and times give: run grading/model/prove.py --write")
    else:
        print(table(found), end="")
        for key, pairs in ladders(found).items():
            print(f"tau {tau(pairs):5.2f} of {len(pairs)}: lab {key[0]}, {key[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
