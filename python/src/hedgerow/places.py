"""Files in the file systems of fsspec, in a form that can travel to workers.

Names come from listings, which others may write, and fsspec treats `a::b` as a chain of file systems. Therefore a path
that was listed or made is never put into a URL again."""
import os
import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import fsspec


@dataclass(frozen=True)
class File:
    """given is the argument of the caller, which determines the file system. path is the file in it, and name is the
    name for people."""

    given: str
    path: str
    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def fs(self) -> Any:
        return system_of(self.given)[0]

    def info(self) -> dict[str, Any]:
        """Returns the present info from its file system. Raises FileNotFoundError."""
        fs = self.fs
        fs.invalidate_cache()
        info: dict[str, Any] = fs.info(self.path)
        return info

    def exists(self) -> bool:
        fs = self.fs
        fs.invalidate_cache()
        return bool(fs.exists(self.path))


def _is_chain(url: str) -> bool:
    """Tells if `::` in the text chains file systems, as in zip://*.csv::s3://bucket/x.zip or
    simplecache::s3://bucket/x. In other texts it belongs to a name."""
    first, *others = url.split("::")
    return first in fsspec.available_protocols() or any("://" in other for other in others)


def system_of(url: str) -> tuple[Any, str]:
    """Returns the file system that the caller means, and the path in it."""
    if "::" not in url or _is_chain(url):
        fs, path = fsspec.url_to_fs(url)
        return fs, path
    protocol = fsspec.core.split_protocol(url)[0] or "file"
    kind = fsspec.get_filesystem_class(protocol)
    return fsspec.filesystem(protocol, **kind._get_kwargs_from_urls(url)), kind._strip_protocol(url)


def sources_of(urls: str | Iterable[str]) -> list[File]:
    """Returns the files of these URLs, paths and patterns. Raises FileNotFoundError if a pattern matches no file."""
    found: list[File] = []
    for url in [urls] if isinstance(urls, (str, os.PathLike)) else urls:
        given = os.fspath(url)
        fs, path = system_of(given)
        paths = sorted(fs.glob(path)) if any(c in path for c in "*?[") else [path]
        if not paths:
            raise FileNotFoundError(f"no file is called {given}")
        found += [File(given, p, fs.unstrip_protocol(p)) for p in paths if not fs.isdir(p)]
    return found


def folder_of(url: str) -> File:
    """Returns a folder, and makes it if it does not exist."""
    given = os.fspath(url)
    fs, path = system_of(given)
    fs.makedirs(path, exist_ok=True)
    return File(given, path, given)


def inside(folder: File, name: str) -> File:
    return File(folder.given, posixpath.join(folder.path, name), posixpath.join(folder.name, name))
