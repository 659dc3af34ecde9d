#!/usr/bin/env python3
"""Tests of same_object.py: a copy of the tree gets this build's object of an unchanged file, and what differs is compiled."""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import same_object

ROOT = pathlib.Path(same_object.ROOT)
BUILD = pathlib.Path(os.environ.get("PMPP_BUILD", str(ROOT / "build"))).resolve()


class Copy(unittest.TestCase):
    MADE = "made"  # the copy's build folder, in the copy

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name).resolve() / "copy"
        shutil.copytree(ROOT / "common/base", self.tree / "common/base")
        made = pathlib.Path(os.path.normpath(self.tree / self.MADE))
        self.folder, self.cache = made / "common/base", made / same_object.CACHE
        made.mkdir()
        self.cache.write_text(f"# what CMake knows\nCMAKE_HOME_DIRECTORY:INTERNAL={self.tree}\n")
        entry = next(e for e in json.loads((BUILD / same_object.COMMANDS).read_text())  # text.c, or all of base in one
                     if e["directory"] == str(BUILD / "common/base") and pathlib.Path(e["file"]).name in ("text.c", "base.c"))
        self.command = shlex.split(entry["command"].replace(str(BUILD), str(made)).replace(str(ROOT), str(self.tree)))
        self.object = self.command[self.command.index("-o") + 1]
        (self.folder / self.object).parent.mkdir(parents=True)
        if entry["file"].startswith(str(BUILD)):
            shutil.copy(entry["file"], self.folder)
        self.made = (BUILD / "common/base" / self.object).read_bytes()

    def compile(self, *more):
        """The compiler's exit status, and whether the object is the other build's. One made here knows its own folder."""
        words = same_object.environment(BUILD)["CMAKE_C_COMPILER_LAUNCHER"].split(";")
        at = self.command.index("-o")
        done = subprocess.run([*words, *self.command[:at], *more, "-MD", "-MT", self.object, "-MF", f"{self.object}.d", *self.command[at:]],
                              cwd=self.folder, stderr=subprocess.DEVNULL, check=False)
        file = self.folder / self.object
        self.assertEqual(file.exists(), done.returncode == 0)
        if done.returncode:
            return done.returncode, None
        self.assertIn(f"{self.tree}/common/base/text.h", (self.folder / f"{self.object}.d").read_text())
        return 0, file.read_bytes() == self.made


class SameObject(Copy):
    def test_unchanged(self):
        self.assertEqual(self.compile(), (0, " " not in str(BUILD)))  # in such a folder all is compiled

    def test_another_source(self):
        with open(self.tree / "common/base/text.c", "a", encoding="utf-8") as f:
            f.write("// another line\n")
        self.assertEqual(self.compile(), (0, False))

    def test_another_header(self):
        with open(self.tree / "common/base/text.h", "a", encoding="utf-8") as f:
            f.write("// another line\n")
        self.assertEqual(self.compile(), (0, False))

    def test_another_command(self):
        self.assertEqual(self.compile("-DSOMETHING"), (0, False))
        self.assertEqual(self.compile(f"-DSOMETHING={self.tree}"), (0, False))

    def test_a_header_is_missing(self):
        (self.tree / "common/base/text.h").unlink()
        self.assertEqual(self.compile(), (1, None))

    def test_commands_of_a_file(self):
        """Of the same file in another folder none, of one that is compiled twice both; with and without the member that newer CMakes write."""
        entries = [{"directory": "/a", "command": f"cc -D{name}=\"x\" -c /f.c", "file": "/f.c", **more}
                   for name, more in (("ONE", {}), ("TWO", {"output": "/a/f.o"}))]
        entries += [{**entries[0], "directory": "/b"}, {**entries[0], "file": "/a/f.c"}]
        (self.tree / same_object.COMMANDS).write_text(json.dumps(entries, indent=0).replace("\n\"", "\n  \""))
        self.assertEqual(list(same_object.compiled(self.tree, "/a", "/f.c")),
                         [["cc", '-DONE="x"', "-c", "/f.c"], ["cc", '-DTWO="x"', "-c", "/f.c"]])
        self.assertEqual(list(same_object.compiled(self.tree, "/a", "/g.c")), [])

    def test_not_of_a_copy(self):
        self.cache.write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
        self.assertEqual(self.compile(), (0, False))
        self.cache.write_text("")
        self.assertEqual(self.compile(), (0, False))


class Beside(Copy):
    MADE = "../made"  # the copy

    def test_unchanged(self):
        self.assertEqual(self.compile(), (0, " " not in str(BUILD)))

    def test_another_header(self):
        with open(self.tree / "common/base/text.h", "a", encoding="utf-8") as f:
            f.write("// another line\n")
        self.assertEqual(self.compile(), (0, False))


if __name__ == "__main__":
    if not same_object.environment(BUILD):
        print(f"SKIP: {BUILD}/{same_object.COMMANDS} is not there")
        sys.exit(77)
    unittest.main()
