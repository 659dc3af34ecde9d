"""CUDA C++ text as tokens with their places; comments and preprocessor lines are none."""
import bisect
import collections
import re

Token = collections.namedtuple("Token", "kind text start end")  # kind: word, number, string, punct
Macro = collections.namedtuple("Macro", "name body")

PATTERN = re.compile(r"""
    (?P<blank>[ \t\r\f\v]+|\\\n)
  | (?P<newline>\n)
  | (?P<comment>//(?:[^\n\\]|\\[\s\S])*|/\*[\s\S]*?\*/)
  | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\([\s\S]*?\)(?P=mark)")
  | (?P<string>(?:u8|[uUL])?(?:"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'))
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
  | (?P<punct><<<|>>>|<<=|>>=|\.\.\.|->\*|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|.)
""", re.X)
DIRECTIVE = re.compile(r"#(?:[^\n\\]|\\[\s\S])*")
DEFINE = re.compile(r"#\s*define\s+(\w+)(?:\([^)]*\))?((?:[^\n\\]|\\[\s\S])*)")
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Source:
    """A text, its tokens in order, its macros, and each bracket's partner, by the tokens' numbers."""

    def __init__(self, text, keep=lambda line: True):
        """keep: which lines, from 1 on, have tokens at all."""
        self.text, self.tokens, self.macros = text, [], []
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        place, fresh = 0, True  # fresh: nothing but blanks since the line began
        while place < len(text):
            if fresh and text[place] == "#":
                directive = DIRECTIVE.match(text, place)
                define = DEFINE.match(directive[0])
                if define and keep(self.line(place)):
                    self.macros.append(Macro(define[1], set(re.findall(r"[A-Za-z_]\w*", define[2]))))
                place = directive.end()
                continue
            match = PATTERN.match(text, place)
            kind = "string" if match.lastgroup == "mark" else match.lastgroup
            kind = "string" if match["raw"] else kind
            if kind == "newline":
                fresh = True
            elif kind in ("word", "number", "string", "punct"):
                fresh = False
                if keep(self.line(place)):
                    self.tokens.append(Token(kind, match[0], place, match.end()))
            place = match.end()
        self.partner = {}
        self._pair()

    def _pair(self):
        open_ones = []
        for i, token in enumerate(self.tokens):
            if token.kind != "punct":
                continue
            if token.text in CLOSING:
                open_ones.append(i)
            elif token.text in CLOSING.values():
                while open_ones and CLOSING[self.tokens[open_ones[-1]].text] != token.text:
                    open_ones.pop()  # left open in a part that the preprocessor takes away
                if open_ones:
                    self.partner[i] = open_ones[-1]
                    self.partner[open_ones.pop()] = i

    def line(self, place):
        """The number, from 1 on, of the line with this character."""
        return bisect.bisect_right(self.line_starts, place)

    def line_text(self, number):
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[self.line_starts[number - 1]:end]

    def is_text(self, i, *texts):
        """Whether token i is there and one of these."""
        return 0 <= i < len(self.tokens) and self.tokens[i].kind != "string" and self.tokens[i].text in texts

    def span(self, first, last):
        """The text of tokens first to last."""
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def arguments(self, opening):
        """[(first, last)] of the arguments between the bracket at `opening` and its partner."""
        closing, found, first, i = self.partner[opening], [], opening + 1, opening + 1
        while i < closing:
            if self.tokens[i].text in CLOSING and i in self.partner:
                i = self.partner[i]
            elif self.is_text(i, ","):
                found.append((first, i - 1))
                first = i + 1
            i += 1
        if first < closing:
            found.append((first, closing - 1))
        return found
