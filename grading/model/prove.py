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


def by_power(x, c, to, work):
    """The longest or busiest of many grows by a power between none and the work's."""
    power = math.log(c[2] / c[0]) / math.log(x[2] / x[0]) if c[0] and c[2] else 0.0
    return c[2] * (to / x[2]) ** min(max(power, 0.0), work)


def grown_launches(x, c, to):
    """Launches grow with the logarithm of the size: passes, levels."""
    return c[2] + max(0.0, (c[2] - c[0]) * math.log(to / x[2]) / math.log(x[2] / x[0]))


PARTS_OF = ((("warp_blocks",), "unrolled_blocks"), (formula.REQUESTS, "unrolled_requests"), (("unrolled_requests",), "merged_requests"),
            (("shared_load_wavefronts", "wide_wavefronts"), "merged_wavefronts"))
# A cache that all of the data fits into at the smaller sizes finds less of it at the larger ones, but no cache has more misses than loads.
MOST = (("global_load_sectors", "l2_load_sectors"), ("l1_lines", "l2_load_lines"), ("l2_load_sectors", "dram_read_sectors"),
        ("l2_load_lines", "dram_read_lines"), ("path_memory_trips", "path_far_trips"))


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
            grow[part] = max(0.0, sum(grow[key] for key in whole) -
                             stage.times * stage.wide * grown(x, left, stage.timed, stage.data, stage.work))
        for whole, part in MOST:
            grow[part] = min(grow[part], grow[whole])
        grow["launches"] = stage.times * grown_launches(x, [row[0] for row in rows], stage.timed)
        of = dict(zip(names, rows[2]))
        if of["launches"]:
            grow["resident_warps"] = of["resident_warps"] / of["launches"] * grow["launches"]
        for key in (key for key in names if key.startswith("longest")):  # one block's of each launch
            of_launch = [n / max(1, launches) for n, launches in zip(counts[key], counts["launches"])]
            grow[key] = grow["launches"] * by_power(x, of_launch, stage.timed, stage.work)
            if of["blocks"] <= of["launches"]:  # each launch had one block, which is as long as any: as all of a launch's on average
                grow[key] = grow["launches"] * of_launch[2] * (grow["path_events"] / grow["blocks"]) / (of["path_events"] / of["blocks"])
        for key in ("hottest_atomic_steps", "hottest_float_steps"):
            grow[key] = stage.times * stage.wide * by_power(x, counts[key], stage.timed, stage.work)
        grow["longest_far_trips"] = min(grow["longest_far_trips"], grow["longest_memory_trips"])
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


TIE, ASKED = 0.02, 0.9  # measured times that are no nearer differ; what every ladder's order is asked for


def tau(pairs):
    """Kendall's tau-b of (modelled, measured); measured times within 2 % are a tie."""
    agree = ties = n = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            n += 1
            if abs(b - d) <= TIE * max(b, d):
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
    """{(lab, label): rows}: the reference's stages on one input, where there are three or more."""
    of = {}
    for row in (row for row in found if not row["other"]):
        of.setdefault((row["lab"], row["label"]), []).append(row)
    return {key: ladder for key, ladder in of.items() if len(ladder) >= 3}


def tau_of(ladder):
    return tau([(row["modelled"], row["measured"]) for row in ladder])


def swapped(ladder):
    """The pairs of stages that are in another order than measured, and how far apart they are as measured: the nearest first."""
    pairs = []
    for i, a in enumerate(ladder):
        for b in ladder[:i]:
            slow, fast = (a, b) if a["measured"] > b["measured"] else (b, a)
            apart = 1 - fast["measured"] / slow["measured"]
            if apart > TIE and slow["modelled"] <= fast["modelled"]:
                pairs.append((apart, f"{fast['task']} and {slow['task']} ({100 * apart:.1f} %)"))
    return [text for _, text in sorted(pairs)]


def low_ladders(found):
    """A line for each ladder that is not in order: its stages that are swapped."""
    return [f"- Lab {key[0]}, {key[1]}, tau {tau_of(ladder):.2f}: {', '.join(swapped(ladder))}."
            for key, ladder in ladders(found).items() if tau_of(ladder) < ASKED]


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
        taus = ", ".join(f"{tau_of(ladder):.2f} of {len(ladder)}" for key, ladder in of_ladder.items() if key[0] == name)
        lines.append(f"| {name} | {len(of)} | {100 * mean(of):.0f} % | {100 * errors[len(errors) // 2]:.0f} % | "
                     f"{worst['task'] if name.isdigit() else worst['lab'] + ' ' + worst['task']}, {worst['label']}: "
                     f"{100 * error(worst):+.0f} % | {taus} |")
    good, low = sum(tau_of(ladder) >= ASKED for ladder in of_ladder.values()), low_ladders(found)
    lines += ["", f"Tau is {ASKED} or more in {good} of {len(of_ladder)} ladders." + (
        " Swapped in the others, and how far apart as measured:" if low else "")] + ([""] + low if low else [])
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
        for key, ladder in ladders(found).items():
            print(f"tau {tau_of(ladder):5.2f} of {len(ladder)}: lab {key[0]}, {key[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
