"""The keys that README.md lists are those of the result files: keys_test.py README.md FILE.json..."""
import json
import re
import sys


def documented(readme):
    """{object's name: keys}, from the tables below `## The result file`; a row's first cell names the keys."""
    section = re.search(r"^## The result file$(.*?)^## ", readme, re.M | re.S).group(1)
    found = {}
    for table in re.findall(r"(?:^\|.*\n)+", section, re.M):
        rows = [row.strip("|\n").split("|") for row in table.splitlines()]
        heading = re.findall(r"`(\w+)`", rows[0][0])
        for row in rows[2:]:
            name = heading[0] if heading else row[0].strip(" `")
            cell = row[0] if heading else row[1]
            found.setdefault(name, set()).update(re.findall(r"`(\w+)`", cell))
    return found


def produced(value, name, found):
    """Adds the keys of every object in value; an array's objects go by the array's name."""
    if isinstance(value, dict):
        keys = found.setdefault(name, set())
        for key, inner in value.items():
            keys.add(key)
            if key != "counters":  # one key for each metric
                produced(inner, key, found)
    elif isinstance(value, list):
        for inner in value:
            produced(inner, name, found)


def differences(there, here):
    out = []
    for name in sorted(set(there) | set(here)):
        out += [f"{name}.{key}: documented, not in any file" for key in sorted(there.get(name, set()) - here.get(name, set()))]
        out += [f"{name}.{key}: not documented" for key in sorted(here.get(name, set()) - there.get(name, set()))]
    return out


def main(readme, *files):
    there, here = documented(open(readme, encoding="utf-8").read()), {}
    for file in files:
        produced(json.load(open(file, encoding="utf-8")), "document", here)
    wrong = differences(there, here)
    # The comparison itself notices one key too many on either side.
    first = sorted(there["document"])[0]
    less = {**there, "document": there["document"] - {first}}
    assert f"document.{first}: not documented" in differences(less, here)
    assert f"document.{first}: documented, not in any file" in differences(there, {**here, "document": here["document"] - {first}})
    print("\n".join(wrong + [f"{sum(map(len, here.values()))} keys, {len(wrong)} differ"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
