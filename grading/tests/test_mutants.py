"""grading/mutants: what it changes and what it leaves alone, who uses a line, and what its exit status says of survivors."""
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest

GRADING = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("PMPP_BUILD", GRADING.parent / "build"))
sys.path.insert(0, str(GRADING))

from mutation import known  # noqa: E402
from mutation.mutants import KINDS, changes, drawn  # noqa: E402
from mutation.solution import Solution, branches, compiled_lines, marked  # noqa: E402
from mutation.tokens import Source  # noqa: E402
from mutation.usage import Usage, entities  # noqa: E402

# One line, and what each kind makes of it: nothing else.
CHANGES = {
    "operator": [("x = a + b;", ["x = a - b;"]), ("x += a;", ["x -= a;", "x = a;"]), ("f(*p, &q, -1);", []),
                 ("if (!x) f();", ["if (x) f();"]), ("x = a && b;", ["x = a || b;"])],
    "comparison": [("while (i < n) f();", ["while (i <= n) f();"]), ("vector<int> x;", []), ("f<T><<<g, b>>>(x);", [])],
    "bound": [("for (; i < n;) f();", ["for (; i < n - 1;) f();"]), ("if (i <= n) f();", ["if (i <= n + 1) f();"])],
    "guard": [("if (i < n) f();", ["if (true) f();", "if (false) f();"]),
              ("x = i < n ? a : b;", ["x = true ? a : b;", "x = false ? a : b;"])],
    "initialiser": [("int x = 0;", ["int x = 1;"]), ("int x[2] = {};", ["int x[2] = {1};"]), ("x = 7;", ["x = 0;"]),
                    ("if (x == 0) f();", [])],
    "constant": [("enum { TILE = 32 };", ["enum { TILE = 33 };", "enum { TILE = 31 };"]), ("x = a[7u];", ["x = a[8u];", "x = a[6u];"]),
                 ("__shared__ int s[4];", ["__shared__ int s[3];"]), ("x = 0x10 + y;", ["x = 0x11 + y;", "x = 0xf + y;"])],
    "width": [("int64_t x = (uint64_t)y;", ["int x = (uint64_t)y;", "int64_t x = (uint32_t)y;"]), ("long long x;", ["int x;"]),
              ("struct __align__(8) s {};", ["struct  s {};"])],
    "launch": [("k<<<(n + 1) / 2, 64, s>>>(x);", ["k<<<((n + 1) / 2) - 1, 64, s>>>(x);", "k<<<((n + 1) / 2) + 1, 64, s>>>(x);",
                                                "k<<<(n + 1) / 2, 65, s>>>(x);", "k<<<(n + 1) / 2, 64, (s) - 16>>>(x);"]),
               ("dim3 g(m, n); k<<<g, 8>>>();", ["dim3 g(m, n); k<<<g, 9>>>();", "dim3 g(m - 1, n); k<<<g, 8>>>();",
                                               "dim3 g(m + 1, n); k<<<g, 8>>>();", "dim3 g(m, n - 1); k<<<g, 8>>>();",
                                               "dim3 g(m, n + 1); k<<<g, 8>>>();"])],
    "call": [("{ cudaMemset(p, 0, n); }", ["{ cudaSuccess; }"]), ("{ x = cudaGetLastError(); }", [])],
    "barrier": [("{ __syncthreads(); }", ["{ (void)0; }", "{ __syncwarp(); }"]), ("{ grid.sync(); }", ["{ (void)0; }"]),
                ("x = __syncthreads_or(y);", ["x = (y);"])],
    "fence": [("{ __threadfence(); }", ["{ (void)0; }", "{ __threadfence_block(); }"])],
    "mask": [("x = __ballot_sync(ALL, y);", ["x = __ballot_sync((ALL) >> 1, y);", "x = __ballot_sync((ALL) << 1, y);"])],
    "shuffle": [("x = __shfl_up_sync(m, x, d);", ["x = __shfl_down_sync(m, x, d);", "x = __shfl_up_sync(m, x, 2 * (d));",
                                                "x = __shfl_up_sync(m, x, (d) / 2);"])],
    "vote": [("x = __any_sync(m, y);", ["x = __all_sync(m, y);"]), ("x = __ballot_sync(m, y);", ["x = __ballot_sync(m, !(y));"])],
    "atomic": [("atomicAdd(&h[b], 1);", ["({ auto p = (&h[b]); auto o = *p; *p = o + (1); o; });", "atomicAdd_block(&h[b], 1);"])],
    "volatile": [("x = *(volatile int *)p;", ["x = *(int *)p;"])],
    "async": [("{ __pipeline_wait_prior(0); }", ["{ (void)0; }", "{ __pipeline_wait_prior(0 + 1); }"])],
    "swap": [("x = f(a) - s[1];", ["x = s[1] - f(a);"]), ("x = i < n ? a : b;", ["x = i < n ? b : a;"]), ("x = -a;", [])],
    "nomod": [("x = i % (4 + j) + k;", ["x = i  + k;"])],
    "noinit": [("float sum = 0;", ["float sum ;"]), ("const int a = 3;", []), ("x = 3;", [])],
    "nostmt": [("if (x) y = 3;", ["if (x) (void)0;"]), ("for (i = 0; i < n; i++) f(i);", ["for (i = 0; i < n; i++) (void)0;"]),
               ("int a = 3;", []), ("return f(x);", []), ("__syncwarp();", [])],
    "index": [("x = s[i];", ["x = s[i + 1];", "x = s[i - 1];"]), ("int s[4];", [])],
    "conj": [("if (i < n && j < m) f();", ["if ( j < m) f();", "if (i < n ) f();"]), ("f(a && b);", ["f( b);", "f(a );"])],
    "xy": [("int x = threadIdx.x;", ["int x = threadIdx.y;"]), ("v.x += v.y;", [])],
    "nocast": [("x = (int64_t)y * 4;", ["x = y * 4;"]), ("f(int);", [])],
}

