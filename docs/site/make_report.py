#!/usr/bin/env python3
"""Writes docs/site/report.html, the site's class report, from results of lab 01's submissions: docs/site/make_report.py BUILD"""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "grading/tests"), str(ROOT / "grading")]
import class_fixture  # noqa: E402
from formats import report, results  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    made = pathlib.Path(folder, "class")
    class_fixture.make(pathlib.Path(sys.argv[1]), made)
    (ROOT / "docs/site/report.html").write_text(report.document(results.Class(made)), encoding="utf-8")
