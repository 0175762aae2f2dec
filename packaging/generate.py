#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what is made from tables of the sources.

    generate.py [--check] PROGRAM       the committed files: `make generate`
    generate.py --docs FOLDER PROGRAM   the reference, which is not committed: `make docs`

Each part has one source. Headers and schemas are committed, so that they can be read without building anything. --check writes
nothing, names the files that are stale, and fails if there is one.
"""
import functools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wrap_comments import wrapped

ROOT = Path(__file__).resolve().parent.parent


def says(program: str, *arguments: str) -> str:
    """What the program prints."""
    return subprocess.run([program, *arguments], check=True, capture_output=True,
                          encoding="utf-8").stdout


def json_text(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


# ---- bots/skat_bot.h: decisions, actions and views, from the headers of the engine ----------------

ENGINE = ("engine/decision.h", "engine/game/table.h", "engine/game/view.h")
# Where a name is not that of the engine with SKAT_BOT_ for SKAT_.
ENUMERATORS = {"SKAT_ACTION_NONE": "SKAT_BOT_ACTION_NONE"}
# Members of a view that are structs in the engine, and the names of their fields that differ in the ABI.
PARTS: dict[str, dict[str, str]] = {
    "skat_table": {}, "skat_extra": {}, "skat_turned": {"count": "turned", "cards": "turned_cards"},
    "skat_called": {}}
ENUMS = ("decision_kind", "action_kind")
STRUCTS = ("decision", "action", "view")


def body_of(text: str, kind: str, name: str) -> str:
    """The lines between the braces of a struct or enum."""
    match = re.search(rf"^{kind} {name} \{{\n(.*?)^\}};", text, re.S | re.M)
    if not match:
        raise SystemExit(f"generate.py: no header of the engine has {kind} {name}")
    return match[1]


def comment_before(text: str, name: str) -> str:
    """The comment above a struct, or nothing."""
    match = re.search(rf"(/\*(?:(?!\*/).)*\*/)\nstruct {name} \{{", text, re.S)
    return match[1] + "\n" if match else ""


def to_abi(code: str) -> str:
    """A name of the engine in the ABI."""
    code = re.sub(r"\bSKAT_ACTION_\w+", lambda name: ENUMERATORS.get(
        name[0], name[0].replace("SKAT_ACTION_", "SKAT_BOT_")), code)
    code = re.sub(r"\bSKAT_(?!BOT_)(\w+)", r"SKAT_BOT_\1", code)
    code = re.sub(r"\bskat_(cards|card|contract|decision_kind|action_kind)\b", r"skat_bot_\1", code)
    return re.sub(r"(?<![\w.])(NOBODY|DUTY_\w*)", r"SKAT_BOT_\1", code)


def enum_of(text: str, name: str) -> str:
    """The enumerators with their numbers; the last one, which counts them, stays in the engine."""
    lines, number = [], 0
    for line in body_of(text, "enum", f"skat_{name}").rstrip("\n").split("\n"):
        match = re.match(r"(\s*)(SKAT_\w+)(,?)(.*)$", line)
        if match and not match[3]:
            continue
        if match:
            line = f"{match[1]}{to_abi(match[2])} = {number},{to_abi(match[4])}"
            number += 1
        lines.append(line if match else to_abi(line))
    last = max(number for number, line in enumerate(lines) if re.search(r" = \d+,", line))
    lines[last] = re.sub(r"( = \d+),", r"\1", lines[last], count=1)
    return "\n".join(lines) + "\n"


def fields_of(text: str, name: str, renamed: dict[str, str] | None = None) -> str:
    """The fields of a struct, with the structs of PARTS taken apart."""
    out = []
    for line in body_of(text, "struct", name).rstrip("\n").split("\n"):
        part = re.match(r"\s*struct (\w+) \w+;", line)
        if part and part[1] in PARTS:
            comment = "" if part[1] in ("skat_table",) else comment_before(text, part[1])
            out += ["    " + row if row.startswith("/*") else "    " + row
                    for row in comment.rstrip("\n").split("\n") if row]
            out += fields_of(text, part[1], PARTS[part[1]]).rstrip("\n").split("\n")
            continue
        for old, new in (renamed or {}).items():
            line = re.sub(rf"^(\s*\w+ ){old}\b", rf"\g<1>{new}", line)
        out.append(to_abi(line))
    return "\n".join(out) + "\n"


BESIDE = re.compile(r"(?<=[,;}0-9]) +(/\*(?:(?!\*/).)*\*/)", re.S)


def formatted(text: str) -> str:
    """The header as clang-format lays it out, with the comments beside generated code, marked by mark(),
    wrapped behind it."""
    marks = re.findall(r"/\*@(.*?)@\*/", text, re.S)
    short = re.sub(r"/\*@.*?@\*/", "/*@*/", text, flags=re.S)
    done = subprocess.run(["clang-format", "--assume-filename=bots/skat_bot.h"], input=short, cwd=ROOT,
                          check=True, capture_output=True, encoding="utf-8").stdout
    for words in marks:
        done = wrapped(done.replace("/*@*/", f"/* {words} */", 1), first=done.index("/*@*/"))
    return done


def mark(body: str) -> str:
    """Comments beside code on one line each, so that formatted() finds them."""
    return BESIDE.sub(lambda match: " /*@" + re.sub(r"\s*\n\s*", " ", match[1][2:-2]).strip() + "@*/",
                      body)


def skat_bot_h(_program: str, text: str) -> str:
    engine = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ENGINE)
    parts = [("enum", name, enum_of(engine, name)) for name in ENUMS]
    parts += [("struct", name, fields_of(engine, f"skat_{name}")) for name in STRUCTS]
    for kind, name, body in parts:
        head = f"{kind} skat_bot_{name} {{\n"
        begin = text.index(head) + len(head)
        text = text[:begin] + mark(body) + text[text.index("\n};", begin) + 1:]
    return formatted(text)


# ---- what the program says of itself --------------------------------------------------------------

COVERAGE_HEAD = """# Rules of the sources, and what shows them

