# SPDX-License-Identifier: MIT
"""weights.c and kontra_weights.c, in 256ths of log odds."""
import re

import hands as h
import kontra

UNIT = 256
INTRO = """// SPDX-License-Identifier: MIT
/* bots/stammtisch/{name} - the weights of {header}, in 256ths of log odds.
 *
 * Written by the programs of fit: fit/README.md says from what. */
#include "bots/stammtisch/{header}"
"""


def number(value):
    return str(int(max(-32000, min(32000, round(float(value) * UNIT)))))


def _lines(values, indent, width=100):
    """The numbers of an array, wrapped, within braces."""
    lines, line = [], ""
    for value in values:
        if len(indent) + len(line) + len(value) + 2 > width:
            lines.append(line.rstrip())
            line = ""
        line += value + ", "
    lines.append(line.rstrip(" ,"))
    return ("\n" + indent).join(lines)


def array(name, values, depth):
    indent = " " * (4 * depth)
    head = f"{indent}.{name} = {{"
    return head + _lines([number(v) for v in values], " " * len(head)) + "},\n"


def rows(name, values, row, depth):
    indent = " " * (4 * depth)
    head = f"{indent}.{name} = {{"
    parts = ["{" + ", ".join(number(v) for v in values[i:i + row]) + "}" for i in range(0, len(values), row)]
    return head + (",\n" + " " * len(head)).join(parts) + "},\n"


def scalar(name, value, depth):
    return " " * (4 * depth) + f".{name} = {number(value)},\n"


def scalars(table, names, values, depth):
    return "".join(scalar(name, values[getattr(table, name.upper())], depth) for name in names)


def _suit(values):
    s = h.Suit
    return (scalars(s, ["bias", "forehand", "per_point", "hand"], values, 2) +
            array("jacks", values[s.JACKS:s.TRUMPS], 2) + rows("trumps", values[s.TRUMPS:s.PLAIN], 8, 2) +
            array("plain", values[s.PLAIN:], 2))


def _grand(values):
    g = h.Grand
    return (scalars(g, ["bias", "forehand", "per_point", "hand"], values, 2) +
            array("jacks", values[g.JACKS:g.PLAIN], 2) + array("plain", values[g.PLAIN:], 2))


def _null(values, depth):
    n = h.Null
    return (scalars(n, ["bias", "forehand", "hand"], values, depth) + array("suit", values[n.SUIT:], depth))


def write(path, before, after):
    stages = (before, after)
    text = INTRO.format(name="weights.c", header="model.h")
    text += "\nconst struct model_trumps model_suit[2] = {\n"
    text += "".join("    {\n" + _suit(stage["suit"]) + "    },\n" for stage in stages) + "};\n"
    text += "\nconst struct model_trumps model_grand[2] = {\n"
    text += "".join("    {\n" + _grand(stage["grand"]) + "    },\n" for stage in stages) + "};\n"
    text += "\nconst struct model_null model_null[2][2] = {\n"
    for stage in stages:
        text += "    {\n" + "".join("        {\n" + _null(stage[kind], 3) + "        },\n"
                                    for kind in ("null", "ouvert")) + "    },\n"
    path.write_text(text + "};\n")


def write_plain_null(path, before, after):
    """Replaces the tables of plain null: the first and the third of model_null."""
    text = path.read_text()
    tables = [found.start() for found in re.finditer(r"\.bias", text) if found.start() > text.index("model_null")]
    for begin, values in ((tables[2], after), (tables[0], before)):
        end = text.index("}", begin)
        text = text[:begin] + _null(values, 3).strip()[:-2] + text[end:]
    path.write_text(text)


def _common(values, depth=1):
    names = ["bias", "by_hand", "bid", "partner_bid", "partner_height", "own_bid"]
    places = values[kontra.PLACES:kontra.PLACES + 6]
    return "".join(scalar(name, values[i], depth) for i, name in enumerate(names)) + rows("places", places, 2, depth)


def write_kontra(path, weights):
    t = kontra.Trumps
    text = INTRO.format(name="kontra_weights.c", header="kontra.h")
    for kind in ("suit", "grand"):
        values = weights[kind]
        text += f"\nconst struct kontra_weights kontra_{kind} = {{\n" + _common(values)
        if kind == "suit":
            text += array("suits", values[t.SUITS:t.JACKS], 1)
        text += array("jacks", values[t.JACKS:t.TRUMPS], 1)
        if kind == "suit":
            text += rows("trumps", values[t.TRUMPS:t.PLAIN], 8, 1)
        text += array("plain", values[t.PLAIN:], 1) + "};\n"
    values = weights["null"]
    text += "\nconst struct kontra_null kontra_null = {\n" + _common(values)
    path.write_text(text + array("cards", values[kontra.Null.CARDS:], 1) + "};\n")
