"""A lab's cases are made side by side: its grader has no static variable that changes, but those below. statics_test.py LABS"""
import pathlib
import re
import sys

# A declaration with `static` that is neither a constant, nor a function, nor each thread's own.
STATIC = re.compile(r"^\s*static (?!const\b|_Thread_local\b|inline\b)(?!.*\bconst \w+\[)[\w\s\*]*?\b(\w+)(\[[^\]]*\])*( = [^(]*)?;", re.M)
ONE_THREAD = {  # used by the thread that talks to the device alone
    "spmv_golden.c": {"kept"},  # updates, between two samples
    "pictures.c": {"kept"}, "matrix_file.c": {"why"},  # before a case is made
}


def changing(text):
    return {m[1] for m in STATIC.finditer(text)}


def main(labs):
    assert changing("  static int64_t place[N];\nstatic struct a *b;\n") == {"place", "b"}
    assert not changing("static const int a[3];\nstatic _Thread_local int b;\nstatic int f(int x);\n")
    wrong = [f"{file}: {name}" for file in sorted(pathlib.Path(labs).glob("*/grader/*.c")) if not file.name.startswith("calls")
             for name in sorted(changing(file.read_text(encoding="utf-8")) - ONE_THREAD.get(file.name, set()))]
    print("\n".join([*wrong, f"{len(wrong)} static variables that may change while another case is made"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
