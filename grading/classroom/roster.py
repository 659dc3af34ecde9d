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
    "alias": ("alias", "aliases", "also known as", "별칭"),  # other spellings of the name, apart by semicolons
}

UNKNOWN = "not in the roster"  # how every reason begins
LONGEST = 1000                 # characters of a cell that is used


def plain(text):
    """Letters and digits alone, in one case and one Unicode form: how names are compared."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text or "").casefold())


def name_forms(name):
    """Every rotation of a name's words: "Ada Lovelace" and "Lovelace, Ada" are the same, however they are glued."""
    words = [w for w in (plain(w) for w in re.split(r"[\s,]+", name)) if w]
    return {"".join(words[i:] + words[:i]) for i in range(len(words))}


def read(path):
    """The students: dicts of id, name, email, login, section, alias. Refuses what could swap two of them."""
    head, rows = table(f"roster {path}", path)
    heads = [h.strip().casefold() for h in head]
    place = {ours: next((heads.index(a) for a in aliases if a in heads), None) for ours, aliases in COLUMNS.items()}
    if all(place[k] is None for k in ("id", "name", "login")):
        raise Stop(f"roster {path}:1: no column id, name or login; the first line names the columns, it reads: "
                   + ", ".join(head)[:500])
    students, seen = [], {}
    for line, row in rows:
        one = {ours: row[at].strip() if at is not None and at < len(row) else "" for ours, at in place.items()}
        if row[0].strip() == "Points Possible":
            continue
        if one["name"] == "Student, Test":  # Canvas's own, by which instructors try a course
            continue
        if any(cell.strip() for cell in row[len(heads):]):
            raise Stop(f"roster {path}:{line}: {len(row)} cells, but the first line names {len(heads)} columns; is a comma in a "
                       "name that should stand in quotes?")
        if not (one["id"] or one["login"] or one["name"]):
            raise Stop(f"roster {path}:{line}: neither id, login nor name")
        for ours, cell in one.items():
            if "\n" in cell or "\r" in cell or len(cell) > LONGEST:
                raise Stop(f"roster {path}:{line}: the {ours} {cell[:40]!r}... "
                           + (f"has {len(cell)} characters" if len(cell) > LONGEST else "goes over several lines")
                           + ": is a quote not closed?")
        for key in ("id", "login", "email"):
            if one[key]:
                other = seen.setdefault((key, one[key].casefold()), line)
                if other != line:
                    raise Stop(f"roster {path}:{line}: the {key} {one[key]} stands in line {other} already")
        students.append(one)
    if not students:
        raise Stop(f"roster {path}: no student in it")
    return students


def decoded(what, path):
    """A file's text: UTF-8, UTF-16 with its mark, or CP949, which a Korean Windows saves."""
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError as error:
        raise Stop(f"{what}: {error.strerror}") from None
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp949")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            why = error
    raise Stop(f"{what}: neither UTF-8 nor CP949: {why}")


def table(what, path):
    """(the first line's cells, [(line, cells)] of the others that are not empty) of a CSV file with any of the three line
    ends. A quote that is never closed, or one inside a cell, is refused with its line: it would swallow other lines."""
    text = decoded(what, path)
    csv.field_size_limit(1 << 30)
    first = re.split(r"[\r\n]", text, maxsplit=1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    rows, begun = [], 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((begun, row))
            begun = reader.line_num + 1
    except csv.Error as error:
        raise Stop(f"{what}:{begun}: {error} in the row that begins here: is a quote not closed?") from None
    return (rows[0][1], rows[1:]) if rows else ([], [])


class Roster:
    """Finds students. match() answers (student or None, why not, or what is odd: text)."""

    def __init__(self, students, match="name"):
        """match: "id" where an id is believed against the name beside it (policy)."""
        self.students, self.trusts_id = students, match == "id"
        self.by = {key: {s[key].casefold(): s for s in students if s[key]} for key in ("id", "login", "email")}
        self.names = {}
        for s in students:
            for form in set().union(*(name_forms(n) for n in [s["name"], *s.get("alias", "").split(";")])):
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
        if numbered and self.trusts_id:
            return numbered, f"the file's or folder's name says {name}, the id {number} is {numbered['name']}'s: the id is believed"
        if len(named) == 1:
            return named[0], ""
        if named:
            return None, f"{UNKNOWN} for sure: {len(named)} are called {name}; put the id into the file's or folder's name"
        if numbered:
            return None, (f"{UNKNOWN}: the id {number} is {numbered['name']}'s there, the name is {name} "
                          f"(an alias in the roster, or [roster] match = \"id\" in the policy, says that they are one)")
        return None, UNKNOWN
