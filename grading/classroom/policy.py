"""The policy: a commented TOML file, every key of it checked, and what it says of lateness."""
import dataclasses
import datetime
import math
import pathlib
import platform
import re
import sys
import zoneinfo

from .store import Stop

try:
    import tomllib
except ModuleNotFoundError:
    print(f"class grading needs Python 3.11 or newer, and this is {platform.python_version()}: install a newer one beside it (Ubuntu 22.04: "
          f"sudo apt install python3.11), and run: python3.11 {' '.join(sys.argv)}", file=sys.stderr)
    sys.exit(77)  # a test of it is skipped

DAY = 86400
MOST = 1_000_000            # of any number here: points, days, percent
YEARS = (1970, 2200)        # of any date


class _Wrong(Exception):
    pass


def _number(least, most=MOST, whole=False):
    def check(value):
        kind = int if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kind) or not least <= value <= most:
            bounds = (f" from {least} to {most}" if most < MOST else f", at least {least}" +
                      (f" and at most {MOST}" if isinstance(value, kind) and not value < least else ""))
            raise _Wrong(f"expected a {'whole ' * whole}number{bounds}, got {value!r:.40}")
        return value
    return check


def _one_of(*allowed):
    def check(value):
        if value not in allowed or isinstance(value, bool):
            raise _Wrong(f"expected {' or '.join(repr(a) for a in allowed)}, got {value!r}")
        return value
    return check


def _truth(value):
    if not isinstance(value, bool):
        raise _Wrong(f"expected true or false, got {value!r}")
    return value


def _text(value):
    if not isinstance(value, str) or not value.strip():
        raise _Wrong(f"expected a text in quotes, got {value!r}")
    return value


def _zone(value):
    try:
        return zoneinfo.ZoneInfo(_text(value)).key
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise _Wrong(f"no time zone has the name {value!r}; names look like \"Asia/Seoul\"") from None


def _moment(value):
    """A TOML date-time (with or without offset), or the same in quotes; a date alone would hide an hour."""
    try:
        value = datetime.datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        value = None
    if not isinstance(value, datetime.datetime):
        raise _Wrong("expected a date with its time, like 2026-11-20T23:59:00")
    if not YEARS[0] <= value.year <= YEARS[1]:
        raise _Wrong(f"expected a year from {YEARS[0]} to {YEARS[1]}, got {value.year}")
    return value


# Tables of fixed keys: key -> (check, default).
TABLES = {
    "deadline": {"due": (_moment, None), "time_zone": (_zone, "UTC"), "grace_days": (_number(0), 0)},
    "late": {"penalty": (_number(0), 0), "unit": (_one_of("points", "percent"), "points"),
             "per": (_one_of("day", "hour"), "day"), "cap": (_number(0), None), "last_days": (_number(0), None)},
    "partial": {"right_percent": (_number(0, 100), 25), "gates_percent": (_number(0, 100), 50)},
    "infra": {"floor_percent": (_number(1, 100), None)},
    "marks": {"digits": (_number(0, 6, whole=True), 2), "most_percent": (_number(1), None),
              "missing": (_one_of("zero", "blank"), "zero"), "not_assessed": (_one_of("hold", "leave-out"), "hold"),
              "versions": (_one_of("last", "best"), "last")},
    "roster": {"match": (_one_of("name", "id"), "name")},
}
# Tables of tables, by a task's name.
BY_TASK = {
    "tasks": {"points": (_number(0), None), "weight": (_number(0), 1), "extra_credit": (_truth, False)},
    "bonus": {"points": (_number(0), None), "ratio": (_number(0), None), "baseline": (_text, None)},
}
# Lists of tables, each of one student.
EXTENSION = {"student": (_text, None), "days": (_number(0), None), "until": (_moment, None), "reason": (_text, None)}
ADJUST = {"student": (_text, None), "task": (_text, None), "points": (_number(-MOST), None), "reason": (_text, None)}
COMMENT = {"student": (_text, None), "task": (_text, None), "text": (_text, None)}
LISTS = {"extension": EXTENSION, "adjust": ADJUST, "comment": COMMENT}


def _line(text, path):
    """The line of the key, as far as a glance at the headers tells; 0 where it cannot be found."""
    header, found, wanted, nth = "", 0, [str(p) for p in path if not isinstance(p, int)], 0
    index = next((p for p in path if isinstance(p, int)), None)
    for n, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            nth += match[1] == wanted[0] and line.lstrip().startswith("[[")
            header = match[1].replace('"', "").replace("'", "")
            here = header.split(".")
            if here == wanted[:len(here)] and index in (None, nth - 1):
                found = n
        elif match := re.match(r"\s*([^=#]+?)\s*=", line):
            here = (header.split(".") if header else []) + match[1].replace('"', "").split(".")
            if here == wanted[:len(here)] and index in (None, nth - 1):
                return n
    return found


