#!/usr/bin/env python3
"""Tests the provider from the shell with `openssl list`, `enc`, `mac`, `speed`, cross-decryption with gost-engine's
provider and with `hedgerow cipher`, and refusals.

usage: command_test.py HEDGEROW.SO HEDGEROW_COMMAND

The tests turned red when the library's default limit of data per key stayed in place (10 MiB of magma-ctr).
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MODULE, COMMAND = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
KEY = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"
CONF = Path(__file__).resolve().parents[2] / "provider" / "hedgerow.cnf"


def openssl(*arguments, data=b"", ok=True, providers=("hedgerow", "default"), **environment):
    chosen = [word for p in providers for word in ("-provider", p)]
    run = subprocess.run(["openssl", arguments[0], *chosen, *arguments[1:]], input=data, capture_output=True, timeout=300,
                         env={**os.environ, "OPENSSL_MODULES": str(MODULE.parent), "OPENSSL_CONF": os.devnull, **environment})
    if ok and run.returncode:
        raise AssertionError(f"openssl {' '.join(arguments)}: {run.stderr.decode()}")
    return run


def system_modules():
    shown = subprocess.run(["openssl", "version", "-m"], capture_output=True, text=True, check=True).stdout
    return Path(shown.split('"')[1])


class Command(unittest.TestCase):
    def test_list(self):
        shown = openssl("list", "-cipher-algorithms", "-mac-algorithms", "-verbose").stdout.decode()
        for name in ("kuznyechik-ctr", "magma-ctr-acpkm", "KALYNA-512-512-CTR", "LEA-256-GCM", "SPECK128-256-CTR", "kuznyechik-mac"):
            self.assertRegex(shown, rf"(?i)[ {{]{name}[ ,].*@ hedgerow")
        ours = shown.split("Provided:")[-1]
        self.assertGreater(len(re.findall("description: Hedgerow ", shown)), 300)
        self.assertNotIn("CYPRESS", ours)

    def test_enc_round_trips(self):
        data = os.urandom(100_001)
        for name in ("kuznyechik-ctr", "kuznyechik-cbc", "magma-cfb", "gost89", "KALYNA-128-256-CBC", "KALYNA-128-128-CFB",
                     "LEA-192-OFB", "SIMON128-256-CTR", "CLEFIA-256-CBC", "RECTANGLE-128-CTR", "SPARX64-128-CBC"):
            with self.subTest(name):
                sealed = openssl("enc", f"-{name}", "-pbkdf2", "-pass", "pass:secret", data=data).stdout
                self.assertNotEqual(sealed[16:116], data[:100])
                self.assertEqual(openssl("enc", "-d", f"-{name}", "-pbkdf2", "-pass", "pass:secret", data=sealed).stdout, data)

    def test_ten_mebibytes_of_a_small_block(self):
        data = bytes(10 << 20)
        sealed = openssl("enc", "-magma-ctr", "-K", KEY, "-iv", "12345678", data=data).stdout
        self.assertEqual(len(sealed), len(data))
        self.assertEqual(openssl("enc", "-d", "-magma-ctr", "-K", KEY, "-iv", "12345678", data=sealed).stdout, data)

    def test_same_bytes_as_the_command(self):
        data = os.urandom((1 << 20) + 5)  # more than the command reads at once
        with tempfile.TemporaryDirectory() as folder:
            key = Path(folder) / "key"
            key.write_bytes(bytes.fromhex(KEY))
            key.chmod(0o600)
            for cipher, mode, iv in (("kalyna-128-256", "ctr", "00" * 15 + "07"), ("lea-256", "cfb", "11" * 16)):
                ours = subprocess.run([COMMAND, "cipher", "--cipher", cipher, "--mode", mode, "--encrypt", "--key-file", key,
                                       "--iv", iv], input=data, capture_output=True, check=True).stdout
                theirs = openssl("enc", f"-{cipher}-{mode}", "-K", KEY, "-iv", iv, data=data).stdout
                self.assertEqual(ours, theirs, cipher)

    def test_cross_with_gost_engine(self):
        if not (system_modules() / "gostprov.so").exists():
            self.skipTest("no gostprov.so: libengine-gost-openssl is not installed")
        data = os.urandom(30_000)
        with tempfile.TemporaryDirectory() as folder:
            for module in (MODULE, system_modules() / "gostprov.so"):
                (Path(folder) / module.name).symlink_to(module)
            for name, iv in (("kuznyechik-ctr", "1234567890abcef0"), ("magma-cbc", "1234567890abcef0"), ("gost89-cnt", "00" * 8)):
                for first, second in (("hedgerow", "gostprov"), ("gostprov", "hedgerow")):
                    with self.subTest(name, first=first):
                        sealed = openssl("enc", f"-{name}", "-K", KEY, "-iv", iv, data=data, providers=(first, "default"),
                                         OPENSSL_MODULES=folder).stdout
                        opened = openssl("enc", "-d", f"-{name}", "-K", KEY, "-iv", iv, data=sealed,
                                         providers=(second, "default"), OPENSSL_MODULES=folder).stdout
                        self.assertEqual(opened, data)

    def test_private_keys_of_gost_engine(self):
        """gost-engine 3.0.1 wrote the files in pkcs8/, except for plain.pem: openssl pkcs8 -topk8 -engine gost -v2
        CIPHER -v2prf hmacWithSHA256 -in plain.pem -passout pass:secret, with CRYPT_PARAMS set for
        gost89-cryptopro-b."""
        folder = Path(__file__).resolve().parent / "pkcs8"
        plain = (folder / "plain.pem").read_bytes()
        files = sorted(set(folder.glob("*.pem")) - {folder / "plain.pem"})
        self.assertEqual(len(files), 4)
        for file in files:
            with self.subTest(file.name):
                self.assertEqual(openssl("pkey", "-in", file, "-passin", "pass:secret").stdout, plain)

    def test_a_setting_that_does_not_exist(self):
        with tempfile.TemporaryDirectory() as folder:
            conf = Path(folder) / "openssl.cnf"
            conf.write_text(CONF.read_text() + "limit_blocks = yes\n")
            shown = openssl("list", "-providers", providers=(), OPENSSL_CONF=str(conf), ok=False)
            self.assertNotIn(b"edgerow", shown.stdout)

    def test_mac(self):
        message = bytes.fromhex("1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a112233445566778899aabbcceeff0a00"
                                "2233445566778899aabbcceeff0a0011")
        for extra, tag in (((), 32), (("-macopt", "size:8"), 16)):
            shown = openssl("mac", "-macopt", f"hexkey:{KEY}", *extra, "kuznyechik-mac", data=message).stdout.decode().strip()
            self.assertEqual(shown.lower()[:16], "336f4d296059fbe3")
            self.assertEqual(len(shown), tag)

    def test_speed(self):
        for arguments in (("-evp", "kuznyechik-ctr"), ("-aead", "-evp", "kuznyechik-mgm"), ("-aead", "-evp", "LEA-128-CCM")):
            shown = openssl("speed", "-seconds", "1", "-bytes", "16384", *arguments)
            self.assertIn(arguments[-1].lower(), shown.stdout.decode().lower())
            rate = re.findall(r"([\d.]+)k", shown.stdout.decode())
            # A rate above that of memory means that calls were refused, because speed does not check for errors.
            self.assertTrue(1e3 < float(rate[-1]) < 5e7, shown.stdout)

    def test_the_configuration_that_is_installed(self):
        data = os.urandom(100)
        sealed = openssl("enc", "-lea-128-ctr", "-K", KEY[:32], "-iv", "00" * 16, data=data, providers=(), OPENSSL_CONF=str(CONF)).stdout
        self.assertNotEqual(sealed, data)
        self.assertTrue(openssl("enc", "-aes-128-ctr", "-K", KEY[:32], "-iv", "00" * 16, data=data, providers=(),
                                OPENSSL_CONF=str(CONF)).stdout)

    def test_the_python_example_of_the_page(self):
        page = (CONF.parent.parent / "docs" / "openssl.md").read_text()
        example = re.search(r"```python\n(.*?)```", page, re.S)[1]
        plain, key = b"a letter", "00" * 32
        shown = subprocess.run([sys.executable, "-c", example + "\nprint(out.raw.hex())"], capture_output=True, text=True, check=True,
                               env={**os.environ, "OPENSSL_MODULES": str(MODULE.parent), "OPENSSL_CONF": os.devnull}).stdout.strip()
        expected = openssl("enc", "-kuznyechik-ctr", "-K", key, "-iv", "00" * 8, data=plain).stdout.hex()
        self.assertEqual(shown, expected)

    def test_exports_and_linkage(self):
        symbols = subprocess.run(["nm", "-D", "--defined-only", MODULE], capture_output=True, text=True, check=True).stdout
        self.assertEqual([line.split()[-1] for line in symbols.splitlines()], ["OSSL_provider_init"])
        dynamic = subprocess.run(["readelf", "-d", MODULE], capture_output=True, text=True, check=True).stdout
        self.assertEqual(re.findall(r"NEEDED.*\[(.*)\]", dynamic), ["libc.so.6"])

    def test_what_wide_blocks_do_to_enc(self):
        """Shows why the provider never reports more than 16 bytes: `enc` would write IV and key over each other. The
        cipher is therefore hidden by default."""
        key, iv = "11" * 64, "22" * 64
        arguments = ("enc", "-KALYNA-512-512-CBC", "-K", key, "-iv", iv, "-P")
        self.assertNotEqual(openssl(*arguments, ok=False).returncode, 0)
        with tempfile.TemporaryDirectory() as folder:
            conf = Path(folder) / "openssl.cnf"
            conf.write_text(CONF.read_text().replace("[hedgerow_section]", f"[hedgerow_section]\nmodule = {MODULE}\nwide-blocks = yes"))
            wide = openssl(*arguments, ok=False, providers=(), OPENSSL_CONF=str(conf))
        shown = re.search(r"iv =(\w*)", wide.stdout.decode())
        # A libcrypto that checks the length refuses it, and a hardened one stops. Debian's continues with an IV that
        # differs from the given one.
        self.assertTrue(wide.returncode != 0 or shown[1].lower() != iv, wide)

    def test_what_is_refused(self):
        wide = openssl("enc", "-KALYNA-256-256-CTR", "-K", KEY, "-iv", "00" * 16, data=b"x", ok=False)
        self.assertNotEqual(wide.returncode, 0)
        self.assertIn(b"ivlen", wide.stderr)
        self.assertNotEqual(openssl("enc", "-kuznyechik-mgm", "-K", KEY, "-iv", "00" * 16, data=b"x", ok=False).returncode, 0)
        cut = openssl("enc", "-d", "-kuznyechik-cbc", "-K", KEY, "-iv", "00" * 16, data=bytes(17), ok=False)
        self.assertNotEqual(cut.returncode, 0)
        self.assertIn(b"block", cut.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
