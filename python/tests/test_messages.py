"""Texts for people: each class of exceptions is raised once, and its text has numbers and no name of the C ABI. Every
public function and method has a signature, which is also that of the stubs.

Each of these breaks was seen to turn a test red: a text of the C ABI reaches Python, the length of a nonce is not in
its text, a method has no text signature, a default differs from the stub, an errno is lost."""
import ast
import errno
import inspect
import io
import os
import pickle
import re
from pathlib import Path

import hedgerow
import pytest
from hedgerow import _core, circuit, cluster, pep272
from test_bad_input import KEY, MASTER, SEALED

NO_NAMES_OF_C = re.compile(r"HEDGEROW_(?!KERNEL)|HR_|\bhr_|\bhedgerow_[a-z]|min_iv_bytes|max_tag_bytes|_info\b|sizeof")


def cbc(**options):
    return hedgerow.AES256CBC(KEY, iv=bytes(16), **options)


def opened(data, **options):
    return hedgerow.open(io.BytesIO(data), key=MASTER, **options)


def ended_stream():
    stream = hedgerow.AES256GCM(KEY).encryptor(bytes(12))
    stream.finalize()
    stream.update(b"data")


def twice(aead):
    for _ in range(2):
        aead.encrypt(bytes(16), b"data")


def announced(*lengths):
    stream = hedgerow.AES256CCM(KEY).encryptor(bytes(12))
    if lengths:
        stream.set_lengths(*lengths)
    stream.update(b"data")


def sealed_twice():
    segments = _core.create_segments([_core.from_master_key(MASTER)])
    for _ in range(2):
        segments.seal(0, b"data", True)


def changed(offset, data=b"\xff"):
    return SEALED[:offset] + data + SEALED[offset + len(data):]


