#!/usr/bin/env python3
"""Tests of the class report in a headless browser: test_report.py BUILD. Without a browser it is skipped (77)."""
import json
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
from formats import markup, report, results  # noqa: E402

BUILD = pathlib.Path("build")
HOSTILE = "20260004"
SHOWN = "(function(s){var e=document.querySelector(s); return !!e && e.checkVisibility()})"
# The least ratio of contrast of any visible text to what it lies on, and which text that is.
CONTRAST = """(function() {
  const parse = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = parse(c).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor, p = parse(c);
    if (p.length < 4 || p[3] > 0) return c; } return getComputedStyle(document.documentElement).colorScheme; };
  let worst = [99, ""];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walk.nextNode();) {
    const e = n.parentElement;
    if (!n.textContent.trim() || !e.getClientRects().length || e.closest("title")) continue;
    const s = getComputedStyle(e), a = light(e.closest("svg") ? s.fill : s.color), b = light(ground(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < worst[0]) worst = [ratio, n.textContent.slice(0, 40)];
  }
  return worst; })()"""
WIDER = """[...document.querySelectorAll("body *")].filter(e => e.getClientRects().length && !e.closest(".scroll > *, .source > *"))
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName + "." + e.getAttribute("class")).slice(0, 5)"""


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.home = pathlib.Path(cls.folder.name)
        class_fixture.make(BUILD, cls.home / "class")
        cls.page = cls.home / "report.html"
        cls.everybody = results.Class(cls.home / "class")
        cls.page.write_text(report.document(cls.everybody), encoding="utf-8")
        cls.browser = cls.enterClassContext(browser.Browser(PROGRAM))

    def shown(self, selector):
        return self.browser.value(f"{SHOWN}({json.dumps(selector)})")

    def test_no_script_runs(self):
        """Neither here, nor where escaping is broken but the policy stands; the twin without both shows that this test sees it."""
        title = "Lab 01, Vector addition"
        self.assertEqual(self.browser.open(f"{self.page}#s-{HOSTILE}"), [])
        self.assertEqual(self.browser.value("document.title"), title)
        self.assertIn("<script>document.title", self.browser.value("document.body.textContent"))
        try:
            safe, markup.safe = markup.safe, lambda value: markup.Html(str(value))
            broken = report.document(results.Class(self.home / "class"))
        finally:
            markup.safe = safe
        page = self.home / "broken.html"
        page.write_text(broken, encoding="utf-8")
        log = self.browser.open(f"{page}#s-{HOSTILE}")
        self.assertEqual(self.browser.value("document.title"), title)
        self.assertTrue(any("Content Security Policy" in line for line in log), log)
        page.write_text(re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", broken), encoding="utf-8")
        self.browser.open(f"{page}#s-{HOSTILE}")
        self.assertEqual(self.browser.value("document.title"), "pwned")

    def test_style_is_allowed(self):
        """The policy names the style by its hash; with another hash the page has no style and the log says why."""
        self.assertEqual(self.browser.open(self.page), [])
        self.assertFalse(self.shown(f"#s-{HOSTILE}"))
        page = self.home / "other.html"
        other = re.sub("sha256-.{43}=", f"sha256-{'A' * 43}=", self.page.read_text(encoding="utf-8"))
        page.write_text(other, encoding="utf-8")
        log = self.browser.open(page)
        self.assertTrue(any("style" in line for line in log), log)
        self.assertTrue(self.shown(f"#s-{HOSTILE}"))

    def test_one_file(self):
        self.browser.open(self.page)
        self.assertEqual([r for r in self.browser.requests() if r != self.page.resolve().as_uri()], [])

    def line_out_of_bounds(self):
        """Where the submission without a boundary test stores: the line of its text."""
        text = class_fixture.wrong_file(BUILD, "2_no_boundary_check").read_text(encoding="utf-8").splitlines()
        return next(n for n, line in enumerate(text, 1) if line.endswith("// fault"))

    def test_clicks(self):
        """From the class to a student and his neighbour, open the source, and back."""
        self.browser.open(self.page)
        self.assertTrue(self.shown("#students") and not self.shown(".student"))
        self.browser.value("document.querySelector('#students a[href=\"#s-20260003\"]').click()")
        self.assertTrue(self.shown("#s-20260003") and not self.shown("#students"))
        self.assertIn("out-of-bounds", self.browser.value("document.querySelector(':target').innerText"))
        self.assertFalse(self.shown("#s-20260003 .source"))
        self.browser.value("document.querySelectorAll('#s-20260003 summary').forEach(s => s.click())")
        self.assertTrue(self.shown("#s-20260003 .source"))
        hit = "[...document.querySelectorAll('#s-20260003 .source li')].findIndex(e => e.className == 'hit') + 1"
        self.assertEqual(self.browser.value(hit), self.line_out_of_bounds())
        self.assertIn("global_load_requests", self.browser.value("document.querySelector('#s-20260003').innerText"))
        self.browser.value("[...document.querySelectorAll('#s-20260003 nav a')].pop().click()")
        self.assertTrue(self.shown(f"#s-{HOSTILE}") and not self.shown("#s-20260003"))
        self.browser.value(f"document.querySelector('#s-{HOSTILE} nav a').click()")
        self.assertTrue(self.shown("#students") and not self.shown(".student"))
        self.browser.value("document.querySelector('#students a[href*=\"%25EA\"]').click()")
        self.assertEqual(self.browser.value("document.querySelector(':target h2').textContent"), "@At Anna")

    def test_phone(self):
        for fragment in ("", f"#s-{HOSTILE}", "#s-20260001", "#s-20260003"):
            self.browser.open(f"{self.page}{fragment}", 390)
            self.browser.value("document.querySelectorAll('details').forEach(d => d.open = true)")
            self.assertEqual(self.browser.value(WIDER), [], fragment)
            self.assertEqual(self.browser.value("document.documentElement.scrollWidth"), 390, fragment)
        self.browser.value("document.querySelector('.student:target h2').innerHTML = '<div class=x>' + '&nbsp;'.repeat(200)")
        self.browser.value("document.querySelector('.x').style.whiteSpace = 'pre'")  # what this test is for
        self.assertGreater(self.browser.value("document.documentElement.scrollWidth"), 390)

    def test_contrast(self):
        """4.5 to 1 for every text, in the light and in the dark (WCAG 2.1, 1.4.3)."""
        for dark in (False, True):
            for fragment in ("", "#s-20260001", "#s-20260002", "#s-20260003"):
                self.browser.open(f"{self.page}{fragment}", dark=dark)
                self.browser.value("document.querySelectorAll('details').forEach(d => d.open = true)")
                ratio, said = self.browser.value(CONTRAST)
                self.assertGreater(ratio, 4.5, f"{said!r}, dark: {dark}, {fragment}")
        self.browser.value("document.querySelector('.student:target h2').style.cssText = 'color: #555'")
        self.assertLess(self.browser.value(CONTRAST)[0], 4.5)

    def test_print(self):
        """The class without its links' underlines and without the students' pages; a student's page where it was opened."""
        self.browser.open(self.page, media="print")
        self.assertTrue(self.shown("#students") and self.shown("svg.chart"))
        self.assertFalse(self.shown("nav") or self.shown(".student"))
        path = self.home / "class.pdf"
        self.browser.pdf(path)
        data = path.read_bytes()
        self.assertTrue(data.startswith(b"%PDF-"))
        self.assertLessEqual(len(re.findall(rb"/Type\s*/Page\b", data)), 6)
        self.browser.open(f"{self.page}#s-20260003", media="print")
        self.assertTrue(self.shown("#s-20260003") and not self.shown("#students"))

    def test_outline(self):
        """What a screen reader gets: names of tables, charts and regions."""
        self.browser.open(self.page)
        self.assertEqual(self.browser.value("""[...document.querySelectorAll("svg[role=img], .scroll, section, nav")].filter(
          e => !(e.getAttribute("aria-label") || document.getElementById(e.getAttribute("aria-labelledby")))).length"""), 0)
        self.assertEqual(self.browser.value("document.querySelectorAll('h1').length"), 1)
        self.assertEqual(self.browser.value("document.documentElement.lang"), "en")
        label = self.browser.value("document.querySelector('#distribution svg').getAttribute('aria-label')")
        shares = [s.row["mark"] / self.everybody.possible for s in self.everybody.students
                  if s.row["mark"] is not None and s.row["outcome"] != "missing"]
        for name, low, high in (("0", 0, 0.1), ("80", 0.8, 0.9), ("90", 0.9, 1), ("100", 1, 2)):
            count = sum(low <= share < high for share in shares)
            self.assertIn(f"from {name} %: {count}", label + (f", from {name} %: 0" if not count else ""))
        self.assertGreater(len(shares), 5)


def why_not(program):
    """Why a browser cannot be used, or None."""
    if not program:
        return "no chromium or chrome is installed"
    try:
        with browser.Browser(program, limit=30):
            return None
    except (RuntimeError, TimeoutError, OSError, subprocess.SubprocessError) as error:
        return f"{program} does not start: {error}"


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    PROGRAM = browser.find()
    if reason := why_not(PROGRAM):
        print(f"SKIP: {reason}")
        sys.exit(77)
    unittest.main()
