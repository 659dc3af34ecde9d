"""A lab's reference as one text, with the lab's own .cuh headers in it, and which of its lines the emulator compiles."""
import pathlib
import re
import subprocess
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s+"([\w./]+\.(?:cuh|h))"')
GRADERS = re.compile(r'^\s*#\s*include\s+"worker/', re.M)
CONDITION = re.compile(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b")


class Solution:
    """Of the .cuh headers those below `folder` are taken in; an #include of another one names it from the lab's folder. So does
    that of a given header that includes one of the grader's, which no submission may."""

    def __init__(self, lab_dir, folder="."):
        self.lab_dir, self.folder = pathlib.Path(lab_dir).resolve(), folder
        self.files, self.origins, lines = [], [], []  # origins: (file's name, line in it) of each line
        self._take("solution.cu", lines)
        self.text = "".join(lines)

    def _take(self, name, lines):
        self.files.append(name)
        for number, line in enumerate((self.lab_dir / name).read_text().splitlines(True), 1):
            header = self._header(name, line)
            if header and header.suffix == ".cuh" and header.is_relative_to(self.folder) and not self._leads_out(header):
                if str(header) not in self.files:
                    self._take(str(header), lines)
                continue
            lines.append(f'#include "{header}"\n' if header else line)
            self.origins.append((name, number))

    def _leads_out(self, header):
        return GRADERS.search((self.lab_dir / header).read_text())

    def _header(self, name, line):
        """The header of the lab that a line of the file `name` includes, by its path in the lab's folder; or None."""
        match = INCLUDE.match(line)
        for folder in (self.lab_dir / name).parent, self.lab_dir:
            path = (folder / match[1]).resolve() if match else None
            if path and path.is_file() and path.is_relative_to(self.lab_dir):
                return path.relative_to(self.lab_dir)
        return None

    def origin(self, line):
        return self.origins[line - 1]


def branches(text):
    """Of each line, from 1 on, the number of the innermost #if branch that it stands in; 0 is none."""
    found, stack, last = {}, [0], 0
    for number, line in enumerate(text.splitlines(), 1):
        match = CONDITION.match(line)
        if match:
            if match[1] in ("elif", "else", "endif") and len(stack) > 1:
                stack.pop()
            if match[1] != "endif":
                last += 1
                stack.append(last)
        found[number] = stack[-1]
    return found


def marked(text):
    """The text with a declaration PMPP_BRANCH_n, which stands in any scope, at the beginning of each #if branch n."""
    branch, lines, directive = branches(text), [], None
    for number, line in enumerate(text.splitlines(), 1):
        lines.append(line)
        if CONDITION.match(line):
            directive = None if CONDITION.match(line)[1] == "endif" else branch[number]
        if directive and not line.endswith("\\"):  # the directive ends here
            lines.append(f"enum {{ PMPP_BRANCH_{directive} }};")
            directive = None
    return "\n".join(lines) + "\n"


def compiled_lines(text, emucc, include):
    """A function that says of a line whether the emulator compiles it: whether its #if branch is left when it is preprocessed."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        file, output = pathlib.Path(folder, "reference.cu"), pathlib.Path(folder, "reference.i")
        file.write_text(marked(text))
        flags = [f"-I{path}" for path in include]
        done = subprocess.run([str(emucc), "-c", "--preprocessed", str(output), *flags, str(file), "-o",
                               str(file.with_suffix(".o"))], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"the reference does not compile:\n{done.stderr[-2000:]}")
        left = {0} | {int(n) for n in re.findall(r"\bPMPP_BRANCH_(\d+)\b", output.read_text(errors="replace"))}
    branch = branches(text)
    return lambda line: branch.get(line, 0) in left
