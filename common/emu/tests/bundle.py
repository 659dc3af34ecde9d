"""Many small programs as one: most of a small program's cost is its headers and its link."""
import re


def bundled(harness, sources, *options):
    """One program of many, each in a namespace: {source: the command that runs it}; {} after a failure was noted."""
    headers, bodies, calls = {}, [], []
    for i, source in enumerate(sources):
        with open(source, encoding="utf-8") as f:
            text = f.read()
        for line in re.findall(r"^#include .*$", text, re.M):
            headers[line] = None
        text = re.sub(r"^#include .*$", "", text, flags=re.M)
        names = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)
        main = re.search(r"^int main\((?:void)?(.*)\) (?:try )?{$", text, re.M)
        end = text.index("\n}", main.end())  # where main returns 0 of itself
        text = (text[:end + 1] + "return 0; " + text[end + 1:]).replace("int main(", "int main_(")
        bodies.append(f'namespace part_{i} {{\n#line 1 "{source}"\n{text}\n}}\n' + "".join(f"#undef {n}\n" for n in names))
        given = ("n - 1, (const char **)arguments + 1" if "const" in main[1] else "n - 1, arguments + 1") if main[1] else ""
        calls.append(f"  if (part == {i}) return part_{i}::main_({given});\n")
    text = "\n".join([*headers, "#include <cstdlib>", *bodies]) + (
        "int main(int n, char **arguments) {\n  int part = n > 1 ? atoi(arguments[1]) : -1;\n" + "".join(calls) + "  return 99;\n}\n")
    program = harness.compile(*options, harness.write("bundle.cu", text))
    return {source: [program, str(i)] for i, source in enumerate(sources)} if program else {}


def own_names(text):
    """What a bundled program says, with the names that it has alone."""
    return re.sub(r"\bpart_\d+::", "", text)
