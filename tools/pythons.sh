#!/usr/bin/env bash
# usage: tools/pythons.sh PYTHON [start] [wheel] [sample] [tests]
#
# The README's lines on another Python, in a bare Debian that has it: PYTHON is 3.11, 3.13, 3.14,
# 3.15 or all (no Debian has 3.12). "start" starts the game, "wheel" builds and tries wheel
# and sdist without the checkout, "sample" passes some of the tests, "tests" all of them; what is tried
# is what is committed. As root. A folder in HEXWAR_ROOTS keeps
# the systems for another time; to renew one, delete it.
#
# Exit code 0: passed; 1: failed; 3: could not be tried, and why.
set -euo pipefail

untried() { echo "not tried on Python ${python:-$wanted}: $1" >&2; exit 3; }

suite_of() {
  case $1 in
    3.11) echo bookworm ;;
    3.13) echo trixie ;;
    3.14 | 3.15) echo forky ;;
    *) untried "no release of Debian is known to have it" ;;
  esac
}

root=$(cd "$(dirname "$0")/.." && pwd)
wanted=${1:?the first word is a Python, such as 3.15, or all}
shift
[ "$(id -u)" -eq 0 ] || untried "a system of its own can be made by root alone"
command -v debootstrap >/dev/null || untried "debootstrap is not installed"
unshare --mount true 2>/dev/null || untried "no file system may be mounted here"
mirror() { # the first that apt fetches packages of Debian's from
  # shellcheck disable=SC2016 # apt fills in the name
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1
}
mirror=$(mirror)
[ -n "$mirror" ] || { apt-get update -qq || true; mirror=$(mirror); } # a new machine has no lists yet
[ -n "$mirror" ] || untried "apt knows no mirror of Debian"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
roots=${HEXWAR_ROOTS:-$work}
mkdir -p "$roots"
git clone -q --bare "$root" "$work/hexwar.git"

# What is mounted in a namespace of its own is gone when the last process in it has ended, however.
apart() { unshare --mount --pid --fork --kill-child "$@"; }

make_system() { # make_system FOLDER: a Debian with this Python, and with this machine's certificates
  local suite
  suite=$(suite_of "$python")
  rm -rf "$1.begun"
  # The script is named, as an older debootstrap does not know the names of newer releases.
  apart timeout 900 debootstrap --variant=minbase --include="python$python,python$python-venv,ca-certificates,git" \
    "$suite" "$1.begun" "$mirror" sid >"$work/log" 2>&1 \
    || { tail -n 5 "$work/log" >&2; untried "Debian $suite could not be had"; }
  ln -s "/usr/bin/python$python" "$1.begun/usr/local/bin/python3"
  mv "$1.begun" "$1"
}

inside() { # inside SYSTEM COMMAND...: run it there, with nothing of the caller's but the way to the network
  local name kept=()
  for name in $(compgen -e); do
    case $name in
      PIP_* | *_proxy | *_PROXY | *_CA_BUNDLE | SSL_CERT_FILE) kept+=("$name=${!name}") ;;
    esac
  done
  # shellcheck disable=SC2016 # the inner shell fills them in
  apart bash -c 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$@"' "$1" "$1" \
    env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 CI="${CI:-}" \
    SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy "${kept[@]}" "${@:2}"
}

try() { # try WORD: the README's line for it, or what tries a release, in an empty folder
  local line more=
  case $1 in
    start) more=" --screenshot /root/try/first.png" ;;
    sample) more=" --one-in 12" ;;
  esac
  case $1 in
    wheel) line="git clone -q /root/hexwar.git hexwar && cd hexwar && python3 -m tools.release /root/try/dist" ;;
    *) line="$("$root/tools/readme_line.sh" "${1/sample/tests}" /root/hexwar.git)$more" ;;
  esac
  printf '\n== Python %s: %s\n$ %s\n' "$python" "$1" "$line"
  rm -rf "$system/root/try"
  mkdir "$system/root/try"
  inside "$system" bash -euo pipefail -c "cd /root/try && $line" </dev/null || exit 1
  [ "$1" != start ] || test -s "$system/root/try/first.png"
}

[ "$wanted" != all ] || wanted="3.11 3.13 3.14 3.15"
for python in $wanted; do
  system=$roots/$python
  [ -d "$system" ] || make_system "$system"
  for file in /etc/ssl/certs/ca-certificates.crt /etc/resolv.conf /etc/hosts /etc/pip.conf "${PIP_CERT:-}"; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$system$file"
  done
  rm -rf "$system/root/hexwar.git"
  cp -r "$work/hexwar.git" "$system/root/hexwar.git"
  for word in "${@:-start}"; do try "$word"; done
done
