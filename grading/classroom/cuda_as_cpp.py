"""Makes CUDA C readable for a C++ front end, character for character: every token that stays keeps its line and column."""
import re

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<string>R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<launch><<<|>>>)
  | (?P<other>\S)
""", re.S | re.X)
QUALIFIERS = {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__restrict__", "__restrict",
              "__forceinline__", "__noinline__", "__grid_constant__", "__inline__", "__extension__", "__volatile__"}
WITH_ARGUMENTS = {"__launch_bounds__", "__align__", "__attribute__", "__cluster_dims__", "__maxnreg__", "_Pragma"}
ASSEMBLY = {"asm", "__asm__", "__asm"}
CLOSES = {"(": ")", "[": "]", "{": "}"}


class _Source:
    def __init__(self, text):
        self.text, self.out = text, list(text)
        self.tokens = [(m.lastgroup, m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != "comment"]

    def word(self, i):
        return self.text[self.tokens[i][1]:self.tokens[i][2]] if i < len(self.tokens) else ""

    def put(self, first, last, new=""):
        """Blanks all from token `first` to token `last`, line ends excepted, and writes `new` where it begins."""
        begin, end = self.tokens[first][1], self.tokens[last][2]
        for k in range(begin, end):
            if self.out[k] not in "\r\n":
                self.out[k] = " "
        self.out[begin:begin + len(new)] = new

    def closing(self, i):
        """The token that closes the parenthesis at token i, or None."""
        depth = 0
        for k in range(i, len(self.tokens)):
            depth += self.word(k) in CLOSES
            depth -= self.word(k) in CLOSES.values()
            if depth == 0:
                return k
        return None

    def launch(self, i):
        """k<<<grid, block>>>(x) becomes k(grid, block, x)."""
        depth, end = 0, None
        for k in range(i + 1, len(self.tokens)):
            depth += self.word(k) in CLOSES
            depth -= self.word(k) in CLOSES.values()
            if depth < 0 or self.word(k) in (";", "<<<"):
                break
            if depth == 0 and self.word(k) == ">>>" and self.word(k + 1) == "(":
                end = k
                break
        if end is None:  # no launch that a compiler would take either
            self.put(i, i, "<< ")
            return
        self.put(i, i, "(")
        self.put(end, end + 1)
        if self.word(end + 2) != ")":
            self.put(end + 1, end + 1, ",")


def code_of(text):
    """What a text says to a compiler: its tokens, with one blank between them."""
    return " ".join(m[0] for m in TOKEN.finditer(text) if m.lastgroup != "comment")


def translate(text):
    """The text as a C++14 front end can read it. Launches become calls; CUDA's and GCC's qualifiers, `if constexpr`'s second
    word and _Pragma become blanks; inline assembly becomes the call ptx(), a hexadecimal float 1.0."""
    source = _Source(text)
    for i, (kind, begin, end) in enumerate(source.tokens):
        word = source.word(i)
        if kind == "launch" and word == "<<<":
            source.launch(i)
        elif kind == "number" and re.match(r"0[xX][^pP]*[pP]", word):
            source.put(i, i, "1.0")
        elif word in QUALIFIERS or word == "constexpr" and i and source.word(i - 1) == "if":
            source.put(i, i)
        elif kind == "word" and word in WITH_ARGUMENTS | ASSEMBLY:
            k = i + 1
            while source.word(k) in ("volatile", "__volatile__", "goto", "inline"):
                k += 1
            last = source.closing(k) if source.word(k) == "(" else None
            if word in ASSEMBLY and last is not None:
                source.put(i, last, "ptx()")
            elif word in WITH_ARGUMENTS:
                source.put(i, i if last is None else last)
    return "".join(source.out)
