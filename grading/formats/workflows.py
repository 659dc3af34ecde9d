"""The jobs that grade a student's repository at each push: a workflow of GitHub Actions and GitLab's pipeline, as YAML."""
import json
import re

PACKAGES = "cmake g++ make python3"


def build(lab):
    return f"cmake -B build -DPMPP_GPU=OFF && cmake --build build --target lab{lab}_grader --parallel 2"


def github(labs):
    """labs: {number: its tasks' names}. A step grades a task; the last one writes the table into the job's summary, and fails where a
    task does not pass. Where nothing can be judged (steps.py ends with 99), the job ends there."""
    steps = [{"uses": "actions/checkout@v4"},
             {"name": "What the labs need", "run": f"sudo apt-get update -qq && sudo apt-get install -y --no-install-recommends {PACKAGES}"}]
    for lab, tasks in labs.items():
        steps.append({"name": f"Build lab {lab}", "run": build(lab)})
        for task in tasks:
            steps.append({"name": f"Lab {lab}: {task}", "run": f"python3 grading/steps.py grade {lab} {task}"})
    steps.append({"name": "Table", "if": "${{ !cancelled() }}", "run": "python3 grading/steps.py table"})
    job = {"runs-on": "ubuntu-24.04", "timeout-minutes": 60, "steps": steps}
    return {"name": "Labs", "on": ["push", "workflow_dispatch"], "permissions": {"contents": "read"}, "jobs": {"grade": job}}


def gitlab(labs):
    """A job a lab; the merge request shows the JUnit report, and the job fails where a task does not pass."""
    jobs = {}
    for lab in labs:
        jobs[f"lab{lab}"] = {
            "stage": "test",
            "script": [build(lab), f"python3 grading/steps.py grade {lab}", "python3 grading/steps.py junit build/steps/junit.xml",
                       "python3 grading/steps.py table"],
            "artifacts": {"when": "always", "paths": ["build/steps/"], "reports": {"junit": "build/steps/junit.xml"}}}
    return {"default": {"image": "debian:bookworm-slim",
                        "before_script": [f"apt-get update -qq && apt-get install -y --no-install-recommends {PACKAGES}"],
                        "timeout": "1 hour"},
            **jobs}


def scalar(value):
    """Plain where YAML reads the same text, else in JSON's quotes, which YAML reads too."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z./][\w ./@+-]*", value) and value == value.strip() and \
            value.lower() not in ("on", "off", "yes", "no", "y", "n", "true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)


def lines(value, indent=""):
    """The YAML of a value that is not empty, as lines."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if isinstance(entry, (dict, list)):
                yield f"{indent}{scalar(key)}:"
                yield from lines(entry, indent + "  ")
            else:
                yield f"{indent}{scalar(key)}: {scalar(entry)}"
    else:
        for entry in value:
            if isinstance(entry, dict):
                first, *rest = lines(entry, indent + "  ")
                yield f"{indent}- {first.strip()}"
                yield from rest
            else:
                yield f"{indent}- {scalar(entry)}"


def yaml(value, comment):
    return f"# {comment}\n" + "\n".join(lines(value)) + "\n"
