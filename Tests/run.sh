#!/bin/sh
# Installs what the tests need, and runs every one of them: the format of the source, a build
# without a warning, the tests themselves, the examples, and what the README promises.
#
#   sh Tests/run.sh
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say "what is needed"
sh examples/install-needs.sh

say "the format of the source"
swift format lint --strict --parallel --recursive Package.swift Sources Tests examples

say "a build without a warning"
swift build --build-tests -Xswiftc -warnings-as-errors

say "the tests"
swift test --skip-build -Xswiftc -warnings-as-errors

say "the release, and the tour through it"
sh examples/tour.sh

say "all passed"
