#!/usr/bin/env python3
"""What `emucc --explain` lists of way.cu: way_test.py EMUCC README.md. PTX has as many loads as the emulator counts, and with the
toolkit of the page the page shows the listing. Skipped (77) where there is no nvcc."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LINE = 10  # the sum


def form_of(listing, form):
    """The instructions of the loop's line."""
    section = re.search(rf"^ +{LINE}  .*\n((?: {{10}}.*\n)+)", listing, re.M)[1]
    part = re.search(rf" {{10}}{form} .*\n(?: {{16}}.*\n)*", section)
    return part[0] if part else ""


def main():
    emucc, page = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
    source = pathlib.Path(__file__).with_name("way.cu")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "way"
        listing = subprocess.run([emucc, "--explain", source, "-o", program], capture_output=True, text=True, check=True).stdout
        if "there is no nvcc" in listing:
            print("skipped: no nvcc to list PTX")
            return 77
        said = subprocess.run([program], capture_output=True, text=True, check=True,
                              env={k: v for k, v in os.environ.items() if not k.startswith("EMU_")}).stdout
    counted = int(re.search(r"load requests of a warp: (\d+)", said)[1])
    assert form_of(listing, "PTX").count("ld.global") == counted, listing
    toolkit = re.search(r"release ([\d.]+)", subprocess.run(
        ["nvcc", "--version"], capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/local/cuda/bin"}).stdout)
    shown = re.search(r"listing, of CUDA ([\d.]+):", page)[1]
    if toolkit and toolkit[1] == shown:
        assert form_of(listing, "PTX") == form_of(page, "PTX") != "", f"the page shows another listing than\n{listing}"
        assert form_of(listing, "SASS") in ("", form_of(page, "SASS")), f"the page shows another listing than\n{listing}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
