#!/usr/bin/env python3
"""Tests of grading/questions: answers are counted, wrong answers are misconceptions', the files are QTI: test_questions.py EMUCC"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "questions"
EMUCC = pathlib.Path(sys.argv.pop(1)).resolve()
QTI21, QTI12 = "{http://www.imsglobal.org/xsd/imsqti_v2p1}", "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"


def call(*words):
    return subprocess.run([sys.executable, PROGRAM, "--emucc", EMUCC, *map(str, words)], capture_output=True, text=True, check=False)


class Bank(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name) / "bank"
        cls.done = call("--out", cls.out)
        assert cls.done.returncode == 0, cls.done.stderr
        cls.bank = json.loads((cls.out / "bank.json").read_text())

    def test_the_bank(self):
        self.assertGreaterEqual(len(self.bank), 60)
        by_line = {(e["counter"], e["line"], e["text"].partition("array of `")[2].partition("`")[0]): e["answer"] for e in self.bank}
        # By hand: 32 floats in a row are 128 bytes, 4 sectors, one more where they begin within one; every 32nd word is of one bank.
        for key, answer in ((("global_load_sectors", "x = a[t];", "float"), 4), (("global_load_sectors", "x = a[t + 1];", "float"), 5),
                            (("global_load_sectors", "x = a[t];", "double"), 8), (("global_load_sectors", "x = a[8 * t];", "float"), 32),
                            (("shared_load_wavefronts", "x = s[32 * t];", "float"), 32), (("shared_load_wavefronts", "x = s[33 * t];", "float"), 1)):
            self.assertEqual(by_line[key], answer, key)
        for entry in self.bank:
            right = [c for c in entry["choices"] if c["misconception"] is None]
            self.assertEqual([c["value"] for c in right], [entry["answer"]])
            self.assertGreaterEqual(len(entry["choices"]), 3)
            self.assertEqual(len({c["value"] for c in entry["choices"]}), len(entry["choices"]))

    def test_the_answers_are_counted_again(self):
        self.assertEqual(call("--out", self.out, "--check").returncode, 0)
        spoilt = self.out.parent / "spoilt"
        spoilt.mkdir()
        (spoilt / "bank.json").write_text(json.dumps([{**self.bank[0], "answer": 5}, *self.bank[1:]]))
        done = call("--out", spoilt, "--check")
        self.assertEqual((done.returncode, done.stdout), (1, "q01: x = a[t];: 4 is counted, the bank says 5\n"))

    def test_qti_21(self):
        with zipfile.ZipFile(self.out / "qti21.zip") as archive:
            manifest = tree.fromstring(archive.read("imsmanifest.xml"))
            files = [e.get("href") for e in manifest.iter("{http://www.imsglobal.org/xsd/imscp_v1p1}resource")]
            self.assertEqual(sorted(files), sorted(f"{e['id']}.xml" for e in self.bank))
            for entry in self.bank:
                item = tree.fromstring(archive.read(f"{entry['id']}.xml"))
                choices = {c.get("identifier"): c for c in item.iter(QTI21 + "simpleChoice")}
                right = item.find(f".//{QTI21}correctResponse/{QTI21}value").text
                self.assertEqual(choices[right].text, str(entry["answer"]))
                self.assertEqual([c.find(QTI21 + "feedbackInline") is None for c in choices.values()], [k == right for k in choices])

    def test_canvas(self):
        with zipfile.ZipFile(self.out / "canvas.zip") as archive:
            self.assertIn("imsmanifest.xml", archive.namelist())
            quiz = tree.fromstring(archive.read("pmpp/pmpp.xml"))
        items = list(quiz.iter(QTI12 + "item"))
        self.assertEqual(len(items), len(self.bank))
        for item, entry in zip(items, self.bank):
            labels = {e.get("ident"): e.find(f".//{QTI12}mattext").text for e in item.iter(QTI12 + "response_label")}
            full = next(r for r in item.iter(QTI12 + "respcondition") if r.find(QTI12 + "setvar") is not None)
            self.assertEqual(labels[full.find(f".//{QTI12}varequal").text], str(entry["answer"]))
            told = {e.get("ident").removesuffix("_fb") for e in item.iter(QTI12 + "itemfeedback")}
            self.assertEqual(len(told), len(labels) - 1)

    def test_usage(self):
        done = subprocess.run([sys.executable, PROGRAM, "--out", self.out, "--emucc", "/nowhere/emucc"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "no such file" in done.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