SOLUTION = """#include "helper.cuh"
// a comment with a + b and if (x < y)
#define UNUSED (1 + 2)
#ifdef NOWHERE
static int elsewhere(int x) { return x + 1; }
#endif
static int unused(int x) { return x % 3; }
static int twice(int x) { return x * 2; }
int toy_1_twice(int x) { return twice(x) + helped(x); }
int toy_2_minus(int x) { return x - 5; }
"""
CALLS = """#include "worker/worker.h"
int toy_1_twice(int);
int toy_2_minus(int);
#define CALLS(RUN, TWO, AFTER) RUN(toy, 1_twice, f((int)io->param[0])) RUN(toy, 2_minus, f((int)io->param[0]))
PMPP_CALLS(CALLS);
"""
# Passes what its faults do not appear in; leaves a line for each task that it is asked for.
GRADER = """#!{python}
import json, pathlib, sys
value = lambda option: sys.argv[sys.argv.index(option) + 1]
text, task, faults = pathlib.Path(value("--impl")).read_text(), value("--task"), {faults!r}
with open({log!r}, "a") as log:
    log.write(task + "\\n")
verdict, message = next((f[1:] for f in faults if f[0] in text), ("pass", ""))
missed = verdict == "distinction"
gates = [{{"metric": "barriers", "met": not missed, "distinction": "few"}}]
entry = {{"name": task, "verdict": "pass" if missed else verdict, "message": message, "failed_case": None if missed else "n=1",
         "hazards": [], "gates": gates}}
pathlib.Path(value("--json")).write_text(json.dumps({{"tasks": [entry]}}))
sys.exit(verdict != "pass")
"""
FAULTS = [("x + 2", "wrong", "expected 2"), ("x / 2", "rejected", "mutant.cu does not compile:"), ("x - 4", "crash", ""),
          ("twice(x) - helped(x)", "hazard", ""), ("x + 5", "wrong", ""), ("x * 3", "wrong", ""), ("x * 1", "wrong", "")]


