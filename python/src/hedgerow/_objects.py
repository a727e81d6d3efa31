"""Shared by the objects of the package: access to the buffers of callers, the number of threads, and protection against
pickling of keys."""
import os
from typing import Any, NoReturn

from hedgerow._core import MAX_THREADS, check_buffer


def byte_view(data: Any, name: str, writable: bool = False) -> memoryview:
    """Returns the bytes of a C-contiguous buffer of any format and dimensions. Raises BufferError, and TypeError if the
    buffer contains objects."""
    check_buffer(data, name, writable)
    try:
        view = memoryview(data)
    except ValueError:  # NumPy has no buffer format for dates
        view = memoryview(data.view("u1"))
    return view.cast("B") if view.nbytes else memoryview(bytearray())  # a shape with a zero cannot be cast


def thread_count(threads: int) -> int:
    """Returns the number of threads that a caller means, where 0 means one per CPU, as far as the core takes them."""
    return threads or min(len(os.sched_getaffinity(0)), MAX_THREADS)


class NotPickled:
    """An object that holds a key, or something that opens with one."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any, /) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} that holds a key is not pickled or copied by the copy module: the "
                        "key would travel and stay in clear; say where a key file is and make the object there")
