#!/usr/bin/env python3
"""Tests of grading/similar and of the CUDA that it makes readable for C++: JPlag is a stand-in that writes down how it was
called; g++ says whether a prepared reference is free of syntax errors."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "grading"))
from classroom import jplag  # noqa: E402
from classroom.cuda_as_cpp import code_of, translate  # noqa: E402
from mutation.solution import Solution  # noqa: E402

JAVA = """#!/bin/sh
printf '%s\\n' "$@" > "$FAKE_JAVA_SAW"
for last; do :; done
ls "$last" >> "$FAKE_JAVA_SAW"
[ -n "$FAKE_JAVA_FAILS" ] && exit 3
while [ "$1" != -r ]; do shift; done
cp "$FAKE_JAVA_FOUND" "$2"
"""


def jplag_report(path, pairs, **change):
    """A result.jplag as JPlag 6.3.0 writes it, of (name, name, average, maximum); a name with a slash has another id."""
    def identity(name):
        return name.replace("/", "_")
    parts = {"topComparisons.json": [{"firstSubmission": identity(a), "secondSubmission": identity(b), "similarities":
                                      {"AVG": average, "MAX": most, "LONGEST_MATCH": 29.0, "MAXIMUM_LENGTH": 35.0}} for a, b, average, most in pairs],
             "submissionMappings.json": {"submissionIds": {identity(name): name for pair in pairs for name in pair[:2]},
                                         "submissionIdsToComparisonFileName": {}},
             "cluster.json": [], **change}
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            if part is not None:
                archive.writestr(name, part if isinstance(part, str) else json.dumps(part))
    return path


class Translate(unittest.TestCase):
    def check(self, before, after):
        self.assertEqual(translate(before), after)
        self.assertEqual([len(line) for line in after.split("\n")], [len(line) for line in before.split("\n")])

    def test_launches(self):
        self.check("k<<<g, b>>>(x, y);", "k(  g, b   ,x, y);")
        self.check("k<<<1, 32>>>();", "k(  1, 32    );")
        self.check("k<float, 4><<<dim3(f(n, 2)), b,\n  sizeof(s[0]), q>>>\n(x);",
                   "k<float, 4>(  dim3(f(n, 2)), b,\n  sizeof(s[0]), q   \n,x);")
        self.check("a(k<<<1, 2>>>(3)); vector<vector<vector<int>>> v;", "a(k(  1, 2   ,3)); vector<vector<vector<int>>> v;")
        self.check("k<<<1, 2; x >>> (3);", "k<<  1, 2; x >>> (3);".replace("<<  ", "<< "))  # no launch: left broken

    def test_left_alone(self):
        for text in ('printf("k<<<1>>>(2) __global__ %c", \'"\');', "// k<<<1, 2>>>(3)\n/* __device__\n asm */ x;",
                     'R"x(k<<<1>>>(2)")x";', "int my__global__ = 1'000'000, asm_ = 0x1F;", "a << b >> c; constexpr int n = 1;"):
            self.check(text, text)

    def test_qualifiers(self):
        self.check("__global__ void __launch_bounds__(256, 2) k(float *__restrict__ x)",
                   "           void                           k(float *             x)")
        self.check("extern __shared__ __align__(16) char s[];", "extern                          char s[];")
        self.check("if constexpr (N > 2)", "if           (N > 2)")
        self.check("[=] __device__ (int i) {}", "[=]            (int i) {}")

    def test_what_cpp14_has_not(self):
        self.check('asm volatile("a %0;\\n"\n  : "=r"(x) : "r"(f(1)));', 'ptx()                 \n                        ;')
        self.check("float x = 0x1p-60f + 0x1.8P+3;", "float x = 1.0      + 1.0     ;")
        self.check('_Pragma("unroll") for (;;)', '                  for (;;)')
        self.check("unclosed __launch_bounds__(3", "unclosed                  (3")

    def test_compiler_reads_references(self):
        """No syntax error in what is made of any reference; the CUDA itself has some."""
        with tempfile.TemporaryDirectory() as folder:
            for solution in sorted((ROOT / "labs").glob("*/solution.cu")):
                for path in (*solution.parent.glob("*.h"), *solution.parent.glob("*.cuh")):
                    pathlib.Path(folder, path.name).write_text(translate(path.read_text()))
                text = Solution(solution.parent, "solution").text
                self.assertNotIn("<<<", code_of(translate(text)))
                self.assertEqual(self.syntax_errors(folder, translate(text)), [], solution)
            self.assertNotEqual(self.syntax_errors(folder, text), [])

    @staticmethod
    def syntax_errors(folder, text):
        """What a C++14 compiler says of the text's form; what names mean is not asked."""
        pathlib.Path(folder, "x.cpp").write_text(text)
        said = subprocess.run([os.environ.get("CXX", "g++"), "-std=c++14", "-fsyntax-only", "-fmax-errors=0", "-w",
                               f"-I{ROOT}/common", f"-I{ROOT}/common/emu/include", "x.cpp"],
                              cwd=folder, capture_output=True, text=True, check=False).stderr
        return re.findall(r"^x\.cpp:\d+:\d+: error: (?:expected|missing|stray|unterminated|unable to find).*", said, re.M)


