#!/usr/bin/env python3
"""Tests of update_readme.py: what the table says, and that a stale or impossible one is refused."""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "update_readme.py"
FRONT = "front\n<!-- labs:begin -->\n<!-- labs:end -->\n"
FRAME = ("before\n<!-- ladder:begin -->\n<!-- ladder:end -->\n"
         "between\n<!-- labs:begin -->\n<!-- labs:end -->\nafter\n")

COUNTERS = {"simt_efficiency": 0.5, "shared_wavefronts_excess": 1234, "idle_share": 0.25, "barriers": 9000,
            "launches": 2, "global_bytes": 8016}
EMU = {"schema_version": 1, "lab": "04", "date": "2000-01-02T03:04:05Z",
       "machine": {"host": "", "device": "emulator", "software": "emulator, GCC 12.2"},
       "tasks": [{"name": "1_first", "backend": "emu", "verdict": "pass", "gated_case": "n=2^10-23",
                  "counters": COUNTERS, "timing": None}]}
RUNS = [{"name": "impl", "median_ms": 1, "bytes_per_s": 2.5e12, "share_of_copy": 0.625},
        {"name": "cub", "median_ms": 1.01, "ratio": 1.01}, {"name": "thrust", "median_ms": 3, "ratio": 3.0}]
GPU = {"schema_version": 1, "lab": "04", "date": "2000-01-02T03:04:05Z",
       "machine": {"host": "", "device": "NVIDIA X", "software": "CUDA 13.0"},
       "tasks": [{"name": "1_first", "backend": "gpu", "verdict": "pass", "gated_case": None, "counters": None,
                  "timing": {"case": "n=2^28", "runs": RUNS}}]}


