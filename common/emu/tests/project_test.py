"""The folder project/ is built by CMake and by make, as public projects are: project_test.py CMAKE EMUCC TOOLCHAIN

What depends on a header is made anew when that changes, and an `-x cu` or a `-dlink` left out is noticed.
"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def done(*command, cwd):
    status, said = run(*command, cwd=cwd)
    assert status == 0, f"{' '.join(command)}: exit {status}\n{said}"
    return said


def edit(path, old, new):
    """Writes the file with what make sees: a time after that of what was made of it."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    assert old in text, f"{path} has no {old}"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(old, new))
    now = os.stat(path).st_mtime_ns + 2_000_000_000
    os.utime(path, ns=(now, now))


def by_cmake(folder, cmake, toolchain):
    done(cmake, "-B", "build", "-G", "Unix Makefiles", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", cwd=folder)
    done(cmake, "--build", "build", cwd=folder)
    wanted = {"from_cxx": "1: 1 298\n", "from_cuda": "298 14950\n"}
    for program, text in wanted.items():
        said = done(os.path.join("build", program), cwd=folder)
        assert said == text, f"{program}: expected {text!r}, got {said!r}"
    edit(os.path.join(folder, "include", "scale.h"), "ADDED 1.0f", "ADDED 2.0f")
    made = done(cmake, "--build", "build", cwd=folder)
    assert "scale.cu.o" in made and "main.cpp.o" in made, f"a changed header must make scale.cu and main.cpp anew:\n{made}"
    said = done(os.path.join("build", "from_cuda"), cwd=folder)
    assert said == "299 15050\n", f"from_cuda after the change: {said!r}"


def by_make(folder, emucc):
    made = done("make", f"NVCC={shlex.quote(emucc)}", cwd=folder)
    assert "-dlink" in made, made
    said = done("./by_make", cwd=folder)
    assert said == "298 14950\n", f"by_make: {said!r}"
    assert "include/scale.h" in open(os.path.join(folder, "scale.d"), encoding="utf-8").read(), "no header in scale.d"
    assert "Nothing" in done("make", f"NVCC={shlex.quote(emucc)}", "linked.o", "triple.o", cwd=folder).replace("up to date", "Nothing")
    edit(os.path.join(folder, "include", "scale.h"), "ADDED 1.0f", "ADDED 2.0f")
    made = done("make", f"NVCC={shlex.quote(emucc)}", cwd=folder)
    assert "src/scale.cu" in made and "src/triple.cpp" not in made, f"a changed header makes anew what includes it:\n{made}"
    said = done("./by_make", cwd=folder)
    assert said == "299 15050\n", f"by_make after the change: {said!r}"
    status, said = run(emucc, "-c", "src/triple.cpp", "-o", "triple.o", cwd=folder)  # without -x cu it is C++
    assert status == 1 and "triple.cpp" in said, f"without -x cu: exit {status}\n{said}"
    status, said = run(emucc, "-shared", "scale.o", "-o", "libscale.so", cwd=folder)
    assert status == 2 and "-shared: the emulator is linked into a program" in said, f"-shared: exit {status}\n{said}"
    rules = done(emucc, "-MM", "-Iinclude", "src/scale.cu", cwd=folder)
    assert rules.startswith("scale.o: \\\n  src/scale.cu \\\n  ") and rules.count("\n") == 3, f"-MM: {rules!r}"


def main():
    cmake, emucc, toolchain = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        for name, build in (("by cmake", lambda f: by_cmake(f, cmake, toolchain)), ("by make", lambda f: by_make(f, emucc))):
            folder = shutil.copytree(os.path.join(HERE, "project"), os.path.join(temporary, name))
            build(folder)


if __name__ == "__main__":
    main()
