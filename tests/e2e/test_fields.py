# SPDX-License-Identifier: MIT
"""The schemas in results/schemas: each property is described, and ajv's strict mode accepts them."""
import functools
import json
import shutil
import subprocess

import pytest

from harness import *

KEYWORDS = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required", "additionalProperties", "items",
            "prefixItems", "minItems", "maxItems", "uniqueItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf", "minLength", "maxLength", "pattern", "enum", "const", "anyOf", "oneOf", "allOf", "not", "if", "then", "else",
            "minProperties", "maxProperties", "dependentRequired", "propertyNames", "patternProperties", "default", "examples", "$comment"}
# Keywords that are about values of one type.
OF_TYPE = {
    "object": {"properties", "required", "additionalProperties", "minProperties", "maxProperties", "dependentRequired", "propertyNames",
               "patternProperties"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"}, "string": {"minLength", "maxLength", "pattern"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}}
SCHEMA_FILES = sorted(SCHEMAS.glob("*.json"))


def inner(schema):
    """The schemas directly in a schema, with their places; and whether each is of the same value."""
    for key in ("properties", "patternProperties", "$defs"):
        for name, one in schema.get(key, {}).items():
            yield f"{key}.{name}", one, False
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield key, schema[key], False
    for number, one in enumerate(schema.get("prefixItems", ())):
        yield f"prefixItems.{number}", one, False
    for key in ("anyOf", "oneOf", "allOf"):
        for number, one in enumerate(schema.get(key, ())):
            yield f"{key}.{number}", one, True
    for key in ("not", "if", "then", "else"):
        if key in schema:
            yield key, schema[key], True


def strict_errors(schema, place="$", outer=()):
    """What ajv's strict mode finds: `outer` are the types of the same value in the schema around it."""
    if isinstance(schema, bool):
        return
    yield from (f"{place}: unknown keyword {key}" for key in schema.keys() - KEYWORDS)
    given = schema.get("type", ())
    types = {given} if isinstance(given, str) else set(given)
    if len(types - {"null"}) > 1:
        yield f"{place}: a union of types"
    known = types or set(outer)
    for of, keywords in OF_TYPE.items():
        if schema.keys() & keywords and not known & ({"number", "integer"} if of == "number" else {of}):
            yield f"{place}: {sorted(schema.keys() & keywords)} without type {of}"
    missing = set(schema.get("required", ())) - schema.get("properties", {}).keys()
    yield from (f"{place}: required {key} is not in properties" for key in missing)
    if "prefixItems" in schema and not (schema.get("minItems") == len(schema["prefixItems"]) and (
            schema.get("items") is False or schema.get("maxItems") == len(schema["prefixItems"]))):
        yield f"{place}: prefixItems of any number"
    for inside, one, same in inner(schema):
        yield from strict_errors(one, f"{place}.{inside}", known if same else ())


def undescribed(schema, place="$"):
    """Properties that nothing describes. What repeats a property, to say more of it under a condition, need not."""
    if isinstance(schema, bool):
        return
    for name, one in schema.get("properties", {}).items():
        if isinstance(one, dict) and len(one.get("description", "")) < 3:
            yield f"{place}.{name}"
    for inside, one, same in inner(schema):
        if not (same and inside.split(".")[0] in ("if", "then", "else", "allOf", "not", "anyOf", "oneOf") and "properties" in schema):
            yield from undescribed(one, f"{place}.{inside}")


@pytest.mark.parametrize("path", SCHEMA_FILES, ids=lambda path: path.name.removesuffix(".schema.json"))
def test_schemas_are_strict_and_described(path):
    schema = json.loads(path.read_text())
    assert schema["$id"] == f"urn:skat-arena:2:{path.name.removesuffix('.schema.json')}"
    assert not [*strict_errors(schema)]
    assert not [*undescribed(schema)]


def test_what_is_not_strict_is_found():
    """Planted."""
    for schema, said in (({"typ": "object"}, "unknown keyword typ"), ({"type": ["string", "integer"]}, "a union of types"),
                         ({"properties": {}}, "without type object"), ({"type": "string", "minimum": 1}, "without type number"),
                         ({"type": "object", "required": ["x"]}, "required x"), ({"type": "array", "prefixItems": [True]}, "of any number"),
                         ({"type": "object", "properties": {"x": {"maxLength": 3}}}, "properties.x: ['maxLength']"),
                         ({"type": "object", "allOf": [{"properties": {"x": {"pattern": "a"}}}]}, "properties.x: ['pattern']")):
        assert any(said in line for line in strict_errors(schema)), said
    assert not [*strict_errors({"type": "object", "if": {"properties": {"x": {"const": 1}}}})]
    assert [*undescribed({"type": "object", "properties": {"x": {"type": "string"}}})] == ["$.x"]


@functools.cache
def ajv():
    """A folder in which node finds Ajv of draft 2020-12, or None."""
    find = "console.log(require.resolve('ajv/dist/2020'))"
    places = os.environ.get("NODE_PATH", ""), "/usr/share/nodejs", "/usr/lib/node_modules", "/usr/local/lib/node_modules"
    for folder in places if shutil.which("node") else ():
        if subprocess.run(["node", "-e", find], env=os.environ | {"NODE_PATH": folder}, capture_output=True, check=False).returncode == 0:
            return folder
    return None


def test_ajv_accepts_the_schemas():
    if not ajv():
        pytest.skip("there is no Ajv (npm install ajv; NODE_PATH names its node_modules): the schemas were not compiled")
    script = """const Ajv = require('ajv/dist/2020').default, fs = require('fs');
        const all = new Ajv({strict: true, strictRequired: true, strictTypes: true, strictTuples: true, allErrors: true});
        for (const file of process.argv.slice(1)) all.compile(JSON.parse(fs.readFileSync(file)));"""
    files = [*SCHEMA_FILES, ROOT / "bots" / "pipe" / "protocol.schema.json"]
    done = subprocess.run(["node", "-e", script, *map(str, files)], env=os.environ | {"NODE_PATH": ajv()}, text=True,
                          capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_each_field_says_what_it_means():
    told = json.loads(arena("--describe=fields").stdout)
    assert not [f"{struct}.{row['key']}" for struct, rows in told["structs"].items() for row in rows
                if row["type"] != "embedded" and (len(row["meaning"]) < 3 or row["presence"] != "always" and "missing" not in row["meaning"]
                                                  and "only in" not in row["meaning"])]