Each row has a rule in our words, its place in the source, the option that plays it, and what shows that it is played: a *game* of
the list at the end, or a *test*. Other rows say what was *decided* instead, or why there is *nothing to play*. The rows with a number
are the rules of the Swedish, Turnéskat, Dutch, Wikipedia and Danish texts.

A test replays each game under its rules and compares the score. If a row has an option, its game is refused without this option. Other
rows name the parts of the rules that their game *needs*: a second scorekeeper that lacks one of them finds another score, or refuses
the game.

| | source | rule | option | what shows it |
| --- | --- | --- | --- | --- |
"""

COVERAGE_GAMES = """
## Games

Each game has its rule set, with the options that differ; the options under which it is refused; its cards and moves, as in a log
(docs/formats.md); and its score, seat by seat.

| game | rules | not by | cards and moves | score |
| --- | --- | --- | --- | --- |
"""


def options_words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in options.items()).replace('"', "")


def coverage_game(name: str, game: dict[str, Any]) -> str:
    line = json.loads(game["line"])
    differ = {option: value for option, value in game.get("otherwise", {}).items() if game["rules"].get(option) != value}
    score = ", ".join(f"{points:+}" for points in game["score"])
    rules = " ".join(filter(None, (game["set"], options_words(game["rules"]))))
    cards = line["cards"].replace("|", "\\|")
    return f"| {name} | {rules} | {options_words(differ)} | `{cards}` `{line['moves']}` | {score} |"


def coverage_md(_program: str) -> str:
    """The rules, and the moves and the score of each game."""
    coverage = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text(encoding="utf-8"))
    lines = []
    for row in coverage["rows"]:
        needs = f", needs {'; '.join(row['parts'])}" if "parts" in row else ""
        shown = (f"game {row['game']}{needs}" if "game" in row else f"`{row['test']}`" if "test" in row
                 else f"decided: {row['reason']}" if "reason" in row else f"nothing to play: {row['not_applicable']}")
        option = f"`{row['option']}`" if "option" in row else ""
        lines.append(f"| {row.get('row', '')} | {row['source']} | {row['rule']} | {option} | {shown} |")
    games = [coverage_game(name, game) for name, game in coverage["games"].items()]
    return COVERAGE_HEAD + "\n".join(lines) + "\n" + COVERAGE_GAMES + "\n".join(games) + "\n"


Structs = dict[str, list[dict[str, Any]]]

FIELDS_HEAD = """# Fields of result files

