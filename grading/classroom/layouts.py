"""From what a learning platform lets an instructor download to one list of versions for each student."""
import csv
import dataclasses
import datetime
import pathlib
import re

from . import entries as E
from .store import Stop, key_of

# Name_12345_assignsubmission_file_ (a folder) or ..._file_starter.cu: Moodle. The number is not the student's id.
MOODLE = re.compile(r"^(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>file|onlinetext)(_(?P<file>.*))?$")
# lovelaceada_LATE_12345_67890_starter-1.cu: Canvas.
CANVAS = re.compile(r"^(?P<name>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_(?P<fileid>\d+)_(?P<file>.+)$")
# name_id_file.cu
PLAIN = re.compile(r"^(?P<name>[^_]+)_(?P<number>\d+)_(?P<file>[^_].*)$")
AGAIN = re.compile(r"^(?P<stem>.+?)(-(?P<canvas>\d+)| ?\((?P<browser>\d+)\))?(?P<ext>\.[^.]+)$")


@dataclasses.dataclass
class Version:
    file: str               # as it was handed in, with the folder or zip file around it
    base: str               # its own name, without what the platform put in front
    again: int              # 1 of starter-1.cu, 0 of starter.cu
    submitted: object       # aware datetime or None
    source: str             # what says so: times.csv, file, zip
    read: object


@dataclasses.dataclass
class Student:
    key: str
    person: dict            # id, name, email, login, section
    versions: list
    problems: list          # texts
    broken: list            # (file, why) of entries that could not be read for a reason of ours
    refused: list           # (file, why) of entries that are not read


def owner(top):
    """(name, number or None, whether the number is the student's id, the file's own name, LATE) of a top-level name."""
    if m := MOODLE.match(top):
        return m["name"], m["number"], False, m["file"] or "", False
    if m := CANVAS.match(top) or PLAIN.match(top):
        return m["name"], m["number"], True, m["file"], bool(m.groupdict().get("late"))
    return None


def _again(name):
    m = AGAIN.match(name)
    return int(m["canvas"] or m["browser"] or 0) if m else 0


class Collector:
    """Sorts entries to students."""

    def __init__(self, roster, zone, times):
        self.roster, self.zone, self.times = roster, zone, times
        self.students, self.ignored, self.used_times = {}, [], set()

    def _student(self, top, is_folder):
        known = owner(top)
        if known:
            name, number, is_id, base, late = known
        else:
            name = top if is_folder else pathlib.PurePath(top).stem
            number, is_id, base, late = None, False, "" if is_folder else top, False
        person, why = self.roster.match(name, number, is_id) if self.roster else (None, "")
        if person:
            identity = ("roster", id(person))
            key = key_of(person["login"] or person["id"] or person["name"])
        else:
            identity = ("name", name, number)
            key = key_of(f"{name}_{number}" if number else name)
        if identity not in self.students:
            taken = {s.key.casefold() for s in self.students.values()}
            key = next(k for k in [key, *(f"{key}-{n}" for n in range(2, 10000))] if k.casefold() not in taken)
            blank = {"id": "", "name": name, "email": "", "login": "", "section": ""}
            self.students[identity] = Student(key, person or blank, [], [why] if why else [], [], [])
        student = self.students[identity]
        if late and not any("LATE" in p for p in student.problems):
            student.problems.append("Canvas marked it LATE; whether it is late for this policy, the time stamp decides")
        return student, base

    def _when(self, student, files, entry):
        names = {student.key, student.person["id"], student.person["login"], student.person["email"]} - {""}
        for who in (*files, *sorted(names)):
            if who in self.times:
                self.used_times.add(who)
                return self.times[who], "times.csv"
        return entry.modified, entry.source

    def _file(self, student, file, base, entry, outer=None):
        """One file of a student. outer: the zip file that it lies in, whose time stamp the platform wrote."""
        lower = base.casefold()
        if entry.kind == "link":
            student.refused.append((file, "is a symbolic link: not followed"))
        elif entry.kind == "odd":
            student.refused.append((file, "is neither a file nor a folder"))
        elif entry.kind == "folder":
            if lower.endswith(".cu"):
                student.refused.append((file, "is a folder, not a file"))
        elif lower.endswith(".cu"):
            when, source = self._when(student, [file, *([outer.path()] if outer else [])], outer or entry)
            student.versions.append(Version(file, base, _again(base), when, source, entry.read))
        elif lower.endswith(E.ARCHIVES):
            if outer:
                student.refused.append((file, "is a zip file in a zip file: not opened"))
            else:
                self._zip(student, file, entry)
        elif lower.endswith(E.UNREADABLE):
            student.refused.append((file, "is an archive of a kind that is not opened here: hand in a .zip or the .cu file"))
        else:
            student.problems.append(f"{file}: not a .cu file: kept where it is, not graded")

    def _zip(self, student, file, entry):
        try:
            inside, problems = E.of_zip(entry.read(E.KEPT_LIMIT), self.zone)
        except E.Refused as why:
            student.refused.append((file, str(why)))
        except E.Ours as why:
            student.broken.append((file, str(why)))
        else:
            student.problems += [f"{file}: {p}" for p in problems]
            for e in inside:
                self._file(student, f"{file}/{e.path()}", e.name, e, outer=entry)

    def add(self, found):
        """Takes the entries of a whole class."""
        for entry in found:
            top, is_top = entry.parts[0], len(entry.parts) == 1
            if is_top and entry.kind == "file" and not owner(top) and not top.casefold().endswith((".cu", ".zip")):
                self.ignored.append(top)
                continue
            folder = not is_top or entry.kind == "folder"
            student, base = self._student(top, folder)
            if is_top and entry.kind == "folder":
                if base.casefold().endswith(".cu"):
                    student.refused.append((top, "is a folder, not a file"))
                continue
            self._file(student, entry.path(), base if is_top else entry.name, entry)


