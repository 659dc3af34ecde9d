"""A baseline leaves out what the toolkit's CUB lacks. test_baselines.py COMPILER

The baselines are preprocessed on a tree of empty headers, once with all of CUB and once without what CUDA 12.2 has not."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEWER = {"cub/device/device_for.cuh": "DeviceFor", "cub/device/device_merge.cuh": "DeviceMerge",
         "cub/device/device_transform.cuh": "DeviceTransform"}  # from CUDA 12.5, 12.8, 12.9 on
INCLUDE = re.compile(r"^#include <(.+)>", re.M)
FUNCTION = re.compile(r"^int (\w+)\(", re.M)


def preprocessed(compiler, text, lab, without):
    """The text after the preprocessor, or None where it needs a header of `without`."""
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        files = [*lab.glob("*.h"), *(ROOT / "common/worker").glob("*.h")]
        for name in {n for t in [text, *(f.read_text(encoding="utf-8") for f in files)] for n in INCLUDE.findall(t)} - set(without):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text("", encoding="utf-8")
        r = subprocess.run([compiler, "-E", "-P", "-x", "c++", "-std=c++17", "-nostdinc", "-DPMPP_BASELINE_CUB", "-isystem", tree,
                            "-I", ROOT / "common", "-I", lab, "-"], input=text, capture_output=True, text=True, check=False)
        return r.stdout if r.returncode == 0 else None


def faults(compiler, text, lab):
    """What is wrong with a baseline, in words; how many functions an older CUB costs it."""
    whole, old = preprocessed(compiler, text, lab, ()), preprocessed(compiler, text, lab, NEWER)
    if whole is None or old is None:
        return ["it needs a header that CUDA 12.2 lacks" if whole else "it cannot be preprocessed"], 0
    left = [f"{name} is used without its header" for name in NEWER.values() if name + "::" in old]
    return left, len(FUNCTION.findall(whole)) - len(FUNCTION.findall(old))


def main(compiler):
    said = (ROOT / "common/cmake/nvcc.cmake").read_text(encoding="utf-8")
    assert all(pathlib.PurePath(header).stem + ":" in said for header in NEWER), "common/cmake/nvcc.cmake names other headers"
    lost = 0
    for file in sorted(ROOT.glob("labs/*/baseline.cu")):
        text = file.read_text(encoding="utf-8")
        if "PMPP_BASELINE_CUB" not in text:
            continue
        found, fewer = faults(compiler, text, file.parent)
        assert not found, f"{file}: {found}"
        assert (fewer > 0) == any(name in text for name in NEWER), f"{file}: {fewer} functions fewer"
        print(f"{file.parent.name}: with the CUB of CUDA 12.2, {fewer} functions fewer")
        lost += fewer
        spoilt = re.sub(r"^#if __has_include.*", "#if 1", text, flags=re.M)  # the twin
        assert spoilt == text or faults(compiler, spoilt, file.parent)[0], f"{file}: its twin is not noticed"
    assert lost, "no baseline leaves anything out"


if __name__ == "__main__":
    main(sys.argv[1])
