#!/usr/bin/env python3
"""Tests of grading/export: each format's schema, with a case that breaks it, and what must not come through: test_export.py BUILD"""
import csv
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import class_fixture  # noqa: E402
import schemas  # noqa: E402
from formats import explain, gradescope, markup, results, text  # noqa: E402

EXPORT = HERE.parent / "export"
BUILD = pathlib.Path("build")
KEYS = [key for key, *_ in class_fixture.STUDENTS]
HOSTILE = "20260004"
TEMPLATE = ("\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Homework (11),Lab 01: adding (12),Lab 01 quiz (13),Final Score\n"
            "    Points Possible,,,,,10,100,5,(read only)\n"
            "김철수,901,20260001,u0001,A,7,,3,70\n"
            "=cmd(),903,20260003,,A,7,,3,70\n"
            "\"Lena, Late\",905,,U0005,A,7,EX,3,70\n"
            "Infra Ina,907,20260007,u0007,A,7,12,3,70\n"
            "\"Student, Test\",999,,,A,0,0,0,0\n")


def export(folder, *options):
    return subprocess.run([sys.executable, EXPORT, folder, *options], capture_output=True, text=True, check=False,
                          encoding="utf-8", env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})


def setUpModule():
    global FOLDER, CLASS
    FOLDER = tempfile.TemporaryDirectory()
    CLASS = pathlib.Path(FOLDER.name) / "class"
    class_fixture.make(BUILD, CLASS)
    done = export(CLASS)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def tearDownModule():
    FOLDER.cleanup()


