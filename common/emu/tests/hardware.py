"""Group fidelity: the counters against those of a GPU."""
import glob
import os
import re
import sys

from harness import HERE, fail, indent, run


def group_fidelity(harness):
    """The counters of fidelity/kernels.cu and of the labs that are built beside emucc against those that a GPU counted; and
    measure.py with a substitute for ncu."""
    build = os.path.dirname(os.path.dirname(os.path.abspath(harness.emucc)))
    scripts = os.path.join(HERE, "fidelity")
    labs = sorted(glob.glob(os.path.join(build, "bin", "lab[0-9][0-9]")))
    status, out, err = run([sys.executable, os.path.join(scripts, "compare.py"), "--emucc", harness.emucc,
                            *(["--build", build, "--check-readme"] if labs else [])], timeout=600)
    print(out, end="")
    if status != 0:
        fail("fidelity", f"compare.py: exit {status}" + indent(err))
    if labs:
        check_measure(harness, scripts, build, labs[0])


def check_measure(harness, scripts, build, grader):
    """What ncu counts comes into hardware.csv and is compared: a wrong count, and one that varies, are told. Two tasks of a lab
    have all that there is to tell: several kernels, and several cases of each."""
    lab = os.path.basename(grader)[len("lab"):]
    tasks = re.findall(r"^  (\d\w+) ", run([grader, "--list"])[1], re.M)[1:3]
    requests, stores = (f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum" for op in ("ld", "st"))
    fake = os.path.join(scripts, "fake_ncu.py")
    command = [sys.executable, os.path.join(scripts, "measure.py"), "--build", build, "--backend", "emu", "--lab", lab,
               *(f"--task={task}" for task in tasks), "--ncu", fake, "--nvcc", fake, "--output", harness.directory]
    status, out, err = run(command, timeout=300)
    if status != 0 or f"lab {lab}:" not in out or "equal" not in out:
        fail("measure", f"expected exit 0 and a comparison of lab {lab}, got exit {status}" + indent(out + err))
    status, out, err = run(command, timeout=300, FAKE_NCU_WRONG=requests, FAKE_NCU_VARIES=stores, FAKE_NCU_NOTE=harness.path("note"))
    if status != 1 or "global_load_requests: hardware" not in err or "global_store" in err or "from run to run" not in out:
        fail("measure", f"expected exit 1 for a wrong count of loads, and a range of stores, got exit {status}" + indent(out + err))
