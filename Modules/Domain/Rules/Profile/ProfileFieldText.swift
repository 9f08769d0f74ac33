public import JSON

extension ProfileField {
  /// Returns the field's value in a stored JSON object as a profile shows it, such as `6'1"`,
  /// `180 lbs`, `3.60` or `right`; nil if it is missing or has the wrong type.
  public func text(of stored: JSONValue?) -> String? {
    guard let value = value(in: stored) else { return nil }
    return switch kind {
    case .text, .phone, .email, .zip: value.string
    case .handle: value.string.map { $0.hasPrefix("@") || key == "facebook_handle" ? $0 : "@" + $0 }
    case .texts: value.array?.compactMap(\.string).joined(separator: ", ")
    case .whole(_, let unit): value.int.map { unit == nil ? String($0) : "\($0) lbs" }
    case .graduationYear: value.int.map(String.init)
    case .height: value.int.map(Self.heightText)
    case .decimal: value.double.map { key == "gpa" ? DecimalText.fixed($0, places: 2) : "\($0)" }
    case .choice(let choices):
      value.string.map { stored in choices.first { $0.stored == stored }?.word ?? stored }
    case .flag: value.bool.map { $0 ? "yes" : "no" }
    case .links:
      value.array?.compactMap { VideoLink($0).map(Self.linkText) }.joined(separator: ", ")
    }
  }

  private static func linkText(_ link: VideoLink) -> String {
    link.title.map { "\($0) (\(link.url))" } ?? link.url
  }

  /// Returns a height in feet and inches, such as `6'1"`.
  static func heightText(_ inches: Int) -> String { "\(inches / 12)'\(inches % 12)\"" }
}
