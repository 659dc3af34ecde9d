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
    kind: str               # file, folder, link or odd
    read: object            # read(limit) -> bytes

    @property
    def name(self):
        return self.parts[-1]

    def path(self):
        return "/".join(self.parts)


def _nfc(text):
    return unicodedata.normalize("NFC", text)


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
    """Every entry under a folder; links are named, never followed."""
    entries, todo = [], [pathlib.Path(root)]
    while todo:
        folder = todo.pop()
        try:
            found = sorted(os.scandir(folder), key=lambda e: os.fsencode(e.name))
        except OSError as error:
            why = f"cannot be read: {error.strerror}"

            def ours(_limit, why=why):
                raise Ours(why)
            entries.append(Entry(tuple(map(_nfc, folder.relative_to(root).parts)) or (".",), None, "file", 0, "file", ours))
            continue
        for e in found:
            name = e.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            parts = tuple(map(_nfc, (*folder.relative_to(root).parts, name)))
            if noise(parts):
                continue
            info = e.stat(follow_symlinks=False)
            kind = {stat.S_IFDIR: "folder", stat.S_IFREG: "file", stat.S_IFLNK: "link"}.get(stat.S_IFMT(info.st_mode), "odd")
            when = datetime.datetime.fromtimestamp(int(info.st_mtime), datetime.timezone.utc)
            entries.append(Entry(parts, when, "file", info.st_size, kind,
                                 lambda limit, p=e.path: _read_file(p, limit)))
            if kind == "folder":
                todo.append(pathlib.Path(e.path))
    return sorted(entries, key=lambda e: e.parts)


def _zip_name(info):
    """A zip's file name; those without the Unicode flag are UTF-8 or CP949 more often than CP437."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return info.filename


def of_zip(data, zone, files=ZIP_FILES, total=ZIP_TOTAL):
    """(entries, problems) of a zip file's bytes or path. Nothing is unpacked to a name from inside: entries are read
    from memory, and those that would leave the folder, are links, encrypted or too large are refused by name."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
        infos = archive.infolist()
    except OSError as error:
        raise Ours(f"cannot be read: {error.strerror or error}") from None
    except Exception as error:  # the module raises many kinds on damaged files
        raise Refused(f"is no zip file that can be opened: {error}") from None
    if len(infos) > files:
        raise Refused(f"holds {len(infos)} files; at most {files} are looked at")
    left, entries, problems = [total], [], []

    def reader(info):
        def read(limit):
            most = min(limit, left[0])
            try:
                with archive.open(info) as file:
                    got = file.read(most + 1)
            except Exception as error:
                raise Refused(f"cannot be unpacked: {error}") from None
            left[0] -= len(got)
            if len(got) > most:
                raise Refused(f"unpacks to more than {most // MIB} MiB: not unpacked")
            return got
        return read

    for info in infos:
        name = _zip_name(info)
        parts = tuple(_nfc(p) for p in name.replace("\\", "/").split("/") if p not in ("", "."))
        if not parts or noise(parts):
            continue
        shown = name.replace("\0", "")[:200]
        if name.startswith(("/", "\\")) or ".." in parts or (len(parts[0]) == 2 and parts[0][1] == ":"):
            problems.append(f"{shown}: leads out of the zip file: refused")
        elif stat.S_ISLNK(info.external_attr >> 16):
            problems.append(f"{shown}: a symbolic link: refused")
        elif info.flag_bits & 1:
            problems.append(f"{shown}: encrypted: refused")
        else:
            try:
                when = datetime.datetime(*info.date_time, tzinfo=zone)
            except ValueError:
                when = None
            kind = "folder" if name.endswith("/") else "file"
            entries.append(Entry(parts, when, "zip", info.file_size, kind, reader(info)))
    return sorted(entries, key=lambda e: e.parts), problems
