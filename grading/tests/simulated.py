"""A class made of a lab's references, wrong submissions, exploits and starters, and what must come of each."""
import io
import itertools
import os
import pathlib
import re
import subprocess
import zipfile

import edits
from classroom import store
from exploit_text import handed_in
from mutation.solution import Solution

INCLUDE = re.compile(r'^#include "([\w./]+)"$', re.M)
EXPECT = re.compile(r"^// expect: (?P<verdict>[a-z-]+) (?P<task>\d+_\w+)(?: (?P<reason>(?!on )[\w-]+))?"
                    r"(?: on (?P<on>emu|gpu))?$")
SLOW = ("timeout",)


def inlined(file, lab):
    """A wrong submission as a student would hand it in: one file, what it shares with others and the reference copied into it."""
    def copied(match):
        if match[1] == "../solution.cu":
            return Solution(lab, "solution").text
        shared = file.parent / match[1]
        return inlined(shared, lab) if shared.is_file() else match[0]
    return INCLUDE.sub(copied, file.read_text())


def kinds(lab, exploits, tasks, slow):
    """[(label, text, check)]: check(result, status) gives what is wrong with the outcome, or ""."""
    def verdicts(wanted):
        def check(result, status):
            got = {t["name"]: t["verdict"] for t in result["tasks"]}
            return "" if set(got.values()) == {wanted} else f"every task should be {wanted}: {got}"
        return check

    def stated(verdict, task, reason):
        def check(result, status):
            row = next(t for t in result["tasks"] if t["name"] == task)
            if row["verdict"] != verdict:
                return f"{task} should be {verdict}, is {row['verdict']}: {row['message'][:200]}"
            reasons = [h["kind"] for h in row["hazards"]] + [g["metric"] for g in row["gates"] if not g["met"]]
            if reason is None or reason in reasons:
                return ""
            return f"{task} should be {verdict} for {reason}, is for {reasons}"
        return check

    found = []
    files = [("wrong", f, inlined(f, lab)) for f in sorted((lab / "wrong").glob("*.cu"))]
    files += [("wrong", lab / f"wrong/{name}.cu", text) for name, text in edits.texts(lab).items()]
    for folder, file, text in files + [
            ("exploit", f, handed_in(f, store.ROOT / "build", "/tmp", "/tmp/out.json")) for f in exploits]:
        match = EXPECT.match(text.split("\n", 1)[0])
        wanted = match and match["on"] != "gpu" and (not tasks or match["task"] in tasks)
        if wanted and (slow or match["verdict"] not in SLOW):
            check = (outcome("bad-file", "is binary") if "\0" in text else
                     stated(match["verdict"], match["task"], match["reason"]))
            found.append((f"{folder}/{file.name}", text, check))
    return [("reference", Solution(lab, "solution").text, verdicts("pass")),
            ("starter", (lab / "starter.cu").read_text(), verdicts("todo")), *found]


def outcome(wanted, said):
    """An odd file: no verdict, but this outcome with these words."""
    def check(result, status):
        if status["outcome"] != wanted or said not in status["reason"]:
            return f"should be {wanted} with {said!r}, is {status['outcome']}: {status['reason'][:300]}"
        return ""
    return check


def zipped(name, data):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def odd(reference, passes):
    """[(label, path inside the student's folder, bytes, check)]."""
    return [("empty", "starter.cu", b"", outcome("bad-file", "is empty")),
            ("binary", "starter.cu", bytes(range(256)), outcome("bad-file", "is binary")),
            ("10 MB", "starter.cu", b"/" * (10 << 20), outcome("bad-file", "10.0 MiB")),
            ("named in Korean", "과제 4 제출.cu", reference, passes),
            ("a report instead", "report.pdf", b"%PDF", outcome("no-file", "no .cu file")),
            ("zip bomb", "hw.zip", zipped("starter.cu", bytes(65 << 20)), outcome("bad-file", "unpacks to more than 64 MiB")),
            ("no zip", "hw.zip", b"PK", outcome("bad-file", "no zip file")),
            ("folder in place of a file", "starter.cu/", b"", outcome("bad-file", "is a folder")),
            ("link", "starter.cu@", b"", outcome("bad-file", "symbolic link"))]


