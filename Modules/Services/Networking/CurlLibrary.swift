import CCurl
import Synchronization

/// The library libcurl, which is loaded at the first request.
final class CurlLibrary: Sendable {
  static let shared = CurlLibrary("libcurl.so.4")

  private let name: String
  /// The address of the table with the functions of the loaded library. The table is never changed
  /// or freed, so all threads may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// The table with the functions of libcurl; nil if the library is not installed.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_curl_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}

/// A flag with which a caller cancels a transfer that another thread is running. The transfer
/// checks the flag at least once a second.
final class TransferCancellation: Sendable {
  /// The address of the C object with the atomic flag. It exists as long as this object.
  private let address: UInt

  init() { address = UInt(bitPattern: compass_stop_make()) }

  deinit { compass_stop_free(sign) }

  var sign: OpaquePointer? { OpaquePointer(bitPattern: address) }

  func raise() { compass_stop_raise(sign) }
}
