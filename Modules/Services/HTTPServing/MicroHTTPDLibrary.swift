import CMicroHTTPD
import Synchronization

/// The library libmicrohttpd, which is loaded when the first server starts.
final class MicroHTTPDLibrary: Sendable {
  static let shared = MicroHTTPDLibrary("libmicrohttpd.so.12")

  private let name: String
  /// The address of the table with the functions of the loaded library. The table is never changed
  /// or freed, so all threads may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// The table with the functions of libmicrohttpd; nil if the library is not installed.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_microhttpd_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
