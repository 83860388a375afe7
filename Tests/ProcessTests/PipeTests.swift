import Foundation
import TestSupport
import Testing

/// memo in scripts and pipes, also with readers that stop early.
@Suite(.onItsOwnThread) struct PipeTests {
  @Test func memoWorksInPipes() throws {
    let person = try Person.withStore()
    try person.expect("seq 1 300 | sed 's/.*/Task & +t due:2030-01-01/' | memo add - > ../out")
    for line in [
      "memo list | head -n 1", "memo log --no-pager | head -n 1", "memo board | head -n 1",
      "memo list --ndjson | head -n 1", "memo find task | head -n 1", "memo show +t | head -n 1",
    ] {
      let ran = try person.type(line)
      #expect(ran.error == "", "\(line)")
      #expect(ran.output.split(separator: "\n").count == 1, "\(line)")
    }
    // Ids are passed from one command to the next.
    try person.expect("memo list -q | head -n 3 | xargs memo done > ../out")
    #expect(try person.expect("memo list -q done | wc -l | tr -d ' '") == "3\n")
    try person.expect("memo list -q +t | xargs sh -c 'memo set -y \"$@\" p=high' - > ../out")
    #expect(try person.expect("memo list -q p:high | wc -l | tr -d ' '") == "297\n")
    // Without tasks, nothing changes and memo says so.
    let none = try person.type("memo list -q +nosuch 2> /dev/null | xargs memo done")
    #expect(none.code != 0 && none.error.hasPrefix("error: "))
    #expect(try person.complaints() == "")
  }

  /// Output that can't be written is an error, but changes stay.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func unwritableOutputIsAnError() throws {
    let person = try Person.withStore()
    for (number, place) in ["> /dev/full", ">&-"].enumerated() {
      let ran = try person.type("memo add Task \(number) \(place)")
      #expect(ran.code == 1, "\(place)")
      #expect(ran.error.hasPrefix("error: can't write the output: "), "\(place): \(ran.error)")
      #expect(try person.type("memo list \(place)").code == 1, "\(place)")
      #expect(try person.expect("memo list -q | wc -l | tr -d ' '") == "\(number + 1)\n")
      // If errors can't be printed, there is still the exit code.
      #expect(try person.type("memo show nosuch 2\(place)").code == 1, "\(place)")
    }
    #expect(try person.type("memo list < /dev/null 2>&-").code == 0)
    #expect(try person.type("memo add - <&-").code != 0)
    #expect(try person.complaints() == "")
  }
}
