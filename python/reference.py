# SPDX-License-Identifier: MIT
"""Writes docs/python.md, the reference of the package, from its docstrings: `/usr/bin/python3 python/reference.py > docs/python.md`."""
from __future__ import annotations

import inspect
import re
import sys
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent))
import skat_arena  # noqa: E402

# skat_arena.gym is described whether or not gymnasium is installed: without what its classes inherit.
_gymnasium, _vector = ModuleType("gymnasium"), ModuleType("gymnasium.vector")
vars(_gymnasium).update(Env=object, register=lambda *_, **__: None)
vars(_vector).update(VectorEnv=object)
with patch.dict(sys.modules, {"gymnasium": _gymnasium, "gymnasium.vector": _vector}):
    import skat_arena.gym  # noqa: E402


def signature(of: object) -> str:
    """The signature as in the source, without a self."""
    try:
        found = inspect.signature(of)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "()"
    parameters = [parameter for name, parameter in found.parameters.items() if name not in ("self", "cls")]
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(found.replace(parameters=parameters)))  # types are quoted


def text(of: object) -> str:
    """The docstring with its blocks of attributes as they are."""
    lines = (inspect.getdoc(of) or "").splitlines()
    out: list[str] = []
    for line in lines:
        block = line.startswith("  ") or bool(line.split("  ")[1:]) and not line.startswith(" ")
        if block and (not out or not out[-1].startswith("    ")):
            out.append("")
        out.append("    " + line if block else line.replace("<", "&lt;"))
    return "\n".join(out)


def members(of: type) -> list[tuple[str, object, bool]]:
    """Public methods and properties that the class defines itself, in the order of the source."""
    found: list[tuple[str, object, bool]] = []
    for name, value in vars(of).items():
        if name.startswith("_"):
            continue
        if isinstance(value, property):
            found.append((name, value.fget, True))
        elif isinstance(value, (staticmethod, classmethod)):
            found.append((name, value.__func__, False))
        elif inspect.isfunction(value):
            found.append((name, value, False))
    return found


def page() -> str:
    """The whole page."""
    out = ["# The Python package", "",
           "Generated from its docstrings by `python/reference.py`; [learning](learning.md) shows how it is used.", ""]
    for name in [*skat_arena.__all__, "gym.SkatEnv", "gym.SkatVectorEnv"]:
        of = attrgetter(name)(skat_arena)
        if inspect.ismodule(of):
            out += [f"## {name}", "", text(of), ""]
            for function, value in vars(of).items():
                if inspect.isfunction(value) and value.__module__ == of.__name__:
                    out += [f"**`{name}.{function}{signature(value)}`** {text(value)}", ""]
        elif inspect.isclass(of):
            own = signature(of) if "__init__" in vars(of) or hasattr(of, "__dataclass_fields__") else ""
            out += [f"## {name}", "", f"`{name}{own}`", "", text(of), ""]
            for member, value, is_property in members(of):
                call = "" if is_property else signature(value)
                out += [f"**`{name}.{member}{call}`** {text(value)}", ""]
        elif inspect.isfunction(of):
            out += [f"## {name}", "", f"`{name}{signature(of)}`", "", text(of), ""]
    constants = [name for name in skat_arena.__all__ if not callable(getattr(skat_arena, name)) and not inspect.ismodule(
        getattr(skat_arena, name)) and not name.startswith("_")]
    out += ["## Constants", "", f"`{'`, `'.join(constants)}`; `rules.py` and `game.py` say what they are.", ""]
    for title in ("OBSERVATION", "OBSERVATION_2", "OPEN_CARDS"):
        out += [f"### {title}", "", "| part | from | shape | what it is |", "| --- | --- | --- | --- |"]
        out += [f"| `{name}` | {place.start} | {' x '.join(map(str, shape))} | {what} |"
                for name, (place, shape, what) in getattr(skat_arena, title).items()]
        out.append("")
    return "\n".join(out).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
