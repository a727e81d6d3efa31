"""Every function that takes a buffer rejects other objects, scattered buffers and closed ones. It also rejects buffers
with objects in them, for example a numpy array of dtype object, because the addresses of the objects would be encrypted
and their content would be lost.

Each of these breaks was seen to turn a test red: the format of a buffer is not checked, a field with the name O is
rejected, an alias converts its argument to bytes before the check."""
import ast
import ctypes
import io
import mmap
from pathlib import Path

import hedgerow
import numpy
import pytest
from hedgerow import _core, pep272
from hedgerow._objects import byte_view
from hedgerow.pygost import gost3412, gost3413, mgm
from test_bad_input import KEY, MASTER, SEALED, aead

IV, CREDENTIAL = bytes(16), _core.from_master_key(MASTER)
CLOSED, RELEASED = mmap.mmap(-1, 32), memoryview(bytes(32))
CLOSED.close()
RELEASED.release()
NO_BUFFERS = ["text", 7, [1, 2], object()]
UNUSABLE = [numpy.zeros((16, 4), numpy.uint8)[:, ::2], memoryview(bytes(64))[::2], numpy.zeros((4, 4), order="F"), CLOSED, RELEASED]
OBJECTS = {
    "objects": numpy.array(["secret", 1], object), "scalar": numpy.array("secret", object),
    "field": numpy.zeros(2, [("number", "i4"), ("text", object)]),
    "nested": numpy.zeros(2, [("a", [("b", "u1"), ("c", object, (2,))])]),
    "beside a date": numpy.zeros(2, [("day", "M8[D]"), ("text", object)]),
    "strings": numpy.array(["a string of variable length", "another"], numpy.dtypes.StringDType()),
    "py_object": (ctypes.py_object * 2)("secret", 1), "char_p": (ctypes.c_char_p * 2)(b"secret", b"x"),
    "pointer": (ctypes.POINTER(ctypes.c_int) * 2)(), "view": memoryview(numpy.array(["secret"], object))}
PLAIN = [numpy.zeros(2, [("O", "i4"), ("OP", "u1")]), numpy.zeros(3, "M8[s]"), numpy.zeros(3, "m8[D]"),
         numpy.zeros((2, 2), complex), numpy.zeros(2, bool), numpy.zeros(2, "f2"), numpy.zeros(2, "S5"),
         numpy.zeros(2, "U3"), numpy.zeros(2, ">i4"), (ctypes.c_double * 2)(), memoryview(b"abc")]


def siv():
    return hedgerow.AEAD("aes-256", bytes(range(64)), "siv")


def aes(mode="MODE_GCM", **options):
    return pep272.aes.new(KEY, getattr(pep272.aes, mode), nonce=bytes(12), **options)


def made(kind):
    return lambda name, key, mode, **options: kind(name, key, mode, **options)


def segments():
    return _core.create_segments([CREDENTIAL])


