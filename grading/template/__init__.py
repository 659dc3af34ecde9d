"""What grading/new-lab and grading/new-task write: templates (lab/, task/) and the places that they go to.

A template's @WORD@ is replaced by its value, and a line @RULE text@ becomes `// ---- text ----...` as wide
as the code. Nothing is written before every place has been found; what has no place is told, with its text.
"""
import os
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
WIDTH = 110
# What a template leaves to be written: a comment that begins so. unit.places finds them.
UNWRITTEN = re.compile(r"^.*?(?:// |<!-- |# |^    )write: ", re.M)


def filled(name, values):
    """The text of the template HERE/NAME.in."""
    text = (HERE / f"{name}.in").read_text(encoding="utf-8")
    text = re.sub(r"@([A-Z]+)@", lambda m: str(values[m[1]]), text)
    return re.sub(r"^@RULE (.*)@$", lambda m: f"// ---- {m[1]} ".ljust(WIDTH - 1, "-"), text, flags=re.M)


def unwritten(text):
    """(line, what) of each place of a text that is left to be written."""
    return [(text.count("\n", 0, m.end()) + 1, re.split(r" -->|\n", text[m.end():], maxsplit=1)[0])
            for m in UNWRITTEN.finditer(text)]


class Changes:
    """New texts of a tree's files, which `commit` writes all or not at all."""

    def __init__(self, root):
        self.root, self.texts, self.lacking = pathlib.Path(root), {}, []

    def read(self, path):
        """The text of a file as it will be; None where there is none."""
        if path in self.texts:
            return self.texts[path]
        return path.read_text(encoding="utf-8") if path.is_file() else None

    def shown(self, path):
        return str(path.relative_to(self.root))

    def create(self, path, text):
        if self.read(path) is not None or path.exists():
            self.lacking.append(f"{self.shown(path)} is there already; it would be\n{text}")
        else:
            self.texts[path] = text

    def insert(self, path, text, place, expected):
        """Puts `text` into a file, at place(its text), which is None where it lacks what is `expected`."""
        old = self.read(path) if path else None
        at = place(old) if old is not None else None
        if at is None:
            shown = self.shown(path) if path else "the lab"
            self.lacking.append(f"{shown}: expected {expected}; what belongs there:\n{text}")
        else:
            self.texts[path] = old[:at] + text + old[at:]

    def replace(self, path, new, expected):
        """Writes new(its text) for a file's text; None: it lacks what is expected."""
        old = self.read(path)
        text = new(old) if old is not None else None
        if text is None:
            self.lacking.append(f"{self.shown(path)}: expected {expected}")
        else:
            self.texts[path] = text

    def commit(self):
        """Writes the files. An OSError leaves the tree as it was."""
        undo = []
        try:
            for path, text in self.texts.items():
                old = path.read_bytes() if path.is_file() else None
                for folder in reversed([f for f in path.parents if not f.exists()]):
                    undo.append(folder.rmdir)
                    folder.mkdir()
                undo.append(path.unlink if old is None else lambda path=path, old=old: path.write_bytes(old))
                path.write_text(text, encoding="utf-8")
        except OSError:
            for step in reversed(undo):
                try:
                    step()
                except OSError:
                    pass
            raise

    def unwritten(self):
        """`file:line: what`, for each place that the changes leave to be written; before `commit`."""
        found = []
        for path, text in self.texts.items():
            old = path.read_text(encoding="utf-8") if path.is_file() else ""
            begin = len(os.path.commonprefix([old, text]))
            end = len(text) - len(os.path.commonprefix([old[begin:][::-1], text[begin:][::-1]]))
            first, last = (text.count("\n", 0, place) + 1 for place in (begin, end))
            found += [f"{self.shown(path)}:{line}: {what}" for line, what in unwritten(text)
                      if first <= line <= last]
        return found
