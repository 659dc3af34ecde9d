"""The grader's command line on a toy lab: messages, exit statuses, result files, rebuilding, wrong submissions."""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

GRADER, SOURCE, LAB = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
TASKS = "1_double", "2_triple", "3_negate"
SOLUTION = (SOURCE / "solution.cu").read_text()


def grade(*args, **kw):
    return subprocess.run([GRADER, *map(str, args)], capture_output=True, text=True, timeout=120, **kw)


def fnv1a(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return h


class Cli(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(LAB, ignore_errors=True)
        shutil.copytree(SOURCE, LAB)
        (LAB / "wrong").mkdir(exist_ok=True)
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def expect(self, done, status, *words):
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, said)
        for w in words:
            self.assertIn(w, said)
        return said

    def submission(self, text, name="mine.cu"):
        file = self.dir / name
        file.write_text(text)
        return file

    def test_file(self):
        length = self.submission("300\n", "length.txt")
        said = self.expect(grade("--impl", "solution", "--length", length), 0, "1_double", "2_triple", "1/1", "Score: 10/10",
                           "length.txt")
        self.assertNotIn("3_negate", said)
        mine = self.submission(SOLUTION.replace("y, 2)", "y, 4)"))
        self.expect(grade("--impl", mine, "--length", length, "--task", "1_double"), 1, "wrong", f"--length {length}")
        self.expect(grade("--length", self.submission("three", "bad.txt")), 2, "--length ", "bad.txt: line 1: expected a number")
        self.expect(grade("--length", length, "--task", "3_negate"), 2, "--length: 3_negate takes no file")
        self.expect(grade("--length"), 2, "--length: needs a file")
        self.expect(grade("--length", length, "--list"), 2, "--length: only for grading, bench and save")
        self.expect(grade("--help"), 0, "--length FILE")

    def test_usage(self):
        self.expect(grade("--help"), 0, "--schedules", "Exit status")
        self.expect(grade("--list"), 0, "1_double", "3_negate", "multiply")
        self.assertEqual(grade("--impl", "solution", "--task", "2").stdout, grade("--impl", "solution", "--task", "2_triple").stdout)
        for nobody in ("", "4", "2_", "2_tri"):
            self.expect(grade("--task", nobody), 2, f"no task '{nobody}'")
        self.expect(grade("--task", "4_none"), 2, "no task '4_none'", "1_double", "3_negate")
        self.expect(grade("--what"), 2, "--what: unknown option")
        self.expect(grade("--seed"), 2, "--seed: needs a value")
        self.expect(grade("--seed", "-1"), 2, "expected a whole number")
        self.expect(grade("--schedules", "0"), 2, "expected a whole number")
        self.expect(grade("--backend", "cpu"), 2, "expected emu, gpu or all")
        self.expect(grade("--impl", "absent.cu"), 2, "absent.cu: No such file")
        self.expect(grade("--impl", self.dir), 2, "not a .cu file")
        self.expect(grade("--impl", "baseline", "--backend", "gpu"), 2, "has no baseline")
        self.expect(grade("--json", self.dir / "no" / "r.json"), 2, "cannot write to the directory")
        self.expect(grade("--json", self.dir), 2, "not a regular file")
        self.expect(grade("bench", "--backend", "emu"), 2, "only a device can be timed")
        self.expect(grade("--size", "n=1"), 2, "only for bench and save")
        self.expect(grade("bench", "--size", "n=1"), 2, "no such timed case", "n=257")
        self.expect(grade("--name"), 2, "--name: only for build")
        self.expect(grade("build", "--name", "--impl", "solution"), 0, "workers/lab00/solution\n")

    def test_save(self):
        """A saved case runs in the worker alone; what is no such case, or is not done, says so."""
        self.expect(grade("save"), 2, "needs the directory")
        self.expect(grade("save", self.dir, "--size", "n=5"), 2, "no case has this label")
        self.expect(grade("save", self.dir / "absent" / "more"), 0, "absent/more/")
        (self.dir / "taken").write_text("")
        self.expect(grade("save", self.dir / "taken" / "more"), 99, "Not a directory")
        self.expect(grade("save", self.dir / "new"), 0, "new/")
        said = self.expect(grade("save", self.dir), 0, "1_double, n=257", "2_triple, n=257", "3_negate, n=257")
        case = said.splitlines()[0].split(": ")[0]
        self.expect(grade("save", self.dir, "--task", "2_triple", "--size", "n=1"), 0, "2_triple-1.case: 2_triple, n=1")
        small = (self.dir / "2_triple-1.case").stat().st_size
        self.expect(grade("save", self.dir, "--task", "2_triple", "--size", "n=1", "--numbers", "100000"), 0, "2_triple-1.case")
        self.assertGreater((self.dir / "2_triple-1.case").stat().st_size, small + 400000)
        for numbers in ("", "x", "1,", "-1", "1,2,3,4,5"):
            self.expect(grade("save", self.dir, "--size", "n=1", "--numbers", numbers), 2, "up to 4 whole numbers")
        self.expect(grade("--numbers", "1"), 2, "--numbers: only for save")
        self.expect(grade("build", "--impl", "solution"), 0)
        self.expect(grade("build"), 0)

        def worker(impl, *args, **env):
            program = pathlib.Path(GRADER).resolve().parents[3] / "workers" / "lab00" / f"{impl}.emu"
            return subprocess.run([program, *args], capture_output=True, text=True, timeout=60, env={**os.environ, **env})

        report = json.loads(self.expect(worker("solution", case, EMU_REPORT="json"), 0))
        self.assertEqual([launch["grid"] for launch in report["launches"]], [[2, 1, 1]])
        self.expect(worker("starter", case), 1, "PMPP_TODO")
        spoils = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "return run(x, n, (float *)x, 2);"), "spoils.cu")
        self.expect(grade("--impl", spoils, "--task", "1_double"), 1, "an input was changed: x[0] was ")
        workers = pathlib.Path(GRADER).resolve().parents[3] / "workers" / "lab00"
        newest = max(workers.glob("spoils-*.emu"), key=lambda path: path.stat().st_mtime)
        self.expect(worker(newest.stem, case), 1, "an input was changed")
        self.expect(worker("solution", SOURCE / "tasks.c"), 2, "not a case that")
        self.expect(worker("solution", self.dir / "absent.case"), 2, "No such file")

    def test_starter(self):
        said = self.expect(grade(), 1, "todo", "Nothing is written yet", "starter.cu", "toy_1_double: write one line", "Score: 0/15")
        run = next(line for line in said.splitlines() if "3. run" in line).split(None, 2)[2]
        one = self.expect(subprocess.run(run, shell=True, cwd=root(), capture_output=True, text=True), 1, "Score: 0/5", "begin     write one line")
        self.assertNotIn("Nothing is written", one)
        self.assertRegex(said, r"1_double +todo +0/5 +0/3, 3 not begun\n")
        last = self.expect(grade("--task", "3_negate"), 1, "idea      multiply", "begin     write a third line")
        self.assertNotIn("Where to begin", last)  # not with the last task

    def test_todo_later(self):
        file = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "return n == 257 ? PMPP_TODO : run(x, n, y, 2);"))
        said = self.expect(grade("--impl", file), 1, "case n=257 answered todo after 2 passed", "Score: 10/15")
        self.assertNotIn("Nothing is written", said)

    def test_ctest(self):
        """For CTest a task not begun is skipped; what is begun is not, whatever the submission prints or answers."""
        skipped = "\nSkipped: not begun\n"
        said = self.expect(grade("--ctest"), 77, "Nothing is written yet", "Score: 0/15", skipped)
        self.assertNotIn(skipped, grade().stdout)
        self.expect(grade("--ctest", "--task", "2"), 77, "2_triple: todo", "begin     ", "remove the line `return PMPP_TODO;`", skipped)
        self.expect(grade("--ctest", "--impl", "solution"), 0, "Score: 15/15")
        only_first = SOLUTION.replace("return run(x, n, y, 3);", "return PMPP_TODO;").replace("return run(x, n, y, -1);", "return PMPP_TODO;")
        self.assertEqual(only_first.count("PMPP_TODO"), 2)
        for name, text, args in (
                ("some of the lab", only_first, []),
                ("later", SOLUTION.replace("return run(x, n, y, 2);", "return n == 257 ? PMPP_TODO : run(x, n, y, 2);"), ["--task", "1"]),
                ("launched", SOLUTION.replace("return run(x, n, y, 2);", "run(x, n ? n : 1, y, 0); return PMPP_TODO;"), ["--task", "1"]),
                ("compiles not", only_first + "int x = ;\n", ["--task", "2"]),
                ("undefined", SOLUTION.replace("int toy_2_triple", "static int other"), ["--task", "2"]),
                ("wrong", SOLUTION.replace("y, 2)", "y, 4)"), ["--task", "1"]),
                ("prints", "#include <stdio.h>\n" + SOLUTION.replace("return run(x, n, y, 2);", 'printf("\\nSkipped: not begun\\n"); return run(x, n, y, 4);'),
                 ["--task", "1"]),
                ("exits", "#include <stdlib.h>\n" + SOLUTION.replace("return run(x, n, y, 2);", "exit(77);"), ["--task", "1"])):
            with self.subTest(name):
                said = self.expect(grade("--ctest", "--impl", self.submission(text), *args), 1)
                self.assertNotIn(skipped, said)
        self.expect(grade("--ctest", "--impl", self.submission(only_first), "--task", "2"), 77, skipped)
        hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
        self.assertNotIn(skipped, self.expect(grade("--ctest", "--backend", "gpu", env=hidden), 77, "15 points not assessed: no "))
        self.expect(grade("--ctest", "--backend", "all", env=hidden), 77, skipped)
        self.expect(grade("bench", "--ctest"), 2, "--ctest: only for grading")

    def test_cases_passed(self):
        """The column is of those that passed; those behind the first failure were not begun."""
        file = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "return run(x, n, y, n == 1 ? 4 : 2);"))
        said = self.expect(grade("--impl", file), 1, "2_triple")
        self.assertRegex(said, r"1_double +wrong +0/5 +1/3, 1 not begun\n")
        self.assertRegex(said, r"2_triple +pass +5/5 +3/3\n")
        apart = self.submission(SOLUTION.replace("(n + 255) / 256", "n"))
        self.assertRegex(self.expect(grade("--impl", apart), 1), r"1_double +inefficient +1/5 +2/3\n")

    def test_solution(self):
        file = self.dir / "r.json"
        self.expect(grade("--impl", "solution", "--json", file, "--schedules", "3", "--seed", "77"), 0, "Score: 15/15", "Counted by the emulator, n=257")
        r = json.loads(file.read_text())
        self.assertEqual((r["schema_version"], r["lab"], r["implementation"], r["backend"], r["seed"], r["schedules"]), (1, "00", "solution", "emu", 77, 3))
        self.assertEqual((r["points"], r["max"], r["not_assessed"]), (15, 15, 0))
        task = r["tasks"][1]
        self.assertEqual((task["name"], task["verdict"], task["points"]), ("2_triple", "pass", 5))
        self.assertEqual((task["cases_run"], task["cases_passed"], task["cases_total"]), (3, 3, 3))
        self.assertEqual(task["counters"]["blocks"], 2)
        self.assertEqual(task["counters"]["global_bytes"], 2056)
        self.assertEqual(task["gates"], [{"metric": "blocks", "kind": "at most", "bound": 2, "value": 2, "met": True, "formula": "ceil(n / 256)",
                                          "distinction": None, "points": 0}])
        self.assertEqual(os.listdir(self.dir), ["r.json"])
        self.assertEqual((r["source_bytes"], r["source_hash"]), (len(SOLUTION.encode()), f"{fnv1a(SOLUTION.encode()):016x}"))
        self.assertRegex(r["grader_version"], r"^\S+$")
        self.assertIn("GCC", r["machine"]["software"])
        done = grade("--impl", "solution", "--task", "1_double", "--json", "-")
        self.assertEqual([t["name"] for t in json.loads(done.stdout)["tasks"]], ["1_double"])
        self.assertIn("Score: 5/5", done.stderr)

    def test_wrong_is_explained(self):
        file = self.submission(SOLUTION.replace("if (i < n) y[i]", "if (i < n && i < 256) y[i]").replace("x, n, y, 2)", "x, n, y, 4)"))
        result = self.dir / "r.json"
        said = self.expect(grade("--impl", file, "--json", result), 1, "Score: 0/15", "nothing was written from element 256 on")
        self.assertIn("2 times the expected one", said)
        self.assertIn("n=257 (case 3 of 3; 2 before it passed)", said)
        tasks = json.loads(result.read_text())["tasks"]
        self.assertEqual([t["verdict"] for t in tasks], ["wrong", "wrong", "wrong"])
        first = tasks[1]["first_mismatch"]
        self.assertEqual((first["case"], first["arg"], first["index"], first["got"]), ("n=257", "y", 256, "NaN"))
        self.assertIn("eps |y|", first["bound_text"])
        again = subprocess.run(tasks[2]["repeat"], shell=True, cwd=root(), capture_output=True, text=True)
        self.expect(again, 1, "[256] expected", "n=257 (alone)")

    def test_repeated_as_it_was_run(self):
        """Contained, a worker has another seed for its schedules."""
        file = self.submission(SOLUTION.replace("if (i < n) y[i]", "if (i < n && i < 256) y[i]"))
        done = grade("--impl", file, "--task", "2_triple", "--contained")
        if done.returncode == 99:
            self.skipTest(done.stderr.strip())
        said = self.expect(done, 1, "repeat")
        command = next(line for line in said.splitlines() if "repeat" in line).split(None, 1)[1]
        self.assertIn(" --contained", command)
        again = subprocess.run(command, shell=True, cwd=root(), capture_output=True, text=True)
        self.expect(again, 1, "n=257 (alone)", command)
        self.assertNotIn("--contained", grade("--impl", file, "--task", "2_triple").stdout)

    def test_one_case(self):
        file = self.submission(SOLUTION.replace("if (i < n) y[i]", "if (i < n && i < 256) y[i]"), "my kernel.cu")
        said = self.expect(grade("--impl", file, "--task", "2_triple"), 1, "(case 3 of 3; 2 before it passed)")
        command = next(line for line in said.splitlines() if "repeat" in line).split(None, 1)[1]
        self.assertTrue(command.endswith("--case n=257"), command)
        again = subprocess.run(command, shell=True, cwd=root(), capture_output=True, text=True)
        self.expect(again, 1, "n=257 (alone)", "nothing was written from element 256 on", "no score", command)
        self.assertNotIn("Score", again.stdout)
        self.expect(grade("--impl", file, "--case", "2", "--verbose"), 0, "emu 1_double n=1: pass", "emu 3_negate n=1: pass", "1/1")
        self.expect(grade("--impl", file, "--case", "3"), 1, "n=257 (alone)")
        self.expect(grade("--case", "n=5"), 2, "--case n=5: no such case", "2_triple:", "n=257")
        self.expect(grade("--case", "4"), 2, "no such case")
        self.expect(grade("--case", "0"), 2, "no such case")
        self.expect(grade("--case", "1", "--json", "-"), 2, "do not go together")
        self.expect(grade("bench", "--case", "1"), 2, "only for grading")

    def test_state_of_an_earlier_call(self):
        """Wrong after the others, right alone: said where the case is repeated."""
        file = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "static int calls; return run(x, n, y, ++calls > 2 ? 9 : 2);"))
        self.expect(grade("--impl", file, "--task", "1_double"), 1, "--case n=257")
        self.expect(grade("--impl", file, "--task", "1_double", "--case", "n=257"), 0, "state that one call leaves to the next")

    def test_first_failing_call(self):
        file = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "int *p;\n  cudaFree(0);\n  cudaMalloc(&p, (size_t)1 << 60);\n  return run(x, n, y, 2);"))
        line = next(i for i, s in enumerate(file.read_text().splitlines(), 1) if "cudaMalloc" in s)
        self.expect(grade("--impl", file, "--task", "1_double"), 1, f"{file}:{line} was the first to fail: cudaErrorMemoryAllocation")

    def test_notes(self):
        local = SOLUTION.replace("y[i] = factor * x[i];", "{ float t[8] = {x[i]}; for (int k = 1; k < 8; k++) t[k] = x[i]; y[i] = factor * t[(int)x[0] & 7]; }")
        result = self.dir / "r.json"
        self.expect(grade("--impl", self.submission(local), "--json", result), 0, "1_double: pass", "note", "local-array in scale", "mine.cu:7")
        note = json.loads(result.read_text())["tasks"][0]["notes"][0]
        self.assertEqual((note["kind"], note["kernel"], note["at"]["line"]), ("local-array", "scale", 7))

    def test_hazard_is_placed(self):
        file = self.submission(SOLUTION.replace("if (i < n) ", ""))
        line = next(i for i, s in enumerate(file.read_text().splitlines(), 1) if "y[i] =" in s)
        said = self.expect(grade("--impl", file, "--task", "1_double"), 1, "hazard", "out-of-bounds", f"{file}:{line}", "block (0,0,0) thread (")
        self.assertNotIn("first to fail", said)  # the worker's own call met the kernel's error
        empty = self.submission(SOLUTION.replace("if (n == 0) return 0;", ""))
        self.expect(grade("--impl", empty, "--task", "1_double"), 1, "invalid-launch", "return before the launch")

    def test_gate(self):
        file = self.submission(SOLUTION.replace("(n + 255) / 256", "n"))
        result = self.dir / "r.json"
        self.expect(grade("--impl", file, "--task", "1_double", "--json", result), 1, "inefficient", "expected at most 2 (ceil(n / 256)), counted 257",
                    "one element a thread", "257*", "launch__grid_size")
        self.assertFalse(json.loads(result.read_text())["tasks"][0]["gates"][0]["met"])

    def test_lines(self):
        apart = self.submission(SOLUTION.replace("y[i] = factor * x[i];", "y[i] = factor * x[n - 1 - (n - 1 - i)];"))
        line = next(i for i, s in enumerate(apart.read_text().splitlines(), 1) if "y[i] =" in s)
        said = self.expect(grade("--lines", "--impl", apart, "--task", "1"), 0, "1_double, n=257, line by line", str(apart))
        self.assertRegex(said, rf"(?m)^ +{line}  global store +9 ")  # 257 threads are nine warps
        self.assertNotIn("2_triple", said)
        self.expect(grade("--lines", "--impl", apart, "--task", "1", "--case", "n=1"), 0, "1_double, n=1, line by line")
        self.expect(grade("--lines", "--impl", apart, "--case", "n=9"), 2, "no such case")
        self.expect(grade("--lines", "--task", "1"), 1, "the function answered PMPP_TODO")
        self.expect(grade("--lines", "--backend", "gpu"), 2, "the emulator counts")
        self.expect(grade("--lines", "--contained"), 2, "not with --contained")
        self.expect(grade("--lines", "--impl", self.submission(SOLUTION + "int x = ;\n")), 1, "does not compile")

    def test_html(self):
        wrong = self.submission(SOLUTION.replace("y[i] = factor * x[i];", "y[i] = i >= 200 ? 7e9f : factor * x[i];"))
        page = self.dir / "r.html"
        shown = ("--html", page, "--task", "1")
        self.expect(grade(*shown, "--impl", wrong), 0, "1_double, n=257", "open it in a browser")
        text = page.read_text(encoding="utf-8")
        for part in ("57 of 257 elements are wrong, the first is 200, the last 256", "A cell is 1 x 1 element of 5 x 64", "from [3][8]: 1 wrong",
                     "i &gt;= 200 ? 7e9f", "global store by 32 lanes: 4 sectors"):
            self.assertIn(part, text)
        self.assertEqual(text.count(": 1 wrong"), 57)
        self.expect(grade(*shown, "--impl", self.submission(SOLUTION)), 0)
        self.assertIn("All 257 elements are right", page.read_text(encoding="utf-8"))
        self.assertNotIn('class="said"', page.read_text(encoding="utf-8"))  # a pass needs no words
        self.expect(grade(*shown), 1, "the function answered PMPP_TODO")
        self.assertIn("There are none: ", page.read_text(encoding="utf-8"))
        self.expect(grade("--ascii", "--impl", wrong, "--task", "1"), 0, "global store by 32 lanes: 4 sectors", "#" * 32 + "  lanes 24-31")
        self.expect(grade("--html", self.dir / "no" / "r.html", "--task", "1"), 2, "cannot write to the directory", "No such file")
        self.expect(grade("--html", page), 2, "a page is about one task: add --task T")
        self.expect(grade(*shown, "--ascii"), 2, "one at a time")

    def test_html_before(self):
        """The stage before is shown where it runs, and is left out in silence where it does not."""
        page = self.dir / "r.html"
        apart = self.submission(SOLUTION)
        said = self.expect(grade("--html", page, "--task", "2", "--impl", apart), 0, "2_triple, n=257")
        self.assertNotIn("1_double", said)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(text.count("<h4>Before, mine.cu:"), 2)  # a load and a store
        said = self.expect(grade("--html", page, "--task", "1", "--impl", apart), 0)
        self.assertNotIn("Before", page.read_text(encoding="utf-8"))  # the first stage
        todo = SOLUTION.replace("return run(x, n, y, 2);", "return PMPP_TODO;")
        said = self.expect(grade("--html", page, "--task", "2", "--impl", self.submission(todo)), 0)
        self.assertNotIn("PMPP_TODO", said)
        self.assertNotIn("Before", page.read_text(encoding="utf-8"))

    def test_html_ladder(self):
        """All stages with their counts; below them the reference's, where the handout has a table."""
        page = self.dir / "r.html"
        apart = self.submission(SOLUTION.replace("(n + 255) / 256", "n"))
        self.expect(grade("--html", page, "--task", "2", "--impl", apart), 0)
        text = page.read_text(encoding="utf-8")
        self.assertIn('<h2>Your stages</h2>', text)
        self.assertIn('<th class="n">bytes /<br>compulsory</th>', text)
        row = re.compile(r'<tr><th scope="row">1_double</th><td>inefficient<span>(.*?)</span></td><td class="n">257\*(.*?)</td>')
        self.assertEqual(row.search(text).groups(), ("", ""))
        self.assertIn("<title>2_triple</title>", text)
        above = text[text.index("<h1>2_triple: inefficient</h1>"):text.index("<p>Device model")]
        for part in ("  gate      blocks: expected", "counted 257", "  hint      "):  # as the terminal says it
            self.assertIn(part, above)
        (LAB / "README.md").write_text("2\n<!-- counts:begin -->\n      task      case   blocks  ratio\n      1_double  n=257       2   1.00\n"
                                       "<!-- counts:end -->\n      2_triple  n=257       9   9.00\n")
        self.expect(grade("--html", page, "--task", "2", "--impl", apart), 0)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(row.search(text).groups(), ("reference", "<span>2</span>"))
        self.assertIn("<span>1.00</span>", text)
        self.assertNotIn("<span>9.00", text)
        table = (LAB / "README.md").read_text().replace("n=257       2", "n=513       2")
        (LAB / "README.md").write_text(table)  # counts of another case say nothing of this one
        self.expect(grade("--html", page, "--task", "2", "--impl", apart), 0)
        self.assertEqual(row.search(page.read_text(encoding="utf-8")).groups(), ("", ""))
        (LAB / "README.md").write_text(table.replace("begin -->\n", "begin -->\n    Counted, n=257\n\n"))
        self.expect(grade("--html", page, "--task", "2", "--impl", apart), 0)
        self.assertEqual(row.search(page.read_text(encoding="utf-8")).groups(), ("reference", "<span>2</span>"))

    def test_html_runs_each_case_once(self):
        """The page's own runs are rows of its ladder, too; what did not end well is graded for it."""
        page = self.dir / "r.html"

        def graded(text, task, status=0):
            args = "--html", page, "--task", task, "--impl", self.submission(text), "--verbose"
            said = self.expect(grade(*args), status)
            rows = re.findall(r'<tr><th scope="row">(\w+)</th><td>([\w-]+)<', page.read_text(encoding="utf-8"))
            return re.findall(r"^emu (\w+) n=257: ", said, re.M), [verdict for _, verdict in rows]

        self.assertEqual(graded(SOLUTION, "2"), (["3_negate"], ["pass", "pass", "pass"]))
        self.assertEqual(graded(SOLUTION, "1"), (["2_triple", "3_negate"], ["pass", "pass", "pass"]))
        wrong = SOLUTION.replace("y, 3)", "y, 4)")
        self.assertEqual(graded(wrong, "2"), (["3_negate"], ["pass", "wrong", "pass"]))
        self.assertIn("257 of 257", page.read_text(encoding="utf-8"))
        apart = SOLUTION.replace("(n + 255) / 256", "n")
        self.assertEqual(graded(apart, "2"), (["3_negate"], ["inefficient"] * 3))
        leak = SOLUTION.replace("return run(x, n, y, 3);", "void *p; cudaMalloc(&p, 8); return run(x, n, y, 3);")
        self.assertEqual(graded(leak, "2", 1), (["2_triple", "3_negate"], ["pass", "hazard", "pass"]))
        todo = SOLUTION.replace("return run(x, n, y, 3);", "return PMPP_TODO;")
        self.assertEqual(graded(todo, "2", 1), (["2_triple", "3_negate"], ["pass", "todo", "pass"]))

    def test_html_contained(self):
        """The page of a run in bubblewrap: with its source, and without the seed."""
        page = self.dir / "r.html"
        done = grade("--html", page, "--task", "1", "--impl", self.submission(SOLUTION), "--contained", "--seed", "987654321")
        if done.returncode == 99:
            self.skipTest(done.stderr.strip())
        self.expect(done, 0, "open it in a browser")
        text = page.read_text(encoding="utf-8")
        self.assertIn("All 257 elements are right", text)
        self.assertIn("y[i] = factor * x[i];", text)
        self.assertRegex(text, r"seed \d{1,5}\.")
        self.assertNotIn("987654321", text)
        self.expect(grade("--html", page, "--task", "1", "--impl", self.submission(SOLUTION), "--seed", "987654321"), 0)
        self.assertIn("987654321", page.read_text(encoding="utf-8"))  # one's own may be seen
        self.expect(grade("--html", page, "--task", "1", "--contained"), 1, "the function answered PMPP_TODO")

    def test_points(self):
        apart = self.submission(SOLUTION.replace("(n + 255) / 256", "n"))
        self.expect(grade("--impl", apart), 1, "1_double  inefficient       1/5 ", "1 of 5: the result is right and 0 of 1 gate is met; a pass gives 4 more",
                    "Score: 3/15")

    def test_rejected(self):
        bad = self.submission(SOLUTION + "int x = ;\n")
        last = len(bad.read_text().splitlines())
        self.expect(grade("--impl", bad), 1, "rejected", "does not compile", f"mine.cu:{last}:", "Score: 0/15")
        thrust = self.submission(SOLUTION.replace('#include "toy.h"', '#include "toy.h"\n#include <thrust/reduce.h>'))
        self.expect(grade("--impl", thrust), 1, "mine.cu:3: includes <thrust/reduce.h>", "write the kernel yourself")
        self.expect(grade("--impl", self.submission(SOLUTION + 'extern "C" void *malloc(size_t) { return nullptr; }\n')), 1, "rejected")
        self.expect(grade("--impl", self.submission(SOLUTION + 'extern "C" int helper() { return 1; }\n')), 1, "defines helper, which is not a function of the contract")
        self.expect(grade("--impl", self.submission('#include <stdlib.h>\n' + SOLUTION + 'int f() { return system("true"); }\n')), 1, "uses system")
        missing = self.submission(SOLUTION.replace("int toy_2_triple", "static int other"))
        result = self.dir / "r.json"
        self.expect(grade("--impl", missing, "--json", result), 1, "mine.cu does not define toy_2_triple, declared in toy.h", "Score: 10/15")
        self.assertEqual([t["verdict"] for t in json.loads(result.read_text())["tasks"]], ["pass", "rejected", "pass"])

    def test_made_on_the_host(self):
        body = ("float *h = (float *)malloc(n * 4 + 4); cudaMemcpy(h, x, n * 4, cudaMemcpyDeviceToHost); for (int64_t i = 0; i < n; i++) h[i] *= %d; "
                "int e = run(x, n, y, 5); cudaMemcpy(y, h, n * 4, cudaMemcpyHostToDevice); free(h); return e;")
        file = self.submission("#include <stdlib.h>\n" + SOLUTION.replace("return run(x, n, y, 2);", body % 2))
        self.expect(grade("--impl", file), 1, "rejected", "toy_1_double let the host read 1028 bytes of device memory in case n=257", "make 32", "Score: 10/15")
        none = "#include <stdlib.h>\n" + SOLUTION.replace("return run(x, n, y, 3);", (body % 3).replace("run(x, n, y, 5)", "0"))
        self.expect(grade("--impl", self.submission(none), "--task", "2_triple"), 1, "toy_2_triple let the host read")
        one = SOLUTION.replace("return run(x, n, y, 2);", "float v; int e = run(x, n, y, 2); if (n) cudaMemcpy(&v, y, 4, cudaMemcpyDeviceToHost); return e;")
        self.expect(grade("--impl", self.submission(one), "--task", "1_double"), 0, "Score: 5/5")

    def test_exit_and_print(self):
        text = "#include <stdio.h>\n#include <stdlib.h>\n" + SOLUTION.replace("return run(x, n, y, 2);", 'printf("Score: 15/15\\n"); exit(0);')
        self.expect(grade("--impl", self.submission(text)), 1, "exit status 0 before it answered", "Score: 10/15")

    def test_no_address_space(self):
        """The machine's fault, not the submission's."""
        for limit in (16 << 30, 100 << 30):
            said = self.expect(grade("--impl", "solution", preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))), 99,
                               "infra", "cannot reserve address space", "ulimit -v")
            self.assertNotIn("instead of calling exit", said)

    def test_warnings_of_a_crash(self):
        text = "#include <stdlib.h>\n" + SOLUTION.replace("return run(x, n, y, 2);", "int status;\n  if (status < 9) status = 0;\n  exit(status);")
        file = self.submission(text)
        line = next(i for i, s in enumerate(text.splitlines(), 1) if "status < 9" in s)
        said = self.expect(grade("--impl", file), 1, "1_double: crash", "exit status 0 before it answered", "When it was compiled:",
                           f"mine.cu:{line}:", "is used uninitialized [-Wuninitialized]", "if (status < 9)")
        self.assertEqual(said.count("is used uninitialized"), 1)  # of the task that crashed alone
        self.assertIn("is used uninitialized", grade("--impl", file, "--task", "1_double").stdout)  # not compiled again
        fault = self.submission(SOLUTION.replace("return run(x, n, y, 2);", "int *p;\n  return *p;"), "fault.cu")
        self.expect(grade("--impl", fault, "--task", "1_double"), 1, "hazard", "segmentation fault", "what      When it was compiled:",
                    "is used uninitialized")
        file.write_text(text.replace("int status;", "int status = 3;"))
        self.assertNotIn("When it was compiled", self.expect(grade("--impl", file), 1, "1_double: crash"))

    def test_nothing_stale(self):
        file = self.submission(SOLUTION)
        self.expect(grade("--impl", file, "--task", "1_double"), 0)
        second = grade("--impl", file, "--task", "1_double", "--verbose")
        self.assertNotIn("+ ", second.stderr)  # no compiler was called
        self.assertIn("the detector is on: a race, an access out of bounds and a lost barrier were planted and found\n", second.stderr)
        before = os.stat(file)
        file.write_text(SOLUTION.replace("y, 2)", "y, 9)"))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns - 10**12))  # changed, and older than the worker
        self.expect(grade("--impl", file, "--task", "1_double"), 1, "wrong")
        header = LAB / "toy.h"
        header.write_text(header.read_text() + "#error changed\n")
        self.expect(grade("--impl", file, "--task", "1_double"), 1, "rejected", "changed")

    def test_together(self):
        file = self.submission(SOLUTION)
        runs = [subprocess.Popen([GRADER, "--impl", file, "--task", "1_double"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        for r in runs:
            said = "".join(r.communicate(timeout=120))
            self.assertEqual(r.returncode, 0, said)

    def check_wrong(self, line, text=SOLUTION, backend="emu"):
        file = LAB / "wrong" / "w.cu"
        file.write_text(line + "\n" + text)
        return grade("--check-wrong", file, "--backend", backend)

    def test_check_wrong(self):
        twice = SOLUTION.replace("y, 2)", "y, 4)")
        self.expect(self.check_wrong("// expect: wrong 1_double", twice), 0, "wrong, as expected")
        self.expect(self.check_wrong("// expect: pass 2_triple", twice), 0, "pass, as expected")
        self.expect(self.check_wrong("// expect: hazard 1_double", twice), 1, "expected the verdict hazard, got wrong", "2 times the expected one")
        self.expect(self.check_wrong("// expect: wrong 1_double on gpu", twice), 77, "on gpu only")
        self.expect(self.check_wrong("// expect: wrong 9_none", twice), 2, "w.cu:1:", "no task '9_none'")
        self.expect(self.check_wrong("// no line of the right form", twice), 2, "w.cu:1:", "expected `// expect:")
        apart = SOLUTION.replace("(n + 255) / 256", "n")
        self.expect(self.check_wrong("// expect: inefficient 1_double blocks", apart), 0, "inefficient for blocks, as expected")
        self.expect(self.check_wrong("// expect: inefficient 1_double barriers", apart), 2, "w.cu:1: 'barriers'", "possible are: blocks")
        beyond = SOLUTION.replace("if (i < n) ", "")
        self.expect(self.check_wrong("// expect: hazard 1_double out-of-bounds", beyond), 0, "hazard for out-of-bounds, as expected")
        self.expect(self.check_wrong("// expect: hazard 1_double leak", beyond), 1, "expected the verdict hazard for leak, got it for another reason")
        override = (
            '#include "toy.h"\n#define toy_1_double reference\n#include "../solution.cu"\n#undef toy_1_double\n'
            "int toy_1_double(const float *, int64_t, float *) { return 1; }\n"
        )
        self.expect(self.check_wrong("// expect: wrong 1_double", override), 0, "ended with CUDA error 1")
        self.expect(grade("--check-wrong", "absent.cu", "--backend", "emu"), 2, "absent.cu")
        self.expect(grade("--check-wrong", LAB / "solution.cu"), 2, "needs --backend")

    def gates(self, **lines):
        for name, line in lines.items():
            (LAB / "wrong" / f"{name}.cu").write_text(line + "\n")
        script = pathlib.Path(__file__).with_name("gates_test.py")
        for task in TASKS:
            words = [GRADER, "--impl", "solution", "--task", task, "--backend", "emu"]
            subprocess.run(["sh", script.with_name("graded.sh"), LAB / "kept/lab00" / task, *words], capture_output=True, timeout=120)
        return subprocess.run([sys.executable, script, GRADER, LAB / "kept/lab00", LAB / "wrong", LAB / "accepted"], capture_output=True, text=True, timeout=120)

    def test_gates_have_wrong_submissions(self):
        self.expect(self.gates(), 1, "1_double: no wrong submission at all", "3_negate: no submission that misses its gate on blocks")
        self.expect(self.gates(a="// expect: inefficient 1_double blocks on emu", b="// expect: inefficient 2_triple blocks",
                               c="// expect: inefficient 3_negate", d="// expect: inefficient 3_negate blocks on gpu"), 1, "3_negate: no submission that misses")
        self.expect(self.gates(e="// expect: inefficient 3_negate blocks"), 1, "1_double: no accepted submission", "3 gates, 3 missing")
        (LAB / "accepted").mkdir()
        for task in TASKS:
            (LAB / "accepted" / f"{task}.cu").write_text(f"// expect: pass {task}\n")
        said = self.expect(self.gates(), 0, "3 gates")
        self.assertNotIn("no submission", said)
        self.assertEqual(json.loads((LAB / "kept/lab00.json").read_text())["points"], 15)
        self.assertIn("Counted by the emulator, n=257", (LAB / "kept/lab00.txt").read_text())
        (LAB / "solution.cu").write_text((LAB / "starter.cu").read_text())
        self.expect(self.gates(), 1, "the solution does not pass 1_double")

    def test_no_gpu(self):
        hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
        self.expect(grade("--backend", "gpu", env=hidden), 77, "Score: 0/15 (15 points not assessed: no ")
        alone = self.expect(grade("--backend", "gpu", "--case", "1", env=hidden), 77, "No case was run: no ")
        self.assertNotIn("One case", alone)
        self.expect(grade("bench", env=hidden), 77, "Nothing was timed: no ")
        bench = json.loads(grade("bench", "--json", "-", env=hidden).stdout)
        graded = json.loads(grade("--backend", "gpu", "--json", "-", env=hidden).stdout)
        for r in bench, graded:
            self.assertEqual((r["points"], r["max"], r["not_assessed"]), (0, 15, 15))
            self.assertIn("no ", r["not_assessed_reason"])
        both = json.loads(grade("--backend", "all", "--impl", "solution", "--json", "-", env=hidden).stdout)
        self.assertEqual(both["machine"]["device"], "emulator (A100)")  # the gpu's absence does not lose it
        self.expect(grade("--backend", "all", "--impl", "solution", env=hidden), 0, "Score: 15/15 (gpu not assessed: no ")


def root():
    """The project's root, from where the commands that the grader prints are run."""
    return SOURCE.parents[3]


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
