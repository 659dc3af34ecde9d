#!/usr/bin/env python3
"""Tests of grading/edits.py: what an edit makes of a reference, and each thing that it refuses, with file and line."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "edits.py"
SOLUTION = """// The reference.
#include "given.cuh"
#include "solution/1_add.cuh"

template <typename T>
static int __launch_bounds__(256)
    many(T x) {
  return f(x);
}

int two(int x) {
  int y = x; // a copy

  // A comment in between.
  y = y + 1;
  return y;
}
"""
ADD = """#include "../given.cuh"
#define TWICE(x)                                                                                             \\
  do {                                                                                                       \\
    x += x;                                                                                                  \\
  } while (0)

int declared(int x);

__global__ void add(int *a, int n,
                    int b) {
  if (n > 0) {
    a[0] += b;
    y = y + 1;
  }
}

int declared(int x) {
  return x;
}
"""
TASKS = """// The tasks.
static int shared(int x) {
  return x;
}

static int kept_by_a_variable() { return 1; }
int variable = kept_by_a_variable();

// Of task 2 alone.
template <typename T>
static T deep(T x) {
  return shared(x);
}

struct pair { // a definition that is no function stays, with what it calls
  int sum() { return of_a_struct(); }
};

static int of_a_struct() { return 2; }

__global__ void __launch_bounds__(64, BLOCKS(64, 4))
    kernel_2(int x) { // BLOCKS, which task 1 uses too, is no name of it
}

static int lab_2_helper(int x) {
  kernel_2<<<1, 64>>>(x);
  return deep<int>(x) + kept_by_a_variable() + of_a_struct();
}

__global__ void __launch_bounds__(64, BLOCKS(64, 2))
    kernel_1(int x) {
}

int lab_1_add(int x) {
  kernel_1<<<1, 64>>>(x);
  return shared(x);
}

int lab_2_more(int x) {
  return lab_2_helper(lab_1_add(x));
}
"""
TASKS_1 = """// The tasks.
static int shared(int x) {
  return 0; // fault
}

static int kept_by_a_variable() { return 1; }
int variable = kept_by_a_variable();


struct pair { // a definition that is no function stays, with what it calls
  int sum() { return of_a_struct(); }
};

static int of_a_struct() { return 2; }



__global__ void __launch_bounds__(64, BLOCKS(64, 2))
    kernel_1(int x) {
}

int lab_1_add(int x) {
  kernel_1<<<1, 64>>>(x);
  return shared(x);
}

