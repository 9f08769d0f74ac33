import SQLite
import Threads

/// The threads of a data file with many callers, as in a server: one thread writes, several read.
///
/// They are not threads of Swift's cooperative pool, because blocking work would occupy all threads
/// of that pool.
///
/// Threads start and connections open only when they are first needed. A thread that has had no work
/// for some seconds ends.
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
  /// Runs reading work on one of the data file's reader threads, or on the caller's thread when the
  /// data file has none.
  public func reading<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let threads else { return try work() }
    return try await withTaskExecutorPreference(threads.readers) {
      () async throws(Failure) -> Result in
      try work()
    }
  }

  /// Runs writing work on the data file's thread for writes, or on the caller's thread when the
  /// data file has none. On the thread for writes, one write waits for another, and no read has to
  /// wait.
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
