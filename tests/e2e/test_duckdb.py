# SPDX-License-Identifier: MIT
"""Tables of the program in DuckDB, as docs/results.md reads them; skipped where it is not installed (`make deps`, by npm)."""
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from harness import *

DUCKDB = ROOT / "build" / "duckdb"
pytestmark = pytest.mark.skipif(not (DUCKDB / "node_modules" / "@duckdb" / "node-api").is_dir() or not shutil.which("node"),
                                reason="there is no DuckDB (make deps, which needs npm)")
QUERY = """
const { DuckDBInstance } = require(require.resolve("@duckdb/node-api", { paths: [process.argv[1]] }));
DuckDBInstance.create().then((base) => base.connect()).then(async (connection) => {
    let rows = [];
    for (const sql of process.argv.slice(2))
        rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
    console.log(JSON.stringify(rows));
}).catch((error) => { console.error(error); process.exit(1); });
"""


def ask(*sql: str) -> list[dict[str, Any]]:
    """The rows of the last of these statements."""
    done = subprocess.run(["node", "-e", QUERY, str(DUCKDB), *sql], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


class TestTables(RunTest):
    def tables(self) -> tuple[list[dict[str, Any]], Path, Path]:
        folder = self.play(bots={"stammtisch": "stammtisch", "other": "stammtisch"}, seats=["stammtisch", "other", "stammtisch"],
                           schedule="rotations", deals=60, rules="isko")
        paths = [self.temp / f"{which}.csv" for which in ("games", "seats")]
        for path in paths:
            assert arena("export", folder, "--csv", path.stem, "--out", path).returncode == OK
        return read_lines(folder), paths[0], paths[1]

    def test_types_are_found(self) -> None:
        _, games, seats = self.tables()
        types = {row["column_name"]: row["column_type"] for row in ask(f"DESCRIBE SELECT * FROM '{games}'")}
        assert {types[name] for name in ("hand", "ouvert", "won", "overbid", "schneider", "schwarz")} == {"BOOLEAN"}
        assert {types[name] for name in ("game", "deal", "bid", "points", "value", "signed", "doublings", "swing")} == {"BIGINT"}
        assert {types[name] for name in ("dealer", "contract", "type", "status")} == {"VARCHAR"}
        types = {row["column_name"]: row["column_type"] for row in ask(f"DESCRIBE SELECT * FROM '{seats}'")}
        assert types["fault"] == types["won"] == "BOOLEAN" and types["score"] == types["classic"] == "BIGINT"

    def test_a_null_game_is_no_missing_value(self) -> None:
        """And what a game does not have is: counts by type, and of what is missing, as in the log."""
        lines, games, _ = self.tables()
        found = {row["type"]: int(row["n"]) for row in ask(f"SELECT type, count(*) AS n FROM '{games}' GROUP BY type")}
        contracts = [line.get("contract") or "" for line in lines]
        assert found["null"] == sum(contract.startswith("N") for contract in contracts) > 0 and None not in found
        [missing] = ask(f"SELECT count(*) AS n, sum(value) AS value, sum(signed) AS signed FROM '{games}' WHERE won IS NOT NULL")
        declared = [line["result"] for line in lines if line["declarer"] is not None]
        assert int(missing["n"]) == len(declared) < len(lines)
        assert int(missing["value"]) == sum(result["value"] for result in declared)
        assert int(missing["signed"]) == sum(result["signed"] for result in declared) != int(missing["value"])

    def test_the_question_of_the_page(self) -> None:
        lines, _, seats = self.tables()
        page = (ROOT / "docs" / "results.md").read_text()
        sql = page.split("```sql\n")[1].split("```")[0]
        rows = ask(sql.replace("'seats.csv'", f"'{seats}'"))
        assert sum(int(row["games"]) for row in rows) == sum(line["declarer"] is not None for line in lines)
        for row in rows[:3]:
            of = [line for line in lines if line["declarer"] is not None and row["bot"] == line["table"][line["seats"][line["declarer"]]]]
            assert int(row["games"]) <= len(of)

    def test_parquet_has_the_same_rows(self) -> None:
        """By the command of the page."""
        _, games, _ = self.tables()
        page = (ROOT / "docs" / "results.md").read_text()
        sql = next(block.split("```")[0] for block in page.split("```sql\n")[1:] if "parquet" in block)
        copy = sql.replace("'games.csv'", f"'{games}'").replace("'games.parquet'", f"'{self.temp}/games.parquet'")
        rest = f"SELECT * FROM '{games}'", f"SELECT * FROM '{self.temp}/games.parquet'"
        [differ] = ask(copy, f"SELECT count(*) AS n FROM (({rest[0]} EXCEPT ALL {rest[1]}) UNION ALL ({rest[1]} EXCEPT ALL {rest[0]}))")
        [count] = ask(f"SELECT count(*) AS n FROM '{self.temp}/games.parquet'")
        assert int(differ["n"]) == 0 and int(count["n"]) == 180
