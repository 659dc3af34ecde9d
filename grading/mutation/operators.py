"""The changes of values: operators, comparisons, bounds, guards, initialisers, constants, widths, launches.

Each function yields (place, length, replacement) of changes of one kind; `KINDS` of the package lists them all.
"""
import re

from .places import binary, calls, is_statement

ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
              "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "+=", "&=": "|=", "|=": "&=", "^=": "|=",
              "<<=": ">>=", ">>=": "<<="}
ORDER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
WHOLE = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)")
NARROWER = {"int64_t": "int", "uint64_t": "uint32_t", "size_t": "unsigned", "ptrdiff_t": "int", "double": "float",
            "int32_t": "int16_t", "uint32_t": "uint16_t", "uint16_t": "uint8_t", "intptr_t": "int", "uintptr_t": "unsigned"}


def replaced(source, first, last, text):
    start = source.tokens[first].start
    return start, source.tokens[last].end - start, text


def operator(source, places):
    for i, token in enumerate(source.tokens):
        if token.text in ARITHMETIC and binary(source, i):
            yield replaced(source, i, i, ARITHMETIC[token.text])
            if token.text in ("+=", "-="):
                yield replaced(source, i, i, "=")
        elif source.is_text(i, "!"):
            yield replaced(source, i, i, "")


def comparison(source, places):
    for i, token in enumerate(source.tokens):
        if token.text in ORDER and binary(source, i):
            yield replaced(source, i, i, ORDER[token.text])


def bound(source, places):
    """The right side of a comparison, one word or number, one less or one more: not what `<` to `<=` makes anyway."""
    less, more = ("<", ">=", "==", "!="), ("<=", ">", "==", "!=")
    for i, token in enumerate(source.tokens[:-2]):
        right, behind = source.tokens[i + 1], source.tokens[i + 2].text
        if token.text in ORDER and binary(source, i) and right.kind in ("word", "number") and \
                behind in (")", ";", "&&", "||", "?", ":", ","):
            if token.text in less:
                yield replaced(source, i + 1, i + 1, f"{right.text} - 1")
            if token.text in more:
                yield replaced(source, i + 1, i + 1, f"{right.text} + 1")


def _conditions(source):
    """(first, last) tokens of each condition: of an if, and in front of a ?."""
    for i, opening, closing in calls(source, "if"):
        yield opening + 1, closing - 1
    for i in range(len(source.tokens)):
        if not source.is_text(i, "?"):
            continue
        first = i
        while first > 0 and not source.is_text(first - 1, "(", "[", "{", ",", ";", "=", "?", ":", "return", "+=", "|="):
            first -= 1
            first = min(first, source.partner.get(first, first))
        if first < i:
            yield first, i - 1


def guard(source, places):
    for first, last in _conditions(source):
        if source.is_text(first, "constexpr"):
            continue
        if "\n" in source.span(first, last):
            yield source.tokens[first].start, 0, "true || "
            continue
        yield replaced(source, first, last, "true")
        yield replaced(source, first, last, "false")


def initialiser(source, places):
    for i in range(len(source.tokens) - 2):
        value, behind = source.tokens[i + 1], source.tokens[i + 2].text
        if not source.is_text(i, "=") or i in places.in_enum:
            continue
        if value.kind == "number" and behind in (";", ",", ")"):
            yield replaced(source, i + 1, i + 1, "1" if float_of(value.text) == 0 else "0")
        elif value.text in ("true", "false") and behind in (";", ","):
            yield replaced(source, i + 1, i + 1, "false" if value.text == "true" else "true")
        elif value.text == "{" and behind == "}":
            yield replaced(source, i + 1, i + 2, "{1}")


def float_of(number):
    try:
        return float(number.rstrip("fFuUlL"))
    except ValueError:
        return 1.0  # hexadecimal


