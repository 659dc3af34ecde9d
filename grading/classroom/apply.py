"""Puts new results in the place of old ones, all or none: a journal is written first, and whoever finds it goes on from there.

Before the journal everything is prepared beside the results, and nothing of them is touched. From the journal on there
are only renames, each of which can be found done and is then skipped. So a process that is killed leaves either the old
results, or a journal by which the next command completes the new ones before it does anything else.
"""
import os
import shutil

from . import store


class Staging:
    """The folder in which the new files and the copy of the old ones are made."""

    def __init__(self, results):
        self.results, self.folder, self.steps = results, results.work / "apply", []
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "new").mkdir(parents=True)

    def keep(self, paths, date):
        """Copies of files of the results for history/DATE."""
        for path in paths:
            if path.exists():
                copy = self.folder / "old" / path.relative_to(self.results.folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
        self.steps.append(["move", ".work/apply/old", f"history/{date}"])

    def put(self, path, data):
        """data: the file's new bytes, None where it is to be gone."""
        name = path.relative_to(self.results.folder).as_posix()
        if data is None:
            self.steps.append(["remove", name, ""])
            return
        here = f"new/{len(self.steps)}"
        store.write_bytes(self.folder / here, data)
        self.steps.append(["replace", f".work/apply/{here}", name])

    def commit(self):
        store.write_json(journal(self.results), {"steps": self.steps})
        finish(self.results)


def journal(results):
    return results.work / "apply.json"


def finish(results):
    """Completes what the journal says; whether there was one."""
    found = store.read_object(journal(results))
    if found is None:
        return False
    for what, source, target in found["steps"]:
        source, target = results.folder / source, results.folder / target
        if what == "remove":
            source.unlink(missing_ok=True)
        elif source.exists() and (what == "replace" or not target.exists()):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(source, target)
    journal(results).unlink()
    shutil.rmtree(results.work / "apply", ignore_errors=True)
    return True


def recover(results):
    """Before anything else is done in a results folder whose lock is held: goes on with what was interrupted."""
    if finish(results):
        print(f"{results.folder}: a `regrade --apply` was interrupted here while it put new results in place; it is complete now")
        shutil.rmtree(results.work / "regrade", ignore_errors=True)