@dataclasses.dataclass(frozen=True)
class Late:
    """How long after a student's own deadline."""
    seconds: int            # whole ones, rounded up; 0: in time
    days: float             # of the calendar in the policy's time zone, with the part of the day that has begun


class Policy:
    """What holds, in `values` (JSON alone); made by read(). Keys that an older run did not know have their defaults."""

    def __init__(self, values):
        self.values = values = {**{key: {} for key in BY_TASK}, **{key: [] for key in LISTS}, **values}
        for name, keys in TABLES.items():
            values[name] = {**{key: default for key, (_, default) in keys.items()}, **values.get(name, {})}
        self.zone = zoneinfo.ZoneInfo(values["deadline"]["time_zone"])
        self.due = self._aware(values["deadline"]["due"])

    def _aware(self, moment):
        """An ISO text as a moment; without an offset it is of the policy's time zone."""
        if moment is None:
            return None
        moment = datetime.datetime.fromisoformat(moment)
        return moment if moment.tzinfo else moment.replace(tzinfo=self.zone)

    def local(self, submitted):
        """An ISO text with offset, by the clock of the policy's time zone, which students and staff look at."""
        return submitted and datetime.datetime.fromisoformat(submitted).astimezone(self.zone).isoformat()

    def days_after(self, moment, days):
        """The moment so many days later by the calendar and the clock of the policy's time zone; a part of a day is that
        part of the calendar day it lies in, which may have 23 or 25 hours."""
        local, whole = moment.astimezone(self.zone), math.floor(days)
        begin, end = (local + datetime.timedelta(days=n) for n in (whole, whole + 1))  # by the clock: both are of one zone
        begin, end = begin.astimezone(datetime.timezone.utc), end.astimezone(datetime.timezone.utc)
        return (begin + (end - begin) * (days - whole)).astimezone(self.zone)

    def of_student(self, kind, names):
        """The entries of a list (extension, adjust, comment) for the student with any of these names (key, id, login, email)."""
        names = {n.casefold() for n in names if n}
        return [e for e in self.values[kind] if e["student"].casefold() in names]

    def of_nobody(self, everybody):
        """What the lists say of a student whom nobody is, as texts. everybody: the names of each student."""
        known = {n.casefold() for names in everybody for n in names if n}
        return [f"policy: [[{kind}]] {n}: nobody is called {e['student']}" for kind in LISTS
                for n, e in enumerate(self.values[kind], 1) if e["student"].casefold() not in known]

    def due_of(self, names):
        """When the student with any of these names (key, id, login, email) must have handed in, or None."""
        due = self.due
        for e in self.of_student("extension", names):
            if due:
                later = self._aware(e["until"]) if e["until"] else self.days_after(self.due, e["days"])
                due = max(due, later, key=datetime.datetime.timestamp)
        return due

    def lateness(self, submitted, names):
        """How late an ISO text with offset is for the student with these names."""
        due = self.due_of(names)
        if not due or not submitted:
            return Late(0, 0)
        moment = datetime.datetime.fromisoformat(submitted)
        seconds = max(0, math.ceil((moment - due.astimezone(datetime.timezone.utc)).total_seconds()))
        if not seconds:
            return Late(0, 0)
        whole = seconds // DAY + 1
        while self.days_after(due, whole).timestamp() > moment.timestamp():
            whole -= 1
        begin, end = (self.days_after(due, n).timestamp() for n in (whole, whole + 1))
        return Late(seconds, whole + (moment.timestamp() - begin) / (end - begin))

    def in_time(self, late):
        return late.days <= self.values["deadline"]["grace_days"]

    def accepted(self, late):
        """False where it would count 0, however good it is."""
        last = self.values["late"]["last_days"]
        return last is None or late.days <= last

    def _hours_behind_grace(self, late, names, grace):
        """By the clock on the wall there is no 25th hour of a day, but an hour's penalty is of an hour: 3600 s."""
        due = self.due_of(names)
        free = self.days_after(due, grace).timestamp() - due.timestamp()
        return (late.seconds - free) / 3600

    def penalty(self, late, earned, names, free=0):
        """(points taken from what was earned, the reason as a text). free: late days of a budget, on top of the grace."""
        rule, grace = self.values["late"], self.values["deadline"]["grace_days"] + free
        if late.seconds == 0:
            return 0, ""
        how = f"{late.seconds // DAY} d {late.seconds % DAY // 3600} h {late.seconds % 3600 // 60} min late"
        if grace:
            how += f", {grace:g} day{'s' * (grace != 1)} of grace"
        if not self.accepted(late):
            return earned, f"{how}: nothing is accepted later than {rule['last_days']:g} days"
        if late.days <= grace:
            return 0, f"{how}: no penalty"
        units = math.ceil(late.days - grace if rule["per"] == "day" else self._hours_behind_grace(late, names, grace))
        taken = units * rule["penalty"]
        how += f": {units} {rule['per']}{'s' * (units != 1)} begun x {rule['penalty']:g} {rule['unit']} = {taken:g}"
        if rule["cap"] is not None and taken > rule["cap"]:
            taken = rule["cap"]
            how += f", at most {taken:g}"
        return min(earned, taken if rule["unit"] == "points" else earned * taken / 100), how


