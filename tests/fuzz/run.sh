#!/usr/bin/env bash
# run.sh SECONDS-PER-TARGET [TARGET...]: builds the libFuzzer targets (preset fuzz, clang) and runs each for that long,
# from its seeds in tests/corpus. New inputs stay in build/fuzz/corpus, so a longer run goes on where the last one
# stopped; the tree is not changed. Ends with one line; exit 1 if anything was found (the input lies in build/fuzz/findings).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../scripts/setup.sh
. "$here/../../scripts/setup.sh"

seconds=${1:-}
case $seconds in
    ''|*[!0-9]*|0) say "usage: tests/fuzz/run.sh SECONDS-PER-TARGET [TARGET...]; for example 5, or 3600 for a night"; exit 2 ;;
esac
shift
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for source in "$here"/fuzz_*.cpp; do targets+=("$(basename "$source" .cpp)"); done
fi
command -v clang++ >/dev/null || { say "fuzzing needs clang++ and its runtime: apt-get install clang libclang-rt-14-dev"; exit 2; }
build_preset fuzz -- "${targets[@]}" || exit 2

build=$GRAZE_ROOT/build/fuzz
findings=$build/findings
mkdir -p "$findings"

# fuzz TARGET: runs it and says what came out; exit 1 if it found something.
fuzz() {
    local target=$1 name=${1#fuzz_} seeds=() dictionary=() log=$build/$1.log corpus
    corpus=$build/corpus/$name
    mkdir -p "$corpus"
    [ -d "$GRAZE_ROOT/tests/corpus/$name" ] && seeds=("$GRAZE_ROOT/tests/corpus/$name")
    [ -f "$here/$name.dict" ] && dictionary=(-dict="$here/$name.dict")
    # The first folder receives new inputs, the others are only read.
    if "$build/tests/fuzz/$target" "$corpus" "${seeds[@]}" "${dictionary[@]}" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 \
            -max_len=32768 -artifact_prefix="$findings/$name-" -print_final_stats=1 >"$log" 2>&1; then
        say "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, nothing found"
    else
        grep -E 'ERROR|SUMMARY|claim broken|runtime error|Test unit written' "$log" >&2 || tail -n 30 "$log" >&2
        say "$target: FOUND SOMETHING (whole log: $log)"
        return 1
    fi
}

# One on each core, in order.
found=() running=()
collect() { wait "${running[0]#* }" || found+=("${running[0]% *}"); running=("${running[@]:1}"); }
trap 'for job in $(jobs -p); do pkill -P "$job"; done; exit 130' INT TERM
for target in "${targets[@]}"; do
    [ ${#running[@]} -lt "$(nproc)" ] || collect
    fuzz "$target" &
    running+=("$target $!")
done
while [ ${#running[@]} -gt 0 ]; do collect; done
if [ ${#found[@]} -gt 0 ]; then
    echo "fuzz: findings in ${found[*]} (inputs in $findings)"
    exit 1
fi
echo "fuzz: ${#targets[@]} targets, $seconds s each, no findings"
