#!/usr/bin/env python3
"""Prints the list of components of a release (CycloneDX 1.5, JSON): Hedgerow, and the foreign code that its packages
contain or link. The versions are those of the installed Debian packages, with which the release was built, and that of
ziglang, which python.sh installs.

usage: sbom.py VERSION
"""
import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

# Package of Debian, or ziglang of PyPI; name, license, and how the release uses it.
PARTS = (("libsodium-dev:amd64", "libsodium", "ISC", "static in the tarballs, .rpm and wheels; the .deb link it"),
         ("libsodium-dev:arm64", "libsodium", "ISC", "static in the tarball and wheel of aarch64"),
         ("libstdc++-12-dev", "libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "static in the tarballs, .rpm and wheels; the .deb link it"),
         ("libstdc++-12-dev-arm64-cross", "libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "static in the tarball and wheel of aarch64"),
         ("ziglang", "libc++", "Apache-2.0 WITH LLVM-exception", "static in the wheel musllinux"),
         ("libcli11-dev", "CLI11", "BSD-3-Clause", "headers, in the command line"),
         ("nlohmann-json3-dev", "nlohmann-json", "MIT", "headers, in the command line"),
         ("libtomlplusplus-dev", "tomlplusplus", "MIT", "headers, in hedgerow-bench"),
         ("libssl-dev", "openssl", "Apache-2.0", "headers, in the provider"),
         ("g++-12", "gcc", "GPL-3.0-or-later", "compiler"),
         ("g++-12-aarch64-linux-gnu", "gcc", "GPL-3.0-or-later", "compiler"),
         ("ziglang", "zig", "MIT", "compiler"))


def origin(package):
    """Returns the version and the address (purl) of a package."""
    if package == "ziglang":
        version = re.search(r"\bziglang==([\w.]+)", Path(__file__).with_name("python.sh").read_text())[1]
        return version, f"pkg:pypi/{package}@{version}"
    version = subprocess.run(("dpkg-query", "-W", "-f", "${Version}", package), check=True, capture_output=True, text=True).stdout
    name, _, processor = package.partition(":")
    return version, f"pkg:deb/debian/{name}@{version}".replace("+", "%2B") + (f"?arch={processor}" if processor else "")


def component(package, name, license_text, use):
    version, address = origin(package)
    return {"type": "application" if use == "compiler" else "library", "bom-ref": f"{package} {name}", "name": name, "version": version,
            "licenses": [{"expression": license_text}], "purl": address,
            "scope": "excluded" if use == "compiler" else "required", "properties": [{"name": "hedgerow:use", "value": use}]}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    version, epoch = sys.argv[1], int(os.environ["SOURCE_DATE_EPOCH"])
    parts = [component(*part) for part in PARTS]
    own = {"type": "library", "bom-ref": "hedgerow", "name": "hedgerow", "version": version, "licenses": [{"expression": "Apache-2.0"}]}
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'hedgerow {version} {epoch}')}",
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "component": own},
        "components": parts, "dependencies": [{"ref": "hedgerow", "dependsOn": [p["bom-ref"] for p in parts]}]}, indent=1))


if __name__ == "__main__":
    main()
