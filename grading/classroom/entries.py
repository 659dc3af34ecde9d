"""What was handed in, as a list of entries: a folder or a zip file, opened without trusting a name in it."""
import dataclasses
import datetime
import io
import os
import pathlib
import stat
import unicodedata
import zipfile

MIB = 1 << 20
SOURCE_LIMIT = MIB          # of one .cu file: starters have 10 KB
KEPT_LIMIT = 64 * MIB       # of any file that is read at all
ZIP_FILES = 10_000          # in the zip file of one student: some hand in the whole tree
ZIP_TOTAL = 64 * MIB        # unpacked, of one student
NOISE = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", "__pycache__")
ARCHIVES = (".zip",)
UNREADABLE = (".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2")


class Refused(Exception):
    """An entry that is not read, and why: a sentence for the student's record."""


class Ours(Exception):
    """An entry that could not be read for a reason on this machine: never a zero."""


@dataclasses.dataclass
class Entry:
    parts: tuple            # of its path, NFC
    modified: object        # aware datetime or None
    source: str             # what `modified` is the time stamp of
    size: int
    kind: str               # file, folder, link, odd, or unread: read() says why; it may be any of the others
    read: object            # read(limit) -> bytes
    given: tuple = ()       # the parts as they were given, in whatever Unicode form; (): as in parts

    @property
    def name(self):
        return self.parts[-1]

    def path(self):
        return "/".join(self.parts)


def _nfc(text):
    return unicodedata.normalize("NFC", text)


def decoded(raw):
    """The text of a file name's bytes: UTF-8, or CP949 from old Korean archives, or with a mark for what is neither."""
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return raw.decode("utf-8", "backslashreplace")


def unreadable(why):
    def read(_limit):
        raise Ours(why)
    return read


def noise(parts):
    return any(p in NOISE or p.startswith("._") for p in parts)


def _read_file(path, limit):
    try:
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise Ours(f"cannot be read: {error.strerror}") from None
    if len(data) > limit:
        raise Refused(f"is larger than {limit // MIB} MiB")
    return data


def of_folder(root):
    """Every entry under a folder; links are named, never followed. A folder or file that cannot be looked at is an entry
    of kind "unread"; the whole folder raises Ours."""
    entries, todo = [], [(os.fsencode(root), ())]
    while todo:
        folder, above = todo.pop()
        try:
            found = list(os.scandir(folder))
        except OSError as error:
            if not above:
                raise Ours(f"cannot be read: {error.strerror}") from None
            entries.append(Entry(tuple(map(_nfc, above)), None, "file", 0, "unread",
                                 unreadable(f"cannot be read: {error.strerror}"), above))
            continue
        for e in found:
            given = (*above, decoded(e.name))
            parts = tuple(map(_nfc, given))
            if noise(parts):
                continue
            try:
                info = e.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue  # gone since
            except OSError as error:
                entries.append(Entry(parts, None, "file", 0, "unread", unreadable(f"cannot be read: {error.strerror}"), given))
                continue
            kind = {stat.S_IFDIR: "folder", stat.S_IFREG: "file", stat.S_IFLNK: "link"}.get(stat.S_IFMT(info.st_mode), "odd")
            when = datetime.datetime.fromtimestamp(int(info.st_mtime), datetime.timezone.utc)
            entries.append(Entry(parts, when, "file", info.st_size, kind,
                                 lambda limit, p=e.path: _read_file(p, limit), given))
            if kind == "folder":
                todo.append((e.path, given))
    return sorted(entries, key=lambda e: (e.parts, e.given))


def _zip_name(info):
    """A zip's file name; those without the Unicode flag are UTF-8 or CP949 more often than CP437."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    text = decoded(raw)
    return text if raw.isascii() or "\\x" not in text else info.filename


def of_zip(data, zone, files=ZIP_FILES, total=ZIP_TOTAL, ours=False):
    """(entries, problems) of a zip file's bytes or path. Nothing is unpacked to a name from inside: entries are read
    from memory, and those that would leave the folder, are links, encrypted or too large are refused by name. ours: the
    archive of the class; what is damaged or cannot be unpacked there is no student's fault."""
    damaged = Ours if ours else Refused
    try:
        archive = zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
        infos = archive.infolist()
    except OSError as error:
        raise Ours(f"cannot be read: {error.strerror or error}") from None
    except Exception as error:  # the module raises many kinds on damaged files
        raise damaged(f"is not a zip file that can be opened: {error}") from None
    if len(infos) > files:
        raise damaged(f"holds {len(infos)} files; at most {files} are looked at")
    left, entries, problems = [total], [], []

    def reader(info):
        def read(limit):
            most = min(limit, left[0])
            try:
                with archive.open(info) as file:
                    got = file.read(most + 1)
            except MemoryError:
                raise Ours("cannot be unpacked: this machine's memory is full") from None
            except Exception as error:
                raise damaged(f"cannot be unpacked: {error}") from None
            left[0] -= len(got)
            if len(got) > most:
                raise Refused(f"unpacks to more than {most // MIB} MiB: not unpacked")
            return got
        return read

    for info in infos:
        name = _zip_name(info)
        given = tuple(p for p in name.replace("\\", "/").split("/") if p not in ("", "."))
        parts = tuple(map(_nfc, given))
        if not parts or noise(parts):
            continue
        shown = name.replace("\0", "")[:200]
        if name.startswith(("/", "\\")) or ".." in parts or (len(parts[0]) == 2 and parts[0][1] == ":"):
            problems.append(f"{shown}: leads out of the zip file: refused")
            continue
        kind, read = "folder" if name.endswith(("/", "\\")) else "file", reader(info)
        if stat.S_ISLNK(info.external_attr >> 16) and ours:
            kind = "link"
        elif stat.S_ISLNK(info.external_attr >> 16):
            problems.append(f"{shown}: a symbolic link: refused")
            continue
        elif info.flag_bits & 1 and ours:
            kind, read = "unread", unreadable("is encrypted")
        elif info.flag_bits & 1:
            problems.append(f"{shown}: encrypted: refused")
            continue
        try:
            when = datetime.datetime(*info.date_time, tzinfo=zone)
        except ValueError:
            when = None
        entries.append(Entry(parts, when, "zip", info.file_size, kind, read, given))
    return sorted(entries, key=lambda e: (e.parts, e.given)), problems
