/// Reads the client's preferences in its `Accept…` headers (RFC 9110, 12.5).
public enum Negotiation {
  /// Returns the offered media type that the client prefers. If the client prefers several equally,
  /// or sends no header, it is the first of them. Nil if the client accepts none of the offers.
  public static func best(of offers: [MediaType], for headers: Headers) -> MediaType? {
    let wishes = headers.list(of: "Accept").compactMap(Wish.init)
    guard !wishes.isEmpty else { return offers.first }
    var best: (offer: MediaType, quality: Int)?
    for offer in offers {
      // If several entries of the header fit the type, the most specific one counts, independent of
      // its position: `text/html` before `text/*`.
      let fitting = wishes.filter { $0.fits(offer) }.max { $0.closeness < $1.closeness }
      guard let quality = fitting?.quality, quality > 0 else { continue }
      if quality > best?.quality ?? 0 { best = (offer, quality) }
    }
    return best?.offer
  }

  /// Returns whether the client accepts a body compressed with gzip. Without the header
  /// `Accept-Encoding`, it does not.
  public static func acceptsGzip(_ headers: Headers) -> Bool {
    var qualities: [String: Int] = [:]
    for piece in headers.list(of: "Accept-Encoding") {
      guard let (coding, parameters) = ParameterList.read(piece) else { continue }
      qualities[ASCII.lowercased(coding)] = Wish.quality(parameters["q"]) ?? 0
    }
    return (qualities["gzip"] ?? qualities["x-gzip"] ?? qualities["*"] ?? 0) > 0
  }

  private struct Wish {
    let type: String
    let subtype: String
    let quality: Int

    init?(_ text: String) {
      guard let (range, parameters) = ParameterList.read(text),
        let quality = Self.quality(parameters["q"])
      else { return nil }
      let pieces = ASCII.lowercased(range).split(separator: "/")
      guard pieces.count == 2 else { return nil }
      (type, subtype) = (String(pieces[0]), String(pieces[1]))
      self.quality = quality
    }

    var closeness: Int { (type == "*" ? 0 : 1) + (subtype == "*" ? 0 : 1) }

    func fits(_ offer: MediaType) -> Bool {
      (type == "*" || type == offer.type) && (subtype == "*" || subtype == offer.subtype)
    }

    /// Parses a quality such as `0.85` and returns it in thousandths. Nil if it is invalid.
    static func quality(_ text: String?) -> Int? {
      guard let text else { return 1000 }
      let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
      guard pieces.count <= 2, pieces[0] == "0" || pieces[0] == "1" else { return nil }
      let decimals = pieces.count == 2 ? pieces[1] : ""
      guard decimals.count <= 3, decimals.utf8.allSatisfy(ASCII.isDigit),
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.count))
      else { return nil }
      return pieces[0] == "1" ? (thousandths == 0 ? 1000 : nil) : thousandths
    }
  }
}
