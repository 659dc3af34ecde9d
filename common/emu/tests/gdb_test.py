"""In gdb a breakpoint's condition names CUDA's indices, and they can be printed; of a program that `emucc -G` has compiled,
variables too: gdb_test.py EMUCC GDB"""
import pathlib
import re
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "threads.gdb"
PROGRAM = """__global__ void k(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = n;
}
int main() {
  int *d;
  cudaMalloc(&d, 512 * sizeof(int));
  k<<<dim3(4), dim3(32, 4)>>>(d, 7);
  return cudaFree(d);
}
"""
INDICES = {"threadIdx": "{x = 5, y = 3, z = 0}", "blockIdx.x": "2", "blockDim": "{x = 32, y = 4, z = 1}", "gridDim.x": "4"}
VARIABLES = {"i": "69", "n": "7"}


def stops_here(emucc, gdb, options, condition, asked):
    """0 where gdb stops the program at the condition and prints what is expected, 77 where it may not trace a process."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "prog.cu"), pathlib.Path(folder, "prog")
        source.write_text(PROGRAM)
        subprocess.run([emucc, *options, source, "-o", program], check=True)
        commands = [f"break prog.cu:3 if {condition}", "run", *(f"print {name}" for name in asked)]
        done = subprocess.run([gdb, "-nx", "-batch", "-x", SCRIPT, *(word for c in commands for word in ("-ex", c)), program],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
    if "ptrace" in done.stdout:
        print("gdb may not trace a process here")
        return 77
    printed = re.findall(r"^\$\d+ = (.*)$", done.stdout, re.M)
    if printed != list(asked.values()):
        print(f"expected {list(asked.values())}, got {printed} in\n{done.stdout}")
        return 1
    return 0


def main(emucc, gdb):
    here = "threadIdx.x == 5 && threadIdx.y == 3 && blockIdx.x == 2"
    return stops_here(emucc, gdb, [], here, INDICES) or stops_here(emucc, gdb, ["-G"], here + " && n > i / 10", {**INDICES, **VARIABLES})


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
