# SPDX-License-Identifier: MIT
"""What a mutant may change, and where: candidates(root) finds every place in the sources.

A mutant changes one line. C, JavaScript and Python are read without a parser: comments and strings
are blanked out, and expressions find operators and statements in the rest. What does not compile is
thrown away by mutants.py.
"""
import collections
import hashlib
import json
import re

Mutant = collections.namedtuple("Mutant", "key kind path line operator old new")

# What is read, by kind.
SOURCES = {
    "engine": ("engine/**/*.[ch]", "engine/**/*.cc"),
    "arena": ("arena/**/*.[ch]", "arena/**/*.cc"),
    "bots": ("bots/**/*.[ch]",),
    "python": ("python/skat_arena/*.py",),
    "page": ("arena/report/page/*.js",),
}
CODE = ("engine", "arena", "bots")
NOT_CODE = ("arena/new_bot/templates/", "arena/report/page/")

TEXT = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
C_NOISE = re.compile(rf"/\*.*?\*/|//[^\n]*|{TEXT}|`(?:\\.|[^`\\])*`", re.S)
PY_NOISE = re.compile(rf'""".*?"""|#[^\n]*|{TEXT}', re.S)

# Operator, what is searched, and what replaces it.
SWAPS = [("comparison", rf"(?<= ){old}(?= )", new) for old, new in
         (("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("==", "!="), ("!=", "=="),
          ("===", "!=="), ("!==", "==="))] + \
        [("arithmetic", rf"(?<= ){re.escape(old)}(?= )", new) for old, new in
         (("+", "-"), ("-", "+"), ("+=", "-="), ("-=", "+="))] + \
        [("logic", r"(?<= )&&(?= |$)", "||"), ("logic", r"(?<= )\|\|(?= |$)", "&&")]
RETURNS = [("return", rf"\breturn {old};", f"return {new};") for old, new in
           (("true", "false"), ("false", "true"), ("0", "1"), ("-1", "0"))]
PY_SWAPS = [("logic", r"(?<= )and(?= )", "or"), ("logic", r"(?<= )or(?= )", "and"),
            ("return", r"\breturn True\b", "return False"),
            ("return", r"\breturn False\b", "return True")]
CONSTANT = re.compile(r"(?<![\w.])\d+(?![\w.])")
STATEMENT = re.compile(r"\s+(?!(?:return|goto|break|continue|case|default|else|if|for|while|do|"
                       r"switch|sizeof|free|assert|static_assert|const|let|var)\b)"
                       r"[A-Za-z_][\w.\[\]>-]*(?: (?:[-+|&^*]|<<|>>)?= .*|\(.*\));")


def blanked(noise, text):
    """The text with everything that `noise` matches replaced by as many blanks."""
    return noise.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def closing(line, start):
    """The place of the parenthesis that closes the one at `start`, or -1."""
    depth = 0
    for place in range(start, len(line)):
        depth += {"(": 1, ")": -1}.get(line[place], 0)
        if depth == 0:
            return place
    return -1


def substituted(line, start, end, new):
    return line[:start] + new + line[end:]


def swapped(line, clean, table):
    for operator, pattern, new in table:
        for match in re.finditer(pattern, clean):
            yield operator, substituted(line, match.start(), match.end(), new)


def incremented(line, clean):
    for match in CONSTANT.finditer(clean):
        yield "constant", substituted(line, match.start(), match.end(), str(int(match[0]) + 1))


def negated(line, clean):
    for match in re.finditer(r"\bif \(", clean):
        end = closing(clean, match.end() - 1)
        if end > 0:
            inside = line[match.end():end]
            yield "condition", substituted(line, match.end(), end, f"!({inside})")


def deleted(line, clean, before):
    whole = not before or before[-1] in ";{}):" or before.endswith("else")
    if whole and STATEMENT.fullmatch(clean.rstrip()) and clean.count("(") == clean.count(")"):
        indent = len(line) - len(line.lstrip())
        yield "deletion", line[:indent] + ";"


def lines_of(text, noise):
    """Number, line, and the line without comments and strings."""
    clean = blanked(noise, text).split("\n")
    return ((number, line, clean[number]) for number, line in enumerate(text.split("\n")))


def of_c(text):
    """Number of a line, operator and new text of the line, for C, C++ and JavaScript."""
    before = ""
    for number, line, clean in lines_of(text, C_NOISE):
        if clean.strip() and not clean.startswith("#") and "assert" not in clean:
            for change in (*swapped(line, clean, SWAPS + RETURNS), *incremented(line, clean),
                           *negated(line, clean), *deleted(line, clean, before)):
                yield number, *change
        before = clean.strip() or before


def of_python(text):
    for number, line, clean in lines_of(text, PY_NOISE):
        for change in (*swapped(line, clean, SWAPS[:6] + PY_SWAPS), *incremented(line, clean)):
            yield number, *change
        match = re.fullmatch(r"(\s*(?:el)?if )(.*):\s*", clean)
        if match:
            condition = line[match.end(1):match.end(2)]
            yield number, "condition", f"{match[1]}not ({condition}):"


def key_of(path, text, number, new):
    """The same for the same change of the same file: results stay valid until the file changes."""
    return hashlib.sha256(json.dumps([path, text, number, new]).encode()).hexdigest()[:12]


def candidates(root, kind):
    """All mutants of a kind."""
    for path in sorted({path for pattern in SOURCES[kind] for path in root.glob(pattern)}):
        name = path.relative_to(root).as_posix()
        if kind in CODE and name.startswith(NOT_CODE):
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for number, operator, new in (of_python if path.suffix == ".py" else of_c)(text):
            key = key_of(name, text, number, new)
            yield Mutant(key, kind, name, number + 1, operator, lines[number], new)


def rank(*words):
    return hashlib.sha256(" ".join(map(str, words)).encode()).digest()


def sample(root, kind, seed):
    """The mutants of a kind in the order in which they are drawn, one a line, so that a line with
    many operators is not drawn sooner. The order of two depends on their lines alone: a change
    elsewhere leaves the rest of a sample as it is."""
    taken = {}
    by_change = sorted(candidates(root, kind), key=lambda found: rank(seed, found.old, found.new))
    for mutant in by_change:
        taken.setdefault((mutant.path, mutant.line), mutant)
    return sorted(taken.values(), key=lambda found: rank(seed, found.path, found.old))