def read(path=None, tasks=None):
    """Reads a policy file (None: the defaults). tasks: the lab's task names, to check those in the file."""
    name = str(path) if path else "(defaults)"
    text = ""
    if path:
        try:
            text = pathlib.Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise Stop(f"policy {path}: {error}") from None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # an integer of 5,000 digits is a ValueError, too
        raise Stop(f"{name}: {error or 'nested too deeply'}") from None

    def fail(keys, why):
        dotted = ".".join(f"{k + 1}" if isinstance(k, int) else k for k in keys)
        line = _line(text, keys)
        raise Stop(f"{name}{f':{line}' if line else ''}: {dotted}: {why}")

    def table(value, keys, path_):
        if not isinstance(value, dict):
            fail(path_, "expected a table of keys")
        for key in value:
            if key not in keys:
                fail([*path_, key], f"no such key; there are {', '.join(keys)}")
        read_ = {}
        for key, (check, default) in keys.items():
            try:
                read_[key] = check(value[key]) if key in value else default
            except _Wrong as why:
                fail([*path_, key], why)
            if isinstance(read_[key], datetime.datetime):
                read_[key] = read_[key].isoformat()
        return read_

    for key in data:
        if key not in (*TABLES, *BY_TASK, *LISTS):
            fail([key], f"no such table; there are {', '.join([*TABLES, *BY_TASK, *LISTS])}")
    values = {key: table(data.get(key, {}), keys, [key]) for key, keys in TABLES.items()}
    for key, keys in BY_TASK.items():
        values[key] = {}
        if not isinstance(data.get(key, {}), dict):
            fail([key], "expected tables, one a task")
        for task, value in data.get(key, {}).items():
            if tasks is not None and task not in tasks:
                fail([key, task], f"the lab has no such task; its tasks are {', '.join(tasks)}")
            values[key][task] = table(value, keys, [key, task])
    last, grace = values["late"]["last_days"], values["deadline"]["grace_days"]
    if last is not None and last < grace:
        fail(["late", "last_days"], f"{last:g} days after the deadline would count 0, but deadline.grace_days = {grace:g} "
             "lets them cost nothing")
    if sum(values["partial"].values()) > 100:
        fail(["partial", "gates_percent"], "right_percent and gates_percent together are more than 100: a part would be more than "
             "the whole")
    for task, bonus in values["bonus"].items():
        for key in ("points", "ratio"):
            if bonus[key] is None:
                fail(["bonus", task], f"needs {key}")
    for kind, keys in LISTS.items():
        if not isinstance(data.get(kind, []), list):
            fail([kind], f"write [[{kind}]], with two brackets, once a student")
        values[kind] = [table(value, keys, [kind, i]) for i, value in enumerate(data.get(kind, []))]
    for i, e in enumerate(values["extension"]):
        if not e["student"] or (e["days"] is None) == (e["until"] is None):
            fail(["extension", i], "needs student, and either days or until")
    for kind, needed in (("adjust", ("student", "points", "reason")), ("comment", ("student", "text"))):
        for i, e in enumerate(values[kind]):
            if missing := [key for key in needed if e[key] is None]:
                fail([kind, i], f"needs {' and '.join(missing)}")
            if e["task"] is not None and tasks is not None and e["task"] not in tasks:
                fail([kind, i, "task"], f"the lab has no task {e['task']}; its tasks are {', '.join(tasks)}")
    if values["extension"] and not values["deadline"]["due"]:
        fail(["extension", 0], "there is no deadline.due that it could extend")
    return Policy(values)