def constant(source, places):
    """Whole numbers and constants in capitals, one more or one less; an array's size only less, more is harmless."""
    names = places.constants()
    for i, token in enumerate(source.tokens):
        if i in places.in_launch or source.is_text(i - 1, "#"):
            continue
        steps = (-1,) if i in places.in_size else (1, -1)
        match = WHOLE.fullmatch(token.text) if token.kind == "number" else None
        initialises = source.is_text(i - 1, "=") and source.is_text(i + 1, ";", ",", ")") and i not in places.in_enum
        if match and not initialises:
            value = int(match[1], 0) if not match[1].isdigit() else int(match[1])
            for step in steps if value > 1 else steps[:1]:
                changed = hex(value + step) if match[1][1:2] in ("x", "X") else str(value + step)
                yield replaced(source, i, i, changed + match[2])
        elif token.kind == "word" and token.text in names and not source.is_text(i + 1, "="):
            for step in steps:
                yield replaced(source, i, i, f"({token.text} {'+' if step > 0 else '-'} 1)")


def width(source, places):
    for i, token in enumerate(source.tokens):
        if token.kind != "word":
            continue
        if token.text in NARROWER:
            yield replaced(source, i, i, NARROWER[token.text])
        elif token.text == "long" and source.is_text(i + 1, "long"):
            yield replaced(source, i, i + 1, "int")
    for i, opening, closing in calls(source, "__align__", "alignas"):
        yield replaced(source, i, closing, "")


def _one_off(source, first, last):
    text = source.span(first, last)
    if first == last and source.tokens[first].kind == "number":
        yield replaced(source, first, last, str(int(float_of(text)) + 1))
    elif "\n" not in text:
        text = text if first == last else f"({text})"
        yield replaced(source, first, last, f"{text} - 1")
        yield replaced(source, first, last, f"{text} + 1")


def launch(source, places):
    """Blocks and threads of a launch, one more or one less; dynamic shared memory, 16 bytes less."""
    shapes = {source.tokens[k].text for i in range(len(source.tokens)) if source.is_text(i, "dim3")
              for k in range(i + 1, len(source.tokens)) if _same_statement(source, i, k)}
    for i in range(len(source.tokens)):
        if not source.is_text(i, "<<<"):
            continue
        closing = next(k for k in range(i, len(source.tokens)) if source.is_text(k, ">>>"))
        parts, first, k = [], i + 1, i + 1
        while k <= closing:
            if source.is_text(k, ",", ">>>"):
                parts.append((first, k - 1))
                first = k + 1
            k = source.partner.get(k, k) + 1
        for number, (first, last) in enumerate(parts[:3]):
            if first == last and source.tokens[first].text in shapes or source.is_text(first, "dim3"):
                continue
            if number < 2:
                yield from _one_off(source, first, last)
            elif "\n" not in source.span(first, last):
                yield replaced(source, first, last, f"({source.span(first, last)}) - 16")
    for name, opening, closing in calls(source):
        if source.is_text(name, "dim3") or source.is_text(name - 1, "dim3") or source.tokens[name].text in shapes and \
                source.is_text(name - 1, ","):
            for first, last in source.arguments(opening):
                yield from _one_off(source, first, last)


def _same_statement(source, i, k):
    """Whether k names a variable of the declaration that dim3, token i, begins."""
    return source.tokens[k].kind == "word" and source.is_text(k - 1, "dim3", ",") and \
        not any(source.is_text(j, ";", "{") for j in range(i, k)) and source.is_text(k + 1, "(", "{", "=", ";", ",") and \
        sum(source.is_text(j, "(") - source.is_text(j, ")") for j in range(i, k)) == 0


def call(source, places):
    """A call of the runtime is left out."""
    for i, opening, closing in calls(source):
        name = source.tokens[i].text
        wrapped = source.is_text(i - 1, "(") and source.is_text(closing + 1, ")")
        if re.match(r"cuda[A-Z]", name) and (is_statement(source, i, closing) or wrapped):
            yield replaced(source, i, closing, "cudaSuccess")
