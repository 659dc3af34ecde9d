"""What the operators ask of a source's tokens: calls, statements, conditions, binary operators, array sizes."""

NOT_TYPES = {"return", "if", "for", "while", "else", "do", "goto", "case", "delete", "new", "throw", "using", "sizeof"}


def binary(source, i):
    """Whether punctuation i is a binary operator: the layout has blanks on both of its sides, else on one or none."""
    token = source.tokens[i]
    before, after = source.text[token.start - 1:token.start], source.text[token.end:token.end + 1]
    return token.kind == "punct" and before.isspace() and after.isspace()


def calls(source, *names):
    """(i, opening, closing) of each name (all names where none is given) that brackets follow, `<...>` between or not."""
    for i, token in enumerate(source.tokens):
        if token.kind != "word" or (names and token.text not in names):
            continue
        opening = i + 1
        if source.is_text(opening, "<"):
            while opening < len(source.tokens) and not source.is_text(opening, ">", ";", "{"):
                opening += 1
            opening += 1
        if source.is_text(opening, "(") and opening in source.partner:
            yield i, opening, source.partner[opening]


def is_statement(source, first, last):
    """Whether tokens first to last, and the ; behind them, are a statement."""
    return source.is_text(last + 1, ";") and source.is_text(first - 1, ";", "{", "}", ")", "else", "do", ":")


def statement_start(source, i):
    """The first token of the statement, or of the parameter, that token i stands in."""
    while i > 0 and not source.is_text(i - 1, ";", "{", "}", "("):
        i -= 1
        if source.tokens[i].text in ")]" and i in source.partner and source.partner[i] < i:
            i = source.partner[i]
    return i


def enclosing(source, i):
    """The numbers of the brackets that stand open at token i, the innermost first."""
    found = [k for k, partner in source.partner.items() if k < i < partner]
    return sorted(found, reverse=True)


class Places:
    """Properties of tokens that are asked for again and again, found out once."""

    def __init__(self, source):
        self.source = source
        self.in_enum, self.in_launch, self.in_size, self.shared = set(), set(), set(), set()
        for i, token in enumerate(source.tokens):
            if token.text == "enum" and token.kind == "word":
                opening = next(k for k in range(i, len(source.tokens)) if source.is_text(k, "{", ";"))
                if source.is_text(opening, "{"):
                    self.in_enum.update(range(opening, source.partner[opening]))
            elif source.is_text(i, "<<<"):
                closing = next((k for k in range(i, len(source.tokens)) if source.is_text(k, ">>>")), i)
                self.in_launch.update(range(i, closing))
            elif source.is_text(i, "__shared__"):
                ends = next((k for k in range(i, len(source.tokens)) if source.is_text(k, ";")), i)
                self.shared.update(source.tokens[k].text for k in range(i, ends) if source.is_text(k + 1, "[", ",", ";"))
            elif source.is_text(i, "[") and i in source.partner and self._declares(i):
                self.in_size.update(range(i, source.partner[i]))

    def _declares(self, bracket):
        """Whether [ ... ] is an array's size: of a declaration, a parameter, or a member."""
        source = self.source
        first = statement_start(source, bracket)
        words = source.tokens[first:first + 2]
        if words[0].kind != "word" or words[0].text in NOT_TYPES or any(
                source.is_text(k, "=") for k in range(first, bracket)):
            return False
        return words[1].kind == "word" or source.is_text(first + 1, "*", "<", "::") and not binary(source, first + 1)

    def constants(self):
        """The names of this text's enumerators and constants in capitals."""
        source = self.source
        return {t.text for i, t in enumerate(source.tokens)
                if t.kind == "word" and t.text.isupper() and len(t.text) > 1 and source.is_text(i + 1, "=")
                and (i in self.in_enum or not source.is_text(i - 1, "<", ","))}
