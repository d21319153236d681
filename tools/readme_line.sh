#!/usr/bin/env bash
# usage: tools/readme_line.sh NAME REPOSITORY
# Prints the command line that the README has under <!-- NAME -->, with the address of a repository.
set -euo pipefail
line=$(awk -v mark="<!-- $1 -->" '
  $0 == mark { marked = 1; next }
  marked && /^```/ { if (inside) exit; inside = 1; next }
  inside { print }' "$(dirname "$0")/../README.md")
[ -n "$line" ] || { echo "the README has no command line under <!-- $1 -->" >&2; exit 1; }
echo "${line//REPOSITORY/$2}"
