"""Mutants of a text: one place of one line changed, and a seeded choice of them that has as many of each kind as it can."""
import collections
import random

from . import operators, parallel, slips
from .places import Places
from .tokens import Source

KINDS = {"operator": operators.operator, "comparison": operators.comparison, "bound": operators.bound,
         "guard": operators.guard, "initialiser": operators.initialiser, "constant": operators.constant,
         "width": operators.width, "launch": operators.launch, "call": operators.call, "barrier": parallel.barrier,
         "fence": parallel.fence, "mask": parallel.mask, "shuffle": parallel.shuffle, "vote": parallel.vote,
         "atomic": parallel.atomic, "volatile": parallel.volatility, "async": parallel.asynchronous,
         "swap": slips.swap, "nomod": slips.nomod, "noinit": slips.noinit, "nostmt": slips.nostmt, "index": slips.index,
         "conj": slips.conj, "xy": slips.xy, "nocast": slips.nocast}


class Mutant:
    """lab, kind, line (of the text), before and after (that line without and with the change), function (the declaration
    around it), nth (which of the function's lines with this text, from 1 on), tasks (those that reach it), compiled
    (whether the emulator compiles the line), file and file_line (where a reader finds it)."""

    def __init__(self, kind, line, before, after, place):
        self.kind, self.line, self.before, self.after, self.place = kind, line, before, after, place
        self.lab, self.function, self.nth, self.tasks, self.compiled = "", "-", 1, [], True
        self.file, self.file_line = "", line

    def key(self):
        return self.lab, self.function, self.nth, " ".join(self.before.split()), " ".join(self.after.split())

    def text(self, original):
        """The text with the change; None where it is not a text with this line."""
        lines = original.split("\n")
        if lines[self.line - 1] != self.before:
            return None
        lines[self.line - 1] = self.after
        return "\n".join(lines)


def changes(source):
    """Every mutant of a source; the same text is made once, by the first kind that makes it."""
    places, made = Places(source), set()
    for kind, find in KINDS.items():
        for start, length, replacement in find(source, places):
            if "\n" in source.text[start:start + length] or "\n" in replacement:
                continue  # more than one line
            line = source.line(start)
            before, begin = source.line_text(line), source.line_starts[line - 1]
            after = before[:start - begin] + replacement + before[start - begin + length:]
            if " ".join(after.split()) != " ".join(before.split()) and (line, after) not in made:
                made.add((line, after))
                yield Mutant(kind, line, before, after, start)


def all_mutants(lab, solution, usage, compiled):
    """The mutants of a solution with what is known about their places, in the order of kinds and lines."""
    found = list(changes(Source(solution.text)))
    seen = {}
    lines = {m.line: m.place for m in found}
    for line in sorted(lines):  # which of the lines of the same text in a function
        name = usage.at(lines[line])[0] if compiled(line) else "-"
        text = " ".join(solution.text.split("\n")[line - 1].split())
        seen.setdefault((name, text), []).append(line)
    for m in found:
        m.lab, m.compiled = lab, compiled(m.line)
        m.function, m.tasks = usage.at(m.place) if m.compiled else ("-", [])
        m.nth = seen[m.function, " ".join(m.before.split())].index(m.line) + 1 if \
            (m.function, " ".join(m.before.split())) in seen else 1
        m.file, m.file_line = solution.origin(m.line)
    return found


def drawn(found, seed):
    """All mutants in the order in which they are drawn: kinds in turn, each kind's in the order of the seed."""
    by_kind = collections.OrderedDict()
    for m in found:
        by_kind.setdefault(m.kind, []).append(m)
    for kind, some in by_kind.items():
        random.Random(f"{seed} {kind}").shuffle(some)
    order = []
    while any(by_kind.values()):
        order += [some.pop(0) for some in by_kind.values() if some]
    return order