MESSAGE = {"nonce": IV, "data": IV, "associated_data": b""}
CALLS = {  # functions of the stub, and the aliases, each with good arguments
    "AEAD.__init__": (lambda: made(hedgerow.AEAD), {"name": "kuznyechik", "key": KEY, "mode": "mgm"}),
    "AEAD.encrypt": (lambda: aead().encrypt, MESSAGE), "AEAD.decrypt": (lambda: aead().decrypt, MESSAGE),
    "AEAD.encrypt_into": (lambda: aead().encrypt_into, {**MESSAGE, "buf": bytearray(32)}),
    "AEAD.decrypt_into": (lambda: aead().decrypt_into, {**MESSAGE, "buf": bytearray(32)}),
    "AEAD.seal": (lambda: aead().seal, {"data": b"", "associated_data": b""}),
    "AEAD.open": (lambda: aead().open, {"data": bytes(32), "associated_data": b""}),
    "AEAD.encrypt_batch": (lambda: aead().encrypt_batch, {"messages": [(IV, b"data", b"aad")]}),
    "AEAD.decrypt_batch": (lambda: aead().decrypt_batch, {"messages": [(IV, b"data", b"aad")]}),
    "AEAD.encrypt_strings": (lambda: siv().encrypt_strings, {"strings": [b"aad"], "data": b""}),
    "AEAD.decrypt_strings": (lambda: siv().decrypt_strings, {"strings": [b"aad"], "data": bytes(16)}),
    "AEAD.encryptor": (lambda: aead().encryptor, {"nonce": IV}),
    "AEAD.decryptor": (lambda: aead().decryptor, {"nonce": IV}),
    "AEADStream.authenticate_additional_data": (lambda: aead().encryptor(IV).authenticate_additional_data, {"data": IV}),
    "AEADStream.update": (lambda: aead().encryptor(IV).update, {"data": IV}),
    "AEADStream.update_into": (lambda: aead().encryptor(IV).update_into, {"data": IV, "buf": bytearray(16)}),
    "AEADStream.finalize_with_tag": (lambda: aead().decryptor(IV).finalize_with_tag, {"tag": IV}),
    "Cipher.__init__": (lambda: made(hedgerow.Cipher), {"name": "aes-256", "key": KEY, "mode": "ctr", "iv": IV}),
    "Cipher.update": (lambda: hedgerow.AES256CTR(KEY, iv=IV).update, {"data": IV}),
    "Cipher.update_into": (lambda: hedgerow.AES256CTR(KEY, iv=IV).update_into, {"data": IV, "buf": bytearray(48)}),
    "Cipher.process": (lambda: hedgerow.AES256CTR(KEY, iv=IV).process, {"data": IV}),
    "Cipher.process_into": (lambda: hedgerow.AES256CTR(KEY, iv=IV).process_into, {"data": IV, "buf": bytearray(16)}),
    "Cipher.reset": (lambda: hedgerow.AES256CTR(KEY, iv=IV).reset, {"iv": IV}),
    "Cipher.batch": (lambda: hedgerow.AES256CTR(KEY, iv=IV).batch, {"messages": [(IV, b"data")]}),
    "MAC.__init__": (lambda: made(hedgerow.MAC), {"name": "aes-256", "key": KEY, "mode": "gmac", "iv": IV}),
    "MAC.update": (lambda: hedgerow.mac("aes-256", KEY).update, {"data": IV}),
    "MAC.verify": (lambda: hedgerow.mac("aes-256", KEY).verify, {"tag": IV}),
    "MAC.reset": (lambda: hedgerow.MAC("aes-256", KEY, "gmac", iv=IV).reset, {"iv": IV}),
    "MAC.batch": (lambda: hedgerow.mac("aes-256", KEY).batch, {"messages": [b"data"]}),
    "Wrap.__init__": (lambda: made(hedgerow.Wrap), {"name": "aes-256", "key": KEY, "mode": "kw"}),
    "Wrap.wrap": (lambda: hedgerow.Wrap("magma", bytes(64), "kexp15").wrap, {"key": KEY, "iv": bytes(4)}),
    "Wrap.unwrap": (lambda: hedgerow.Wrap("magma", bytes(64), "kexp15").unwrap, {"wrapped": KEY, "iv": bytes(4)}),
    "Segments.seal": (lambda: segments().seal, {"first": 0, "data": b"", "final": True}),
    "Segments.digest": (lambda: segments().digest, {"first": 0, "data": b""}),
    "Segments.open": (lambda: segments().open, {"first": 0, "source": bytes(32), "bytes": 32, "final": True,
                                                "buf": bytearray(32)}),
    "kdf_tree": (lambda: hedgerow.kdf_tree, {"key": KEY, "label": b"", "seed": b""}),
    "from_master_key": (lambda: _core.from_master_key, {"key": MASTER}),
    "from_passphrase": (lambda: _core.from_passphrase, {"passphrase": b"x"}),
    "container_layout": (lambda: _core.container_layout, {"preamble": SEALED, "container_bytes": 99}),
    "unlock_segments": (lambda: _core.unlock_segments, {"preamble": SEALED, "credentials": [CREDENTIAL]}),
    "an option": (lambda: lambda data: hedgerow.cipher("gost28147:user", KEY, "ecb", sbox=data), {"data": bytes(64)}),
    "writer": (lambda: lambda data: hedgerow.open(io.BytesIO(), "wb", key=MASTER).write(data), {"data": b""}),
    "reader": (lambda: lambda data: hedgerow.open(io.BytesIO(SEALED), key=MASTER).readinto(data), {"data": bytearray(9)}),
    "key=": (lambda: lambda data: hedgerow.open(io.BytesIO(SEALED), key=memoryview(data)), {"data": MASTER}),
    "pep272.new": (lambda: lambda key, nonce: pep272.aes.new(key, pep272.aes.MODE_GCM, nonce=nonce),
                   {"key": KEY, "nonce": bytes(12)}),
    "pep272.update": (lambda: aes().update, {"assoc_data": b""}),
    "pep272.encrypt": (lambda: aes().encrypt, {"plaintext": b""}),
    "pep272.decrypt": (lambda: aes().decrypt, {"ciphertext": b""}),
    "pep272.verify": (lambda: aes().verify, {"received_mac_tag": b""}),
    "pep272.encrypt_and_digest": (lambda: aes().encrypt_and_digest, {"plaintext": b""}),
    "pep272.decrypt_and_verify": (lambda: aes().decrypt_and_verify, {"ciphertext": b"", "received_mac_tag": IV}),
    "pep272 of a stream": (lambda: aes("MODE_CTR").encrypt, {"plaintext": IV, "output": bytearray(16)}),
    "pep272 of a stream, back": (lambda: aes("MODE_CTR").decrypt, {"ciphertext": IV, "output": bytearray(16)}),
    "gost3412": (lambda: gost3412.GOST3412Magma, {"key": KEY}),
    "gost3412.encrypt": (lambda: gost3412.GOST3412Magma(KEY).encrypt, {"blk": IV}),
    "gost3412.decrypt": (lambda: gost3412.GOST3412Magma(KEY).decrypt, {"blk": IV}),
    "gost3413": (lambda: lambda data, iv: gost3413.ctr(gost3412.GOST3412Magma(KEY).encrypt, 8, data, iv),
                 {"data": IV, "iv": bytes(4)}),
    "gost3413.mac": (lambda: lambda data: gost3413.mac(gost3412.GOST3412Magma(KEY).encrypt, 8, data), {"data": IV}),
    "mgm": (lambda: mgm.MGM(gost3412.GOST3412Magma(KEY).encrypt, 8).seal,
            {"nonce": bytes(8), "plaintext": IV, "additional_data": b""}),
    "mgm.open": (lambda: mgm.MGM(gost3412.GOST3412Magma(KEY).encrypt, 8).open,
                 {"nonce": bytes(8), "ciphertext": IV, "additional_data": b""})}


