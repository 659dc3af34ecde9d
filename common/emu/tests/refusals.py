"""Groups refused and seen: what emucc does not compile, and that no access of device code goes unseen."""
import glob
import os
import re

from harness import HERE, ROOT, fail, indent, run


def refused_lines(text, compiler):
    """{line number: text that the error must hold} of the marks `// refused: TEXT` and `// refused before g++ N: TEXT`."""
    found = ((n, re.search(r"// refused(?: before g\+\+ (\d+))?: (.*)", line)) for n, line in enumerate(text.splitlines(), 1))
    return {n: mark[2].strip() for n, mark in found if mark and (not mark[1] or compiler < int(mark[1]))}


def refusal_complaints(name, wanted, status, err):
    got = {}
    for line, message in re.findall(rf"^{re.escape(name)}:(\d+):(?:\d+:)? error: (.*)", err, re.M):
        got.setdefault(int(line), []).append(message)
    if status != 1:
        yield f"expected exit 1, got {status}"
    for line, part in wanted.items():
        if not any(part in message for message in got.get(line, ())):
            yield f"line {line} must be refused with {part!r}, got {got.get(line)}"
    for line in sorted(set(got) - set(wanted)):
        yield f"line {line} is right and refused: {got[line]}"


def group_refused(harness):
    """Programs in refused/ do not compile: each marked line is refused with its text, and no other line."""
    sources, total = sorted(glob.glob(os.path.join(HERE, "refused", "*.cu"))), 0
    compiler = int(re.search(r" (\d+)\.\d+\.\d+", run([harness.emucc, "--version"])[1])[1])
    for source in sources:
        with open(source, encoding="utf-8") as f:
            text = f.read()
        wanted = refused_lines(text, compiler)
        total += len(wanted)
        status, _, err = run([harness.emucc, "-c", "-w", source, "-o", harness.path("o.o")])
        for complaint in refusal_complaints(source, wanted, status, err):
            fail(os.path.basename(source), complaint)
        lines = text.splitlines(keepends=True)  # and without those lines it compiles
        kept = harness.write("kept.cu", "".join("\n" if n in wanted else line for n, line in enumerate(lines, 1)))
        status, _, err = run([harness.emucc, "-c", "-w", "-DKEPT", "-I" + os.path.dirname(source), kept, "-o", harness.path("o.o")])
        if status != 0:
            fail(os.path.basename(source), "must compile without the marked lines" + indent(err))
    print(f"{len(sources)} programs, {total} lines")


WORDS = (  # what beginners write, what CUDA's rule says of it, and what compiles instead
    ("__global__ void k() { @__constant__ int c[3]; (void)c; }", "cannot stand in a function", ("@__constant__", "")),
    ("__global__ void k(int n) { __shared__ int s[@n]; s[0] = n; }", "extern __shared__ T s[]", ("@n", "8")),
    ("__global__ void k(@__shared__ int *a) { a[0] = 1; }", "declare a plain pointer", ("@__shared__", "")),
    ("__global__ void k(int *a) { a[threadIdx@] = 1; }", "write threadIdx.x", ("@", ".x")),
    ("__global__ void k(int *a) { a[0] = blockDim@; }", "write blockDim.x", ("@", ".x")),
    ("__global__ void k(int *a) { a[0] = 1; }\nint main() { k<<<1@>>>((int *)0); }", "kernel<<<blocks, threads>>>", ("@", ", 1")),
    ("__global__ void k(int *a) { a[0] = 1; }\nint main() { k<<<1, 1>>>((@float *)0); }", "do not fit the kernel's parameters",
     ("@float", "int")),
    ("__global__ void k(int *a) { a[0] = 1; }\nint main() { k@<<1, 1>>((int *)0); }", "three signs on each side",
     ("@<<1, 1>>", "<<<1, 1>>>")),
    ("__global__ @k(int *a) { a[0] = 1; }", "write __global__ void", ("@", "void ")),
    ("__global__ @int k(int *a) { a[0] = 1; return 0; }\nint main() { k<<<1, 1>>>((int *)0); }", "a kernel returns nothing",
     ("@int k(int *a) { a[0] = 1; return 0; }", "void k(int *a) { a[0] = 1; }")),
)


def group_words(harness):
    """CUDA's rule is told where g++'s words are those of the translation; what the rule says compiles without a word."""
    for text, rule, (wrong, right) in WORDS:
        for told, program in ((True, text.replace("@", "")), (False, text.replace(wrong, right))):
            source = harness.write("words.cu", program + "\n")
            status, _, err = run([harness.emucc, "-c", "-w", source, "-o", harness.path("o.o")])
            said = [line for line in err.splitlines() if line.startswith("emucc: ") and rule in line and "words.cu:" in line]
            if bool(status) != told or bool(said) != told:
                fail("words", f"{program!r}: expected " + (f"a refusal with {rule!r}" if told else "silence") + f", got exit {status}"
                     + indent(err))
    print(f"{len(WORDS)} mistakes")


