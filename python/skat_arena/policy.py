# SPDX-License-Identifier: MIT
"""A policy: one method from observations to actions, by which a learner plays in Tables, as a guest, and in tournaments."""
from __future__ import annotations

import copy
import importlib
import importlib.util
import inspect
import pickle
import re
import shlex
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError, integers, lib
from .rules import OBSERVATION_SIZE

Observations = npt.NDArray[np.int16]
Masks = npt.NDArray[np.bool_]
NO_ACTION = -1  # what choose() makes of numbers that are larger than any action


class Policy:
    """A policy: subclass it and write act(). The same object trains in Tables, sits as a guest in another's training (bots=[None, policy,
    "stammtisch"]), and plays in tournaments: play(policy, "stammtisch"), or, with `if __name__ == "__main__": policy.serve()` in
    its file, `skat-arena compare ./policy.py stammtisch`.

    sample: whether an action is drawn from the probabilities that act() gives (True), or the likeliest is taken.
    batch: the largest number of decisions that act() gets at a time in a tournament, 1 .. 4096.
    """

    sample: bool = True
    batch: int = 256

    def act(self, observation: Observations, mask: Masks) -> npt.ArrayLike:
        """What to do at n decisions of any seats and tables: observation int16 [n, OBSERVATION_SIZE], mask bool [n, actions]. Returns
        probabilities, float [n, actions] (those of actions that are not allowed do not count, and they need not add up to 1), or
        actions, int [n]. In a tournament, what it returns for a row may depend on that row alone."""
        raise NotImplementedError(f"{type(self).__name__} has no act(observation, mask)")

    def choose(self, observation: Observations, mask: Masks, random: npt.NDArray[np.float64]) -> tuple[
            npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Actions chosen by act(), int32 [n], and how likely each was, float32 [n]. `random`, float [n], at least 0 and below 1, decides
        what is drawn from the probabilities."""
        found = np.asarray(self.act(observation, mask))
        if _are_actions(found, mask):
            small = found.astype(np.int32)
            return np.where(small == found, small, np.int32(NO_ACTION)), np.ones(len(found), np.float32)
        return draw(found, mask, random if self.sample else None)

    def probability(self, observation: Observations, mask: Masks, action: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """How likely act() would now pick these actions, int [n], at n decisions: float32 [n]. The rows may come from
        Tables.trajectories() or from `export --decisions`, whoever played them."""
        found, picked = np.asarray(self.act(observation, mask)), integers(action, np.intp, "actions")
        if picked.shape != mask.shape[:1]:
            raise SkatError(f"actions have the shape {picked.shape}, expected {mask.shape[:1]}")
        if not ((picked >= 0) & (picked < mask.shape[1])).all():
            raise SkatError(f"actions are 0 .. {mask.shape[1] - 1}; found {picked.min()} .. {picked.max()}")
        if not _are_actions(found, mask):
            chosen, _ = draw(found, mask, None)  # which refuses rows that are no probabilities
            if self.sample:
                weights = np.where(mask, found, 0).astype(np.float32).astype(np.float64)
                share: npt.NDArray[np.float32] = (weights[np.arange(len(weights)), picked] / weights.sum(axis=1)).astype(np.float32)
                return share
            found = chosen
        same: npt.NDArray[np.float32] = (found == picked).astype(np.float32)
        return same

    def serve(self) -> None:
        """Plays as a bot until standard input ends; meant for a file that `skat-arena` runs."""
        from ._serve import serve
        serve(self)

    @staticmethod
    def load(path: str | Path) -> Policy:
        """A policy from a file: .npz, a network as Network.save() writes it; .onnx, if onnxruntime is installed; .py, the
        file's only subclass of Policy, called without arguments; .policy, what save() wrote."""
        path = Path(path)
        if path.suffix not in _LOADERS:
            raise SkatError(f"{path} is no policy: expected .npz, .onnx, .py or .policy")
        if not path.is_file():
            raise SkatError(f"{path} is not there")
        return _LOADERS[path.suffix](path)

    def save(self, path: str | Path) -> None:
        """Writes the object with all its attributes to a file (.policy), from which load() restores it, also in another process;
        its class must be defined in a file."""
        try:
            source = Path(inspect.getfile(type(self))).resolve()
        except (TypeError, OSError):
            raise SkatError(f"{type(self).__name__} was not defined in a file: another process could not find it") from None
        module = type(self).__module__
        with open(path, "wb") as out:
            pickle.dump({"file": str(source), "module": module}, out)
            pickle.dump(self, out)


def _are_actions(found: npt.NDArray[Any], mask: Masks) -> bool:
    """Whether act() returned actions, not probabilities; an error if it returned neither."""
    if found.shape == mask.shape[:1] and found.dtype.kind in "iu":
        return True
    if found.shape != mask.shape or found.dtype.kind not in "fiub":
        raise SkatError(f"act() returned {found.dtype} {list(found.shape)}; expected probabilities, float {list(mask.shape)}, or "
                        f"actions, int {list(mask.shape[:1])}")
    return False


def _in_unit_interval(random: npt.ArrayLike, n: int) -> npt.NDArray[np.float64]:
    """The random numbers of n draws."""
    found = np.ascontiguousarray(random, np.float64) if np.ndim(random) else np.asarray(random, np.float64)
    if found.shape != (n,):
        raise SkatError(f"random numbers have the shape {found.shape}, expected {(n,)}")
    wrong = ~((found >= 0) & (found < 1))
    if wrong.any():
        raise SkatError(f"random number {wrong.argmax()} is {found[wrong.argmax()]}; expected 0 .. 1 without 1")
    return found


def draw(weights: npt.ArrayLike, mask: Masks, random: npt.NDArray[np.float64] | None) -> tuple[
        npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """Draws an allowed action of each row of weights, float [n, actions], by `random`, float64 [n] in 0 .. 1; without, the likeliest,
    the first of several. Returns the actions, int32 [n], and how likely each was, float32 [n]."""
    rows, allowed = np.ascontiguousarray(weights, np.float32), np.ascontiguousarray(mask, np.bool_)
    if rows.ndim != 2 or rows.shape != allowed.shape:
        raise SkatError(f"probabilities have the shape {rows.shape}, the mask {allowed.shape}; expected (n, actions) of both")
    n, actions = allowed.shape
    by = None if random is None else _in_unit_interval(random, n)
    chosen, likely = np.empty(n, np.int32), np.empty(n, np.float32)
    wrong = lib.skat_ffi_draw(n, actions, rows.ctypes.data, allowed.ctypes.data, None if by is None else by.ctypes.data,
                              chosen.ctypes.data, likely.ctypes.data)
    if wrong >= 0:
        raise SkatError(f"row {wrong} of probabilities has none above 0 for an allowed action, or one that is negative or no number")
    return chosen, likely


def softmax(logits: npt.NDArray[np.float32], mask: Masks) -> npt.NDArray[np.float32]:
    """The weights of a softmax over the allowed actions, the likeliest of each row with 1: float32 [n, actions]."""
    allowed = np.where(mask, logits, np.float32(-np.inf))
    weights: npt.NDArray[np.float32] = np.exp(allowed - allowed.max(axis=1, keepdims=True))
    return weights


def _wrong_layers(weights: list[npt.NDArray[Any]], biases: list[npt.NDArray[Any]], scale: npt.NDArray[Any], inputs: int) -> str:
    """Why these are no layers from so many inputs on; "" if they are."""
    if len(weights) != len(biases) or not weights:
        return f"a network has as many weights as biases, at least one; found {len(weights)} and {len(biases)}"
    named = [("scale", scale), *((f"b{i}", bias) for i, bias in enumerate(biases)), *((f"w{i}", w) for i, w in enumerate(weights))]
    sizes = [inputs, *(bias.size for bias in biases)]
    shapes = [(inputs,), *((size,) for size in sizes[1:]), *zip(sizes, sizes[1:])]
    for (name, array), shape in zip(named, shapes):
        if array.dtype.kind not in "fiub":
            return f"{name} is {array.dtype}; expected float32"
        if array.shape != shape:
            return f"{name} has the shape {array.shape}; expected {shape}, {inputs} being the values of an observation"
        if not np.isfinite(array).all():
            return f"{name} has values that are no finite numbers"
    return ""


class Network(Policy):
    """A network in numpy: layers of weights and biases with ReLU between them, and a softmax of the last layer over the allowed
    actions. `scale`, float [inputs], multiplies the observation first."""

    def __init__(self, weights: list[npt.NDArray[np.float32]], biases: list[npt.NDArray[np.float32]],
                 scale: npt.NDArray[np.float32] | None = None, sample: bool = True) -> None:
        self.sample = sample
        self.weights, self.biases = weights, biases
        self.scale = np.ones(OBSERVATION_SIZE, np.float32) if scale is None else scale
        if wrong := _wrong_layers(self.weights, self.biases, self.scale, OBSERVATION_SIZE):
            raise SkatError(wrong)

    def logits(self, observation: Observations) -> npt.NDArray[np.float32]:
        """The last layer for each action: float32 [n, actions]."""
        layer = observation.astype(np.float32) * self.scale
        for index, (weight, bias) in enumerate(zip(self.weights, self.biases)):
            layer = (np.maximum(layer, 0) if index else layer) @ weight + bias
        return layer

    def __copy__(self) -> Network:
        return copy.deepcopy(self)  # a checkpoint: training changes weights where they are

    def act(self, observation: Observations, mask: Masks) -> npt.ArrayLike:
        """Probabilities: float32 [n, actions]."""
        logits = self.logits(observation)
        if logits.shape != mask.shape:
            raise SkatError(f"the network has {logits.shape[1]} outputs, and these rules have {mask.shape[1]} actions")
        return softmax(logits, mask)

    def save(self, path: str | Path) -> None:
        """Writes the network to a file that Policy.load() reads: .npz with scale, w0, b0, w1 ... and sample."""
        if Path(path).suffix != ".npz":
            super().save(path)
            return
        arrays: dict[str, Any] = {"scale": self.scale, "sample": self.sample}
        for index, (weight, bias) in enumerate(zip(self.weights, self.biases)):
            arrays[f"w{index}"], arrays[f"b{index}"] = weight, bias
        np.savez(path, **arrays)

    @classmethod
    def from_file(cls, path: str | Path) -> Network:
        """The network of an .npz as save() writes it."""
        arrays = _arrays_of(Path(path))
        numbers = {int(name[1:]) for name in arrays if re.fullmatch("[wb][0-9]+", name)}
        layers = range(max(numbers, default=0) + 1)
        missing = [name for name in ("scale", *(f"{kind}{i}" for i in layers for kind in "wb")) if name not in arrays]
        if missing:
            raise SkatError(f"{path} lacks {', '.join(missing)}: it is no network that Network.save() wrote")
        sample = arrays.get("sample", np.array(True))
        if sample.shape or sample.dtype.kind not in "iub":
            raise SkatError(f"{path}: sample is {sample}; expected true or false")
        try:
            weights, biases = [arrays[f"w{i}"] for i in layers], [arrays[f"b{i}"] for i in layers]
            return cls(weights, biases, arrays["scale"], bool(sample))
        except SkatError as error:
            raise SkatError(f"{path}: {error}") from None


def _arrays_of(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of an .npz. numpy.load() would take other files, too."""
    archive: Any = np.lib.npyio.NpzFile
    try:
        with path.open("rb") as opened, archive(opened) as file:
            return dict(file)
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise SkatError(f"{path} is no sound .npz file: {error}") from None


class OnnxPolicy(Policy):
    """A graph for onnxruntime (an optional extra): the first input float32 [n, OBSERVATION_SIZE], the first output logits
    [n, actions]."""

    def __init__(self, path: str | Path) -> None:
        try:
            runtime: Any = importlib.import_module("onnxruntime")
        except ImportError:
            raise SkatError(f"{path} needs onnxruntime, which is not installed (an optional extra: pip install onnxruntime)") from None
        self._path = Path(path).resolve()
        self._session = runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        size = self._session.get_inputs()[0].shape[-1]
        if size != OBSERVATION_SIZE:
            raise SkatError(f"{path} takes {size} values; observations have {OBSERVATION_SIZE}")

    def __reduce__(self) -> tuple[Any, ...]:
        """The graph is loaded again from its file; what else the object has is kept."""
        kept = {name: value for name, value in self.__dict__.items() if name != "_session"}
        return type(self), (self._path,), kept

    def act(self, observation: Observations, mask: Masks) -> npt.ArrayLike:
        """Probabilities: float32 [n, actions]."""
        logits = self._session.run(None, {self._input: observation.astype(np.float32)})[0]
        return softmax(logits, mask)


# ---- policies in files ----

_MAIN = "__skat_policy__"  # the name under which a script is imported: not __main__, so that it does not run


def _import(path: Path, name: str = _MAIN) -> ModuleType:
    if not path.is_file():  # of a .policy, too
        raise SkatError(f"{path} is not there")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SkatError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(module)
    return module


def _policy_of(module: ModuleType, path: Path) -> Policy:
    found = [of for of in vars(module).values() if isinstance(of, type) and issubclass(of, Policy) and of.__module__ == module.__name__]
    if len(found) != 1:
        raise SkatError(f"{path} has {len(found)} subclasses of Policy; expected one")
    try:
        inspect.signature(found[0]).bind()
    except TypeError as error:
        raise SkatError(f"{path}: {found[0].__name__} cannot be made without arguments: {error}; Policy.save() keeps one that was "
                        f"made") from None
    return found[0]()


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        return super().find_class(_MAIN if module == "__main__" else module, name)


def _unpickle(path: Path) -> Policy:
    with open(path, "rb") as file:
        try:
            where = pickle.load(file)
        except (pickle.UnpicklingError, EOFError):
            where = None
        if not isinstance(where, dict) or not {"file", "module"} <= where.keys():
            raise SkatError(f"{path} is no policy that Policy.save() wrote")
        if where["module"] == "__main__":
            _import(Path(where["file"]))
        elif where["module"] not in sys.modules and importlib.util.find_spec(where["module"].partition(".")[0]) is None:
            _import(Path(where["file"]), where["module"])
        policy = _Unpickler(file).load()
    if not isinstance(policy, Policy):
        raise SkatError(f"{path} has no policy in it")
    return policy


_LOADERS: dict[str, Callable[[Path], Policy]] = {
    ".npz": Network.from_file, ".onnx": OnnxPolicy, ".py": lambda path: _policy_of(_import(path), path), ".policy": _unpickle}


def command_of(path: str | Path) -> str:
    """The command by which a policy in a file plays as a bot: the option `command` of the bot `pipe`."""
    return f"exec {shlex.quote(sys.executable)} -m skat_arena {shlex.quote(str(Path(path).resolve()))}"


@contextmanager
def as_file(policy: Policy | str | Path) -> Iterator[Path]:
    """A file of the policy while the context lasts."""
    if not isinstance(policy, Policy):
        yield Path(policy)
        return
    with tempfile.TemporaryDirectory(prefix="skat-policy-") as folder:
        path = Path(folder) / f"{type(policy).__name__}.policy"
        Policy.save(policy, path)
        yield path


def bot(policy_file: str | Path) -> dict[str, Any]:
    """A policy in a file, written as a bot of a config for run(): {"module": "pipe", "options": {"command": ...}}."""
    return {"module": "pipe", "options": {"command": command_of(policy_file)}}
