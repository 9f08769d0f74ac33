extension StringProtocol {
  /// Calls `body` with the bytes of the text in UTF-8, in one piece of memory that is valid during
  /// the call. A loop over these bytes takes a fraction of the time of the same loop over `utf8`.
  @inlinable public func withBytes<Answer>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Answer
  ) -> Answer {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}
