"""From what a learning platform lets an instructor download to one list of versions for each student."""
import dataclasses
import datetime
import itertools
import pathlib
import re
import unicodedata

from . import entries as E
from .policy import YEARS
from .roster import table
from .store import Stop, key_of

# Name_12345_assignsubmission_file_ (a folder) or ..._file_starter.cu: Moodle. The number is not the student's id.
MOODLE = re.compile(r"^(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>file|onlinetext)(_(?P<file>.*))?$")
# lovelaceada_LATE_12345_67890_starter-1.cu: Canvas.
CANVAS = re.compile(r"^(?P<name>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_(?P<fileid>\d+)_(?P<file>.+)$")
# name_id_file.cu
PLAIN = re.compile(r"^(?P<name>[^_]+)_(?P<number>\d+)_(?P<file>[^_].*)$")
AGAIN = re.compile(r"^(?P<stem>.+?)(-(?P<canvas>\d+)| ?\((?P<browser>\d+)\))?(?P<ext>\.[^.]+)$")


CLASH = "clash of names"  # how the problem begins


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


def folded(name):
    """What two names have in common that differ only in case or in their Unicode form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


NAMES = ("id", "login", "email")  # by which times.csv may call a student


class Top:
    """What a top-level name says of its owner. given: the name in the Unicode form and case that it came in."""

    def __init__(self, top, given, is_folder):
        def read(text):
            return owner(text) or (text if is_folder else pathlib.PurePath(text).stem, None, False, "" if is_folder else text, False)
        self.name, self.number, self.is_id, self.base, self.late = read(top)
        self.given = read(given)[0]
        self.group = folded(self.name), self.number


class Collector:
    """Sorts entries to students."""

    def __init__(self, roster, zone, times):
        self.roster, self.zone, self.times = roster, zone, times
        self.students, self.ignored, self.used_times = {}, [], set()
        self.files = set()  # every file of a student, graded or not
        self.forms = {}     # Top.group -> the given names in it

    def _first(self, forms):
        """Of names that differ only in case or Unicode form, the one that the roster's student gets."""
        exact = {s[k] for s in (self.roster.students if self.roster else ()) for k in ("login", "id", "email", "name")}
        return next((f for f in sorted(forms) if f in exact), sorted(forms)[0])

    def _student(self, top):
        forms, person, why = self.forms[top.group], None, ""
        clash = len(forms) > 1
        if clash and top.given != self._first(forms):
            identity = ("clash", top.given, top.number)
        else:
            person, why = self.roster.match(top.name, top.number, top.is_id) if self.roster else (None, "")
            identity = ("roster", id(person)) if person else ("name", top.name, top.number)
        key = key_of((person["login"] or person["id"] or person["name"]) if person else
                     f"{top.name}_{top.number}" if top.number else top.name)
        if identity not in self.students:
            taken = {s.key.casefold() for s in self.students.values()}
            others = (f"{key}-{n}" for n in itertools.count(2))
            key = next(k for k in itertools.chain([key], others) if k.casefold() not in taken)
            blank = {"id": "", "name": top.name, "email": "", "login": "", "section": ""}
            self.students[identity] = Student(key, person or blank, [], [why] if why else [], [], [])
            if clash:
                self.students[identity].problems.append(
                    f"{CLASH}: {' and '.join(ascii(f) for f in sorted(forms))} differ only in case or Unicode form; each is graded "
                    "by itself: rename one")
        student = self.students[identity]
        if person and why and why not in student.problems:
            student.problems.append(why)
        if top.late and not any("LATE" in p for p in student.problems):
            student.problems.append("Canvas marked it LATE; whether it is late for this policy, the time stamp decides")
        return student

    def unused_time(self, who):
        """Why a line of times.csv is the time of no submission."""
        if who in self.files or who in self.ignored:
            return "is no .cu file: not graded"
        for student in self.students.values():
            if who in {student.key, *(student.person[k] for k in NAMES)}:
                return "a more exact line has the time, of a file or by another of the student's names" if student.versions else \
                    "the student handed in no .cu file that can be graded"
        if self.roster and any(who in {s[k] for k in NAMES} for s in self.roster.students):
            return "the student is in the roster, but handed in nothing"
        return "nobody and no file has this name"

    def _when(self, student, files, entry):
        names = {student.key, *(student.person[k] for k in NAMES)} - {""}
        for who in (*files, *sorted(names)):
            if who in self.times:
                self.used_times.add(who)
                return self.times[who], "times.csv"
        return entry.modified, entry.source

    def _file(self, student, file, base, entry, outer=None):
        """One file of a student. outer: the zip file that it lies in, whose time stamp the platform wrote."""
        lower = base.casefold()
        self.files.add(file)
        if twin := next((v.file for v in student.versions if folded(v.file) == folded(file)), None):
            student.problems.append(f"{CLASH}: two files' names, {ascii(twin)} and {ascii(file)}, differ only in case or Unicode form")
        if entry.kind == "unread":
            try:
                entry.read(0)
            except E.Ours as why:
                student.broken.append((file, str(why)))
        elif entry.kind == "link":
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
        tops = []
        for entry in found:
            first, is_top = entry.parts[0], len(entry.parts) == 1
            if is_top and entry.kind == "file" and not owner(first) and not first.casefold().endswith((".cu", ".zip")):
                self.ignored.append(first)
                continue
            folder = not is_top or entry.kind in ("folder", "unread") and not first.casefold().endswith((".cu", ".zip"))
            top = Top(first, (entry.given or entry.parts)[0], folder or entry.kind == "folder")
            self.forms.setdefault(top.group, set()).add(top.given)
            tops.append((entry, top, is_top))
        for entry, top, is_top in sorted(tops, key=lambda t: t[1].given != self._first(self.forms[t[1].group])):
            student = self._student(top)
            if is_top and entry.kind == "folder":
                if top.base.casefold().endswith(".cu"):
                    student.refused.append((entry.parts[0], "is a folder, not a file"))
                continue
            self._file(student, entry.path(), top.base if is_top else entry.name, entry)


