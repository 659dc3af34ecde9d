"""What the notebook adds to IPython: `%load_ext pmpp`, where this folder is on sys.path.

    %%lab 04 1_interleaved              the cell becomes this task's section of the lab's starter.cu, which is then graded; a
                                        page with pictures of its run appears below
    %%lab 04                            the cell becomes the whole starter.cu
    %lab 04 1_interleaved --html        the page alone
    %lab 04 1_interleaved --lines       grades what stands there; what follows the task are options of build/bin/lab04
    %section 04 3                       prints the section of a task as it stands, to begin a cell with
"""
import hashlib
import html
import json
import pathlib
import re
import shlex
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADING = r"^// ---- {}:.*\n"  # above each task's functions in a starter.cu


class Refused(Exception):
    """What is wrong with a magic's line or cell. IPython prints it without the places in this file."""

    def _render_traceback_(self):
        return [str(self)]


def section(text, number):
    """(begin, end) of what stands between the heading of a task and the next one; None where there is no such task."""
    found = re.search(HEADING.format(number), text, re.M)
    if not found:
        return None
    after = re.search(HEADING.format(r"\d+"), text[found.end():], re.M)
    return found.end(), found.end() + after.start() if after else len(text)


def body(text, number):
    """A task's section without the empty lines around it."""
    begin, end = section(text, number)
    return text[begin:end].strip("\n")


def read(line):
    """(starter.cu, the task's number or None, the grader's arguments) of `04 1_interleaved --lines`."""
    words = shlex.split(line)
    labs = {folder.name[:2]: folder for folder in sorted((ROOT / "labs").glob("[0-9][0-9]_*"))}
    lab_number = words.pop(0).zfill(2) if words else ""
    if lab_number not in labs:
        raise Refused(f"'{lab_number}' is no lab: say %lab NN [TASK], with one of {', '.join(labs)}")
    starter, number = labs[lab_number] / "starter.cu", None
    if words and not words[0].startswith("-"):
        task = words.pop(0)
        number = re.match(r"\d*", task)[0]
        if not number or not section(starter.read_text(encoding="utf-8"), number):
            raise Refused(f"{starter.relative_to(ROOT)} has no task '{task}': say its number or its name, as in 1 or 1_interleaved")
        words = ["--task", task, *words]
    return starter, number, [f"build/bin/lab{lab_number}", *words]


def write(starter, number, cell):
    """Puts a cell in the place of a task's section, or of the whole file; what stood there stays in build/notebook."""
    old = starter.read_text(encoding="utf-8")
    begin, end = section(old, number) if number else (0, len(old))
    if not cell.strip():
        raise Refused("the cell is empty: it would empty the starter; write the task's functions below %%lab")
    if number and re.search(HEADING.format(r"\d+"), cell, re.M):
        raise Refused(f"the cell has a line `// ---- N: ...`, which begins a task: write task {number} alone, without that line")
    new = f"\n{cell.strip()}\n" + "\n" * (end < len(old)) if number else cell
    new = old[:begin] + new + old[end:]
    if new == old:
        return
    kept = ROOT / f"build/notebook/{starter.parent.name}-{hashlib.sha256(old.encode()).hexdigest()[:8]}.cu"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(old, encoding="utf-8")
    starter.write_text(new, encoding="utf-8")
    print(f"{starter.relative_to(ROOT)} is written; as it was before: {kept.relative_to(ROOT)}\n")


def run(command, but=None):
    """Runs a command in the tree and prints what it says, as it says it; not a line that begins with `but`."""
    if not (ROOT / command[0]).exists():
        raise Refused(f"{command[0]} is not built: !cmake -B build && cmake --build build --target {pathlib.Path(command[0]).name}")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        try:
            for line in process.stdout:
                if but is None or not line.startswith(but):
                    print(line, end="")
        except BaseException:  # the cell was stopped
            process.kill()
            raise


def has_run(result):
    """Whether a result file tells of a kernel that has run."""
    try:
        return json.loads(result.read_text(encoding="utf-8"))["tasks"][0]["verdict"] not in ("todo", "rejected", "infra")
    except (OSError, ValueError, LookupError):
        return False


def show_page(command):
    """Shows, below the cell, the page of a run: `command` and where to write it. No script in it runs."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        run([*command, "--html", str(page)], but=f"{page}: ")  # the file is gone when the cell ends
        text = html.escape(page.read_text(encoding="utf-8")) if page.exists() else ""
    if not text:
        return
    from IPython.display import HTML, display
    display(HTML(f'<div><iframe title="the run" sandbox srcdoc="{text}" style="width: 100%; height: 40em; border: 0"></iframe></div>'))


def lab(line, cell=None):
    """%lab and %%lab: see the head of this file."""
    starter, number, command = read(line)
    if cell is not None:
        write(starter, number, cell)
    if command[-1] == "--html":
        show_page(command[:-1])
        return
    drawn = cell is not None and number and len(command) == 3  # no option asks for something else
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "result.json"
        run([*command, "--json", str(result)] if drawn else command)
        drawn = drawn and has_run(result)
    if drawn:
        show_page(command)


def show_section(line):
    """%section NN TASK"""
    starter, number, _ = read(line)
    if not number:
        raise Refused("say %section NN TASK")
    print(f"%%lab {line.strip()}\n{body(starter.read_text(encoding='utf-8'), number)}")


def load_ipython_extension(ipython):
    ipython.register_magic_function(lab, magic_kind="line_cell", magic_name="lab")
    ipython.register_magic_function(show_section, magic_kind="line", magic_name="section")
