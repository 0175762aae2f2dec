# SPDX-License-Identifier: MIT
"""Learning from Python: what takes seconds each, above all since numpy is loaded in processes of its own and since policies learn."""
import os
import re
import subprocess
import sys

import pytest

from harness import *

np = pytest.importorskip("numpy")
PACKAGE = ROOT / "python"
use_package()
import skat_arena  # noqa: E402
from test_policy_python import Quiet, bot, run_config, saved  # noqa: E402

PAGE = "".join((ROOT / "docs" / name).read_text() for name in ("python.md", "learning.md"))


@pytest.mark.parametrize("number", range(len(re.findall(r"```python\n", PAGE))))
def test_examples_of_the_page_print_what_it_says(number, tmp_path):
    code, expected = re.findall(r"```python\n(.*?)```\n```output\n(.*?)```", PAGE, re.S)[number]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_a_policy_plays_alike_alone_and_side_by_side(tmp_path):
    games = []
    for tables in (1, 64):
        played = run_config(tmp_path, f"run{tables}", bots={"quiet": bot(saved(tmp_path, Quiet())), "club": "stammtisch"}, deals=12, seed=5,
                            seats=["quiet", "club", "club"], tables=tables)
        games.append((tmp_path / f"run{tables}" / "games.jsonl").read_bytes())
    assert games[0] == games[1]
    assert not any(played.summary["bots"][0]["faults"].values())


def test_the_picture_of_a_million_games(tmp_path):
    pytest.importorskip("matplotlib")
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(import matplotlib.*?)```", page, re.S)
    assert code and len(code[1].splitlines()) == 5
    skat_arena.run({"name": "few", "bots": {"b": "basic"}, "seats": ["b"] * 3, "schedule": "fixed", "deals": 60, "seed": 1},
                   tmp_path / "results" / "million")
    subprocess.run([sys.executable, "-c", code[1]], check=True, cwd=tmp_path,
                   env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "MPLBACKEND": "Agg", "MPLCONFIGDIR": str(tmp_path)})
    assert (tmp_path / "values.png").read_bytes()[:4] == b"\x89PNG"


def test_a_bidder_is_trained_and_plays(tmp_path):
    """The whole way of the page, small: games, decisions, weights, a bot without faults that bids otherwise than its teacher's
    opposite."""
    learned = ROOT / "docs" / "examples" / "learned_bidder.py"
    club = skat_arena.run({"name": "club", "bots": {"club": "stammtisch"}, "seats": ["club"] * 3, "schedule": "fixed",
                           "deals": 300, "seed": 1}, tmp_path / "club")
    assert arena("export", club.folder, "--decisions", "npz", "--out", tmp_path / "decisions").returncode == OK
    trained = subprocess.run([sys.executable, "-B", learned, "train", tmp_path / "decisions", tmp_path / "weights.npz", "2"],
                             capture_output=True, text=True)
    assert trained.returncode == 0, trained.stderr
    assert float(re.findall(r"pass 2: (0\.\d+)", trained.stderr)[0]) > 0.5
    command = f"exec {sys.executable} -B {learned} play {tmp_path / 'weights.npz'}"
    bid = {"module": "pipe", "options": {"command": command}}
    duel = skat_arena.run({"name": "duel", "bots": {"learned": {"bid": bid, "play": "stammtisch"}, "club": "stammtisch"},
                           "schedule": "duel", "deals": 4, "seed": 2}, tmp_path / "duel")
    of = {bot["name"]: bot for bot in duel.summary["bots"]}
    assert duel.summary["games"] == 12 and not any(of["learned"]["faults"].values() if isinstance(of["learned"]["faults"], dict)
                                                   else [of["learned"]["faults"]])
    assert of["learned"]["declared"] > 0
