"""`lab03 --image`: what it makes of pictures whose result is known, and what it says of files that are none.

    picture_test.py GRADER IMPLEMENTATION
"""
import pathlib
import subprocess
import sys
import tempfile

GRADER, IMPL = sys.argv[1:3]
failures = []

SPOILS = """#include "conv.h"
#include <cuda_runtime.h>
__global__ void spoil(float *in, float *out) { out[0] = in[0]++; }
int conv_4_conv2d_halo(const float *in, int, int, const float *, int, float *out) {
  spoil<<<1, 1>>>((float *)in, out);
  return 0;
}
"""


def pgm(width, height, pixels, header="P5\n# a comment\n{w} {h}\n255\n"):
    return header.format(w=width, h=height).encode() + bytes(pixels)


def run(folder, data, task, out="out.pgm", impl=IMPL):
    """Exit status, what it printed, and the pixels that it wrote (None: no file)."""
    source, target = folder / "in.pgm", folder / out
    source.write_bytes(data)
    target.unlink(missing_ok=True)
    done = subprocess.run([GRADER, "--impl", impl, "--image", source, "--out", target, "--task", task],
                          capture_output=True, text=True, check=False)
    pixels = target.read_bytes().split(b"\n", 3)[3] if target.exists() else None
    return done.returncode, done.stdout + done.stderr, pixels


def check(what, condition, shown):
    if not condition:
        failures.append(f"{what}: {shown}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        flat = pgm(41, 23, [100] * 41 * 23)
        status, text, pixels = run(folder, flat, "5_boundary_modes")
        check("a flat picture, mirrored edges, stays flat", status == 0 and pixels == bytes([100] * 41 * 23), text)
        status, text, pixels = run(folder, flat, "4_conv2d_halo")
        check("a flat picture between zeros", status == 0 and pixels and pixels[11 * 41 + 20] == 100 > pixels[0] > 0, text)
        status, text, pixels = run(folder, pgm(8, 8, [3] * 64, "P5 {w} {h} 15\n"), "7_stencil_2d")
        check("levels 0 to 15 are spread over 0 to 255", status == 0 and pixels == bytes([51] * 64), text)
        spoils = folder / "spoils.cu"
        spoils.write_text(SPOILS)
        status, text, pixels = run(folder, flat, "4_conv2d_halo", impl=spoils)
        check("who changes the picture is told so", status == 1 and "an input was changed: in[0] was " in text and pixels, text)
        for what, data, expected in (
                ("text", b"P2\n2 1\n255\n7 9\n", "does not begin with P5"),
                ("too few pixels", pgm(5, 5, [1] * 24), "expected 5 x 5 = 25 bytes of pixels, got 24"),
                ("width 0", pgm(0, 5, []), "expected the width"),
                ("16-bit levels", pgm(2, 2, [0] * 8, "P5 {w} {h} 65535\n"), "expected the highest value"),
                ("a pixel above the highest value", pgm(2, 1, [9, 200], "P5 {w} {h} 100\n"), "a pixel of 200"),
                ("nothing", b"", "does not begin with P5")):
            status, text, pixels = run(folder, data, "4_conv2d_halo")
            check(what, status == 2 and expected in text and pixels is None, f"status {status}, {text!r}, not {expected!r}")
        status, text, _ = run(folder, flat, "1_conv1d_naive")
        check("a task without pictures", status == 2 and "nothing to do with pictures" in text, text)
        status, text, _ = run(folder, flat, "4_conv2d_halo", "no/such/folder.pgm")
        check("a folder that is missing", status == 2 and "--out" in text, text)
    print("\n".join(failures) or "pictures: ok")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