class Simulated:
    """Writes SUBMISSIONS and a roster; afterwards compares the results with what must come."""

    def __init__(self, folder, lab, count, exploits=(), tasks=(), slow=True, odd_files=True):
        self.subs, self.roster, self.checks = folder / "submissions", folder / "roster.csv", {}
        self.subs.mkdir(parents=True)
        sources = kinds(lab, exploits, tasks, slow)
        passes = sources[0][2]
        strange = odd(sources[0][1].encode(), passes) if odd_files else []
        rows, number = ["Student,ID,SIS Login ID"], itertools.count(1)
        for label, path, data, check in strange[:count]:
            key = self._new(next(number), rows, label, check)
            self._odd(self.subs / key, path, data)
        order = itertools.cycle(spread(sources) if count < len(sources) else sources)
        for n, (label, text, check) in zip(range(len(strange), count), order):
            i = next(number)
            key = self._new(i, rows, label, check)
            self._write(i, key, f"{text.rstrip()}\n// submission {i}\n".encode(), n % 4)
        for i in (next(number), next(number)):
            self._new(i, rows, "nothing handed in", outcome("missing", "nothing handed in"))
        self.roster.write_text("\n".join(rows) + "\n")

    def _new(self, i, rows, label, check):
        key = f"s{i:03}"
        rows.append(f"학생 {i:03},{9000 + i},{key}")
        self.checks[key] = (label, check)
        return key

    def _write(self, i, key, data, layout):
        """A folder, Canvas's flat name with an older version beside it, Moodle's folder, a zip file in a folder."""
        if layout == 1:
            old, new = (self.subs / f"학생{i:03}_{9000 + i}_{70000 + i + k}_starter{'-1' * k}.cu" for k in (0, 1))
            old.write_bytes(b"an older version that does not compile\n")
            os.utime(old, (1_700_000_000, 1_700_000_000))
            new.write_bytes(data)
            return
        folder = self.subs / (key if layout != 2 else f"학생 {i:03}_{i}_assignsubmission_file_")
        folder.mkdir()
        if layout == 3:
            (folder / "hw.zip").write_bytes(zipped("hw/starter.cu", data))
        else:
            (folder / "starter.cu").write_bytes(data)

    @staticmethod
    def _odd(folder, path, data):
        folder.mkdir()
        if path.endswith("/"):
            (folder / path).mkdir()
        elif path.endswith("@"):
            (folder / path[:-1]).symlink_to("/etc/passwd")
        else:
            (folder / path).write_bytes(data)

    def compare(self, results):
        """[text] of every student whose outcome is not the expected one."""
        wrong = [f"{key}: no such student" for key in results.keys() if key not in self.checks]
        for key, (label, check) in self.checks.items():
            status, result = results.read(key, "status"), results.read(key, "result")
            if status is None:
                wrong.append(f"{key} ({label}): not graded")
                continue
            try:
                said = check(result, status)
            except (TypeError, KeyError, StopIteration):
                said = f"{status['outcome']}: {status['reason'][:300]}"
            if said:
                wrong.append(f"{key} ({label}): {said}")
        return wrong


def spread(sources):
    """The same, so that a small class has one of each verdict before a second of any."""
    seen, keyed = {}, []
    for n, source in enumerate(sources):
        match = EXPECT.match(source[1].split("\n", 1)[0])
        kind = match["verdict"] if match else source[0]
        seen[kind] = seen.get(kind, 0) + 1
        keyed.append((seen[kind], n, source))
    return [source for *_, source in sorted(keyed, key=lambda k: k[:2])]


def workers_left(build, lab):
    """Workers of submissions that nobody has cleaned up."""
    return sorted(p.name for p in (pathlib.Path(build) / "workers" / f"lab{lab}").glob("s[0-9][0-9][0-9].submission-*"))


def machine():
    """The processor and what else it does, in words, for the record."""
    done = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    model = re.search(r"Model name:\s*(.*)", done)
    return f"{len(os.sched_getaffinity(0))} cores of {model[1] if model else 'an unknown processor'} (load {os.getloadavg()[2]:.1f})"
