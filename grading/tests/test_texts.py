#!/usr/bin/env python3
"""What STYLE.md asks of the handouts, as far as a script can tell: words, the opening, one table of times, links, answers, "behind".

Each rule is a function from texts to messages, and has a page here that breaks it."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MOST_WORDS = 4000
OPENING = ("**You will be able to**", "**You need to know**", "**Time:**")
# "behind" in space, or in a figure of speech; all others mean "after".
SPATIAL = ("ideas behind the counters", "behind a link of a tenth", "behind and in front of", "a barrier behind the store",
           "behind the caches")
WORDS = {"gate": "gates?", "contract": "contract", "emulator": "emulator", "hazard": "hazards?", "reference": "reference",
         "warp": "warps?", "lane": "lanes?", "sector": "sectors?", "barrier": "barriers?", "tile": "tiles?", "pass": "two passes",
         "cold-run": "cold runs", "tie": "tie", "distinction": "Distinction", "shared-memory": "shared memory"}
STUDENTS_ONLY = re.compile(r"<!-- maintainers:begin -->\n.*?<!-- maintainers:end -->\n", re.S)


def handouts():
    """The pages of each lab: {folder: [README.md first, other pages]}."""
    return {lab: [lab / "README.md", *sorted(page for page in lab.glob("*.md") if page.name != "README.md")]
            for lab in sorted((ROOT / "labs").glob("[0-9][0-9]_*"))}


def prose():
    """What this test's rules of words hold for: handouts and what stands beside them."""
    return [page for pattern in ("labs/*/*.md", "labs/*/experiments/*.md", "labs/*/staff/*.md", "labs/*/measured/*.md", "docs/*.md", "STYLE.md")
            for page in sorted(ROOT.glob(pattern)) if page.name != "SPEED.md"]


def too_long(text):
    words = len(STUDENTS_ONLY.sub("", text).split())
    return [f"{words} words, more than {MOST_WORDS}"] if words > MOST_WORDS else []


def without_opening(text):
    head = text.split("\n## ")[0]
    return [f"{part} does not stand before the first section" for part in OPENING if part not in head]


def tables(text):
    return re.findall(r"(?:^\|.*\n)+", text, re.M)


def times(text):
    """The tables whose cells are measured times."""
    return [t for t in tables(text) if re.search(r"\| (?:its )?ms \||\d ms \|", t)]


def after(text):
    """Each "behind" that is not one of SPATIAL."""
    flat = " ".join(text.replace("*", "").split())
    for known in SPATIAL:
        flat = flat.replace(known, "")
    return [f"behind: {flat[max(0, m.start() - 40):m.end() + 30]}" for m in re.finditer(r"\bbehind\b", flat)]


def undefined(text, first=""):
    """The words of WORDS that a page uses and neither it nor the lab's first page links to the glossary."""
    plain = re.sub(r"^```.*?^```|<!--.*?-->|^    .*?$|`[^`\n]*`", "", text, flags=re.S | re.M)
    return [f"{anchor}: no link to the glossary" for anchor, word in WORDS.items()
            if re.search(rf"(?<![\w#-]){word}(?![\w-])", plain) and f"glossary.md#{anchor})" not in text + first]


def anchors(text):
    """The anchors that GitHub makes of the headings."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    heads = [h.lower().replace("`", "").replace("*", "") for h in re.findall(r"^#+ (.+)$", text, re.M)]
    return {re.sub(r"[^\w -]", "", re.sub(r"\[(.+?)\]\(.*?\)", r"\1", h)).replace(" ", "-") for h in heads}


def broken(path, text, root=ROOT):
    """Links to files that are not there, and to headings that a Markdown file does not have."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if file != path and not file.exists():
            found.append(f"{target}: no such file below {root}")
        elif anchor and file.suffix == ".md" and anchor not in anchors(text if file == path else file.read_text(encoding="utf-8")):
            found.append(f"{target}: no such heading")
    return found


def numbers(text):
    """The numbers of a list."""
    return [int(n) for n in re.findall(r"^(\d+)\. ", text, re.M)]


def accidental(text):
    """Lines within a paragraph that Markdown takes for an item of a list: "a[i\n- 1]"."""
    found, before = [], ""
    for line in re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M).split("\n"):
        if re.match(r"[-+*] |\d+\. ", line) and before == "paragraph":
            found.append(f"begins like an item of a list: {line[:40]}")
        before = ("" if not line.strip() or line.startswith(("#", "|", "<")) else "list" if re.match(r" *([-+*]|\d+\.) |   ", line)
                  else before or "paragraph")
    return found


