public import CivilTime

extension RecruitingPacket {
  /// Returns the name of the packet's file: `Sam_Lee_RecruitingPacket-2026-11-22.pdf`. It consists
  /// of ASCII letters, which every mail program accepts, and the day (rule 10.13).
  public func fileName(on day: CalendarDay, extension suffix: String) -> String {
    Self.fileName(for: cover.name, on: day, extension: suffix)
  }

  public static func fileName(
    for name: String, on day: CalendarDay, extension suffix: String
  ) -> String {
    let letters = name.prefix(longestName).filter { character in
      character.isWhitespace || (character.isASCII && character.isLetter)
    }
    let words = letters.split(whereSeparator: \.isWhitespace)
    let stem = words.isEmpty ? "Athlete" : words.joined(separator: "_")
    return "\(stem)_RecruitingPacket-\(day).\(suffix)"
  }

  /// The number of characters of the name that are used, because file systems accept file names of
  /// at most 255 bytes.
  private static let longestName = 100
}
