# SPDX-License-Identifier: MIT
"""The fields of result files (arena/result) against the schemas: each is described, with its type, and required where it
is always there."""
import functools
import json

from harness import *

# JSON types of a type of field; None: of any shape.
TYPES = {
    "integer": {"integer"}, "integer or null": {"integer", "null"}, "number or null": {"number", "null"},
    "text": {"string"}, "text or null": {"string", "null"}, "boolean": {"boolean"}, "boolean or null": {"boolean", "null"},
    "object": {"object"}, "object or null": {"object", "null"}, "array": {"array"}, "array of integers": {"array"},
    "array of texts": {"array"},
    "object of objects": {"object"}, "object of integers": {"object"}, "any": None,
}
# Fields that are never in the file.
NOT_WRITTEN = {"tune.json.path": "only in the data of a page: the lines of tune.jsonl"}


@functools.cache
def told():
    return json.loads(arena("--describe=fields").stdout)


def resolved(schema, node):
    """A part of a schema, with what it refers to."""
    while "$ref" in node:
        found = schema
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        node = found | {key: value for key, value in node.items() if key != "$ref"}
    return node


def alternatives(schema, node):
    return [resolved(schema, one) for one in node.get("oneOf", node.get("anyOf", [node]))]


def types_of(schema, node):
    """The JSON types that a part allows; of a constant or a list of words, theirs."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
    found = set()
    for one in alternatives(schema, node):
        if "type" in one:
            found |= {one["type"]} if isinstance(one["type"], str) else set(one["type"])
        else:
            found |= {names[type(word)] for word in one.get("enum", [one["const"]] if "const" in one else [])}
    return found


def member(schema, node, row):
    """The part of a schema that describes a field, or None."""
    found = node.get("properties", {}).get(row["key"]) or node.get("additionalProperties")
    return resolved(schema, found) if isinstance(found, dict) else None


def inside(schema, part, row):
    """Where the members of a field with structs are described."""
    part = next((one for one in alternatives(schema, part) if one.get("type") != "null"), part)
    step = {"array": "items", "object of objects": "additionalProperties"}.get(row["type"])
    return resolved(schema, part.get(step, {})) if step else part


def differences(schema, node, struct, place):
    """Where the schema and the fields of a struct say something else."""
    for row in told()["structs"][struct]:
        where = f"{place}.{row['key']}"
        if row["type"] == "embedded":
            yield from differences(schema, node, row["of"], place)
            continue
        part = member(schema, node, row)
        if part is None:
            yield f"{where}: not in the schema"
            continue
        always = row["presence"] == "always"
        if (row["key"] in node.get("required", [])) != always:
            yield f"{where}: {'always there, but not required' if always else 'required, but not always there'}"
        wanted, allowed = TYPES[row["type"]], types_of(schema, part)
        # A number that is never null, or always whole, may be said to be.
        if wanted and not (allowed == wanted or "number" in wanted and allowed and allowed <= wanted | {"integer"}):
            yield f"{where}: {row['type']}, but the schema has {sorted(allowed) or 'no type'}"
        if row["of"]:
            yield from differences(schema, inside(schema, part, row), row["of"], where)


def test_the_schemas_have_each_field():
    found = []
    for file, struct in told()["files"].items():
        if file.endswith(".json"):
            schema = json.loads((SCHEMAS / file.replace(".json", ".schema.json")).read_text())
            found += differences(schema, schema, struct, file)
    assert [line for line in found if line.split(":")[0] not in NOT_WRITTEN] == [], "mend these in results/schemas"


def test_each_field_says_what_it_means():
    assert not [f"{struct}.{row['key']}" for struct, rows in told()["structs"].items() for row in rows
                if row["type"] != "embedded" and (len(row["meaning"]) < 3 or not row["since"])]


def test_a_difference_is_found():
    """What the test above looks for, planted."""
    for change, said in (
            (lambda schema: schema["properties"].pop("games"), "not in the schema"),
            (lambda schema: schema["required"].remove("games"), "not required"),
            (lambda schema: schema["required"].append("test"), "not always there"),
            (lambda schema: schema["properties"]["games"].update(type="string"), "the schema has"),
            (lambda schema: schema["properties"]["bots"]["items"]["properties"].pop("mean_bid"), "bots.mean_bid: not in")):
        schema = json.loads((SCHEMAS / "summary.schema.json").read_text())
        change(schema)
        assert any(said in line for line in differences(schema, schema, "run_summary", "summary.json")), said