def read_times(path, zone):
    """times.csv: first column a file as it was handed in, or a student's key, id, login or email; second a time."""
    times = {}
    head, rows = table(f"times {path}", path)
    for n, row in [(1, head), *rows]:
        try:
            who, moment = row[0].strip(), datetime.datetime.fromisoformat(row[1].strip())
            if not YEARS[0] <= moment.year <= YEARS[1]:
                raise ValueError
        except (IndexError, ValueError):
            if row is head:
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
    try:
        if path.is_dir():
            found = E.of_folder(path)
        elif path.is_file():
            found, problems = E.of_zip(path, policy.zone, files=100_000, total=1 << 40, ours=True)
        else:
            raise Stop(f"{path}: no such folder or zip file")
    except (E.Refused, E.Ours) as why:
        raise Stop(f"{path} {why}") from None
    collector.add(found)
    students = sorted(collector.students.values(), key=lambda s: s.key)
    problems += [f"times.csv: {who}: {collector.unused_time(who)}" for who in times if who not in collector.used_times]
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
    """(the version that counts or None, [(version, why)], [the other versions that could count]): the last in time; where none is,
    the last that is accepted late; where none is, the last of all. With versions = "best" the marks decide among all that could."""
    versions, why = order(student.versions), {}
    versions_left = candidates(versions, lab_folder, why)
    names = (student.key, student.person["id"], student.person["login"], student.person["email"])

    def late(v):
        return policy.lateness(v.submitted.isoformat() if v.submitted else None, names)
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
    others = [v for v in versions_left if v is not chosen and policy.accepted(late(v))]
    later = [v for v in others if not policy.in_time(late(v))]
    if timely and later and policy.values["marks"]["versions"] == "last":
        student.problems.append(f"{later[-1].file} came after the deadline and is not graded, because an earlier version is in time; "
                                'versions = "best" in the policy grades both')
    return chosen, [(v, why[id(v)]) for v in versions], others
