import CMicroHTTPD
import Synchronization

/// libmicrohttpd, loaded when the first server starts.
final class MicroHTTPDLibrary: Sendable {
  static let shared = MicroHTTPDLibrary("libmicrohttpd.so.12")

  private let name: String
  /// The table of the loaded library's functions. It is never changed or freed, so any thread may use it.
  private let table = Mutex<UInt?>(nil)

  init(_ name: String) { self.name = name }

  /// Called after each request has ended, for logs and metrics.
  var calls: OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_microhttpd_open(name).map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
