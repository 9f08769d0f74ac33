public import Foundation

extension Process {
  /// Runs the program to its end.
  ///
  /// It is waited for on a thread of its own: all tests and the servers under test share two threads, which must not wait.
  ///
  /// - Returns: the exit code, and all that it wrote.
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