class UpdateReadme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.front, self.readme = self.folder / "front.md", self.folder / "README.md"
        self.front.write_text(FRONT)
        self.readme.write_text(FRAME)
        self.write("emu.json", EMU)
        self.write("gpu.json", GPU)

    def write(self, name, result):
        (self.folder / name).write_text(json.dumps(result))

    def run_script(self, *options):
        command = [sys.executable, SCRIPT, "--readme", self.front, "--tables", self.readme, "--labs", self.folder / "labs", "--emu", self.folder / "emu.json", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def with_gpu(self, *options):
        return self.run_script("--gpu", self.folder / "gpu.json", *options)

    def test_table(self):
        self.assertEqual(self.with_gpu().returncode, 0)
        text = self.readme.read_text()
        row = "| `1_first` | 50.0 % | 1,234 | 25.0 % | 9,000 | 2 | 2.000 | 2,500 | 62 % | 1.01 (tie) | 3.00 |"
        self.assertIn(row, text)
        self.assertIn("n=2^10-23 floats, emulator, GCC 12.2", text)
        self.assertIn("n=2^28 floats, NVIDIA X, CUDA 13.0, 2000-01-02", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))

    def test_ladder_with_a_later_run(self):
        self.write("gpu.json", {**GPU, "tasks": [{**GPU["tasks"][0], "date": "2000-02-03T04:05:06Z"}]})
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("2000-01-02, `1_first` 2000-02-03; medians", self.readme.read_text())

    def handout(self):
        lab = self.folder / "labs/07_sort"
        (lab / "measured").mkdir(parents=True)
        gpu = copy.deepcopy(GPU)
        gpu |= {"lab": "07", "copy_bytes_per_s": 4e12}
        gpu["tasks"][0]["timing"] |= {"floor_bytes": 4096, "runs": [{**r, "spread": 0.01} for r in RUNS]}
        (lab / "measured/h200.json").write_text(json.dumps(gpu))
        (lab / "README.md").write_text("# Lab 07: Sorting\n<!-- in short: 1_first, 2_tensor | merge and more -->\n"
                                       "<!-- times of n=2^28 -->\n<!-- times:begin -->\n<!-- times:end -->\nb\n")
        self.notes = lab / "measured/NOTES.md"
        self.notes.write_text("<!-- h200:begin -->\n<!-- h200:end -->\n")
        (lab / "grader").mkdir()
        (lab / "grader/tasks.c").write_text('{.name = "1_first"},\n{.name = "2_tensor"},\nCOMMON("1_first")\n')
        return lab / "README.md"

    def test_handout_and_notes(self):
        handout = self.handout()
        self.assertEqual(self.with_gpu("--check").returncode, 1)
        self.assertEqual(self.with_gpu().returncode, 0)
        row = "| `1_first` | n=2^28 | 1.0000 | 1.00 % | 2,500 GB/s | 62 % | 1.0100 (1.00 %) | 3.0000 (1.00 %) | 1.01 (tie) | 3.00 |"
        self.assertIn(row, self.notes.read_text())
        self.assertIn("| `1_first` | n=2^28 | 1.0000 | 2,500 GB/s | cub | 1.0100 | 1.01 (tie) |", handout.read_text())
        self.assertIn("A copy ran at 4,000 GB/s. Every time converged", handout.read_text())
        self.assertEqual(self.with_gpu("--check").returncode, 0)
        for path in (handout, self.notes):
            right = path.read_text()
            path.write_text(right.replace("2,500", "2,600"))
            done = self.with_gpu("--check")
            self.assertEqual(done.returncode, 1)
            self.assertIn("2,600", done.stdout)
            path.write_text(right)

    def test_cases_of_the_handout(self):
        handout = self.handout()
        (handout.parent / "measured/h200.json").write_text(json.dumps(self.rated()))
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("README.md: no task was timed at n=2^28", done.stderr)
        handout.write_text(handout.read_text().replace("of n=2^28", "of 256"))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| `1_first` | 256 | 1.0000 | 16.0 TFLOP/s | cublas | 0.8000 | 0.50 |", handout.read_text())
        self.assertNotIn("| `1_first` | 512 |", handout.read_text())
        gpu = self.rated()
        del gpu["tasks"][0]  # of this task the last case is left
        (handout.parent / "measured/h200.json").write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| `1_first` | 512 |", handout.read_text())
        handout.write_text(handout.read_text().replace("<!-- times of 256 -->\n", ""))
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected one line <!-- times of CASE; CASE -->", done.stderr)

    def test_a_result_that_another_test_has_kept(self):
        handout = self.handout()
        (handout.parent / "solution.cu").write_text("")
        handout.write_text(handout.read_text() + "<!-- counts:begin -->\n<!-- counts:end -->\n")
        self.write("lab07.json", {**EMU, "lab": "07"})
        (self.folder / "lab07.txt").write_text("a table\nCounted by the emulator, n=7\n\n  task  loads\n  1_first  7\n\nScore: 1/1\n")
        self.assertEqual(self.with_gpu("--graded", self.folder).returncode, 0)
        self.assertIn("\n    Counted by the emulator, n=7\n\n      task  loads\n      1_first  7\n<!--", handout.read_text())
        (self.folder / "lab07.txt").write_text("Counted by the emulator, n=8\n\nScore: 1/1\n")
        self.assertEqual(self.with_gpu("--graded", self.folder, "--check").returncode, 1)
        self.write("lab07.json", {**EMU, "lab": "07", "tasks": [{**EMU["tasks"][0], "verdict": "wrong"}]})
        done = self.with_gpu("--graded", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("lab07.json: 1_first is 'wrong'", done.stderr)

    def test_times_that_did_not_converge(self):
        handout = self.handout()
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("Every time converged", self.notes.read_text())
        measured = handout.parent / "measured/h200.json"
        gpu = json.loads(measured.read_text())
        gpu["tasks"][0]["timing"]["runs"][1]["standard_error"] = 0.059
        measured.write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu("--check").returncode, 1)
        self.assertEqual(self.with_gpu().returncode, 0)
        row = "| 1.0100 (1.00 %)\\* | 3.0000 (1.00 %) | 1.01\\* (tie) | 3.00 |"
        self.assertIn(row, self.notes.read_text())
        self.assertIn("\\* did not converge: the standard error of the mean stayed above 0.5 %", self.notes.read_text())

    def test_named_operations(self):
        handout = self.handout()
        measured = handout.parent / "measured/h200.json"
        gpu = json.loads(measured.read_text())
        timing = gpu["tasks"][0]["timing"]
        timing["ops_name"] = "edges"
        timing["runs"][0]["ops_per_s"] = 12.345e9
        measured.write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| `1_first` | n=2^28 | 1.0000 | 1.00 % | 12.35 G edges/s |  | 1.0100 (1.00 %) |", self.notes.read_text())

    def test_another_device(self):
        handout = self.handout()
        gpu = json.loads((handout.parent / "measured/h200.json").read_text())
        gpu["machine"] = {"device": "NVIDIA H100", "software": "CUDA"}
        gpu["tasks"][0]["timing"]["runs"][0] |= {"median_ms": 1.25}
        (handout.parent / "measured/h100.json").write_text(json.dumps(gpu))
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected one <!-- h100:begin -->", done.stderr)
        self.notes.write_text(self.notes.read_text() + "<!-- h100:begin -->\n<!-- h100:end -->\n")
        self.assertEqual(self.with_gpu().returncode, 0)
        first, second = self.notes.read_text().split("<!-- h100:begin -->")
        self.assertIn("| `1_first` | n=2^28 | 1.0000 |", first)
        self.assertIn("| `1_first` | n=2^28 | 1.2500 |", second)
        self.assertIn("NVIDIA H100, CUDA", second)
        self.notes.write_text(self.notes.read_text().replace("1.2500", "1.1500"))
        self.assertEqual(self.with_gpu("--check").returncode, 1)

    def test_versions_of_libraries(self):
        handout = self.handout()
        measured = handout.parent / "measured/h200.json"
        gpu = json.loads(measured.read_text())
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertNotIn("Libraries", self.notes.read_text())
        runs = gpu["tasks"][0]["timing"]["runs"]
        runs[1]["library"] = "CUB 3.0.1"
        measured.write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("Libraries, where the run told it: cub is CUB 3.0.1. To repeat", self.notes.read_text())
        for run in runs[2:]:
            run["library"] = "Thrust 3.0.1"
        later = copy.deepcopy(gpu["tasks"][0])
        later["timing"]["case"], later["timing"]["runs"][1]["library"] = "n=2^20", "CUB 3.5.0"
        gpu["tasks"].append(later)
        measured.write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("Libraries: cub is CUB 3.0.1 or CUB 3.5.0; thrust is Thrust 3.0.1. To repeat", self.notes.read_text())

    def test_list_of_labs(self):
        handout = self.handout()
        self.assertEqual(self.with_gpu().returncode, 0)
        row = "| [07 Sorting](../labs/07_sort/README.md) | merge and more | 2 | {} | `1_first` 1.01, `2_tensor` not measured |"
        self.assertIn(row.format("not measured"), self.readme.read_text())
        self.assertIn("| [07 Sorting](labs/07_sort/README.md) | merge and more |\n", self.front.read_text())
        self.front.write_text(FRONT)  # README.md alone is not current
        self.assertEqual(self.with_gpu("--check").returncode, 1)
        (handout.parent / "measured/emu.json").write_text('{"processor_seconds": 8.6}')
        handout.write_text(handout.read_text().replace("of n=2^28", "of 512"))
        (handout.parent / "measured/h200.json").write_text(json.dumps(self.rated()))
        self.assertEqual(self.with_gpu("--check").returncode, 1)
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| 2 | 9 s | `1_first` 0.50 to 1.50, `2_tensor` 0.50 to 1.50 |", self.readme.read_text())

    def test_lab_without_its_words(self):
        handout = self.handout()
        handout.write_text(handout.read_text().replace("in short", "long"))
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("07_sort/README.md: expected a heading", done.stderr)

    def test_time_of_grading(self):
        handout = self.handout()
        (handout.parent / "solution.cu").write_text("")
        handout.write_text(handout.read_text() + "<!-- counts:begin -->\n<!-- counts:end -->\n")
        self.write("lab07.json", copy.deepcopy(EMU) | {"lab": "07"})
        grader = self.folder / "lab07"
        grader.write_text("#!/bin/sh\nfor file; do :; done\ncp '%s' \"$file\"\necho 'Counted by the emulator: 1\n\nScore'\n"
                          % (self.folder / "lab07.json"))
        grader.chmod(0o755)
        self.assertEqual(self.with_gpu("--grader", self.folder / "lab04").returncode, 0)
        self.assertFalse((handout.parent / "measured/emu.json").exists())
        self.assertEqual(self.with_gpu("--grader", self.folder / "lab04", "--time").returncode, 0)
        measured = json.loads((handout.parent / "measured/emu.json").read_text())
        self.assertGreaterEqual(measured["processor_seconds"], 0)
        self.assertEqual((measured["lab"], measured["software"]), ("07", "emulator, GCC 12.2"))

    def rated(self):
        """A lab whose tasks are rated by their operations, timed at two sizes; only the first one has its share of the fp32 peak."""
        gpu = copy.deepcopy(GPU) | {"lab": "07", "copy_bytes_per_s": 4e12, "fp32_ops_per_s": 64e12}
        gpu["tasks"] = []
        for name, peak in (("1_first", True), ("2_tensor", False), ("3_tensor", False)):
            for case, rate in (("256", 16e12), ("512", 48e12)):
                runs = [{"name": "impl", "median_ms": 1, "spread": 0.02, "ops_per_s": rate}, {"name": "cublas", "median_ms": 0.8, "spread": 0.01, "ops_per_s": 32e12, "ratio": rate / 32e12}]
                for run in runs if peak else ():
                    run["share_of_fp32_peak"] = run["ops_per_s"] / 64e12
                gpu["tasks"].append({"name": name, "backend": "gpu", "verdict": "pass", "timing": {"case": case, "runs": runs}})
        return gpu

    def test_rates(self):
        handout = self.handout()
        handout.write_text(handout.read_text().replace("of n=2^28", "of 512"))
        (handout.parent / "measured/h200.json").write_text(json.dumps(self.rated()))
        self.assertEqual(self.with_gpu().returncode, 0)
        text = self.notes.read_text()
        self.assertIn("| task | 256: TFLOP/s | cublas = 1 | fp32 peak | 512: TFLOP/s | cublas = 1 | fp32 peak |", text)
        self.assertIn("| `1_first` | 16.0 | 0.50 | 25.0 % | 48.0 | 1.50 | 75.0 % |", text)
        self.assertIn("| `2_tensor` | 16.0 | 0.50 |  | 48.0 | 1.50 |  |", text)
        self.assertIn("| cublas beside `1_first` | 32.0 | 1 | 50.0 % | 32.0 | 1 | 50.0 % |", text)
        for task in ("2_tensor", "3_tensor"):
            self.assertIn(f"| cublas beside `{task}` | 32.0 | 1 |  | 32.0 | 1 |  |", text)
        self.assertIn("The fp32 peak is 64.0 TFLOP/s", text)
        self.assertIn("256: reference 2.00 %, library 1.00 %; 512: reference 2.00 %, library 1.00 %.", text)
        self.assertIn("Every time converged", text)

    def test_task_of_a_later_run(self):
        gpu = self.rated()
        for row in gpu["tasks"][2:4]:
            row["date"] = "2000-02-03T04:05:06Z"
        handout = self.handout()
        handout.write_text(handout.read_text().replace("of n=2^28", "of 512"))
        (handout.parent / "measured/h200.json").write_text(json.dumps(gpu))
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("2000-01-02, `2_tensor` 2000-02-03; medians", handout.read_text())

    def test_one_size_failed(self):
        gpu = self.rated()
        gpu["tasks"][0]["verdict"] = "wrong"  # not the last row of its task
        handout = self.handout()
        (handout.parent / "measured/h200.json").write_text(json.dumps(gpu))
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("1_first is 'wrong'", done.stderr)

    def roofline(self, *options):
        emu = copy.deepcopy(EMU) | {"lab": "07", "title": "Toy & co"}
        emu["tasks"] = [{"name": n, "counters": {"global_load_bytes": b, "global_store_bytes": b, "tensor_ops": 64 * (b == 8)}, "gated_floor_ops": 64}
                        for n, b in (("1_first", 256), ("2_tensor", 8))]
        self.write("counted.json", emu)
        self.write("timed.json", self.rated())
        picture = self.folder / "out.svg"
        given = [name for name in options[:1] if name.endswith(".json")]
        files = [self.folder / name for name in ("counted.json", *given)]
        done = subprocess.run([sys.executable, SCRIPT.parent / "roofline.py", *files, picture, *options[len(given):]], capture_output=True, text=True, check=False)
        return done, xml.etree.ElementTree.parse(picture).getroot() if picture.exists() else None

    def words(self, picture):
        return [e.text for e in picture.iter() if e.tag.endswith("text")]

    def test_roofline(self):
        done, picture = self.roofline("timed.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        words = self.words(picture)
        self.assertIn("1_first: 48", words)
        self.assertIn("cublas, 32.0 TFLOP/s", words)
        self.assertIn("fp32 peak, 64.0 TFLOP/s", words)
        self.assertIn("memory: a copy, 4,000 GB/s", words)
        self.assertNotIn("2_tensor", " ".join(words))  # the fp32 roof is not its own
        roof = next(e for e in picture.iter() if e.tag.endswith("polyline"))
        x1, y1, x2, y2, x3, y3 = map(float, re.findall(r"[\d.]+", roof.get("points")))
        self.assertTrue(x1 < x2 < x3 and y1 > y2 == y3)

    def test_roofline_of_another_size(self):
        self.assertIn("1_first: 16", self.words(self.roofline("timed.json", "--size", "256")[1]))
        done, picture = self.roofline("timed.json", "--size", "3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no task was timed at 3", done.stderr)

    def test_roofline_counted_only(self):
        done, picture = self.roofline()
        self.assertEqual(done.returncode, 0, done.stderr)
        words = self.words(picture)
        self.assertIn("1_first: 0.25", words)
        self.assertIn("2_tensor: 8", words)
        self.assertNotIn("TFLOP/s", " ".join(words))

    def test_roofline_of_a_data_sheet(self):
        done, picture = self.roofline("--sheet", "A device", "2", "4", "64")
        self.assertEqual(done.returncode, 0, done.stderr)
        words = self.words(picture)
        for said in ("1_first: 0.125", "2_tensor: 4", "fp32, 4 TFLOP/s", "tensor cores, 64 TFLOP/s", "memory, 2,000 GB/s",
                     "Roofs: A device, by its data sheet. Steps: counted, no times; nothing is measured."):
            self.assertIn(said, words)
        roof = next(e for e in picture.iter() if e.tag.endswith("polyline"))
        x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", roof.get("points")))
        for e in picture.iter():
            if e.tag.endswith("circle"):  # both stand on the slanted roof: 2 TB/s allow 1/4 and 8 TFLOP/s
                x, y = float(e.get("cx")), float(e.get("cy"))
                self.assertAlmostEqual((y - y1) / (x - x1), (y2 - y1) / (x2 - x1), places=2)
        for sheet in (("A device", "2"), ("A device", "0", "4"), ("A device", "2", "x")):
            self.assertEqual(self.roofline("--sheet", *sheet)[0].returncode, 2)

    def test_current_table_passes_the_check(self):
        self.with_gpu()
        self.assertEqual(self.with_gpu("--check").returncode, 0)

    def test_changed_counter_fails_the_check_and_leaves_the_file(self):
        self.with_gpu()
        before = self.readme.read_text()
        changed = copy.deepcopy(EMU)
        changed["tasks"][0]["counters"]["barriers"] += 1
        self.write("emu.json", changed)
        done = self.with_gpu("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("9,001", done.stdout)
        self.assertEqual(self.readme.read_text(), before)

    def test_another_compiler_cannot_tell(self):
        self.with_gpu()
        changed = copy.deepcopy(EMU)
        changed["machine"]["software"] = "emulator, GCC 14.1"
        self.write("emu.json", changed)
        self.assertEqual(self.with_gpu("--check").returncode, 77)

    def test_failed_task_is_refused(self):
        changed = copy.deepcopy(EMU)
        changed["tasks"][0]["verdict"] = "wrong"
        self.write("emu.json", changed)
        done = self.with_gpu()
        self.assertEqual(done.returncode, 2)
        self.assertIn("1_first is 'wrong'", done.stderr)
        self.assertEqual(self.readme.read_text(), FRAME)

    def test_missing_marker_is_refused(self):
        self.readme.write_text("no markers\n")
        self.assertEqual(self.with_gpu().returncode, 2)

    def test_time_not_measured(self):
        changed = copy.deepcopy(GPU)
        changed["tasks"][0]["timing"]["runs"] = [{"name": "impl"}]
        self.write("gpu.json", changed)
        self.assertEqual(self.with_gpu().returncode, 0)
        self.assertIn("| failed | failed | failed | failed |", self.readme.read_text())


if __name__ == "__main__":
    unittest.main()
