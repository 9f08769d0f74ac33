import CZlib
import HTTP
import Synchronization

/// Bodies as gzip makes them smaller, with zlib, loaded when the first is sent. Without the library they go as they are.
public enum Gzip {
  /// Smaller than this, the head of a gzip file and a packet's worth of work gain nothing.
  public static let smallestBody = 1024

  /// `bytes` as a gzip file; nil when that would not be smaller.
  ///
  /// - Parameter level: 1 to 9. 3 for what is made anew for each request: 5 would take three quarters longer for a tenth less.
  ///   9 for what is made once and kept.
  public static func packed(_ bytes: [UInt8], level: Int32 = 3) -> [UInt8]? {
    guard bytes.count >= smallestBody, let library = library() else { return nil }
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
      guard let start = room.baseAddress else { return }
      count = bytes.withUnsafeBufferPointer {
        compass_zlib_gzip(library, level, $0.baseAddress, $0.count, start, room.count)
      }
    }
    return packed.isEmpty ? nil : packed
  }

  /// `response` compressed, where its asker takes that and it helps; one that says its coding already is left alone.
  static func applied(to response: Response, for request: Request) -> Response {
    guard case .bytes(let bytes) = response.body, response.headers["Content-Encoding"] == nil,
      let type = response.headers["Content-Type"].flatMap(MediaType.init), type.isText,
      bytes.count >= smallestBody
    else { return response }
    var response = response
    // Said in either case: a cache on the way must not give the one to who wants the other.
    response.headers.add("Vary", "Accept-Encoding")
    if Negotiation.acceptsGzip(request.headers), let packed = packed(bytes) {
      response.headers["Content-Encoding"] = "gzip"
      response.body = .bytes(packed)
    }
    return response
  }

  /// The table of the loaded library's functions; it is never changed nor freed, so any thread may use it.
  private static let table = Mutex<UInt?>(nil)

  private static func library() -> OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_zlib_open("libz.so.1").map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
