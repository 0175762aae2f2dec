# SPDX-License-Identifier: MIT
"""`make calibrate` in short: all its claims are played, and what was played is not played again."""
import collections
import json
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
    assert collections.Counter(rows) == {"compare": 39, "merged": 3, "resumed": 3, "standings": 1, "tune": 1, "lessons": 1, "regress": 20}
    assert len(re.findall(r"^\| [^|]+ \| (?:[\d,]+|-) \| [\d.]+ %(?: \(!\))? \| [\d.]+ %(?: \(!\))? \| 2 \| [\d,]+ \|$", told, re.MULTILINE)) == 16


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    few = ("--only", "equal 150", "--reference", "360")
    calibrate(tmp_path, *few, "--runs", "2")
    ledger = tmp_path / "runs.jsonl"
    before = ledger.read_text()
    assert len(before.splitlines()) == 2
    told = calibrate(tmp_path, *few, "--runs", "3")
    assert ledger.read_text().startswith(before) and len(ledger.read_text().splitlines()) == 3
    assert calibrate(tmp_path, *few, "--runs", "3") == told and len(ledger.read_text().splitlines()) == 3


def margin_errors(differences: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([harness.BUILD / "tests" / "margin_errors", *arguments], input=differences, text=True, capture_output=True,
                          check=False)


def test_simulated_runs_of_regress() -> None:
    """Bots that never differ pass after the least number of deals, at a look; those that are 3 worse fail sooner; at the margin few do
    either; equal input, equal output."""
    told = [json.loads(margin_errors(text, "0.5", "268", "3000", "40").stdout) for text in ("0 1\n", "-300 9\n", "-500 1\n0 9\n")]
    assert told[0] == {"passed": 40, "failed": 0, "deals": 1700}
    assert told[1]["failed"] == 40 and told[1]["deals"] < 1700
    assert told[2]["passed"] + told[2]["failed"] <= 10 and told[2]["deals"] > 2000
    assert told[2] == json.loads(margin_errors("-500 2\n0 18\n", "0.5", "268", "3000", "40").stdout)
    for wrong in (("", "0.5", "268", "3000", "40"), ("x 1\n", "0.5", "268", "3000", "40"), ("0 1\n", "0.5", "268")):
        assert margin_errors(*wrong).returncode == 1
