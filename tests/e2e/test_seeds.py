# SPDX-License-Identifier: MIT
"""The seed of a command to which none is given is drawn, printed and recorded; or it comes from the commit."""
import json
import re
import shutil
import subprocess

import pytest

from harness import LARGE, OK, ROOT, TIMEOUT, USAGE, RunTest, program, read_json


def arena(*words, cwd=ROOT, code=OK, seed=""):
    """Without the seed that tests give to all commands."""
    done = subprocess.run([program(), *map(str, words)], cwd=cwd, text=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT,
                          env={"PATH": "/usr/bin:/bin", "SKAT_ARENA_SEED": seed}, check=False)
    assert code is None or done.returncode == code, (words, done.stderr)
    return done


class TestDrawn(RunTest):
    def seed_of(self, *words, **more):
        out = self.temp / f"out{len(list(self.temp.iterdir()))}"
        done = arena(*words, "-n", 2, "--out", out, **more)
        return read_json(out, "manifest.json")["seed"], done.stderr, out

    def test_two_runs_are_two_samples(self):
        (one, said, out), (other, _, _) = (self.seed_of("compare", "random", "basic", code=OK) for _ in range(2))
        assert one != other and 0 <= one < 2 ** 32 and f", seed {one}, " in said
        again, _, copy = self.seed_of("compare", "random", "basic", "--seed", one)
        assert again == one and (copy / "games.jsonl").read_bytes() == (out / "games.jsonl").read_bytes()

    def test_a_config_may_name_none(self):
        config = self.write_config(deals=2)
        named = json.loads(config.read_text())
        del named["seed"]
        config.write_text(json.dumps(named))
        seeds = {read_json(self.run_to(config, number), "manifest.json")["seed"] for number in range(2)}
        assert len(seeds) == 2

    def run_to(self, config, number, **more):
        arena("run", config, "-q", "--out", self.temp / f"run{number}", **more)
        return self.temp / f"run{number}"

    def test_the_environment_may_name_it(self):
        assert self.seed_of("compare", "random", "basic", seed="77")[0] == 77
        done = arena("compare", "random", "basic", "-n", 2, "--out", self.temp / "x", seed="nonsense", code=USAGE)
        assert "SKAT_ARENA_SEED: " in done.stderr

    def test_all_pairs_have_the_same_deals(self):
        arena("compare", "basic", "random", "stammtisch", "-qn2", "--out", self.temp / "all")
        assert len({read_json(path.parent, "manifest.json")["seed"] for path in self.temp.glob("all/*/manifest.json")}) == 1

    def test_parts_need_one(self):
        done = arena("compare", "basic", "random", "-n", 4, "--shard", "1/2", "--out", self.temp / "part", code=USAGE)
        assert "--shard: the shards of a run need one seed" in done.stderr and not (self.temp / "part").exists()

    def test_resume_takes_the_one_that_was_drawn(self):
        """Also of commands that continue with an option of their own."""
        out, command = self.temp / "grid", ["tune", "stammtisch", "caution=50,52", "--grid", "-n", 36, "--out", self.temp / "grid"]
        said = arena(*command).stderr
        before = (out / "grid.json").read_bytes()
        assert f"seed {json.loads(before)['seed']}, drawn: " in said and read_json(out, "seed.json") == {"seed": json.loads(before)["seed"]}
        (out / "grid.json").unlink()  # what is complete is not resumed
        arena(*command, "--resume")
        assert (out / "grid.json").read_bytes() == before

    def test_of_commands_without_a_folder(self):
        for words in (("deal",), ("plan", "random", "basic", "-n", 12), ("check", "basic", "-n", 1, "--rules", "isko")):
            seeds = {re.search(r"^seed (\d+), drawn: --seed \1 ", arena(*words).stderr, re.M)[1] for _ in range(2)}
            assert len(seeds) == 2, words

    def test_nothing_is_drawn_where_it_is_given(self):
        for words in (("deal",), ("plan", "random", "basic", "-n", 12), ("check", "basic", "-n", 1, "--rules", "isko"),
                      ("tune", "stammtisch", "caution=50,52", "--grid", "-n", 36, "--out", self.temp / "grid"),
                      ("tune", "stammtisch", "caution", "--rounds", 2, "-n", 36, "--check-deals", 72, "--out", self.temp / "tune")):
            assert "drawn" not in arena(*words, "--seed", 5, code=None).stderr, words
        assert not list(self.temp.glob("*/seed.json"))

    def test_positions_are_asked_with_the_same_random_numbers(self):
        assert arena("positions", "random", "--failed").stdout == arena("positions", "random", "--failed").stdout


@pytest.mark.skipif(not shutil.which("git"), reason="git is missing")
class TestCommit(RunTest):
    def test_from_the_commit(self):
        done = arena("deal", "--seed", "commit", cwd=self.temp, code=USAGE)
        assert "--seed commit: the working directory is in no git repository that has a commit" in done.stderr
        for words in (("init", "-q"), ("-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "one")):
            subprocess.run(["git", *words], cwd=self.temp, check=True)
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.temp, check=True, capture_output=True, text=True).stdout
        assert arena("deal", "--seed", "commit", cwd=self.temp).stdout == arena("deal", "--seed", int(commit[:8], 16)).stdout


class TestSmall(RunTest):
    def test_a_verdict_warns_of_one_that_isolated_bots_can_try(self):
        small, large = (self.play("--isolation", "process", deals=2, seed=seed) for seed in (7, LARGE))
        warnings = [read_json(folder, "summary.json")["verdict"].get("warnings", []) for folder in (small, large)]
        assert [any("the seed is small" in warning for warning in found) for found in warnings] == [True, False]
        assert [read_json(folder, "summary.json")["seed_can_be_tried"] for folder in (small, large)] == [True, False]
        for words in (("verify", small), ("results", small)):
            arena(*words)
        assert "WARNING the seed is small" in arena("results", small).stdout
