public import Foundation

extension Process {
  /// Returns a program of the system that a test starts, such as `gzip -dc FILE`.
  ///
  /// The program gets an explicit environment. Without one, Foundation copies the test's own, and
  /// crashes if another test changes a variable at that moment (tests of libedit and of the C
  /// library's clock have to change variables).
  public static func tool(_ words: String...) -> Process { tool(words) }

  public static func tool(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
    return process
  }
}
