"""Group selftest: the comparisons of the other groups notice what is wrong."""
import contextlib
import io
import os
import sys

from expectations import Expectation, Head, compare_findings, compare_hazards, compare_stderr
from harness import HELLO, HERE, fail, failures, indent, run
from whole import group_textbook, orphans, robust_complaints


def group_selftest(harness):
    """A wrong line, thread, kind, silence or number must be noticed by the comparisons above."""
    source = harness.write("p.cu", "// purpose\n// expect: race-shared kernel=k at=@a other=@b block=0,0,0\n"
                         "// may: uninitialised-read kernel=k at=@b what~s[3]\n// note: half-overflow kernel=k\nx // @a\ny // @b\n")
    head = Head(source)
    expected, allowed, notes = head.expected, head.allowed, head.notes
    if [n.kind for n in notes] != ["half-overflow"]:
        fail("selftest", f"expected one note, got {notes}")

    def place(line, thread):
        return {"file": "/x/p.cu", "line": line, "block": [0, 0, 0], "thread": [thread, 0, 0]}

    race = {"kind": "race-shared", "kernel": "k", **place(5, 1), "other": place(6, 2), "what": "w", "advice": "a", "count": 1}
    read = {"kind": "uninitialised-read", "kernel": "k", **place(6, 1), "other": None, "what": "reads s[3]", "advice": "a",
            "count": 1}
    swapped = {**race, **place(6, 2), "other": place(5, 1)}
    for good in ([race], [swapped], [race, read]):
        if compare_hazards(source, good, expected, allowed):
            fail("selftest", f"refused {good}: {compare_hazards(source, good, expected, allowed)}")
    for what, bad in (("nothing", []), ("another kind", [{**race, "kind": "race-global"}]), ("another kernel", [{**race, "kernel": "j"}]),
                      ("another line", [{**race, "line": 4}]), ("another line of the other access", [{**race, "other": place(7, 2)}]),
                      ("no other access", [{**race, "other": None}]), ("one thread twice", [{**race, "other": place(6, 1)}]),
                      ("another block", [{**race, "block": [1, 0, 0]}]), ("one too many", [race, {**read, "kind": "leak"}]),
                      ("another text", [race, {**read, "what": "reads s[4]"}]), ("no advice", [{**race, "advice": ""}]),
                      ("another file", [{**race, "file": "/tmp/emucc.x/0-q.cpp"}])):
        if not compare_hazards(source, bad, expected, allowed):
            fail("selftest", f"accepted {what}")
    profile = "requests  lanes\n\nWhere it goes\n  /x/p.cu:5: uncoalesced\n  /x/p.cu:6: local-array: a\n"
    finding = [Expectation("at=@a what~uncoalesced", {"@a": 5})]
    if compare_findings(profile, finding):
        fail("selftest", f"refused a right profile: {compare_findings(profile, finding)}")
    for what, bad, wanted in (("silence", "requests  lanes\n", finding), ("another line", profile.replace(":5", ":4"), finding),
                              ("another text", profile.replace("uncoalesced", "waste"), finding), ("one too many", profile, [])):
        if not compare_findings(bad, wanted):
            fail("selftest", f"accepted a profile with {what}")
    text = "emu: race-shared in kernel k\n  at /x/p.cu:5\n  other access: /x/p.cu:6\n  advice: a\nemu: 1 hazards\n"
    if compare_stderr([race], text):
        fail("selftest", f"refused a right stderr: {compare_stderr([race], text)}")
    for what, bad in (("no end", text.replace("emu: 1 hazards\n", "")), ("wrong number", text.replace("1 hazards", "2 hazards")),
                      ("no advice", text.replace("advice: a", "")), ("no line", text.replace(":6", ":7")), ("nothing", "")):
        if not compare_stderr([race], bad):
            fail("selftest", f"accepted stderr with {what}")
    asks = "// exit: 86\n// says: emu: x\n// prints: a\n"
    if robust_complaints(asks, 86, "a\n", "emu: x\n"):
        fail("selftest", "refused what a program of robust/ announces")
    for what, bad in (("another status", (0, "a\n", "emu: x\n")), ("another output", (86, "b\n", "emu: x\n")),
                      ("more output", (86, "a\na\n", "emu: x\n")), ("silence", (86, "a\n", "")), ("a timeout", (None, "", "no end"))):
        if not robust_complaints(asks, *bad):
            fail("selftest", f"robust accepted {what}")
    if not robust_complaints("// prints: a\n", 0, "a\n", "noise\n"):
        fail("selftest", "robust accepted noise on stderr")
    hello = HELLO.replace('#include "value.h"', "#define VALUE 41")
    for what, directory, text, expected in (("the right output", "right", hello, "41\n"), ("a wrong .out", "wrong", hello, "42\n"),
                                            ("a longer .out", "longer", hello, "41\n41\n"), ("an empty .out", "empty", hello, ""),
                                            ("a leak", "leak", hello.replace("cudaFree(d);", ""), "41\n"),
                                            ("no program", "none", None, "41\n")):
        harness.write(f"textbook_{directory}/hello.out", expected)
        if text:
            harness.write(f"textbook_{directory}/hello.cu", text)
        before = len(failures)
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            group_textbook(harness, harness.path(f"textbook_{directory}/hello.cu"))
        noticed = len(failures) > before
        del failures[before:]
        if noticed == (directory == "right"):
            fail("selftest", f"textbook {'refused' if noticed else 'accepted'} {what}")
    if orphans(harness.path("textbook_none")) != ["hello.out"] or orphans(harness.path("textbook_right")):
        fail("selftest", "an output without a program was not noticed, or one with a program was")
    for script in ("compare.py", "measure.py"):
        status, out, err = run([sys.executable, os.path.join(HERE, "fidelity", script), "--selftest"])
        if status != 0:
            fail("selftest", f"fidelity/{script} --selftest: exit {status}" + indent(out + err))
