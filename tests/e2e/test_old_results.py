# SPDX-License-Identifier: MIT
"""Result folders as version 1.0.0 wrote them (tests/data/1.0.0), read by every command that reads results.

What is expected comes from the stored files, read here as JSON, and not from today's program. Games are
replayed, never played: bots may play otherwise than in version 1.0.0.
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import tarfile

import pytest

from harness import *
from report_pages import DATA

pytestmark = pytest.mark.no_sanitizer("about files of another version, not memory")

OLD = ROOT / "tests" / "data" / "1.0.0"
RUNS = sorted(str(path.parent.relative_to(OLD)) for path in OLD.rglob("manifest.json"))
LOGGED = [name for name in RUNS if (OLD / name / "games.jsonl").exists()]
NO_LOG = [name for name in RUNS if name not in LOGGED]
PART = ["divergent", "regress"]  # logs that keep a part of the games
WHOLE = [name for name in LOGGED if name not in PART]
COMPARED = [name for name in RUNS if "comparison" in read_json(OLD / name, "summary.json")]
STUDIES = ["study", "study-adapt", "populations/people", "populations/novices"]
GAMES = sorted(path.name for path in (OLD / "games").iterdir())


@pytest.fixture(name="old")
def copies(tmp_path):
    """A function that copies a folder of version 1.0.0, for commands that write into it."""
    def copy(name):
        return shutil.copytree(OLD / name, tmp_path / name)
    return copy


def succeeds(*arguments, code=OK):
    done = arena(*arguments)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}\n{done.stderr[:2000]}"
    return done.stdout


def refused(code, *arguments, says):
    done = arena(*arguments)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}\n{done.stdout[:500]}{done.stderr[:500]}"
    assert says in done.stderr
    return done.stderr


def lines_of(name):
    return read_lines(OLD / name)


def name_of(line, position):
    """Who sits in a position of a game, or None."""
    if position is None:
        return None
    seat = line["seats"][position]
    return line["table"][seat] if seat >= 0 else None


def points_of(name):
    """The column of tables that has the scores of the log: Seeger and Fabian's extras are not in it."""
    return "classic" if read_json(OLD / name, "manifest.json")["rules"]["scoring"] == "seeger_fabian" else "score"


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def page_of(folder, tmp_path, *options):
    out = tmp_path / "page.html"
    succeeds("report", folder, "--out", out, *options)
    return json.loads(DATA.findall(out.read_text())[0])


# ---- what is here ----

def test_every_kind_of_folder_is_here():
    assert {"manifest.json", "games.jsonl", "summary.json", "timing.json", "faults.jsonl", "import.jsonl", "records.sgf",
            "analysis.jsonl", "analysis.json", "resume.json", "study.json", "study.csv", "populations.json", "tune.json",
            "tune.jsonl", "sweep.json"} <= {path.name for path in OLD.rglob("*.*")}
    assert {read_json(OLD / name, "manifest.json")["harness"] for name in RUNS} == {"skat-arena 1.0.0"}
    assert len(GAMES) == 11 and len(LOGGED) == 24 and len(NO_LOG) == 8


REGRESS = "regress/manifest.json"


@pytest.mark.parametrize("schema, pattern", [
    ("manifest", "**/manifest.json"), ("summary", "**/summary.json"), ("timing", "**/timing.json"), ("game", "**/games.jsonl"),
    ("fault", "**/faults.jsonl"), ("import", "**/import.jsonl"), ("study", "**/study.json"),
    ("populations", "**/populations.json"), ("tune", "**/tune.json"), ("sweep", "**/sweep.json"), ("analysis", "**/analysis.jsonl"),
    pytest.param("manifest", REGRESS, marks=pytest.mark.xfail(
        strict=True, reason="the schema wants unique arrangements: regress has some twice, in 1.0.0 as today")),
    pytest.param("analysis-totals", "**/analysis.json", marks=pytest.mark.xfail(
        strict=True, reason="the schema requires phases, which are new in 1.1"))])
def test_files_fit_the_schemas(schema, pattern):
    files = [path for path in OLD.glob(pattern) if path.parent.name != "configs"
             and (pattern == REGRESS or path != OLD / REGRESS)]
    assert files
    for path in files:
        values = read_lines_of(path) if path.suffix == ".jsonl" else [json.loads(path.read_text())]
        if path.parent.name == "merged" and schema == "timing":
            values = values[0]  # of each part
        wrong = [error for value in values if not validator(schema).is_valid(value)
                 for error in validator(schema).iter_errors(value)]
        assert not wrong, f"{path}: {[(error.json_path, error.message[-200:]) for error in wrong[:3]]}"


