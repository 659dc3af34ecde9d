#!/usr/bin/env python3
"""What a release says of itself: the version in its one place, the changelog's newest entry, and the commit of a checkout."""
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def complaints(version, changelog):
    """What is wrong with VERSION and CHANGELOG.md, by their texts."""
    if not re.fullmatch(r"\d+\.\d+\.\d+\n", version):
        yield f"VERSION: expected one line like 1.0.0, got {version!r}"
    headings = re.findall(r"^## \[(.*?)\](.*)$", changelog, re.M)
    if not headings or headings[0] != ("Unreleased", ""):
        yield "CHANGELOG.md: the first heading must be `## [Unreleased]`"
    releases = headings[1:]
    for name, date in releases:
        if not re.fullmatch(r"\d+\.\d+\.\d+", name) or not re.fullmatch(r" - \d{4}-\d\d-\d\d", date):
            yield f"CHANGELOG.md: expected `## [1.0.0] - 2026-11-28`, got `## [{name}]{date}`"
    if not releases or releases[0][0] != version.strip():
        yield f"CHANGELOG.md: the newest release must be that of VERSION, {version.strip()}"
    numbers = [[int(n) for n in re.findall(r"\d+", name)] for name, _ in releases]
    if numbers != sorted(numbers, reverse=True) or len({*map(tuple, numbers)}) < len(numbers):
        yield "CHANGELOG.md: the newest release stands first, each once"


class Release(unittest.TestCase):
    def test_changelog(self):
        self.assertEqual(list(complaints((ROOT / "VERSION").read_text(), (ROOT / "CHANGELOG.md").read_text())), [])

    def test_changelog_noticed(self):
        right = "## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n## [1.0.0] - 2026-11-28\n"
        self.assertEqual(list(complaints("1.1.0\n", right)), [])
        for version, changelog in (("1.1\n", right), ("1.0.0\n", right), ("1.1.0\n", right.replace("## [Unreleased]\n", "")),
                                   ("1.1.0\n", right.replace(" - 2026-12-01", "")), ("1.1.0\n", right.replace("1.0.0", "1.2.0")),
                                   ("1.1.0\n", right.replace("1.0.0", "1.1.0")), ("1.1.0\n", "")):
            self.assertNotEqual(list(complaints(version, changelog)), [], (version, changelog))

    def test_version(self):
        """The commit is added in a checkout alone, and not to the one that is tagged."""
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder, "tree")
            (tree / "grading").mkdir(parents=True)
            script = pathlib.Path(folder, "script.cmake")
            script.write_text(f"include({ROOT}/common/cmake/version.cmake)\npmpp_read_version({tree} v)\nmessage(\"${{v}}\")\n")

            def said():
                return subprocess.run(["cmake", "-P", script], check=True, stderr=subprocess.PIPE, text=True).stderr.strip()

            def git(*words):
                subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", "-C", tree, *words], check=True, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)

            self.assertEqual(said(), "unknown")
            (tree / "VERSION").write_text("1.2.0\n")
            self.assertEqual(said(), "1.2.0")
            git("init")
            self.assertEqual(said(), "1.2.0")  # no commit yet
            (tree / "grading/file").write_text("")
            git("add", ".")
            git("commit", "-m", "m")
            self.assertRegex(said(), r"^1\.2\.0\+g[0-9a-f]{7,}$")
            git("tag", "v1.1.0")
            self.assertRegex(said(), r"^1\.2\.0\+g[0-9a-f]{7,}$")  # another release's
            (tree / "VERSION").write_text("1.2.0\n\n")
            self.assertRegex(said(), r"^1\.2\.0\+g[0-9a-f]{7,}\.dirty$")
            git("tag", "v1.2.0")
            self.assertRegex(said(), r"^1\.2\.0\+g[0-9a-f]{7,}\.dirty$")
            git("checkout", ".")
            self.assertEqual(said(), "1.2.0")
            git("commit", "--allow-empty", "-m", "m")
            self.assertRegex(said(), r"^1\.2\.0\+1\.g[0-9a-f]{7,}$")
            (tree / "grading").rename(tree / "elsewhere")  # a handout: the repository is a student's
            self.assertEqual(said(), "1.2.0")
            (tree / "elsewhere").rename(tree / "grading")
            (tree / "VERSION").write_text("1.2.0+gabc\n")  # a package's, which stands in another repository
            self.assertEqual(said(), "1.2.0+gabc")


if __name__ == "__main__":
    unittest.main()
