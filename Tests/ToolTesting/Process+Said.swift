public import Foundation

extension Process {
  /// Runs the program and waits for its end.
  ///
  /// A separate thread waits for the program. The tests and the tested servers share a pool of
  /// threads, which can have as few as two, and these must not block.
  ///
  /// - Returns: the exit code, and all text that the program wrote.
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
