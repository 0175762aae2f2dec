# SPDX-License-Identifier: MIT
"""Tables of the program in DuckDB, as docs/data.md reads them; skipped where it is not installed (`make long-duckdb`)."""
import json
import shutil
import subprocess
from typing import Any

import pytest

from harness import *

DUCKDB = ROOT / "build" / "duckdb"
pytestmark = pytest.mark.skipif(not (DUCKDB / "node_modules" / "@duckdb" / "node-api").is_dir() or not shutil.which("node"),
                                reason="there is no DuckDB (make long-duckdb, which needs npm)")
QUERY = """
const { DuckDBInstance } = require(require.resolve("@duckdb/node-api", { paths: [process.argv[1]] }));
DuckDBInstance.create().then((base) => base.connect()).then(async (connection) => {
    const rows = [];
    for (const sql of process.argv.slice(2))
        rows.push((await connection.runAndReadAll(sql)).getRowObjectsJson());
    console.log(JSON.stringify(rows));
}).catch((error) => { console.error(error); process.exit(1); });
"""


def ask(*sql: str) -> list[list[dict[str, Any]]]:
    """The rows of each of these statements."""
    done = subprocess.run(["node", "-e", QUERY, str(DUCKDB), *sql], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    rows: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return rows


class TestTables(RunTest):
    def test_tables(self) -> None:
        """Types are found, null games are no missing values; the question and the Parquet file of the page."""
        folder = self.play(bots={"stammtisch": "stammtisch", "other": "stammtisch"}, seats=["stammtisch", "other", "stammtisch"],
                           schedule="rotations", deals=60, rules="isko")
        games, seats = (self.temp / f"{which}.csv" for which in ("games", "seats"))
        for path in (games, seats):
            assert arena("export", folder, "--csv", path.stem, "--out", path).returncode == OK
        parquet = f"{self.temp}/games.parquet"
        blocks = [block.split("```")[0] for block in (ROOT / "docs" / "data.md").read_text().split("```sql\n")[1:]]
        rest = f"SELECT * FROM '{games}'", f"SELECT * FROM '{parquet}'"
        of_games, of_seats, types, sums, asked, _, differ, count = ask(
            f"DESCRIBE SELECT * FROM '{games}'", f"DESCRIBE SELECT * FROM '{seats}'",
            f"SELECT type, count(*) AS n FROM '{games}' GROUP BY type",
            f"SELECT count(*) AS n, sum(value) AS value, sum(signed) AS signed FROM '{games}' WHERE won IS NOT NULL",
            blocks[0].replace("'seats.csv'", f"'{seats}'"),
            next(block for block in blocks if "parquet" in block).replace("'games.csv'", f"'{games}'").replace(
                "'games.parquet'", f"'{parquet}'"),
            f"SELECT count(*) AS n FROM (({rest[0]} EXCEPT ALL {rest[1]}) UNION ALL ({rest[1]} EXCEPT ALL {rest[0]}))",
            f"SELECT count(*) AS n FROM '{parquet}'")
        kinds = {row["column_name"]: row["column_type"] for row in of_games}
        assert {kinds[name] for name in ("hand", "ouvert", "won", "overbid", "schneider", "schwarz")} == {"BOOLEAN"}
        assert {kinds[name] for name in ("game", "deal", "bid", "points", "value", "signed", "doublings", "swing")} == {"BIGINT"}
        assert {kinds[name] for name in ("dealer", "contract", "type", "declarer_position", "status")} == {"VARCHAR"}
        kinds = {row["column_name"]: row["column_type"] for row in of_seats}
        assert kinds["fault"] == kinds["won"] == "BOOLEAN" and kinds["score"] == kinds["classic"] == "BIGINT"
        lines = read_lines(folder)
        found = {row["type"]: int(row["n"]) for row in types}
        assert found["null"] == sum((line.get("contract") or "").startswith("N") for line in lines) > 0 and None not in found
        declared = [line["result"] for line in lines if line["declarer"] is not None]
        assert int(sums[0]["n"]) == len(declared) < len(lines)
        for key in ("value", "signed"):
            assert int(sums[0][key]) == sum(result[key] for result in declared)
        assert sum(int(row["games"]) for row in asked) == len(declared) and asked[0]["won"].startswith("\N{FULL BLOCK}")
        assert (int(differ[0]["n"]), int(count[0]["n"])) == (0, 180)
