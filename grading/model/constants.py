#!/usr/bin/env python3
"""Writes common/emu/report/constants.h, the constants of the measured devices: constants.py --write | --check."""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
import formula  # pylint: disable=wrong-import-position
import prove  # pylint: disable=wrong-import-position

HEADER = pathlib.Path(__file__).resolve().parent.parent.parent / "common" / "emu" / "report" / "constants.h"


def text():
    lines = ["// The constants of devices that were measured. Made by grading/model/constants.py --write from grading/model/*.json.",
             "#ifndef EMU_REPORT_CONSTANTS_H", "#define EMU_REPORT_CONSTANTS_H", "", '#include "report/modelled.h"', "",
             "static const struct measured_device {", "  const char *key, *basis;", "  struct model_constants constants;",
             "} measured_devices[] = {"]
    for key in prove.DEVICES:
        basis = prove.basis(prove.rows(device=key))
        c = prove.constants_of(key)
        lines += [f'    {{"{key}",'] + ["     " + part for part in f'"{basis}",'.replace(" average, ", ' average, "|"').split("|")] + ["     {"]
        lines += [f"         .{name} = {c[name]:.4g}," for name in formula.CONSTANTS]
        lines += ["     }},"]
    lines += ["    {0},", "};", "", "#endif", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.write:
        HEADER.write_text(text(), encoding="utf-8")
    elif options.check and HEADER.read_text(encoding="utf-8") != text():
        sys.exit(f"{HEADER}: not what grading/model/constants.py --write makes of the measurements: run it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
