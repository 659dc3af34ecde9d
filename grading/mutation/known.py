"""The survivors that a maintainer has looked at: labs/NN_name/mutants.txt.

    # a comment
    reduce_6_shuffle_kernel                  the declaration that the line stands in; "#2" behind it: the second line
    - for (int d = WARP / 2; d > 0; d /= 2)  there with this text
    + for (int d = WARP; d > 0; d /= 2)      the line with the change
    equivalent: why no input can tell the two apart

Entries are found by what the lines say, not by where they stand. The last line of an entry begins with `equivalent:`, or
with `unshown:` where only an input too large for the emulator (the reason says how large), another architecture or a failing
call of the runtime would show the difference. A reason may go on in indented lines.
"""
import collections
import re

CLASSES = ("equivalent", "unshown")
Entry = collections.namedtuple("Entry", "key kind reason where")


class Malformed(Exception):
    pass


def _entry(lab, lines, where):
    head = re.fullmatch(r"(\S+)(?:\s+#(\d+))?", lines[0])
    said = re.fullmatch(r"(\w+):\s*(.+)", " ".join(lines[3:]))
    if not head or len(lines) < 4 or lines[1][:2] != "- " or lines[2][:2] != "+ " or not said or said[1] not in CLASSES:
        raise Malformed(f"{where}: expected four lines: the function, `- the line`, `+ the line as changed`, and "
                        f"`equivalent: why` or `unshown: why`; found\n  " + "\n  ".join(lines))
    before, after = (" ".join(line[2:].split()) for line in lines[1:3])
    return Entry((lab, head[1], int(head[2] or 1), before, after), said[1], said[2], where)


def read(path, lab):
    """{key of a mutant: its Entry}, of a lab's mutants.txt; nothing where there is no such file."""
    found, lines, first = {}, [], 0
    text = path.read_text() if path.exists() else ""
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.strip() and not line.startswith("#"):
            first = first if lines else number
            lines.append(line.strip())
        elif lines and not line.strip():
            entry = _entry(lab, lines, f"{path}:{first}")
            if entry.key in found:
                raise Malformed(f"{entry.where}: the same change as {found[entry.key].where}")
            found[entry.key], lines = entry, []
    return found

