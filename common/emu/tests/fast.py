"""The group `fast`: programs built with emucc --fast, in which nothing is counted and no access is checked."""
import glob
import os
import re
import resource
import subprocess

from bundle import bundled
from expectations import Head, environment_of
from harness import HELLO, HERE, fail, indent, run

# What such a program still notices: the program of checks/ and what it must say.
NOTICED = {
    "launch_unread": "invalid-launch", "bad_copy_size": "bad-copy", "bad_copy": "bad-copy",
    "bad_free_host": "bad-free", "double_free": "bad-free", "leak": "leak", "leak_kernel": "leak",
    "grid_some": "barrier-not-reached", "grid_barrier": "barrier-not-reached",
    "warp_mask": "warp-sync-mask", "warp_source": "warp-sync-mask",
    "stack_overflow": "stack-overflow", "device_pointer": "device-pointer-on-host",
}
# Two threads of a block that wait for each other by one kind of access each, in blocks of several warps.
WAITING = """#include <cstdio>
#include <cuda/atomic>
__device__ int turn, ticket, lock;
__device__ volatile int unseen;
__global__ void by_fence() {
  if (threadIdx.x % 2) while (*(volatile int *)&turn < (int)threadIdx.x) __threadfence();
  else atomicAdd(&turn, 2);
}
__global__ void by_atomic() { // the last thread of the block goes first
  while (atomicAdd(&ticket, 0) != (int)(blockDim.x - 1 - threadIdx.x)) {}
  atomicAdd(&ticket, 1);
}
__global__ void by_reference() {
  cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
  while (l.load(cuda::memory_order_relaxed) != (int)(blockDim.x - 1 - threadIdx.x)) {}
  l.fetch_add(1, cuda::memory_order_relaxed);
}
__global__ void by_sleep() {
  while (threadIdx.x == 0 && !unseen) __nanosleep(20);
  if (threadIdx.x == 70) unseen = 1;
}
__global__ void never() {
  while (threadIdx.x == 0 && unseen == 1) {}
  if (threadIdx.x == 70) unseen = 2;
}
int main(int n, char **) {
  by_fence<<<1, 96>>>();
  by_atomic<<<1, 96>>>();
  by_reference<<<1, 96>>>();
  by_sleep<<<1, 96>>>();
  int h[3];
  cudaMemcpyFromSymbol(&h[0], turn, sizeof(int));
  cudaMemcpyFromSymbol(&h[1], ticket, sizeof(int));
  cudaMemcpyFromSymbol(&h[2], lock, sizeof(int));
  printf("%d %d %d\\n", h[0], h[1], h[2]);
  fflush(stdout);
  if (n > 1) never<<<1, 96>>>();
  return cudaDeviceSynchronize();
}
"""


def compile_fast(harness, *arguments):
    return harness.compile("--fast", *arguments)


def same_output(harness, source, expected, command=None):
    if not command:
        program = compile_fast(harness, source)
        command = [program] if program else None
    with open(source, encoding="utf-8") as f:
        environment = environment_of(f.read())
    status, out, err = run(command, **environment) if command else (0, expected, "")
    if (status, out, err) != (0, expected, ""):
        fail(os.path.basename(source), f"--fast: expected exit 0 and what the counted program prints, got exit {status}"
             + indent(out + err))


def whole_programs(harness):
    """Programs that print the same counted and on a GPU: textbook/, programs/ and checks/ without their faults."""
    textbook = sorted(glob.glob(os.path.join(HERE, "textbook", "*.cu")))
    commands = bundled(harness, textbook, "--fast")
    for source, command in commands.items():
        with open(source[:-3] + ".out", encoding="utf-8") as f:
            same_output(harness, source, f.read(), command=command)
    count = len(textbook)
    folder, programs = os.path.join(HERE, "programs"), {}
    for source in sorted(glob.glob(os.path.join(folder, "*.cu"))):
        with open(source, encoding="utf-8") as f:
            text = f.read()
        if "<emu/emu.h>" not in text:  # those read their own counters or choose a seed
            programs[source] = text
    # Device code of a file of its own; a main that returns without a value, which no other function may.
    alone = [source for source, text in programs.items()
             if '.cuh"' in text or re.search(r"\breturn;", text[text.index("\nint main("):])]
    commands = bundled(harness, [source for source in programs if source not in alone], "--fast", "-I" + folder)
    for source in [*alone, *commands]:
        same_output(harness, source, "".join(p + "\n" for p in re.findall(r"^// prints: (.*)$", programs[source], re.M)),
                    command=commands.get(source))
    checks = [os.path.join(HERE, "checks", name + ".cu")
              for name in ("race_lock", "race_global_no_fence", "warp_tile", "warp_reduce", "barrier_group", "grid_some")]
    for source, command in bundled(harness, checks, "--fast", "-DFIXED").items():
        same_output(harness, source, "".join(p + "\n" for p in Head(source).prints), command=command)
    count += len(programs) + len(checks)
    return count


