#!/usr/bin/env python3
"""What `emucc --explain` lists of a kernel's PTX and SASS: explain_test.py EMUCC. By tools that are not there, and by nvcc and
nvdisasm where they are."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = """#include <cuda_runtime.h>
__device__ float twice(float x) { return 2 * x; }
__global__ void scale(float *p) {
  p[threadIdx.x] = twice(p[threadIdx.x]);
}
__global__ void count(int *p) { atomicAdd(p, 1); }
int main() { return 0; }
"""
NVCC = """#!/bin/sh
while [ $# -gt 0 ]; do case $1 in -ptx) ptx=1;; -cubin) cubin=1;; -o) out=$2; shift;; esac; source=$1; shift; done
[ -c "$out" ] && exit 1 # where root stops a compiler, its output goes away
[ "$cubin" ] && { [ "$(cat "$source" | head -c 2)" = "//" ] && echo cubin >"$out"; exit; }
[ "$ptx" ] || { echo "ptxas info    : Compiling entry function '_Z5scalePf' for 'sm_80'"; echo "ptxas info    : Used 8 registers"; exit; }
cat >"$out" <<END
//
.visible .entry _Z5scalePf(
\t.param .u64 _Z5scalePf_param_0
)
{
\t.reg .b32 %r<2>;
\tmov.u32 \t%r9, 9;
\t.loc\t2 4 3
\tmov.u32 \t%r1, %tid.x;
\t.loc\t1 77 3, function_name x, inlined_at 2 4 3
\tld.global.f32 \t%f1, [%rd1];
\t{ // a scope
\t}
\\$L__BB0_1:
\t.loc\t2 5 1
\tret;
}
.func other(
{
\t.loc\t2 2 1
\tnot.shown;
}
\t.file\t1 "/else/where.h"
\t.file\t2 "$source"
END
"""
NVDISASM = """#!/bin/sh
[ "$(cat $3)" = cubin ] || exit 1
cat <<END
//--------------------- .text._Z5scalePf             --------------------------
.text._Z5scalePf:
        /*0000*/                   MOV R1, c[0x0][0x28] ;
\t//## File "$SOURCE", line 4
        /*0010*/               @P0 LDG.E R0, [R2.64] ;
\t//## File "/else/where.h", line 1
        /*0020*/                   FADD R0, R0, R0 ;
.L_x_1:
\t//## File "$SOURCE", line 5
        /*0030*/                   EXIT ;
        /*0040*/                   NOP;
//--------------------- .text._Z5other             --------------------------
.text._Z5other:
        /*0000*/                   HIDDEN ;
END
"""
HEAD = "scale(float*): 8 registers, 0 bytes of stack frame, spills 0 bytes stored and 0 loaded\n"
LISTED = """
scale(float*), from its source to PTX and SASS of sm_80
        (before the first line)
          PTX   mov.u32  %r9, 9
          SASS  MOV R1, c[0x0][0x28]
     4    p[threadIdx.x] = twice(p[threadIdx.x]);
          PTX   mov.u32  %r1, %tid.x
                ld.global.f32  %f1, [%rd1]
                $L__BB0_1:
          SASS  @P0 LDG.E R0, [R2.64]
                FADD R0, R0, R0
                .L_x_1:
     5  }
          PTX   ret
          SASS  EXIT
"""


def explain(emucc, source, path=""):
    done = subprocess.run([emucc, "--explain", source, "-w", "-o", source.with_suffix("")], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path + os.environ["PATH"], "SOURCE": str(source)})
    return done.returncode, done.stdout, done.stderr


def tool(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    (folder / name).chmod(0o755)


def need(got, wanted):
    assert got == wanted, f"expected\n{wanted}\ngot\n{got}"


def by_stand_ins(emucc, folder, source):
    tool(folder / "both", "nvcc", NVCC)
    tool(folder / "both", "nvdisasm", NVDISASM)
    need(explain(emucc, source, f"{folder}/both:"), (0, HEAD + LISTED, ""))
    tool(folder / "both", "nvdisasm", "#!/bin/sh\nexit 1\n")
    ptx_alone = re.sub("          SASS  .*\n(                .*\n)*", "", LISTED)
    need(explain(emucc, source, f"{folder}/both:"), (0, HEAD + ptx_alone, "emucc: nvdisasm has no SASS of it: here are the lines and their PTX\n"))
    if not shutil.which("nvdisasm") and not os.path.exists("/usr/local/cuda/bin/nvdisasm"):
        (folder / "both/nvdisasm").unlink()
        status, said, errors = explain(emucc, source, f"{folder}/both:")
        need((status, errors), (0, ""))
        need(re.sub("^emucc: there is no nvdisasm, .*\n", "", said, flags=re.M), HEAD + ptx_alone)
        assert "emucc: there is no nvdisasm, neither in the PATH nor in /usr/local/cuda/bin" in said


def listed(said):
    """{(line, PTX or SASS): its instructions}"""
    found, line, form = {}, None, None
    for row in said.splitlines():
        if begin := re.match(r" {0,5}(\d+)  ", row):
            line = int(begin[1])
        elif row.startswith(" " * 10):
            form = row[10:16].strip() or form
            found.setdefault((line, form), []).append(row[16:])
    return found


def by_the_toolkit(emucc, source):
    """The atomic stands at its line, in PTX and, where there is an nvdisasm, in SASS; in no other."""
    status, said, errors = explain(emucc, source)
    assert status == 0 and not errors, (status, errors)
    found = listed(said)
    for form, atomic, load in (("PTX", r"(atom|red)\.global\.add", r"ld\.global"), ("SASS", "RED|ATOMG", "LDG")):
        if form == "SASS" and "there is no nvdisasm" in said:
            continue
        for line, instruction in ((6, atomic), (4, load)):
            places = [at for at, rows in found.items() if at[1] == form and any(re.search(instruction, row) for row in rows)]
            assert places == [(line, form)], (instruction, places, said)


def main():
    emucc = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        source = folder / "way.cu"
        source.write_text(SOURCE, encoding="utf-8")
        by_stand_ins(emucc, folder, source)
        if shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc"):
            by_the_toolkit(emucc, source)
    return 0


if __name__ == "__main__":
    sys.exit(main())
