#!/usr/bin/env python3
"""Tests of grading/pages: test_pages.py BUILD. Pages of real runs of lab 01, contained where bubblewrap works."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import browser  # noqa: E402
import class_fixture  # noqa: E402
from formats import report, results, run_page  # noqa: E402

BUILD = pathlib.Path("build")
KEY = "a%EA%B9%80.b"
HOSTILE = ('<head><style>h1{color:red}</style><script>document.title="pwned"</script></head><h1 onclick="x()" style="y" class="c">a &lt;b'
           '</h1><img src="//x" onerror="document.title=\'pwned\'"><a href="//x">t</a><svg viewBox="0 0 1 1"><rect class="&quot;><script>1"/><title>'
           '<style><img src=x></style></title></svg><script>document.title="pwned"</script><div><p></div></svg></script><style></style></i>')


def contained():
    done = subprocess.run([BUILD / "bin/lab01", "--contained", "--task", "1", "--impl", "starter"], capture_output=True, check=False)
    return done.returncode != 99


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "class"
        class_fixture.make(BUILD, self.out)
        run = json.loads((self.out / "run.json").read_text())
        run |= {"build": str(BUILD), "sandbox": contained(), "only": [], "tasks": [["1_five_steps", 10], ["2_boundary", 10]]}
        (self.out / "run.json").write_text(json.dumps(run))
        here = self.out / "students" / KEY
        here.mkdir(exist_ok=True)
        file = class_fixture.wrong_file(BUILD, "2_no_boundary_check")
        (here / "submission.cu").write_bytes(file.read_bytes())
        (here / "result.json").write_text(json.dumps(class_fixture.grade(BUILD, file, "--task", "2_boundary")))
        self.page = self.out / "export/pages" / KEY / "2_boundary.html"

    def make(self, *words, expect=0):
        done = subprocess.run([sys.executable, HERE.parent / "pages", self.out, *words], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def links(self):
        return re.findall(r'href="(pages/[^"]*)"', report.document(results.Class(self.out)))

    def test_made_and_linked(self):
        self.assertEqual(self.links(), [])
        self.assertIn("1 of 1 students", self.make("--student", KEY))
        page = self.page.read_text(encoding="utf-8")
        for said in ("out-of-bounds", "Lines, the worst first", ">submission.cu:38<", "<h2>Results"):
            self.assertIn(said, page)
        self.assertNotIn(str(class_fixture.SEED), page)
        self.assertNotIn(".work", page)
        self.assertLess(len(page), run_page.LIMIT)
        self.assertEqual(self.links(), ["pages/a%25EA%25B9%2580.b/2_boundary.html"])
        before = self.page.stat().st_mtime_ns
        self.make("--student", KEY)
        self.assertEqual(self.page.stat().st_mtime_ns, before, "made again")
        submission = self.out / "students" / KEY / "submission.cu"
        submission.write_text(submission.read_text(encoding="utf-8") + "// another\n", encoding="utf-8")
        self.assertEqual(self.links(), [], "the page is another submission's")
        self.make("--student", KEY)
        self.assertEqual(len(self.links()), 1)

    def test_what_is_wanted(self):
        self.assertIn("0 of 0 students", self.make("--student", KEY, "--task", "1_five_steps"))
        self.assertIn("no such folder", self.make("--student", "nobody", expect=2))
        self.assertIn("the lab's tasks are", self.make("--task", "9", expect=2))
        (self.out / "students" / KEY / "submission.cu").write_text("int x = ;\n")
        self.assertIn("does not compile", self.make("--student", KEY, expect=1))
        self.assertFalse(self.page.exists())

    def test_cleaned(self):
        page = run_page.clean(HOSTILE.encode() + b"\xff", "0" * 64, "<x>").decode()
        body = page[page.index("<body>"):]
        self.assertLessEqual(set(re.findall(r"<(\w+)", body)), run_page.TAGS | {"body"})
        self.assertNotIn("pwned", body)
        tags = " ".join(re.findall(r"<[^>]*>", body))  # a newer html.parser takes what a title holds for text: it stands there, escaped
        for gone in ("onclick", "onerror", "href", "src", "style=", "//x"):
            self.assertNotIn(gone, tags)
        for kept in ('<h1 class="c">a &lt;b</h1>', "<style>h1{color:red}", "&lt;x&gt;", "\ufffd", '"0 0 1 1"'):
            self.assertIn(kept, page)

    def test_in_a_browser(self):
        program = browser.find()
        if not program:
            self.skipTest("no Chromium")
        self.make("--student", KEY)
        document = self.out / "export/report.html"
        document.write_text(report.document(results.Class(self.out)), encoding="utf-8")
        hostile = self.out / "hostile.html"
        hostile.write_bytes(run_page.clean(HOSTILE.encode(), "0" * 64, "clean"))
        with browser.Browser(program) as b:
            self.assertEqual(b.open(hostile), [])
            self.assertEqual(b.value("document.title"), "clean")
            hostile.write_text(HOSTILE)  # what this test is for
            b.open(hostile)
            self.assertEqual(b.value("document.title"), "pwned")
            self.assertEqual(b.open(document), [])
            b.events.clear()
            b.value("document.querySelector('a[href^=\"pages/\"]').click()")
            b.wait("Page.loadEventFired")
            self.assertEqual(b.value("document.title"), f"{KEY}, 2_boundary")
            self.assertEqual([e for e in b.events if e.get("method") == "Log.entryAdded"], [])
            self.assertGreater(b.value("document.querySelectorAll('svg rect').length"), 10)
            self.assertEqual(b.value("getComputedStyle(document.querySelector('svg rect.f')).fill"), "rgb(47, 111, 179)")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
