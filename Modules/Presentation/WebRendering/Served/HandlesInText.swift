public import FeatureKit

extension String {
  /// The text with the names of the records in the place of their handles, for people who use no terminal: `s2 Kent is deleted.` is
  /// `Kent is deleted.`
  public func naming(_ references: [Reference]) -> String {
    references.reduce(self) { $0.naming($1) }
  }

  private func naming(_ reference: Reference) -> String {
    let (handle, title) = (reference.handle, reference.title)
    guard !handle.isEmpty, !title.isEmpty else { return self }
    var text = ""
    var rest = self[...]
    while let range = rest.firstRange(of: handle) {
      text += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      if text.last?.isPartOfHandle == true || rest.first?.isPartOfHandle == true {
        text += handle
      } else if rest.dropFirst().begins(with: title) {
        rest = rest.dropFirst()
      } else if text.hasSuffix(title + ", ") {
        text.removeLast(2)
        if rest.hasPrefix(", and ") { rest = rest.dropFirst() }
      } else {
        text += title
      }
    }
    return text + rest
  }
}

extension Character {
  fileprivate var isPartOfHandle: Bool { isLetter || isNumber || self == "-" }
}

extension Substring {
  /// Whether the text begins with the name, or with its first word: a sentence may shorten a long name.
  fileprivate func begins(with title: String) -> Bool {
    let first = title.prefix { !$0.isWhitespace }
    return hasPrefix(first)
  }
}