class Similar(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.saw, self.jar, self.out = self.folder / "saw", self.folder / "a jplag.jar", self.folder / "out"
        self.jar.write_text("")
        self.found = jplag_report(self.folder / "found", [("ada", "bob", 0.5, 0.75)])
        (self.folder / "bin").mkdir()
        (self.folder / "bin/java").write_text(JAVA)
        (self.folder / "bin/java").chmod(0o755)
        self.starter = (ROOT / "labs/04_reduce/starter.cu").read_text()

    def hand_in(self, **files):
        for name, text in files.items():
            path = self.folder / "in" / name.replace("__", "/").replace("_cu", ".cu")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def similar(self, *more, status=0, path=None, **environment):
        environment = {**os.environ, "PATH": path or f"{self.folder}/bin:{os.environ['PATH']}", "FAKE_JAVA_SAW": str(self.saw),
                       "FAKE_JAVA_FOUND": str(self.found), **environment}
        done = subprocess.run([sys.executable, ROOT / "grading/similar", self.folder / "in", "--lab", "04",
                               *([] if "--found" in more else ["--out", self.out]), *map(str, more)], capture_output=True, text=True, env=environment, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_jplag_is_called(self):
        self.hand_in(ada__reduce_cu="k<<<1, 2>>>(x);\n", bob_cu="int y;")
        said = self.similar("--jar", self.jar, "--min-tokens", 9)
        self.assertEqual(self.saw.read_text().split("\n")[:-1], [
            "-jar", str(self.jar), "-l", "cpp", "-bc", f"{self.out}/base", "-r", f"{self.out}/result.jplag", "--mode", "RUN",
            "-t", "9", f"{self.out}/submissions", "ada", "bob"])
        self.assertIn(f"JPlag's report: {self.out}/result.jplag", said)
        self.assertEqual((self.out / "submissions/ada/reduce.cpp").read_text(), "k(  1, 2   ,x);\n")
        self.assertEqual((self.out / "base/starter_cu.cpp").read_text(), translate(self.starter))
        self.assertEqual({p.name for p in (self.out / "base").iterdir()}, {"starter_cu.cpp", "reduce_h.cpp", "repeat_cuh.cpp"})

    def test_without_a_jar(self):
        self.hand_in(a_cu="int x;", b_cu="int y;")
        said = self.similar()
        self.assertIn(f"java -jar JPLAG.jar -l cpp -bc {self.out}/base -r {self.out}/result.jplag --mode RUN", said)
        self.assertFalse(self.saw.exists())

    def test_results_of_grade(self):
        for name in ("run.json", "students/k%C3%B6nig/submission.cu", "students/ada/submission.cu", "students/eve/status.json"):
            self.hand_in(**{name: json.dumps({"lab": "04"}) if name.endswith("json") else f"int {name[9]};"})
        jplag_report(self.found, [("ada", "k%C3%B6nig", 0.5, 0.75)])
        said = self.similar("--jar", self.jar)
        self.assertIn("not compared: eve: nothing handed in", said)
        self.assertIn("groups of equal files: 0; pairs that JPlag found: 1", said)
        self.assertEqual(self.saw.read_text().split("\n")[-3:-1], ["ada", "k%C3%B6nig"])

    def test_the_same(self):
        self.hand_in(a_cu="int  x; // mine\n", b_cu="int\nx;", c_cu="int y;", d_cu=self.starter, e_cu=self.starter)
        said = self.similar()
        self.assertIn("the same but for blanks and comments: a, b\n", said)
        self.assertEqual(said.count("the same but"), 1)  # two untouched starters say nothing

    def test_odd_files(self):
        self.hand_in(**{"김__x_cu": "int x;", "latin_cu": b"// \xe9\nint y;", "bin_cu": b"\0\1", "empty_cu": "// n",
                        "big_cu": "x" * (1 << 20) + "y", "all.zip": "PK", "notes.txt": "hi", ".hid_cu": "int z;"})
        said = self.similar()
        for line in ("bin: bin.cu: not a text", "empty: empty.cu: empty", "big: big.cu: larger than 1 MiB",
                     "all.zip: grading/grade reads such files", "notes.txt: no .cu file"):
            self.assertIn(f"not compared: {line}", said)
        self.assertEqual({p.name for p in (self.out / "submissions").iterdir()}, {"%EA%B9%80", "latin", "%2Ehid"})

    def test_two_files_of_one_name(self):
        self.hand_in(a__x__s_cu="int x;", a__y__s_cu="int y;", b_cu="int z;")
        self.similar()
        self.assertEqual({p.name for p in (self.out / "submissions/a").iterdir()}, {"s.cpp", "_s.cpp"})

    def test_what_jplag_found_comes_into_the_report(self):
        for name in ("run.json", *(f"students/{key}/submission.cu" for key in ("ada", "bob", "cleo"))):
            self.hand_in(**{name: json.dumps({"lab": "04"}) if name.endswith("json") else "int x;"})
        said = self.similar()
        self.assertIn(f"--found {self.out}/result.jplag", said)
        pairs = [("ada", "cleo", 0.25, 0.5), ("bob", "ada", 0.875, 1.0), ("ada", "old/x", 0.9, 1.0)]
        table = self.folder / "results.csv"
        table.write_text("submissionName1,submissionName2,averageSimilarity,maxSimilarity\r\n" +
                         "".join(f"{a},{b},{x},{y}\r\n" for a, b, x, y in pairs), encoding="utf-8", newline="")
        for found in (jplag_report(self.folder / "result.jplag", pairs), table):
            (self.folder / "in/similar.json").write_text(json.dumps({"groups": [["ada", "bob"]]}))
            said = self.similar("--found", found)
            self.assertIn("not in", said)
            self.assertIn("old/x", said)
            self.assertEqual(json.loads((self.folder / "in/similar.json").read_text()), {
                "schema_version": 1, "lab": "04", "groups": [["ada", "bob"]],
                "pairs": [{"keys": ["bob", "ada"], "average": 0.875, "most": 1.0}, {"keys": ["ada", "cleo"], "average": 0.25, "most": 0.5}]})
        self.assertIn("none of its submissions", self.similar("--found", jplag_report(table, [("x", "y", 1, 1)]), status=2))

    def test_what_jplag_did_not_write(self):
        path, one = self.folder / "odd", ("a", "b", 0.5, 0.5)
        for change in ({"topComparisons.json": None}, {"topComparisons.json": "{"}, {"topComparisons.json": {"x": 1}},
                       {"topComparisons.json": [{"firstSubmission": "a"}]}, {"submissionMappings.json": []},
                       {"submissionMappings.json": {"submissionIds": {}}}):
            with self.assertRaises(jplag.Unreadable, msg=str(change)):
                jplag.read(jplag_report(path, [one], **change))
        for share in (2, -1, float("nan"), True, "1"):
            with self.assertRaises(jplag.Unreadable, msg=str(share)):
                jplag.read(jplag_report(path, [("a", "b", share, 0.5)]))
        for text in ("", "a,b\n", ",".join(jplag.CSV) + "\na,b,1\n", ",".join(jplag.CSV) + "\na,b,1,x\n", ",".join(jplag.CSV) + "\na,b,1,7\n"):
            path.write_text(text)
            with self.assertRaises(jplag.Unreadable, msg=text):
                jplag.read(path)
        self.assertEqual(jplag.read(jplag_report(path, [one])), [one])

    def test_trouble(self):
        self.hand_in(a_cu="int x;")
        self.assertIn("fewer than two", self.similar(status=2))
        self.assertIn("not an empty folder", self.similar(status=2))
        self.out = self.folder / "again"
        self.hand_in(b_cu="int y;")
        self.assertIn("no such file", self.similar("--jar", "gone.jar", status=2))
        self.assertIn("no java", self.similar("--jar", self.jar, path="/nowhere", status=2))
        self.assertIn("ended with status 3 and wrote no", self.similar("--jar", self.jar, status=1, FAKE_JAVA_FAILS="1"))
        self.assertIn("no such lab", self.similar("--lab", "44", status=2))
        self.assertIn("not a folder that grading/grade wrote", self.similar("--found", self.found, status=2))


if __name__ == "__main__":
    unittest.main()
