public import Foundation

extension Process {
  /// A program of the system that a test starts, as `gzip -dc FILE`.
  ///
  /// It is told its environment: for a process that is told none, Foundation reads all of the test's, and crashes when another test changes
  /// a variable at that moment (libedit and the C library's clock read theirs by themselves, so their tests must).
  public static func tool(_ words: String...) -> Process { tool(words) }

  public static func tool(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
    return process
  }
}
