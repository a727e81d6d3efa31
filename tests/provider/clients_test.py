#!/usr/bin/env python3
"""Tests the table of programs in docs/openssl.md: OpenVPN over the loopback interface, and programs that look ciphers
up by EVP_get_cipherbyname, which cannot find those of a provider. If such a program starts to work, its test turns red,
and the table must change.

usage: clients_test.py HEDGEROW.SO

OpenVPN's test turned red when `tag` of an AEAD was not written or had a wrong bit, and when the module was not loaded.
"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

MODULE = Path(sys.argv[1]).resolve()
CONF = f"""openssl_conf = init
[init]
providers = list
[list]
default = on
hedgerow = ours
[on]
activate = 1
[ours]
module = {MODULE}
activate = 1
"""


COMPLETED = "Initialization Sequence Completed"

def decrypts(log):
    """Tells if the count of bytes in authentic packets has two values above zero."""
    return len(set(re.findall("Auth read bytes,([1-9][0-9]*)", log))) >= 2


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


def free_ports(count):
    """Ports that no socket used a moment ago."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Clients(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "openssl.cnf").write_text(CONF)
        self.environment = {**os.environ, "OPENSSL_CONF": str(self.folder / "openssl.cnf")}

    def run_program(self, *command, **options):
        return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=self.folder, env=self.environment, **options)

    def tunnel(self, cipher):
        """Two OpenVPN processes with TLS and without a network device send encrypted pings until both have decrypted
        two, for at most 40 seconds. Returns their logs, with the counts that SIGUSR2 asks for."""
        ports = free_ports(2)
        processes, logs = [], [self.folder / f"{cipher}.{side}.log" for side in (0, 1)]
        for side, role in enumerate(("server", "client")):
            command = ["openvpn", "--dev", "null", "--mode", "p2p", "--proto", "udp4", "--local", "127.0.0.1", "--lport",
                       str(ports[side]), "--remote", "127.0.0.1", str(ports[1 - side]), f"--tls-{role}", "--ca", "cert.pem",
                       "--cert", "cert.pem", "--key", "key.pem", "--data-ciphers", cipher, "--cipher", cipher,
                       "--ping", "1", "--verb", "4"]
            command += ["--dh", "none"] if role == "server" else []
            with logs[side].open("w") as log:
                processes.append(subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=self.folder, env=self.environment))
        try:
            deadline = time.monotonic() + 40
            while time.monotonic() < deadline:
                time.sleep(0.2)
                texts = [log.read_text() for log in logs]
                if all(map(decrypts, texts)) or any(p.poll() is not None for p in processes):
                    break
                for process, text in zip(processes, texts):
                    if COMPLETED in text:  # it handles the signal from then on
                        process.send_signal(signal.SIGUSR2)
        finally:
            for p in processes:
                p.terminate()
            for p in processes:
                p.wait(timeout=20)
        return [log.read_text() for log in logs]

    @needs("openvpn")
    @needs("openssl")
    def test_openvpn(self):
        made = self.run_program("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                                "key.pem", "-out", "cert.pem", "-subj", "/CN=test", "-days", "2")
        self.assertEqual(made.returncode, 0, made.stderr)
        for cipher in ("LEA-256-GCM", "KALYNA-128-256-GCM", "kuznyechik-cbc", "gost89-cnt"):
            with self.subTest(cipher):
                for text in self.tunnel(cipher):
                    for wanted in (COMPLETED, f"(?i)Data Channel: Cipher '{cipher}'"):
                        self.assertTrue(re.search(wanted, text), text[-2000:])
                    self.assertTrue(decrypts(text), text[-2000:])
                    self.assertFalse(re.search("(?i)decrypt (packet )?error|Inactivity timeout", text), text[-2000:])

    @needs("openvpn")
    def test_openvpn_has_no_mode_but_its_own(self):
        shown = self.run_program("openvpn", "--show-ciphers")
        self.assertIn("kuznyechik-cbc", shown.stdout)
        self.assertNotIn("kuznyechik-mgm", shown.stdout)

    def tls(self, suite, server, client):
        """Tells if s_server and s_client exchange a line by this suite of TLS 1.2, each under the configuration of this
        name: one of OpenSSL alone, of this module, or of this module with a data limit of one block. "-mte" is
        MAC-then-encrypt."""
        properties = CONF.replace("[init]", "[init]\nalg_section = chosen") + "[chosen]\ndefault_properties = ?provider=hedgerow\n"
        for name, text in (("alone", ""), ("module", properties), ("limited", properties.replace("[ours]", "[ours]\nlimit-blocks = 1"))):
            (self.folder / name).write_text(text)
            text = (text or "openssl_conf = init\n[init]\n").replace("[init]", "[init]\nssl_conf = ssl")
            (self.folder / (name + "-mte")).write_text(text + "[ssl]\nsystem_default = tls\n[tls]\nOptions = -EncryptThenMac\n")
        if not (self.folder / "key.pem").exists():
            self.run_program("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
                             "-out", "cert.pem", "-days", "2", "-subj", "/CN=test")
        port = str(free_ports(1)[0])
        with subprocess.Popen(["openssl", "s_server", "-accept", port, "-key", "key.pem", "-cert", "cert.pem", "-cipher", suite, "-tls1_2",
                               "-rev", "-naccept", "1"], cwd=self.folder, env={**self.environment, "OPENSSL_CONF": str(self.folder / server)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            try:
                while "ACCEPT" not in process.stdout.readline():
                    self.assertIsNone(process.poll())
                with subprocess.Popen(["openssl", "s_client", "-connect", "127.0.0.1:" + port, "-cipher", suite, "-tls1_2", "-quiet"],
                                      cwd=self.folder, env={**self.environment, "OPENSSL_CONF": str(self.folder / client)},
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as peer:
                    try:
                        peer.stdin.write("a line for TLS\n")
                        peer.stdin.flush()
                        return peer.stdout.readline().strip() == "SLT rof enil a"
                    except BrokenPipeError:
                        return False
                    finally:
                        peer.kill()
            finally:
                process.kill()

    # The limit of one block shows that the suite uses the module.
    def test_tls(self):
        for suite in ("ECDHE-ECDSA-ARIA128-GCM-SHA256", "ECDHE-ECDSA-ARIA256-GCM-SHA384"):
            with self.subTest(suite=suite):
                self.assertTrue(self.tls(suite, "module", "alone"))
                self.assertTrue(self.tls(suite, "alone", "module"))
                self.assertFalse(self.tls(suite, "alone", "limited"))
        for suite, kind in (("ECDHE-ECDSA-CAMELLIA256-SHA384", ""), ("ECDHE-ECDSA-CAMELLIA128-SHA256", "-mte")):
            with self.subTest(suite=suite + kind):
                self.assertTrue(self.tls(suite, "module" + kind, "alone" + kind))
                self.assertTrue(self.tls(suite, "alone" + kind, "module" + kind))
                self.assertFalse(self.tls(suite, "alone" + kind, "limited" + kind))

    @needs("php")
    def test_php(self):
        shown = self.run_program("php", "-r", "var_dump(openssl_encrypt('x', 'kuznyechik-ctr', str_repeat('k', 32), OPENSSL_RAW_DATA, '12345678'));")
        if "undefined function" in shown.stdout + shown.stderr:
            self.skipTest("PHP has no OpenSSL")
        self.assertIn("bool(false)", shown.stdout)

    @needs("ruby")
    def test_ruby(self):
        shown = self.run_program("ruby", "-ropenssl", "-e", "OpenSSL::Cipher.new('kuznyechik-ctr')")
        self.assertIn("unsupported cipher algorithm", shown.stderr)

    @needs("node")
    def test_node(self):
        shown = self.run_program("node", "--openssl-shared-config", "-e",
                                 "require('crypto').createCipheriv('kuznyechik-ctr', Buffer.alloc(32), Buffer.alloc(8))")
        self.assertRegex(shown.stderr, "Unknown cipher|Invalid cipher")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
