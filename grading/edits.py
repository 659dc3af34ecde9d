#!/usr/bin/env python3
"""Expands the wrong submissions that are written as edits of the reference: edits.py LAB_FOLDER OUT_FOLDER [--check | --list]

labs/NN_name/wrong/*.edits hold entries with an empty line between; a line with # in front is a comment:

    barrier_missing_after_load                          the name: OUT_FOLDER/barrier_missing_after_load.cu
    expect: hazard 3_sequential race-shared on emu      as in line 1 of a wrong/*.cu
    fault: no barrier between the load and the first addition.
    in reduce_3_sequential_kernel                       where the lines behind stand: a function, struct or macro
      s[t] = i < n ? in[i] : 0;                         a line that stays
    - __syncthreads();                                  a line that goes
    + // or one that comes

`with: FILE` behind the fault puts a file of the same folder, which several entries share, before the first function named.
Lines that stay and go stand one behind the other in the reference, in one place: nowhere or twice is an error. Compared is the
code: blanks, empty lines and comments in between do not matter. `- ...` takes all lines up to the next one given, or to
the end of the function. A `-` behind a `+`, and `in`, begin another place. The reference is solution.cu with the files of
the folder solution/ in it. Every file begins with `// expect:` and `// fault:`; `// fault` marks each place that was edited.

A file is written where its text is another one; a file in OUT_FOLDER that no entry makes is deleted. The names of the files
are printed. --check writes nothing and fails where something would be written. --list takes the folder of all labs and that of what
is built of them, writes nothing, looks into no reference, and prints each file with its first line. Exit status: 0, 1 trouble,
2 usage.

A file leaves out what other tasks alone need: their contract functions (declared in the lab's NAME.h, named *_N_* with
another task's number) and each function that only these call. It compiles in half the time. So a wrong/*.cu that includes the
whole reference is written to OUT_FOLDER too, with the reference's text in it; there it is graded.
"""
import argparse
import pathlib
import re
import sys
from dataclasses import dataclass, field

from mutation.own_task import code, contract_of, definitions, holds_reference, with_reference, without_other_tasks
from mutation.solution import Solution

EXPECT = re.compile(r"[a-z-]+ \d+_[a-z0-9_]+( [a-z0-9_-]+)?( on (emu|gpu))?")
NAME = re.compile(r"[a-z0-9_]+")
ANY = "..."


class Malformed(Exception):
    pass


@dataclass
class Place:
    """Lines of the reference, one behind the other: (kind, text) with the kinds ' ' stays, '-' goes, '+' comes."""
    where: str
    function: str
    lines: list = field(default_factory=list)


@dataclass
class Entry:
    where: str
    name: str
    expect: str
    fault: str
    places: list
    shared: pathlib.Path = None


def _entry(lines, file):
    (first, name), where = lines[0], f"{file}:{lines[0][0]}"
    if not NAME.fullmatch(name):
        raise Malformed(f"{where}: expected a name of a-z, 0-9 and _, got `{name}`")
    heads = []
    for (number, line), head in zip(lines[1:3] + [(first, "")] * 2, ("expect", "fault")):
        if not line.startswith(f"{head}: "):
            raise Malformed(f"{file}:{number}: {name}: expected `{head}: ...`, got `{line}`")
        heads.append(line.partition(": ")[2])
    if not EXPECT.fullmatch(heads[0]):
        raise Malformed(f"{file}:{lines[1][0]}: expected `expect: VERDICT TASK [REASON] [on emu|gpu]`, got `{lines[1][1]}`")
    places, function, place, before, shared = [], None, None, "", None
    if len(lines) > 3 and lines[3][1].startswith("with: "):
        number, line = lines.pop(3)
        shared = file.parent / line[6:]
        if not shared.is_file() or len(lines) < 4 or not lines[3][1].startswith("in "):
            raise Malformed(f"{file}:{number}: {name}: `with:` needs a file of {file.parent.name}/, and `in FUNCTION` behind it")
    for number, line in lines[3:]:
        if line.startswith("in "):
            function, place = line[3:].strip(), None
            continue
        kind = line[0]
        if kind not in "-+ " or line[1:2] not in ("", " "):
            raise Malformed(f"{file}:{number}: {name}: expected `- line`, `+ line`, `  line that stays` or `in FUNCTION`, got `{line}`")
        if place is None or (kind, before) == ("-", "+"):
            place = Place(f"{file}:{number}: {name}", function)
            places.append(place)
        place.lines.append((kind, line[2:]))
        before = kind
    for place in places:
        if all(kind == "+" for kind, _ in place.lines) or all(kind == " " for kind, _ in place.lines):
            raise Malformed(f"{place.where}: an edit needs a line that goes, or one that comes and one that stays")
    if not places:
        raise Malformed(f"{where}: {name} edits nothing")
    return Entry(where, name, *heads, places, shared)


