# What ./run, ./test and ./bench share: installing by apt and building. Sourced, not run.
# shellcheck shell=bash

GRAZE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Install tiers. ./run needs core and CAD; ./test adds test and studio test; ./bench adds bench.
CORE_PACKAGES=(g++ cmake ninja-build libeigen3-dev libtbb-dev libhwy-dev libboost-dev libfmt-dev
               nlohmann-json3-dev libcli11-dev libtinygltf-dev libstb-dev)
CAD_PACKAGES=(libocct-data-exchange-dev)
TEST_PACKAGES=(ccache git python3 pkg-config libgtest-dev libgmp-dev libmpfr-dev libmpfi-dev clang libclang-rt-14-dev)
# The studio's page is tested in a real browser. Node may come from elsewhere than Debian.
STUDIO_TEST_PACKAGES=(chromium)
{ command -v node && command -v npm; } >/dev/null || STUDIO_TEST_PACKAGES+=(nodejs npm)
BENCH_PACKAGES=(python3 pkg-config libgmp-dev libmpfr-dev libmpfi-dev libassimp-dev libfcl-dev libode-dev libbullet-dev libcgal-dev
                libmujoco-dev)

say() { printf 'graze: %s\n' "$*" >&2; }

# install_packages NAME...: installs those that are missing and says which. GRAZE_SKIP_INSTALL=1 skips.
install_packages() {
    [ "${GRAZE_SKIP_INSTALL:-0}" = 1 ] && return 0
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local sudo=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { say "these packages are missing, and there is no sudo to install them: ${missing[*]}"; return 1; }
        sudo=(sudo)
    fi
    say "installing by ${sudo[*]:+sudo }apt-get: ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${sudo[@]}" apt-get update -q && "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
           apt-get install -y -q --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        say "apt-get failed (whole log: $log); is this Debian 12 with a network?"
        return 1
    fi
    rm -f "$log"
}

# is_configured DIRECTORY -DKEY=VALUE...: true if the build there was configured with just these values.
is_configured() {
    local cache=$1/CMakeCache.txt setting; shift
    [ -f "$cache" ] || return 1
    for setting in "$@"; do
        grep -qE "^${setting%%=*}:[A-Z]+=${setting#*=}\$" "$cache" || return 1
    done
}

# build_preset PRESET [-DKEY=VALUE... [-- TARGET...]]: configures where needed, then builds (several files at a time);
# quiet unless something is wrong.
build_preset() {
    local preset=$1; shift
    local settings=(-DGRAZE_UNITY=ON)
    while [ $# -gt 0 ] && [ "$1" != -- ]; do settings+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    local directory=$GRAZE_ROOT/build/$preset log
    log=$(mktemp)
    if [ ! -f "$directory/build.ninja" ] || ! is_configured "$directory" "${settings[@]#-D}"; then
        (cd "$GRAZE_ROOT" && cmake --preset "$preset" "${settings[@]}" >"$log" 2>&1) ||
            { cat "$log" >&2; rm -f "$log"; say "configuring $preset failed"; return 1; }
    fi
    # A terminal sees ninja's own one-line progress; elsewhere only failures are worth reading.
    if [ -t 2 ]; then
        rm -f "$log"
        ninja -C "$directory" "$@" >&2
    else
        ninja -C "$directory" "$@" >"$log" 2>&1 || { tail -n 60 "$log" >&2; rm -f "$log"; say "building $preset failed"; return 1; }
        rm -f "$log"
    fi
}
