"""A lab of one task: `add` makes its folder and names it in the lists of labs."""
import re

from . import HERE, filled, tasks

ROW = re.compile(r"^\| \[(\d\d) .*\n", re.M)


def with_row(text, row, number, sort):
    """A page with one row more in its first table of labs; None where it has none."""
    rows = list(ROW.finditer(text))
    if not rows:
        return None
    later = [m.start() for m in rows if m[1] > number] if sort else []
    at = later[0] if later else rows[-1].end()
    return text[:at] + row + "\n" + text[at:]


def with_preset(text, folder):
    line = r' +"labs/\d\d_\w+/presets\.json"'
    block = re.search(rf"(?:{line},\n)*{line}\n", text)
    if not block:
        return None
    lines = sorted([*re.findall(line, block[0]), f'    "labs/{folder}/presets.json"'])
    return text[:block.start()] + ",\n".join(lines) + "\n" + text[block.end():]


def frame(changes, folder, values):
    """All of the lab but its tasks."""
    for template in sorted((HERE / "lab").rglob("*.in")):
        path = template.relative_to(HERE / "lab").with_suffix("")
        path = path.with_name(values["CONTRACT"]) if path.name == "contract.h" else path
        changes.create(folder / path, filled(template.relative_to(HERE).with_suffix("").as_posix(), values))


def rows(number, title, folder, added, short):
    """The lab's rows: {page: (its row, whether sorted by number)}. The first two are update_readme.py's."""
    link = f"| [{number} {title}](../labs/{folder}/README.md) |"
    return {
        "README.md": (f"{link.replace('../', '')} {short} |", True),
        "docs/labs.md": (f"{link} {short} | 1 | not measured | `{added}` not measured |", True),
        "docs/chapters.md": (f"{link} lab 01 <!-- write: what it needs, chapters --> | none | none |", False)}


def add(changes, number, name, title, word, short):
    """Returns the lab's folder and its task's name."""
    folder = changes.root / f"labs/{number}_{name}"
    frame(changes, folder, {"NUMBER": number, "NAME": name, "CAPITALS": name.upper(), "TITLE": title,
                            "SHORT": short, "FOLDER": folder.name, "CONTRACT": f"{name}.h",
                            "TASK": f"1_{word}"})
    added = tasks.add(changes, folder, word, 100, name)
    for page, (row, by_number) in rows(number, title, folder.name, added, short).items():
        def put(text, row=row, by_number=by_number):
            return with_row(text, row, number, by_number)
        changes.replace(changes.root / page, put, f"a table of labs; its row:\n{row}")
    changes.replace(changes.root / "CMakePresets.json", lambda text: with_preset(text, folder.name),
                    f'lines `"labs/NN_name/presets.json"`; one more: "labs/{folder.name}/presets.json"')
    return folder, added
