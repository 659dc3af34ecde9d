#!/usr/bin/env python3
"""The counts that a handout's sentences name are those of its table, which the grader's counts are compared with."""
import pathlib
import re
import sys
import unittest

LABS = pathlib.Path(__file__).resolve().parent.parent.parent / "labs"
OTHER_CASE = re.compile(r"\b(grid|binary tree|star|uniform matrix)\b")  # sentences about cases that the table lacks


def unsupported(handout, more=""):
    """Numbers of four digits and more in the paragraphs *Counters.*, also of more pages, that the table of counts does not have."""
    table = handout.split("<!-- counts:begin -->")[1].split("<!-- counts:end -->")[0]
    counted = set(re.findall(r"\d+", table))
    found = []
    for paragraph in re.findall(r"^\*Counters\.\*.*?(?=\n\n)", handout + more, re.M | re.S):
        for sentence in re.split(r"(?<=\.)\s+", " ".join(paragraph.split())):
            numbers = [n.replace(",", "") for n in re.findall(r"\d{1,3}(?:,\d{3})+", sentence)]
            found += [] if OTHER_CASE.search(sentence) else [n for n in numbers if n not in counted]
    return found


class HandoutNumbers(unittest.TestCase):
    def test_sentences_agree_with_the_tables(self):
        for path in sorted(LABS.glob("[0-9][0-9]_*/README.md")):
            more = [page.read_text(encoding="utf-8") for page in sorted(path.parent.glob("*.md")) if page != path]
            self.assertEqual(unsupported(path.read_text(encoding="utf-8"), "".join(more)), [], path)

    def test_a_stale_number_is_found(self):
        path = next(LABS.glob("05_*/README.md"))
        handout = path.read_text(encoding="utf-8")
        self.assertIn("39,501", handout)
        self.assertEqual(unsupported(handout.replace("39,501", "39,502")), ["39502"])
        self.assertEqual(unsupported(handout, "\n*Counters.* 39,502 of them.\n\n"), ["39502"])


if __name__ == "__main__":
    sys.exit(unittest.main())
