"""emucc as installed, in a folder with a blank, moved, with source tree and build out of reach: install_test.py CMAKE BUILD SOURCE

--twin: what is spoilt after the installation is noticed.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = """#include <emu/emu.h>
__global__ void k(float *p) {
  atomicAdd(&p[threadIdx.x], 1.0f);
  __syncthreads();
}
int main() {
  float *d;
  cudaMalloc(&d, 31 * sizeof *d);
  cudaMemset(d, 0, 31 * sizeof *d);
  k<<<1, 32>>>(d);
  cudaFree(d);
  cudaFree(d);
}
"""
REPORTED = ("prog.cu:3, block (0,0,0), thread (31,0,0): writes element 31", "the 124 bytes allocated at prog.cu:8,",
            "prog.cu:12: cudaFree of 124 bytes", "prog.cu:11\n")


class Installed:
    def __init__(self, cmake, build, source, folder):
        self.build, self.source, self.folder = build, source, folder
        done = subprocess.run([cmake, "--install", build, "--prefix", folder / "a blank" / "emucc"], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(done.stdout)
        self.moved_to("moved once")
        (folder / "prog.cu").write_text(PROGRAM)

    def moved_to(self, name):
        there = self.folder / name / "emucc"
        there.parent.mkdir()
        old = getattr(self, "prefix", self.folder / "a blank" / "emucc")
        old.rename(there)
        self.prefix = there
        self.library = there / "lib" / "emucc"

    def hidden(self):
        """The words before a command that take source tree and build out of its sight; none where bubblewrap cannot."""
        words = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", self.source, "--tmpfs", self.build, "--bind", self.folder, self.folder]
        if shutil.which("bwrap") and subprocess.run([*words, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return words
        return []

    def run(self, *command):
        done = subprocess.run([*self.hidden(), *command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout

    def emucc(self, *options):
        return self.run(self.prefix / "bin" / "emucc", *options)


def complaints(at, *options, precompiled=False):
    """What is wrong with a program compiled and run."""
    status, said = at.emucc("-v", "-Winvalid-pch", *options, "prog.cu", "-o", "prog")
    for tree in (at.source, at.build):
        if str(tree) in said:
            yield f"emucc -v names {tree}: {said}"
    if status:
        yield f"emucc exits {status}: {said}"
        return
    if (f"-I{at.library}/precompiled/" in said) != precompiled or "[-Winvalid-pch]" in said:
        yield f"the precompiled headers must {'' if precompiled else 'not '}be taken: {said}"
    status, said = at.run("./prog")
    if status != 86:
        yield f"the program exits {status} instead of 86: {said}"
    yield from (f"the report must say {text!r}: {said}" for text in REPORTED if text not in said)


def spoil_header(at):
    (at.library / "emu" / "include" / "emu_program.h").unlink()


def spoil_hazards(at):
    (at.library / "emu" / "hazards.h").unlink()


def spoil_lines(at):  # the runtime no longer knows which headers are the emulator's
    subprocess.run(["objcopy", "--redefine-sym", "emu_program_header=emu_no_header", at.library / "libemu.a"], check=True)


def whole(at):
    """What is wrong with an installation that nobody has spoilt."""
    status, said = at.emucc("--version")
    version = (at.build / "lib" / "emucc.version").read_text().strip()
    if status or not said.startswith(f"emucc {version}\n"):
        yield f"emucc --version says {said!r}, the build is {version}"
    yield from complaints(at)
    status, said = at.emucc("--precompile")
    if status or said:
        yield f"emucc --precompile exits {status}: {said}"
    yield from complaints(at, precompiled=True)
    at.moved_to("moved again")
    yield from complaints(at)


def main(cmake, build, source, *twin):
    build, source = pathlib.Path(build).resolve(), pathlib.Path(source).resolve()
    spoils = {spoil_header: "emucc -v names ", spoil_hazards: "emu/hazards.h", spoil_lines: "must say 'the 124 bytes allocated at prog.cu"}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        at = Installed(cmake, build, source, pathlib.Path(folder).resolve())
        if not twin:
            found = list(whole(at))
            print("source tree and build were out of reach" if at.hidden() else "no bubblewrap: only emucc's commands were read")
    for spoil, says in spoils.items() if twin else ():
        with tempfile.TemporaryDirectory() as folder:
            at = Installed(cmake, build, source, pathlib.Path(folder).resolve())
            spoil(at)
            noticed = list(complaints(at))
            if not any(says in text for text in noticed):
                found.append(f"{spoil.__name__}: {says!r} must be noticed, not {noticed}")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
