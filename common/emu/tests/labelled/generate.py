#!/usr/bin/env python3
"""Writes the labelled programs, wrong ones and their clean twins: generate.py FOLDER [--seed N] [--list].

patterns/*.txt hold the templates. A template is a right program with the faults written beside its lines:

    ==== name: what it does
    vary: T=int,float B=64,128          all combinations are the template's variants; $T and $B stand in the text
    bug missing-barrier: race-shared: the threads read what others have not written yet
    bug guard ?T=int: out-of-bounds race-global: only with T=int; either kind of hazard would be right
    ----
      __syncthreads(); //~ -missing-barrier

Behind //~ stand, separated by blanks: -bug (the line is gone with this bug), +bug (it is there with this bug only), *bug
(the same, and it is marked `// here`), !bug (it is always there and marked with this bug), ?name=value (it is there in
these variants only), ?name!=value. Bugs and values may be lists with commas.

A program's line 1 is `// expect: clean` or `// expect: KIND...` (kinds of hazards, one of which must be reported), line 2
says what is wrong, line 3 names pattern, bug and variant. The same seed makes the same programs."""
import argparse
import glob
import itertools
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HERE_MARK = "// here"

# Element types: the type, then what a small number, a sum and a comparison are; a program has those that it uses. Values are
# small, so that sums are exact.
MAKE, ADD, SAME = ("__host__ __device__ static inline " + text for text in ("T make(int x) {", "T add(T a, T b) {", "bool same(T a, T b) {"))
SCALAR = ("typedef {c} T;", f"{MAKE} return (T)x; }}", f"{ADD} return (T)(a + b); }}", f"{SAME} return a == b; }}")
TYPES = {
    "pair": ("struct T {\n  int count;\n  float sum;\n};", f"{MAKE} return T{{x, 2.0f * x}}; }}",
             f"{ADD} return T{{a.count + b.count, a.sum + b.sum}}; }}", f"{SAME} return a.count == b.count && a.sum == b.sum; }}"),
    "half2": ("typedef __half2 T;", f"{MAKE} return __floats2half2_rn((float)x, (float)-x); }}",
              f"{ADD}\n  return __floats2half2_rn(__low2float(a) + __low2float(b), __high2float(a) + __high2float(b));\n}}",
              f"{SAME}\n  return __low2float(a) == __low2float(b) && __high2float(a) == __high2float(b);\n}}"),
}
SPELLED = {"longlong": "long long", "ulonglong": "unsigned long long", "schar": "signed char"}

HOST = """
template <typename V> static V *room(int n) {
  V *d = NULL;
  cudaMalloc((void **)&d, n * sizeof(V));
  return d;
}
template <typename V> static V *zeros(int n) {
  V *d = room<V>(n);
  cudaMemset(d, 0, n * sizeof(V));
  return d;
}
template <typename V> static V *upload(const V *h, int n) {
  V *d = room<V>(n);
  cudaMemcpy(d, h, n * sizeof(V), cudaMemcpyHostToDevice);
  return d;
}
template <typename V> static bool download(V *h, const V *d, int n) {
  cudaError_t e = cudaMemcpy(h, d, n * sizeof(V), cudaMemcpyDeviceToHost);
  if (e != cudaSuccess) printf("error: %s\\n", cudaGetErrorString(e));
  return e == cudaSuccess;
}
static int verdict(bool right) {
  printf("%s\\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
"""


class Bug:
    def __init__(self, name, condition, kinds, text):
        self.name, self.condition, self.kinds, self.text = name, condition, kinds, text


