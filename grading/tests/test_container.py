#!/usr/bin/env python3
"""The container: what the Dockerfile and .devcontainer say agrees with each other, with the tree and with the README; where a
Docker runs, its student's stage is built and lab 01 in it. And the tree can lie in a file system of Windows. test_container.py"""
import copy
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import schemas

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "grading"))
from classroom import tree  # noqa: E402  pylint: disable=wrong-import-position
KNOWN = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "CMD", "ENV", "ARG"}


def instructions(text):
    """[(instruction, the rest)] of a Dockerfile; raises Bad where a line is none."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n", "", text))
    found = []
    for line in filter(str.strip, text.split("\n")):
        word, _, rest = line.partition(" ")
        schemas.need(word in KNOWN and rest.strip(), f"no instruction: {line}")
        found.append((word, " ".join(rest.split())))
    schemas.need(found and found[0][0] == "FROM", "the first instruction is not FROM")
    return found


def stages(text):
    """{name: its instructions, with those of the stage that it begins with in front}"""
    found, now = {}, None
    for word, rest in instructions(text):
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            schemas.need(name and name not in found, f"FROM {rest}: no name of its own")
            schemas.need(base in found or re.fullmatch(r"[\w./-]+:[\w.-]+", base), f"FROM {rest}: neither a stage nor an image with a tag")
            now = found[name] = list(found.get(base, []))
        now.append((word, rest))
    return found


def packages(steps):
    """What is installed; each update of the lists, installation and removal of the lists is one RUN."""
    found = set()
    for word, rest in steps:
        if word == "RUN" and "apt-get" in rest:
            match = re.fullmatch(r"apt-get update && apt-get install -y --no-install-recommends ([a-z0-9.+ -]+) && rm -rf /var/lib/apt/lists/\*", rest)
            schemas.need(match, f"RUN {rest}")
            found |= set(match[1].split())
    return found


def user(steps):
    """Whom the container runs as; each USER but root must have been made."""
    now = "root"
    for word, rest in steps:
        if word == "USER":
            schemas.need(rest == "root" or any(w == "RUN" and re.search(rf"useradd .*\b{rest}$", r) for w, r in steps), f"USER {rest}: not made")
            now = rest
    return now


def readme_packages():
    line = re.search(r"\| Ubuntu .*Debian.* \| `sudo apt install ([^`]+)` \|", (ROOT / "docs/student.md").read_text())
    return set(line[1].split())


class Container(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "Dockerfile").read_text()
        self.stages = stages(self.text)

    def test_stages(self):
        self.assertEqual(list(self.stages), ["student", "grading"])
        for steps in self.stages.values():
            self.assertEqual(user(steps), "student")
            for word, rest in steps:
                if word == "COPY":
                    *sources, _ = [part for part in rest.split() if not part.startswith("--")]
                    self.assertEqual([s for s in sources if not (ROOT / s).exists()], [])
        self.assertLessEqual(readme_packages(), packages(self.stages["student"]))
        self.assertIn("bubblewrap", packages(self.stages["grading"]) - packages(self.stages["student"]))

    def test_notices(self):
        for spoilt, said in (("FORM x", "no instruction"), ("RUN true", "first instruction"), ("FROM debian AS a", "with a tag"),
                             ("FROM debian:12 AS a\nUSER me", "not made"), ("FROM debian:12 AS a\nRUN apt-get install g++", "RUN apt-get")):
            with self.assertRaisesRegex(schemas.Bad, re.escape(said)):
                for steps in stages(spoilt).values():
                    packages(steps)
                    user(steps)
        for spoilt in ('{"build": {}}', '{"image": 1, "build": {"dockerfile": "D"}}', '{"build": {"dockerfile": "D", "user": "x"}}',
                       '{"build": {"dockerfile": "D"}, "postCreateCommand": ""}',
                       '{"build": {"dockerfile": "D"}, "customizations": {"vscode": {"extensions": ["x"]}}}'):
            with self.assertRaises(schemas.Bad, msg=spoilt):
                schemas.devcontainer(spoilt)

    def test_devcontainer(self):
        folder = ROOT / ".devcontainer"
        config = schemas.devcontainer((folder / "devcontainer.json").read_text())
        self.assertEqual((folder / config["build"]["dockerfile"]).resolve(), ROOT / "Dockerfile")
        self.assertEqual((folder / config["build"]["context"]).resolve(), ROOT)
        steps = self.stages[config["build"]["target"]]
        self.assertEqual(config["remoteUser"], user(steps))
        recommended = json.loads((ROOT / ".vscode/extensions.json").read_text())["recommendations"]
        self.assertEqual(config["customizations"]["vscode"]["extensions"], recommended)
        self.assertLessEqual({"clangd", "gdb"}, packages(steps))  # what the extensions start

    def test_commands_of_the_texts(self):
        """Each `docker build` that a text names builds a stage that is there."""
        named = []
        for file in ("Dockerfile", "docs/student.md", "grading/README.md"):
            named += re.findall(r"docker build --target (\S+)", (ROOT / file).read_text())
        self.assertEqual(set(named), set(self.stages))

    def test_selftest(self):
        """The project's own workflow runs .ci/run on each system, after what the README has Ubuntu install."""
        text = (ROOT / ".github/workflows/selftest.yml").read_text()
        wanted = re.search(r"^\| Ubuntu .*`sudo apt install (.+?)`", (ROOT / "docs/student.md").read_text(), re.M)[1]
        installed = re.search(r"apt-get install -y --no-install-recommends (.+)", text)[1]
        self.assertLessEqual(set(wanted.split()), set(installed.split()))
        if not importlib.util.find_spec("yaml"):
            self.skipTest("no PyYAML here")
        import yaml  # pylint: disable=import-outside-toplevel
        read = yaml.safe_load(text.replace("\non:", '\n"on":'))  # a truth value to YAML 1.1
        jobs = schemas.workflow(read)["jobs"]
        self.assertEqual([step["run"] for step in jobs["selftest"]["steps"] if "run" in step][-1], ".ci/run")
        systems = [f"ubuntu-{release}{processor}" for processor in ("", "-arm") for release in ("22.04", "24.04")]
        self.assertEqual(jobs["selftest"]["strategy"]["matrix"]["os"], systems)
        for spoil in (lambda j: j.update({"runs-on": "${{ matrix.system }}"}), lambda j: j["strategy"].update(max=1)):
            twin = copy.deepcopy(read)
            spoil(twin["jobs"]["selftest"])
            self.assertRaises(schemas.Bad, schemas.workflow, twin)

    def test_names(self):
        """What a file system of Windows or macOS would lose: two names that differ in case alone, odd names, links."""
        def lost(names):
            folded = [name.casefold() for name in names]
            return [n for n in names if re.search(r'[:*?"<>|\\]|[. ](/|$)', n) or folded.count(n.casefold()) > 1]
        self.assertEqual(lost(["a/B.h", "a/b.h", "c:d", "e./f", "g"]), ["a/B.h", "a/b.h", "c:d", "e./f"])
        names = [path.as_posix() for path in tree.tracked(ROOT)]
        self.assertEqual(lost(names), [])
        self.assertEqual([name for name in names if (ROOT / name).is_symlink()], [])

    def test_build(self):
        if not shutil.which("docker") or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0:
            self.skipTest("no Docker here, or its daemon does not answer")
        command = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())["postCreateCommand"]
        subprocess.run(["docker", "build", "--target", "student", "-t", "pmpp-test", ROOT], check=True)
        done = subprocess.run(["docker", "run", "--rm", "-v", f"{ROOT}:/given:ro", "pmpp-test", "sh", "-c",
                               "mkdir ~/labs && cd ~/labs && tar -C /given --exclude './build*' -c . | tar -x && "
                               f"({command}) >&2 && build/bin/lab01"],
                              stdout=subprocess.PIPE, text=True, check=False)
        self.assertIn("Nothing is written yet", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)  # says why a test is skipped
