"""The roster: a CSV file of those who take the course, and who of them a file's or folder's name means."""
import csv
import io
import pathlib
import re
import unicodedata

from .store import Stop

COLUMNS = {  # our name: the headings that stand for it, the first that is there counts
    "id": ("id", "student id", "id number", "sis user id", "student number", "학번"),
    "name": ("name", "full name", "student", "student name", "이름", "성명"),
    "email": ("email", "e-mail", "email address", "mail", "이메일"),
    "login": ("login", "sis login id", "login id", "username", "user name"),
    "section": ("section", "group", "class", "분반"),
}

UNKNOWN = "not in the roster"  # how every reason begins


def plain(text):
    """Letters and digits alone, in one case and one Unicode form: how names are compared."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text or "").casefold())


def name_forms(name):
    """Every rotation of a name's words: "Ada Lovelace" and "Lovelace, Ada" are the same, however they are glued."""
    words = [w for w in (plain(w) for w in re.split(r"[\s,]+", name)) if w]
    return {"".join(words[i:] + words[:i]) for i in range(len(words))}


def read(path):
    """The students: dicts of id, name, email, login, section. Refuses what could swap two of them."""
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError as error:
        raise Stop(f"roster {path}: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = data.decode("cp949")  # what a Korean Windows saves
        except UnicodeDecodeError as error:
            raise Stop(f"roster {path}: neither UTF-8 nor CP949: {error}") from None
    head = text.split("\n", 1)[0]
    rows = list(csv.reader(io.StringIO(text), delimiter=max(",;\t", key=head.count)))
    heads = [h.strip().casefold() for h in rows[0]] if rows else []
    place = {ours: next((heads.index(a) for a in aliases if a in heads), None) for ours, aliases in COLUMNS.items()}
    if all(place[k] is None for k in ("id", "name", "login")):
        raise Stop(f"roster {path}:1: no column id, name or login; the first line names the columns, it reads: "
                   + head.strip())
    students, seen, line = [], {}, 1
    for row in rows[1:]:
        line += 1
        one = {ours: row[at].strip() if at is not None and at < len(row) else "" for ours, at in place.items()}
        if not any(cell.strip() for cell in row) or row[0].strip() == "Points Possible":
            continue
        if one["name"] == "Student, Test":  # Canvas's own, by which instructors try a course
            continue
        if not (one["id"] or one["login"] or one["name"]):
            raise Stop(f"roster {path}: row {line}: neither id, login nor name")
        for key in ("id", "login", "email"):
            if one[key]:
                other = seen.setdefault((key, one[key].casefold()), line)
                if other != line:
                    raise Stop(f"roster {path}: row {line}: the {key} {one[key]} stands in row {other} already")
        students.append(one)
    if not students:
        raise Stop(f"roster {path}: no student in it")
    return students


class Roster:
    """Finds students. match() answers (student or None, why not: text)."""

    def __init__(self, students):
        self.students = students
        self.by = {key: {s[key].casefold(): s for s in students if s[key]} for key in ("id", "login", "email")}
        self.names = {}
        for s in students:
            for form in name_forms(s["name"]):
                self.names.setdefault(form, []).append(s)

    def _named(self, name):
        found = self.names.get(plain(name), [])
        if not found:  # "Lovelace Ada" where the words are kept apart
            found = next((self.names[f] for f in name_forms(name) if f in self.names), [])
        return list({id(s): s for s in found}.values())

    def match(self, name, number=None, number_is_id=True):
        """name: of a folder, or the name in a file's name; number: the number beside it. A number that is not the
        system's own id of a student (Moodle's) is never compared; one that contradicts the name is not believed."""
        folded = name.casefold()
        if number is None:
            for key in ("login", "id", "email"):
                if folded in self.by[key]:
                    return self.by[key][folded], ""
        named = self._named(name)
        numbered = self.by["id"].get(number) if number and number_is_id else None
        if number is not None and not named and folded in self.by["login"]:
            named = [self.by["login"][folded]]
        if numbered and (any(s is numbered for s in named) or not numbered["name"]):
            return numbered, ""
        if len(named) == 1:
            return named[0], ""
        if named:
            return None, f"{UNKNOWN} for sure: {len(named)} are called {name}; put the id into the file's or folder's name"
        if numbered:
            return None, f"{UNKNOWN}: the id {number} is {numbered['name']}'s there, the name is {name}"
        return None, UNKNOWN
