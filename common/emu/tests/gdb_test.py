"""In gdb a breakpoint's condition names CUDA's indices, and they can be printed: gdb_test.py EMUCC GDB"""
import pathlib
import re
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "threads.gdb"
PROGRAM = """__global__ void k(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}
int main() {
  int *d;
  cudaMalloc(&d, 512 * sizeof(int));
  k<<<dim3(4), dim3(32, 4)>>>(d);
  return cudaFree(d);
}
"""
ASKED = {"threadIdx": "{x = 5, y = 3, z = 0}", "blockIdx.x": "2", "blockDim": "{x = 32, y = 4, z = 1}", "gridDim.x": "4"}


def main(emucc, gdb):
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "prog.cu"), pathlib.Path(folder, "prog")
        source.write_text(PROGRAM)
        subprocess.run([emucc, source, "-o", program], check=True)
        commands = ["break prog.cu:3 if threadIdx.x == 5 && threadIdx.y == 3 && blockIdx.x == 2", "run", *(f"print {name}" for name in ASKED)]
        done = subprocess.run([gdb, "-nx", "-batch", "-x", SCRIPT, *(word for c in commands for word in ("-ex", c)), program],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
    if "ptrace" in done.stdout:
        print("gdb may not trace a process here")
        return 77
    printed = re.findall(r"^\$\d+ = (.*)$", done.stdout, re.M)
    if printed != list(ASKED.values()):
        print(f"expected {list(ASKED.values())}, got {printed} in\n{done.stdout}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
