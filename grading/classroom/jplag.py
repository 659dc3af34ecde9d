"""What JPlag found, read from its result: the pairs of submissions and how alike they are.

Source: jplag/JPlag, docs/6.-Report-File-Generation.md and core/src/main/java/de/jplag/csv, version 6.3.0; read on 2026-11-29."""
import csv
import io
import json
import math
import pathlib
import zipfile

LARGEST = 256 << 20  # bytes of one file in a result
CSV = ("submissionName1", "submissionName2", "averageSimilarity", "maxSimilarity")


class Unreadable(Exception):
    """The file is not JPlag's; the text says what was expected."""


def _share(value, place):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or not 0 <= value <= 1:
        raise Unreadable(f"{place}: expected a share from 0 to 1, got {value!r:.40}")
    return value


def _member(archive, name):
    try:
        info = archive.getinfo(name)
        if info.file_size > LARGEST:
            raise Unreadable(f"{name} has {info.file_size >> 20} MiB")
        return json.loads(archive.read(info))
    except KeyError:
        raise Unreadable(f"there is no {name} in it: expected the result.jplag of JPlag 6 or later") from None
    except (ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        raise Unreadable(f"{name}: {error}") from None


def _from_report(path):
    with zipfile.ZipFile(path) as archive:
        listed, mappings = _member(archive, "topComparisons.json"), _member(archive, "submissionMappings.json")
    try:
        names, pairs = mappings["submissionIds"], []
        for n, one in enumerate(listed):
            how = one["similarities"]
            pairs.append((names[one["firstSubmission"]], names[one["secondSubmission"]],
                          _share(how["AVG"], f"topComparisons.json: [{n}].AVG"), _share(how["MAX"], f"topComparisons.json: [{n}].MAX")))
        return pairs
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"topComparisons.json and submissionMappings.json are not as JPlag 6 writes them: {type(error).__name__} {error}") from None


def _from_table(path):
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Unreadable(f"is neither a result.jplag nor a table: {error}") from None
    if not rows or tuple(rows[0]) != CSV:
        raise Unreadable(f"expected the first line {','.join(CSV)}, as `--csv-export` writes it")
    pairs = []
    for n, row in enumerate(rows[1:], 2):
        try:
            first, second, average, most = row
            pairs.append((first, second, _share(float(average), f"line {n}"), _share(float(most), f"line {n}")))
        except ValueError:
            raise Unreadable(f"line {n}: expected two names and two numbers, got {','.join(row):.60}") from None
    return pairs


def read(path):
    """[(name, name, average similarity, maximum similarity)] of a result.jplag, or of the results.csv of --csv-export; the most alike
    first. A name is that of the submission's folder."""
    path = pathlib.Path(path)
    try:
        pairs = _from_report(path) if zipfile.is_zipfile(path) else _from_table(path)
    except OSError as error:
        raise Unreadable(error.strerror) from None
    return sorted(pairs, key=lambda p: (-p[2], -p[3], p[0], p[1]))