# ---- logs ----

@pytest.mark.parametrize("name", LOGGED)
def test_verify(name):
    says = succeeds("verify", OLD / name)
    assert f"{len(lines_of(name))} games replayed, every field agrees" in says
    assert ("summary.json not compared" in says) == (name in PART)


@pytest.mark.parametrize("command", ["verify", "games", "replay", "export", "realism"])
def test_a_folder_without_a_log_says_so(command):
    for name in NO_LOG if command == "verify" else NO_LOG[:1]:
        refused(BAD_FILE, command, OLD / name, says="games.jsonl: No such file or directory (the run kept no log)")


@pytest.mark.parametrize("name", LOGGED)
def test_games(name):
    rows, lines = json.loads(succeeds("games", OLD / name, "--json")), lines_of(name)
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines):
        for key in ("game", "session", "deal", "arrangement", "status"):
            assert row[key] == line[key]
        assert row["declarer"] == name_of(line, line["declarer"])
        assert row["dealer"] == line["table"][line["dealer"]]
        assert [row[position] for position in ("forehand", "middlehand", "rearhand")] == [name_of(line, i) for i in range(3)]
        if row["declarer"] and line["contract"]:
            assert (row["contract"], row["bid"]) == (line["contract"], line["bid"])
            assert [row[key] for key in ("won", "value", "signed")] == [line["result"][key] for key in ("won", "value", "signed")]


@pytest.mark.parametrize("name", LOGGED)
def test_tables(name):
    lines = lines_of(name)
    rows = rows_of(succeeds("export", OLD / name, "--csv", "seats"))
    assert [(row["game"], row["bot"], row[points_of(name)]) for row in rows] == [
        (str(line["game"]), bot, str(score)) for line in lines for bot, score in zip(line["table"], line["score"])]
    games = rows_of(succeeds("export", OLD / name, "--csv", "games"))
    assert [(row["game"], row["status"]) for row in games] == [(str(line["game"]), line["status"]) for line in lines]


@pytest.mark.parametrize("name", LOGGED)
def test_replay(name):
    line = lines_of(name)[-1]
    says = succeeds("replay", OLD / name, "--game", line["game"], "--ascii")
    assert says.startswith(f"game {line['game']}: session {line['session']}, deal {line['deal']}, arrangement "
                           f"{line['arrangement']}; dealer {line['table'][line['dealer']]}")
    for position in range(3):
        if name_of(line, position):
            assert re.search(rf"(forehand|middlehand|dealer|rearhand) +{re.escape(name_of(line, position))}\b", says)


def test_games_that_are_wanted():
    lost = [line["game"] for line in lines_of("run")
            if line["contract"].startswith("G") and name_of(line, line["declarer"]) == "wild" and not line["result"]["won"]]
    numbers = succeeds("games", OLD / "run", "--bot", "wild", "--role", "declarer", "--contract", "grand", "--lost", "--ids")
    assert lost and list(map(int, numbers.strip().split(","))) == lost


@pytest.mark.parametrize("name", ["run", "import", "merged"])
def test_records(name, tmp_path):
    wanted = [line for line in lines_of(name) if line["result"]["doubling"] <= 1]  # 0: passed in
    says = arena("export", OLD / name, "--out", tmp_path / "out.sgf")
    assert says.returncode == OK and f"{len(wanted)} games exported" in says.stdout + says.stderr
    records = (tmp_path / "out.sgf").read_text().splitlines()
    assert len(records) == len(wanted)
    for line, record in zip(wanted, records):
        deal = line["cards"].replace("|", ".")
        assert f"MV[w {deal} " in record
        for place, bot in enumerate(name_of(line, i) for i in range(3)):
            assert f"P{place}[{bot}]" in record


@pytest.mark.parametrize("name", ["run", "games/pub", "games/oma"])
def test_decisions(name, tmp_path):
    succeeds("export", OLD / name, "--decisions", "csv", "--out", tmp_path / "out")
    rows = rows_of((tmp_path / "out").read_text())
    lines = {line["game"]: line for line in lines_of(name)}
    assert {int(row["game"]) for row in rows} == set(lines)
    for row in rows:
        line = lines[int(row["game"])]
        assert int(row["position"]) == line["seats"].index(int(row["seat"]))
        if points_of(name) == "score":
            assert int(row["score"]) == line["score"][int(row["seat"])]