def group_seen(harness):
    """Every memory reference of device code has its callback; a dump that lacks one is noticed, wherever it lacks."""
    sources = [os.path.join(HERE, "fidelity", "kernels.cu"), os.path.join(HERE, "programs", "by_value.cu"),
               os.path.join(HERE, "textbook", "merge_path.cu"),
               *sorted(glob.glob(os.path.join(ROOT, "labs", "0[257]*", "solution.cu")))]
    left_out = 0
    for source in sources:
        name, dump = os.path.relpath(source, ROOT), harness.path("dump")
        status, _, err = run([harness.emucc, "-c", "-w", "-I" + os.path.join(ROOT, "common"), "--dump", dump, source, "-o",
                              harness.path("o.o")])
        if status != 0:
            fail(name, "does not compile" + indent(err))
            continue
        with open(dump, encoding="utf-8") as f:
            lines = f.read().splitlines(keepends=True)
        status, _, err = run([harness.emucc, "--check-dump", dump])
        told = re.search(r"(\d+) memory references in \d+ functions of device code, 0 without", err)
        if status != 0 or not told or int(told.group(1)) < 10:
            fail(name, f"--check-dump: exit {status}" + indent(err))
        for bracket in "([{<>}])":  # text that no compiler writes: the search ends, whatever it finds
            unbalanced = harness.write("unbalanced", "".join(lines).replace(" " + bracket, " ").replace(bracket + " ", " "))
            status, _, err = run([harness.emucc, "--check-dump", unbalanced], timeout=20)
            if status not in (0, 1):
                fail(name, f"--check-dump without each {bracket}: exit {status}" + indent(err))
        calls = [n for n in device_lines(lines) if re.search(r"\b__tsan_(volatile_|unaligned_)?(read|write)", lines[n])
                 and "emu_touch.h:" not in lines[n]]  # those are what a function of the runtime will do
        passed = []
        tried = calls[::max(1, len(calls) // 25)]
        for n in tried:
            cut = harness.write("cut", "".join(lines[:n] + lines[n + 1:]))
            status, _, err = run([harness.emucc, "--check-dump", cut])
            left_out += 1
            if status != 1 or "error: the emulator cannot see" not in err:
                passed.append(n)
        passed = [n for n in passed if not on_local_variable(lines, n)]
        # A few callbacks are of a load that the compiler has left out since.
        if 12 * len(passed) > len(tried):
            fail(name, f"{len(passed)} of {len(tried)} dumps without a callback pass:" +
                 indent("\n".join(f"line {n + 1}: {lines[n].strip()}" for n in passed)))
    print(f"{len(sources)} programs, {left_out} callbacks left out")


def device_lines(lines):
    """The numbers of the lines in functions that are device code alone."""
    inside = marked = False
    for n, line in enumerate(lines):
        if line.startswith("__attribute__(("):
            marked = "no_instrument_function" in line and "no_profile_instrument_function" not in line
        elif line.startswith("{"):
            inside = marked
        elif line.startswith("}"):
            inside = marked = False
        elif inside:
            yield n


def on_local_variable(lines, n):
    """Does the pointer of the callback in this line come from addresses of the function's variables alone?"""
    first = next(i for i in range(n, -1, -1) if lines[i].startswith("{"))
    last = next(i for i in range(n, len(lines)) if lines[i].startswith("}"))
    body = [re.sub(r"\[[^][]*:\d+:\d+[^][]*\] ?", "", line).strip() for line in lines[first:last]]
    declared = {found.group(1) for line in body if (found := re.fullmatch(r"[^=()]*?([\w.]+)(?:\[\d+\])*;", line))}
    made = {}
    for line in body:
        if found := re.fullmatch(r"(?:# )?([\w.]+) = (.*?);?", line):
            made.setdefault(found.group(1), found.group(2))
    todo, seen = [re.search(r"__tsan_\w+ \((.*?)(?:, \d+)?\)", body[n - first]).group(1)], set()
    while todo:
        pointer = re.sub(r"^\([^()]*\) ?", "", todo.pop()).split(" + ")[0]  # without a cast, and of a sum the pointer
        if pointer.startswith("PHI <"):
            todo += re.sub(r"\(\d+\)", "", pointer[5:-1]).split(", ")
        elif pointer.startswith("&"):
            variable = re.match(r"&(?:MEM <.*?> \[[^&]*&|MEM\[[^&]*&)?([\w.]+)", pointer)
            if not variable or variable.group(1) not in declared:
                return False
        elif pointer not in seen:
            seen.add(pointer)
            todo.append(made.get(pointer, "&unknown"))
    return True
