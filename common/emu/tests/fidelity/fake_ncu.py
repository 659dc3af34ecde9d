#!/usr/bin/env python3
"""A substitute for ncu in tests: runs an emulated program and prints its counts as if a GPU had counted them.

FAKE_NCU_WRONG=METRIC: one more of it than the emulator counts. FAKE_NCU_VARIES=METRIC: one more in every second run."""
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from counts import DEVICE, base_name, shape  # pylint: disable=wrong-import-position
from rules import CONFLICTS, GLOBAL, INSTRUCTIONS, LANES_ALL, LANES_ON, WAVEFRONTS  # pylint: disable=wrong-import-position


def counts(c):
    excess = c["shared_load_wavefronts"] + c["shared_store_wavefronts"] - c["shared_wavefronts_ideal"]
    lanes = 32 * c["simt_efficiency"]
    return {**{metric: c[counter] for counter, metric in GLOBAL.items()},
            **{metric: c[f"shared_{name}_wavefronts"] for name, metric in WAVEFRONTS.items()},
            CONFLICTS["load"]: excess, CONFLICTS["store"]: 0, LANES_ON: lanes, LANES_ALL: lanes, INSTRUCTIONS: 1}


def second_run():
    """Whether this program was profiled before, by a note beside it."""
    note = os.environ["FAKE_NCU_NOTE"]
    try:
        os.rmdir(note)
        return True
    except FileNotFoundError:
        os.mkdir(note)
        return False


def main():
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print("Version 0.0")
        return 0
    at = arguments.index("--metrics")
    metrics, program, files = arguments[at + 1].split(","), arguments[at + 2], arguments[at + 3:]
    out = csv.writer(sys.stdout, quoting=csv.QUOTE_ALL)
    print(f"==PROF== Connected to process 7 ({program})")
    out.writerow(["ID", "Kernel Name", "Block Size", "Grid Size", *metrics])
    out.writerow([""] * (4 + len(metrics)))
    wrong, number = [os.environ.get("FAKE_NCU_WRONG")], 0
    if os.environ.get("FAKE_NCU_VARIES") and second_run():
        wrong.append(os.environ["FAKE_NCU_VARIES"])
    for command in [[program, file] for file in files] or [[program]]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            subprocess.run(command, capture_output=True, check=False,
                           env={**os.environ, "EMU_DEVICE": DEVICE, "EMU_REPORT": "json", "EMU_REPORT_FILE": path})
            with open(path, encoding="utf-8") as f:
                launches = json.load(f)["launches"]
        for launch in launches:
            for repeat in range(launch["repeats"]):
                found = {m: v if repeat == 0 or m in (INSTRUCTIONS, LANES_ON, LANES_ALL) else 0 for m, v in counts(launch["counters"]).items()}
                for metric in filter(None, wrong):
                    found[metric] += 1
                out.writerow([number, base_name(launch["kernel"]), shape(launch["block"]), shape(launch["grid"]),
                              *(f"{found[m]:,}" for m in metrics)])
                number += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
