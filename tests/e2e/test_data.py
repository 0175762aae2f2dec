# SPDX-License-Identifier: MIT
"""From a run to a plot, as docs/data.md shows it; and tables of Python as Parquet."""
import os
import re
import shutil
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from harness import *

np = pytest.importorskip("numpy")
use_package()
import skat_arena  # noqa: E402
from skat_arena import SkatError  # noqa: E402

CONFIG = {"name": "run", "bots": {"random": "random", "s": "stammtisch"}, "seats": ["s", "s", "random"], "schedule": "rotations",
          "deals": 6, "seed": 4, "rules": "isko"}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return skat_arena.run(CONFIG, tmp_path_factory.mktemp("data") / "run")


@pytest.mark.parametrize("language, of", (("python", "import pandas"), ("r", "")), ids=("pandas", "R"))
def test_five_lines_make_a_plot(language, of, run, tmp_path):
    if language == "r" and not shutil.which("Rscript"):
        pytest.skip("R is not installed: the lines of docs/data.md for it were not run")
    for module in ("pandas", "matplotlib") if language == "python" else ():
        pytest.importorskip(module, reason=f"{module} is not installed: the lines of docs/data.md for pandas were not run")
    code = re.search(rf"```{language}\n({of}.*?)```", (ROOT / "docs" / "data.md").read_text(), re.S)
    assert code and len(code[1].splitlines()) == 5
    assert arena("export", run.folder, "--csv", "seats", "--out", tmp_path / "seats.csv").returncode == OK
    environment = {**os.environ, "MPLBACKEND": "Agg", "MPLCONFIGDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code[1]] if language == "python" else ["Rscript", "-e", code[1]], check=True, cwd=tmp_path,
                   env=environment, capture_output=True)
    assert (tmp_path / "won.png").read_bytes()[:4] == b"\x89PNG"


def test_decisions_are_a_flat_table(run):
    """The same rows as for programs that learn, in words."""
    rows = run.decisions()
    assert list(rows) == ["game", "session", "deal", "seat", "position", "decision", "action", "score", "seeger", "bot"]
    assert set(rows["position"]) == {"forehand", "middlehand", "rearhand"} and set(rows["bot"]) == {"random", "s"}
    for line in run.lines():
        own = rows["game"] == line["game"]
        cards = [action for action, decision in zip(rows["action"][own], rows["decision"][own]) if decision == "card" and len(action) == 2]
        assert cards == re.findall(r"\d ([DHSC][6-9TJQKA])(?= |$)", line["moves"])
        for seat, score in enumerate(line["score"]):
            assert set(rows["score"][own & (rows["seat"] == seat)]) <= {score}
    whole = arena("export", run.folder, "--decisions", "csv").stdout.splitlines()
    assert len(whole) == len(rows["game"]) + 1
    refused = arena("export", run.folder, "--decisions", "npz", "--out", "x", "--no-observation")
    assert refused.returncode == 64 and "--no-observation: is for --decisions csv" in refused.stderr


class Arrow(ModuleType):
    """Stands in for pyarrow, which Debian does not have: arrays as lists with None."""

    def __init__(self) -> None:
        super().__init__("pyarrow")
        self.written: dict[str, list[Any]] = {}
        self.DictionaryArray = self

    def array(self, values: Any, mask: Any) -> list[Any]:
        return [None if missing else value for value, missing in zip(values.tolist(), mask.tolist(), strict=True)]

    def from_arrays(self, codes: list[Any], words: list[str]) -> list[Any]:
        return [None if code is None else words[code] for code in codes]

    def table(self, columns: dict[str, Any]) -> dict[str, Any]:
        return columns

    def write_table(self, table: dict[str, Any], out: Any) -> None:
        self.written = table
        out.write(b"PAR1")


@pytest.mark.parametrize("which", ("games", "seats", "decisions"))
def test_parquet_has_the_values_of_the_table(which, run, tmp_path, monkeypatch):
    arrow = Arrow()
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, arrow)
    run.save_parquet(tmp_path / "table.parquet", which)
    assert (tmp_path / "table.parquet").read_bytes() == b"PAR1"
    wanted = getattr(run, which)()
    assert list(arrow.written) == list(wanted)
    for name, values in wanted.items():
        found = arrow.written[name]
        assert found == [None if value != value else value for value in values.tolist()], name
        assert not any(isinstance(value, float) for value in found), name


def test_pyarrow_reads_the_table(run, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: no Parquet file was written by it")
    run.save_parquet(tmp_path / "seats.parquet", "seats")
    read = parquet.read_table(tmp_path / "seats.parquet").to_pydict()
    assert read["bot"] == run.seats()["bot"].tolist() and read["score"] == run.seats()["score"].tolist()


def test_without_pyarrow_the_error_says_what_to_do(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SkatError, match=r"pyarrow is not installed .* save_columns\(\)"):
        run.save_parquet(tmp_path / "table.parquet")