def functions_of_the_stub():
    """Yields (name, its parameters that are buffers)."""
    for node in ast.parse((Path(hedgerow.__file__).parent / "_core.pyi").read_text()).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for function in (f for f in inner if isinstance(f, ast.FunctionDef)):
            arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
            found = [a.arg for a in arguments
                     if a.annotation and any(word in ast.unparse(a.annotation) for word in ("Buffer", "_Nonced"))]
            if found:
                yield f"{node.name}.{function.name}" if isinstance(node, ast.ClassDef) else function.name, found


STUB = dict(functions_of_the_stub())


def test_nothing_is_left_out():
    assert set(STUB) == {name for name in CALLS if name.split(".")[0] in dir(_core)}
    assert all(set(parameters) <= set(CALLS[name][1]) for name, parameters in STUB.items())


def with_bad(value, bad):
    """Yields the bad values for the place of a good argument."""
    if not isinstance(value, list):
        return [bad]
    message = value[0]
    if isinstance(message, bytes):
        return [[bad]]
    return [[message[:i] + (bad,) + message[i + 1:]] for i in range(len(message))]


def refused(name):
    """Yields (parameter, its bad value, the exception, the end of its text)."""
    good = CALLS[name][1]
    for parameter in STUB.get(name, [p for p in good if isinstance(good[p], (bytes, bytearray))]):
        if name != "key=":  # the caller makes a memoryview
            for bad in NO_BUFFERS:
                if (name, parameter, bad) != ("Segments.open", "source", 7):  # a number is a descriptor
                    text = f"must be bytes, bytearray, memoryview or another object with a buffer, not {type(bad).__name__}$"
                    yield parameter, bad, TypeError, text
            for bad in UNUSABLE:
                yield parameter, bad, BufferError, rf"must be a C-contiguous buffer.*; this {type(bad).__name__} is not \(or it is closed\)"
        for kind, bad in OBJECTS.items():
            if name != "key=" or kind not in ("beside a date", "strings"):  # memoryview does not support these
                yield parameter, bad, TypeError, "must be a buffer of plain data: .* has objects or pointers"


@pytest.mark.parametrize("name", CALLS)
def test_refused(name):
    function, good = CALLS[name]
    for parameter, bad, error, text in refused(name):
        begin = f"^{parameter} " if name in STUB and not isinstance(good[parameter], list) else ""
        for argument in with_bad(good[parameter], bad):
            with pytest.raises(error, match=begin + text):
                function()(**{**good, parameter: argument})
    assert list(OBJECTS["objects"]) == ["secret", 1]


def test_data_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"name": ["a", "b"], "number": [1, 2]})
    for bad in (frame["name"].to_numpy(), frame.to_numpy().copy(), frame.to_records()):
        with pytest.raises(TypeError, match="plain data"):
            aead().seal(bad)
    assert aead().open(aead().seal(frame["number"].to_numpy())) == frame["number"].to_numpy().tobytes()


@pytest.mark.parametrize("good", PLAIN, ids=lambda good: str(getattr(good, "dtype", type(good).__name__)))
def test_plain_data_is_taken(good):
    content = good.tobytes() if hasattr(good, "tobytes") else bytes(good)
    assert aead().open(aead().seal(good)) == content
    if getattr(good, "dtype", numpy.dtype("u1")).isnative and "O" not in str(getattr(good, "dtype", "")):
        assert byte_view(good, "data") == content
