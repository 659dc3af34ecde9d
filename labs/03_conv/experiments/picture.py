#!/usr/bin/env python3
"""Writes a grey test picture, 320 x 240: rings that grow finer, a white frame, stripes and single dots.

    labs/03_conv/experiments/picture.py in.pgm
"""
import math
import sys

WIDTH, HEIGHT = 320, 240


def grey(x, y):
    if min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y) < 6:
        return 255
    if x < 60:
        return 230 if (y // 8) % 2 else 20
    if x > 260:
        return 255 if x % 12 == 0 and y % 12 == 0 else 0
    r2 = (x - 160) ** 2 + (y - 120) ** 2
    return round(127.5 * (1 + math.cos(r2 / 90)))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "wb") as f:
        f.write(b"P5\n%d %d\n255\n" % (WIDTH, HEIGHT))
        f.write(bytes(grey(x, y) for y in range(HEIGHT) for x in range(WIDTH)))


if __name__ == "__main__":
    main()
