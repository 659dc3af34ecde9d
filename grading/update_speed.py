#!/usr/bin/env python3
"""Writes labs/SPEED.md: how near the last stages of all labs are to the device's limit, to the library and to the best
published figure, on each device that was measured.

A lab's measured/speed.json names its last stages, one object each:

    task, case      the row of measured/DEVICE.json (h200.json, h100.json: what `labNN bench --full --json` wrote)
    limit           copy: bytes, against the copy of the same run; fp32, tensor: operations, against the peak
    floors          (copy) how often the algorithm moves the least bytes: 4.5 where it moves 36 n and the task's floor is 8 n
    published       the best figure found, or absent: ratio (of a library that is among the runs) or ops_per_s or
                    share_of_bandwidth or share_of_fp32 (of the data sheet's), on (the device), source (Markdown, with its address)

    grading/update_speed.py            rewrites the page
    grading/update_speed.py --check    changes nothing; exit status 1 if the page is not current
    grading/update_speed.py --labs DIR takes DIR instead of labs

Exit status: 0 done or current, 1 not current, 2 unreadable input."""
import argparse
import difflib
import json
import pathlib
import sys

import update_readme as readme

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The data sheets: bytes a second; operations a second in fp32 and of tensor cores in 16 bits.
SHEETS = {"NVIDIA H200": (4.8e12, 67e12, 989e12), "NVIDIA H100 80GB HBM3": (3.35e12, 67e12, 989e12)}
KEYS = {"task", "case", "limit", "floors", "published"}
FIGURES = {"ratio", "ops_per_s", "share_of_bandwidth", "share_of_fp32"}
HEAD = """# How fast the last stages are

The last stages of all labs beside three marks: the limit of the device, the fastest library of the same run, and the best
figure that is published. `grading/update_speed.py` wrote this page from `labs/*/measured`; a test fails where it is stale.

- *Share of the limit*: bytes against a copy of the same device on the same day (a kernel that reads more than it writes may
  be faster than a copy), operations against the peak. For a sort in several passes the bytes are those of all passes.
- *Library = 1*: from one alternating run; 2 % is a tie.
- *Published = 1*: our figure divided by the published one, where both say the same thing: a ratio to the same library, the
  same operations a second on a device of the same peak, or a share of the memory's bandwidth or of the fp32 peak. The
  published figure was measured by its authors, on their device and with their version of the library; ours is not measured
  beside it.
- \\* did not converge.
"""


def stages_of(lab):
    """What a lab's speed.json names; none where it has no such file."""
    path = lab / "measured/speed.json"
    if not path.exists():
        return []
    try:
        stages = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as e:
        readme.stop(f"{path}: {e}")
    for stage in stages:
        if not {"task", "case", "limit"} <= set(stage) <= KEYS or stage["limit"] not in ("copy", "fp32", "tensor"):
            readme.stop(f"{path}: expected task, case and limit (copy, fp32, tensor), and perhaps floors and published: {stage}")
        published = stage.get("published")
        if published and (len(FIGURES & set(published)) != 1 or not {"on", "source"} <= set(published)):
            readme.stop(f"{path}: a published figure has one of {', '.join(sorted(FIGURES))}, and on and source: {published}")
    return stages


def row_of(result, stage):
    """The timed row that speed.json names; None where this device's file lacks it."""
    for t in readme.timed_rows(result):
        if (t["name"], t["timing"]["case"]) == (stage["task"], stage["case"]):
            return t
    return None


def share(own, stage, sheet):
    if stage["limit"] == "copy":
        return own["share_of_copy"] * stage.get("floors", 1)
    if stage["limit"] == "fp32" and "share_of_fp32_peak" in own:
        return own["share_of_fp32_peak"]
    return own["ops_per_s"] / sheet[1 if stage["limit"] == "fp32" else 2]


def against_published(published, runs, sheet, path):
    own = runs[0]
    if "ratio" in published:
        ours = {r["name"]: r.get("ratio") for r in runs[1:]}.get(published.get("of"))
        if ours is None:
            readme.stop(f"{path}: no ratio to {published.get('of')}, which speed.json compares with")
        return ours / published["ratio"]
    if "ops_per_s" in published:
        return own["ops_per_s"] / published["ops_per_s"]
    if "share_of_fp32" in published:
        return own["ops_per_s"] / sheet[1] / published["share_of_fp32"]
    return own["bytes_per_s"] / sheet[0] / published["share_of_bandwidth"]