def test_decisions_compared():
    """Of three games, by bots of today."""
    result = json.loads(succeeds("compare", OLD / "run", "bold", "stammtisch", "--decisions", "--games", "3", "--json"))
    assert (result["a"], result["b"], result["games"]) == ("bold", "stammtisch", 3)
    cards = [move for line in lines_of("run")[:3] for move in re.findall(r"\d [CSHD][AKQJT987]\b", line["moves"])]
    assert result["decisions"] > len(cards) > 80


@pytest.mark.parametrize("name", ["run", "faults", "merged", "import", "study/base"])
def test_realism(name):
    result, summary = json.loads(succeeds("realism", OLD / name, "--json")), read_json(OLD / name, "summary.json")
    assert result["games"] == summary["games"]
    assert {metric["metric"]: metric["share"]["mean"] for metric in result["metrics"]}["passed_in"] == \
        pytest.approx(summary["passed_in"] / summary["games"])


def test_realism_needs_a_whole_log():
    for name in PART:
        refused(BAD_FILE, "realism", OLD / name, says="keeps a part of the games")


def test_analyze_finds_the_same(tmp_path, old):
    """The same values of cards, though the solver may need other numbers of nodes."""
    succeeds("analyze", OLD / "run", "--workers", "1", "--sample", "4", "--contracts", "best", "--out", tmp_path / "new", "-q")
    before, after = (read_lines_of(path / "analysis.jsonl") for path in (OLD / "run", tmp_path / "new"))
    assert len(before) == len(after) == 6
    for one, other in zip(before, after):
        for key in ("game", "table", "kind", "declarer", "worth", "value_points", "perfect", "really", "values", "lost"):
            assert one.get(key) == other.get(key), f"game {one['game']}: {key}"
    refused(USAGE, "analyze", old("run"), says="analysis.json: exists; use --force")


# ---- faults ----

def test_faults():
    stored = read_lines_of(OLD / "faults" / "faults.jsonl")
    assert [json.loads(line) for line in succeeds("faults", OLD / "faults", "--json").splitlines()] == stored
    says = succeeds("faults", OLD / "faults")
    assert len(stored) == 10
    for fault in stored:
        assert f"game {fault['game']}: {fault['bot']}, {fault['position']}, {fault['status']}: {fault['what']}\n" in says
        assert all(f"at {frame}" in says for frame in fault.get("backtrace", []))
    assert succeeds("faults", OLD / "faults", "--bot", "crashes").count("Segmentation fault") == 6


@pytest.mark.parametrize("name", [name for name in RUNS if name != "faults"])
def test_no_faults(name):
    assert succeeds("faults", OLD / name) == "no faults\n"


# ---- summaries ----

VERDICTS = {
    "run": "steady is first: 1761 (1220 to 2302) points in 36 deals",
    "faults": "sound is first: 615 (233 to 997) points in 36 deals",
    "divergent": "no difference shown: a - b -4 (-120 to +114) classic points a deal",
    "merged": "no difference shown: a - b -4 (-120 to +114) classic points a deal",
    "part1": "no difference shown: a - b -4 (-286 to +283) classic points a deal",
    "part2": "no difference shown: a - b -4 (-285 to +283) classic points a deal",
    "interrupted": "no difference shown: sound - slow +3 (-99 to +105) classic points a deal",
    "compare": "no difference shown: old - new -1 (-90 to +89) classic points a deal",
    "compare-test": "reject, H0 0 explains the difference better than H1 20: "
                    "random - stammtisch -42 (-69 to -9) classic points a deal",
    "regress": "accept, H1 0 explains the difference better than H0 -0.5: new - old +0.76 (-0.06 to +1.58) classic points a deal",
    "study": "2 variations: no effect was judged",  # before 1.1
    "study-adapt": "1 variation: no effect was judged",
    "populations": "1 variation: no effect was judged",
    "realism": "bernd is first: 362 (-119 to 843) points in 36 deals",
    "tune": "timid: better",
    "sweep": "club: 4 combinations",
    "import": None,
}


