"""What every group of tests uses: noting failures, running commands, compiling programs."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
EMU = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(EMU))

failures = []


def fail(what, message):
    failures.append(what)
    print(f"FAIL {what}: {message}", file=sys.stderr)


def run(command, timeout=60, **environment):
    """Runs a command; returns (exit status, stdout, stderr), status None on a timeout. A slow machine is no news."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith("EMU_")}
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout,
                              env={**keep, "EMU_PROGRESS": "0", **environment})
    except subprocess.TimeoutExpired:
        return None, "", f"no end after {timeout} s"
    return done.returncode, done.stdout, done.stderr


def indent(text):
    return "".join("\n    " + line for line in text.strip().splitlines()[:20])


class Harness:
    """The compiler under test and a directory that goes away."""

    def __init__(self, arguments, directory):
        self.emucc, self.directory, self.arguments = arguments.emucc, directory, arguments
        self.programs = 0
        self.skipped = None  # why the group could not be tested

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def compile(self, *arguments):
        """Returns the path of the program, or None after a failure was noted."""
        self.programs += 1
        program = self.path(f"program{self.programs}")
        status, out, err = run([self.emucc, *arguments, "-o", program], timeout=600)
        if status == 0 and not err and not out:
            return program
        fail(" ".join(os.path.basename(a) for a in arguments), f"emucc must exit 0 and say nothing, got exit {status}"
             + indent(out + err))
        return None


HELLO = """#include <cstdio>
#include "value.h"
__global__ void k(int *p) { *p = VALUE; }
int main() {
  int *d, h;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\\n", h);
}
"""
