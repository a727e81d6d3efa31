#!/usr/bin/env bash
# Answers the requests of a file with Bouncy Castle; see Peer.java. Maven fetches the library once.
# usage: run.sh WORK_FOLDER REQUESTS ANSWERS     exit 77: no Java, no Maven, or no library
set -euo pipefail
version=1.85
here=$(dirname "$(readlink -f "$0")")
work=$1
jar=$work/bcprov-jdk18on-$version.jar
command -v javac >/dev/null && command -v java >/dev/null || { echo "Bouncy Castle: no Java" >&2; exit 77; }
mkdir -p "$work"
if [ ! -f "$jar" ]; then
  command -v mvn >/dev/null || { echo "Bouncy Castle: no Maven" >&2; exit 77; }
  mvn -q -B dependency:copy "-Dartifact=org.bouncycastle:bcprov-jdk18on:$version" "-DoutputDirectory=$work" \
    >"$work/maven.log" 2>&1 || { echo "Bouncy Castle: Maven cannot fetch it ($work/maven.log)" >&2; exit 77; }
fi
if [ ! "$work/Peer.class" -nt "$here/Peer.java" ]; then
  javac -cp "$jar" -d "$work" "$here/Peer.java"
fi
java -cp "$jar:$work" Peer <"$2" >"$3"