def said(published):
    """The published figure in words: what it is, where it was measured, who says so."""
    if "ratio" in published:
        figure = f"{published['ratio']:.2f} of {published['of']}"
    elif "ops_per_s" in published:
        figure = f"{published['ops_per_s'] / 1e12:,.0f} TFLOP/s"
    elif "share_of_fp32" in published:
        figure = f"{published['share_of_fp32']:.2f} of the fp32 peak"
    else:
        figure = f"{100 * published['share_of_bandwidth']:.0f} % of the memory's bandwidth"
    return f"{figure}, {published['on']}: {published['source']}"


def rate(own, timing, stage):
    return readme.rate(own, timing) if stage["limit"] == "copy" else f"{readme.teraflops(own)} TFLOP/s"


def cells(lab, result, stage, row, sheet, path):
    runs, published = row["timing"]["runs"], stage.get("published")
    ratios = {r["name"]: r for r in runs[1:] if "ratio" in r}
    nearest = min(ratios.values(), key=lambda r: r["ratio"], default=None)
    library = f"{readme.compared(nearest)} ({nearest['name']})" if nearest else ""
    best = against_published(published, runs, sheet, path) if published else None
    command = f"build/bin/lab{result['lab']} bench --impl solution --task {stage['task']} --size '{stage['case']}'"
    return [f"[{result['lab']}]({lab.name}/README.md)", f"`{stage['task']}`", stage["case"], rate(runs[0], row["timing"], stage),
            f"{100 * share(runs[0], stage, sheet):.0f} % of {'a copy' if stage['limit'] == 'copy' else stage['limit']}"
            + readme.unsettled(runs[0]), library, f"{best:.2f}" if best else "", said(published) if published else "none found",
            row.get("date", result["date"])[:10], f"`{command}`"]


def page(labs):
    """The whole page. A device may lack a row, and the page says so; a row that every device lacks is a mistake in speed.json."""
    unseen = {(lab, stage["task"], stage["case"]): lab / "measured/speed.json"
              for lab in sorted(labs.glob("[0-9][0-9]_*")) for stage in stages_of(lab) if any(lab.glob("measured/h[12]00.json"))}
    head = ["lab", "task", "case", "rate", "share of the limit", "library = 1", "published = 1", "the published figure", "measured",
            "to repeat"]
    text = HEAD
    for name in ("h200", "h100"):
        lines, devices, lacking = [], [], []
        for lab in sorted(labs.glob("[0-9][0-9]_*")):
            path, stages = lab / f"measured/{name}.json", stages_of(lab)
            if not stages or not path.exists():
                continue
            result = readme.load(path, "gpu", lab.name[:2])[0]
            device = result["machine"]["device"]
            if device not in SHEETS:
                readme.stop(f"{path}: no data sheet of '{device}' in update_speed.py")
            devices.append(f"{device}, {result['machine']['software']}")
            for stage in stages:
                row = row_of(result, stage)
                if not row:
                    lacking.append(f"lab {lab.name[:2]} `{stage['task']}` {stage['case']}")
                    continue
                unseen.pop((lab, stage["task"], stage["case"]), None)
                lines.append("| " + " | ".join(cells(lab, result, stage, row, SHEETS[device], path)) + " |")
        if devices:
            text += f"\n## {', '.join(dict.fromkeys(devices))}\n"
        if lines:
            text += "\n| " + " | ".join(head) + " |\n|" + ":--|" * 3 + "--:|" * 4 + ":--|:--|:--|\n" + "\n".join(lines) + "\n"
        if lacking:
            text += f"\nNot measured on this device: {', '.join(lacking)}.\n"
    for (_, task, case), path in unseen.items():
        readme.stop(f"{path}: no device has a timed row of {task}, {case}")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--labs", type=pathlib.Path, default=ROOT / "labs")
    options = parser.parse_args()
    path = options.labs / "SPEED.md"
    new, old = page(options.labs), path.read_text(encoding="utf-8") if path.exists() else ""
    if new == old:
        return 0
    if not options.check:
        path.write_text(new, encoding="utf-8")
        return 0
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), str(path), "current"))
    print(f"{path} is not current: run grading/update_speed.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
