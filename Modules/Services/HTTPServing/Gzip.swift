import CZlib
import HTTP
import Synchronization

/// Compresses bodies with zlib, which is loaded when the first body is compressed. Without the
/// library, bodies are sent uncompressed.
public enum Gzip {
  /// The smallest size of a body that is compressed. For smaller bodies, the gzip header and the
  /// work cost more than the compression saves.
  public static let smallestBody = 1024

  /// Returns `bytes` as a gzip file; nil when the gzip file would not be smaller.
  ///
  /// - Parameter level: 1 to 9. Level 3 suits answers made for each request: level 5 takes three
  ///   quarters longer and saves a tenth. Level 9 suits bodies that are compressed once and cached.
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

  /// Compresses `response` if the client accepts gzip and the body becomes smaller. A response that
  /// already has a content encoding stays as it is.
  static func applied(to response: Response, for request: Request) -> Response {
    guard case .bytes(let bytes) = response.body, response.headers["Content-Encoding"] == nil,
      let type = response.headers["Content-Type"].flatMap(MediaType.init), type.isText,
      bytes.count >= smallestBody
    else { return response }
    var response = response
    // The header is set whether or not the body is compressed: a cache must not send the compressed
    // body to a client that does not accept it.
    response.headers.add("Vary", "Accept-Encoding")
    if Negotiation.acceptsGzip(request.headers), let packed = packed(bytes) {
      response.headers["Content-Encoding"] = "gzip"
      response.body = .bytes(packed)
    }
    return response
  }

  /// The table of the loaded library's functions. It is never changed or freed, so any thread may use it.
  private static let table = Mutex<UInt?>(nil)

  private static func library() -> OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_zlib_open("libz.so.1").map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
