"""What the package's own objects have in common: buffers of callers, and that keys are not pickled."""
from typing import Any, NoReturn

from hedgerow._core import check_buffer


def byte_view(data: Any, name: str, writable: bool = False) -> memoryview:
    """The bytes of a C-contiguous buffer, whatever its format and dimensions. Raises TypeError, also for a buffer with
    objects in it, and BufferError."""
    check_buffer(data, name, writable)
    try:
        view = memoryview(data)
    except ValueError:  # NumPy describes no dates
        view = memoryview(data.view("u1"))
    return view.cast("B") if view.nbytes else memoryview(bytearray())  # no shape with a zero is cast


class NotPickled:
    """An object that holds a key, or what opens with it."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any, /) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} that holds a key is not pickled or copied by the copy module: the "
                        "key would travel and stay in clear; say where a key file is and make the object there")
