"""Use goes down only: which folder's headers each folder of the grader, base and worker may include. layers_test.py COMMON"""
import pathlib
import re
import sys
import tempfile
import unittest

COMMON = pathlib.Path(sys.argv.pop(1))
TOP = {"task.h", "result.h", "config.h", "die.h"}
LAYERS = {  # a folder, and the folders of the grader that it may use beside its own
    "cli": {"output", "bench", "judge", "submission", "sandbox"}, "output": {"bench", "judge"}, "bench": {"judge", "sandbox"},
    "judge": {"sandbox"}, "submission": {"sandbox"}, "sandbox": set()}

# Of the worker: what exists for the emulator alone.
OF_THE_EMULATOR = {"backend_emu.c", "deadlock.c", "rank.c", "rank_self.c", "messages.c", "requests.c", "collective.c", "nccl.c"}
# And what answers on a device the calls that the emulator answers otherwise, with the emulator's way from an address to its line.
IN_ITS_PLACE = "rank_gpu.c"


def allowed(folder, header):
    """Whether a file of grader/FOLDER, of `base` or of `worker` may include the header."""
    part, _, rest = header.partition("/")
    if part == "base":
        return True
    if folder == "base":
        return False
    if folder == "worker":
        return part == "worker" or header in ("pmpp_config.h", "emu/report.h", "emu/emu.h", "emu/memory/frames.h")
    if part == "grader":
        return rest in TOP or rest.partition("/")[0] in LAYERS[folder] | {folder}
    return header in ("worker/protocol.h", "pmpp_config.h", "emu/report.h")


def upward(common):
    """Includes that go up or sideways, as FILE: HEADER."""
    found = []
    folders = {name: common / "grader" / name for name in LAYERS} | {"base": common / "base", "worker": common / "worker"}
    for name, folder in folders.items():
        for file in sorted([*folder.glob("*.[ch]"), *folder.glob("*.cu")]):
            headers = re.findall(r'^ *# *include "([^"]+)"', file.read_text(), flags=re.M)
            found += [f"{file.relative_to(common)}: {header}" for header in headers if not allowed(name, header)]
            if name == "worker" and file.name != IN_ITS_PLACE:
                mine = {"emu/emu.h"} if file.name in OF_THE_EMULATOR else set()
                found += [f"{file.relative_to(common)}: {h}" for h in ("emu/emu.h", "emu/memory/frames.h") if h in headers and h not in mine]
    return found


class Layers(unittest.TestCase):
    def test_use_goes_down(self):
        self.assertEqual(upward(COMMON), [])
        self.assertGreater(len(list((COMMON / "grader").glob("*/*.c"))), 30)

    def test_use_that_goes_up_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for file, header in (("grader/judge/a.c", "grader/cli/options.h"), ("base/b.h", "grader/task.h"),
                                 ("worker/c.c", "emu/emu.h"), ("worker/rank.c", "emu/memory/frames.h"), ("grader/sandbox/d.c", "grader/judge/case.h")):
                path = pathlib.Path(folder, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f'#include "{header}"\n')
            self.assertEqual(len(upward(pathlib.Path(folder))), 5)


if __name__ == "__main__":
    unittest.main()
