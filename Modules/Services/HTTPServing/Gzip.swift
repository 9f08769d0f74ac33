import CZlib
import HTTP
import Synchronization

/// Compresses response bodies with zlib, which is loaded when it is first used. If it is not
/// installed, bodies are sent uncompressed.
public enum Gzip {
  /// The smallest size in bytes of a body that is compressed. For a smaller body, the gzip header
  /// and the time cost more than the compression saves.
  public static let smallestBody = 1024

  /// Returns `bytes` compressed in the gzip format; nil if they would not become smaller.
  ///
  /// - Parameter level: the compression level from 1 to 9. Level 3 is for bodies that are
  ///   compressed for each request, because level 5 takes 75 percent more time and makes the result
  ///   only a tenth smaller. Level 9 is for bodies that are compressed once and cached.
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

  /// Returns the response with its body compressed, if the client accepts gzip and the body becomes
  /// smaller. A response that already has a content encoding is returned unchanged.
  static func applied(to response: Response, for request: Request) -> Response {
    guard case .bytes(let bytes) = response.body, bytes.count >= smallestBody,
      response.headers["Content-Encoding"] == nil,
      let type = response.headers["Content-Type"].flatMap(MediaType.init), type.isText
    else { return response }
    var response = response
    // The header is also set if this client gets the body uncompressed. Otherwise a proxy's cache
    // could send the compressed body to a client that does not accept gzip.
    response.headers.add("Vary", "Accept-Encoding")
    if Negotiation.acceptsGzip(request.headers), let packed = packed(bytes) {
      response.headers["Content-Encoding"] = "gzip"
      response.body = .bytes(packed)
    }
    return response
  }

  /// The address of the table with the functions of the loaded library. The table is never changed
  /// or freed, so all threads may use it.
  private static let table = Mutex<UInt?>(nil)

  private static func library() -> OpaquePointer? {
    let address = table.withLock { table in
      table = table ?? compass_zlib_open("libz.so.1").map { UInt(bitPattern: $0) }
      return table
    }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }
}
