#!/usr/bin/env python3
"""Tests of what instructors get from a platform: layouts, zip files, versions, time stamps, the roster."""
import datetime
import io
import os
import pathlib
import struct
import sys
import tempfile
import unicodedata
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from classroom import entries, intake, layouts, policy, roster, store  # noqa: E402

CODE = b"int main;\n"
PEOPLE = ("﻿Student;ID;SIS Login ID;Email Address;Section\r\n\"Lovelace, Ada\";101;ada;ada@example.edu;A\r\n"
          "김민수;102;minsu;;B\r\nBo Lee;103;bo;;B\r\nBo Lee;104;bo2;;B\r\n")


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


class Layout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.subs = self.top / "subs"
        self.subs.mkdir()
        self.policy = policy.read(None)
        self.times = {}

    def put(self, name, data=CODE, when=None):
        path = self.subs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if when:
            os.utime(path, (when, when))
        return path

    def deadline(self, text):
        file = self.top / "policy.toml"
        file.write_text(text)
        self.policy = policy.read(file)

    def roster(self, text=PEOPLE, encoding="utf-8"):
        file = self.top / "roster.csv"
        file.write_bytes(text.encode(encoding))
        return roster.Roster(roster.read(file), self.policy.values["roster"]["match"])

    def collect(self, people=None, submissions=None):
        """{key: (submission.json, data, status)}, the ignored."""
        students, self.ignored, self.problems = layouts.collect(submissions or self.subs, people, self.policy, self.times)
        return {look[0]["key"]: look for s in students for look in intake.looks_at(s, self.policy)}

    def one(self, people=None):
        found = self.collect(people)
        self.assertEqual(len(found), 1, list(found))
        return next(iter(found.values()))


class Names(Layout):
    def test_a_folder_a_student(self):
        self.put("ada/starter.cu")
        self.put("102/src/starter.cu")
        self.put("Bo Lee/starter.cu")
        found = self.collect(self.roster())
        self.assertEqual(sorted(found), ["Bo%20Lee", "ada", "minsu"])
        self.assertEqual(found["ada"][0]["name"], "Lovelace, Ada")
        self.assertEqual(found["minsu"][0]["file"], "102/src/starter.cu")
        self.assertIn("not in the roster for sure: 2 are called Bo Lee", found["Bo%20Lee"][0]["problems"][0])

    def test_canvas(self):
        self.put("lovelaceada_101_6001_starter.cu")
        self.put("김민수_LATE_102_6002_starter-1.cu")
        self.put("leebo_104_6003_starter.cu")
        self.put("hopper_999_6004_starter.cu")
        found = self.collect(self.roster())
        self.assertEqual(sorted(found), ["ada", "bo2", "hopper_999", "minsu"])
        self.assertIn("LATE", found["minsu"][0]["problems"][0])
        self.assertEqual(found["hopper_999"][0]["problems"], ["not in the roster"])

    def test_an_id_that_contradicts_the_name_is_not_believed(self):
        self.put("hopper_101_6004_starter.cu")  # a platform's number that is somebody else's id in the roster
        found = self.collect(self.roster())
        self.assertEqual(list(found), ["hopper_101"])
        self.assertIn("not in the roster: the id 101 is Lovelace, Ada's there", found["hopper_101"][0]["problems"][0])

    def test_an_id_is_believed_where_the_policy_says_so(self):
        self.deadline('[roster]\nmatch = "id"\n')
        self.put("hopper_101_6004_starter.cu")
        self.put("hopper_999_6005_starter.cu")  # the id is nobody's
        self.put("ada_17_assignsubmission_file_/starter.cu")  # Moodle's number is no id
        self.put("minsu_101_assignsubmission_file_starter.cu")
        found = self.collect(self.roster())
        self.assertEqual(sorted(found), ["ada", "hopper_999", "minsu"])
        self.assertEqual(found["ada"][0]["problems"],
                         ["the file's or folder's name says hopper, the id 101 is Lovelace, Ada's: the id is believed"])

    def test_an_alias_is_a_name(self):
        people = "".join(line + {0: ";alias", 1: ";\"hopper; Countess L\""}.get(n, ";") + "\n"
                         for n, line in enumerate(PEOPLE.replace("\"Lovelace, Ada\"", "Lovelace Ada").splitlines()))
        people = people.replace(",", ";")
        self.put("hopper_101_6004_starter.cu")
        self.put("countessl_101_6005_starter-1.cu")  # as Canvas glues a name
        found = self.collect(self.roster(people))
        self.assertEqual(list(found), ["ada"])
        self.assertEqual(len(found["ada"][0]["versions"]), 2)
        self.assertNotIn("alias", found["ada"][0])

    def test_moodle(self):
        self.put("Ada Lovelace_101_assignsubmission_file_/starter.cu")
        self.put("김민수_103_assignsubmission_file_starter.cu")  # 103: Moodle's number, no id of the roster
        self.put("Bo Lee_7_assignsubmission_onlinetext_.html")
        found = self.collect(self.roster())
        self.assertEqual(sorted(found), ["Bo%20Lee_7", "ada", "minsu"])
        self.assertEqual(found["Bo%20Lee_7"][2]["outcome"], "no-file")

    def test_name_id_file(self):
        self.put("bo_103_starter.cu")
        self.assertEqual(list(self.collect(self.roster())), ["bo"])
        self.assertEqual(list(self.collect()), ["bo_103"])

    def test_korean_in_both_unicode_forms_is_one_student(self):
        self.put(unicodedata.normalize("NFD", "김민수") + "/과제.cu")
        document, data, status = self.one()
        self.assertEqual((document["key"], document["file"], data), ("%EA%B9%80%EB%AF%BC%EC%88%98", "김민수/과제.cu", CODE))
        self.assertIsNone(status)
        self.assertEqual(list(self.collect(self.roster())), ["minsu"])

    def test_what_belongs_to_nobody_is_listed(self):
        self.put("grades.csv")
        self.put(".DS_Store")
        self.put("ada/starter.cu")
        self.collect()
        self.assertEqual(self.ignored, ["grades.csv"])

    def test_keys(self):
        self.assertEqual(store.key_of("../x"), "%2E.%2Fx")
        self.assertEqual(store.key_of("-k"), "%2Dk")
        self.put("A b.cu")
        self.put("a b.cu")
        self.put("a b_1_x.cu")
        self.assertEqual(sorted(self.collect()), ["A%20b", "a%20b-2", "a%20b_1"])


