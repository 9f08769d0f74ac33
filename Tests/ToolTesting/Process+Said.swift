public import Foundation

extension Process {
  /// Runs the program to its end.
  ///
  /// A thread of its own waits for the program: the tests and the servers under test share a pool
  /// of as few as two threads, which must not block.
  ///
  /// - Returns: the exit code, and all that the program wrote.
  public func said() async throws -> (status: Int32, text: String) {
    let output = Pipe()
    standardOutput = output
    standardError = output
    try run()
    let reading = output.fileHandleForReading
    let bytes = await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: reading.readDataToEndOfFile()) }
    }
    waitUntilExit()
    return (terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
