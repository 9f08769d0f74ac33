import SQLite
import Threads

/// Where the work on a file is done that many share: one thread writes, several read, and none of them is Swift's.
///
/// No thread is started and no connection opened before somebody needs it.
struct FileThreads: Sendable {
  let writer = WorkThreads(most: 1)
  let readers: WorkThreads
  let pool: ReaderPool

  init(readers count: Int) {
    readers = WorkThreads(most: count)
    pool = ReaderPool(most: count)
  }
}

extension DataFile {
  /// Does work that reads on a thread of the file's readers; where it is, when the file has none.
  public func reading<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let threads else { return try work() }
    return try await withTaskExecutorPreference(threads.readers) {
      () async throws(Failure) -> Result in
      try work()
    }
  }

  /// The same on the one thread that writes: who waits for a writer waits there for their turn, and holds up no reader.
  public func writing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let threads else { return try work() }
    return try await withTaskExecutorPreference(threads.writer) {
      () async throws(Failure) -> Result in
      try work()
    }
  }
}
