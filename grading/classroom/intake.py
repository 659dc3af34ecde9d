"""Takes submissions into a results folder: one folder a student, the version that counts, and why."""
import datetime
import hashlib
import itertools
import shutil

from . import entries, layouts, records, store

FILES = ("submission.json", "submission.cu", *records.GRADING)


def stamp(results):
    """A name for a folder in history that is not taken yet: the time, and a number where that second has one."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H%M%SZ")
    names = itertools.chain([now], (f"{now}-{n}" for n in itertools.count(2)))
    return next(name for name in names if not (results.history / name).exists())


def iso(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S+00:00") if moment else None


def put_away(results, key, date, names=FILES):
    """Moves a student's files to history/DATE; nothing is ever deleted."""
    for name in names:
        old = results.student(key) / name
        if old.exists():
            new = results.history / date / "students" / key
            new.mkdir(parents=True, exist_ok=True)
            shutil.move(old, new / name)


def judge_file(name, data):
    """Why these bytes are no submission that could be compiled, or None."""
    if len(data) > entries.SOURCE_LIMIT:
        most = entries.SOURCE_LIMIT // entries.MIB
        return f"{name} has {len(data) / entries.MIB:.1f} MiB; a source file may have {most} MiB"
    if not data.strip():
        return f"{name} is empty"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return f"{name} is saved as UTF-16: save it as UTF-8"
    if b"\0" in data:
        return f"{name} is binary: its byte {data.index(0)} is zero, which no source file has"
    return None


PEOPLE = ("id", "name", "email", "login", "section")
OTHER = "~"                 # KEY~1 is an earlier or later version of KEY's, graded too; no key of a student has this letter


def looks_at(student, policy, lab_folder=None):
    """What is to be graded of a student: the version that counts, and with versions = "best" each other one that could, under a key
    of its own; as look_at()."""
    chosen, versions, others = layouts.choose(student, policy, lab_folder)
    looks = [look_at(student, policy, chosen, versions)]
    if policy.values["marks"]["versions"] == "best":
        seen = {looks[0][0]["sha256"]}
        for n, other in enumerate(others, 1):
            document, data, status = look_at(student, policy, other, [(other, "graded too: the best counts")])
            if document["sha256"] not in seen:  # the same file again could only be later
                seen.add(document["sha256"])
                looks.append(({**document, "key": f"{student.key}{OTHER}{n}", "version_of": student.key}, data, status))
    return looks


def look_at(student, policy, chosen, versions):
    """(submission.json, the file's bytes or None, preliminary status or None where it is to be graded) of one version."""
    data, outcome, reason = None, None, ""
    if chosen:
        try:
            data = chosen.read(entries.KEPT_LIMIT)
            reason = judge_file(chosen.file, data)
            outcome = "bad-file" if reason else None
        except entries.Refused as why:
            outcome, reason = "bad-file", f"{chosen.file} {why}"
        except entries.Ours as why:
            outcome, reason = "infra", f"{chosen.file} {why}"
    if student.broken and outcome != "infra":  # what could not be read may be the version that counts
        outcome, reason = "infra", " ".join(student.broken[0])
    elif chosen:
        pass
    elif student.refused:
        outcome, reason = "bad-file", " ".join(student.refused[0])
    else:
        outcome, reason = "no-file", "something was handed in, but no .cu file"
    submitted = iso(chosen.submitted) if chosen else None
    names = (student.key, student.person["id"], student.person["login"], student.person["email"])
    problems = student.problems + [" ".join(p) for p in student.refused + student.broken if " ".join(p) != reason]
    if chosen and not chosen.submitted:
        problems.append("no time stamp is known: counted as in time")
    document = {"key": student.key, **{k: student.person[k] for k in PEOPLE},
                "file": chosen.file if chosen else None,
                "sha256": hashlib.sha256(data).hexdigest() if data is not None else None,
                "submitted": submitted, "submitted_from": chosen.source if chosen else None,
                "late_s": policy.lateness(submitted, names).seconds,
                "versions": [{"file": v.file, "submitted": iso(v.submitted), "submitted_from": v.source,
                              "chosen": v is chosen, "why": why} for v, why in versions],
                "problems": problems}
    status = {"outcome": outcome, "reason": reason, "exit": None, "attempts": 0, "sha256": document["sha256"]}
    return document, data, status if outcome else None


