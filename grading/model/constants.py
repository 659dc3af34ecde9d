#!/usr/bin/env python3
"""Writes common/emu/model/constants.h, the constants of the measured devices, and model/latencies.h, cycles of an H200 by which
the emulator guesses which warp is the slowest: constants.py --write | --check."""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
import formula  # pylint: disable=wrong-import-position
import prove  # pylint: disable=wrong-import-position

EMU = pathlib.Path(__file__).resolve().parent.parent.parent / "common" / "emu"


def latencies():
    cores, memory = (prove.load_constants()["measured"][part] for part in ("cores", "memory"))
    cycles = {"BLOCK": prove.constants_of("h200")["slots_a_block"] * cores["fma_latency_cycles"], "L1": memory["l1_latency_cycles"],
              "L2": memory["l2_latency_cycles"], "SHARED": cores["shared_latency_cycles"], "SHUFFLE": cores["shuffle_latency_cycles"]}
    return "\n".join(["// Cycles of an H200: a basic block's instructions one after another, loads, a shuffle. Made by grading/model/constants.py --write "
                      "from", "// grading/model/h200.json.", "#ifndef EMU_MODEL_LATENCIES_H", "#define EMU_MODEL_LATENCIES_H", "", "enum {",
                      *(f"  CYCLES_{name} = {n:.0f}," for name, n in cycles.items()), "};", "", "#endif", ""])


def constants():
    lines = ["// The constants of devices that were measured. Made by grading/model/constants.py --write from grading/model/*.json.",
             "#ifndef EMU_MODEL_CONSTANTS_H", "#define EMU_MODEL_CONSTANTS_H", "", '#include "model/modelled.h"', "",
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
    for header, text in ((EMU / "model" / "constants.h", constants()), (EMU / "model" / "latencies.h", latencies())):
        if options.write:
            header.write_text(text, encoding="utf-8")
        elif options.check and header.read_text(encoding="utf-8") != text:
            sys.exit(f"{header}: not what grading/model/constants.py --write makes of the measurements: run it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
