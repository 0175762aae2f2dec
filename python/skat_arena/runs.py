# SPDX-License-Identifier: MIT
"""Runs and comparisons by the program, and what they leave, as arrays."""
from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError, json_of, places, release
from .columns import Columns, data_frame, objects, read_table, save_columns, save_parquet
from .policy import Policy, as_file, command_of
from .pool import Pool

if TYPE_CHECKING:
    import pandas

#: The "format" of result files: the major number of the versions that read and write it.
FORMAT = int(release().split(".")[0])
#: The tables of a run, and how `skat-arena export` writes each.
TABLES = {"games": ("--csv", "games"), "seats": ("--csv", "seats"), "decisions": ("--decisions", "csv", "--no-observation", "--quiet")}


def program() -> str:
    """The program: the variable SKAT_ARENA, the one that was built or installed with the library, or the one on the path."""
    if os.environ.get("SKAT_ARENA"):
        return os.environ["SKAT_ARENA"]
    for place in places():
        for beside in (place.parent / "skat-arena", place.parent.parent.parent / "bin" / "skat-arena"):
            if place.is_file() and os.access(beside, os.X_OK):
                return str(beside)
    found = shutil.which("skat-arena")
    if not found:
        raise FileNotFoundError("there is no skat-arena: build it, install it, or name it in the variable SKAT_ARENA")
    return found


def _environment() -> dict[str, str]:
    """For policies, which import this package in processes of their own."""
    here = str(Path(__file__).resolve().parent.parent)
    paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}


def main() -> None:
    """The command `skat-arena` of an installed wheel: this process becomes the program."""
    os.execve(program(), ["skat-arena", *sys.argv[1:]], _environment())


def _call(*arguments: str, allowed: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([program(), *arguments], capture_output=True, text=True, env=_environment())
    if done.returncode not in allowed:
        raise SkatError(done.stderr.strip() or f"skat-arena ended with {done.returncode}")
    return done.stdout


def _flags(**options: object) -> list[str]:
    """Options of a command; one that is None, False or empty is not given."""
    given = {name.replace("_", "-"): value for name, value in options.items() if value}
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in given.items()]


def _load(path: Path) -> dict[str, Any]:
    """A result file. Raises SkatError if it has another format than this version reads."""
    read: dict[str, Any] = json.loads(path.read_text())
    if read.get("format") != FORMAT:
        raise SkatError(f"{path}: $.format: is {read.get('format')}: version {read.get('format')} of skat-arena reads this file, and this "
                        f"is version {release()}, which reads format {FORMAT}")
    return read


