#!/usr/bin/env python3
"""The page of EMU_REPORT=html: page_test.py page|page_browser EMUCC. The browser's part is skipped (77) without a Chromium."""
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "grading" / "tests"))
import browser  # noqa: E402

PROGRAM = """// <script>document.title = "changed"</script> & "quoted"
#include <cuda_runtime.h>
template <int N> __global__ void strided(const float *a, float *b, int *h) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[t][0] = a[t * N];  // 32 sectors, one bank
  __syncwarp();
  __syncthreads();
  if (t < 16) b[t] = s[t][0];
  atomicAdd(&h[t / 8], 1);
}
__global__ void race(float *b) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  b[threadIdx.x] = s[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  if (argc == 1) return 0;
  float *a, *b;
  int *h;
  cudaMalloc(&a, 4096), cudaMalloc(&b, 4096), cudaMalloc(&h, 32);
  cudaMemset(a, 0, 4096), cudaMemset(h, 0, 32);
  strided<8><<<2, 32>>>(a, b, h);
  if (argc > 2) race<<<1, 64>>>(b);
  cudaFree(a), cudaFree(b), cudaFree(h);
  return 0;
}
"""
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("EMU_")}
ALONE = {"meta", "link", "br", "img", "input", "rect", "path", "circle"}


class Page(html.parser.HTMLParser):
    """Reads a page; what is wrong with its form is in `faults`, its text without tags in `text`."""

    def __init__(self, page):
        super().__init__()
        self.open, self.faults, self.text = [], [], ""
        self.feed(page)
        self.close()
        if self.open:
            self.faults.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "link", "img", "iframe", "object"):
            self.faults.append(f"<{tag}>")
        for name, value in attributes:
            if name in ("src", "href", "style") or name.startswith("on") or re.search(r"//|url\(", value or ""):
                self.faults.append(f"{name}={value}")
        if tag not in ALONE or tag in ("rect", "path"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        self.text += data


def run(program, form, *arguments, status=0, **more):
    result = subprocess.run([program, *arguments], capture_output=True, text=True, check=False,
                            env={**CLEAN, "EMU_REPORT": form, **more})
    assert result.returncode == status, (form, arguments, result.returncode, result.stderr)
    return result


def page_of(folder, *arguments, status=0, **more):
    file = folder / f"r{len(arguments)}.html"
    run(folder / "prog", "html", *arguments, status=status, EMU_REPORT_FILE=str(file), **more)
    return file


def need(text, *parts):
    for part in parts:
        assert part in text, f"{part!r} is not in the page:\n{text}"


def check_form(file):
    page = file.read_text(encoding="utf-8")
    assert len(page) < 2 << 20, len(page)
    seen = Page(page)
    assert not seen.faults, seen.faults
    return page, seen.text


def check_figures(page, folder):
    """Each line of the JSON report stands in the page's table, with its numbers."""
    rows = [re.sub(r"<[^>]*>", "|", row) for row in re.findall(r"<tr>.*?</tr>", page)]
    lines = json.loads(run(folder / "prog", "json", "1").stdout)["lines"]
    assert len(lines) > 5, lines
    for line in lines:
        requests = line["requests"]
        wanted = [f"prog.cu:{line['line']}|", f"|{line['what']}|", f"|{requests}|", f"|{line['lanes'] / requests:.1f}|"]
        if line["what"] in ("global load", "global store"):
            wanted += [f"|{line['sectors'] / requests:.2f}|", f"|{line['sectors_ideal'] / requests:.2f}|"]
        if line["what"] in ("shared load", "shared store"):
            wanted += [f"|{line['wavefronts'] / requests:.2f}|", f"|{line['wavefronts_ideal'] / requests:.2f}|"]
        assert any(all(part in row for part in wanted) for row in rows), (wanted, rows)


def check_source(page):
    """After the course; open are the kernels that have run and what launches them, folded the rest; counts stand below their line."""
    source = page[page.index("<h2>Source</h2>"):]
    assert "A block's course" not in source and "<h2>Occupancy" in source
    source = source[:source.index("<h2>Occupancy")]
    folded = "".join(re.findall(r"<details>.*?</details>", source, re.S))
    seen = re.sub(r"<details>.*?</details>", "", source, flags=re.S)
    for words, place in (("__global__ void strided", seen), ("int main(", seen), ("#include", folded), ("__global__ void race", folded)):
        assert words in place, (words, seen, folded)
    assert re.search(r"</code><span>\d+ global loads?, ", seen), seen


def check_race(page, text):
    """The store is left of the line that the barrier would be, the load right of it, each in the row of its warp."""
    assert re.search(r"1 is line 14 by thread \((\d+),0,0\) of warp \d, 2 is line 15 by thread \(\d+,0,0\) of warp \d\. No barrier stands", text), text
    marks = re.findall(r'<circle class="h" cx="([\d.]+)" cy="([\d.]+)"', page)
    missing = float(re.search(r'<path class="w" d="M([\d.]+) 0V', page)[1])
    assert len(marks) == 2 and float(marks[0][0]) < missing < float(marks[1][0]), (marks, missing)
    warps = re.search(r"of warp (\d), 2 is line 15 by thread \S+ of warp (\d)", text).groups()
    assert [float(y) for _, y in marks] == [22.0 * int(w) + 11 for w in warps], (marks, warps)


def points(page):
    """{the point's class: (x, y)} of the roofline, and the roof's y at the ridge."""
    return {kind: (float(x), float(y)) for kind, x, y in re.findall(r'<circle class="(\w)" cx="([\d.]+)" cy="([\d.]+)" r="5"', page)}


def check_roof(folder, sectors):
    """The run's point and, higher on the slope, that of the bytes it touches; beyond the ridge both are at the peak."""
    slope = points(page_of(folder, "1", EMU_OPERATIONS=str(32 * sectors)).read_text(encoding="utf-8"))
    assert slope["x"][0] < slope["h"][0] and slope["x"][1] > slope["h"][1] > 20, slope
    flat = points(page_of(folder, "1", EMU_OPERATIONS=str(32 * sectors * 100)).read_text(encoding="utf-8"))
    assert flat["x"][1] == flat["h"][1] == 20 and flat["x"][0] > slope["h"][0], flat


def test_page(folder):
    page, text = check_form(page_of(folder, "1"))
    check_figures(page, folder)
    need(text, 'document.title = "changed"</script> & "quoted"', "strided<8>", "global load by 32 lanes: 32 sectors; 4 would do",
         "shared store by 32 lanes: 32 wavefronts; 1 would do", "8 on the busiest address", "lanes 0-15: ", "at a barrier",
         "a shuffle, a vote or __syncwarp", "32 threads and 4096 bytes of shared memory a block")
    assert "Hazards" not in text and "Roofline" not in text and 'class="verdict"' not in page
    need(page, "Where it goes:", "<summary>Basic blocks by line (", "<li>", "uncoalesced global load")
    check_source(page)
    # A block is a warp. With 32 registers a thread 65536 serve 64 warps, with 255 they serve 8. 32 blocks of 4096 + 1024 bytes
    # fill 164 KiB of shared memory, and 32 blocks are the most.
    for registers, blocks, share, limit in ((32, 32, "50.0", "blocks, shared memory"), (255, 8, "12.5", "registers")):
        assert re.search(rf">{registers}</th><td[^>]*>{blocks}</td><td[^>]*>{blocks}</td><td[^>]*>{share} %</td><td>{limit}<", page), page
    assert 'class="h"' not in page
    page, text = check_form(page_of(folder, "1", "2", status=86))
    need(text, "2 hazards: the program is wrong", "Hazards", "race-shared in kernel race", "No barrier stands between", "b[threadIdx.x] = s[63 - threadIdx.x];")
    check_race(page, text)
    _, text = check_form(page_of(folder))
    need(text, "The program has launched no kernel.", "No kernel has made a request.")
    sectors = 2 * (32 + 2)  # each block reads 32 and writes 2
    _, text = check_form(page_of(folder, "1", EMU_OPERATIONS=str(32 * sectors)))
    need(text, "Roofline", f"{32 * sectors} operations (as told) on {32 * sectors} bytes of sectors: 1 operations a byte",
         "left of the ridge, where memory bounds it: the roof above it is 1.56e+03 GFLOP/s")
    check_roof(folder, sectors)
    assert Page('<p><svg><rect/></svg><img src="//x"></b>').faults  # what this test is for


def test_before(folder):
    """Under the worst line of each kind that of the other page, and not what that page has shown of another one."""
    first = page_of(folder, "1")
    kept = first.rename(folder / "before.html")
    page, text = check_form(page_of(folder, "1", EMU_REPORT_BEFORE=str(kept)))
    kinds = len(re.findall("<!-- picture ", page))
    assert kinds == 5, kinds  # loads and stores of both memories, and an atomic
    need(text, "Before, prog.cu:6", "Before, prog.cu:10")
    assert page.count("<h4>Before") == kinds and text.count("32 sectors; 4 would do") == 2, page
    page_of(folder, "1").rename(kept)
    assert check_form(page_of(folder, "1", EMU_REPORT_BEFORE=str(kept)))[0] == page
    chained = page_of(folder, "1", EMU_REPORT_BEFORE=str(kept)).rename(folder / "chained.html")
    assert check_form(page_of(folder, "1", EMU_REPORT_BEFORE=str(chained)))[0] == page
    need(check_form(page_of(folder, EMU_REPORT_BEFORE=str(kept)))[1], "No kernel has made a request.")
    kept.write_text("<!-- picture global load at x:1 -->cut", encoding="utf-8")
    need(check_form(page_of(folder, "1", EMU_REPORT_BEFORE=str(kept)))[1], "the run before had no global load")
    need(check_form(page_of(folder, "1", EMU_REPORT_BEFORE="/no/page"))[1], "The run before cannot be shown: /no/page: No such file")


def test_ascii(folder):
    said = run(folder / "prog", "ascii", "1").stdout
    need(said, "prog.cu:6, the most common request: global load by 32 lanes: 32 sectors", "+992 ####............................  lanes 31",
         "bank  0  1  2", "0-7\n")


def test_no_file(folder):
    said = run(folder / "prog", "html", "1", status=2, EMU_REPORT_FILE=str(folder / "no" / "r.html")).stderr
    need(said, "cannot write the report to EMU_REPORT_FILE=", "No such file or directory")
    need(run(folder / "prog", "html", "1", status=2, EMU_REPORT_FILE="/dev/full").stderr, "not whole")


def test_browser(folder):
    with browser.Browser(browser.find()) as b:
        for arguments, status in (((), 0), (("1",), 0), (("1", "2"), 86)):
            file = page_of(folder, *arguments, status=status, EMU_OPERATIONS="1000")
            for width, dark, media in ((1280, False, ""), (390, True, ""), (700, False, "print")):
                assert b.open(file, width=width, dark=dark, media=media) == []
                assert b.value("document.title") == "What the emulator counted"
                assert len(b.requests()) == 1, b.requests()
                b.value("document.querySelectorAll('details').forEach(e => { e.open = true; })")
                shown = b.value("document.documentElement.scrollWidth")
                assert media or shown <= width, (arguments, width, shown)
            assert b.value("document.querySelectorAll('svg').length") >= (7 if arguments else 0)


def main():
    part, emucc = sys.argv[1:]
    if part == "page_browser" and not browser.find():
        print("skipped: no Chromium to look at the page with")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "prog.cu").write_text(PROGRAM, encoding="utf-8")
        subprocess.run([emucc, folder / "prog.cu", "-o", folder / "prog"], check=True)
        for test in (test_browser,) if part == "page_browser" else (test_page, test_before, test_ascii, test_no_file):
            test(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