class Zips(Layout):
    def test_zip_files_everywhere(self):
        for name in ("ada.zip", "minsu_102_6002_hw.zip", "bo/hw.zip"):
            self.put(name, zipped({"hw/starter.cu": CODE, "hw/readme.txt": b"x", "__MACOSX/hw/._starter.cu": b"\0"}))
        found = self.collect()
        self.assertEqual([d[1] for d in found.values()], [CODE] * 3)
        self.assertEqual(found["bo"][0]["file"], "bo/hw.zip/hw/starter.cu")
        self.assertIn("not a .cu file", found["bo"][0]["problems"][0])

    def test_a_whole_class_in_one_zip(self):
        whole = self.top / "class.zip"
        whole.write_bytes(zipped({"ada/starter.cu": CODE, "bo_103_1_hw.zip": zipped({"starter.cu": b"int x;"})}))
        found = self.collect(submissions=whole)
        self.assertEqual({k: v[1] for k, v in found.items()}, {"ada": CODE, "bo_103": b"int x;"})
        self.assertEqual(found["ada"][0]["submitted_from"], "zip")

    def test_names_in_the_code_page_of_a_korean_windows(self):
        data = zipped({"AAAA.cu": CODE}).replace(b"AAAA", "과제".encode("cp949"))
        self.put("ada.zip", data)
        self.assertEqual(self.one()[0]["file"], "ada.zip/과제.cu")

    def test_slip(self):
        self.put("ada.zip", zipped({"../../bo/starter.cu": b"evil", "/etc/x.cu": b"evil", "C:/x.cu": b"evil"}))
        document, data, status = self.one()
        self.assertEqual((data, status["outcome"]), (None, "no-file"))
        self.assertEqual(sum("leads out of the zip file: refused" in p for p in document["problems"]), 3)
        self.assertEqual(list(self.top.rglob("*.cu")), [])

    def test_symlink_in_a_zip(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            link = zipfile.ZipInfo("starter.cu")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")
        self.put("ada.zip", data.getvalue())
        document, data, _ = self.one()
        self.assertIsNone(data)
        self.assertIn("ada.zip: starter.cu: a symbolic link: refused", document["problems"])

    def test_bomb(self):
        self.put("ada.zip", zipped({"starter.cu": bytes(entries.ZIP_TOTAL + 1)}))
        self.assertLess((self.subs / "ada.zip").stat().st_size, 1 << 20)
        document, data, status = self.one()
        self.assertEqual((data, status["outcome"]), (None, "bad-file"))
        self.assertIn("unpacks to more than 64 MiB", status["reason"])

    def test_bomb_that_lies_about_its_size(self):
        data = bytearray(zipped({"starter.cu": bytes(entries.ZIP_TOTAL + 1)}))
        at = data.index(b"PK\1\2")
        data[at + 24:at + 28] = struct.pack("<I", 10)
        self.put("ada.zip", bytes(data))
        _, data, status = self.one()
        self.assertTrue(data is None or len(data) <= 10)
        self.assertEqual(status["outcome"], "bad-file")

    def test_many_files(self):
        self.put("ada.zip", zipped({f"{i}.cu": b"" for i in range(entries.ZIP_FILES + 1)}))
        self.assertIn("holds 10001 files", self.one()[2]["reason"])

    def test_zip_in_zip(self):
        self.put("ada.zip", zipped({"hw.zip": zipped({"starter.cu": CODE})}))
        self.assertIn("is a zip file in a zip file", self.one()[2]["reason"])

    def test_damaged_and_encrypted(self):
        self.put("ada.zip", b"PK\3\4 no zip")
        self.assertIn("is not a zip file that can be opened", self.one()[2]["reason"])
        data = bytearray(zipped({"starter.cu": CODE}))
        data[data.index(b"PK\1\2") + 8] |= 1
        self.put("ada.zip", bytes(data))
        self.assertIn("encrypted", self.one()[0]["problems"][0])

    def test_other_archives(self):
        self.put("ada/hw.tar.gz")
        self.assertIn("an archive of a kind that is not opened", self.one()[2]["reason"])


class Files(Layout):
    def outcome(self, data):
        self.put("ada/starter.cu", data)
        _, _, status = self.one()
        return status["outcome"], status["reason"]

    def test_what_is_no_source(self):
        self.assertEqual(self.outcome(b""), ("bad-file", "ada/starter.cu is empty"))
        self.assertEqual(self.outcome(b" \n")[1], "ada/starter.cu is empty")
        self.assertEqual(self.outcome(b"int\0x")[1], "ada/starter.cu is binary: its byte 3 is zero, which no source file has")
        self.assertIn("10.0 MiB; a source file may have 1 MiB", self.outcome(b"x" * (10 << 20))[1])
        self.assertIn("UTF-16", self.outcome("int x;".encode("utf-16"))[1])

    def test_a_comment_in_another_encoding_is_a_source(self):
        self.put("ada/starter.cu", "// 과제\n".encode("cp949"))
        self.assertIsNone(self.one()[2])

    def test_folder_in_place_of_a_file(self):
        (self.subs / "ada/starter.cu").mkdir(parents=True)
        (self.subs / "bo_1_2_starter.cu").mkdir()
        found = self.collect()
        for key in ("ada", "bo_1"):
            self.assertEqual(found[key][2]["outcome"], "bad-file")
            self.assertIn("is a folder, not a file", found[key][2]["reason"])

    def test_links_are_not_followed(self):
        secret = self.top / "secret.cu"
        secret.write_bytes(CODE)
        (self.subs / "ada").mkdir()
        (self.subs / "ada/starter.cu").symlink_to(secret)
        (self.subs / "bo").symlink_to(self.top)
        found = self.collect()
        self.assertEqual(found["ada"][2]["outcome"], "bad-file")
        self.assertIn("symbolic link: not followed", found["ada"][2]["reason"])
        self.assertIsNone(found["bo"][1])

    def test_a_pipe(self):
        (self.subs / "ada").mkdir()
        os.mkfifo(self.subs / "ada/starter.cu")
        self.assertIn("neither a file nor a folder", self.one()[2]["reason"])

    def test_unreadable_is_no_fault_of_the_student(self):
        if os.geteuid() == 0:
            entry = entries.Entry(("ada", "starter.cu"), None, "file", 1, "file", lambda n: entries._read_file("/nowhere.cu", n))
            collector = layouts.Collector(None, self.policy.zone, {})
            collector.add([entry])
            status = intake.looks_at(next(iter(collector.students.values())), self.policy)[0][2]
        else:
            self.put("ada/starter.cu").chmod(0)
            status = self.one()[2]
        self.assertEqual(status["outcome"], "infra")
        self.assertIn("cannot be read", status["reason"])

    def test_nothing_in_the_folder(self):
        (self.subs / "ada").mkdir()
        self.put("bo/report.pdf")
        found = self.collect()
        self.assertEqual([d[2]["outcome"] for d in found.values()], ["no-file", "no-file"])
        self.assertIn("bo/report.pdf: not a .cu file", found["bo"][0]["problems"][0])


class Versions(Layout):
    DUE = 1_000_000

    def due(self, extra=""):
        moment = datetime.datetime.fromtimestamp(self.DUE, datetime.timezone.utc)
        self.deadline(f"[deadline]\ndue = {moment.isoformat()}\n{extra}")

    def chosen(self):
        document = self.one()[0]
        self.assertEqual(sum(v["chosen"] for v in document["versions"]), 1)
        return document["file"], next(v["why"] for v in document["versions"] if v["chosen"])

    def test_the_last_in_time_counts(self):
        self.put("ada_1_6_starter.cu", when=self.DUE - 20)
        self.put("ada_1_7_starter-1.cu", when=self.DUE)
        self.put("ada_1_8_starter-2.cu", when=self.DUE + 1)
        self.assertEqual(self.chosen()[0], "ada_1_8_starter-2.cu")  # no deadline
        self.due()
        self.assertEqual(self.chosen(), ("ada_1_7_starter-1.cu", "the last in time"))
        self.due("grace_days = 1\n")
        self.assertEqual(self.chosen()[0], "ada_1_8_starter-2.cu")
        self.due('[[extension]]\nstudent = "ada_1"\ndays = 1\n')
        self.assertEqual(self.chosen()[0], "ada_1_8_starter-2.cu")

    def test_a_version_that_came_too_late_is_told_or_graded_too(self):
        self.put("ada_1_6_starter.cu", b"int a;", when=self.DUE - 20)
        self.put("ada_1_7_starter-1.cu", b"int b;", when=self.DUE)
        self.put("ada_1_8_starter-2.cu", b"int c;", when=self.DUE + 1)
        self.put("ada_1_9_starter-3.cu", b"int c;", when=self.DUE + 2)      # the same once more
        self.put("ada_1_9_starter-4.cu", b"int d;", when=self.DUE + 90000)  # on the second day
        self.due()
        self.assertIn("ada_1_9_starter-4.cu came after the deadline and is not graded", self.one()[0]["problems"][0])
        self.due('[late]\nlast_days = 1\n[marks]\nversions = "best"\n')
        found = self.collect()
        self.assertEqual({key: look[0]["file"] for key, look in found.items()},
                         {"ada_1": "ada_1_7_starter-1.cu", "ada_1~1": "ada_1_6_starter.cu", "ada_1~2": "ada_1_8_starter-2.cu"})
        self.assertEqual([look[0].get("version_of") for look in found.values()], [None, "ada_1", "ada_1"])
        self.assertFalse(found["ada_1"][0]["problems"])

    def test_none_in_time(self):
        self.put("ada_1_6_starter.cu", when=self.DUE + 5)
        self.put("ada_1_7_starter-1.cu", when=self.DUE + 9)
        self.due()
        self.assertEqual(self.chosen(), ("ada_1_7_starter-1.cu", "none is in time: the last"))
        self.assertEqual(self.one()[0]["late_s"], 9)

    def test_what_is_too_late_to_count_replaces_nothing(self):
        self.put("ada_1_6_starter.cu", when=self.DUE + 5)
        self.put("ada_1_7_starter-1.cu", when=self.DUE + 2 * 86400 + 1)
        self.due("[late]\nlast_days = 2\n")
        self.assertEqual(self.chosen(), ("ada_1_6_starter.cu", "none is in time: the last"))
        self.assertEqual([v["why"] for v in self.one()[0]["versions"] if not v["chosen"]],
                         ["too late to count; an earlier one is not"])
        self.due("[late]\nlast_days = 3\n")
        self.assertEqual(self.chosen(), ("ada_1_7_starter-1.cu", "none is in time: the last"))
        self.due("[late]\nlast_days = 0\n")
        self.assertEqual(self.chosen(), ("ada_1_7_starter-1.cu", "none is in time: the last"))

    def test_same_time_stamp(self):
        for name in ("starter.cu", "starter-2.cu", "starter-10.cu"):
            self.put(f"ada_1_6_{name}", when=self.DUE)
        self.assertEqual(self.chosen()[0], "ada_1_6_starter-10.cu")

    def test_starter_goes_before_other_files(self):
        self.put("ada/starter.cu", when=self.DUE)
        self.put("ada/test.cu", when=self.DUE + 5)
        self.assertEqual(self.chosen()[0], "ada/starter.cu")
        self.put("bo/a.cu", when=self.DUE)
        self.put("bo/b.cu", when=self.DUE + 5)
        document = self.collect()["bo"][0]
        self.assertEqual(document["file"], "bo/b.cu")
        self.assertIn("none is called starter.cu", document["problems"][0])

    def test_a_whole_tree(self):
        for name in ("labs/01_vecadd/starter.cu", "labs/04_reduce/starter.cu", "labs/05_scan/starter.cu", "toy/solution.cu"):
            self.put(f"ada/{name}", when=self.DUE)
        students, _, _ = layouts.collect(self.subs, None, self.policy, {})
        chosen, why, _ = layouts.choose(students[0], self.policy, "04_reduce")
        self.assertEqual(chosen.file, "ada/labs/04_reduce/starter.cu")
        self.assertEqual(dict((v.file, w) for v, w in why)["ada/toy/solution.cu"], "not in the folder 04_reduce")
        self.assertEqual(students[0].problems, [])

    def test_the_outer_zip_has_the_time(self):
        self.put("ada/hw.zip", zipped({"starter.cu": CODE}), when=self.DUE)
        self.assertEqual(self.one()[0]["submitted"], "1970-01-12T13:46:40+00:00")

    def test_times_file(self):
        self.put("ada/starter.cu", when=self.DUE + 5)
        file = self.top / "times.csv"
        file.write_text("who,when\nada/starter.cu,1970-01-12T13:46:30Z\nnobody,2000-01-01T00:00\n")
        self.times = layouts.read_times(file, self.policy.zone)
        self.due()
        document = self.one()[0]
        self.assertEqual((document["late_s"], document["submitted_from"]), (0, "times.csv"))
        self.assertEqual(self.problems, ["times.csv: nobody: nobody and no file has this name"])
        self.put("bob/report.txt")
        self.put("cy/a.cu")
        file.write_text("".join(f"{who},2000-01-01T00:00\n" for who in ("bob", "bob/report.txt", "cy", "cy/a.cu", "101", "minsu", "ada", "zoe")))
        self.times = layouts.read_times(file, self.policy.zone)
        _, _, said = layouts.collect(self.subs, self.roster(PEOPLE), self.policy, self.times)
        self.assertEqual(said, [f"times.csv: {line}" for line in (
            "bob: the student handed in no .cu file that can be graded", "bob/report.txt: is no .cu file: not graded",
            "cy: a more exact line has the time, of a file or by another of the student's names",
            "minsu: the student is in the roster, but handed in nothing",
            "ada: a more exact line has the time, of a file or by another of the student's names", "zoe: nobody and no file has this name")])
        file.write_text("ada,2000-01-01T00:00\nada,2000-01-02T00:00\n")
        with self.assertRaisesRegex(store.Stop, ":2: a second time for ada"):
            layouts.read_times(file, self.policy.zone)
        file.write_text("who,when\nada,noon\n")
        with self.assertRaisesRegex(store.Stop, ":2: expected"):
            layouts.read_times(file, self.policy.zone)


class Rosters(Layout):
    def test_encodings_and_columns(self):
        for text, encoding in ((PEOPLE, "utf-8"), (PEOPLE[1:], "cp949"), (PEOPLE.replace(";", "\t"), "utf-8")):
            people = self.roster(text.replace('"Lovelace, Ada"', "Ada Lovelace"), encoding).students
            self.assertEqual(people[0], {"id": "101", "alias": "", "name": "Ada Lovelace", "email": "ada@example.edu", "login": "ada",
                                         "section": "A"})
            self.assertEqual(people[1]["name"], "김민수")

    def test_canvas_test_student(self):
        text = 'Student,ID,SIS Login ID\n"    Points Possible",,\n"Lovelace, Ada",101,ada\n"Student, Test",999,0c5f\n'
        self.assertEqual([s["id"] for s in self.roster(text).students], ["101"])

    def test_refused(self):
        for text, said in (("a,b\n1,2\n", ":1: no column id, name or login"), ("id\n1\n1\n", ":3: the id 1 stands in line 2 already"),
                           ("id,name\n,\n", "no student in it"), ("id,email\n,x@y\n", ":2: neither id, login nor name")):
            with self.assertRaisesRegex(store.Stop, said):
                self.roster(text)


if __name__ == "__main__":
    unittest.main()
