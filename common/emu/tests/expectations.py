"""What the head of a program in checks/ announces, and the comparison of what came with it."""
import fnmatch
import json
import os
import re
import shlex

from harness import indent

QUIET = ("local-array",)  # notes that only the reports hold
HEAD = re.compile(r"// (expect|may|note|finding|fixed|prints|gives|environment): (.*)")


class Expectation:
    """`// expect: KIND kernel=K at=@M other=@N block=x,y,z thread=x,y,z what~"text" advice~"text"`; `may:` allows but does not ask;
    `note:` asks for a note instead of a hazard, `finding: at=@M what~"text"` for a line of waste in EMU_REPORT=lines.

    @M names the line that holds `// @M`; `@a|@b` and wildcards are allowed. The two accesses of a race may come
    in either order."""

    def __init__(self, line, marks):
        words = shlex.split(line)
        if "=" in words[0]:  # a finding has no kind
            words.insert(0, "")
        self.text, self.kind, self.marks, self.fields = line, words[0], marks, {}
        self.contains, self.advises = [], []
        for word in words[1:]:
            if "~" in word:
                (self.advises if word.startswith("advice~") else self.contains).append(word.split("~", 1)[1])
            else:
                key, value = word.split("=", 1)
                self.fields[key] = value
        for key in self.fields:
            if key not in ("kernel", "at", "other", "block", "thread"):
                raise ValueError(f"unknown field {key} in: {line}")

    def _at(self, pattern, line):
        wanted = [m for p in pattern.split("|") for m in fnmatch.filter(self.marks, p)]
        if not wanted:
            raise ValueError(f"no line is marked {pattern}")
        return line in [self.marks[m] for m in wanted]

    def at_line(self, line):
        return self._at(self.fields["at"], line)

    def matches(self, hazard):
        if hazard["kind"] != self.kind or hazard["kernel"] != self.fields.get("kernel", ""):
            return False
        if not all(text in hazard["what"] for text in self.contains) or not all(a in hazard["advice"] for a in self.advises):
            return False
        for key in ("block", "thread"):
            if key in self.fields and hazard[key] != [int(v) for v in self.fields[key].split(",")]:
                return False
        if "at" not in self.fields:
            return True
        if "other" not in self.fields:
            return self._at(self.fields["at"], hazard["line"])
        if hazard["other"] is None:
            return False
        lines = [hazard["line"], hazard["other"]["line"]]
        orders = [lines, lines[::-1]] if self.kind.startswith("race-") else [lines]
        return any(self._at(self.fields["at"], a) and self._at(self.fields["other"], b) for a, b in orders)


def environment_of(text):
    """The variables that `// environment: NAME=VALUE` sets for a program's runs."""
    return dict(word.split("=", 1) for line in re.findall(r"^// environment: (.*)$", text, re.M) for word in line.split())


def seeds_of(text):
    """Seeds of a program's runs: programs with streams have one more, so that each way of running queued work is there."""
    return (1, 2, 7, 4) if "cudaStreamCreate" in text else (1, 2, 7)


class Head:
    """What a program announces of its fault, or that it is silent; `// prints: LINE` is what it prints without the fault,
    `// gives: LINE` what it prints with it, where that is known."""

    def __init__(self, source):
        with open(source, encoding="utf-8") as f:
            self.text = f.read()
        lines = self.text.splitlines()
        marks = {}
        for number, line in enumerate(lines, 1):
            for mark in re.findall(r"@[a-z]+[0-9]*", line.split("//", 1)[1]) if "//" in line and not HEAD.match(line) else []:
                marks[mark] = number
        said = [m.groups() for m in map(HEAD.match, lines) if m]
        self.prints, self.gives = ([text for word, text in said if word == kind] for kind in ("prints", "gives"))
        self.environment = environment_of(self.text)
        self.fixed = [text for word, text in said if word == "fixed"]
        self.profiled = any(word == "finding" for word, _ in said)  # `finding: none` has a silent program's profile looked at
        self.expected, self.allowed, self.notes, self.findings = (
            [Expectation(text, marks) for word, text in said if word == kind and text != "none"]
            for kind in ("expect", "may", "note", "finding"))

    def faulty(self):
        return bool(self.expected or self.notes or self.findings)

    def complaints(self):
        """What the head itself lacks."""
        if self.faulty() != bool(self.fixed) or self.faulty() != bool(re.search(r"^#ifn?def FIXED$", self.text, re.M)):
            yield "a program that announces a fault says `// fixed:` and compiles without the fault under `#ifdef FIXED`; no other does"
        if self.allowed and not self.faulty():
            yield "a silent program may not report anything"
        if not self.prints:
            yield "`// prints:` must say what the program prints when it is right"


def compare_hazards(source, hazards, expected, allowed):
    """Returns a list of complaints; empty if the hazards are those announced."""
    complaints = [f"not reported: {e.text}" for e in expected if not any(e.matches(h) for h in hazards)]
    for h in hazards:
        if not any(e.matches(h) for e in expected + allowed):
            complaints.append(f"reported but not expected: {json.dumps(h)}")
        if h["line"] and not h["file"].endswith(os.path.basename(source)):
            complaints.append(f"points at {h['file']}, not at the source")
        if h["kind"].startswith("race-"):
            other, forgotten = h["other"], "reads (in an earlier block)" in h["what"]
            if (other is None) != forgotten or (other and h["kind"] != "race-stream" and (h["block"], h["thread"]) == (other["block"], other["thread"])):
                complaints.append(f"a race needs two threads: {json.dumps(h)}")
        if not h["advice"] or "\n" in h["advice"] or not h["what"] or h["count"] < 1:
            complaints.append(f"what, advice (one line) and count must be there: {json.dumps(h)}")
    return complaints


def compare_stderr(hazards, err, note=""):
    """The text on stderr must tell of the same hazards (or notes) as the JSON."""
    complaints, lines = [], err.splitlines()
    for h in hazards:
        head = f"emu: {note}{h['kind']}" + (f" in kernel {h['kernel']}" if h["kernel"] else "")
        if not any(line.startswith(head) for line in lines):
            complaints.append(f"stderr has no line {head!r}")
        if f"  advice: {h['advice']}" not in lines:
            complaints.append(f"stderr lacks the advice {h['advice']!r}")
        for place in (h, h["other"] or {}):
            if place.get("line") and f":{place['line']}" not in err:
                complaints.append(f"stderr lacks line {place['line']}")
    last = lines[-1] if lines else ""
    if not note and not re.fullmatch(rf"emu: {len(hazards)} hazards?", last):
        complaints.append(f"stderr must end with 'emu: {len(hazards)} hazards', got {last!r}")
    return complaints


def without_notes(err):
    return re.sub(r"emu: note: .*\n(  .*\n)+", "", err)


def compare_findings(out, findings):
    """`Where it goes` must hold exactly the announced lines; with notes beside them, which are compared elsewhere."""
    waste = out.split("\nWhere it goes\n")[1] if "\nWhere it goes\n" in out else ""
    found = [(int(n), text) for n, text in re.findall(r"^  [^:]*:(\d+): (.*)", waste, re.M) if not text.startswith(QUIET)]
    complaints = []
    for f in findings:
        if not any(f.at_line(n) and all(c in text for c in f.contains) for n, text in found):
            complaints.append(f"not found: {f.text}")
    for n, text in found:
        if not any(f.at_line(n) for f in findings):
            complaints.append(f"found but not announced: line {n}: {text}")
    return complaints
