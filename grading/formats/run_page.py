"""The page of a run, `labNN --html`, as a submission's process wrote it: read by a list of what may stand in one, and written
anew, so that nothing of it runs or loads."""
import hashlib
import html
import html.parser
import pathlib
import urllib.parse

TAGS = set("h1 h2 h3 p div pre code table caption thead tbody tr th td details summary strong em br span main ul ol li dl dt dd "
           "svg g rect path circle text title".split())
ATTRIBUTES = set("class tabindex role aria-label viewbox x y width height cx cy r d scope open fill".split())
DROPPED = {"head", "script", "style", "iframe", "object", "template", "noscript"}  # with what they hold
LIMIT = 2 << 20
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
WARNING = ("A run of the submission has made this page: what it shows is what that process wrote. The verdict and the results of "
           "the grading are in the report.")


class Cleaner(html.parser.HTMLParser):
    """What may stand in a page is in `out`, the head's style in `style`."""

    def __init__(self, page):
        super().__init__()
        self.out, self.style, self.open, self.inside = [], "", [], []
        self.feed(page)
        self.close()
        self.out += [f"</{tag}>" for tag in reversed(self.open)]

    def _start(self, tag, attributes, end):
        kept = "".join(f' {name}="{html.escape(value or "")}"' for name, value in attributes if name in ATTRIBUTES)
        self.out.append(f"<{tag}{kept}{end}")

    def handle_starttag(self, tag, attributes):
        if tag in DROPPED:
            self.inside.append(tag)
        elif not self.inside and tag in TAGS:
            self._start(tag, attributes, ">")
            self.open += [tag] if tag != "br" else []

    def handle_startendtag(self, tag, attributes):
        if not self.inside and tag in TAGS:
            self._start(tag, attributes, "/>")

    def handle_endtag(self, tag):
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass
        elif not self.inside and tag in self.open:
            while (last := self.open.pop()) != tag:
                self.out.append(f"</{last}>")
            self.out.append(f"</{tag}>")

    def handle_data(self, data):
        if self.inside[-1:] == ["style"]:
            self.style += data.replace("<", "")
        elif not self.inside:
            self.out.append(html.escape(data))


def clean(data, digest, title):
    """The page's bytes, for the submission of that digest."""
    read = Cleaner(data[:LIMIT].decode("utf-8", "replace"))
    page = (f"<!DOCTYPE html>\n<!-- {digest} -->\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            f"<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            f"<title>{html.escape(title)}</title>\n<style>{read.style}</style></head>\n<body>"
            f"<p><strong>{html.escape(title)}.</strong> {WARNING}</p>\n{''.join(read.out)}</body></html>\n")
    return page.encode("utf-8", "replace")


def digest(student):
    """Of a student's graded file."""
    return hashlib.sha256((pathlib.Path(student) / "submission.cu").read_bytes()).hexdigest()


def folder(results, key):
    return pathlib.Path(results) / "export/pages" / key


def is_current(page, wanted):
    """Whether there is a page, and of this submission."""
    try:
        with open(page, "rb") as file:
            return wanted.encode() in file.read(200)
    except (FileNotFoundError, NotADirectoryError):
        return False


def links(results, student):
    """[(task, where its page lies as seen from report.html)] of the pages of the student's graded file."""
    found = sorted(folder(results, student.folder.name).glob("*.html"))
    wanted = digest(student.folder) if found else ""
    return [(page.stem, f"pages/{urllib.parse.quote(student.folder.name)}/{urllib.parse.quote(page.name)}") for page in found
            if is_current(page, wanted)]
