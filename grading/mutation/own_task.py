"""What a submission needs of its lab's reference for the one task that it is graded for."""
import functools
import re

from mutation.solution import Solution

WORD = re.compile(r"[A-Za-z_]\w*")
CALLED = re.compile(r"\b([A-Za-z_]\w*)(?:<[^()]*>)?\(")
NOT_A_NAME = {"__attribute__", "__align__", "alignas", "decltype", "sizeof"}
BOUNDS = re.compile(r"__launch_bounds__\((?:[^()]|\([^()]*\))*\)")  # a call within it is no name of the kernel either
TASK = re.compile(r"_(\d+)_")
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
RENAMED = re.compile(r"\s*#\s*define\s+(\w+)\s+(\w+)\s*")
# Headers that take the compiler long: a word that stands wherever they are used, and lines that go with them.
HEADERS = {"cooperative_groups.h": ("cooperative_groups", ()), "mma.h": ("wmma", ("using namespace nvcuda;",))}


def definitions(lines, codes):
    """(head, first line, first of its body, last line) of each definition at the top level."""
    k = 0
    while k < len(lines):
        begin, head = k, k
        if lines[k].startswith("#"):
            while lines[k].endswith("\\"):
                k += 1
            yield codes[begin], begin, begin + 1, k
        elif lines[k][:1].isalnum() or lines[k][:1] == "_":
            while head + 1 < len(lines) and "{" not in codes[head] and ";" not in codes[head]:
                head += 1
            k, text = head, codes[head]
            if text.count("{") > text.count("}"):
                k = next((i for i in range(head + 1, len(lines)) if lines[i].startswith("}")), head)
            if "{" in text:
                yield " ".join(codes[begin:head + 1]).partition("{")[0], begin, head + 1, k
        k += 1


@functools.lru_cache(maxsize=None)  # most lines of a lab's submissions are the reference's
def code(line):
    """A line without its comment, its blanks as one each."""
    line = re.sub(r'("(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\')|//.*', lambda m: m[1] or "", line)
    return " ".join(line.split())


@functools.lru_cache(maxsize=None)
def _words(text):
    return frozenset(WORD.findall(text))


@functools.lru_cache(maxsize=None)
def _names(head):
    """The names of a function; none where the head is that of something else, or of an operator."""
    other = head.startswith("#") or re.search(r"\b(struct|class|union|enum|namespace)\s+\w+\s*$", head)
    return frozenset() if other else frozenset(CALLED.findall(BOUNDS.sub("", head))) - NOT_A_NAME


def _functions(lines, codes):
    """(names, identifiers, first line, last line) of each function at the top level; an operator has no name."""
    for head, begin, _, last in definitions(lines, codes):
        if names := _names(head):
            yield names, _words(" ".join(codes[begin:last + 1])), begin, last


def _reached(functions, words):
    """The functions that these words lead to, by their places in the list."""
    found = set()
    while True:
        more = {i for i, (names, *_) in enumerate(functions) if i not in found and names & words}
        if not more:
            return found
        found |= more
        words = set().union(*(functions[i][1] for i in more))


def _without_unused_headers(lines):
    for header, (word, with_it) in HEADERS.items():
        line_of = f"#include <{header}>"
        if line_of in lines and not any(re.search(rf"\b{word}\b", code(line)) for line in lines if line != line_of):
            lines = [line for line in lines if line != line_of and code(line) not in with_it]
    return lines


def without_other_tasks(text, task, contract, renamed=()):
    """The text without the functions that other tasks alone need; `contract`: the names that the lab's header declares;
    `renamed`: those that a submission has given functions of the reference, to put its own in their place."""
    lines = text.split("\n")
    codes = [code(line) for line in lines]
    functions = list(_functions(lines, codes))
    number = task.partition("_")[0]
    others = {name for name in contract if TASK.search(name) and TASK.search(name)[1] != number} | set(renamed)
    theirs = _reached(functions, others)
    inside = {k for _, _, begin, last in functions for k in range(begin, last + 1)}
    words = set(WORD.findall(" ".join(line for k, line in enumerate(codes) if k not in inside))) - others | (contract - others)
    for i, (names, used, *_) in enumerate(functions):
        words |= set() if i in theirs else names | used
    kept = _reached(functions, words)
    gone = set()
    for _, _, begin, last in (functions[i] for i in theirs - kept):
        while begin > 2 and lines[begin - 1].startswith("//"):  # lines 1 and 2 say what is expected
            begin -= 1
        gone |= set(range(begin, last + 1))
    return "\n".join(_without_unused_headers([line for k, line in enumerate(lines) if k not in gone]))


def contract_of(lab):
    """The names of the functions that a lab's headers declare."""
    return {name for header in lab.glob("*.h") for name in re.findall(r"\b(\w+)\(", header.read_text())}


def _included(line, file):
    """The file beside or above `file` that a line of it includes by its path from there; or None."""
    match = INCLUDE.match(line)
    path = (file.parent / match[1]).resolve() if match else None
    return path if path and path.is_file() else None


def holds_reference(file, lab):
    """Whether the file includes the lab's whole reference, or a file that does."""
    included = filter(None, (_included(line, file) for line in file.read_text().splitlines()))
    return any(path == lab.resolve() / "solution.cu" or holds_reference(path, lab) for path in included)


def _taken_in(file, lab):
    """The lines of a file, with those of what it includes from its own folder, and the reference's."""
    lines = []
    for line in file.read_text().splitlines():
        path = _included(line, file)
        if path == lab.resolve() / "solution.cu":
            lines += Solution(lab, "solution").text.splitlines()
        elif path and path.parent == file.parent.resolve():
            lines += [inner for inner in _taken_in(path, lab) if inner.strip() != "#pragma once"]
        else:
            lines.append(line)
    return lines


def with_reference(file, lab, contract):
    """The text of a submission with the reference in it, and the names that it gives functions of the contract by macros."""
    lines, names, text = [], {}, _taken_in(file, lab)
    for line in text:
        renamed = RENAMED.fullmatch(line)
        if renamed and renamed[1] in contract:
            names[renamed[1]] = renamed[2]
        elif (words := line.split()) and words[0] == "#undef" and words[1] in names:
            del names[words[1]]
        else:
            lines.append(WORD.sub(lambda word: names.get(word[0], word[0]), line))
    return "\n".join(lines) + "\n", {renamed[2] for line in text if (renamed := RENAMED.fullmatch(line)) and renamed[1] in contract}