"""
HEAD = "expect: wrong 1_add\nfault: an edit.\n"


class Edits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.lab, self.out = pathlib.Path(folder.name, "09_lab"), pathlib.Path(folder.name, "out")
        for name, text in (("solution.cu", SOLUTION), ("solution/1_add.cuh", ADD), ("given.cuh", "int given;\n")):
            path = self.lab / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.lab / "wrong").mkdir()

    def run_it(self, text, *options):
        (self.lab / "wrong/1_add.edits").write_text(text)
        return subprocess.run([sys.executable, SCRIPT, self.lab, self.out, *options], capture_output=True, text=True, check=False)

    def made(self, body):
        """The lines of a reference with these edits, without the two at its head."""
        done = self.run_it(f"# of 1_add\n\nname\n{HEAD}{body}")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, f"{self.out}/name.cu\n", ""))
        lines = (self.out / "name.cu").read_text().split("\n")
        self.assertEqual(lines[:2], ["// expect: wrong 1_add", "// fault: an edit."])
        return lines[2:]

    def reference(self, old, new):
        whole = SOLUTION.replace('#include "solution/1_add.cuh"\n', ADD.replace("../given", "given"))
        self.assertEqual(whole.count(old), 1)
        return whole.replace(old, new).split("\n")

    def refused(self, body, line, *said):
        done = self.run_it(f"name\n{HEAD}{body}")
        self.assertEqual(done.returncode, 1, done.stdout)
        for words in (f"1_add.edits:{line}: ", *said):
            self.assertIn(words, done.stderr)
        self.assertFalse(self.out.exists())

    def test_a_line_for_another(self):
        self.assertEqual(self.made("- a[0] += b;\n+ a[0] -= b;\n"), self.reference("    a[0] += b;\n", "    a[0] -= b; // fault\n"))

    def test_comments_and_blanks_do_not_matter(self):
        self.assertEqual(self.made("- int  y = x;\n  y = y + 1;\n+ y++;\n"),
                         self.reference("  int y = x; // a copy\n\n  // A comment in between.\n  y = y + 1;\n",
                                        "\n  // A comment in between.\n  y = y + 1;\n  y++; // fault\n"))

    def test_a_line_that_goes(self):
        self.assertEqual(self.made("in two\n- y = y + 1;\n"), self.reference("between.\n  y = y + 1;\n", "between.\n  // fault\n"))

    def test_several_places(self):
        edited = self.made("- a[0] += b;\n+ a[0] -= b;\n- return y;\n+ if (y)\n+   return 1;\nin declared\n- return x;\n+ return 0;\n")
        self.assertEqual([line for line in edited if "// fault" in line],
                         ["    a[0] -= b; // fault", "  return 0; // fault", "  if (y) // fault"])
        self.assertIn("    return 1;", edited)

    def test_the_rest_of_a_function(self):
        self.assertEqual(self.made("in add\n- ...\n+ a[0] = n;\n"), self.reference(
            "  if (n > 0) {\n    a[0] += b;\n    y = y + 1;\n  }\n", "  a[0] = n; // fault\n"))
        self.assertEqual(self.made("in add\n  if (n > 0) {\n- ...\n  }\n+ a[0] = n;\n"), self.reference(
            "    a[0] += b;\n    y = y + 1;\n  }\n", "  }\n  a[0] = n; // fault\n"))

    def test_a_macro(self):
        self.assertEqual(self.made("in TWICE\n- x += x;  \\\n+ x = 0; \\\n"), self.reference(
            "    x += x;                                                                                                  \\\n",
            "    x = 0; /* fault */ \\\n"))

    def test_a_head_of_several_lines(self):
        self.assertEqual(self.made("in many\n- ...\n+ return 0;\n"), self.reference("  return f(x);\n", "  return 0; // fault\n"))

    def test_a_shared_file(self):
        (self.lab / "wrong/shared.cuh").write_text("int shared;\n")
        self.assertEqual(self.made("with: shared.cuh\nin two\n- return y;\n+ return shared;\n"), [
            line for text in self.reference("  return y;\n", "  return shared; // fault\n")
            for line in (["int shared;", "", text] if text.startswith("int two") else [text])])

    def test_what_other_tasks_alone_need_is_left_out(self):
        (self.lab / "lab.h").write_text("int lab_1_add(int x);\nint lab_2_more(int x);\n")
        with (self.lab / "solution.cu").open("a") as file:
            file.write(TASKS)
        lines = self.made("in shared\n- return x;\n+ return 0;\n")
        self.assertEqual(lines[lines.index("// The tasks."):], TASKS_1.split("\n"))
        (self.lab / "lab.h").write_text("int lab_1_add(int x);\n")  # the other one is a helper that nothing calls: it stays
        self.assertIn("int lab_2_more(int x) {", self.made("in shared\n- return x;\n+ return 0;\n"))

    def test_a_submission_that_includes_the_reference_gets_its_text(self):
        (self.lab / "lab.h").write_text("int lab_1_add(int x);\nint lab_2_more(int x);\n")
        (self.lab / "solution.cu").write_text(TASKS)
        (self.lab / "wrong/shared.cuh").write_text('#pragma once\n#define lab_2_more theirs\n#include "../solution.cu"\n#undef lab_2_more\n')
        own = '// expect: wrong 2_more\n// fault: it adds nothing.\n#include "lab.h"\n#include "shared.cuh"\nint lab_2_more(int x) { return %s; }\n'
        for called, kept in (("x", False), ("theirs(x)", True)):
            (self.lab / "wrong/whole.cu").write_text(own % called)
            done = self.run_it(f"name\n{HEAD}in shared\n- return x;\n+ return 0;\n")
            self.assertEqual((done.returncode, done.stdout), (0, f"{self.out}/name.cu\n{self.out}/whole.cu\n"), done.stderr)
            text = (self.out / "whole.cu").read_text()
            self.assertTrue(text.startswith('// expect: wrong 2_more\n// fault: it adds nothing.\n#include "lab.h"\n'), text)
            self.assertTrue(text.endswith(f"int lab_2_more(int x) {{ return {called}; }}\n"), text)
            for left in ("int theirs(int x) {", "static int lab_2_helper(int x) {"):  # what the submission has its own instead of
                self.assertEqual(left in text, kept, text)
            for gone in ("#undef", "#pragma once", "solution.cu"):
                self.assertNotIn(gone, text)

    def test_headers_of_other_tasks_are_left_out(self):
        headers = "#include <mma.h>\n#include <cooperative_groups.h>\n#include <limits.h>\nusing namespace nvcuda; // in 2\n"
        (self.lab / "lab.h").write_text("int lab_1_add(int x);\nint lab_2_more(int x);\n")
        (self.lab / "solution.cu").write_text(headers + TASKS)
        edit = "in shared\n- return x;\n+ return 0;\n"
        self.assertEqual([line for line in self.made(edit) if line.startswith(("#", "using"))], ["#include <limits.h>"])
        (self.lab / "solution.cu").write_text(headers + TASKS.replace("return shared(x);", "wmma::f(); return shared(x);"))
        self.assertEqual([line for line in self.made(edit) if line.startswith(("#", "using"))],
                         ["#include <mma.h>", "#include <limits.h>", "using namespace nvcuda; // in 2"])

    def test_places_that_are_refused(self):
        self.refused("- a[0] *= b;\n+ a[0] -= b;\n", 4, "found them nowhere", "a[0] *= b;")
        self.refused("- y = y + 1;\n+ y = y - 1;\n", 4, "found them 2 times")
        self.refused("in two\n- a[0] += b;\n", 5, "in two with these lines, found them nowhere")
        self.refused("in three\n- a[0] += b;\n", 5, "the reference defines no three")
        self.refused("- int y = x;\n- return y;\n", 4, "found them nowhere")
        self.refused("- ...\n+ return 0;\n", 4, "`...` at an end needs `in FUNCTION`")
        self.refused("- y = y + 1;\n- return y;\n+ return 0;\n- return y;\n+ return 1;\n", 7, "edits a line that", ":4: name edits")

    def test_entries_that_are_refused(self):
        self.refused("+ return y;\n", 4, "a line that goes")
        self.refused("  return y;\n", 4, "a line that goes")
        self.refused("", 1, "name edits nothing")
        self.refused("* return y;\n", 4, "expected `- line`")
        self.refused("with: absent.cuh\nin two\n- return y;\n", 4, "`with:` needs a file of wrong/")
        for text, line, said in (("a name\n", 1, "expected a name"), ("name\nexpct: wrong 1_add\n", 2, "expected `expect: ...`"),
                                 ("name\nexpect: wrong add\nfault: x\n", 2, "expected `expect: VERDICT TASK"),
                                 ("name\nexpect: wrong 1_add\n- x\n", 3, "expected `fault: ...`"),
                                 (f"name\n{HEAD}- return y;\n\nname\n{HEAD}- return x;\n", 6, "the name name is taken by")):
            done = self.run_it(text)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"1_add.edits:{line}: ", done.stderr)
            self.assertIn(said, done.stderr)
        (self.lab / "wrong/name.cu").write_text("")
        self.refused("- return y;\n", 1, "is taken by 09_lab/wrong/name.cu")

    def test_only_what_changed_is_written(self):
        two = f"one\n{HEAD}- return y;\n\ntwo\n{HEAD}- return x;\n"
        self.assertEqual(self.run_it(two, "--check").returncode, 1)
        self.assertEqual(self.run_it(two).returncode, 0)
        self.assertEqual(self.run_it(two, "--check").returncode, 0)
        before = (self.out / "one.cu").stat().st_mtime_ns
        changed = two.replace("- return x;", "- return x;\n+ return 0;")
        self.assertIn("two.cu: not what its edit makes", self.run_it(changed, "--check").stderr)
        self.assertEqual(self.run_it(changed).returncode, 0)
        self.assertIn("return 0; // fault", (self.out / "two.cu").read_text())
        self.assertEqual((self.out / "one.cu").stat().st_mtime_ns, before)
        self.run_it(changed.partition("\n\n")[0])
        self.assertEqual([file.name for file in self.out.iterdir()], ["one.cu"])


if __name__ == "__main__":
    unittest.main()