def read(file):
    """The entries of one .edits file."""
    found, lines = [], []
    for number, line in enumerate(file.read_text().splitlines() + [""], 1):
        if line.strip() and not line.startswith("#"):
            lines.append((number, line.rstrip()))
        elif lines and not line.strip():
            found.append(_entry(lines, file))
            lines = []
    return found


def entries(lab):
    """All entries of a lab's folder; a name stands for one submission only."""
    found, known = [], {file.stem: f"{lab.name}/wrong/{file.name}" for file in (lab / "wrong").glob("*.cu")}
    for file in sorted((lab / "wrong").glob("*.edits")):
        for entry in read(file):
            if entry.name in known:
                raise Malformed(f"{entry.where}: the name {entry.name} is taken by {known[entry.name]}")
            known[entry.name] = entry.where
            found.append(entry)
    return found


class Reference:
    def __init__(self, lab):
        self.lines = Solution(lab, "solution").text.splitlines()
        self.codes = [code(line) for line in self.lines]
        self.definitions = list(definitions(self.lines, self.codes))

    def ranges(self, name):
        """(first line, first of its body, last line) of each definition of this name."""
        named = re.compile(rf"\b{name}\(|\b(struct|enum|union|class|define) {name}\b")
        return [where for head, *where in self.definitions if named.search(head)]

    def _match(self, wanted, at, last):
        """The index in the reference of each wanted line, the first one at `at`; ANY becomes a range. None: no match."""
        found, k = [], at
        for n, text in enumerate(wanted):
            if text == ANY:
                end = last
                if n + 1 < len(wanted):
                    end = next((i for i in range(k, last) if self.codes[i] == wanted[n + 1]), None)
                    if end is None:
                        return None
                found.append(range(k, end))
                k = end
                continue
            while n and k < last and not self.codes[k]:
                k += 1
            if k >= last or self.codes[k] != text:
                return None
            found.append(range(k, k + 1))
            k += 1
        return found

    def find(self, place):
        """Where the lines of a place that stay or go stand: a range of indices for each."""
        wanted = [ANY if text.strip() == ANY else code(text) for kind, text in place.lines if kind != "+"]
        ranges = [(0, 0, len(self.lines) - 1)]
        if place.function:
            ranges = self.ranges(place.function)
            if not ranges:
                raise Malformed(f"{place.where}: the reference defines no {place.function}")
        if ANY in (wanted[0], wanted[-1]) and (not place.function or len(ranges) > 1):
            raise Malformed(f"{place.where}: `...` at an end needs `in FUNCTION`, and one function of this name")
        found = []
        for begin, body, last in ranges:
            starts = [body] if wanted[0] == ANY else [k for k in range(begin, last + 1) if self.codes[k] == wanted[0]]
            found += filter(None, (self._match(wanted, k, last if wanted[-1] == ANY else last + 1) for k in starts))
        if len(found) != 1:
            times = "nowhere" if not found else f"{len(found)} times"
            lines = "\n  ".join(text.strip() for kind, text in place.lines if kind != "+")
            raise Malformed(f"{place.where}: expected one place of the reference{' in ' + place.function if place.function else ''} "
                            f"with these lines, found them {times}:\n  {lines}")
        return found[0]


def marked(line):
    return f"{line[:-1].rstrip()} /* fault */ \\" if line.endswith("\\") else f"{line} // fault"


