#!/usr/bin/env python3
"""A substitute for nvcc and compute-sanitizer in tests: which one it is says its name.

nvcc makes a script that says what the label leads one to expect; a program with the bug livelock sleeps. compute-sanitizer
finds by label: memcheck what lies out of bounds or is freed or the host's, racecheck races in shared memory, initcheck
uninitialised reads, synccheck barriers. FAKE_BREAKS=NAME: the tools fail on this program; FAKE_ACCUSES=NAME: they accuse
it."""
import os
import re
import subprocess
import sys

FINDS = {"memcheck": ("out-of-bounds", "use-after-free", "host-pointer-in-kernel"), "racecheck": ("race-shared",),
         "initcheck": ("uninitialised-read",), "synccheck": ("barrier-not-reached", "warp-sync-mask")}


def nvcc(words):
    if "--version" in words:
        print("Cuda compilation tools, release 0.0, V0.0.0")
        return 0
    source, target = next(w for w in words if w.endswith(".cu")), words[words.index("-o") + 1]
    with open(source, encoding="utf-8") as f:
        label = f.readline().split(": ")[1].strip()
    with open(target, "w", encoding="utf-8") as f:
        f.write(f"#!/bin/sh\n# label: {label}\n")
        f.write("exec sleep 900\n" if label == "deadlock" else "echo right\n" if label == "clean" else "echo wrong\nexit 1\n")
    os.chmod(target, 0o755)
    return 0


def sanitizer(words):
    if words == ["--help"]:
        print("--tool --error-exitcode --print-limit --base-port")
        return 0
    if words == ["--version"]:
        print("NVIDIA (R) Compute Sanitizer\nVersion 0.0.0 (build 0)")
        return 0
    tool, program = words[words.index("--tool") + 1], words[-1]
    name = os.path.basename(program)
    with open(program, encoding="utf-8") as f:
        label = re.search("# label: (.*)", f.read())[1].split()
    if os.environ.get("FAKE_BREAKS") and name.startswith(os.environ["FAKE_BREAKS"]):
        print("========= Target application terminated before first instrumented API call")
        return 255
    subprocess.run([program], check=False)
    accused = os.environ.get("FAKE_ACCUSES") and name.startswith(os.environ["FAKE_ACCUSES"])
    n = int(any(kind in FINDS[tool] for kind in label) or bool(accused))
    if tool == "racecheck":
        print(f"========= RACECHECK SUMMARY: {n} hazards displayed ({n} errors, 0 warnings)")
    else:
        print(f"========= ERROR SUMMARY: {n} error{'s' * (n != 1)}")
    return int(words[words.index("--error-exitcode") + 1]) if n else 0


if __name__ == "__main__":
    sys.exit((nvcc if os.path.basename(sys.argv[0]) == "nvcc" else sanitizer)(sys.argv[1:]))