def questions(text):
    """The numbers of the questions: the lists in sections named Questions."""
    return [n for section in re.split(r"^(?=## )", text, flags=re.M) if section.startswith("## Questions") for n in numbers(section)]


class Texts(unittest.TestCase):
    def holds(self, pages, rule):
        found = [f"{page.relative_to(ROOT)}: {m}" for page in pages for m in rule(page.read_text(encoding="utf-8"))]
        self.assertEqual(found, [])

    def test_words(self):
        self.holds([page for pages in handouts().values() for page in pages], too_long)
        self.assertEqual(too_long("word " * MOST_WORDS), [])
        self.assertEqual(too_long("word " * (MOST_WORDS + 1)), ["4001 words, more than 4000"])

    def test_opening(self):
        firsts = [page for pages in handouts().values() for page in pages if page.name != "SCALING.md"]
        self.holds(firsts, without_opening)
        self.assertEqual(len(without_opening("# A\n\n**You will be able to** x\n\n## B\n\n**Time:** 1\n")), 2)

    def test_one_table_of_times(self):
        for lab, pages in handouts().items():
            found = [table for page in pages for table in times(page.read_text(encoding="utf-8"))]
            self.assertEqual(len(found), 1, f"{lab.name}: {found}")
        self.assertEqual(len(times("| a | ms |\n|:--|--:|\n| b | 1 |\n\n| c |\n|---|\n| 0.1 ms |\n\n| d | 2 |\n")), 2)

    def test_behind(self):
        self.holds(prose(), after)
        self.assertEqual(after("The ideas behind\nthe counters. A barrier *behind* it."), ["behind: The . A barrier behind it."])

    def test_lists(self):
        self.holds(prose(), accidental)
        self.assertEqual(accidental("a\n- b\n\n- c\n  d\n- e\n\n1. f\n\ng\n1. h"),
                         ["begins like an item of a list: - b", "begins like an item of a list: 1. h"])

    def test_links(self):
        pages = [*prose(), *sorted(ROOT.glob("docs/contributing/*.md"))]
        found = [f"{page.relative_to(ROOT)}: {m}" for page in pages for m in broken(page, page.read_text(encoding="utf-8"))]
        self.assertEqual(found, [])
        here = ROOT / "labs/README.md"  # a page that is not written
        self.assertEqual(broken(here, "[a](../docs/glossary.md#gate) [b](#b-c)\n\n## B: c\n"), [])
        self.assertEqual(broken(here, "[a](../docs/glossary.md#gates)"), ["../docs/glossary.md#gates: no such heading"])
        self.assertEqual(len(broken(here, "[a](none.md)")), 1)

    def test_ways_on(self):
        """Each lab links to the ideas, to the page about debugging and to the map of the book's chapters."""
        for pages in handouts().values():
            text = "".join(page.read_text(encoding="utf-8") for page in pages)
            for place in ("../ideas/README.md#", "../debugging/README.md", "../../docs/chapters.md"):
                self.assertIn(f"]({place}", text, pages[0])

    def test_words_are_defined(self):
        for pages in handouts().values():
            first = pages[0].read_text(encoding="utf-8")
            for page in pages:
                self.assertEqual(undefined(page.read_text(encoding="utf-8"), first), [], page)
        self.assertEqual(undefined("two lanes, a [warp](../../docs/glossary.md#warp)\n"), ["lane: no link to the glossary"])
        self.assertEqual(undefined("`lane` and\n\n    lane(s)\n"), [])

    def test_answers(self):
        for lab, pages in handouts().items():
            asked = [n for page in pages for n in questions(page.read_text(encoding="utf-8"))]
            self.assertGreater(len(asked), 4, lab.name)
            self.assertEqual(asked, list(range(1, len(asked) + 1)), f"{lab.name}: the questions' numbers")
            self.assertEqual(numbers((lab / "staff/answers.md").read_text(encoding="utf-8")), asked, f"{lab.name}: answers")
        ideas = ROOT / "labs/ideas"
        asked = (ideas / "README.md").read_text(encoding="utf-8").count("\n*Question.*")
        self.assertEqual(numbers((ideas / "staff/answers.md").read_text(encoding="utf-8")), list(range(1, asked + 1)), "ideas")
        self.assertEqual(questions("## A\n\n1. no\n\n## Questions\n\n1. x\n   2. y\n2. z\n"), [1, 2])


if __name__ == "__main__":
    sys.exit(unittest.main())
