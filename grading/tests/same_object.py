"""A compiler launcher for a copy of this tree: same_object.py BUILD CC WORD...

Where BUILD, this tree's own build, has an object of the same command and of files that are the same byte for byte, the copy gets
that object; else the compiler runs. So it runs where a file is missing or differs, and for what knows a path, by a macro or by a
generated header.
"""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMANDS = "compile_commands.json"
CACHE = "CMakeCache.txt"


def above(path, mark):
    """The nearest folder above that holds `mark`, or None."""
    while not os.path.exists(os.path.join(path, mark)):
        if path == os.path.dirname(path):
            return None
        path = os.path.dirname(path)
    return path


def read(path):
    with open(path, "rb") as f:
        return f.read()


def tree_of(build):
    """The tree that the build folder is of, which need not lie in it; a source may be one that CMake has written into the folder."""
    with open(os.path.join(build, CACHE), encoding="utf-8") as f:
        for line in f:
            if line.startswith("CMAKE_HOME_DIRECTORY:INTERNAL="):
                return line.partition("=")[2].rstrip("\n")
    return None


def compiled(build, folder, source):
    """The words of each command by which this tree's build has compiled the file in that folder."""
    with open(os.path.join(build, COMMANDS), encoding="utf-8") as f:
        lines = f.read().split("\n")  # as CMake writes them, a line a member: json takes as long to read as Python to start
    this, here = f'  "file": "{source}"', f'  "directory": "{folder}",'
    for i, line in enumerate(lines):
        if line.rstrip(",") == this and lines[i - 2] == here:  # newer ones write an output behind the file
            command = lines[i - 1].partition(": ")[2][1:-2].replace('\\"', '"').replace("\\\\", "\\")
            yield command.replace('\\"', '"').replace('""', "").split()  # no word of them has a blank; -DNAME="" is -DNAME=


def same_files(made, rule, ours, theirs):
    """Whether each file that the object was made of is unchanged since, and the same in the copy."""
    newest = os.stat(made).st_mtime_ns
    for file in rule.replace("\\\n", " ").partition(": ")[2].split():
        if os.stat(file).st_mtime_ns > newest:
            return False
        for root, copy in zip(ours, theirs):
            if file.startswith(root + "/"):  # the build lies in the tree, in the copy perhaps under another name
                if read(file) != read(copy + file[len(root):]):
                    return False
                break
    return True


def same_object(build, words):
    """The object's bytes and the rule of its dependencies, as this tree's build has them; None where it has none such."""
    if "-c" not in words or "-MF" not in words:
        return None
    source, folder = words[words.index("-c") + 1], os.getcwd()
    copy = above(folder, CACHE)
    ours, theirs = (build, ROOT), (copy, copy and tree_of(copy))
    if None in theirs or any(word.startswith("-D") and (root in word) for word in words for root in theirs):
        return None

    def mine(text):
        for copy, root in zip(theirs, ours):
            text = text.replace(copy, root)
        return text

    asked = [mine(word) for i, word in enumerate(words) if word != "-MD" and words[i - 1] not in ("-MT", "-MF") and word not in ("-MT", "-MF")]
    for had in compiled(build, mine(folder), mine(source)):
        made = os.path.join(mine(folder), had[had.index("-o") + 1])
        if had == asked and os.path.exists(made):
            try:
                rule = read(made + ".d").decode()
                if same_files(made, rule, ours, theirs):
                    for root, copy in zip(ours, theirs):
                        rule = rule.replace(root, copy)
                    return read(made), rule.encode()
            except FileNotFoundError:  # the copy lacks one of them
                pass
    return None


def main(build, words):
    found = same_object(build, words)
    if not found:
        os.execvp(words[0], words)
    for file, data in zip((words[words.index("-o") + 1], words[words.index("-MF") + 1]), found):
        with open(file, "wb") as f:
            f.write(data)


def environment(build):
    """What a test adds to the environment in which it configures a copy."""
    if not os.path.exists(os.path.join(build, COMMANDS)):
        return {}
    return {"CMAKE_C_COMPILER_LAUNCHER": ";".join([sys.executable, "-S", "-E", os.path.abspath(__file__), os.path.realpath(build)])}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
