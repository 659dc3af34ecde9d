#!/usr/bin/env python3
"""clangd reads every starter and reference without an error, on the emulator's headers, and knows CUDA's names; errors
of kernels are found. test_clangd.py (PMPP_BUILD: the build folder)"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ["PMPP_BUILD"])
DATABASE = BUILD / "editor/compile_commands.json"
CLANGD = shutil.which("clangd")

KERNEL = """__global__ void sum(const int *in, int *out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  v += __shfl_down_sync(0xffffffffu, v, 16);
  if (threadIdx.x == 0) atomicAdd(out, v);
}
int start(const int *in, int *out) {
  sum<<<1, 32>>>(in, out);
  return (int)cudaGetLastError();
}
"""

# What labs do not use: the C++ library beside device code, groups, an allocation in a kernel, a launch by arguments.
PROGRAM = """#include <algorithm>
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdio.h>
#include <thread>
#include <vector>
template <typename T, int N> __global__ void __launch_bounds__(256, 2) step(const T *in, T *out) {
  __shared__ T tile[N];
  auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  int *own = new int[4];
  tile[threadIdx.x % N] = max(in[0], std::min(T(1), T(warp.thread_rank()))) + sqrtf(2.f) + __half2float(__float2half(1.f));
  __syncthreads();
  assert(threadIdx.x < 256);
  printf("%d", warpSize);
  out[0] = tile[0];
  delete[] own;
}
union Words {
  uint4 v;
  unsigned char b[16];
};
__global__ void copies(Words *w) {
  Words own = w[0], other = {{1, 2}};
  float4 zero = {0};
  own.v.x += other.b[0] + (unsigned)zero.x;
  w[1] = own;
}
int main() {
  std::vector<float> v(1000);
  std::sort(v.begin(), v.end());
  std::thread([] {}).join();
  float *d = nullptr;
  cudaMalloc(&d, v.size() * sizeof(float));
  step<float, 32><<<dim3(4), 256, 0, cudaStream_t(0)>>>(d, d);
  void *arguments[] = {&d, &d};
  cudaLaunchCooperativeKernel((void *)step<float, 32>, dim3(1), dim3(32), arguments, 0, 0);
  return cudaDeviceSynchronize();
}
"""


def check(file, *options):
    """(exit status, what was printed) of clangd's check; of the features at each token only those of the first line."""
    done = subprocess.run([CLANGD, f"--check={file}", "--check-lines=1", *options], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Server:
    """A clangd that answers requests (Language Server Protocol)."""

    def __init__(self, folder):
        self.process = subprocess.Popen([CLANGD, f"--compile-commands-dir={folder}", "--background-index=false"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.asked = 0
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})

    def tell(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method, params):
        self.asked += 1
        self.tell(method, params, id=self.asked)
        while True:
            size = 0
            while (line := self.process.stdout.readline().strip()):
                if line.startswith(b"Content-Length:"):
                    size = int(line.split(b":")[1])
            if not size:
                raise AssertionError(f"clangd ended before it answered {method}")
            answer = json.loads(self.process.stdout.read(size))
            if answer.get("id") == self.asked and "method" not in answer:
                return answer.get("result")

    def close(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.communicate()


class Clangd(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        """A file of one's own, which is read as a starter is."""
        file = self.folder / "own.cu"
        file.write_text(text)
        entry = next(e for e in json.loads(DATABASE.read_text()) if e["file"].endswith("/starter.cu"))
        entry = {**entry, "file": str(file), "arguments": [*entry["arguments"][:-1], str(file)]}
        (self.folder / "compile_commands.json").write_text(json.dumps([entry]))
        return file

    def test_labs(self):
        files = sorted([*ROOT.glob("labs/*/starter.cu"), *ROOT.glob("labs/*/solution.cu")])
        known = {entry["file"] for entry in json.loads(DATABASE.read_text())}
        for file in files:
            self.assertIn(str(file), known)
            status, said = check(file, f"--compile-commands-dir={DATABASE.parent}")
            errors = [line for line in said.split("\n") if line.startswith("E")]
            self.assertEqual((status, errors), (0, []), f"{file}:\n" + "\n".join(errors))

    def test_program(self):
        status, said = check(self.write(PROGRAM), f"--compile-commands-dir={self.folder}")
        self.assertEqual(status, 0, [line for line in said.split("\n") if line.startswith("E")])

    def test_configuration(self):
        """.clangd names a build folder beside the labs: of several the one that was configured last, so not always this one."""
        file = ROOT / ".clangd"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if BUILD.parent != ROOT and not lines:
            self.skipTest(f"{BUILD} does not lie beside the labs, so no .clangd names it")
        if lines[:1] != ["# Written by cmake; a file without this line is left alone."]:
            self.skipTest(f"{file} is the user's own, or is missing")
        named = re.search(r"^  CompilationDatabase: (.+)$", "\n".join(lines), re.M)[1]
        if not (ROOT / named / "compile_commands.json").exists():
            self.skipTest(f"{file} names {named}, which was configured last and is no more: configure {BUILD} again")
        said = check(ROOT / "labs/01_vecadd/starter.cu")[1]
        self.assertIn(f"Loaded compilation database from {ROOT / named}/editor/compile_commands.json", said)
        said = check(ROOT / "common/base/text.c")[1]
        self.assertIn(f"Loaded compilation database from {ROOT / named}/compile_commands.json", said)

    def test_files_of_units(self):
        """A file that is compiled as a part of its folder has an entry of its own, by which clangd reads it."""
        known = {entry["file"] for entry in json.loads((BUILD / "compile_commands.json").read_text())}
        folders = ("base", "grader/*", *(f"emu/{layer}" for layer in ("memory", "check", "count", "runtime", "kernel", "api", "report", "emucc")))
        files = [file for folder in folders for file in ROOT.glob(f"common/{folder}/*.c") if file.parent.name != "tests"]
        self.assertEqual([file for file in files if str(file) not in known], [])
        for file in ("base/json.c", "emu/api/copy.c", "emu/kernel/access.c", "emu/emucc/translate/lex.c", "grader/judge/gate.c", "worker/worker.c"):
            status, said = check(ROOT / "common" / file, f"--compile-commands-dir={BUILD}")
            self.assertEqual((status, [line for line in said.split("\n") if line.startswith("E")]), (0, []), file)

    def test_errors_are_found(self):
        for old, new, message in (("v += ", "v += missing + ", "use of undeclared identifier 'missing'"),
                                  ("<<<1, 32>>>", "<<<1>>>", "too few execution configuration arguments"),
                                  ("<<<1, 32>>>", "", "call to global function 'sum' not configured")):
            file = self.write(KERNEL.replace(old, new))
            status, said = check(file, f"--compile-commands-dir={self.folder}")
            self.assertNotEqual(status, 0, new)
            self.assertIn(message, said)

    def test_names(self):
        file = self.write(KERNEL)
        server = Server(self.folder)
        self.addCleanup(server.close)
        document = {"uri": file.as_uri()}
        server.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "cuda-cpp", "version": 1, "text": KERNEL}})
        for name, told in (("__shfl_down_sync", "unsigned int mask"), ("threadIdx", "uint3"), ("atomicAdd", "int *")):
            line = next(n for n, text in enumerate(KERNEL.split("\n")) if name in text)
            column = KERNEL.split("\n")[line].index(name)
            hover = server.ask("textDocument/hover", {"textDocument": document, "position": {"line": line, "character": column + 1}})
            text = json.dumps(hover)
            self.assertIn(name, text)
            self.assertRegex(text.replace("unsigned mask", "unsigned int mask"), told.replace("*", r"\*"))
            self.assertIn(name, self.completed(server, document, line, column + len(name) - 2))

    def completed(self, server, document, line, column):
        """What is offered there; clangd takes a moment to know what the headers hold."""
        names, end = [], time.monotonic() + 60
        while not names and time.monotonic() < end:
            found = server.ask("textDocument/completion", {"textDocument": document, "position": {"line": line, "character": column}})
            names = [item.get("filterText", item["label"]) for item in found["items"]]
            time.sleep(0.2)
        return names


if __name__ == "__main__":
    if not CLANGD:
        print("skipped: no clangd here")
        sys.exit(77)
    unittest.main()
