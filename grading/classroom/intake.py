"""Takes submissions into a results folder: one folder a student, the version that counts, and why."""
import datetime
import hashlib
import shutil

from . import entries, layouts, store

FILES = ("submission.json", "submission.cu", "result.json", "bench.json", "log.txt", "status.json")


def stamp():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H%M%SZ")


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


def look_at(student, policy, lab_folder=None):
    """(submission.json, the file's bytes or None, preliminary status or None where it is to be graded)."""
    chosen, versions = layouts.choose(student, policy, lab_folder)
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
    elif student.broken:
        outcome, reason = "infra", " ".join(student.broken[0])
    elif student.refused:
        outcome, reason = "bad-file", " ".join(student.refused[0])
    else:
        outcome, reason = "no-file", "something was handed in, but no .cu file"
    submitted = iso(chosen.submitted) if chosen else None
    names = (student.key, student.person["id"], student.person["login"], student.person["email"])
    problems = student.problems + [" ".join(p) for p in student.refused + student.broken if " ".join(p) != reason]
    if chosen and not chosen.submitted:
        problems.append("no time stamp is known: counted as in time")
    document = {"key": student.key, **{k: student.person[k] for k in ("id", "name", "email", "login", "section")},
                "file": chosen.file if chosen else None,
                "sha256": hashlib.sha256(data).hexdigest() if data is not None else None,
                "submitted": submitted, "submitted_from": chosen.source if chosen else None,
                "late_s": policy.late_seconds(submitted, names),
                "versions": [{"file": v.file, "submitted": iso(v.submitted), "submitted_from": v.source,
                              "chosen": v is chosen, "why": why} for v, why in versions],
                "problems": problems}
    status = {"outcome": outcome, "reason": reason, "exit": None, "attempts": 0, "sha256": document["sha256"]}
    return document, data, status if outcome else None


def settle(results, document, data, status, date):
    """Writes one student's folder; what is known of another file goes to history. True where it is to be graded."""
    key = document["key"]
    here = results.student(key)
    here.mkdir(parents=True, exist_ok=True)
    old = results.read(key, "status")
    if old and (status is not None or old["sha256"] != document["sha256"] or old["attempts"] == 0):
        if old != status:
            put_away(results, key, date)
    elif old is None and (here / "result.json").exists():
        put_away(results, key, date, ("result.json", "bench.json", "log.txt"))  # of a run that was cut off
    if data is not None:
        store.write_bytes(here / "submission.cu", data)
    store.write_json(here / "submission.json", document)
    if status:
        store.write_json(here / "status.json", status)
        return False
    old = results.read(key, "status")
    return old is None or old["outcome"] == "infra"


def take_in(results, students, roster, policy, lab_folder):
    """Everything into RESULTS. Returns (keys to be graded, warnings)."""
    date, todo, warnings, seen, files = stamp(), [], [], set(), set()
    for broken in results.students.glob("*/.new-*"):
        broken.unlink()  # half a file of a run that was killed
    present = {id(s.person) for s in students}
    for student in students:
        document, data, status = look_at(student, policy, lab_folder)
        seen.add(student.key)
        files.update(v["file"] for v in document["versions"])
        if settle(results, document, data, status, date):
            todo.append(student.key)
    for person in roster.students if roster else []:
        key = store.key_of(person["login"] or person["id"] or person["name"])
        if id(person) in present:
            continue
        if key in seen:
            raise store.Stop(f"the key {key} of {person['name']} in the roster is taken by a submission of another name")
        earlier = results.read(key, "submission")
        if earlier and earlier["file"]:
            continue  # told below
        seen.add(key)
        reason = "in the roster, nothing handed in"
        document = {"key": key, **person, "file": None, "sha256": None, "submitted": None, "submitted_from": None,
                    "late_s": 0, "versions": [], "problems": []}
        settle(results, document, None, {"outcome": "missing", "reason": reason, "exit": None, "attempts": 0,
                                         "sha256": None}, date)
    for key in results.keys():
        if key in seen:
            continue
        earlier = results.read(key, "submission")
        if earlier is None or earlier["file"] is None or earlier["file"] in files:
            put_away(results, key, date)  # the same files under a better name
            results.student(key).rmdir()
        else:
            warnings.append(f"{key}: {earlier['file']} was taken in earlier and is not handed in now: kept")
    return todo, warnings