WITHOUT_KERNEL = next((k for k in hedgerow.kernels() if not k.available and k.cipher == "aes-256"), None)
# (exception, call, text). A text with "N" needs no number, because there is none to tell.
CASES = [
    ("UnknownCipher", lambda: hedgerow.AEAD("aes", KEY, "gcm"), "no cipher 'aes'; there are .*aes-256"),
    ("UnknownCipher", lambda: hedgerow.aead("aes", KEY), "no cipher 'aes'; there are .*aes-256"),
    ("UnknownMode", lambda: hedgerow.AEAD("aes-256", KEY, "mgm"), "aes-256 has no mode 'mgm'; it has ecb, .*gcm"),
    ("UnknownMode", lambda: hedgerow.AEAD("aes-256", KEY, "ctr"), "aes-256 in mode ctr is no AEAD: use hedgerow.Cipher"),
    ("UnknownMode", lambda: hedgerow.Cipher("aes-256", KEY, "gcm"), "aes-256 in mode gcm is no Cipher: use hedgerow.AEAD"),
    ("UnknownMode", lambda: cbc().seek(3), r"aes-256 in mode cbc has no seek\(\)"),
    ("UnknownMode", lambda: hedgerow.AES256GCM(KEY).encrypt_strings([], b""), "only SIV takes several strings"),
    ("UnknownMode", lambda: hedgerow.AES256SIV(bytes(64)).encryptor(bytes(16)), "whole message in one call"),
    ("UnknownMode", lambda: hedgerow.AES256ECB(KEY, iv=bytes(16)), "aes-256 in mode ecb has no IV, .* 16 bytes"),
    ("UnknownMode", lambda: hedgerow.mac("aes-256", KEY, "cmac", iv=bytes(16)), "aes-256 in mode cmac has no IV"),
    ("InvalidKeyLength", lambda: hedgerow.AES256GCM(KEY[:9]), "key must have 32 bytes for aes-256 in mode gcm, not 9"),
    ("InvalidKeyLength", lambda: hedgerow.kdf_tree(KEY[:9], b"", b""), "key must have 32 bytes, not 9"),
    ("InvalidKeyLength", lambda: hedgerow.open(io.BytesIO(SEALED), key=KEY), "has 64 bytes, not 32"),
    ("InvalidNonce", lambda: hedgerow.AES256CCM(KEY).encrypt(b"short", b""),
     "nonce must have 7 to 13 bytes for aes-256 in mode ccm, not 5"),
    ("InvalidNonce", lambda: hedgerow.AES256GCM_SIV(KEY).decrypt(b"short", bytes(16)),
     "nonce must have 12 bytes for aes-256 in mode gcm-siv, not 5"),
    ("InvalidNonce", lambda: hedgerow.AES256GCM(KEY).encrypt_batch([(bytes(12), b""), (b"", b"")]), "1 to 128 bytes .* not 0"),
    ("InvalidNonce", lambda: hedgerow.AES256GCM(KEY).encryptor(b""), "1 to 128 bytes .* not 0"),
    ("InvalidNonce", lambda: hedgerow.KuznyechikMGM(KEY).encrypt(b"\xff" * 16, b""), "first byte must be 0 to 127.*mask_nonce"),
    ("InvalidNonce", lambda: hedgerow.AES256CTR(KEY, iv=bytes(9)), "iv must have 16 bytes for aes-256 in mode ctr, not 9"),
    ("InvalidNonce", lambda: cbc().batch([(bytes(7), bytes(16))]), "iv must have 16 bytes for aes-256 in mode cbc, not 7"),
    ("InvalidNonce", lambda: cbc().reset(), "aes-256 in mode cbc needs an IV of 16 bytes"),
    ("InvalidNonce", lambda: hedgerow.mac("aes-256", KEY, "gmac").reset(), "needs an IV of .* bytes for every message"),
    ("InvalidNonce", lambda: hedgerow.wrap("magma", bytes(64), "kexp15").wrap(KEY), "magma in mode kexp15 needs an IV of 4 bytes"),
    ("InvalidNonce", lambda: hedgerow.wrap("magma", bytes(64), "kexp15").wrap(KEY, bytes(5)), "iv must have 4 bytes .* not 5"),
    ("InvalidTagLength", lambda: hedgerow.AES256GCM(KEY, tag_bytes=17), "tag_bytes must be 4 to 16 for aes-256 in mode gcm, not 17"),
    ("InvalidTagLength", lambda: hedgerow.AES256GCM(KEY).decryptor(bytes(12)).finalize_with_tag(b"tag"), "tag must have 4 to 16 bytes .* not 3"),
    ("InvalidTagLength", lambda: hedgerow.mac("aes-256", KEY).verify(b"tag"), "the tag has 3 bytes; .* 16"),
    ("InvalidDataLength", lambda: cbc().process(bytes(17)), "whole blocks of 16 bytes for aes-256 in mode cbc, not 17 bytes"),
    ("InvalidDataLength", lambda: cbc().batch([(bytes(16), bytes(17))]), "whole blocks of 16 bytes .* not 17 bytes"),
    ("InvalidDataLength", lambda: hedgerow.wrap("aes-256", KEY, "kw").wrap(bytes(17)), "key of 17 bytes; .* 16, 24"),
    ("InvalidDataLength", lambda: hedgerow.wrap("aes-256", KEY, "kw").unwrap(bytes(33)), "to 33 bytes; .* 32, 40"),
    ("InvalidDataLength", lambda: hedgerow.kdf_tree(KEY, b"", b"", 0), "1 to 8160 bytes, not 0"),
    ("InvalidDataLength", lambda: _core.create_segments([_core.from_master_key(MASTER)]).seal(0, b"x", False), "less than 1048576 bytes"),
    ("OverlappingBuffers", lambda: overlapping(), "must be the same buffer or disjoint N"),
    ("LimitReached", lambda: hedgerow.AES256GCM(KEY, limit_blocks=1).encrypt(bytes(12), bytes(99)), "that are left: 1, .* data: 7.*limit_blocks"),
    ("LimitReached", lambda: hedgerow.AES256CTR(KEY, iv=bytes(16), limit_blocks=2).process(bytes(99)), "that are left: 2, .* data: 7"),
    ("LimitReached", lambda: hedgerow.mac("aes-256", KEY, limit_blocks=2).update(bytes(99)), "that are left: 2, .* data: 7"),
    ("LimitReached", lambda: hedgerow.AES256SIV(bytes(64)).encrypt_strings([b""] * 127, b""), "126 strings"),
    ("NonceReused", lambda: twice(hedgerow.AES256GCM(KEY)), "used before .* repeat_nonce=True N"),
    ("InvalidTag", lambda: hedgerow.AES256GCM(KEY).decrypt(bytes(12), bytes(20)), "does not match N"),
    ("InvalidTag", lambda: hedgerow.AES256GCM(KEY).decrypt(bytes(12), b""), "shorter than its tag of 16 bytes"),
    ("InvalidTag", lambda: hedgerow.AES256GCM(KEY).decrypt_batch([(bytes(12), b"")]), "message 0 has 0 bytes, .* 16"),
    ("OutOfOrder", ended_stream, "out of order N"),
    ("UnknownKernel", lambda: hedgerow.AES256GCM(KEY, kernel="fast"), "aes-256 has no kernel 'fast'; it has aes-256.*scalar"),
    ("UnknownKernel", lambda: hedgerow.AES256GCM(KEY, kernel="\udcff"), "aes-256 has no kernel '\udcff'"),
    ("InvalidOption", lambda: cbc(gamma_bytes=3), "aes-256 in mode cbc has no option gamma_bytes; it has .*padding N"),
    ("InvalidOption", lambda: cbc(padding="some"), "padding is 'some'; it may be none, pkcs7 N"),
    ("InvalidOption", lambda: cbc().process(bytes(32), threads=3), "threads=3 needs a mode that can seek"),
    ("BufferTooSmall", lambda: hedgerow.AES256GCM(KEY).encrypt_into(bytes(12), bytes(9), None, bytearray(8)), "buf has 8 bytes; the result has 25"),
    ("BufferTooSmall", lambda: cbc().update_into(bytes(64), bytearray(9)), "buf has 9 bytes, .* 64 bytes"),
    ("InvalidSBox", lambda: hedgerow.cipher("gost28147:user", KEY, "ecb", sbox=b"short"), "sbox must have 64 bytes for gost28147:user, not 5"),
    ("InvalidSBox", lambda: hedgerow.cipher("gost28147:user", KEY, "ecb", sbox=bytes(64)), "permutation of 0 to 15"),
    ("InvalidSBox", lambda: cbc(sbox=b"short"), "aes-256 has no option sbox, and 5 bytes"),
    ("InvalidFeedback", lambda: hedgerow.AES256CFB(KEY, feedback_bytes=17), "feedback_bytes must be 1 to 16 .* not 17"),
    ("InvalidSection", lambda: hedgerow.MagmaCTR_ACPKM(KEY, section_bytes=7), "multiple of the block, 8 bytes, .* 7 was given"),
    ("InvalidSection", lambda: hedgerow.MagmaOMAC_ACPKM(KEY, master_section_bytes=8), "master_section_bytes .* 32 bytes .* given: 8"),
    ("InvalidPadding", lambda: cbc(decrypt=True, padding="pkcs7").process(bytes(16)), "padding is not what N"),
    ("MessageTooShort", lambda: hedgerow.AES256XTS(bytes(range(64)), iv=bytes(16)).process(b"data"), "at least 16 bytes .* not 4"),
    ("LengthsNotAnnounced", lambda: announced(), "set_lengths must come first N"),
    ("LengthsNotAnnounced", lambda: announced(0, 3), "exactly the lengths N"),
    ("InvalidUnwrap", lambda: hedgerow.wrap("aes-256", KEY, "kw").unwrap(bytes(40)), "wrapped key is damaged N"),
    ("InvalidLengthField", lambda: hedgerow.Kalyna128_128CCM(KEY[:16], length_bytes=9), "length_bytes must be 1 to 8 .* not 9"),
    ("InvalidGamma", lambda: hedgerow.KuznyechikCTR(KEY, gamma_bytes=17), "gamma_bytes must be 1 to 16 .* not 17"),
    ("InvalidKey", lambda: hedgerow.AES256XTS(bytes(64), iv=bytes(16)), "keys of XTS must differ N"),
    ("NotAContainer", lambda: opened(b"data" * 5000), "not a hedgerow container N"),
    ("WrongKey", lambda: hedgerow.open(io.BytesIO(SEALED), key=bytes(64)), "N"),
    ("Tampered", lambda: opened(changed(12288 + 70000)).read(), "segment 1"),
    ("Truncated", lambda: opened(SEALED[:-131]), "segment|3"),
    ("DamagedSlots", lambda: opened(changed(4096, bytes(8192))), "N"),
    ("InvalidArgument", lambda: hedgerow.open(io.BytesIO(), "wb", key=MASTER, segment_bytes=5), "power of two.*not 5|5"),
    ("InvalidArgument", lambda: hedgerow.open(io.BytesIO(), "wb", key=MASTER, kdf="cheap"), "cheap.*interactive N"),
    ("UnsupportedContainer", lambda: hedgerow.open(io.BytesIO(), "wb", key=MASTER, cipher="aes"), "N"),
    ("WrongCredential", lambda: hedgerow.open(io.BytesIO(SEALED), passphrase="x"), "N"),
    ("InvalidKeyFile", lambda: _core.from_public_key("hedgerow-public-x"), "N"),
    ("NonceReused", sealed_twice, "segment 0 was sealed before"),
    ("InvalidPosition", lambda: opened(SEALED).seek(-1), "must be 0 to 196707.* -1"),
]
CASES += [("Unavailable", lambda: hedgerow.AES256GCM(KEY, kernel=WITHOUT_KERNEL.id), "cannot run here .*use one of")] if WITHOUT_KERNEL else []
# Exceptions that need another process, a broken system or a file, and have tests elsewhere; and bases.
ELSEWHERE = {"Error", "ContainerError", "InUse", "DamagedHeader", "NoRandom", "SelfTestFailed", "TrailingData", "InvalidArmor", "SameFile",
             "ContainerBusy", "KdfTooExpensive", "Unavailable", "OutputExists", "ContainerIOError",
             "ContainerFileNotFoundError", "ContainerPermissionError", "ContainerIsADirectoryError",
             "ContainerNotADirectoryError", "ContainerBrokenPipeError"}


