#!/usr/bin/env python3
"""Runs one group of the emulator's tests: run.py GROUP [PROGRAM...] --emucc PATH (run.py --list names the groups)."""
import argparse
import importlib
import os
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is
from harness import HERE, Harness, failures  # pylint: disable=wrong-import-position
sys.path.insert(0, os.path.join(HERE, "arithmetic"))

# The module of each group's function group_NAME: it alone is read, since to read all of them takes longer than many a test.
MODULES = {
    "check": ("check", "check_noticed"), "compiler": ("driver", "translator"), "fast": ("fast",), "hardware": ("fidelity",),
    "macros": ("macros",), "noticed": ("selftest",), "optional": ("optional",), "precompiled": ("precompiled",), "public_style": ("public_style",),
    "random_programs": ("corpus", "every_program", "random"), "refusals": ("refused", "words", "seen"), "sources": ("sources",),
    "repeats": ("determinism", "late", "progress"), "same": ("arithmetic",), "streams": ("streams",), "ulps": ("ulps",),
    "whole": ("program", "robust", "robust_forms", "robust_limits", "textbook", "textbook_outputs"),
}
GROUPS = {group: module for module, groups in MODULES.items() for group in groups}


def function(group):
    return getattr(importlib.import_module(GROUPS[group]), f"group_{group}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", nargs="?", choices=sorted(GROUPS))
    parser.add_argument("programs", nargs="*", help="the source that the groups program, textbook and robust take; check takes several")
    parser.add_argument("--emucc", default="emucc", help="the compiler driver to test")
    parser.add_argument("--translate-test", help="the program built from translate_test.c")
    parser.add_argument("--list", action="store_true", help="name the groups and stop")
    arguments = parser.parse_args()
    if arguments.list or not arguments.group:
        for name in sorted(GROUPS):
            print(f"{name}: {function(name).__doc__.splitlines()[0]}")
        return 0 if arguments.list else 2
    group = function(arguments.group)
    takes = group.__code__.co_varnames[1:group.__code__.co_argcount]  # nothing, a source, or sources
    if not takes and arguments.programs or takes == ("source",) and len(arguments.programs) != 1 or takes and not arguments.programs:
        parser.error(f"{arguments.group} takes {'a ' * (takes == ('source',))}{' '.join(takes) or 'no program'}")
    given = {(): [], ("source",): arguments.programs, ("sources",): [arguments.programs]}[takes]
    with tempfile.TemporaryDirectory() as directory:
        harness = Harness(arguments, directory)
        group(harness, *given)
    if failures:
        print(f"{len(failures)} failures", file=sys.stderr)
    elif harness.skipped:
        print(harness.skipped)
        return 77
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