class Changes(unittest.TestCase):
    def test_each_kind_makes_exactly_these(self):
        self.assertEqual(set(CHANGES), set(KINDS))
        for kind, lines in CHANGES.items():
            for line, expected in lines:
                text = f"void f() {{\n{line}\n}}\n"
                got = [m.after for m in changes(Source(text)) if m.kind == kind]
                self.assertEqual(got, [e for e in expected if e != line], (kind, line))

    def test_given_header_that_leads_to_the_graders_stays_an_include(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = pathlib.Path(folder)
            (lab / "solution.cu").write_text('#include "own.cuh"\n#include "given.cuh"\nint x;\n')
            (lab / "own.cuh").write_text("int own;\n")
            (lab / "given.cuh").write_text('#include "worker/deep.cuh"\nint given;\n')
            self.assertEqual(Solution(lab).text, 'int own;\n#include "given.cuh"\nint x;\n')

    def test_comments_strings_and_directives_stay(self):
        for line in ("// a + b", "/* a + b */", "#define A (a + b)", "#pragma unroll 4", '#if 1 + 1 \\\n && 2 < 3\n#endif',
                     'f("a + b < 3");', "f('+');", 'f(R"(a + b)");', "f(//\n);"):
            self.assertEqual([m.after for m in changes(Source(f"{line}\n"))], [], line)

    def test_one_line_differs(self):
        text = "void f() {\n  x = a +\n      b;\n  if (a &&\n      b) g();\n}\n"
        found = list(changes(Source(text)))
        self.assertTrue(found)
        for m in found:
            pairs = zip(text.split("\n"), m.text(text).split("\n"))
            self.assertEqual(sum(a != b for a, b in pairs), 1, m.after)

    def test_draw_takes_kinds_in_turn_and_is_seeded(self):
        text = "void f() {\n" + "x = a + b;\n" * 9 + "__syncthreads();\n}\n"
        first = drawn(list(changes(Source(text))), 1)
        self.assertEqual({m.kind for m in first[:2]}, {"operator", "barrier"})
        self.assertEqual([(m.line, m.after) for m in first], [(m.line, m.after) for m in drawn(list(changes(Source(text))), 1)])
        self.assertNotEqual([m.line for m in first], [m.line for m in drawn(list(changes(Source(text))), 2)])


class Uses(unittest.TestCase):
    def test_names_of_declarations(self):
        text = ("enum { A = 1, B };\ntemplate <typename T, int N = 3> struct s { T x; };\ntypedef void (*fun)(int);\n"
                "static const int table[] = {1, 2};\nnamespace n { void __launch_bounds__(3) k(int a) { b(); } }\n"
                "template <> struct s<int> { int y; };\nint declared(int);\n")
        self.assertEqual([e.names for e in entities(Source(text))],
                         [["A", "B"], ["s"], ["fun"], ["table"], ["k"], ["s"], ["declared"]])

    def test_tasks_reach_through_macros_and_overloads(self):
        source = Source("#define CALL(x) deep(x)\nint deep(int x) { return 1; }\nint deep(float x) { return 2; }\n"
                        "int one() { return CALL(1); }\nint two() { return 3; }\n")
        usage = Usage(source, {"1": {"one"}, "2": {"two"}})
        self.assertEqual([usage.users[e] for e in usage.found], [["1"], ["1"], ["1"], ["2"]])

    def test_text_without_other_tasks(self):
        text = "int shared;\nint one() {\n  return shared;\n}\n// both\nint two() { return shared; }\nint nobodys;\n"
        usage = Usage(Source(text), {"1": {"one"}, "2": {"two"}})
        self.assertEqual(usage.without_others(text, ["2"]),
                         "int shared;\n\n\n\n// both\nint two() { return shared; }\nint nobodys;\n")
        self.assertEqual(usage.without_others(text, ["1", "2"]), text)

    def test_lines_that_are_not_compiled(self):
        text = "a\n#ifdef X\nb\n#else\nc\n#endif\nd\n"
        self.assertEqual(len({branches(text)[n] for n in (1, 3, 5)}), 3)
        self.assertEqual(branches(text)[1], branches(text)[7])
        self.assertEqual(marked("#if A && \\\n  B\nb\n#endif\n"), "#if A && \\\n  B\nenum { PMPP_BRANCH_1 };\nb\n#endif\n")
        text = "#include <cuda_runtime.h>\n#ifdef X\nint a;\n#else\nint f() {\n#ifndef __PMPP_EMU__\n  return 1;\n#else\n  return 2;\n#endif\n}\n#endif\n"
        compiled = compiled_lines(text, BUILD / "bin" / "emucc", [])
        self.assertEqual([n for n in range(1, 13) if compiled(n)], [1, 4, 5, 8, 9, 10, 11, 12])


class List(unittest.TestCase):
    def test_reads_what_it_says(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mutants.txt")
            path.write_text("# why\n\nf #2\n- a  +  b\n+ a - b\nunshown: long\n  reason\n")
            (entry,) = known.read(path, "05").values()
            self.assertEqual(entry[:3], (("05", "f", 2, "a + b", "a - b"), "unshown", "long reason"))
            for bad in ("f\n- a\n+ b\n", "f\n- a\n+ b\nbecause: x\n", "f\n+ a\n- b\nequivalent: x\n", "f\n- a\n+ b\nequivalent:\n"):
                path.write_text(bad)
                self.assertRaises(known.Malformed, known.read, path, "05")


class Tool(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        self.lab = self.top / "labs" / "99_toy"
        self.lab.mkdir(parents=True)
        (self.top / "build" / "bin").mkdir(parents=True)
        (self.top / "build" / "bin" / "emucc").symlink_to(BUILD / "bin" / "emucc")
        (self.lab / "solution.cu").write_text(SOLUTION)
        (self.lab / "helper.cuh").write_text("static int helped(int x) { return x - 1; }\n")
        (self.lab / "grader").mkdir()
        (self.lab / "grader/calls.c").write_text(CALLS)
        self.grader(FAULTS)

    def grader(self, faults):
        path = self.top / "build" / "bin" / "lab99"
        path.write_text(GRADER.format(python=sys.executable, faults=faults, log=str(self.top / "asked")))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_tool(self, *options, status=0, where=None):
        where = where or ["--build", self.top / "build", "--labs", self.top / "labs", "--lab", "99"]
        done = subprocess.run([GRADING / "mutants", *where, "--count", "0", *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def known(self, text):
        (self.lab / "mutants.txt").write_text(text)

    REST = ("toy_2_minus\n- int toy_2_minus(int x) { return x - 5; }\n+ int toy_2_minus(int x) { return x - 6; }\nequivalent: of a toy\n\n"
            "helped\n- static int helped(int x) { return x - 1; }\n+ static int helped(int x) { return x + 1; }\nunshown: of a toy\n")

    def test_survivors_fail_until_they_are_listed(self):
        text = self.run_tool("--kind", "operator", "--kind", "constant", status=1)
        survivors = re.findall(r"SURVIVES (\S+): \w+, tasks (.*)\n(\w+)\n.*\n\+ (.*)", text)
        # x % 3 is nobody's: no task notices. x - 2 of the header: the fake grader does not.
        self.assertEqual({s[3] for s in survivors}, {"int toy_2_minus(int x) { return x - 6; }", "static int helped(int x) { return x + 1; }",
                                                     "static int helped(int x) { return x - 2; }", "static int unused(int x) { return x / 3; }",
                                                     "static int unused(int x) { return x % 4; }", "static int unused(int x) { return x % 2; }"})
        self.assertEqual(survivors[0][0].split(":")[0], "solution.cu")
        listed = "".join(f"{function}\n- {before}\n+ {after}\nequivalent: of a toy\n\n" for function, before, after in
                         re.findall(r"SURVIVES .*\n(\w+)\n- (.*)\n\+ (.*)", text))
        self.known(listed)
        text = self.run_tool("--kind", "operator", "--kind", "constant")
        self.assertIn("| 99 | 12 | 6 | 6 | 0 | 0 | 2 |", text)
        self.assertIn("killed by verdict: wrong 4, ", text)
        # A line that moves keeps its entry; one that changes makes it useless, and its mutants survive again.
        (self.lab / "solution.cu").write_text("\n\n" + SOLUTION)
        self.run_tool("--kind", "operator", "--kind", "constant")
        (self.lab / "solution.cu").write_text(SOLUTION.replace("x - 5", "x - 7"))
        text = self.run_tool("--kind", "operator", "--kind", "constant", status=1)
        self.assertIn("no mutant is like this any more", text)
        self.assertIn("+ int toy_2_minus(int x) { return x - 6; }", text)

    def test_entry_that_is_killed_is_told(self):
        self.known("twice\n- static int twice(int x) { return x * 2; }\n+ static int twice(int x) { return x + 2; }\nequivalent: no\n")
        text = self.run_tool("--line", "8", status=1)
        self.assertIn("mutants.txt:1: is killed (wrong, 1_twice): not equivalent", text)

    def test_pass_without_a_distinction_is_killed(self):
        self.grader([("x + 2", "distinction", "")])
        out = self.top / "out.jsonl"
        text = self.run_tool("--line", "8", "--kind", "operator", "--out", out)
        self.assertIn("killed by verdict: distinction 1\n", text)
        (killed,) = [r for r in map(json.loads, out.read_text().splitlines()) if r["outcome"] == "killed"]
        self.assertIn("x + 2", killed["after"])
        self.assertEqual((killed["verdict"], killed["why"]), ("distinction", "barriers"))
        self.grader([("x", "distinction", "")])
        self.run_tool("--line", "8", status=2)  # the reference has them all

    def test_task_of_a_line_and_first_kill(self):
        self.run_tool("--line", "10", "--kind", "operator")
        asked = (self.top / "asked").read_text().split()
        self.assertEqual(asked, ["2_minus"] * len(asked))

    def test_uncompiled_is_not_counted(self):
        self.grader([("x + 2", "rejected", "mutant.cu does not compile:")])
        text = self.run_tool("--line", "8", "--kind", "operator")
        self.assertIn("| 99 | 0 | 0 | 0 | 0 | 0 | 1 |", text)
        self.grader([("x + 2", "rejected", "mutant.cu does not define toy_1_twice, declared in toy.h")])
        self.assertIn("| 99 | 0 | 0 | 0 | 0 | 0 | 1 |", self.run_tool("--line", "8", "--kind", "operator"))

    def test_resumes(self):
        out = self.top / "out.jsonl"
        self.run_tool("--line", "8", "--kind", "operator", "--out", out)
        first, asked = out.read_text(), (self.top / "asked").read_text()
        self.assertEqual([json.loads(line)["verdict"] for line in first.splitlines()], ["wrong"])
        text = self.run_tool("--line", "8", "--kind", "operator", "--out", out)
        self.assertEqual(out.read_text(), first)
        self.assertIn("| 99 | 1 | 1 |", text)
        self.assertNotIn("2_minus", asked)

    def test_reference_that_fails_is_trouble(self):
        self.grader([("x", "wrong", "")])
        self.run_tool("--line", "8", status=2)

    def test_real_lab(self):
        """The boundary check of lab 01, removed and always false: the real grader kills both."""
        text = self.run_tool("--task", "2_boundary", "--kind", "guard", "--line", "36", where=["--build", BUILD, "--lab", "01"])
        self.assertIn("| 01 | 2 | 2 | 0 | 0 | 0 |", text)


if __name__ == "__main__":
    unittest.main()