class Template:
    """One section of patterns/*.txt."""

    def __init__(self, pattern, section):
        head, body = section.split("\n----\n", 1)
        title, *rest = head.splitlines()
        name, self.about = title.split(": ", 1)
        self.pattern, self.name, self.body = pattern, f"{pattern}_{name}", body.strip("\n").splitlines()
        self.vary, self.bugs = [], []
        for line in filter(None, rest):
            if line.startswith("vary: "):
                for word in line[6:].split():
                    key, values = word.split("=")
                    self.vary.append((key, values.split(",")))
            else:
                m = re.fullmatch(r"bug ([a-z-]+)((?: \?\S+)*): ([a-z -]+): (.*)", line)
                if not m:
                    raise ValueError(f"{self.name}: cannot read {line!r}")
                self.bugs.append(Bug(m[1], m[2].split(), m[3].split(), m[4]))
        used = {bug for line in self.body for token in tokens(line)[1] if token[0] != "?" for bug in token[1:].split(",")}
        known = {bug.name for bug in self.bugs}
        if used != known:
            raise ValueError(f"{self.name}: bugs in the head and in the text differ: {sorted(used ^ known)}")

    def variants(self):
        keys = [key for key, _ in self.vary]
        return [dict(zip(keys, values)) for values in itertools.product(*(values for _, values in self.vary))]

    def text(self, variant, bug):
        """The program's lines behind line 3; bug None: the clean one."""
        lines, words = [], dict(variant)
        words["global"] = "template <typename T> __global__ void" if variant.get("form") == "template" else "__global__ void"
        marked = False
        for line in self.body:
            code, found = tokens(line)
            keep, mark = chosen(found, variant, bug and bug.name)
            if not keep:
                continue
            code = re.sub(r"\$(\w+)", lambda m: words[m[1]], code)
            marked = marked or mark
            lines.append(f"{code} {HERE_MARK}" if mark else code)
        if bug and not marked:
            raise ValueError(f"{self.name}: {bug.name} marks no line with {variant}")
        text = "\n".join(lines) + "\n"
        includes = ["#include <cstdio>", "#include <cuda_runtime.h>"]
        if "cooperative_groups" in text:
            includes.append("#include <cooperative_groups.h>")
        types = ""
        if "T" in variant:
            parts = TYPES.get(variant["T"], SCALAR)
            wanted = [parts[0].replace("{c}", SPELLED.get(variant["T"], variant["T"]))]
            wanted += [p for name, p in zip(("make", "add", "same"), parts[1:]) if re.search(rf"\b{name}\(", text)]
            types = "\n".join(wanted) + "\n"
            if variant["T"] == "half2":
                includes.append("#include <cuda_fp16.h>")
        return "\n".join(sorted(includes)) + "\n\n" + types + HOST + "\n" + text


def tokens(line):
    code, _, directives = line.partition("//~")
    return code.rstrip(), directives.split()


def holds(condition, variant):
    key, differs, values = re.fullmatch(r"\?(\w+)(!?)=(\S+)", condition).groups()
    return (variant[key] in values.split(",")) != bool(differs)


def chosen(found, variant, bug):
    """Whether a line with these directives is there, and whether it is marked."""
    keep, mark = True, False
    for token in found:
        if token[0] == "?":
            keep = holds(token, variant) and keep
            continue
        mine = bug in token[1:].split(",")
        if token[0] == "-":
            keep = keep and not mine
        elif token[0] in "+*":
            keep = keep and mine
        mark = mark or (mine and token[0] in "*!")
    return keep, keep and mark


class Program:
    def __init__(self, template, number, variant, bug, twin):
        self.pattern, self.template, self.bug = template.pattern, template.name, twin.name
        self.name = f"{template.name}.{number:02d}.{bug.name if bug else 'clean'}"
        self.kinds = bug.kinds if bug else []
        said = " ".join(f"{k}={v}" for k, v in variant.items())
        self.fault = bug.text if bug else "none"
        self.text = (f"// expect: {' '.join(self.kinds) or 'clean'}\n// fault: {self.fault}\n"
                     f"// {self.template} ({template.about}); twin of {twin.name}; {said}\n" + template.text(variant, bug))

    def here(self):
        return {number for number, line in enumerate(self.text.splitlines(), 1) if line.endswith(HERE_MARK)}


def templates():
    found = []
    for path in sorted(glob.glob(os.path.join(HERE, "patterns", "*.txt"))):
        with open(path, encoding="utf-8") as f:
            _, *sections = re.split(r"^==== ", f.read(), flags=re.M)
        found += [Template(os.path.basename(path)[:-4], section) for section in sections]
    return found


def programs(seed=1, of_a_bug=1):
    """All programs, sorted by pattern: to each bug of each template its variants, each with its clean twin."""
    result = []
    for template in templates():
        variants = template.variants()
        random.Random(f"{seed} {template.name}").shuffle(variants)
        number = 0
        for bug in template.bugs:
            mine = [v for v in variants if all(holds(c, v) for c in bug.condition)][:of_a_bug]
            if not mine:
                raise ValueError(f"{template.name}: too few variants for {bug.name}")
            for variant in mine:
                variants.remove(variant)  # so that no two clean programs are the same
                number += 1
                result += [Program(template, number, variant, wrong, bug) for wrong in (bug, None)]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", type=int, default=1, help="so many of each bug of each template, where there are so many")
    parser.add_argument("--list", action="store_true", help="print the programs' names and labels instead")
    arguments = parser.parse_args()
    if not arguments.list and not arguments.folder:
        parser.error("say where to: generate.py FOLDER")
    made = programs(arguments.seed, arguments.variants)
    for program in made:
        if arguments.list:
            print(f"{program.name}: {' '.join(program.kinds) or 'clean'}: {program.fault}")
            continue
        os.makedirs(arguments.folder, exist_ok=True)
        with open(os.path.join(arguments.folder, program.name + ".cu"), "w", encoding="utf-8") as f:
            f.write(program.text)
    print(f"{len(made)} programs, {sum(not p.kinds for p in made)} clean", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