def still_noticed(harness):
    sources = {os.path.join(HERE, "checks", name + ".cu"): (name, kind) for name, kind in NOTICED.items()}
    for source, command in bundled(harness, list(sources), "--fast").items():
        name, kind = sources[source]
        status, out, err = run(command)
        if status != 86 or f"emu: {kind}" not in err:
            fail(name, f"--fast: expected exit 86 and {kind} on stderr, got exit {status}" + indent(out + err))


def waiting_threads(harness):
    program = compile_fast(harness, harness.write("waiting.cu", WAITING))
    if not program:
        return
    status, out, err = run([program])
    if (status, out, err) != (0, "96 96 96\n", ""):
        fail("waiting", f"--fast: threads that wait by fences, atomics and __nanosleep must meet, got exit {status}" + indent(out + err))
    endless = subprocess.Popen([program, "never"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (30, 30)))
    line = endless.stderr.readline()  # after some seconds of processor time, or at the end
    endless.kill()
    endless.communicate()
    if "thread (0,0,0) of block (0,0,0) has run for" not in line or "kernel never" not in line:
        fail("waiting", "--fast: a thread that only reads memory must be named after a while, got" + indent(line or "nothing"))


def several_cores(harness):
    """The blocks of long launches on one core and on three: the same, and an end in one block ends all."""
    program, stays = (compile_fast(harness, *options, os.path.join(HERE, "cores.cu")) for options in ((), ("-DSTATIC_LOCAL",)))
    if not program or not stays:
        return
    lines = sorted(f"block {b} of 600 prints a line of its own" for b in range(600))
    for command, cores, workers in ((stays, "3", 0), (program, "1", 0), (program, "3", 1)):
        status, out, err = run([command], EMU_CORES=cores)
        rest = [line for line in out.splitlines() if not line.startswith("block ")]
        if sorted(set(out.splitlines()) - set(rest)) != lines or len(out.splitlines()) != 602:
            fail("cores", f"EMU_CORES={cores}: expected one whole line of each block" + indent(out))
        if (status, err, rest) != (0, "", ["bins 64 sums 38400 lasts 1 largest 38399",
                                           f"scan 0 calls 600 lists 0 workers {workers}"]):
            fail("cores", f"EMU_CORES={cores}: exit {status}" + indent("\n".join(rest) + "\n" + err))
    for how, status, out, err in (("t", 0, "cudaErrorLaunchFailure\n", ""), ("a", 0, "cudaErrorAssert\n", "Assertion `how != 'a'` failed"),
                                  ("f", 86, "", "emu: fault in kernel end"), ("c", 99, "", "Run it with EMU_CORES=1")):
        got = run([program, how], EMU_CORES="3")
        if got[:2] != (status, out) or err not in got[2]:
            fail("cores", f"a block that ends the launch ({how}): expected exit {status} and {out or err}, got {got}")
    status, _, err = run([program, "t"], EMU_CORES="many")
    if status != 99 or "EMU_CORES=many: expected a number of cores" not in err:
        fail("cores", f"EMU_CORES=many: expected exit 99 and a reason, got {status}" + indent(err))


def group_fast(harness):
    """emucc --fast: the same output as counted, what it still notices, and that it says what it does not do."""
    count = whole_programs(harness)
    still_noticed(harness)
    waiting_threads(harness)
    several_cores(harness)
    hello = harness.write("hello.cu", HELLO.replace('#include "value.h"', "#define VALUE 41"))
    program = compile_fast(harness, hello)
    for form in ("table", "json", "lines") if program else ():
        status, out, err = run([program], EMU_REPORT=form)
        if status != 2 or out or "emucc --fast: it counts nothing" not in err:
            fail("report", f"--fast with EMU_REPORT={form}: expected a refusal and exit 2, got exit {status}" + indent(out + err))
    if program and run([program]) != (0, "41\n", ""):
        fail("hello", "--fast: " + str(run([program])))
    for modes in (("--fast", None), (None, "--fast")):
        compiled, linked = ([m] if m else [] for m in modes)
        o = harness.path("hello.o")
        run([harness.emucc, *compiled, "-c", hello, "-o", o])
        status, out, err = run([harness.emucc, *linked, o, "-o", harness.path("mixed")])
        if status != 1 or "made with and without --fast do not link" not in err:
            fail("mixed", f"an object made with {modes[0]}, linked with {modes[1]}: expected an error that says so, got exit {status}"
                 + indent(err))
    print(f"{count} whole programs, {len(NOTICED)} hazards")
