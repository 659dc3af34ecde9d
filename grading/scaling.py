#!/usr/bin/env python3
"""Draws efficiency against the number of GPUs, as SVG, from what lab 10's measured/devices.cu has printed:

    ./devices FORM > devices.log
    grading/scaling.py devices.log FORM scaling.svg --device "2 H200, NVLink"

Points are measured. A dashed curve is modelled: Amdahl's law for a grid of one size, 1 / (1 + s (p - 1)), and Gustafson's for one
that grows with the GPUs, 1 - s (1 - 1 / p). The share s that runs on one GPU alone is the one with which the law agrees with the
point of the most GPUs.
"""
import argparse
import pathlib
import re
import sys

from roofline import BOTTOM, HEIGHT, LEFT, RIGHT, STYLE, TOP, WIDTH, line, number, scale, spread, text

MOST = 64  # GPUs, of the model
COLOURS = ("#1f5fa8", "#b06a00", "#2d7a3a", "#7a2d6e")
NUMBER = r"([0-9.]+)"


def points(log, form):
    """[(what is scaled, is it weak?, {GPUs: efficiency})], in the order of the log."""
    found = {}
    row = re.compile(rf"step {re.escape(form)} +(\d+): strong, (\d+) devices {NUMBER} ms, efficiency {NUMBER}.*?"
                     rf"(?:; weak {NUMBER} ms, efficiency {NUMBER})?$", re.M)
    for side, gpus, _, strong, _, weak in row.findall(log):
        found.setdefault((int(side), False), {})[int(gpus)] = float(strong)
        if weak:
            found.setdefault((int(side), True), {})[int(gpus)] = float(weak)
    return [(f"{side} x {side} {'a GPU' if weak else 'in all'}", weak, of)
            for (side, weak), of in sorted(found.items(), key=lambda entry: (entry[0][1], entry[0][0]))]


def law(weak, share):
    return (lambda p: 1 - share * (1 - 1 / p)) if weak else (lambda p: 1 / (1 + share * (p - 1)))


def share_of(weak, measured):
    """The share with which the law agrees with the measured point of the most GPUs; 0 where that is as good as it can be."""
    gpus = max(measured)
    lost = 1 - measured[gpus]
    return max(0.0, lost / (1 - 1 / gpus) if weak else lost / measured[gpus] / (gpus - 1))


def draw(rows, title):
    x, y = scale(1, MOST, LEFT, RIGHT), lambda v: BOTTOM + (TOP - BOTTOM) * v / 1.1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">', STYLE,
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(LEFT, 28, title, "title")]
    gpus = 1
    while gpus <= MOST:
        parts += [line(x(gpus), TOP, x(gpus), BOTTOM, "grid"), text(x(gpus), BOTTOM + 18, number(gpus), "small", "middle")]
        gpus *= 2
    for tenth in range(0, 11, 2):
        parts += [line(LEFT, y(tenth / 10), RIGHT, y(tenth / 10), "grid"), text(LEFT - 6, y(tenth / 10) + 4, f"{tenth / 10:g}", "small", "end")]
    parts += [line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis"), line(LEFT, TOP, LEFT, BOTTOM, "axis"),
              text((LEFT + RIGHT) / 2, BOTTOM + 40, "GPUs", "", "middle"), text(LEFT - 40, TOP - 8, "efficiency", "small")]
    ends = []
    for (what, weak, measured), colour in zip(rows, COLOURS):
        share = share_of(weak, measured)
        of = law(weak, share)
        places = [2 ** (k / 8) for k in range(8 * (MOST.bit_length() - 1) + 1)]
        line_of = " ".join(f"{x(p):.1f},{y(of(p)):.1f}" for p in places)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-dasharray="5 4" points="{line_of}"/>')
        parts += [f'<circle cx="{x(p):.1f}" cy="{y(e):.1f}" r="4.5" fill="{colour}"/>' for p, e in measured.items()]
        ends.append((y(of(MOST)), what, f"{'Gustafson' if weak else 'Amdahl'}, s = {share:.3f}", colour))
    ends.sort()
    for (_, what, words, colour), at in zip(ends, spread([end[0] for end in ends], 34)):
        parts += [f'<text x="{RIGHT + 10}" y="{at:.1f}" style="fill: {colour}">{what}</text>', text(RIGHT + 10, at + 15, words, "small")]
    parts.append(text(LEFT, BOTTOM + 56, "Points: measured. Dashed: modelled, nothing is measured there.", "small"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=pathlib.Path, help="what measured/devices.cu has printed")
    parser.add_argument("form", help="of a step: nccl_urgent")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT.svg")
    parser.add_argument("--device", default="", help="for the title: how many of which GPUs, and how they are linked")
    o = parser.parse_args()
    rows = points(o.log.read_text(encoding="utf-8"), o.form)
    if not any(max(measured) > 1 for _, _, measured in rows):
        parser.error(f"{o.log}: no line says how `{o.form}` does on several devices")
    o.out.write_text(draw(rows, f"A Jacobi step with its residual{', ' + o.device if o.device else ''}"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
