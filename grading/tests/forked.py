"""Runs a script of grading/ in a fork of the test, which has its modules already: most of a short run would be Python's start."""
import os
import runpy
import signal
import subprocess
import sys
import tempfile

TIMEOUT = 280  # seconds


def _child(words, env, before):
    """In the child; the status that the interpreter would end with."""
    os.environ.clear()
    os.environ.update(env)
    signal.alarm(TIMEOUT)
    sys.argv = words
    sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8", closefd=False) for n in (1, 2))  # pylint: disable=consider-using-with
    before()
    try:
        runpy.run_path(words[0], run_name="__main__")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def run(words, env, before=lambda: None):
    """The completed process of a script and its arguments; `before` is called in it first."""
    words = list(map(str, words))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.dup2(out.fileno(), 1)
                os.dup2(err.fileno(), 2)
                status = _child(words, env, before)
                sys.stdout.flush()
                sys.stderr.flush()
            except BaseException:  # pylint: disable=broad-except
                sys.excepthook(*sys.exc_info())
                sys.stderr.flush()
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return subprocess.CompletedProcess(words, status, *texts)
