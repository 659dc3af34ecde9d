"""The files of this tree, for the scripts that pack it."""
import os
import pathlib
import subprocess


def tracked(root, new=False):
    """The tree's files, relative to its root: git's (new: those too that it does not ignore), or outside a checkout all but
    build folders, caches and .clangd. OSError where git fails."""
    if (root / ".git").exists():
        also = ["--cached", "--others", "--exclude-standard"] if new else []
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", *also], capture_output=True, text=True, check=False)
        if listed.returncode != 0:
            raise OSError(listed.returncode, f"git ls-files: {listed.stderr.strip()}", str(root))
        names = [name for name in listed.stdout.split("\0") if name]
    else:
        names = []
        for folder, folders, files in os.walk(root):
            top = pathlib.Path(folder) == root
            folders[:] = [f for f in folders if f not in ("__pycache__", ".cache") and not (top and f.startswith("build"))]
            names += [str(pathlib.Path(folder, f).relative_to(root)) for f in files if not (top and f == ".clangd")]
    return sorted(pathlib.PurePath(name) for name in names if (root / name).is_file())
