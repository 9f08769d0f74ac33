import CCurl
import Synchronization

/// libcurl, loaded at the first transfer.
final class CurlLibrary: Sendable {
  static let shared = CurlLibrary("libcurl.so.4")

  private let name: String
  /// The table of the loaded library's functions. It is never changed or freed, so any thread may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// Nil when the library is missing.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_curl_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}

/// A flag by which a caller says that it no longer waits for a transfer. The running transfer
/// checks the flag at least once a second.
final class TransferCancellation: Sendable {
  /// The address of an atomic flag that lives as long as this object.
  private let address: UInt

  init() { address = UInt(bitPattern: compass_stop_make()) }

  deinit { compass_stop_free(sign) }

  var sign: OpaquePointer? { OpaquePointer(bitPattern: address) }

  func raise() { compass_stop_raise(sign) }
}
