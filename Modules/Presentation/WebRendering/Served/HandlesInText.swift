public import FeatureKit

extension String {
  /// The words of the text that look like the handle (short name) of a record: a lower-case letter
  /// and a number, such as `s2`.
  public var possibleHandles: [String] {
    split { !$0.isPartOfHandle }.map(String.init).filter { word in
      word.first?.isLowercase == true && word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
    }
  }

  /// Returns the text with the names of records in place of their handles (short names to type,
  /// such as `s2`), for people who do not use a terminal. For example, `s2 Kent is deleted.`
  /// becomes `Kent is deleted.`
  ///
  /// - Parameters:
  ///   - gone: handles of records that no longer exist. They are left out if words follow, as in
  ///     `Took back: Added s2 Kent.`
  ///   - isCommand: whether a text begins with a command. Handles in a command stay, because it
  ///     could not run without them. The program's sentences name a command after two spaces.
  public func naming(
    _ references: [Reference], gone: Set<String> = [],
    unlessIn isCommand: (Substring) -> Bool = { _ in false }
  ) -> String {
    var text = ""
    var rest = self[...]
    while let start = rest.firstIndex(where: \.isPartOfHandle) {
      text += rest[..<start]
      let word = rest[start...].prefix(while: \.isPartOfHandle)
      rest = rest[word.endIndex...]
      let reference = references.first { $0.handle == word && !$0.title.isEmpty }
      guard reference != nil || gone.contains(String(word)),
        !isInCommand(at: word.startIndex, isCommand)
      else {
        text += word
        continue
      }
      let next = rest.drop(while: \.isWhitespace)
      guard let reference else {
        if next.startIndex > rest.startIndex, !next.isEmpty {
          let name = next.prefix { !$0.isWhitespace }
          text += name
          rest = rest[name.endIndex...]
        } else {
          text += word
        }
        continue
      }
      if next.startIndex > rest.startIndex, next.begins(with: reference.title) {
        // If the record's name already follows its handle (short name such as `s2`) in the text,
        // the name is copied as a whole. Otherwise a word of the name that looks like a handle
        // would be replaced.
        let name = next.hasPrefix(reference.title) ? next.prefix(reference.title.count) : ""
        text += name
        rest = next[next.index(next.startIndex, offsetBy: name.count)...]
      } else if text.hasSuffix(reference.title + ", ") {
        text.removeLast(2)
        if rest.hasPrefix(", and ") { rest = rest.dropFirst() }
      } else {
        text += reference.title
      }
    }
    return text + rest
  }

  private func isInCommand(at place: Index, _ isCommand: (Substring) -> Bool) -> Bool {
    guard let gap = self[..<place].ranges(of: "  ").last else { return false }
    return isCommand(self[gap.upperBound...])
  }
}

extension Character {
  fileprivate var isPartOfHandle: Bool { isLetter || isNumber || self == "-" }
}

extension Substring {
  /// Returns whether the text begins with the first word of a record's name. The other words need
  /// not follow, because a sentence may shorten a long name.
  fileprivate func begins(with title: String) -> Bool {
    let first = title.prefix { !$0.isWhitespace }
    return hasPrefix(first)
  }
}
