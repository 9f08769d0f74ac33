import Foundation
import Testing

/// Runs the short form of `Tools/attack`: a few kills, failing disks, damaged files, forged
/// imports, callers without rights, open prompts, erasures, six concurrent processes, and forged,
/// replayed and guessed tokens. `.ci/run` runs the attacks by themselves that judge how long other
/// requests take: slow and endless requests, and two thousand connections.
///
/// The long form is run by hand; `docs/reliability.md` has its results.
@Suite("Under attack")
struct AttackTests {
  /// Returns the kinds of attack that the tool has and that may run beside other tests.
  private static func kinds() throws -> [String] {
    let text = try String(
      contentsOfFile: Program.repository + "/Tools/lib/attack/main.py", encoding: .utf8)
    let table = text.components(separatedBy: "\nKINDS = {\n").last?
      .components(separatedBy: "\n}").first
    let alone = try #require(text.firstMatch(of: #/\nALONE = \{(.*)\}\n/#)).output.1
    return try #require(table).split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^    "(\w+)": /#).map { String($0.output.1) }
    }.filter { !alone.contains("\"\($0)\"") }
  }

  @Test("A few of every kind of attack find nothing lost, nobody in and no untrue word")
  func shortForm() throws {
    let answer = try Program.run(
      Program.repository + "/Tools/attack", ["short"],
      environment: [
        "HOME": "/nonexistent", "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
        "COMPASS_PROGRAM": Program.path,
      ])
    #expect(answer.code == 0, "\(answer)")
    let kinds = try Self.kinds()
    #expect(kinds.contains("proof") && kinds.count > 10, "\(kinds)")
    for kind in kinds {
      #expect(answer.output.contains("\(kind): seed "), "\(kind) was not tried")
    }
  }
}
