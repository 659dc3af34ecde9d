"""The slips of a hand that copies or retypes: operands or branches swapped, a modulo, an initialiser, a cast or a statement left
out, an index one off, one side of a conjunction left out, x for y.

Each function yields (place, length, replacement), as those of operators.py do.
"""
from .operators import replaced
from .places import binary

ENDS = (";", "{", "}", "(", "[", ",", "=", "?", ":", "return", "&&", "||", "+=", "-=", "|=", "&=", "^=", "*=")
CASTS = {"int64_t", "uint64_t", "int32_t", "uint32_t", "int", "unsigned", "size_t", "float", "double", "long", "short", "char",
         "uint16_t", "uint8_t", "int8_t", "int16_t"}
AXES = {"x": "y", "y": "x"}
BUILTINS = ("threadIdx", "blockIdx", "blockDim", "gridDim")


def _operand_before(source, i):
    """The first token of the operand of a product that ends before token i: a word, number, call, member or element."""
    first = i - 1
    while first >= 0:
        if source.is_text(first, ")", "]") and first in source.partner:
            first = source.partner[first]
            if not (first > 0 and (source.tokens[first - 1].kind == "word" or source.is_text(first - 1, "]", ")"))):
                return first
            first -= 1
        if source.is_text(first, "return") or source.tokens[first].kind not in ("word", "number"):
            return first + 1 if source.is_text(first, "return") else first
        if not source.is_text(first - 1, ".", "->", "::"):
            return first
        first -= 2
    return 0


def _operand_after(source, i):
    """The last token of the operand that begins after token i."""
    last = i + 1
    while source.is_text(last, "-", "*", "&", "!", "~") and not binary(source, last):
        last += 1
    if source.is_text(last, "(") and last in source.partner:
        last = source.partner[last]
    while source.is_text(last + 1, "(", "[", ".", "->", "::"):
        last = source.partner.get(last + 1, last + 2)
    return last


def _to_end(source, i, step):
    """The farthest token from token i, in this direction, before what ends an operand of && or a branch of ?."""
    k = i + step
    while 0 <= k < len(source.tokens):
        if k in source.partner and (source.partner[k] - k) * step > 0:
            k = source.partner[k]
        elif source.is_text(k, *ENDS, ")", "]"):
            break
        k += step
    return k - step


def swap(source, places):
    """The operands of -, / and % change places, and so do the branches of a condition."""
    for i in range(len(source.tokens)):
        if source.is_text(i, "-", "/", "%") and binary(source, i):
            first, last = _operand_before(source, i), _operand_after(source, i)
            left, right = source.span(first, i - 1), source.span(i + 1, last)
            yield replaced(source, first, last, f"{right} {source.tokens[i].text} {left}")
        elif source.is_text(i, "?"):
            middle = _to_end(source, i, 1) + 1
            if source.is_text(middle, ":"):
                last = _to_end(source, middle, 1)
                yield replaced(source, i + 1, last, f"{source.span(middle + 1, last)} : {source.span(i + 1, middle - 1)}")


def nomod(source, places):
    for i in range(len(source.tokens)):
        if source.is_text(i, "%") and binary(source, i):
            yield replaced(source, i, _operand_after(source, i), "")
        elif source.is_text(i, "%=") and binary(source, i):
            yield replaced(source, i, i, "=")


def noinit(source, places):
    """A variable is declared without its value."""
    for i in range(2, len(source.tokens) - 1):
        declared = source.tokens[i - 1].kind == "word" and source.tokens[i - 2].kind == "word"
        if source.is_text(i, "=") and declared and i not in places.in_enum and not source.is_text(i - 2, "return", "constexpr"):
            last = _to_end(source, i, 1)
            constant = any(source.is_text(k, "const", "constexpr", "auto", "typename", "using") for k in range(max(0, i - 4), i))
            if source.is_text(last + 1, ";", ",") and last > i and not constant:
                yield replaced(source, i, last, "")


def _begins_statement(source, i):
    """Whether a statement may begin after token i: not in the brackets of a for."""
    if source.is_text(i, ";", "{", "}", "else"):
        return not any(source.is_text(k - 1, "for") and k < i < source.partner[k] for k in source.partner if source.is_text(k, "("))
    return source.is_text(i, ")") and i in source.partner and source.is_text(source.partner[i] - 1, "if", "for", "while")


def nostmt(source, places):
    """A statement that is an assignment or a call is left out; a barrier is another kind's."""
    for i in range(len(source.tokens) - 2):
        if not _begins_statement(source, i):
            continue
        first, k = i + 1, i + 1
        while k < len(source.tokens) and not source.is_text(k, ";", "{", "}"):
            k = source.partner.get(k, k) if source.is_text(k, "(", "[", "{") else k
            k += 1
        named = source.tokens[first].kind == "word" and source.tokens[first + 1].kind == "word"  # a declaration, or return x
        kept = source.is_text(first, "return", "if", "for", "while", "do", "else", "enum", "template", "__shared__")
        works = any(source.is_text(t, "=", "+=", "-=", "*=", "|=", "&=", "^=", "(", "++", "--") for t in range(first, k))
        pointer = source.is_text(first + 1, "*", "::", "<") and source.tokens[first].kind == "word"  # declares one, mostly
        if source.is_text(k, ";") and works and not (named or kept or pointer) and "sync" not in source.span(first, k - 1):
            yield replaced(source, first, k - 1, "(void)0")


def index(source, places):
    for i in range(1, len(source.tokens)):
        if source.is_text(i, "[") and i in source.partner and i + 1 not in places.in_size and i not in places.in_size and \
                (source.tokens[i - 1].kind == "word" or source.is_text(i - 1, "]", ")")):
            last = source.partner[i] - 1
            if last > i:
                yield replaced(source, last, last, f"{source.tokens[last].text} + 1")
                yield replaced(source, last, last, f"{source.tokens[last].text} - 1")


def conj(source, places):
    """One side of && or || is left out."""
    for i in range(len(source.tokens)):
        if source.is_text(i, "&&", "||") and binary(source, i):
            first, last = _to_end(source, i, -1), _to_end(source, i, 1)
            yield replaced(source, first, i, "")
            yield replaced(source, i, last, "")


def xy(source, places):
    for i in range(2, len(source.tokens)):
        if source.tokens[i].text in AXES and source.is_text(i - 1, ".") and source.is_text(i - 2, *BUILTINS):
            yield replaced(source, i, i, AXES[source.tokens[i].text])


def nocast(source, places):
    for i in range(1, len(source.tokens) - 3):
        cast = source.is_text(i, "(") and source.tokens[i + 1].text in CASTS and source.is_text(i + 2, ")")
        if cast and source.tokens[i - 1].kind != "word" or cast and source.is_text(i - 1, "return"):
            if source.tokens[i + 3].kind in ("word", "number") or source.is_text(i + 3, "("):
                yield replaced(source, i, i + 2, "")
