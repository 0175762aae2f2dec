# SPDX-License-Identifier: MIT
"""`make calibrate` in short: what was played is not played again; and its simulated runs of `regress`."""
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


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    few, ledger = ("--only", "equal isko 200 20", "--reference", "36"), tmp_path / "runs.jsonl"
    calibrate(tmp_path, *few, "--runs", "1")
    before = ledger.read_text()
    told = calibrate(tmp_path, *few, "--runs", "2")
    assert ledger.read_text().startswith(before) and len(ledger.read_text().splitlines()) == 2
    assert re.findall(r"^\| compare \| isko \|.* \| [\d.]+ %(?: \(!\))? \| 2 \| 0 \| 20 \| [\d.]+ \|$", told, re.MULTILINE)


def test_sessions_with_hands_thrown_away(tmp_path: Path) -> None:
    """One at a time, simulated, and how often neither side can be decided any more; the mean is just at the margin."""
    told = calibrate(tmp_path, "--only", "margin stammtisch change 500", "--reference", "720", "--runs", "20")
    rows = re.findall(r"^\| stammtisch \| .* \| 500 \| ([\d.]+) %(?: \(!\))? \| ([\d.]+) %(?: \(!\))? \| 20 \| 0 \| ([\d,]+) \|$", told,
                      re.MULTILINE)
    assert len(rows) == 1 and int(rows[0][2].replace(",", "")) <= 36000


def margin_errors(differences: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([harness.BUILD / "tests" / "margin_errors", *arguments], input=differences, text=True, capture_output=True,
                          check=False)


def test_simulated_runs_of_regress() -> None:
    """Bots that never differ pass after the least number of deals, at a look; those that are 3 worse fail sooner; at the margin few do
    either; equal input, equal output."""
    told = [json.loads(margin_errors(text, "deal", "0.5", "268", "3000", "40").stdout) for text in ("0 1\n", "-300 9\n", "-500 1\n0 9\n")]
    assert told[0] == {"passed": 40, "failed": 0, "over": 0, "units": 1700}
    assert told[1]["failed"] == 40 and told[1]["units"] < 1700
    assert told[2]["passed"] + told[2]["failed"] <= 10 and told[2]["units"] > 2000
    assert told[2] == json.loads(margin_errors("-500 2\n0 18\n", "deal", "0.5", "268", "3000", "40").stdout)
    for wrong in (("x 1\n", "deal", "0.5", "268", "3000", "40"), ("0 1\n", "deal", "0.5", "268")):
        assert margin_errors(*wrong).returncode == 1
