# SPDX-License-Identifier: MIT
"""Result folders as version 1.0.0 wrote them (tests/data/1.0.0): each command that reads results reads them. What is expected comes from
the stored files, read here as JSON. Then keys that are missing, which no command takes for 0.
"""
import csv
import io
import json
import re
import shutil

import pytest

from harness import *
from report_pages import DATA

pytestmark = pytest.mark.no_sanitizer("about files of another version, not memory")

OLD = ROOT / "tests" / "data" / "1.0.0"
LOGGED = ["run", "faults", "divergent", "regress", "import", "study/base", "games/oma", "games/pub", "games/tourneeskat"]
PART = ["divergent", "regress"]  # logs that keep a part of the games


def told(*arguments, code=OK):
    done = arena(*arguments)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}\n{done.stderr[:2000]}"
    return done.stdout if code in (OK, 1) else done.stderr


def known_to(value, older):
    """A value without the keys that an older one lacks: files grow."""
    if isinstance(value, dict) and isinstance(older, dict):
        return {key: known_to(inner, older[key]) for key, inner in value.items() if key in older}
    if isinstance(value, list) and isinstance(older, list) and len(value) == len(older):
        return [known_to(*pair) for pair in zip(value, older)]
    return value


def test_verify():
    """Also games in which a fault lost the game, whatever was decided: manifests of 1.0.0 have no option for that."""
    for name in LOGGED:
        says = told("verify", OLD / name)
        assert f"{len(read_lines(OLD / name))} games replayed, every field agrees" in says, name
        assert ("summary.json not compared" in says) == (name in PART), name
        if name in ("faults", "games/pub"):
            assert "decided_game" not in read_json(OLD / name, "manifest.json")["rules"]
            assert not scorekeeper.check_folder(OLD / name)
    assert "(the run kept no log)" in told("verify", OLD / "realism", code=BAD_FILE)


def test_games_and_tables():
    lines = read_lines(OLD / "run")
    for line, row in zip(lines, json.loads(told("games", OLD / "run", "--json")), strict=True):
        assert [row[key] for key in ("game", "deal", "status")] == [line[key] for key in ("game", "deal", "status")]
        if row["declarer"]:
            assert (row["contract"], row["bid"], row["signed"]) == (line["contract"], line["bid"], line["result"]["signed"])
    seats = csv.DictReader(io.StringIO(told("export", OLD / "run", "--csv", "seats")))
    assert [(row["bot"], int(row["classic"])) for row in seats] == [pair for line in lines for pair in zip(line["table"], line["score"])]


