# SPDX-License-Identifier: MIT
"""`make calibrate` in short: all its claims are played, and what was played is not played again."""
import collections
import re
import subprocess
import sys
from pathlib import Path

import pytest

import harness
from harness import ROOT

pytestmark = pytest.mark.no_sanitizer("plays real bots for minutes")


def calibrate(out: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-B", ROOT / "tests" / "calibrate.py", "--build", harness.BUILD, "--out", out, *arguments],
                          text=True, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr  # 1: so few runs may be beyond three standard errors
    return done.stdout


@pytest.mark.skipif("not __import__('harness').FULL", reason="minutes of play: FULL=1")
def test_all_claims_are_played(tmp_path: Path) -> None:
    told = calibrate(tmp_path, "--runs", "2", "--reference", "3600")
    rows = re.findall(r"^\| (\w+) \|.* \| [\d.,]+(?: %)? \| [\d.,]+(?: %)?(?: \(!\))? \| 2 \| [\d,]+ \|$", told, re.MULTILINE)
    assert collections.Counter(rows) == {"compare": 39, "merged": 3, "standings": 1, "tune": 1, "lessons": 1, "regress": 20}


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    few = ("--only", "equal 150", "--reference", "360")
    calibrate(tmp_path, *few, "--runs", "2")
    ledger = tmp_path / "runs.jsonl"
    before = ledger.read_text()
    assert len(before.splitlines()) == 2
    told = calibrate(tmp_path, *few, "--runs", "3")
    assert ledger.read_text().startswith(before) and len(ledger.read_text().splitlines()) == 3
    assert calibrate(tmp_path, *few, "--runs", "3") == told and len(ledger.read_text().splitlines()) == 3