class Exported(unittest.TestCase):
    def out(self, name):
        return (CLASS / "export" / name).read_text(encoding="utf-8")

    def row(self, key):
        return next(s for s in json.loads((CLASS / "marks.json").read_text())["students"] if s["key"] == key)

    def broken(self, check, *arguments):
        with self.assertRaises((schemas.Bad, ValueError)):
            check(*arguments)

    def test_gradescope(self):
        for key in KEYS:
            document = schemas.gradescope(self.out(f"gradescope/{key}.json"))
            row = self.row(key)
            self.assertEqual(document.get("score"), row["mark"])
            self.assertEqual([t["name"] for t in document["tests"]], [t["name"] for t in row["tasks"]])
        self.assertNotIn("score", schemas.gradescope(self.out("gradescope/20260007.json")))
        test = json.loads(self.out("gradescope/20260003.json"))["tests"][1]
        self.assertEqual((test["score"], test["max_score"], test["status"]), (0, 10, "failed"))
        for said in ("out-of-bounds", "thread (", "2_no_boundary_check.cu:", "build/bin/lab01"):
            self.assertIn(said, test["output"])

    def test_what_no_grader_has_judged_has_no_verdict(self):
        """An empty file never "returned PMPP_TODO"."""
        self.assertEqual({t["verdict"] for t in self.row("20260009")["tasks"]}, {None})
        why = "the file that was handed in cannot be graded"
        tests = json.loads(self.out("gradescope/20260009.json"))["tests"]
        self.assertEqual({(t["output"], t["status"], *t["tags"]) for t in tests}, {(why, "failed", "not graded")})
        hints = schemas.autolab(self.out("autolab/20260009.txt"))[0]["Tasks"].values()
        self.assertEqual({h["hint"] for h in hints}, {why})
        cases = [c for c in schemas.junit(self.out("junit.xml").encode()).iter("testcase") if c.get("classname").endswith("20260009")]
        self.assertEqual({(c[0].tag, c[0].get("type"), c[0].get("message")) for c in cases}, {("failure", "bad-file", why)})
        for key in ("20260006", "20260009"):
            self.assertNotIn("todo", self.out(f"gradescope/{key}.json") + self.out(f"autolab/{key}.txt") + self.out(f"feedback/{key}.md"))

    def test_leaderboard(self):
        student = results.Class(CLASS).students[0]
        self.assertNotIn("leaderboard", gradescope.document(student, 100))
        student.row["tasks"][3]["timing"] = [{"case": "n=2^28", "bytes_per_s": 4.16e12}, {"case": "x", "bytes_per_s": None}]
        document = gradescope.document(student, 100)
        self.assertEqual(document["leaderboard"], [{"name": "best GB/s", "value": 4160.0, "order": "desc"}])
        schemas.gradescope(json.dumps(document))

    def test_gradescope_broken(self):
        good = json.loads(self.out("gradescope/20260003.json"))
        first = good["tests"][0]
        for bad in ({**good, "score": "90"}, {**good, "visibility": "all"}, {**good, "points": 1}, {**good, "tests": [{}]},
                    {k: v for k, v in good.items() if k != "score"}, {**good, "extra_data": {"state": "not graded"}},
                    {**good, "tests": [{**first, "status": "pass"}]}, {**good, "leaderboard": [{"name": "x"}]}):
            self.broken(schemas.gradescope, json.dumps(bad))

    def test_autolab(self):
        names = set()
        files = {p.stem for p in (CLASS / "export/autolab").iterdir()}
        self.assertEqual(files, {key for key in KEYS if self.row(key)["mark"] is not None})
        by_email = {row[0]: row[1:] for row in schemas.autolab_table(self.out("autolab.csv"), 8)}
        for key in files:
            _, last = schemas.autolab(self.out(f"autolab/{key}.txt"))
            self.assertEqual(sum(last["scores"].values()), self.row(key)["mark"])
            self.assertEqual(by_email.pop(f"{key}@example.edu"), [text.number(v) for v in last["scores"].values()])
            names.add(tuple(last["scores"]))
        self.assertEqual(len(names), 1, "every student must have the same problems")
        self.assertIn("adjustment", names.pop())  # somebody was late
        self.assertEqual(by_email, {})

    def test_autolab_broken(self):
        presentation, last = self.out("autolab/20260003.txt").splitlines()
        for bad in (last + "\n", f"{last}\n{presentation}\n", f"{presentation}\nPASS\n{last}\n", f"{presentation}\n{last}",
                    presentation + '\n{"scores": {"a": "9"}}\n', presentation.replace("true", '"yes"') + f"\n{last}\n",
                    presentation + '\n{"scores": {}}\n', presentation + '\n{"scores": {"part a: b": 9}}\n'):
            self.broken(schemas.autolab, bad)
        for bad in ("a@b,1,2\r\n", "a,1\r\n", "a@b,x\r\n", "a@b,1\r\na@b,2\r\n"):
            self.broken(schemas.autolab_table, bad, 1)

    def test_nbgrader(self):
        good = self.out("nbgrader.csv")
        rows = schemas.nbgrader(good)
        self.assertEqual([row[9] for row in rows[1:]], [text.number(self.row(k)["mark"]) for k in sorted(KEYS) if self.row(k)["mark"] is not None])
        self.assertEqual([row[7:10] for row in rows if row[3] == "u0005"], [["90", "10", "80"]])
        for bad in (good.replace("raw_score", "raw"), good.replace("90,10,80", "90,10,81"), good.replace(",u0005,", ",,")):
            self.broken(schemas.nbgrader, bad)

    def test_moodle(self):
        rows = schemas.moodle(self.out("moodle.csv"))
        self.assertEqual(rows[0][0], "Email address")  # one student has no id
        found = {row[0]: row[2] for row in rows[1:]}
        self.assertEqual(found, {f"{k}@example.edu": text.number(self.row(k)["mark"]) for k in KEYS
                                 if self.row(k)["mark"] is not None})
        good = self.out("moodle.csv")
        for bad in (good.replace("1_five_steps: pass", "<b>pass", 1), good.replace(",100,", ",,", 1),
                    good.replace("'=cmd", "=cmd"), good.replace("Full name", "Name"), good.replace("20260002@example.edu", "")):
            self.broken(schemas.moodle, bad)

    def test_plain(self):
        data = (CLASS / "export/marks.csv").read_bytes()
        rows = schemas.plain(data)
        self.assertEqual([r[0] for r in rows[1:]], KEYS)
        mark = rows[0].index("mark")
        for row in rows[1:]:
            expected = self.row(row[0])["mark"]
            self.assertEqual(row[mark], "" if expected is None else text.number(expected))
        self.assertEqual(rows[2][2], 'O\'Brien, "Pat" the 2nd')
        self.assertEqual(rows[3][2], "'=cmd|' /C calc'!A0")
        for bad in (data[3:], data.replace(b"'=cmd", b"=cmd"), data.replace(b"Missing Mo,", b"Missing Mo,,")):
            self.broken(schemas.plain, bad)

    def test_junit(self):
        data = (CLASS / "export/junit.xml").read_bytes()
        root = schemas.junit(data)
        self.assertEqual(root.get("tests"), str(7 * len(KEYS)))
        kinds = {c.get("classname").split(".", 1)[1]: {k.tag for k in c} for c in root.iter("testcase") if c.get("name") == "2_boundary"}
        self.assertEqual((kinds["20260001"], kinds["20260003"], kinds["20260007"], kinds["20260006"]),
                         (set(), {"failure"}, {"error"}, {"skipped"}))
        for bad in (data.replace(b"failures=", b"failed="), data.replace(b'tests="91"', b'tests="90"'),
                    data.replace(b"<skipped", b"<ignored", 1), data[:-20]):
            with self.assertRaises((schemas.Bad, schemas.ET.ParseError)):
                schemas.junit(bad)

    def test_feedback(self):
        names = {key: text.line(name) for key, name, *_ in class_fixture.STUDENTS}
        for key in KEYS:
            said = self.out(f"feedback/{key}.md")
            schemas.markdown(said)
            row = self.row(key)
            self.assertIn("No mark yet" if row["mark"] is None else f"Mark: {text.number(row['mark'])} of 100", said)
            for other, name in names.items():
                if other != key:
                    self.assertNotIn(other, said)
                    self.assertNotIn(name, said)
        said = self.out("feedback/20260005.md")
        for wanted in ("late: -10", "2 days late", "expected", "got", "**Hint:**", "build/bin/lab01 --backend emu --task 2_boundary"):
            self.assertIn(wanted, said)
        hostile = self.out(f"feedback/{HOSTILE}.md")
        self.assertIn("````text\n```\n# PASS\n", hostile)
        self.broken(schemas.markdown, hostile.replace("````text", "```text"))
        self.broken(schemas.markdown, hostile.replace("`<script>", "<script>"))

    def test_no_seed(self):
        """The seed is in the results, in a student's output even, and in no file that is written from them."""
        seed = str(class_fixture.SEED)
        self.assertIn(seed, (CLASS / "students/20260003/result.json").read_text())
        self.assertIn(seed, (CLASS / f"students/{HOSTILE}/result.json").read_text())
        written = [p for p in (CLASS / "export").rglob("*") if p.is_file()]
        self.assertGreater(len(written), 3 * len(KEYS))
        for path in written:
            self.assertNotIn(seed, path.read_text(encoding="utf-8"), path)

    def test_no_paths(self):
        """A path of the grading machine says nothing to a student."""
        student = next(s for s in results.Class(CLASS).students if s.key == "20260003")
        self.assertEqual(explain.own("/home/prof/a b.cu: /srv/x/y.cu:3 1/2 a/b", student).count("/home"), 0)
        self.assertIn("y.cu:3 1/2 a/b", explain.own("/srv/x/y.cu:3 1/2 a/b", student))

    def test_a_place_without_a_thread(self):
        leak = {"kind": "leak", "kernel": "", "what": "4 bytes", "at": {"file": "a.cu", "line": 7, "block": [0] * 3, "thread": [0] * 3}}
        self.assertEqual(explain.hazard(leak)[1], "at a.cu:7")
        self.assertEqual(explain.hazard({**leak, "kernel": "k", "kind": "invalid-launch"})[1], "at a.cu:7")
        self.assertEqual(explain.hazard({**leak, "kernel": "k", "kind": "race"})[1], "at block (0,0,0) thread (0,0,0), a.cu:7")

    def test_report(self):
        good = self.out("report.html")
        page = schemas.report(good)
        for key in KEYS:
            self.assertIn(f"s-{key}", page.ids)
        self.assertIn("&lt;script&gt;document.title", good)
        for bad in (good.replace("&lt;script&gt;", "<script>", 1), good.replace("<h2", '<h2 onclick="x"', 1),
                    good.replace('href="#s-20260001"', 'href="http://x/"', 1), good.replace('id="s-20260001"', 'id="gone"'),
                    good.replace("default-src", "img-src"), good.replace("<h2", '<h2 style="x"', 1),
                    good.replace('scope="row"', "", 1), good.replace("<h3", "<h5", 1), good.replace('"use strict";', "", 1),
                    good.replace("</body>", "<script>1</script></body>"), good.replace("script-src &#x27;sha", "script-src * &#x27;sha")):
            self.assertNotEqual(good, bad)
            self.broken(schemas.report, bad)

    def test_mail(self):
        rows = list(csv.DictReader(io.StringIO(self.out("mail.csv").lstrip("\ufeff"))))
        self.assertEqual([r["key"] for r in rows], sorted(KEYS))
        for row in rows:
            self.assertTrue((CLASS / "export" / row["file"]).is_file(), row)
        done = export(CLASS, "--format", "mail")
        self.assertEqual((done.returncode, done.stderr.count("has no e-mail address")), (1 if "" in [r["email"] for r in rows] else 0,
                                                                                          [r["email"] for r in rows].count("")))

    def test_anonymous(self):
        page = self.out("report-anonymous.html")
        schemas.report(page)
        people = results.Class(CLASS).students
        self.assertEqual(page.count('class="student"'), len(people))
        for student in people:
            for secret in (student.name, *(student.row[k] for k in ("id", "login", "email")), student.key):
                self.assertFalse(secret and markup.safe(text.line(secret)) in page, secret)
        with_names = self.out("report.html")
        self.assertIn(people[0].key, with_names)  # the twin: this search finds what is there

    def test_same_again(self):
        before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in (CLASS / "export").rglob("*") if p.is_file()}
        self.assertEqual(export(CLASS).returncode, 0)
        self.assertEqual(before, {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in (CLASS / "export").rglob("*") if p.is_file()})