def test_replay_records_and_decisions(tmp_path):
    lines = read_lines(OLD / "run")
    assert told("replay", OLD / "run", "--game", 3).startswith("game 3: session 0, deal 1, arrangement ")
    told("export", OLD / "run", "--out", tmp_path / "out.sgf")
    records = (tmp_path / "out.sgf").read_text().splitlines()
    wanted = [line for line in lines if line["result"]["doubling"] <= 1]
    assert len(records) == len(wanted) and all(f"MV[w {line['cards'].replace('|', '.')} " in record
                                               for line, record in zip(wanted, records))
    told("export", OLD / "games" / "oma", "--decisions", "csv", "--out", tmp_path / "out.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert {int(row["game"]) for row in rows} == {line["game"] for line in read_lines(OLD / "games" / "oma")}


def test_realism_and_faults():
    summary = read_json(OLD / "import", "summary.json")
    shares = {metric["metric"]: metric["share"]["mean"] for metric in json.loads(told("realism", OLD / "import", "--json"))["metrics"]}
    assert shares["passed_in"] == pytest.approx(summary["passed_in"] / summary["games"])
    stored = read_lines_of(OLD / "faults" / "faults.jsonl")
    assert [json.loads(line) for line in told("faults", OLD / "faults", "--json").splitlines()] == stored


VERDICTS = {
    "run": "steady is first: 1761 (1220 to 2302) points in 36 deals",
    "faults": "sound is first: 615 (233 to 997) points in 36 deals",
    "merged": "no difference shown: a - b -4 (-120 to +114) classic points a deal",
    "compare-test": "reject, H0 0 explains the difference better than H1 20: "
                    "random - stammtisch -42 (-69 to -9) classic points a deal",
    "regress": "accept, H1 0 explains the difference better than H0 -0.5: new - old +0.76 (-0.06 to +1.58) classic points a deal",
    "study": "2 variations: no effect was judged", "populations": "1 variation: no effect was judged",
    "realism": "bernd is first: 362 (-119 to 843) points in 36 deals", "tune": "timid: better", "sweep": "club: 4 combinations",
    "import": None,
}


def test_results(tmp_path):
    for name in VERDICTS:
        shutil.copytree(OLD / name, tmp_path / name)
    found = {entry["folder"].rsplit("/", 1)[-1]: entry for entry in json.loads(told("results", tmp_path, "--json"))}
    assert {name: entry["verdict"] for name, entry in found.items()} == VERDICTS
    for name in ("run", "regress", "merged"):
        assert found[name]["games"] == read_json(OLD / name, "summary.json")["games"]


@pytest.mark.parametrize("name, code", [("merged", OK), ("compare-test", 1)])  # the exit status is the verdict of its test
def test_compare(name, code):
    summary = read_json(OLD / name, "summary.json")
    compared = json.loads(told("compare", OLD / name, "--json", code=code))
    assert compared.pop("verdict")["sentence"] == VERDICTS[name] and compared == summary
    says = told("compare", OLD / name, "--details", code=code)
    assert all(f"{swing['difference']:+.2f}  session {swing['session']}, deal {swing['deal']}" in says
               for swing in summary["comparison"]["swings"][:3])


@pytest.mark.parametrize("name, kind, file", [("run", "runs", None), ("study-adapt", "studies", "study.json"),
                                              ("populations", "populations", "populations.json"), ("tune", "searches", "tune.json")])
def test_report(name, kind, file, tmp_path):
    told("report", OLD / name, "--out", tmp_path / "page.html")
    section, = json.loads(DATA.findall((tmp_path / "page.html").read_text())[0])[kind]
    if file:
        stored = read_json(OLD / name, file)
        assert {key: section[key] for key in stored} == stored
    else:
        assert section["summary"].pop("verdict")["sentence"] == VERDICTS[name]
        assert [section[key] for key in ("manifest", "summary", "analysis")] == [
            read_json(OLD / name, f"{key}.json") for key in ("manifest", "summary", "analysis")]


def test_merge_and_resume(tmp_path):
    """A run that was interrupted goes on only with the bots that it began with: nothing is mixed."""
    done = json.loads(told("merge", OLD / "part1", OLD / "part2", "--out", tmp_path / "whole", "--json"))
    stored = read_json(OLD / "merged", "summary.json")
    assert known_to(done, stored) == stored
    assert (tmp_path / "whole" / "games.jsonl").read_bytes() == (OLD / "merged" / "games.jsonl").read_bytes()
    folder = shutil.copytree(OLD / "interrupted", tmp_path / "interrupted")
    told("run", "--resume", folder, code=BAD_FILE)
    assert all((folder / path.name).read_bytes() == path.read_bytes() for path in (OLD / "interrupted").iterdir())


def test_configs_still_give_the_same_deals(tmp_path):
    told("run", OLD / "configs" / "run.json", "--workers", 1, "-q", "--out", tmp_path / "new")
    before, after = ([(line["cards"], line["table"], line["dealer"]) for line in read_lines(folder)]
                     for folder in (OLD / "run", tmp_path / "new"))
    assert before == after
    old, new = (read_json(folder, "manifest.json")["rules"] for folder in (OLD / "run", tmp_path / "new"))
    assert known_to(new, old) == old


# ---- what is missing is not 0 ----

# Folder, file, command, and the places of keys that every version has written.
FOUND = [
    ("compare", "summary.json", "compare", "bots.0.faults comparison.better"),
    ("compare", "summary.json", "compare --details", "comparison.swings.0.first.move comparison.bidding.declared.both.share"),
    ("compare", "summary.json", "plan", "comparison.scorings.classic.error"),
    ("compare", "summary.json", "results", "comparison.primary"),
    ("compare-test", "summary.json", "compare", "test.llr"), ("compare-test", "summary.json", "results", "test.verdict"),
    ("run", "summary.json", "verify", "bots.0.won"), ("run", "summary.json", "report", "standings"),
    ("run", "summary.json", "results", "standings.0.score.per_36.mean"),
    ("run", "manifest.json", "games", "rules"), ("run", "manifest.json", "verify", "schedule.sessions"),
    ("run", "analysis.json", "report", "bots"),
    ("study", "study.json", "report", "variations.0.effects.0.effect.mean"),
    ("populations", "populations.json", "results", "populations"),
    ("populations", "populations.json", "report", "variations.0.effects.0.populations.people.effect"),
    ("tune", "tune.json", "report", "options.0.winner"), ("tune", "tune.json", "results", "bot"),
    ("tune", "tune.jsonl", "report", "centre"), ("sweep", "sweep.json", "results", "points"),
    ("faults", "faults.jsonl", "faults", "status"), ("faults", "faults.jsonl", "report", "bot"),
]


def without(text, place):
    """JSON, of several lines the first, without a key."""
    first, *others = text.splitlines() if text.count("\n{") else [text]
    value = json.loads(first)
    *parents, key = place.split(".")
    part = value
    for parent in parents:
        part = part[int(parent)] if isinstance(part, list) else part[parent]
    del part[key]
    return "\n".join([json.dumps(value, separators=(",", ":")), *others, ""])


def test_a_missing_key_is_an_error(tmp_path):
    """Exit status 65, with the file and the key: never a 0 that nobody wrote."""
    wrong = []
    for folder, file, command, places in FOUND:
        results = tmp_path / folder / "results"
        if not results.exists():
            shutil.copytree(OLD / folder, results / folder)
        path, (word, *options) = results / folder / file, command.split()
        right = path.read_text()
        for place in places.split():
            path.write_text(without(right, place))
            done = arena(word, results if word == "results" else results / folder, *options,
                         *(["--out", tmp_path / "page.html"] if word == "report" else []))
            named = file in done.stderr and re.search(rf"\b{place.rsplit('.', 1)[-1]}\b", done.stderr)
            if done.returncode != BAD_FILE or not named:
                wrong.append((command, folder, place, done.returncode, done.stderr[:200]))
        path.write_text(right)
    assert not wrong, wrong


@pytest.mark.parametrize("folder, change, said", (
    ("compare-test", lambda summary: summary.pop("comparison"), 'the comparison that "test" is about'),))
def test_fields_that_contradict_each_other_are_an_error(folder, change, said, tmp_path):
    path = shutil.copytree(OLD / folder, tmp_path / folder) / "summary.json"
    summary = json.loads(path.read_text())
    change(summary)
    path.write_text(json.dumps(summary))
    assert said in told("results", tmp_path, code=BAD_FILE)
