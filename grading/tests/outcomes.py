"""What a run of CTest found: how many tests passed, were skipped and failed, and why those were skipped: outcomes.py FILE

FILE is what `ctest --output-junit` has written. Exit status: 0, or 1 where a test failed, was skipped without a reason, or none ran."""
import collections
import re
import sys
import xml.etree.ElementTree as tree

WHOLE_OUTPUT = ["--test-output-size-passed", "1000000", "--test-output-size-failed", "1000000"]  # of ctest: the file has all of it
# A line that says why: "skipped: no clangd here", "Score: 0/12 (12 points not assessed: its function ...)".
REASON = re.compile(r"(?i).*?(?:not assessed: |skip(?:ped)?\b:? )(.+)")


def read(file):
    """{name: (kind, output)}; kind is passed, skipped, failed or disabled."""
    found = {}
    for case in tree.parse(file).getroot().iter("testcase"):
        kind = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "disabled"}.get(case.get("status"), "failed")
        found[case.get("name")] = kind, case.findtext("system-out") or ""
    return found


def reason(output):
    """Why a test was skipped: what the last line about it says; None where there is no such line."""
    found = [match[1] for match in map(REASON.match, output.splitlines()) if match]
    return found[-1] if found else None


def report(found, out=sys.stdout):
    """Prints the counts, each reason with the tests that give it, and what failed. False: a test failed, or was skipped without a
    reason."""
    kinds = collections.Counter(kind for kind, _ in found.values())
    by_reason, silent = collections.defaultdict(list), []
    for name, (kind, output) in found.items():
        if kind == "skipped":
            why = reason(output)
            by_reason[why].append(name) if why else silent.append(name)
    for why, names in sorted(by_reason.items(), key=lambda item: item[1]):
        print(f"skipped: {', '.join(names[:3])}{f' and {len(names) - 3} more' if len(names) > 3 else ''}: {why}", file=out)
    for name in silent:
        print(f"FAILED: {name} was skipped, and does not say why\n{found[name][1][-2000:]}", file=out)
    for name, (kind, output) in found.items():
        if kind == "failed":
            print(f"FAILED: {name}\n{output[-4000:]}", file=out)
    print(f"{kinds['passed']} passed, {kinds['skipped']} skipped, {kinds['failed']} failed, {kinds['disabled']} disabled", file=out)
    return not kinds["failed"] and not silent


if __name__ == "__main__":
    OUTCOMES = read(sys.argv[1])
    sys.exit(0 if report(OUTCOMES) and OUTCOMES else 1)