class Run:
    """The result folder of a run. manifest: manifest.json, what was played; summary: summary.json, the same numbers as in the
    program's tables, empty if the folder has none (docs/formats.md)."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not (self.folder / "manifest.json").is_file():
            raise SkatError(f"{folder} is no result folder of a run: it has no manifest.json")
        self.manifest = _load(self.folder / "manifest.json")
        summary = self.folder / "summary.json"
        self.summary = _load(summary) if summary.is_file() else {}

    @property
    def verdict(self) -> dict[str, Any]:
        """What the run shows: `verdict` of summary.json (docs/formats.md). Raises SkatError if the folder has no summary."""
        if not self.summary:
            raise SkatError(f"{self.folder} has no summary.json")
        return dict(self.summary["verdict"])

    def verify(self, *, workers: int | None = None) -> None:
        """Plays every game of the log again where it lies, a shard's too, and computes the summary from them. Raises SkatError if
        anything differs."""
        _call("verify", str(self.folder), *_flags(workers=workers))

    def games(self) -> dict[str, npt.NDArray[Any]]:
        """Columns by name, each of shape [n], with a row for each of the n games (docs/formats.md, Tables). Numbers and flags are kept as
        such; numbers of which some are missing are float with NaN; everything else is an object."""
        return self._table("games")

    def seats(self) -> dict[str, npt.NDArray[Any]]:
        """The same as games(), but with a row for each seat of each game."""
        return self._table("seats")

    def decisions(self) -> dict[str, npt.NDArray[Any]]:
        """The same with a row for each action of a decision: which bot, what it decided, in words, and what the deal brought its seat
        (docs/formats.md, Decisions). What it saw is in the arrays of decisions()."""
        return self._table("decisions")

    def _command(self, which: str) -> list[str]:
        if which not in TABLES:
            raise SkatError(f'there is no table "{which}"; allowed: {", ".join(TABLES)}')
        return [program(), "export", str(self.folder), *TABLES[which]]

    def _table(self, which: str) -> dict[str, npt.NDArray[Any]]:
        return {column.name: objects(*column.take()) for column in read_table(self._command(which))}

    def data_frame(self, which: str = "games") -> pandas.DataFrame:
        """games(), seats() or decisions() as a pandas DataFrame; pandas must be installed. Flags are bool (boolean if a game has no such
        value), and words are categories; "null" is a type of game, and only an empty value is missing."""
        return data_frame((column.name, *column.take()) for column in read_table(self._command(which)))

    def save_columns(self, folder: str | Path, which: str = "games") -> Columns:
        """Writes games(), seats() or decisions() as .npy files into a folder, one for each column, and maps them into memory;
        Columns(folder) maps them again later. Writing needs a few bytes of memory for each value."""
        return save_columns(self._command(which), folder)

    def save_parquet(self, file: str | Path, which: str = "games") -> None:
        """Writes games(), seats() or decisions() as a Parquet file: whole numbers (int64), flags, and words as dictionaries, null where a
        value is missing. pyarrow must be installed; save_columns() needs nothing."""
        save_parquet(self._command(which), file)

    def lines(self) -> Lines:
        """The games of games.jsonl, unchanged, one for each line; under rules that carry nothing from deal to deal, `cards`
        and `moves` are what Game() takes."""
        path = self.folder / "games.jsonl"
        if not path.is_file():
            raise SkatError(f"{path} is not there: it was not written, or is compressed; `games()` reads that")
        return Lines(path)

    def __repr__(self) -> str:
        return f"<skat_arena.Run {self.folder}>"


class Lines(Iterator[dict[str, Any]]):
    """The lines of a log, one after the other. A copy, and what a pickle brings back, go on by themselves from the same line, as long as
    the file is there."""

    def __init__(self, path: Path, at: int = 0) -> None:
        self._path, self._log = path.absolute(), path.open("rb")
        self._log.seek(at)

    def __next__(self) -> dict[str, Any]:
        line = b"" if self._log.closed else self._log.readline()
        while line.startswith(b'{"bids":'):  # no game: what a run that compares bids alone says of a deal
            line = self._log.readline()
        if not line:
            self._log.close()
            raise StopIteration
        game: dict[str, Any] = json.loads(line)
        return game

    def __del__(self) -> None:
        if hasattr(self, "_log"):
            self._log.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return Lines, (self._path, self._path.stat().st_size if self._log.closed else self._log.tell())


class DecisionFiles(Iterator[dict[str, npt.NDArray[Any]]]):
    """Files of decisions, one after the other. A copy, and what a pickle brings back, go on by themselves from the same file."""

    def __init__(self, paths: list[Path], policies: dict[int, Policy] | None = None) -> None:
        self._paths, self._policies = list(paths), policies

    def __next__(self) -> dict[str, npt.NDArray[Any]]:
        if not self._paths:
            raise StopIteration
        with np.load(self._paths.pop(0)) as file:
            rows = dict(file)
        if self._policies is not None:
            rows["probability"] = self._probability(rows, self._policies)
        return rows

    @staticmethod
    def _probability(rows: dict[str, npt.NDArray[Any]], policies: dict[int, Policy]) -> npt.NDArray[np.float32]:
        found = np.full(len(rows["action"]), np.nan, np.float32)
        for number, policy in policies.items():
            own = rows["bot"] == number
            found[own] = policy.probability(rows["observation"][own], rows["mask"][own], rows["action"][own])
        return found

    def __copy__(self) -> DecisionFiles:
        return DecisionFiles(self._paths, self._policies)


def _policies_of(folder: Path, policies: Mapping[str, Policy]) -> dict[int, Policy]:
    """Policies by the numbers of their bots in exported decisions."""
    schema = _load(folder / "schema.json")
    for name in policies:
        if name not in schema["bots"]:
            raise SkatError(f'no bot "{name}" decided in {folder}; it has {", ".join(schema["bots"])}')
    return {schema["bots"].index(name): policy for name, policy in policies.items()}


def decisions(folder: str | Path, policies: Mapping[str, Policy] | None = None) -> DecisionFiles:
    """The files of `skat-arena export --decisions npz`, one after the other, each as a dict of arrays: observation int16 [n,
    OBSERVATION_SIZE], mask bool [n, actions], action uint16 [n], game, session, deal uint64, seat and position uint8, score and
    seeger int32 (of that seat, when the deal was over), bot uint32 (its number among `bots` of schema.json), and with --values values
    int16 [n, 36].

    policies: the policies that played, by the names of their bots. With them, probability, float32 [n], is how likely each of them would
    now pick the action of a row; it is NaN where another bot decided."""
    paths = sorted(Path(folder).absolute().glob("decisions-*.npz"))
    if not paths:
        raise SkatError(f"{folder} has no decisions: `skat-arena export RUN --decisions npz --out {folder}` writes them")
    return DecisionFiles(paths, None if policies is None else _policies_of(Path(folder), policies))


def run(config: dict[str, Any] | str | Path, folder: str | Path, *, force: bool = False, workers: int | None = None,
        shard: tuple[int, int] | None = None, board: str | Path | None = None, resume: bool = False) -> Run:
    """Plays a config (a dict, or the name or path of a file) and writes the results into a folder, as `skat-arena run` does.

    shard: (k, n) plays the k-th of n shards, 1 .. n, for merge(); board: the folder by which shards stop together. resume: a run in the
    folder that was interrupted goes on, and a finished one is returned as it is, so that a task can be started again; the config is not
    read anew, and only its name, its seed and the names of its bots are compared with those of the run. Raises SkatError with what the
    program says if it fails; with `force`, a folder that is there is replaced."""
    into = Path(folder)
    if shard is not None and len(shard) != 2:
        raise SkatError(f"shard is {shard}; expected (k, n)")
    if resume and ((into / "resume.json").exists() or (into / "summary.json").exists()):
        _refuse_another(into, config, shard)
        if (into / "resume.json").exists():
            _call("run", "--resume", str(into), "--quiet", *_flags(workers=workers), allowed=(0, 1, 2))
        return Run(into)
    with _config_file(config, into) as path:
        _call("run", str(path), "--out", str(into), "--quiet",
              *_flags(force=force, workers=workers, shard=shard and "{}/{}".format(*shard), board=board),
              allowed=(0, 1, 2))
    return Run(into)


def _refuse_another(folder: Path, config: dict[str, Any] | str | Path, shard: tuple[int, int] | None) -> None:
    """Whether the run in a folder is another one than is asked for: in shard, or in what a config in hand says of name, seed and bots."""
    manifest = json.loads((folder / "manifest.json").read_text())
    found = {"shard": manifest["schedule"].get("shard"), "name": manifest["name"], "seed": manifest["seed"],
             "bots": sorted(bot["name"] for bot in manifest["bots"])}
    asked: dict[str, Any] = {"shard": shard and {"number": shard[0], "of": shard[1]}}
    if isinstance(config, dict):
        asked["name"] = config.get("name", folder.name)
        if isinstance(config.get("seed"), int) and isinstance(found["seed"], int):
            asked["seed"] = config["seed"]
        if isinstance(config.get("bots"), dict):
            asked["bots"] = sorted(config["bots"])
    for key, value in asked.items():
        if value != found[key]:
            raise SkatError(f"{folder} has another run: its {key} is {found[key]}, and {value} is asked for")


@contextmanager
def _config_file(config: dict[str, Any] | str | Path, folder: Path) -> Iterator[str | Path]:
    """A config as a file, which lies beside the folder while the context lasts, so that paths in it are meant from there."""
    if not isinstance(config, dict):
        yield config
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder.parent, prefix=".", suffix=".json") as file:
        file.write(json_of({"name": folder.name, **config}, "a config"))
        file.flush()
        yield file.name


def merge(parts: Iterable[str | Path | Run], folder: str | Path, *, part: bool = False, force: bool = False,
          same_bots: Mapping[str, str] | None = None, workers: int | None = None) -> Run:
    """Merges shards of a run, checking all of their games, as `skat-arena merge` does. part: neighbouring shards are enough, and make a
    part that is merged like a shard, in whatever tree. same_bots: hashes of bots that play the same, as built for two processors."""
    folders = [str(one.folder if isinstance(one, Run) else one) for one in parts]
    pairs = ",".join(f"{one}={other}" for one, other in (same_bots or {}).items())
    _call("merge", *folders, "--out", str(folder), "--quiet", *_flags(part=part, force=force, same_bots=pairs, workers=workers),
          allowed=(0, 1, 2))
    return Run(folder)


def compare(a: str, b: str, *, deals: int = 3600, rules: str = "skat", seed: int | str | None = None,
            folder: str | Path | None = None, force: bool = False) -> dict[str, Any]:
    """Compares two bots on the same deals; returns the JSON of `skat-arena compare --json`. seed: of the deals; None: drawn, and in the
    manifest. folder, force: as for run()."""
    out = [f"--seed={seed}"] if seed is not None else []
    out += ["--out", str(folder), *_flags(force=force)] if folder else []
    found: dict[str, Any] = json.loads(_call("compare", a, b, f"--deals={deals}", f"--rules={rules}", "--json", "--quiet", *out,
                                             allowed=(0, 1, 2)))
    return found


@contextmanager
def _as_word(policy: Policy | str | Path, name: str = "") -> Iterator[str]:
    """A policy, or a file of one, as a bot of the command line while the context lasts."""
    with as_file(policy) as path:
        called = name or (type(policy).__name__ if isinstance(policy, Policy) else path.stem)
        yield f"{called}=pipe:command={command_of(path)}"


def _opponents(against: str | Path | Policy | Pool) -> dict[str, str | Path | Policy]:
    """What a policy plays against, by name; "" for what has none of its own."""
    return dict(against) if isinstance(against, Pool) else {"": against}


def play(policy: Policy | str | Path, against: str | Path | Policy | Pool = "stammtisch", *, deals: int = 3600, rules: str = "skat",
         seed: int | str | None = None, folder: str | Path | None = None, force: bool = False) -> dict[str, Any]:
    """Compares a policy, or a file of one, with an opponent on the same deals; returns the JSON of `skat-arena compare --json`, in which
    the policy is the first bot.

    against: a bot as on the command line (str), a policy, the Path of a policy's file, or a Pool. With a Pool, it compares with each of its
    policies and returns a dict of such results by name; `folder` then holds the folders of all of them."""
    found: dict[str, Any] = {}
    seed = secrets.randbits(32) if seed is None else seed  # all of a Pool play the same deals
    for name, other in _opponents(against).items():
        into = Path(folder, name) if folder and name else folder
        with _as_word(policy) as first, (nullcontext(other) if isinstance(other, str) else _as_word(other, name)) as second:
            found[name] = compare(first, second, deals=deals, rules=rules, seed=seed, folder=into, force=force)
    return found if isinstance(against, Pool) else dict(found[""])
