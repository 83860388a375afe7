import Foundation
import TestSupport
import Testing

/// Many syncs at once.
@Suite(.onItsOwnThread) struct CrowdTests {
  let person: Person

  init() throws {
    person = try Person()
    try person.type("git init -q --bare --initial-branch=main ../hub.git")
    try person.expect("memo init --remote ../hub.git && memo add Milk && memo sync")
  }

  @Test func allSyncsSucceed() throws {
    let (clones, rounds) = (4, 3)
    // Each person adds lines to a file that all others change, too.
    let ran = try person.type(
      """
      for c in $(seq \(clones)); do memo clone ../hub.git ../c$c > /dev/null || exit 1; done
      work() {
        cd ../c$1
        for r in $(seq \(rounds)); do
          echo "line $1 $r" >> todo/milk.md
          memo add Task $1 $r > /dev/null && memo sync > out 2> err || cat out err >> ../failures
          rm -f out err
        done
      }
      for c in $(seq \(clones)); do work $c & done; wait
      for c in $(seq \(clones)); do (cd ../c$c && memo sync > /dev/null || echo $c >> ../failures); done
      cat ../failures 2> /dev/null
      """)
    #expect(ran.output == "", "\(ran.error)")
    let syncs = clones * rounds
    let merges = try person.expect("git -C ../hub.git rev-list --count --merges main")
    #expect(try #require(Int(merges.dropLast())) <= syncs)
    try person.expect("memo sync && ! grep -r CONFLICT todo")
    let text = try person.scratch.read("store/todo/milk.md")
    for clone in 1...clones {
      for round in 1...rounds { #expect(text.contains("line \(clone) \(round)\n")) }
      try person.expect("cd ../c\(clone) && memo sync && diff -r todo ../store/todo")
    }
    #expect(try person.expect("ls todo | wc -l") == "\(syncs + 1)\n")
    #expect(try person.complaints() == "")
  }

  @Test func twoSyncsOfOneCloneBesideOtherWork() throws {
    try person.expect("memo clone ../hub.git ../other")
    let ran = try person.type(
      """
      loop() { for r in 1 2 3 4 5 6; do "$@" > /dev/null 2> ../err.$$ || cat ../err.$$; done; }
      save() { echo line >> todo/milk.md; memo sync; }
      loop memo sync & loop save & loop memo add Eggs & loop memo set milk n=1 & loop memo sync &
      (cd ../other && loop memo add Flour; memo sync > /dev/null) & wait
      """)
    #expect(ran.output == "", "\(ran.error)")
    try person.expect("memo sync")
    #expect(try person.complaints() == "")
  }
}
