#!/usr/bin/env python3
"""The site: it builds without a warning, and its pages and the two example pages pass axe-core (WCAG 2.1, level AA).

test_site.py built|axe [--twin]. `built` needs MkDocs with Material (docs/requirements.txt), `axe` a Chromium and axe-core, of PyPI's
axe-core-python or as the file that PMPP_AXE names; without them each is skipped (77) with the reason. PMPP_MKDOCS may name the
program. With --twin planted faults must be noticed."""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "grading/tests"))
import browser  # noqa: E402

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PAGES = ("index.html", "docs/student/index.html", "docs/instructor/index.html", "labs/04_reduce/index.html", "common/emu/CHECKS/index.html",
         "docs/kernels/index.html", "labs/04_reduce/starter.cu/index.html", "docs/site/example-run/index.html")


def mkdocs():
    """MkDocs with Material, or None."""
    program = os.environ.get("PMPP_MKDOCS") or shutil.which("mkdocs")
    if not program:
        return None
    said = subprocess.run([program, "build", "--help"], capture_output=True, text=True, check=False).stdout
    return program if "material" in said else None


def build(program, folder):
    """(exit status, what it says) of building the site into the folder."""
    done = subprocess.run([program, "build", "--strict", "-f", ROOT / "mkdocs.yml", "-d", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    return done.returncode, done.stdout


def faults_of(site):
    """What is wrong with the site beyond what --strict sees: the course's order, lines that the index of kernels names, parts that run."""
    labs = sorted(path.parent.name for path in ROOT.glob("labs/[0-9]*/README.md"))
    for before, after in zip(labs, labs[1:]):
        if f"{after}/" not in "".join(re.findall(r'<a href="([^"]*)" class="md-footer__link md-footer__link--next"', (site / f"labs/{before}/index.html").read_text())):
            yield f"after {before} comes {after}, but its page does not say so"
    rows = re.findall(r'<a href="\.\./\.\./(\S+?)/#(__codelineno-0-\d+)">', (site / "docs/kernels/index.html").read_text())
    if len(rows) < 100:
        yield f"the index of kernels has {len(rows)} rows only"
    for path, line in rows:
        if f'id="{line}"' not in (site / path / "index.html").read_text():
            yield f"{path} has no line {line}"
    for page in ("docs/front/race.html", "docs/site/report.html"):
        if not (site / page).exists():
            yield f"{page} is not there"
    secret = [path for path in site.rglob("*") if re.search(r"labs/[^/]*/(solution|wrong|accepted|staff)", path.as_posix())]
    if secret:
        yield f"{secret[0]} is an answer"


def built(twin):
    program = mkdocs()
    if not program:
        print("skipped: no MkDocs with Material here (docs/requirements.txt)")
        return 77
    with tempfile.TemporaryDirectory() as name:
        site = pathlib.Path(name, "site")
        if twin:
            planted = ROOT / "docs/planted.md"
            try:
                planted.write_text("[nowhere](nowhere.md)\n")
                assert build(program, site)[0] != 0
            finally:
                planted.unlink()
        status, said = build(program, site)
        assert status == 0, said
        if twin:
            shutil.rmtree(site / "labs/04_reduce/starter.cu")
            (site / "labs/04_reduce/starter.cu").mkdir()
            (site / "labs/04_reduce/starter.cu/index.html").write_text("")
            (site / "docs/site/report.html").unlink()
            assert len(list(faults_of(site))) >= 3
            return 0
        faults = list(faults_of(site))
    print("\n".join(faults))
    return 1 if faults else 0


def axe_source():
    """The text of axe-core, or None."""
    file = os.environ.get("PMPP_AXE")
    spec = importlib.util.find_spec("axe_core_python")
    found = [pathlib.Path(file)] if file else [] if not spec else list(pathlib.Path(spec.origin).parent.rglob("axe.min.js"))
    return found[0].read_text() if found else None


def violations(window, axe, page, dark=False, width=1280):
    """[rule: element] of what axe-core finds on a page, with its folded parts open."""
    window.open(page, width=width, dark=dark)
    window.value("localStorage.clear()")  # the scheme that the page before had is remembered
    window.open(page, width=width, dark=dark)
    scheme = window.value("document.body.getAttribute('data-md-color-scheme')")
    if scheme and scheme != ("slate" if dark else "default"):
        raise RuntimeError(f"{page}: looked at as {scheme}")
    window.value("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    window.value(axe + ";0")
    run = f"axe.run(document, {{runOnly: {{type: 'tag', values: {json.dumps(RULES)}}}, iframes: false}}).then(r => JSON.stringify(r.violations))"
    result = window.call("Runtime.evaluate", expression=run, awaitPromise=True, returnByValue=True)["result"]
    if not isinstance(result.get("value"), str):
        raise RuntimeError(f"{page}: axe-core: {result.get('description', result)}")
    return [f"{v['id']}: {n['target'][0]}: {n['failureSummary'].splitlines()[-1].strip()}" for v in json.loads(result["value"]) for n in v["nodes"]]


def axe_test(twin):
    axe, program = axe_source(), browser.find()
    if not axe or not program:
        print(f"skipped: no {'Chromium' if axe else 'axe-core'} here to look at the pages with")
        return 77
    found = []
    with tempfile.TemporaryDirectory() as name, browser.Browser(program) as window:
        site = pathlib.Path(name, "site")
        if twin:
            page = pathlib.Path(name, "bad.html")
            page.write_text("<!DOCTYPE html><html><head><title>t</title></head><body><img src='x.png'><p style='color:#aaa;background:#fff'>pale</p></body></html>")
            rules = {fault.partition(":")[0] for fault in violations(window, axe, page)}
            assert {"image-alt", "color-contrast", "html-has-lang"} <= rules, rules
            return 0
        pages = [ROOT / "docs/front/race.html", ROOT / "docs/site/report.html"]
        maker = mkdocs()
        if maker:
            status, said = build(maker, site)
            assert status == 0, said
            pages += [site / page for page in PAGES]
        else:
            print("MkDocs is not here: the site's own pages are left out")
        for page in pages:
            for dark, width in ((False, 1280), (True, 1280), (False, 640)):  # 640: as at 200 % zoom
                found += [f"{page.relative_to(ROOT if page.is_relative_to(ROOT) else site)}{' dark' * dark} {width}: {fault}"
                          for fault in violations(window, axe, page, dark, width)]
    print("\n".join(dict.fromkeys(found)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit({"built": built, "axe": axe_test}[sys.argv[1]]("--twin" in sys.argv))