def read_times(path, zone):
    """times.csv: first column a file as it was handed in, or a student's key, id, login or email; second a time."""
    times = {}
    try:
        rows = list(csv.reader(pathlib.Path(path).read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f"times {path}: {error}") from None
    for n, row in enumerate(rows, 1):
        if not any(c.strip() for c in row):
            continue
        try:
            who, moment = row[0].strip(), datetime.datetime.fromisoformat(row[1].strip())
        except (IndexError, ValueError):
            if n == 1:
                continue  # the headings
            raise Stop(f"times {path}:{n}: expected `who,2026-11-20T23:59:00`, got {','.join(row)!r}") from None
        if who in times:
            raise Stop(f"times {path}:{n}: a second time for {who}; name the files to tell its versions apart")
        times[who] = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return times


def collect(submissions, roster, policy, times):
    """(students by key order, top-level files that belong to nobody, problems of the whole)."""
    path = pathlib.Path(submissions)
    collector = Collector(roster, policy.zone, times)
    problems = []
    if path.is_dir():
        found = E.of_folder(path)
    elif path.is_file():
        try:
            found, problems = E.of_zip(path, policy.zone, files=100_000, total=1 << 40)
        except (E.Refused, E.Ours) as why:
            raise Stop(f"{path} {why}") from None
    else:
        raise Stop(f"{path}: no such folder or zip file")
    collector.add(found)
    students = sorted(collector.students.values(), key=lambda s: s.key)
    problems += [f"times.csv: {who}: nobody and no file has this name" for who in times if who not in collector.used_times]
    return students, collector.ignored, problems


def order(versions):
    """Oldest first; where time stamps are missing or equal, the platform's count and then the name decide."""
    return sorted(versions, key=lambda v: (v.submitted.timestamp() if v.submitted else 0, v.again, v.file))


def candidates(versions, lab_folder, why):
    """Those of the files that can be the submission; why: gets the reason for each of the others."""
    left = versions
    for wanted, reason in ((lambda v: lab_folder in v.file.split("/"), f"not in the folder {lab_folder}"),
                           (lambda v: re.match(r"starter\b|starter[-_ (]", v.base.casefold()),
                            "another file; starter.cu is graded")):
        if found := [v for v in left if wanted(v)]:
            why.update({id(v): reason for v in left if v not in found})
            left = found
    return left


def choose(student, policy, lab_folder=None):
    """(the version that counts or None, [(version, why)]): the last in time; where none is, the last that is accepted
    late; where none is, the last of all."""
    versions, why = order(student.versions), {}
    versions_left = candidates(versions, lab_folder, why)
    names = (student.key, student.person["id"], student.person["login"], student.person["email"])

    def late(v):
        return policy.late_seconds(v.submitted.isoformat(), names) if v.submitted else 0
    timely = [v for v in versions_left if policy.in_time(late(v))]
    accepted = timely or [v for v in versions_left if policy.accepted(late(v))]
    chosen = (accepted or versions_left or [None])[-1]
    for v in versions_left:
        why[id(v)] = (("the last in time" if timely else "none is in time: the last") if v is chosen else
                      "an older version" if v in (accepted or versions_left) else
                      "after the deadline; an earlier one is in time" if timely else "too late to count; an earlier one is not")
    if len({re.sub(r"\d+", "", v.base.casefold()) for v in versions_left}) > 1 and not chosen.base.casefold().startswith("starter"):
        student.problems.append("files of several names and none is called starter.cu: the last is graded; "
                                "one .cu file must hold everything")
    return chosen, [(v, why[id(v)]) for v in versions]
