"""Which tasks use a place of a solution: what the contract's functions reach, by name, declaration by declaration.

A name stands for everything at namespace scope that bears it (overloads, specialisations, a class with all of its
members), whatever scope it is used in: a task may be said to use more than it does, never less.
"""
import subprocess

from .tokens import Source

TYPES = ("struct", "class", "union", "enum")


class Entity:
    """One declaration at namespace scope: tokens first to last, the names it declares, the words it is made of."""

    def __init__(self, source, first, last, names):
        tokens = source.tokens[first:last + 1]
        self.first, self.last, self.names = first, last, names
        self.start, self.end = tokens[0].start, tokens[-1].end
        self.words = {t.text for t in tokens if t.kind == "word"}


def _behind_template(source, first):
    """The first token behind `template <...>`, however many of them there are."""
    while source.is_text(first, "template"):
        depth, first = 0, first + 1
        while first < len(source.tokens):
            text = source.tokens[first].text
            depth += text.count("<") - text.count(">") if set(text) <= set("<>") else 0
            first += 1
            if depth <= 0:
                break
    return first


def _hides_name(source, i):
    """Whether the bracket at i is that of `void (*name)(int)`."""
    return source.is_text(i, "(") and source.is_text(i + 1, "*", "&")


def _names(source, first, last, body):
    """What tokens first to last declare; body: the number of the bracket that opens a body, or None."""
    tokens, found, first = source.tokens, [], _behind_template(source, first)
    if any(t.text == "=" for t in tokens[first:body or first]):
        body = None  # what it opens is an initialiser
    if body is not None and source.is_text(body - 1, ")", "const", "noexcept"):  # a function
        closing = body - 1
        while not source.is_text(closing, ")"):
            closing -= 1
        opening = source.partner.get(closing, first)
        return [t.text for t in tokens[max(first, opening - 3):opening] if t.kind == "word"][-1:] or ["operator"]
    i = first
    while i <= last:
        token, behind = tokens[i], tokens[i + 1].text if i < last else ";"
        if token.text in TYPES and body is not None:
            named = [t.text for t in tokens[i + 1:body] if t.kind == "word" and not t.text.startswith("__")]
            found += named[:1]
            if token.text == "enum":
                found += [tokens[k].text for k in range(body + 1, source.partner[body])
                          if tokens[k].kind == "word" and source.is_text(k - 1, "{", ",")]
            i = body
        elif token.kind == "word" and behind in ("=", ";", ",", "[", "(", "{", ")") and not _hides_name(source, i + 1) and \
                not token.text.startswith("__"):  # __typeof__(f), __attribute__((weak))
            found.append(token.text)
        if tokens[i].text in "([{" and i in source.partner and not _hides_name(source, i):
            i = source.partner[i]
        i += 1
    return found


def entities(source):
    """The declarations at namespace scope, in order. Namespaces and extern "C" are passed through."""
    tokens, found, first, body, i = source.tokens, [], 0, None, 0
    while i < len(tokens):
        text = tokens[i].text if tokens[i].kind == "punct" else ""
        if text == "{":
            words = {t.text for t in tokens[first:i]}
            if "namespace" in words or (i > first and tokens[i - 1].kind == "string"):
                first, i = i + 1, i + 1
                continue
            body = i if body is None else body
            i = source.partner.get(i, len(tokens) - 1)
            assigned = any(t.text == "=" for t in tokens[_behind_template(source, first):body])
            if not assigned and source.is_text(body - 1, ")", "const", "noexcept"):
                found.append(Entity(source, first, i, _names(source, first, i, body)))
                first, body = i + 1, None
        elif text in ("(", "[") and i in source.partner:
            i = source.partner[i]
        elif text == "}":  # of a namespace
            first = i + 1
        elif text == ";":
            if i > first:
                found.append(Entity(source, first, i, _names(source, first, i, body)))
            first, body = i + 1, None
        i += 1
    return found


def reached(found, macros, words):
    """All words that these words lead to, and the entities on the way."""
    by_name = {}
    for entity in found:
        for name in entity.names:
            by_name.setdefault(name, []).append(entity)
    bodies = {}
    for macro in macros:
        bodies.setdefault(macro.name, set()).update(macro.body)
    seen, met, left = set(), set(), list(words)
    while left:
        word = left.pop()
        if word in seen:
            continue
        seen.add(word)
        left += bodies.get(word, ())
        for entity in by_name.get(word, ()):
            met.add(entity)
            left += entity.words - seen
    return seen, met


def task_words(calls, include, compiler="cc"):
    """{task: the words that its row of pmpp_calls leads to}, of a lab's grader/calls.c; include: folders."""
    flags = [f"-I{folder}" for folder in include]
    done = subprocess.run([compiler, "-E", *flags, str(calls)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{calls} cannot be preprocessed:\n{done.stderr}")
    source = Source(done.stdout)
    found = entities(source)
    rows = {}
    for table in (e for e in found if "pmpp_calls" in e.names):
        others = [e for e in found if e is not table]
        opening = next((i for i in range(table.first, table.last) if source.is_text(i, "{")), None)
        if opening is None:  # only declared
            continue
        for first, last in source.arguments(opening):
            row = source.tokens[first:last + 1]
            name = next(t.text.strip('"') for t in row if t.kind == "string")
            rows[name] = reached(others, [], {t.text for t in row if t.kind == "word"})[0]
    if not rows:
        raise RuntimeError(f"{calls} has no table pmpp_calls")
    return rows


class Usage:
    """Of a solution's places, by the offset in its text: the declaration around it, and the tasks that reach it."""

    def __init__(self, source, rows):
        self.found = entities(source)
        self.tasks = list(rows)
        met = {task: reached(self.found, source.macros, words)[1] for task, words in rows.items()}
        self.users = {e: [task for task in rows if e in met[task]] for e in self.found}

    def at(self, place):
        """(name of the declaration, its tasks). What bears no name (a static_assert) is every task's."""
        for entity in self.found:
            if entity.start <= place < entity.end:
                name = entity.names[0] if entity.names else "-"
                return name, self.users[entity] if entity.names else self.tasks
        return "-", []

    def without_others(self, text, tasks):
        """The text with blanks for what is other tasks' alone: it compiles sooner, and to the same for these tasks."""
        pieces, place = [], 0
        for entity in self.found:
            if self.users[entity] and not set(tasks) & set(self.users[entity]):
                pieces += [text[place:entity.start], "\n" * text.count("\n", entity.start, entity.end)]
                place = entity.end
        return "".join(pieces) + text[place:]
