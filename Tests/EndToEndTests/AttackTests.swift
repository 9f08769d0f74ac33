import Testing

/// Runs the short form of `Tools/attack`: a few kills, failing disks, damaged files, forged
/// imports, callers without rights, open prompts, erasures, and six concurrent processes.
///
/// The long form is run by hand; `docs/reliability.md` has its results.
@Suite("Under attack")
struct AttackTests {
  @Test("A few of every kind of attack find nothing lost, nobody in and no untrue word")
  func shortForm() throws {
    let answer = try Program.run(
      Program.repository + "/Tools/attack", ["short"],
      environment: [
        "HOME": "/nonexistent", "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
        "COMPASS_PROGRAM": Program.path,
      ])
    #expect(answer.code == 0, "\(answer)")
    for kind in [
      "proof", "kills", "faults", "wrecks", "imports", "verbs", "prompts", "crowd", "devices",
      "tables",
    ] {
      #expect(answer.output.contains("\(kind): seed "), "\(kind) was not tried")
    }
  }
}