Each field of the files that hold statistics, with its type and meaning. docs/formats.md says what the numbers mean together. A field
that is not *always* there is missing where its meaning says so.
"""

# Of types that are no structs.
JSON_TYPES: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer"}, "integer or null": {"type": ["integer", "null"]},
    "number": {"type": "number"}, "number or null": {"type": ["number", "null"]},
    "text": {"type": "string"}, "text or null": {"type": ["string", "null"]},
    "boolean": {"type": "boolean"}, "boolean or null": {"type": ["boolean", "null"]}, "any": {},
    "array of integers": {"type": "array", "items": {"type": "integer"}},
    "array of texts": {"type": "array", "items": {"type": "string"}},
    "object of integers": {"type": "object", "additionalProperties": {"type": "integer"}}}


@functools.cache
def described_fields(program: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(says(program, "--describe=fields"))
    told["structs"]["bot_summary"][1:1] = [{"type": "integer", "of": None, "presence": "always"} | counter for counter in told["counters"]]
    return told


def rows_of(structs: Structs, name: str) -> Iterator[dict[str, Any]]:
    """The rows of a struct, with those of structs whose fields are its own."""
    for row in structs[name]:
        if row["type"] == "embedded":
            yield from rows_of(structs, row["of"])
        else:
            yield row


def tables_of(structs: Structs, name: str, done: set[str]) -> list[str]:
    """The table of a struct, then those of its members that have none yet."""
    rows = list(rows_of(structs, name))
    lines = ["", f"### {name}", "", "| key | type | always | meaning |", "| --- | --- | --- | --- |"]
    for row in rows:
        kind = row["type"] + (f" of [{row['of']}](#{row['of']})" if row["of"] else "")
        lines.append(f"| `{row['key']}` | {kind.replace('of objects of', 'of')} | {'yes' if row['presence'] == 'always' else 'no'} |"
                     f" {row['meaning']} |")
    for row in rows:
        if row["of"] and row["of"] not in done:
            done.add(row["of"])
            lines += tables_of(structs, row["of"], done)
    return lines


def fields_md(program: str) -> str:
    told = described_fields(program)
    lines, done = [FIELDS_HEAD], set(told["files"].values())
    for file, struct in told["files"].items():
        each = " (each line)" if file.endswith("l") else ""
        lines += ["", f"## {file}{each}", *tables_of(told["structs"], struct, done)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def schema_of_row(row: dict[str, Any]) -> dict[str, Any]:
    of: dict[str, Any] = {"$ref": f"#/$defs/{row['of']}"}
    structs: dict[str, dict[str, Any]] = {
        "object": of, "object or null": {"anyOf": [of, {"type": "null"}]}, "array": {"type": "array", "items": of},
        "object of objects": {"type": "object", "additionalProperties": of}}
    return structs.get(row["type"]) or JSON_TYPES[row["type"]]


def schema_of_struct(structs: Structs, limits: dict[str, Any], name: str) -> dict[str, Any]:
    """An object with these fields. `limits` says what a value is besides its type, by "struct.key", or by ".key" in all structs."""
    properties, required = {}, []
    for row in rows_of(structs, name):
        properties[row["key"]] = {"description": row["meaning"], **schema_of_row(row),
                                  **limits.get(f".{row['key']}", {}), **limits.get(f"{name}.{row['key']}", {})}
        if row["presence"] == "always":
            required.append(row["key"])
    return {"type": "object", "required": required, "properties": properties}


def structs_in(structs: Structs, name: str) -> Iterator[str]:
    """Those of its fields, of their fields, and so on."""
    for row in rows_of(structs, name):
        if row["of"]:
            yield row["of"]
            yield from structs_in(structs, row["of"])


def fields_schema(program: str, path: str, file: str) -> str:
    """Of a file that is made of fields; packaging/field_limits.json says what values are besides their type."""
    told, limits = described_fields(program), json.loads((ROOT / "packaging" / "field_limits.json").read_text(encoding="utf-8"))
    struct, structs = told["files"][file], told["structs"]
    of = {name: schema_of_struct(structs, limits, name) for name in dict.fromkeys([struct, *structs_in(structs, struct)])}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema",
              "$id": f"urn:skat-arena:{version()}:{Path(path).name.removesuffix('.schema.json')}",
              "title": f"a line of {file}" if file.endswith("l") else file, **of.pop(struct)}
    more = {key[1:]: value for key, value in limits.items() if key.startswith("#")}  # parts of limits
    while missing := more.keys() & set(re.findall(r'"#/\$defs/(\w+)"', json.dumps([schema, of]))) - of.keys():
        of |= {name: more[name] for name in missing}
    return json_text(schema | ({"$defs": dict(sorted(of.items()))} if of else {}))


def version() -> str:
    """The major version, which is that of the formats."""
    found = re.search(r'ARENA_VERSION "(\d+)\.', (ROOT / "arena" / "base" / "version.h").read_text(encoding="utf-8"))
    assert found
    return found[1]


def options(program: str) -> dict[str, Any]:
    reference: dict[str, Any] = json.loads(says(program, "rules", "reference", "--json"))["properties"]
    return {name: {"description": f"the options of {name}", **option} for name, option in reference.items()}


def manifest_schema(program: str, text: str) -> str:
    """Which options a game has, the program checks."""
    schema = json.loads(text)
    schema["properties"]["rules"]["properties"] = options(program)
    return json_text(schema)


DERIVED = ("deck", "hand_cards", "aside_cards", "ladder", "hand_is_no_level", "ouvert_needs_hand", "base_values", "ouvert_base")


def pipe_schema(program: str, text: str) -> str:
    """The options that bots are told, then what follows from them (bots/pipe/messages.c)."""
    schema = json.loads(text)
    rules = schema["$defs"]["rules"]
    known = options(program)
    derived = {name: rules["properties"][name] for name in rules["properties"] if name in DERIVED}
    rules["properties"] = {**known, **derived}
    rules["required"] = list(rules["properties"])
    return json_text(schema)


def config_schema(program: str, text: str) -> str:
    """The options of the rules that a config may change; the rest is written by hand."""
    schema = json.loads(text)
    known = options(program)
    dotted = {f"{name}.{part}": value for name, option in known.items() for part, value in option.get("properties", {}).items()}
    schema["$defs"]["rules"]["properties"] = {
        "extends": {"type": "string", "description": "the rule set that these options change"},
        "description": {"type": "string", "description": "what the rule set is"},
        "description_de": {"type": "string", "description": "the description in German"}, **known, **dotted}
    return json_text(schema)


FILES = {
    "bots/skat_bot.h": skat_bot_h,
    "results/schemas/manifest.schema.json": manifest_schema,
    "results/schemas/config.schema.json": config_schema,
    "bots/pipe/protocol.schema.json": pipe_schema,
}
# Schemas that are made from the rows of fields, by the files that they are of.
FIELD_SCHEMAS = {
    "results/schemas/summary.schema.json": "summary.json",
    "results/schemas/study.schema.json": "study.json",
    "results/schemas/populations.schema.json": "populations.json",
    "results/schemas/tune.schema.json": "tune.json",
    "results/schemas/tune-round.schema.json": "tune.jsonl",
    "results/schemas/grid.schema.json": "grid.json",
    "results/schemas/history.schema.json": "history.json",
    "results/schemas/bisect.schema.json": "bisect.json",
    "results/schemas/fault.schema.json": "faults.jsonl",
    "results/schemas/redeal.schema.json": "redeals.jsonl",
}


def options_md(program: str) -> str:
    """Options of rule sets, and the source of each option in the house rules."""
    sources = json.loads((ROOT / "tests" / "data" / "house-rules.json").read_text(encoding="utf-8"))
    rows = "".join(f"| `{name}` | `{option}` | {source} |\n" for name, of in sources.items() for option, source in of.items())
    return (f"# Options of rule sets\n\n{says(program, 'rules', 'reference')}\n## Sources of the house rules\n\n"
            f"Options that are not listed are official.\n\n| set | option | source |\n| --- | --- | --- |\n{rows}")


# The reference, which `make docs` writes into a folder of the build.
DOCS = {"fields.md": fields_md, "rule-options.md": options_md, "rules-coverage-table.md": coverage_md}


def write_docs(folder: Path, program: str) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in DOCS.items():
        (folder / name).write_text(page(program), encoding="utf-8")
    return 0


def main() -> int:
    if "--docs" in sys.argv:
        return write_docs(Path(sys.argv[2]), os.path.abspath(sys.argv[-1]))
    check = "--check" in sys.argv
    program = os.path.abspath(sys.argv[-1])
    stale = []
    for name in (*FILES, *FIELD_SCHEMAS):
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        new = FILES[name](program, text) if name in FILES else fields_schema(program, name, FIELD_SCHEMAS[name])
        if new != text:
            stale.append(name)
            if not check:
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'stale; run `make generate`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
