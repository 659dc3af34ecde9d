"""Measured speeds of a class: each student's rate in each timed case, beside the libraries' of the same run."""


def rate(run, by_operations):
    value = run.get("ops_per_s" if by_operations else "bytes_per_s")
    return value / 1e9 if isinstance(value, (int, float)) and value > 0 else None


def of(student):
    """[(unit, task, case, rate or None, why not, [(library, rate)])] of one student's bench.json, in its order."""
    rows = []
    for task in (student.bench or {}).get("tasks", []):
        timing = task.get("timing") or {}
        runs = timing.get("runs") or []
        if not runs:
            continue
        operations = any("share_of_fp32_peak" in run for run in runs) or not any("bytes_per_s" in run for run in runs)
        libraries = [(run["name"], rate(run, operations)) for run in runs[1:]]
        rows.append(("GFLOP/s" if operations else "GB/s", task["name"], timing.get("case") or "",
                     rate(runs[0], operations), runs[0].get("trouble") or "", [(n, r) for n, r in libraries if r]))
    return rows


def names(rows):
    """(task, case) -> how a chart calls it: the case only where a task has several."""
    tasks = [task for task, _ in dict.fromkeys((r[1], r[2]) for r in rows)]
    return {(r[1], r[2]): f"{r[1]}, {r[2]}" if tasks.count(r[1]) > 1 else r[1] for r in rows}


def of_class(students):
    """unit -> [(name, [(key, who, rate)], [(library, median rate)])]; a student whose output was wrong has no rate."""
    found, libraries, everything = {}, {}, []
    for student in students:
        for row in of(student):
            unit, task, case, value, _, references = row
            everything.append(row)
            dots = found.setdefault(unit, {}).setdefault((task, case), [])
            if value:
                dots.append((student.key, student.name, value))
            for library, reference in references:
                libraries.setdefault((unit, task, case, library), []).append(reference)
    called = names(everything)
    order = {where: i for i, where in enumerate(sorted(called))}

    def median(values):
        return sorted(values)[len(values) // 2]
    return {unit: [(called[where], dots, [(k[3], median(v)) for k, v in libraries.items() if k[:3] == (unit, *where)])
                   for where, dots in sorted(rows.items(), key=lambda r: order[r[0]])] for unit, rows in found.items()}