def test_results(tmp_path, old):
    for name in VERDICTS:
        old(name)
    found = {os.path.basename(entry["folder"]): entry for entry in json.loads(succeeds("results", tmp_path, "--json"))}
    assert {name: entry["verdict"] for name, entry in found.items()} == VERDICTS
    for name in set(VERDICTS) & set(RUNS) - {"import"}:
        manifest = read_json(OLD / name, "manifest.json")
        assert found[name]["games"] == read_json(OLD / name, "summary.json")["games"]
        assert found[name]["bots"] == [bot["name"] for bot in manifest["bots"]]
        command = None if name == "merged" else read_json(OLD / name, "timing.json")["command"]
        assert found[name]["command"] == command
    assert found["populations"]["command"].startswith("skat-arena study configs/grand20.json --population people")
    kinds = {name: entry["kind"] for name, entry in found.items()}
    assert {name: kind for name, kind in kinds.items() if kind != "run"} == {
        "study": "study", "study-adapt": "study", "populations": "study", "tune": "tune", "sweep": "sweep", "import": "import"}
    says = succeeds("results", tmp_path)
    for verdict in filter(None, VERDICTS.values()):
        assert verdict in says


CODES = {"compare-test": 1}  # of the verdict of its test; all others 0


@pytest.mark.parametrize("name", COMPARED)
def test_compare(name):
    summary = read_json(OLD / name, "summary.json")
    compared = summary["comparison"]
    a = compared["a"]
    says = succeeds("compare", OLD / name, code=CODES.get(name, OK))
    verdict = VERDICTS.get(name) or json.loads(succeeds("compare", OLD / name, "--json"))["verdict"]["sentence"]
    assert says.startswith(f"{verdict}\n") and re.search(f" {a} - .* points a deal$", verdict)
    units = f"{compared['better']} {compared['unit']}{'' if compared['better'] == 1 else 's'}"
    assert f"{a} did better in {units}, equal in {compared['zero']}, worse in {compared['worse']}" in says
    assert f"{compared['deals']} deals, {compared['games']} games" in says
    if "test" in summary:
        assert f"after {summary['test']['units']} deals" in says
    told = json.loads(succeeds("compare", OLD / name, "--json", code=CODES.get(name, OK)))
    assert told.pop("verdict")["sentence"] == verdict
    assert told == summary


def test_a_test_that_nobody_may_ask_for_now_is_read(old):
    """H0 above H1: refused since 1.1, but a folder may have it."""
    folder = old("compare-test")
    manifest = read_json(folder, MANIFEST)
    test = manifest["test"]
    test["h0"], test["h1"] = test["h1"], test["h0"]
    (folder / MANIFEST).write_text(json.dumps(manifest))
    succeeds("report", folder)
    assert (folder / "report.html").exists()


@pytest.mark.parametrize("name", ["compare", "compare-test", "regress"])
def test_compare_says_where_the_difference_comes_from(name):
    compared = read_json(OLD / name, "summary.json")["comparison"]
    says = succeeds("compare", OLD / name, "--details", code=CODES.get(name, OK))
    for split in ("roles", "contracts", "positions"):
        for part in compared[split]:
            words = part["name"].replace("_", " ")
            assert re.search(rf"^  {words} .* {part['a']['seats']} x .* {part['b']['seats']} x", says, re.MULTILINE)
    assert f"({compared['bidding']['matches']} matches)" in says
    for swing in compared["swings"][:3]:
        assert f"{swing['difference']:+.2f}  session {swing['session']}, deal {swing['deal']}" in says


@pytest.mark.parametrize("name, a, b", [("run", "bold", "steady"), ("run", "wild", "bold"), ("faults", "late", "crashes"),
                                        ("compare", "new", "old"), ("merged", "a", "b"), ("study/base", "bold", "steady"),
                                        ("games/oma", "bolder", "club")])
def test_compare_two_of_a_log(name, a, b):
    summary = json.loads(succeeds("compare", OLD / name, a, b, "--json"))
    for pair in read_json(OLD / name, "summary.json")["pairs"]:
        if {pair["a"], pair["b"]} == {a, b}:
            sign = 1 if pair["a"] == a else -1
            scoring = summary["comparison"]["primary"]
            assert summary["comparison"]["scorings"][scoring]["mean"] == pytest.approx(sign * pair["difference"]["mean"])
            return
    assert False, "no such pair"


