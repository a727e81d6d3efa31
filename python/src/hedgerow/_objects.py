"""What the package's own objects have in common: buffers of callers, and that keys are not pickled."""
from typing import Any, NoReturn


def byte_view(data: Any, name: str, writable: bool = False) -> memoryview:
    """The bytes of any C-contiguous buffer, whatever its format and dimensions. Raises TypeError, BufferError."""
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"{name} must be bytes, bytearray, memoryview or another object with a buffer, not "
                        + type(data).__name__) from None
    if not view.c_contiguous or (writable and view.readonly):
        raise BufferError(f"{name} must be a C-contiguous buffer{' that can be written' * writable}; this "
                          f"{type(data).__name__} is not")
    return view.cast("B") if view.nbytes else memoryview(bytearray())  # no shape with a zero is cast


class NotPickled:
    """An object that holds a key, or what opens with it."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any, /) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} that holds a key is not pickled or copied by the copy module: the "
                        "key would travel and stay in clear; say where a key file is and make the object there")
