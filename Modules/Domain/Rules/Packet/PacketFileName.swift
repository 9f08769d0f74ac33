extension RecruitingPacket {
  /// `Sam_Lee_RecruitingPacket.pdf`: only letters of the alphabet, which any mail program takes.
  public func fileName(extension suffix: String) -> String {
    Self.fileName(for: cover.name, extension: suffix)
  }

  public static func fileName(for name: String, extension suffix: String) -> String {
    let letters = name.prefix(longestName).filter { character in
      character.isWhitespace || (character.isASCII && character.isLetter)
    }
    let words = letters.split(whereSeparator: \.isWhitespace)
    let stem = words.isEmpty ? "Athlete" : words.joined(separator: "_")
    return "\(stem)_RecruitingPacket.\(suffix)"
  }

  /// File systems take 255 bytes.
  private static let longestName = 100
}