def test_compare_what_cannot_be_compared():
    for name in PART:
        a, b = (read_json(OLD / name, "summary.json")["comparison"][side] for side in "ab")
        refused(BAD_FILE, "compare", OLD / name, a, b, says="keeps a part of the games; only summary.json covers all")
    refused(BAD_FILE, "compare", OLD / "run", says="summary.json: has no comparison; name two of its bots")
    refused(USAGE, "compare", OLD / "import", "zoot", "kermit", says="has imported games")


@pytest.mark.parametrize("name", ["compare", "compare-test", "regress"])
def test_plan(name):
    compared = read_json(OLD / name, "summary.json")["comparison"]
    seconds = read_json(OLD / name, "timing.json")["seconds"]
    plan = json.loads(succeeds("plan", OLD / name, "--json"))
    assert (plan["a"], plan["b"]) == (compared["a"], compared["b"])
    error = compared["scorings"][compared["primary"]]["error"]
    assert plan["deviation"] == pytest.approx(error * compared["units"] ** 0.5)
    assert plan["seconds_per_deal"] == pytest.approx(seconds / compared["deals"], rel=1e-3)
    assert f"points a deal in {compared['deals']} deals" in succeeds("plan", OLD / name)


# ---- pages and archives ----

@pytest.mark.parametrize("name", RUNS)
def test_report_of_a_run(name, tmp_path):
    data = page_of(OLD / name, tmp_path)
    run, = data["runs"]
    manifest, summary = read_json(OLD / name, "manifest.json"), read_json(OLD / name, "summary.json")
    verdict = run["summary"].pop("verdict")
    assert verdict["sentence"] == (VERDICTS.get(name) or verdict["sentence"])
    assert (data["title"], run["manifest"], run["summary"]) == (manifest["name"], manifest, summary)
    assert sum(group["count"] for group in run["fault_groups"]) == (10 if name == "faults" else 0)
    assert bool(run.get("swings")) == (name in LOGGED)
    if (OLD / name / "analysis.json").exists():
        assert run["analysis"] == read_json(OLD / name, "analysis.json")


@pytest.mark.parametrize("name, kind, file", [(name, "studies", "study.json") for name in STUDIES] + [
    ("populations", "populations", "populations.json"), ("tune", "searches", "tune.json")])
def test_report_of_studies_and_searches(name, kind, file, tmp_path):
    data = page_of(OLD / name, tmp_path)
    section, = data[kind]
    stored = read_json(OLD / name, file)
    assert {key: section[key] for key in stored} == stored and data["title"] == stored["name"]
    if name == "tune":
        assert section["path"] == read_lines_of(OLD / name / "tune.jsonl")
        points = section["sections"][0]["points"]
        assert {point["value"]: point["gain"] for point in points}[section["options"][0]["start"]] == 0
    if name == "study":
        config = json.loads(section["repeat"]["config"])
        assert config["variations"] == {"grand20": {"grand_base": 20}, "kontra": {"kontra.levels": 2}}


def test_report_of_a_folder_of_results(tmp_path, old):
    for name in ("compare", "tune", "sweep"):
        old(name)
    index = {entry["name"]: entry["verdict"] for entry in page_of(tmp_path, tmp_path)["index"]}
    assert index == {name: VERDICTS[name] for name in ("compare", "tune", "sweep")}


@pytest.mark.parametrize("name", ["run", "faults", "compare-test", "import", "study", "populations", "tune"])
def test_archive(name, tmp_path, old):
    folder = old(name)
    succeeds("archive", folder, "--out", tmp_path / "out.tar.gz")
    with tarfile.open(tmp_path / "out.tar.gz") as tar:
        for path in folder.rglob("*.*"):
            packed = tar.extractfile(f"{name}/{path.relative_to(folder)}")
            assert packed.read() == path.read_bytes(), path
        assert {f"{name}/{added}" for added in ("report.html", "README.txt", "SHA256SUMS")} <= set(tar.getnames())


# ---- going on ----

def known_to(value, older):
    """A value without the keys that an older one lacks: files grow."""
    if isinstance(value, dict) and isinstance(older, dict):
        return {key: known_to(inner, older[key]) for key, inner in value.items() if key in older}
    if isinstance(value, list) and isinstance(older, list) and len(value) == len(older):
        return [known_to(*pair) for pair in zip(value, older)]
    return value


