"""Untrusted text on its way into a file: CSV cells, Markdown fences, plain lines, numbers, and the secret seed taken out."""
import re

# Unicode's controls but tab and newline, directional overrides, unpaired surrogates and non-characters.
ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff"
                 "\ufdd0-\ufdef\ufffe\uffff]")
FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
OUTPUT_LIMIT = 4096


def clean(text):
    """Text of lines: controls, which could move a cursor or reverse what is read, are U+FFFD."""
    return ODD.sub("\ufffd", text.replace("\r\n", "\n"))


def line(text):
    """Text in one line."""
    return re.sub(r"\s+", " ", clean(text or "")).strip()


def number(value):
    """A count, a point, a float, or the text that the grader writes where a number is not finite."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return line(str(value))
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.9g}"


def cell(value):
    """A CSV cell that no spreadsheet takes for a formula: such a text gets an apostrophe before it. Numbers stay."""
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        return number(value)
    text = line(value)
    return "'" + text if (text[:1] or " ") in FORMULA or value[:1] in FORMULA and value else text


def fence(text, language="text"):
    """A Markdown code block that its content cannot end: its fence is longer than any run of ` in it."""
    text = clean(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{language}\n{text.rstrip(chr(10))}\n{mark}"


def inline(text):
    """Untrusted text inside a Markdown paragraph: as code, with a fence that it cannot end; never empty."""
    text = line(text) or " "
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * (longest + 1)
    pad = " " if "`" in (text[0], text[-1]) else ""
    return f"{mark}{pad}{text}{pad}{mark}"


def escaped(text):
    """A sentence of ours in Markdown, in one line: what would be markup or HTML in it is taken literally."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", line(text)).replace("&", "&amp;")


def without_seed(text, seed):
    """Text without the class's seed: neither the option nor the number, where it is long enough to be a secret."""
    text = re.sub(r" ?--seed[ =]\S+", "", text)
    if len(seed) >= 5:
        forms = {seed, f"{int(seed):x}", f"{int(seed):X}"} if seed.isdigit() else {seed}
        text = re.sub("|".join(rf"(?<![0-9A-Fa-f]){re.escape(f)}(?![0-9A-Fa-f])" for f in sorted(forms)), "[seed]", text)
    return text
