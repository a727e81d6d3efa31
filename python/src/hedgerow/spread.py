"""Work in steps, distributed over the workers of a Dask client or over threads of this process.

A plan is a generator. It yields a Call and is sent the result, or it yields a list of plans and is sent their results.
The plans of a list run in parallel. If a call raises an exception, it is thrown into the plan."""
import collections
import concurrent.futures
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from hedgerow._core import (DamagedHeader, DamagedSlots, InvalidArmor, KdfTooExpensive, NotAContainer, Tampered,
                            TrailingData, Truncated, UnsupportedContainer, WrongCredential, WrongKey)

RETRIES = 2
"""How often a Dask worker repeats a call that raised an exception, unless it is in DAMAGED or UNOPENED."""
DAMAGED = (NotAContainer, DamagedHeader, DamagedSlots, InvalidArmor, Tampered, Truncated, TrailingData)
UNOPENED = (WrongKey, WrongCredential, UnsupportedContainer, KdfTooExpensive)
"""Errors that end all attempts on a container."""


@dataclass(frozen=True)
class _Failed:
    """Wraps such an error as the result of a call, so that Dask does not repeat the call."""

    error: Exception


def _attempt(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except (*DAMAGED, *UNOPENED) as error:
        return _Failed(error)


@dataclass(frozen=True, slots=True)
class Call:
    """A function that can be pickled, and its arguments. It may run more than once, because a worker may die after its
    work."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


Plan = Generator[Any, Any, Any]


@dataclass(eq=False)
class _Node:
    """A running plan, and the calls or plans that it waits for."""

    plan: Plan
    parent: "_Node | None" = None
    place: int = 0
    depth: int = 0
    waiting: int = 0
    results: list[Any] = field(default_factory=list)
    error: Exception | None = None


class _Threads:
    """Runs one call per thread, and starts the calls that follow from a finished call first."""

    def __init__(self, threads: int | None) -> None:
        self._width = threads or len(os.sched_getaffinity(0))
        self._pool = concurrent.futures.ThreadPoolExecutor(self._width)
        self._ready: collections.deque[tuple[_Node, Call]] = collections.deque()
        self._running: dict[Any, _Node] = {}

    def submit(self, node: _Node, call: Call, follows: bool) -> None:
        (self._ready.appendleft if follows else self._ready.append)((node, call))

    def finished(self) -> Iterator[tuple[_Node, Any]]:
        while self._ready or self._running:
            while self._ready and len(self._running) < self._width:
                node, call = self._ready.popleft()
                self._running[self._pool.submit(call.function, *call.arguments)] = node
            for future in concurrent.futures.wait(self._running, return_when="FIRST_COMPLETED").done:
                yield self._running.pop(future), future

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class _Dask:
    def __init__(self, client: Any) -> None:
        import distributed
        self._client, as_completed = client, distributed.as_completed
        self._completed: Any = as_completed()  # type: ignore[no-untyped-call]
        self._running: dict[str, _Node] = {}

    def submit(self, node: _Node, call: Call, follows: bool) -> None:
        future = self._client.submit(_attempt, call.function, *call.arguments, pure=False, retries=RETRIES,
                                     priority=int(follows))
        self._running[future.key] = node
        self._completed.add(future)

    def finished(self) -> Iterator[tuple[_Node, Any]]:
        while self._running:
            future = next(self._completed)
            yield self._running.pop(future.key), future

    def close(self) -> None:
        for future in list(self._completed.futures):
            future.cancel()


class _Run:
    def __init__(self, plans: list[Plan], client: Any, threads: int | None) -> None:
        self._workers: Any = _Threads(threads) if client is None else _Dask(client)
        self._root = _Node(_all(plans))
        self._live = {self._root}

    def result(self) -> Any:
        try:
            self._advance(self._root, None, None)
            for node, future in self._workers.finished():
                try:
                    value, error = future.result(), None
                    if isinstance(value, _Failed):
                        raise value.error
                except Exception as raised:
                    value, error = None, raised
                self._advance(node, value, error)
            if self._root.error is not None:
                raise self._root.error
            return self._root.results
        finally:
            self._workers.close()
            for node in self._live:  # after an interrupt, the plans remove the files that they have started
                node.plan.close()

    def _advance(self, node: _Node, value: Any, error: Exception | None) -> None:
        """Runs a plan up to the next result that it waits for."""
        try:
            wanted = node.plan.send(value) if error is None else node.plan.throw(error)
        except StopIteration as end:
            self._ended(node, end.value, None)
        except Exception as raised:
            self._ended(node, None, raised)
        else:
            node.depth += 1
            if isinstance(wanted, Call):
                self._workers.submit(node, wanted, node.depth > 1)
            else:
                self._begin(node, wanted)

    def _begin(self, node: _Node, plans: list[Plan]) -> None:
        node.waiting, node.results, node.error = len(plans), [None] * len(plans), None
        if not plans:
            self._advance(node, [], None)
        for place, plan in enumerate(plans):
            child = _Node(plan, node, place)
            self._live.add(child)
            self._advance(child, None, None)

    def _ended(self, node: _Node, value: Any, error: Exception | None) -> None:
        parent = node.parent
        self._live.discard(node)
        if parent is None:
            node.results, node.error = value, error
            return
        parent.results[node.place] = value
        parent.error = parent.error or error
        parent.waiting -= 1
        if parent.waiting == 0:
            self._advance(parent, parent.results if parent.error is None else None, parent.error)


def _all(plans: list[Plan]) -> Plan:
    return (yield plans)


def run(plans: list[Plan], client: Any = None, threads: int | None = None) -> list[Any]:
    """Returns the results of the plans in order. If one fails, the others are finished before its error is raised.

    client is a Dask client. Without it, `threads` threads do the work, by default one per CPU."""
    results: list[Any] = _Run(plans, client, threads).result()
    return results


def call(function: Callable[..., Any], *arguments: Any) -> Plan:
    """The plan of a single call."""
    return (yield Call(function, arguments))
