"""The site is made of the Markdown where it lies: these hooks give MkDocs the tree's files under their own paths.

Beside them stand pages that are made: the source files that a text links to, each line of which has an address (#__codelineno-0-LINE), and the index of
kernels. Terms of docs/glossary.md get its explanation as a tooltip, and a link in the index."""
import os
import pathlib
import posixpath
import re
import subprocess

from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {".cu": "cuda", ".cuh": "cuda", ".h": "c", ".c": "c", ".py": "python", ".toml": "toml", ".txt": "text", ".cff": "yaml", ".yml": "yaml", "": "text"}
AS_THEY_ARE = {".svg", ".png", ".html", ".css"}
SECRET = re.compile(r"labs/[^/]*/(solution|baseline|wrong|accepted|staff)\b")  # who wants to see an answer has to open the repository
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
made = set()  # the paths of source files that have a page


def tracked():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if (ROOT / path).is_file()]


def labs():
    """The pages of the labs, in order."""
    return [f"{path.parent.relative_to(ROOT).as_posix()}/README.md" for path in sorted(ROOT.glob("labs/[0-9]*/README.md"))]


def existing(nav):
    """The navigation without pages that the tree does not have, and with the labs."""
    found = []
    for entry in nav:
        (name, what), = entry.items() if isinstance(entry, dict) else ((None, entry),)
        if what == "LABS":
            found.append({name: labs()})
        elif isinstance(what, list):
            found.append({name: existing(what)})
        elif (ROOT / what).is_file() or what == "docs/kernels.md":
            found.append(entry)
    return found


def on_config(config):
    made.clear()
    config.nav = existing(config.nav)
    return config


def linked_from(path):
    """Paths in the tree that a Markdown file links to."""
    text = (ROOT / path).read_text(encoding="utf-8")
    links = (posixpath.normpath(posixpath.join(posixpath.dirname(path), m[2])) for m in LINK.finditer(text) if "://" not in m[2])
    return {link for link in links if (ROOT / link).is_file() and not link.endswith(".md")}


def on_files(files, config):
    """The tree's Markdown and pictures under their own paths; a page of each source file that one of them links to."""
    every = tracked()
    pages = [path for path in every if path.endswith(".md") and not path.startswith(".github/") and not SECRET.match(path)]
    wanted = set().union(*map(linked_from, pages)) | {path for path, _, _ in kernels(every)}
    found = [File.generated(config, path, abs_src_path=str(ROOT / path))
             for path in (*pages, *(p for p in every if os.path.splitext(p)[1] in AS_THEY_ARE and not p.startswith("grading/") and not SECRET.match(p)))]
    for path in sorted(wanted):
        ending = os.path.splitext(path)[1]
        if ending in SOURCES and not SECRET.match(path):
            made.add(path)
            text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
            body = f"# {posixpath.basename(path)}\n\n`{path}`\n\n``````{SOURCES[ending]}\n{text}\n``````\n"
            found.append(File.generated(config, path + ".md", content=body))
    found.append(File.generated(config, "docs/kernels.md", content=index(every)))
    theme = [file for file in files if not str(file.abs_src_path).startswith(config.docs_dir)]
    return Files([*theme, *found])


def kernels(every):
    """[(path, line, kernel)] of what a student is given: starters, given headers, the programs of pages."""
    found = []
    for path in every:
        if not re.match(r"labs/.*\.(cu|cuh)$", path) or SECRET.match(path):
            continue
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            name = re.match(r"(?:template.*> *)?(?:static )?__global__ .*?(\w+)\(", line)
            if name:
                found.append((path, number, name[1]))
    return found


def index(every):
    rows = [f'| `{name}` | <a href="../../{path}/#__codelineno-0-{line}">{path}</a> | {line} |'
            for path, line, name in sorted(kernels(every), key=lambda k: (k[2], k[0]))]
    return "\n".join(["# Index of kernels", "", "The kernels that are given: in starters, in headers, in the programs of the pages.", "",
                      "| kernel | file | line |", "|:--|:--|--:|", *rows, ""])


def glossary():
    """{term: its explanation} of the glossary's table or list of `**term**: explanation`."""
    file = ROOT / "docs/glossary.md"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    rows = re.findall(r"^\| *\*{0,2}([\w][\w -]*?)\*{0,2} *\| *([^|]+?) *\|", text, re.M) + re.findall(r"^(?:- )?\*\*([\w -]+)\*\*:? +(.+)$", text, re.M)
    return {term: re.sub(r"[`*\[\]]|\([^)]*\.md[^)]*\)", "", words) for term, words in rows if term not in ("term", "word")}


def on_page_markdown(markdown, page, config, files):
    """Links to source files lead to their pages, others to a path in the repository's words; the glossary's terms are explained."""
    here = posixpath.dirname(page.file.src_uri)

    def target(match):
        if "://" in match[2] or match[2].startswith("mailto:"):
            return match[0]
        path = posixpath.normpath(posixpath.join(here, match[2]))
        if path in made:
            return f"[{match[1]}]({match[2]}.md{match[3] or ''})"
        there = not path.startswith("..") and not (ROOT / path).exists()  # a wrong link is left for --strict to notice
        if there or files.get_file_from_path(path):
            return match[0]
        return match[1]  # GitHub's own pages, and what the site leaves out

    markdown = re.sub(r"^\[!\[[^\n]*\n", "", markdown, flags=re.M)  # badges are GitHub's
    markdown = LINK.sub(target, markdown)
    if page.file.src_uri != "docs/glossary.md" and not page.file.src_uri.startswith("docs/kernels"):
        markdown += "\n\n" + "\n".join(f"*[{term}]: {' '.join(words.split())}" for term, words in sorted(glossary().items()))
    return markdown


def on_page_content(html, page, config, files):
    """What scrolls can have the keyboard's focus; the number of a line, which style sheets draw, has a name to be read out."""
    html = re.sub(r'<a (href="#__codelineno-\d+-(\d+)")>', r'<a \1 aria-label="line \2">', html)
    html = re.sub(r"(<pre[^>]*>(?:<span></span>)?)<code>", r'\1<code tabindex="0">', html)
    return re.sub(r"<table>", '<table tabindex="0">', html)
