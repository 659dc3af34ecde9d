"""The corpus of beginners' mistakes: grading/strangers/NN*.edits, made into files, compiled in bundles and graded.

No rule of the grader was written for them when they were. NN.edits were thought of by kinds (index, bounds, barrier, type, host
call, loop, copy-paste, misread), NN_tried.edits are those that users made. judged.txt says of each where its message leads."""
import collections
import json
import pathlib
import re
import subprocess
from dataclasses import dataclass

import edits
from mutation.own_task import contract_of, without_other_tasks

FOLDER = pathlib.Path(__file__).resolve().parent
LABS = FOLDER.parent.parent / "labs"
LEADS = ("cause", "half", "none", "misleading")
KINDS = ("index", "bounds", "barrier", "type", "host call", "loop", "copy-paste", "misread")


@dataclass
class Stranger:
    lab: str
    name: str
    verdict: str
    task: str
    fault: str
    text: str

    @property
    def key(self):
        return f"{self.lab}/{self.name}"


def read(labs=None):
    """All of the corpus, or that of some labs ("04")."""
    found, files = [], collections.defaultdict(list)
    for file in sorted(FOLDER.glob("*.edits")):
        files[file.name[:2]].append(file)
    for number, of_lab in files.items():
        if labs and number not in labs:
            continue
        lab = next(LABS.glob(f"{number}_*"))
        reference, contract = edits.Reference(lab), contract_of(lab)
        for entry in (entry for file in of_lab for entry in edits.read(file)):
            words = entry.expect.split()
            text = without_other_tasks(edits.expand(entry, reference), words[1], contract)
            # what a student would not have: what is expected, and the marks
            text = re.sub(r" *// fault$", "", re.sub(r"\A(//.*\n){2}", "", text), flags=re.M)
            found.append(Stranger(number, entry.name, words[0], words[1], entry.fault, text))
    return found


def write(found, build):
    """Writes them where they differ from what is there; returns their paths by key."""
    paths = {}
    for s in found:
        file = paths[s.key] = build / "strangers" / s.lab / f"{s.name}.cu"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text() != s.text:
            file.write_text(s.text)
    return paths


def compile_bundles(found, paths, build):
    """Compiles those of a task together; what cannot be is compiled when it is graded."""
    tasks = collections.defaultdict(list)
    for s in found:
        tasks[s.lab, s.task].append(paths[s.key])
    for (lab, task), files in tasks.items():
        if len(files) < 2:
            continue
        listed = build / "strangers" / lab / f"{task}.list"
        listed.write_text("".join(f"{file}\n" for file in files))
        subprocess.run([build / "bin" / f"lab{lab}", "build", "--bundle", listed, "--task", task], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def grade(s, paths, build, seed=1):
    """(The task's row of the result file, what a student sees)."""
    file = paths[s.key]
    out = file.with_suffix(f".{seed}.json" if seed != 1 else ".json")
    done = subprocess.run([build / "bin" / f"lab{s.lab}", "--impl", file, "--backend", "emu", "--task", s.task, "--seed", str(seed),
                           "--json", out], check=False, capture_output=True, text=True)
    return json.loads(out.read_text(encoding="utf-8"))["tasks"][0], done.stdout


def message(shown):
    """Of what a student sees, the part that says what went wrong."""
    part = re.search(r"(?ms)^\w+: \S+\n(.*?)(?:^Counted by|^Score:|\Z)", shown)
    return part[0].replace("\nScore:", "").strip() if part else shown


def judged(file=FOLDER / "judged.txt"):
    """{key: (where the message leads, the words that do it)} of the file's rows, `04/name  cause  words`."""
    rows = {}
    for number, line in enumerate(file.read_text().splitlines() if file.is_file() else [], 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split(None, 2)
        if len(cells) != 3 or cells[1] not in LEADS or cells[0] in rows:
            raise ValueError(f"{file}:{number}: expected `LAB/NAME {'|'.join(LEADS)} WORDS`, once each, got `{line}`")
        rows[cells[0]] = cells[1], cells[2]
    return rows