def settle(results, run, document, data, status, date):
    """Writes one student's folder; what is known of another file goes to history. (Whether it is to be graded, why an
    earlier record cannot be used or "".) status: what was decided without a grader, or None."""
    key, why = document["key"], ""
    here = results.student(key)
    here.mkdir(parents=True, exist_ok=True)
    old = results.read(key, "status")
    known = old is not None and old.get("sha256") == document["sha256"] and old.get("attempts") != 0
    if (here / "status.json").exists():
        why = records.status_trouble(results, run, key)
    if old is None or why:  # nothing of it: a run was cut off
        put_away(results, key, date, records.GRADING)
        old = known = None
    elif old != status if status else not known:
        put_away(results, key, date)
    if data is not None:
        store.write_bytes(here / "submission.cu", data)
    store.write_json(here / "submission.json", document)
    if status:
        store.write_json(here / "status.json", status)
        return False, ""  # whatever was there: this is decided anew in each run
    if known and (why := records.trouble(results, run, key)):
        put_away(results, key, date, records.GRADING)
        known = None
    return not known or old["outcome"] == "infra", why


def take_in(results, run, students, roster, policy, lab_folder):
    """Everything into RESULTS. Returns (keys to be graded, warnings)."""
    date, todo, warnings, seen, files = stamp(results), [], [], set(), set()
    for broken in results.students.glob("*/.new-*"):
        broken.unlink()  # half a file of a run that was killed
    present = {id(s.person) for s in students}
    looks = [look for student in students for look in looks_at(student, policy, lab_folder)]
    unread = [status for _, _, status in looks if status and status["outcome"] == "infra"]
    if len(unread) == len(looks) > 1:
        raise store.Stop(f"none of the {len(looks)} submissions can be read, nothing was graded: {unread[0]['reason']}")

    def take(look):
        grading, why = settle(results, run, *look, date)
        if grading:
            todo.append(look[0]["key"])
        if why:
            warnings.append(f"{look[0]['key']}: {why}: graded again")
    for look in looks:
        seen.add(look[0]["key"])
        files.update(v["file"] for v in look[0]["versions"])
        take(look)
    for person in roster.students if roster else []:
        key = store.key_of(person["login"] or person["id"] or person["name"])
        if id(person) in present:
            continue
        if key in seen:
            raise store.Stop(f"the key {key} of {person['name']} in the roster is taken by a submission of another name")
        earlier = results.read(key, "submission")
        if earlier and earlier.get("file") or earlier is None and (results.student(key) / "submission.cu").exists():
            continue  # told below
        seen.add(key)
        reason = "in the roster, nothing handed in"
        document = {"key": key, **{k: person[k] for k in PEOPLE}, "file": None, "sha256": None, "submitted": None, "submitted_from": None,
                    "late_s": 0, "versions": [], "problems": []}
        take((document, None, {"outcome": "missing", "reason": reason, "exit": None, "attempts": 0, "sha256": None}))
    for key in results.keys():
        if key not in seen:
            warnings += keep(results, run, key, files, todo, date)
    return todo, warnings


def keep(results, run, key, files, todo, date):
    """A student of an earlier run whose submission is not handed in now; what there is to say of that."""
    earlier, here = results.read(key, "submission"), results.student(key)
    if earlier is None and any((here / name).exists() for name in FILES):
        return [f"{key}: submission.json is {'damaged' if (here / 'submission.json').exists() else 'missing'}, and the submission is "
                "not handed in now: hand it in again; until then there is no mark"]
    if earlier is None or earlier.get("file") is None or earlier["file"] in files:
        put_away(results, key, date)  # the same files under a better name
        here.rmdir()
        return []
    said = [f"{key}: {earlier['file']} was taken in earlier and is not handed in now: kept"]
    if why := records.trouble(results, run, key):
        if records.digest(here / "submission.cu") != earlier.get("sha256"):
            return [*said, f"{key}: {why}, and submission.cu is damaged: hand it in again; until then there is no mark"]
        put_away(results, key, date, records.GRADING)
        todo.append(key)
        said.append(f"{key}: {why}: graded again")
    return said
