{ lib, stdenv, fetchurl, cmake, ninja, pkg-config, python3, scdoc, cli11, libsodium, nlohmann_json, openssl }:

stdenv.mkDerivation rec {
  pname = "hedgerow";
  version = "@VERSION@";

  src = fetchurl {
    url = "@URL@";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [ cmake ninja pkg-config python3 scdoc ];
  buildInputs = [ cli11 libsodium nlohmann_json openssl ];
  cmakeFlags = [ "-DHEDGEROW_TESTS=OFF" "-DHEDGEROW_BENCH=OFF" "-DHEDGEROW_LAB=OFF" ];

  doInstallCheck = true;
  installCheckPhase = "$out/bin/hedgerow selftest";

  meta = {
    description = "National and light block ciphers in constant time at the speed of the machine";
    homepage = "@HOMEPAGE@";
    license = lib.licenses.asl20;
    platforms = lib.platforms.linux;
    mainProgram = "hedgerow";
  };
}