class Changed(unittest.TestCase):  # pylint: disable=too-many-public-methods
    """A copy of the class, in which something is different."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.copy = pathlib.Path(folder.name) / "class"
        shutil.copytree(CLASS, self.copy, ignore=shutil.ignore_patterns("export"))
        self.template = pathlib.Path(folder.name) / "canvas.csv"
        self.template.write_text(TEMPLATE, encoding="utf-8")

    def edit(self, name, change):
        path = self.copy / name
        document = json.loads(path.read_text())
        change(document)
        path.write_text(json.dumps(document))

    def test_what_a_human_decided_is_everywhere(self):
        def change(document):
            document["students"][0] |= {"adjusted": 2, "adjustments": [{"task": "2_boundary", "points": 2, "reason": "nearly <b>"}],
                                        "comments": [{"task": None, "text": "see *me*"}]}
        self.edit("marks.json", change)
        self.assertEqual(export(self.copy).returncode, 0)
        key, out = sorted(KEYS)[0], self.copy / "export"
        for file, said in ((f"feedback/{key}.md", ("\\+2 points \\(2".replace("\\", "") + r"\_boundary): nearly \<b\>", r"see \*me\*")),
                           ("report.html", ("+2 in 2_boundary: nearly &lt;b&gt;", "see *me*")),
                           (f"gradescope/{key}.json", ("by hand: +2 in 2_boundary: nearly <b>", "comment: see *me*"))):
            for one in said:
                self.assertIn(one, (out / file).read_text(encoding="utf-8"), file)

    def test_copies_are_in_the_report(self):
        (self.copy / "similar.json").write_text(json.dumps({"groups": [KEYS[:2], ["gone", KEYS[3]]]}))
        self.assertEqual(export(self.copy, "--format", "html").returncode, 0)
        page = (self.copy / "export/report.html").read_text(encoding="utf-8")
        section = page.partition('id="alike"')[2].partition("</section>")[0]
        self.assertEqual(section.count('href="#s-'), 2)
        schemas.report(page)
        (self.copy / "similar.json").write_text("[]")
        self.refused("similar.json")

    def test_pairs_of_jplag_are_in_the_report(self):
        pairs = [{"keys": [a, b], "average": 0.876, "most": 0.9} for a in KEYS[:6] for b in KEYS[6:]]
        (self.copy / "similar.json").write_text(json.dumps({"groups": [], "pairs": [{"keys": [KEYS[0], "gone"], "average": 1, "most": 1}, *pairs]}))
        self.assertEqual(export(self.copy, "--format", "html", "--format", "anonymous").returncode, 0)
        page = (self.copy / "export/report.html").read_text(encoding="utf-8")
        section = page.partition('id="alike"')[2].partition("</section>")[0]
        self.assertEqual((section.count("88 %"), section.count('href="#s-')), (30, 60))
        self.assertIn(f"the 30 most alike of {len(pairs)}", section)
        schemas.report(page)
        self.assertNotIn('id="alike"', (self.copy / "export/report-anonymous.html").read_text(encoding="utf-8"))
        (self.copy / "similar.json").write_text(json.dumps({"groups": [], "pairs": [{"keys": KEYS[:2], "average": "1", "most": 1}]}))
        self.refused("pairs[0].average: expected a number")

    def refused(self, *said, options=()):
        done = export(self.copy, *options)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for one in said:
            self.assertIn(one, done.stderr)

    def canvas(self, column="12"):
        return export(self.copy, "--format", "canvas", "--canvas-template", str(self.template), "--canvas-column", column)

    def test_canvas(self):
        done = self.canvas()
        self.assertEqual(done.returncode, 1, done.stderr)  # students that the template does not have
        said = (self.copy / "export/canvas.csv").read_text(encoding="utf-8")
        rows = schemas.canvas(said, TEMPLATE)
        self.assertEqual(rows[0], ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab 01: adding (12)"])
        self.assertEqual([r[-1] for r in rows[1:]], ["100", "100", "90", "EX", "12", "0"])
        self.assertIn("20260002: is in no row", done.stderr)
        self.assertIn("20260005: is excused", done.stderr)
        self.assertIn("20260007: has no mark yet", done.stderr)
        for bad in (said.replace(" (12)", ""), said.replace("Lab 01: adding (12)", "Lab 02 (14)"), said.replace(",901,", ",902,"),
                    said.replace("'=cmd", "=cmd"), said.replace(",EX", ",A+")):
            with self.assertRaises(schemas.Bad):
                schemas.canvas(bad, TEMPLATE)

    def test_canvas_refused(self):
        def refused(old, new, said, column="12"):
            self.template.write_text(TEMPLATE.replace(old, new), encoding="utf-8")
            done = self.canvas(column)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
            self.assertFalse((self.copy / "export/canvas.csv").exists())
        refused("", "", "no assignments 'Lab 01'; create it", column="Lab 01")
        refused("Lab 01 quiz (13)", "Lab 01: adding (14)", "2 assignments", column="Lab 01: adding")
        refused(",ID,", ",Number,", "no column ID")
        refused(",100,5,", ",10,5,", "row 2: Points Possible: the assignment has 10 points")
        refused("20260003,,A", "20260001,,A", "row 4: ")
        refused("901,20260001", "20260001", "row 3: expected 9 cells")
        self.refused("needs --canvas-template", options=("--format", "canvas"))

    def test_canvas_last_and_first_names(self):
        """As institutions have it that export both names: LastName, FirstName in place of Student."""
        first, *rest = TEMPLATE.replace("\"Lena, Late\"", "Lena").replace("\"Student, Test\"", "Test").splitlines()
        self.template.write_text("\n".join([first.replace("Student,", "LastName,FirstName,"), *(line.replace(",", ",," if "Possible" in line else ",=x,", 1) for line in rest)]),
                                 encoding="utf-8")
        self.assertEqual(self.canvas().returncode, 1)
        rows = schemas.canvas((self.copy / "export/canvas.csv").read_text(encoding="utf-8"), self.template.read_text(encoding="utf-8"))
        self.assertEqual((rows[0][:3], rows[2][:3], rows[2][-1]), (["LastName", "FirstName", "ID"], ["김철수", "'=x", "901"], "100"))

    def test_canvas_semicolons(self):
        self.template.write_text(TEMPLATE.replace("Lena, Late", "Lena").replace("Student, Test", "Test").replace(",", ";"),
                                 encoding="utf-8")
        self.assertEqual(self.canvas().returncode, 1)
        said = (self.copy / "export/canvas.csv").read_text(encoding="utf-8")
        self.assertEqual(schemas.canvas(said, self.template.read_text(encoding="utf-8"), ";")[2][-1], "100")

    def test_extra_credit(self):
        self.edit("marks.json", lambda d: d["students"][0]["tasks"][1].update(extra_credit=True))
        self.assertEqual(export(self.copy).returncode, 0)
        for name, said in (("feedback/20260001.md", "| 2\\_boundary (extra credit) | pass | 10/10 |"),
                           ("moodle.csv", "2_boundary (extra credit): pass, 10/10"), ("report.html", "2_boundary (extra credit)")):
            self.assertEqual((self.copy / "export" / name).read_text(encoding="utf-8").count(said), 1, name)

    def test_not_placed(self):
        def nobody(document):
            document["students"][0] |= {"id": "", "email": ""}
        self.edit("marks.json", nobody)
        done = export(self.copy, "--format", "moodle")
        self.assertEqual(done.returncode, 1)
        self.assertIn("20260001: lacks what Moodle finds the others by", done.stderr)

    def test_moodle_columns(self):
        """Only columns that find every student: of an empty cell Moodle finds whoever has an empty id, or refuses the file."""
        def columns(change):
            self.edit("marks.json", lambda d: [change(s) for s in d["students"]])
            export(self.copy, "--format", "moodle")
            rows = schemas.moodle((self.copy / "export/moodle.csv").read_text(encoding="utf-8"))
            return rows[0][:-3], len(rows) - 1
        marked = sum(s["mark"] is not None for s in json.loads((self.copy / "marks.json").read_text())["students"])
        self.assertEqual(columns(lambda s: s.update(id=s["key"])), (["ID number", "Email address"], marked))
        self.assertEqual(columns(lambda s: s.update(email="" if s["key"].endswith("2") else s["email"])), (["ID number"], marked))
        self.assertEqual(columns(lambda s: s.update(id="7")), (["Email address"], marked - 2))

    def test_nbgrader_times_are_utc(self):
        def change(document):
            document["policy"] = {"deadline": {"due": "2026-11-20T23:59:00", "time_zone": "Asia/Seoul"}}
            document["students"][0]["submitted"] = "2026-11-20T12:00:00.5-01:00"
            document["students"][1] |= {"raw": 5, "penalty": 10, "mark": 0}
        self.edit("marks.json", change)
        self.assertEqual(export(self.copy, "--format", "nbgrader").returncode, 0)
        rows = schemas.nbgrader((self.copy / "export/nbgrader.csv").read_text(encoding="utf-8"))
        self.assertEqual(rows[1][1:3], ["2026-11-20 14:59:00", "2026-11-20 13:00:00.500000"])
        self.assertEqual(rows[2][7:10], ["5", "10", "0"])

    def test_moodle_above_its_maximum(self):
        self.edit("marks.json", lambda d: d["students"][0].update(mark=104))
        self.assertIn("refuses the whole file unless its setting unlimitedgrades is on: 20260001", export(self.copy, "--format", "moodle").stderr)

    def test_broken(self):
        self.edit("marks.json", lambda d: d["students"][3]["tasks"][1].update(points="10"))
        self.refused("marks.json: students[3].tasks[1].points: expected a number, got \"10\"")
        self.edit("marks.json", lambda d: d["students"][3]["tasks"][1].update(points=10, verdict="good"))
        self.refused("students[3].tasks[1].verdict: expected one of pass,", "got \"good\"")
        self.edit("marks.json", lambda d: d["students"][3]["tasks"][1].update(verdict="pass"))
        self.edit("marks.json", lambda d: d["students"][2].update(key="../x"))
        self.refused("students[2].key: expected letters", "../x")
        self.edit("marks.json", lambda d: d["students"][2].update(key="20260001"))
        self.refused("students[2].key: 20260001 is there twice")
        self.edit("marks.json", lambda d: d.pop("students"))
        self.refused("marks.json: the key 'students' is missing")
        (self.copy / "marks.json").write_text('{\n "lab": }')
        self.refused("marks.json:2:9: not JSON")
        (self.copy / "marks.json").unlink()
        self.refused("no such file", "grading/grade")

    def test_broken_result(self):
        path = self.copy / "students/20260003/result.json"
        self.edit("students/20260003/result.json", lambda d: d["tasks"][0].pop("hint"))
        self.refused("20260003/result.json: tasks[0]: the key 'hint' is missing")
        path.write_text('{"schema_version": 2}')
        self.refused("schema_version: expected 1, got 2")
        self.edit("students/20260001/bench.json", lambda d: d["tasks"][1]["timing"]["runs"][0].pop("name"))
        self.refused("20260001/bench.json: tasks[1].timing.runs[0]: the key 'name' is missing")

    def test_waiting(self):
        self.edit("marks.json", lambda d: d.update(waiting=["20269999"]))
        done = export(self.copy, "--format", "html")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not graded yet, and in no file: 1 students: 20269999", done.stdout)
        self.assertIn("20269999", (self.copy / "export/report.html").read_text(encoding="utf-8"))

    def test_staff_only(self):
        """What went wrong on our side is no student's business."""
        self.edit("marks.json", lambda d: next(s for s in d["students"] if s["mark"] is None).update(note="bwrap: a secret of ours"))
        self.assertEqual(export(self.copy).returncode, 0)
        for name in ("feedback/20260007.md", "gradescope/20260007.json"):
            said = (self.copy / "export" / name).read_text(encoding="utf-8")
            self.assertNotIn("secret of ours", said)
            self.assertIn("no fault of yours", said)
        self.assertIn("secret of ours", (self.copy / "export/report.html").read_text(encoding="utf-8"))

    def test_empty_class(self):
        """Nobody handed in, or there is nobody."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shutil.copy(CLASS / "run.json", folder)
            marks = json.loads((CLASS / "marks.json").read_text())
            for students in ([], [s for s in marks["students"] if s["outcome"] == "missing"]):
                (folder / "marks.json").write_text(json.dumps({**marks, "students": students}))
                self.assertEqual(export(folder).returncode, 0)
                schemas.report((folder / "export/report.html").read_text())

    def test_gone(self):
        """Who is no longer in the class leaves no file behind."""
        self.assertEqual(export(self.copy).returncode, 0)
        self.edit("marks.json", lambda d: d["students"].pop(0))
        self.assertTrue((self.copy / "export/feedback/20260001.md").exists())
        self.assertEqual(export(self.copy).returncode, 0)
        self.assertFalse(list((self.copy / "export").glob("*/20260001.*")))

    def test_any_text(self):
        """Every text of a result may be anything: the formats stay valid, the report stays inert."""
        odd = "\x00\x1b]0;x\x07</style></script><svg onload=alert(1)>\ud800\u202e``` [a](javascript:x) ]]> ${x}"

        def everywhere(value, key=""):
            if isinstance(value, dict):
                return {k: everywhere(v, k) for k, v in value.items()}
            if isinstance(value, list):
                return [everywhere(v, key) for v in value]
            keep = ("name", "verdict", "backend", "lab", "kind", "key", "outcome", "title", "created")
            return odd if isinstance(value, str) and key not in keep else value
        for path in [self.copy / "marks.json", *self.copy.glob("students/*/result.json")]:
            path.write_text(json.dumps(everywhere(json.loads(path.read_text()))))
        (self.copy / f"students/{HOSTILE}/submission.cu").write_bytes(odd.encode("utf-8", "replace") + b"\xff\xfe\n")
        done = export(self.copy, *(o for f in ("gradescope", "autolab", "junit", "csv", "feedback", "html") for o in ("--format", f)))
        self.assertEqual(done.returncode, 1, done.stderr)  # they have one e-mail address now
        self.assertEqual(schemas.autolab_table((self.copy / "export/autolab.csv").read_text(), 8), [])
        out = self.copy / "export"
        schemas.report((out / "report.html").read_text())
        schemas.junit((out / "junit.xml").read_bytes())
        schemas.plain((out / "marks.csv").read_bytes())
        for key in KEYS:
            schemas.gradescope((out / f"gradescope/{key}.json").read_text())
            if Exported.row(self, key)["mark"] is not None:
                schemas.autolab((out / f"autolab/{key}.txt").read_text())
            schemas.markdown((out / f"feedback/{key}.md").read_text())


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
