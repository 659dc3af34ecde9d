"""Charts as inline SVG: widths in percent and heights in pixels, so that labels keep their size on a phone."""
import math
import zlib

from .markup import join, tag

LEFT, RIGHT = 1.5, 97.0  # percent of the width that an axis runs over


def _percent(value):
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"


def _svg(height, label, *parts, cls="chart", role="img"):
    return tag("svg", tag("title", label), *parts, role=role, aria_label=label, width="100%", height=height, cls=cls)


def ticks(most, about=6):
    """Round values from 0 up to most."""
    step = 10 ** math.floor(math.log10(max(most, 1e-9) / about))
    step *= next(k for k in (1, 2, 2.5, 5, 10) if most / (step * k) <= about)
    return [step * i for i in range(int(most / step) + 1)]


def histogram(bins, marker, label):
    """bins: (label, count); marker: (position in bins as a float, label) or None."""
    top, bottom, height = 34, 150, 176
    most = max(count for _, count in bins) or 1
    wide = 100 / len(bins)
    parts = [tag("line", x1="0", x2="100%", y1=bottom, y2=bottom, cls="axis")]
    for i, (name, count) in enumerate(bins):
        tall = (bottom - top) * count / most
        middle = _percent((i + 0.5) * wide)
        parts.append(tag("rect", x=_percent((i + 0.08) * wide), width=_percent(0.84 * wide), y=f"{bottom - tall:.1f}",
                         height=f"{tall:.1f}", rx=2, cls="bar"))
        if count:
            parts.append(tag("text", count, x=middle, y=f"{bottom - tall - 5:.1f}", cls="count"))
        parts.append(tag("text", name, x=middle, y=bottom + 18, cls="tick"))
    if marker:
        x = marker[0] * wide
        parts.append(tag("line", x1=_percent(x), x2=_percent(x), y1=16, y2=bottom, cls="marker"))
        parts.append(tag("text", marker[1], x=_percent(x), y=11,
                         cls="note " + ("end" if x > 80 else "start" if x < 20 else "middle")))
    return _svg(height, label, *parts)


def stacked(segments, label):
    """One bar of (class, share of 1); shares that do not add up to 1 leave the rest empty."""
    parts, x = [], 0.0
    for kind, share in segments:
        if share > 0:
            parts.append(tag("rect", x=_percent(100 * x), width=_percent(100 * share), y=0, height=16, cls=f"v-{kind}"))
        x += share
    return _svg(16, label, *parts, cls="chart stack")


def _axis(marks, most, top, bottom):
    parts = []
    for value in marks:
        x = _percent(place(value, most))
        parts += [tag("line", x1=x, x2=x, y1=top, y2=bottom, cls="grid"),
                  tag("text", f"{value:,.0f}" if marks[-1] >= 10 else f"{value:g}", x=x, y=bottom + 15,
                      cls="tick " + ("start" if value == 0 else "end" if value > 0.96 * most else "middle"))]
    return parts


def place(value, most):
    return LEFT + (RIGHT - LEFT) * min(1, value / most)


def _row(name, y, tall, reference, most):
    """A row's name above it, and a tick for each library."""
    parts = [tag("text", name, x=0, y=y - 4, cls="row")]
    for library, value in reference:
        x = _percent(place(value, most))
        parts.append(tag("line", tag("title", f"{library}: {value:,.0f}"), x1=x, x2=x, y1=y, y2=y + tall, cls="library"))
    return parts


def strip(rows, label, target):
    """rows: (name, [(key, who, value)], [(library, value)]): a dot for each student, a tick for each library."""
    most = 1.03 * max(v for _, dots, libraries in rows for *_, v in [*dots, *libraries])
    pitch, tall = 50, 26
    parts = _axis(ticks(most), most, 8, pitch * len(rows) + 4)
    for i, (name, dots, libraries) in enumerate(rows):
        y = 20 + pitch * i
        for key, who, value in dots:
            shift = zlib.crc32(key.encode()) % 17 - 8  # so that equal speeds stay apart
            dot = tag("circle", tag("title", f"{who}: {value:,.0f}"), cx=_percent(place(value, most)), cy=y + tall // 2 + shift,
                      r=4.5, cls="dot")
            parts.append(tag("a", dot, href=target(key), tabindex="-1", aria_label=f"{who}: {value:,.0f}"))
        parts += _row(name, y, tall, libraries, most)
    return _svg(pitch * len(rows) + 24, label, *parts, role="group")  # links are no part of an image


def ladder(rows, label):
    """rows: (name, value or None, [(library, value)]): a bar for one student, a tick for each library."""
    values = [v for _, value, libraries in rows for v in [value or 0, *(v for _, v in libraries)]]
    most, pitch, tall = 1.03 * max(values), 42, 16
    parts = _axis(ticks(most), most, 8, pitch * len(rows) + 2)
    for i, (name, value, libraries) in enumerate(rows):
        y = 20 + pitch * i
        if value:
            parts.append(tag("rect", x=_percent(LEFT), y=y + 2, height=tall - 4, cls="bar", rx=2,
                             width=_percent(place(value, most) - LEFT)))
        parts += _row(name, y, tall, libraries, most)
    return _svg(pitch * len(rows) + 24, label, *parts)


def legend(entries):
    """(class, name): what the colours of a chart mean."""
    def one(kind, name):
        box = tag("svg", tag("rect", width=12, height=12, cls=kind), width=12, height=12, aria_hidden="true")
        return tag("li", box, " ", name)
    return tag("ul", join(one(*e) for e in entries), cls="legend")
