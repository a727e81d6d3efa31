# run_all.sh sources this file. It runs work in the background: builds for later steps, and steps that use one
# processor.
# shellcheck shell=bash disable=SC2154 # `ledgers` is a folder for logs, `step` and `count` run and tell of a step

# COMMAND...: runs it in the background, in a process group that ends with this run. Its number is $!.
background() {
  set -m
  "$@" </dev/null &
  set +m
}
end_background() { for job in $(jobs -p); do kill -- "-$job"; done 2>/dev/null; }
trap end_background EXIT
trap 'exit 130' INT

# PROCESS: prints the processor seconds of the process and its finished children.
processor_seconds() {
  local fields ticks
  read -r fields <"/proc/$1/stat"
  read -r -a fields <<<"${fields##*) }" # fields[0] is now field 3 of /proc/PID/stat
  ticks=$((fields[11] + fields[12] + fields[13] + fields[14]))
  echo $((ticks / $(getconf CLK_TCK)))
}

# Builds that later steps need. `build_ahead` NAME COMMAND... adds one to the queue. `begin_ahead` runs them one after
# the other with the lowest priority, so that they use only idle processors. `built` NAME is the step that waits for the
# build, and its seconds are the time that it waited.
queue=() building=
build_ahead() {
  local file=$ledgers/ahead.${#queue[@]}
  queue+=("$1")
  printf '%q ' "${@:2}" >"$file.command"
}

make_ahead() {
  local i start used me=$BASHPID
  for i in "${!queue[@]}"; do
    start=$SECONDS used=$(processor_seconds "$me")
    nice -n 19 bash -c "$(cat "$ledgers/ahead.$i.command")" >"$ledgers/ahead.$i.txt" 2>&1
    echo "$? $((SECONDS - start)) $(($(processor_seconds "$me") - used))" >"$ledgers/ahead.$i.part"
    mv "$ledgers/ahead.$i.part" "$ledgers/ahead.$i.status"
  done
}
begin_ahead() { background make_ahead >/dev/null 2>&1; building=$!; }

wait_for_build() { # NUMBER
  local code seconds used start=$SECONDS
  while [ ! -f "$ledgers/ahead.$1.status" ] && kill -0 "$building" 2>/dev/null; do sleep 0.5; done
  cat "$ledgers/ahead.$1.txt"
  read -r code seconds used <"$ledgers/ahead.$1.status" || { echo "the builds in the background ended before this one"; return 1; }
  echo "built beside other steps within $seconds s, with $used s of processors; waited for $((SECONDS - start)) s"
  return "$code"
}

built() {
  local i
  for i in "${!queue[@]}"; do
    [ "${queue[$i]}" != "$1" ] || step "$1" wait_for_build "$i"
  done
}

# NAME COMMAND...: starts a step that uses one processor. `together` waits for all started steps and prints them in
# order. At most one step per processor runs at a time.
started=() running=()
beside() {
  local file=$ledgers/beside.${#started[@]}
  while [ "$(jobs -rp | grep -c -vx "${building:-none}")" -ge "$(nproc)" ]; do wait -n; done
  background run_beside "$file" "${@:2}"
  running+=($!)
  started+=("$1")
}

run_beside() { # FILE COMMAND...
  local start=$SECONDS me=$BASHPID
  "${@:2}" >"$1.txt" 2>&1
  echo "$? $((SECONDS - start)) $(processor_seconds "$me")" >"$1.status"
}

together() {
  local i code seconds used
  wait "${running[@]}"
  for i in "${!started[@]}"; do
    # A step that was killed wrote none.
    read -r code seconds used 2>/dev/null <"$ledgers/beside.$i.status" || code=1 seconds=0 used=0
    printf '\n== %s\n' "${started[$i]}"
    cat "$ledgers/beside.$i.txt"
    count "${started[$i]}" "$code" "$seconds" "$used" "$ledgers/beside.$i.txt"
  done
  started=() running=()
}
