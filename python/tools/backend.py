"""The build backend: that of scikit-build-core. It first puts the files outside python/ where the build needs them.

An sdist has the sources of the C++ library in library/, and the licence. In a checkout both are one folder up."""
import contextlib
import shutil
from pathlib import Path

from scikit_build_core import build as core
from scikit_build_core.build import (  # noqa: F401 (hooks of PEP 517 and PEP 660)
    get_requires_for_build_editable, get_requires_for_build_sdist, get_requires_for_build_wheel)

HERE = Path(__file__).resolve().parent.parent
CHECKOUT = HERE.parent
# The files of the library that CMake reads and runs if the command line, tests and benchmarks are off.
LIBRARY = ["CMakeLists.txt", "include", "src", "cmake"]
TOOLS = ["tools/circuits.py", *sorted(f"tools/{p.name}" for p in (CHECKOUT / "tools").glob("lists*.py"))]


def in_checkout():
    return not (HERE / "library").exists() and (CHECKOUT / "include/hedgerow").is_dir()


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)


@contextlib.contextmanager
def licence():
    """Puts LICENSE into this folder. It stays there, ignored by git, because another build of the same checkout may
    need it."""
    if in_checkout():
        copy(CHECKOUT / "LICENSE", HERE / "LICENSE")
    yield


@contextlib.contextmanager
def sources():
    """Puts the sources of the library into library/ for the duration of the block."""
    if not in_checkout():
        yield
        return
    try:
        for name in LIBRARY + TOOLS:
            copy(CHECKOUT / name, HERE / "library" / name)
        yield
    finally:
        shutil.rmtree(HERE / "library", ignore_errors=True)


def build_sdist(directory, config_settings=None):
    with licence(), sources():
        return core.build_sdist(directory, config_settings)


def build_wheel(directory, config_settings=None, metadata_directory=None):
    with licence():
        return core.build_wheel(directory, config_settings, metadata_directory)


def build_editable(directory, config_settings=None, metadata_directory=None):
    with licence():
        return core.build_editable(directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(directory, config_settings=None):
    with licence():
        return core.prepare_metadata_for_build_wheel(directory, config_settings)


def prepare_metadata_for_build_editable(directory, config_settings=None):
    with licence():
        return core.prepare_metadata_for_build_editable(directory, config_settings)