def test_merge(tmp_path):
    done = json.loads(succeeds("merge", OLD / "part1", OLD / "part2", "--out", tmp_path / "whole", "--json"))
    stored = read_json(OLD / "merged", "summary.json")
    assert known_to(done, stored) == stored
    for name in ("manifest.json", "games.jsonl"):
        assert (tmp_path / "whole" / name).read_bytes() == (OLD / "merged" / name).read_bytes(), name
    refused(BAD_FILE, "merge", OLD / "part1", "--out", tmp_path / "part", says="part 2 of 2 is missing")


@pytest.mark.parametrize("name", [name for name in RUNS if name != "interrupted"])
def test_a_finished_run_has_nothing_to_resume(name, old):
    refused(BAD_FILE, "run", "--resume", old(name), says="this run is finished: there is nothing to resume")


def test_an_interrupted_run_goes_on_with_the_same_bots_only(tmp_path, old):
    """Today's bots are other files, whatever they play: nothing is mixed, and nothing is lost."""
    folder = old("interrupted")
    shutil.copy(program().parent / "tests" / "bots" / "faulty.so", tmp_path)
    done = subprocess.run([program(), "run", "--resume", folder], cwd=tmp_path, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    assert done.returncode == BAD_FILE
    assert re.search(r"manifest.json: \$\.(harness|rules|bots)\S* is not what would be played now", done.stderr)
    for path in (OLD / "interrupted").iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()


def test_a_search_goes_on(old):
    """The rounds are those of version 1.0.0; only the winner plays again."""
    folder = old("tune")
    before = read_json(OLD / "tune", "tune.json")
    done = arena("tune", "timid=stammtisch:caution=90", "caution=40..90", "--rounds", 4, "--deals", 36, "--check-deals", 72,
                 "--seed", 25, "--workers", 1, "--resume", "--json", "-q", "--out", folder)
    assert done.returncode in (0, 1, 2), done.stderr
    assert (folder / "tune.jsonl").read_bytes() == (OLD / "tune" / "tune.jsonl").read_bytes()
    assert json.loads(done.stdout)["options"] == before["options"]


PLAYED = {"run": "run", "parts": "divergent", "study": "study/base"} | {f"games/{game}": f"games/{game}" for game in GAMES}


@pytest.mark.parametrize("config", PLAYED)
def test_configs_still_give_the_same_deals(config, tmp_path):
    command = "study" if config == "study" else "run"
    succeeds(command, OLD / "configs" / f"{config}.json", "--workers", 1, "-q", "--out", tmp_path / "new")
    before, after = OLD / PLAYED[config], tmp_path / "new" / ("base" if config == "study" else "")
    cards = {line["game"]: (line["cards"], line["table"], line["dealer"]) for line in read_lines(after)}
    stored = {line["game"]: (line["cards"], line["table"], line["dealer"]) for line in read_lines(before)}
    assert stored == {game: cards[game] for game in stored}
    old_rules, new_rules = (read_json(folder, "manifest.json")["rules"] for folder in (before, after))
    assert known_to(new_rules, old_rules) == old_rules


# ---- Python ----

@pytest.mark.parametrize("name", ["run", "faults", "import", "regress", "games/raeuberskat", "realism"])
def test_python(name, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setenv("SKAT_ARENA_LIBRARY", str(program().parent / "libskat-ffi.so"))
    monkeypatch.setenv("SKAT_ARENA", str(program()))
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import skat_arena
    run = skat_arena.Run(OLD / name)
    assert run.manifest["harness"] == "skat-arena 1.0.0" and run.summary == read_json(OLD / name, "summary.json")
    if name in NO_LOG:
        with pytest.raises(skat_arena.SkatError, match="the run kept no log"):
            run.games()
        return
    lines = lines_of(name)
    assert list(run.lines()) == lines
    assert run.games()["game"].tolist() == [line["game"] for line in lines]
    assert run.seats()[points_of(name)].tolist() == [score for line in lines for score in line["score"]]


# ---- what is missing is not 0 ----

SUMMARY, STUDY, TUNE, SWEEP = "summary.json", "study.json", "tune.json", "sweep.json"
MANIFEST, POPULATIONS, FAULTS_FILE, ROUNDS = "manifest.json", "populations.json", "faults.jsonl", "tune.jsonl"

# A folder, its file, the place of a key that every version has written, and the command.
FOUND = [
    ("compare", SUMMARY, "games", "compare"),
    ("compare", SUMMARY, "bots.0.declared", "compare"),
    ("compare", SUMMARY, "bots.0.faults", "compare"),
    ("compare", SUMMARY, "comparison.a", "compare"),
    ("compare", SUMMARY, "comparison.verdict", "compare"),
    ("compare", SUMMARY, "comparison.scorings", "plan"),
    ("compare", SUMMARY, "comparison.swings", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.declared", "report"),
    ("run", SUMMARY, "bots", "report"),
    ("run", SUMMARY, "signature", "verify"),
    ("run", SUMMARY, "bots.0.won", "verify"),
    ("run", MANIFEST, "rules", "games"),
    ("run", MANIFEST, "schedule", "verify"),
    ("run", MANIFEST, "bots", "export --csv games"),
    ("run", "analysis.json", "bots", "report"),
    ("study", STUDY, "name", "report"),
    ("study", STUDY, "variations", "report"),
    ("study", STUDY, "variations.0.effects", "report"),
    ("study", STUDY, "variations.0.effects.0.metric", "report"),
    ("study", STUDY, "variations.0.effects.0.effect", "report"),
    ("populations", POPULATIONS, "populations", "report"),
    ("populations", POPULATIONS, "variations.0.effects.0.populations.people.effect", "report"),
    ("tune", TUNE, "verdict", "report"),
    ("tune", TUNE, "rounds", "report"),
    ("tune", TUNE, "options.0.winner", "report"),
    # compare: the verdict of the test decides the exit status
    ("compare-test", SUMMARY, "test.verdict", "compare"),
    ("compare-test", SUMMARY, "test.llr", "compare"),
    ("compare-test", SUMMARY, "test.lower", "compare"),
    ("compare-test", SUMMARY, "test.units", "compare"),
    ("compare-test", SUMMARY, "test.h1", "compare"),
    ("compare-test", SUMMARY, "test.model", "compare"),
    ("compare-test", SUMMARY, "test.estimate", "compare"),
    ("compare", SUMMARY, "comparison.deals", "compare"),
    ("compare", SUMMARY, "comparison.games", "compare"),
    ("compare", SUMMARY, "comparison.units", "compare"),
    ("compare", SUMMARY, "comparison.better", "compare"),
    ("compare", SUMMARY, "comparison.zero", "compare"),
    ("compare", SUMMARY, "comparison.worse", "compare"),
    ("compare", SUMMARY, "comparison.divergent", "compare"),
    ("compare", SUMMARY, "comparison.divergent_share", "compare"),
    ("compare", SUMMARY, "comparison.flat_prior_probability", "compare"),
    ("compare", SUMMARY, "comparison.scorings.classic", "compare"),
    ("compare", SUMMARY, "comparison.scorings.classic.mean", "compare"),
    ("compare", SUMMARY, "comparison.scorings.classic.error", "compare"),
    ("compare", SUMMARY, "comparison.scorings.classic.empirical", "compare"),
    ("compare", SUMMARY, "comparison.scorings.seeger_fabian", "compare"),
    # compare --details
    ("compare", SUMMARY, "comparison.scorings.classic.per_36", "compare --details"),
    ("compare", SUMMARY, "comparison.roles.0.name", "compare --details"),
    ("compare", SUMMARY, "comparison.roles.0.a.seats", "compare --details"),
    ("compare", SUMMARY, "comparison.contracts.0.effect", "compare --details"),
    ("compare", SUMMARY, "comparison.positions.0.b.mean", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.matches", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.higher", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.highest", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.declared.both.share", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.bots.a.won", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.bots.a.bid_sum", "compare --details"),
    ("compare", SUMMARY, "comparison.bidding.calibration.0.a.declared", "compare --details"),
    ("compare", SUMMARY, "comparison.swings.0.difference", "compare --details"),
    ("compare", SUMMARY, "comparison.swings.0.deal", "compare --details"),
    ("compare", SUMMARY, "comparison.swings.0.first", "compare --details"),
    ("compare", SUMMARY, "comparison.swings.0.first.move", "compare --details"),
    ("compare", SUMMARY, "comparison.swings.0.first.a.game", "compare --details"),
    # plan
    ("compare", SUMMARY, "comparison.deals", "plan"),
    ("compare", SUMMARY, "comparison.units", "plan"),
    ("compare", SUMMARY, "comparison.scorings.classic", "plan"),
    ("compare", SUMMARY, "comparison.scorings.classic.mean", "plan"),
    ("compare", SUMMARY, "comparison.scorings.classic.low", "plan"),
    ("compare", SUMMARY, "comparison.scorings.classic.error", "plan"),
    # results
    ("compare", SUMMARY, "comparison.a", "results"),
    ("compare", SUMMARY, "comparison.verdict", "results"),
    ("compare", SUMMARY, "comparison.primary", "results"),
    ("compare", SUMMARY, "comparison.scorings.classic.mean", "results"),
    ("compare", SUMMARY, "comparison.scorings.classic.high", "results"),
    ("compare-test", SUMMARY, "test.verdict", "results"),
    ("run", SUMMARY, "standings", "results"),
    ("run", SUMMARY, "standings.0.bot", "results"),
    ("run", SUMMARY, "standings.0.score.per_36.mean", "results"),
    ("study", STUDY, "variations", "results"),
    ("study-adapt", STUDY, "variations.0.effects", "results"),
    ("populations", POPULATIONS, "populations", "results"),
    ("tune", TUNE, "bot", "results"),
    ("tune", TUNE, "verdict", "results"),
    ("sweep", SWEEP, "bot", "results"),
    ("sweep", SWEEP, "points", "results"),
    # faults, and what the page takes from other files
    ("tune", ROUNDS, "difference", "report"),
    ("tune", ROUNDS, "centre", "report"),
    # the page shows what it is given
    ("study", STUDY, "variations.0.effects.0.base", "report"),
    ("study", STUDY, "variations.0.effects.0.effect.mean", "report"),
    ("study", STUDY, "variations.0.units", "report"),
    ("run", SUMMARY, "standings", "report"),
    ("compare", SUMMARY, "comparison.better", "report"),
    ("faults", FAULTS_FILE, "bot", "faults"),
    ("faults", FAULTS_FILE, "status", "faults"),
    ("faults", FAULTS_FILE, "what", "faults"),
    ("faults", FAULTS_FILE, "position", "faults"),
    ("faults", FAULTS_FILE, "bot", "report"),
    ("run", MANIFEST, "schedule.sessions", "verify"),
    ("import", MANIFEST, "schedule.kind", "verify"),
]


def remove(value, place):
    *parents, key = place.split(".")
    for parent in parents:
        value = value[int(parent)] if isinstance(value, list) else value[parent]
    del value[key]


def named(case):
    folder, file, place, command = case
    return f"{command.replace(' --', '-')} {folder}/{file} {place}"


@pytest.mark.parametrize("folder, file, place, command", [pytest.param(*case, id=named(case)) for case in FOUND])
def test_a_missing_key_is_an_error(folder, file, place, command, tmp_path, old):
    """Exit status 65, with the file and the key: never a 0 that nobody wrote."""
    path = old(folder) / file
    if path.suffix == ".jsonl":
        first, *others = path.read_text().splitlines()
        value = json.loads(first)
        remove(value, place)
        path.write_text("\n".join([json.dumps(value, separators=(",", ":")), *others, ""]))
    else:
        value = json.loads(path.read_text())
        remove(value, place)
        path.write_text(json.dumps(value))
    where = tmp_path if command == "results" else tmp_path / folder
    word, *options = command.split()
    options += ["--out", tmp_path / "page.html"] if word == "report" else []
    done = arena(word, where, *options)
    assert done.returncode == BAD_FILE, f"exit {done.returncode}: {done.stdout[:300]}"
    assert file in done.stderr and re.search(rf"\b{place.rsplit('.', 1)[-1]}\b", done.stderr), done.stderr[:300]


@pytest.mark.parametrize("folder, change, said", (
    ("compare", lambda summary: summary["comparison"].update(primary="tourneeskat"),
     '$.comparison.primary: found "tourneeskat"; expected one of the scorings'),
    ("compare-test", lambda summary: summary.pop("comparison"), 'the comparison that "test" is about')))
def test_fields_that_contradict_each_other_are_an_error(folder, change, said, tmp_path, old):
    path = old(folder) / SUMMARY
    summary = json.loads(path.read_text())
    change(summary)
    path.write_text(json.dumps(summary))
    refused(BAD_FILE, "results", tmp_path, says=said)
