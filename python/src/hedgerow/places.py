"""Files in the file systems of fsspec, in a form that can travel to workers.

Names come from listings, which others may write, and fsspec treats `a::b` as a chain of file systems. Therefore a path
that was listed or made is never put into a URL again."""
import os
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import fsspec


StorageOptions = Mapping[str, Mapping[str, Any]]
"""The options of file systems by their protocol, for example {"s3": {"profile": "backup"}}."""


@dataclass(frozen=True)
class File:
    """given and options are the arguments of the caller, which determine the file system. path is the file in it, and
    name is the name for people. The options may contain passwords, so repr does not show them."""

    given: str
    path: str
    name: str
    options: StorageOptions = field(default_factory=dict, repr=False, hash=False)

    def __str__(self) -> str:
        return self.name

    @property
    def fs(self) -> Any:
        return system_of(self.given, self.options)[0]

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


def checked_options(options: StorageOptions | None) -> StorageOptions:
    """Raises TypeError if the options are not given by protocol, because sources and outputs may have different
    protocols."""
    wrong = [name for name, value in (options or {}).items() if not isinstance(value, Mapping)]
    if wrong:
        raise TypeError("storage_options must be given by protocol, for example {\"s3\": {\"profile\": \"backup\"}}; the value "
                        "is no dict for " + ", ".join(wrong))
    return options or {}


def system_of(url: str, options: StorageOptions) -> tuple[Any, str]:
    """Returns the file system that the caller means, and the path in it."""
    chain = url.split("::") if _is_chain(url) else [url]
    protocols = [fsspec.core.split_protocol(part)[0] or (part if len(chain) > 1 else "file") for part in chain]
    given = {protocol: dict(options[protocol]) for protocol in protocols if protocol in options}
    if len(chain) > 1 or "::" not in url:
        fs, path = fsspec.url_to_fs(url, **given)
        return fs, path
    kind = fsspec.get_filesystem_class(protocols[0])
    made = {**kind._get_kwargs_from_urls(url), **given.get(protocols[0], {})}
    return fsspec.filesystem(protocols[0], **made), kind._strip_protocol(url)


def sources_of(urls: str | Iterable[str], options: StorageOptions) -> list[File]:
    """Returns the files of these URLs, paths and patterns. Raises FileNotFoundError if a pattern matches no file."""
    found: list[File] = []
    for url in [urls] if isinstance(urls, (str, os.PathLike)) else urls:
        given = os.fspath(url)
        fs, path = system_of(given, options)
        paths = sorted(fs.glob(path)) if any(c in path for c in "*?[") else [path]
        if not paths:
            raise FileNotFoundError(f"no file is called {given}")
        found += [File(given, p, fs.unstrip_protocol(p), options) for p in paths if not fs.isdir(p)]
    return found


def folder_of(url: str, options: StorageOptions) -> File:
    """Returns a folder, and makes it if it does not exist."""
    given = os.fspath(url)
    fs, path = system_of(given, options)
    fs.makedirs(path, exist_ok=True)
    return File(given, path, given, options)


def inside(folder: File, name: str) -> File:
    return File(folder.given, posixpath.join(folder.path, name), posixpath.join(folder.name, name), folder.options)
