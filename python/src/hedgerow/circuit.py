"""Searches circuits of S-boxes and linear maps: `hedgerow circuit search` with many seeds, on threads or a Dask
cluster.

    from hedgerow import circuit
    best = circuit.search("kalyna:0", "andn", seeds=range(100), client=client)
    best.save("kalyna0.andn.gates")

The search runs the command line of Hedgerow. HEDGEROW_CLI or PATH must lead to it, here and on every worker."""
import json
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hedgerow import spread
from hedgerow._core import Error
from hedgerow.container import shown

SUFFIX = ".gates"


class CircuitError(Error):
    """`hedgerow circuit` is missing, rejected the request, or found a wrong circuit. The text is that of the
    command."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """A circuit that is correct on all inputs. text is the netlist in the format of `hedgerow circuit`."""

    box: str
    basis: str
    gates: int
    output_nots: int
    depth: int
    seed: int
    seconds: float
    text: str

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the netlist, which `hedgerow circuit emit` turns into source text."""
        Path(path).write_text(self.text)


def _tool() -> str:
    given = os.environ.get("HEDGEROW_CLI")
    found = shutil.which(given or "hedgerow")
    if not found:
        raise CircuitError(f"there is no program {given or 'hedgerow'}: install Hedgerow's command line where the search "
                           "runs, or name it in the environment variable HEDGEROW_CLI")
    return found


def _run(*arguments: str) -> str:
    done = subprocess.run([_tool(), "circuit", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise CircuitError((done.stderr or done.stdout).strip() or f"hedgerow circuit ended with {done.returncode}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class _Box:
    """The name of a box, or the content of its file, because workers may not see the file."""

    name: str
    content: bytes | None

    def at(self, folder: str) -> str:
        if self.content is None:
            return self.name
        path = Path(folder, os.path.basename(self.name))
        path.write_bytes(self.content)
        return str(path)


def _box(box: "str | os.PathLike[str]") -> _Box:
    name = os.fspath(box)
    return _Box(name, Path(name).read_bytes() if os.path.isfile(name) else None)


def _search_one(box: _Box, seed: int, options: tuple[str, ...]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "found" + SUFFIX)
        _run("search", box.at(folder), "--seed", str(seed), "--threads", "1", "-o", str(out), *options)
        return out.read_text()


def _checked(box: _Box, basis: str, text: str) -> Circuit:
    """Returns the circuit after the command on this machine has checked it on all inputs of the requested box."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "found" + SUFFIX)
        path.write_text(text)
        _run("verify", str(path), "--box", box.at(folder))
        shows = json.loads(_run("show", "--json", str(path)))
    if shows["basis"] != basis:
        raise CircuitError(f"a circuit over {shows['basis']} came back, not over {basis}")
    return Circuit(shows["box"], basis, shows["gates"], shows["output_nots"], shows["depth"], shows["seed"],
                   shows["seconds"], text)


_Failed = list[tuple[int, CircuitError]]


def search(box: "str | os.PathLike[str]", basis: str = "andn", seeds: Iterable[int] = range(1, 9), *,
           client: Any = None, threads: int | None = None, method: str | None = None, effort: int | None = None,
           seconds: float | None = None, progress: Callable[[int, int], Any] | bool | None = None) -> Circuit:
    """Returns the best circuit of all seeds: that with the fewest gates, then the fewest output NOTs, then the least
    depth, then the first seed. Each seed is one run on one thread. `seconds` is the time budget of a run, which
    restarts its search within it.

    box is a name of `hedgerow circuit search --help`, or a file with a table, which is sent to the workers. client is a
    Dask client, without which threads do the work. The results are checked again on this machine. progress(done, all)
    counts seeds; progress=True shows a bar if tqdm is installed.

    If a seed fails, you get a warning, so that hours of work on other seeds are not lost. CircuitError is raised if all
    seeds fail."""
    numbers = list(dict.fromkeys(int(seed) for seed in seeds))
    if not numbers or min(numbers) < 0:
        raise ValueError("seeds must be numbers from 0 on, one at least")
    options = ["--basis", basis]
    for name, value in (("--method", method), ("--effort", effort), ("--seconds", seconds)):
        if value is not None:
            options += [name, str(value)]
    _tool()
    asked, failed = _box(box), _Failed()
    with shown(progress, " seeds") as call:
        plans = _plans(asked, numbers, tuple(options), failed, call)
        texts = dict(zip(numbers, spread.run(plans, client, threads), strict=True))
    best = _best(asked, basis, texts, failed)
    if best is None:
        raise failed[0][1]
    for seed, reason in failed:
        warnings.warn(f"seed {seed} gave no circuit: {reason}", RuntimeWarning, stacklevel=2)
    return best


def _plans(box: _Box, seeds: list[int], options: tuple[str, ...], failed: _Failed,
           progress: Callable[[int, int], Any] | None) -> list[spread.Plan]:
    done = 0

    def one(seed: int) -> spread.Plan:
        nonlocal done
        text = None
        try:
            text = yield spread.Call(_search_one, (box, seed, options))
        except CircuitError as error:
            failed.append((seed, error))
        done += 1
        if progress:
            progress(done, len(seeds))
        return text

    return [one(seed) for seed in seeds]


def _best(box: _Box, basis: str, texts: dict[int, str | None], failed: _Failed) -> Circuit | None:
    found = []
    for seed, text in texts.items():
        try:
            if text:
                found.append(_checked(box, basis, text))
        except CircuitError as error:
            failed.append((seed, error))
    return min(found, key=lambda circuit: (circuit.gates, circuit.output_nots, circuit.depth), default=None)