def overlapping():
    area = memoryview(bytearray(64))
    hedgerow.AES256CTR(KEY, iv=bytes(16)).process_into(area[:32], area[8:])


@pytest.mark.parametrize("number", range(len(CASES)))
def test_texts(number):
    name, call, text = CASES[number]
    with pytest.raises(hedgerow.Error) as caught:
        call()
    told = str(caught.value)
    assert type(caught.value).__name__ == name, told
    assert re.search(text.removesuffix("N").rstrip(), told), told
    assert text.endswith("N") or re.search(r"\d", told), told
    assert not NO_NAMES_OF_C.search(told), told


def test_every_exception_is_raised():
    classes = {name: value for name, value in vars(_core).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert {name for name, _, _ in CASES} | ELSEWHERE == set(classes) | {"InvalidPosition"}
    for name, value in classes.items():
        assert not NO_NAMES_OF_C.search(value.__doc__), (name, value.__doc__)


def test_the_order_of_arguments():
    """(name, key, mode) everywhere. The old orders are refused, and the text does not show the key."""
    for call, order in ((lambda: hedgerow.cipher("kuznyechik", "ctr", KEY), "cipher"), (lambda: hedgerow.aead("aes-256", "gcm", KEY), "aead"),
                        (lambda: hedgerow.mac("kuznyechik", KEY, b"message"), "mac"), (lambda: hedgerow.mac("aes-256", "cmac", KEY), "mac"),
                        (lambda: hedgerow.wrap("aes-256", "kw", KEY), "wrap"), (lambda: hedgerow.AEAD("aes-256", "gcm", KEY), "AEAD"),
                        (lambda: hedgerow.Cipher("kuznyechik", "ctr", KEY, iv=bytes(8)), "Cipher")):
        with pytest.raises(TypeError, match=rf"the order of the arguments is {order}\(name, key, mode\)") as caught:
            call()
        assert repr(KEY)[2:-1] not in str(caught.value)
    tag = hedgerow.mac("kuznyechik", KEY, data=b"message").finalize()
    assert tag == hedgerow.mac("kuznyechik", KEY, "cmac", data=b"message").finalize()


@pytest.mark.parametrize("path, number, kind", [
    ("none/k", errno.ENOENT, FileNotFoundError), (".", errno.EISDIR, IsADirectoryError), ("file/k", errno.ENOTDIR, NotADirectoryError)])
def test_failures_of_the_system(tmp_path, path, number, kind):
    (tmp_path / "file").write_bytes(SEALED)
    place = tmp_path / path
    for call in (lambda: hedgerow.open(tmp_path / "file", key=place), lambda: hedgerow.verify(tmp_path / "file", key=place),
                 lambda: hedgerow.encrypt_file(tmp_path / "file", tmp_path / "out", recipients=place),
                 lambda: cluster.encrypt(str(tmp_path / "file"), str(tmp_path), key=str(place))):
        with pytest.raises(kind) as caught:
            call()
        for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
            assert isinstance(error, hedgerow.ContainerIOError) and type(error) is type(caught.value)
            assert (error.errno, error.filename) == (number, str(place)) and str(place) in str(error)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file"]


def test_failures_of_outputs(tmp_path):
    (tmp_path / "file").write_bytes(SEALED)
    for call, kind in ((lambda: hedgerow.create_key_file(tmp_path / "file"), hedgerow.OutputExists),
                       (lambda: hedgerow.encrypt_file(tmp_path / "file", tmp_path / "file", key=MASTER), hedgerow.SameFile),
                       (lambda: hedgerow.decrypt_file(tmp_path / "file", tmp_path / "none/out", key=MASTER), FileNotFoundError),
                       (lambda: hedgerow.open(tmp_path / "none/out", "wb", key=MASTER), FileNotFoundError),
                       (lambda: hedgerow.rekey(tmp_path / "none", key=MASTER), FileNotFoundError),
                       (lambda: hedgerow.create_identity_file(tmp_path / "file"), FileExistsError)):
        with pytest.raises(kind) as caught:
            call()
        if isinstance(caught.value, OSError):
            assert caught.value.errno in (errno.ENOENT, errno.EEXIST)
            assert caught.value.filename.startswith(str(tmp_path)) and os.path.dirname(caught.value.filename) in str(caught.value)
    if os.geteuid():  # root may write everywhere
        (tmp_path / "locked").mkdir(mode=0o500)
        with pytest.raises(PermissionError):
            hedgerow.create_key_file(tmp_path / "locked/k")
    reading, writing = os.pipe()
    os.close(reading)
    with open(tmp_path / "file", "rb") as file, open(writing, "wb") as pipe, pytest.raises(BrokenPipeError):
        _core.encrypt_container(file.fileno(), pipe.fileno(), [_core.from_master_key(MASTER)])
    assert str(hedgerow.ContainerIOError("text")) == "text" and str(hedgerow.OutputExists()) == ""


def public_callables():
    """Yields (name, function) for all public functions, classes and methods."""
    modules = (hedgerow, cluster, circuit, pep272, pep272.aes)
    for module in modules:
        for name in getattr(module, "__all__", None) or [n for n in dir(module) if not n.startswith("_")]:
            value = getattr(module, name)
            if not callable(value) or getattr(value, "__module__", "hedgerow").split(".")[0] not in ("hedgerow", "functools"):
                continue
            if not isinstance(value, type):
                yield f"{module.__name__}.{name}", value
            elif not issubclass(value, BaseException) and value not in (hedgerow.AEADStream, hedgerow.Credential, hedgerow.Segments, hedgerow.OutputFile):
                yield f"{module.__name__}.{name}", value
            if isinstance(value, type):  # without what the classes of io have
                yield from ((f"{name}.{n}", m) for n in dir(value) if not n.startswith("_") and callable(m := getattr(value, n))
                            and not issubclass(value, BaseException)
                            and not getattr(m, "__objclass__", value).__module__.startswith("_io"))


def test_signatures():
    count = 0
    for name, function in public_callables():
        try:
            inspect.signature(function)
        except ValueError:
            pytest.fail(f"{name} has no signature")
        count += 1
    assert count > 100
    assert str(inspect.signature(hedgerow.KuznyechikCTR)) == "(key, *, iv=None, decrypt=False, **options)"
    assert str(inspect.signature(hedgerow.KuznyechikMGM(KEY).encrypt)) == "(nonce, data, associated_data=None)"


def test_signatures_of_the_stubs():
    """The names and defaults of every function and method of the compiled module are those of the stub."""
    def shape(arguments):
        defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + [ast.unparse(d) for d in arguments.defaults]
        return [(a.arg, d) for a, d in zip(arguments.args, defaults, strict=True) if a.arg != "self"]

    seen = 0
    for node in ast.parse((Path(hedgerow.__file__).parent / "_core.pyi").read_text()).body:
        owner = getattr(_core, node.name) if isinstance(node, ast.ClassDef) and not node.name.startswith("_") else _core
        for stub in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(stub, ast.FunctionDef) and stub.name != "__init__":
                made = inspect.signature(getattr(owner, stub.name)).parameters.values()
                found = [(p.name, None if p.default is p.empty else repr(p.default)) for p in made if p.name != "self"]
                assert found == shape(stub.args), stub.name
                seen += 1
    assert seen > 50
