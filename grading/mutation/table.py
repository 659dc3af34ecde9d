"""What has become of the mutants: by lab, by kind, and each survivor with its lines."""
import collections

COLUMNS = ("killed", "equivalent", "unshown", "surviving", "uncompiled", "elsewhere")
LEGEND = """killed: a verdict other than pass, or a pass without a distinction. equivalent, unshown: passed with all points, and listed in
the lab's mutants.txt. surviving: passed with all points, and not listed. uncompiled: the compiler refuses it, or a contract
function is gone; not counted. elsewhere: on a line that is not compiled for the emulator."""


def outcome(record, known):
    """The column of a record, given the lab's list."""
    if record["outcome"] != "survived":
        return record["outcome"]
    entry = known.get(tuple(record["key"]))
    return entry.kind if entry else "surviving"


def rows(records, known, by):
    """{value of `by`: Counter of columns}."""
    found = {}
    for record in records:
        found.setdefault(record[by], collections.Counter())[outcome(record, known)] += 1
    return found


def printed(found, first):
    """A Markdown table with a row of sums."""
    used = [c for c in COLUMNS if c in COLUMNS[:4] or any(r[c] for r in found.values())]
    total = sum(found.values(), collections.Counter())
    lines = [[first, "mutants", *used]]
    lines += [[name, *_numbers(row, used)] for name, row in found.items()]
    lines += [["all", *_numbers(total, used)]] if len(found) > 1 else []
    lines.insert(1, [":--"] + ["--:"] * (len(lines[0]) - 1))
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _numbers(row, used):
    return [str(sum(row[c] for c in COLUMNS[:4]))] + [str(row[c]) for c in used]


def verdicts(records):
    """`wrong 90, hazard 40, ...` of the killed."""
    count = collections.Counter(r["verdict"] for r in records if r["outcome"] == "killed")
    return ", ".join(f"{name} {n}" for name, n in count.most_common())


def described(record):
    number = f" #{record['nth']}" if record["nth"] > 1 else ""
    return (f"{record['file']}:{record['line']}: {record['kind']}, tasks {', '.join(record['tasks'])}\n"
            f"{record['function']}{number}\n- {record['before'].strip()}\n+ {record['after'].strip()}")
