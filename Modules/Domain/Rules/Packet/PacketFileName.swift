public import CivilTime

extension RecruitingPacket {
  /// Returns the file name of the recruiting packet (the document that presents an athlete to
  /// coaches), such as `Sam_Lee_RecruitingPacket-2026-11-22.pdf`. Of the athlete's name it contains
  /// only ASCII letters, because every mail program accepts those (domain.md 10.13).
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

  /// The number of characters of the athlete's name that are used. Without a limit, a long name
  /// could exceed the 255 bytes that file systems allow for a file name.
  private static let longestName = 100
}
