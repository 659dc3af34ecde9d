#!/usr/bin/env python3
"""What cpack makes, used as a user would: test_packages.py unpacked|chroot

unpacked  the packages' files, unpacked into an empty folder, with this tree and its build out of sight where bubblewrap works:
          emucc compiles a program; the labs are configured, built, and grade lab 01's reference; a file that a package lacks is
          noticed
chroot    the packages installed by apt in a copy of PMPP_CHROOT_BASE, a folder that `debootstrap --variant=minbase bookworm FOLDER`
          made: it has no compiler, so all comes from what the packages depend on; removed again. Needs root, and apt in there
          the network or its cache. Exit status 77, with the reason, where one of these is missing.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import same_object

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("PMPP_BUILD", str(ROOT / "build"))).resolve()
sys.path.insert(0, str(ROOT / "common/emu/tests"))
import install_test  # noqa: E402  pylint: disable=wrong-import-position

NOBODY = "65534:65534"
# In the chroot, as a user of no rights; what is wrong ends it.
USED = """set -e
cd /tmp/used && export HOME=/tmp/used
emucc --version
emucc prog.cu -o prog
./prog > report 2>&1 && exit 1
grep -q 'prog.cu:3, block (0,0,0), thread (31,0,0): writes element 31' report
cmake -S /usr/share/pmpp-labs -B build > configured
cmake --build build --target lab01 -j2 > built
ctest --test-dir build -L lab01 --no-tests=error
build/bin/lab01 --impl solution --task 2_boundary
/usr/share/pmpp-labs/grading/grade --help > help
/usr/share/pmpp-labs/grading/make-handout --labs 01 --out handout.zip
echo all of it worked
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def run(command, **more):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    return done.returncode, done.stdout


def must(command, **more):
    status, said = run(command, **more)
    if status:
        sys.exit(f"{' '.join(map(str, command))} ended with {status}:\n{said[-3000:]}")
    return said


def packages(folder):
    """{name: file} of what cpack makes of this build."""
    must(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder])
    return {file.name.split("_")[0]: file for file in folder.glob("*.deb")}


class Unpacked(install_test.Installed):
    def __init__(self, folder):  # pylint: disable=super-init-not-called
        self.build, self.source, self.folder = BUILD, ROOT, folder
        self.files = packages(folder / "made")
        for file in self.files.values():
            must(["dpkg-deb", "-x", file, folder / "root"])
        self.prefix = folder / "root/usr"
        self.library = self.prefix / "lib/emucc"
        self.labs = self.prefix / "share/pmpp-labs"
        (folder / "prog.cu").write_text(install_test.PROGRAM)


def built_labs(at):
    """What is wrong with the unpacked labs when they are built. Objects that this tree's build has too are not compiled again."""
    build = at.folder / "labs"
    environment = {**os.environ, **same_object.environment(BUILD)}
    for command in (["cmake", "-S", at.labs, "-B", build, "-DPMPP_GPU=OFF"], ["cmake", "--build", build, "--target", "lab01", "-j2"]):
        status, said = run(command, env=environment)
        if status:
            yield f"{' '.join(map(str, command))} ended with {status}:\n{said[-2000:]}"
            return


def used_labs(at):
    """And when they are used."""
    build = at.folder / "labs"
    for command, words in (([build / "bin/lab01", "--impl", "solution", "--task", "2_boundary"], "Score: 10/10"),
                           ([at.labs / "grading/grade", "--help"], "usage: grade"),
                           ([build / "bin/emucc", "--version"], f"emucc {(BUILD / 'lib/emucc.version').read_text()}")):
        status, said = at.run(*command)
        if status or words not in said:
            yield f"{' '.join(map(str, command))} ended with {status}, and must say {words!r}:\n{said[-2000:]}"


def unpacked():
    with tempfile.TemporaryDirectory() as folder:
        at = Unpacked(pathlib.Path(folder).resolve())
        if sorted(at.files) != ["emucc", "pmpp-labs"]:
            yield f"expected packages of emucc and pmpp-labs, got {sorted(at.files)}"
            return
        print("this tree and its build were out of sight" if at.hidden() else "no bubblewrap: this tree and its build were in sight")
        found = [*install_test.complaints(at), *built_labs(at), *used_labs(at)]
        yield from found
        if found:
            return
        for spoil, check, says in (("lib/emucc/emu/include/emu_program.h", install_test.complaints, str(ROOT)),
                                   ("share/pmpp-labs/grading/classroom/store.py", used_labs, "grade --help ended with 1"),
                                   ("share/pmpp-labs/labs/01_vecadd/solution.cu", used_labs, "--task 2_boundary ended with 2")):
            (at.prefix / spoil).unlink()
            noticed = list(check(at))
            if not any(says in text for text in noticed):
                yield f"without {spoil}: {says!r} must be noticed, not {noticed}"


def chroot():
    base = os.environ.get("PMPP_CHROOT_BASE")
    if os.geteuid() != 0:
        skip("chroot needs root")
    if not base:
        skip("PMPP_CHROOT_BASE names no folder (debootstrap --variant=minbase bookworm FOLDER makes one)")
    if not pathlib.Path(base, "usr/bin/apt-get").exists():
        skip(f"PMPP_CHROOT_BASE={base}: there is no system with apt")
    with tempfile.TemporaryDirectory() as folder:
        there = pathlib.Path(folder, "root")
        must(["cp", "-a", base, there])
        files = packages(pathlib.Path(folder, "made"))
        (there / "tmp/made").mkdir()
        for file in files.values():
            shutil.copy(file, there / "tmp/made")
        used = there / "tmp/used"
        used.mkdir()
        (used / "prog.cu").write_text(install_test.PROGRAM)
        (used / "used.sh").write_text(USED)
        for path in (used, *used.iterdir()):
            os.chown(path, 65534, 65534)
        if pathlib.Path("/etc/resolv.conf").exists():
            shutil.copy("/etc/resolv.conf", there / "etc/resolv.conf")
        # Its own mounts end with this command.
        inside = ["unshare", "--mount", "--pid", "--fork", "sh", "-c", 'mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && shift && exec "$@"', "sh", there]
        if run([*inside, "true"])[0]:
            skip("no mounts of its own can be made here (unshare --mount)")
        apt = [*inside, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "chroot", there]
        status, said = run([*apt, "apt-get", "update"])
        status, said = run([*apt, "sh", "-c", "apt-get install -y --no-install-recommends /tmp/made/*.deb"])
        if status and ("Failed to fetch" in said or "Temporary failure" in said):
            skip(f"apt can fetch nothing here: {said[-300:]}")
        if status:
            sys.exit(f"apt-get install ended with {status}:\n{said[-3000:]}")
        status, said = run([*inside, "env", "-i", "PATH=/usr/sbin:/usr/bin:/bin", "LC_ALL=C", "chroot", f"--userspec={NOBODY}", there, "sh", "/tmp/used/used.sh"])
        print(said[-2500:])
        if status or "all of it worked" not in said:
            logs = "".join(f"{name}:\n{(used / name).read_text()[-1500:]}\n" for name in ("report", "configured", "built") if (used / name).exists())
            return [f"as a user it ended with {status}\n{logs}"]
        must([*apt, "apt-get", "purge", "-y", "emucc", "pmpp-labs"])
        return [f"{path} is left after apt-get purge" for path in ("usr/share/pmpp-labs", "usr/lib/emucc", "usr/bin/emucc") if (there / path).exists()]


def main(part):
    for program in ("cpack", "dpkg-deb"):
        if not shutil.which(program):
            skip(f"no {program}")
    found = list({"unpacked": unpacked, "chroot": chroot}[part]())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