def indented(place, first):
    """The new lines of a place, moved to where its first old line stands in the reference."""
    old = next(text for kind, text in place.lines if kind != "+")
    own, wanted = (len(text) - len(text.lstrip()) for text in (old, first))
    return [(" " * max(0, wanted - own) + text if kind == "+" else text) for kind, text in place.lines]


def expand(entry, reference):
    """The text of one wrong submission."""
    gone, comes, taken = set(), {}, {}
    if entry.shared:
        defined = reference.ranges(entry.places[0].function)
        comes[defined[0][0] if defined else 0] = entry.shared.read_text().splitlines() + [""]
    for place in entry.places:
        found = reference.find(place)
        at, mark = found[0].start, True
        texts = indented(place, reference.lines[at] if at < len(reference.lines) else "")
        indices = iter(found)
        for (kind, _), text in zip(place.lines, texts):
            if kind == "+":
                comes.setdefault(at, []).append(marked(text) if mark else text)
                mark = False
                continue
            lines = next(indices)
            at = lines.stop
            if kind == "-":
                gone |= set(lines)
                for k in lines:
                    if taken.setdefault(k, place) is not place:
                        raise Malformed(f"{place.where}: edits a line that {taken[k].where} edits")
        if mark:  # nothing came: a line of its own
            first = reference.lines[found[0].start]
            comes.setdefault(at, []).append(first[:len(first) - len(first.lstrip())] + "// fault")
    lines = [f"// expect: {entry.expect}", f"// fault: {entry.fault}"]
    for k in range(len(reference.lines) + 1):
        lines += comes.get(k, [])
        if k < len(reference.lines) and k not in gone:
            lines.append(reference.lines[k])
    return "\n".join(lines) + "\n"


def texts(lab):
    """{name: text} of a lab's edits."""
    found = entries(lab)
    reference = Reference(lab) if found else None
    return {entry.name: expand(entry, reference) for entry in found}


def with_edits(lab):
    return {name: (text, set()) for name, text in texts(lab).items()}


def with_whole_reference(lab, contract):
    """{name: (text, the names that it gives the reference's functions)} of the wrong/*.cu that include the reference."""
    files = [file for file in sorted((lab / "wrong").glob("*.cu")) if holds_reference(file, lab)]
    return {file.stem: with_reference(file, lab, contract) for file in files}


def first_lines(lab):
    """{name: line 1} of all that is made."""
    whole = {file.stem: file.read_text().partition("\n")[0] for file in (lab / "wrong").glob("*.cu") if holds_reference(file, lab)}
    return {entry.name: f"// expect: {entry.expect}" for entry in entries(lab)} | whole


def main():
    parser = argparse.ArgumentParser(prog="edits.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lab", type=pathlib.Path, metavar="LAB_FOLDER")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT_FOLDER")
    parser.add_argument("--check", action="store_true", help="write nothing: is everything in OUT_FOLDER current?")
    parser.add_argument("--list", action="store_true", help="write nothing: all labs' files with their first lines")
    options = parser.parse_args()
    try:
        if options.list:
            print("\n".join(f"{options.out / lab.name / 'wrong' / name}.cu {line}" for lab in sorted(options.lab.iterdir())
                            for name, line in sorted(first_lines(lab).items())))
            return 0
        contract = contract_of(options.lab)
        made = {options.out / f"{name}.cu": without_other_tasks(text, text.split()[3], contract, renamed)
                for name, (text, renamed) in (with_edits(options.lab) | with_whole_reference(options.lab, contract)).items()}
    except Malformed as trouble:
        print(trouble, file=sys.stderr)
        return 1
    old = {file: file.read_text() for file in options.out.glob("*.cu")}
    stale = sorted({file for file in made.keys() | old.keys() if made.get(file) != old.get(file)})
    if options.check and stale:
        print("\n".join(f"{file}: not what its edit makes of the reference; run `cmake --build build`" for file in stale), file=sys.stderr)
        return 1
    for file in stale:
        if file in made:
            options.out.mkdir(parents=True, exist_ok=True)
            file.write_text(made[file])
        else:
            file.unlink()
    print("\n".join(map(str, sorted(made))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
