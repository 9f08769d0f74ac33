public import FeatureKit

extension String {
  /// The words of the text that look like the handle (short name) of a record: a lower-case letter
  /// and a number, such as `s2`.
  public var possibleHandles: [String] {
    split { !$0.isPartOfHandle }.map(String.init).filter(\.isPossibleHandle)
  }

  fileprivate var isPossibleHandle: Bool {
    first?.isLowercase == true && count > 1 && dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns the text with the names of records in place of their handles (short names to type,
  /// such as `s2`), for people who do not use a terminal. For example, `s2 Kent is deleted.`
  /// becomes `Kent is deleted.`
  ///
  /// A word that looks like a handle stays
  /// - in a quotation, which repeats what a person typed,
  /// - beside a slash or another sign of a path or an address,
  /// - in the person's own words,
  /// - in the name of one of these records.
  ///
  /// If words that stay and a handle with its name begin at the same place, the longer of the two
  /// counts.
  ///
  /// - Parameters:
  ///   - own: the texts that the person wrote. The text may repeat one as a whole or in part.
  ///   - isCommand: whether a text begins with a command. Handles in a command stay, because it
  ///     could not run without them. The program's sentences name a command after two spaces.
  public func naming(
    _ references: [Reference], keeping own: [String] = [],
    unlessIn isCommand: (Substring) -> Bool = { _ in false }
  ) -> String {
    let kept = Self.kept(own + own.flatMap(\.possibleHandles) + references.map(\.title))
    var text = ""
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0.isPartOfHandle || $0.opensQuotation }) {
      text += rest[..<start]
      rest = rest[start...]
      if let end = endOfQuotation(at: start) {
        text += rest[..<end]
        rest = rest[end...]
        continue
      }
      let word = rest.prefix(while: \.isPartOfHandle)
      guard !word.isEmpty else {
        text.append(self[start])
        rest = rest[index(after: start)...]
        continue
      }
      var reference = references.first { $0.handle == word && !$0.title.isEmpty }
      if reference != nil, isInAddress(word) || isInCommand(at: start, isCommand) {
        reference = nil
      }
      let after = rest[word.endIndex...]
      let name = reference.map { after.name(of: $0.title) } ?? after.prefix(0)
      let named = name.isEmpty ? 0 : rest[..<name.endIndex].count
      if let phrase = kept.first(where: { rest.begins(withWords: $0) }), phrase.count >= named {
        text += phrase
        rest = rest.dropFirst(phrase.count)
        continue
      }
      rest = after
      guard let reference else {
        text += word
        continue
      }
      if !name.isEmpty {
        text += name
        rest = rest[name.endIndex...]
      } else if text.hasSuffix(reference.title + ", ") {
        text.removeLast(2)
        if rest.hasPrefix(", and ") { rest = rest.dropFirst() }
      } else {
        text += reference.title
      }
    }
    return text + rest
  }

  /// Returns the summary of a change in the history without the handle of its record (a short name
  /// such as `s2`), as in `Took back: Added Kent` for `Took back: Added s2 Kent`. The name stays as
  /// the summary has it, even if the record was deleted or renamed since.
  ///
  /// Returns nil if the summary has no such handle.
  ///
  /// - Parameter isHandle: whether a word that looks like a handle begins with the letter of a kind
  ///   of record.
  public func withoutHandle(ofStep isHandle: (String) -> Bool) -> String? {
    var words = split(separator: " ", omittingEmptySubsequences: false)
    let introduction = words.prefix(3).firstIndex { $0.hasSuffix(":") }
    for place in [1, introduction.map { $0 + 2 }].compactMap({ $0 }) where place < words.count - 1 {
      let word = String(words[place])
      guard word.isPossibleHandle, isHandle(word) else { continue }
      words.remove(at: place)
      return words.joined(separator: " ")
    }
    return nil
  }

  /// Returns those of the texts that contain a word which looks like a handle (a short name such as
  /// `s2`), the longest first. Such words stay where the text repeats one of these phrases.
  private static func kept(_ phrases: [String]) -> [String] {
    phrases.filter { !$0.possibleHandles.isEmpty }
      .map { String($0.drop { !$0.isPartOfHandle }) }
      .sorted { $0.count > $1.count }
  }

  /// Returns whether the word is a part of a path or an address, such as `d1` in `/tmp/d1/file`.
  private func isInAddress(_ word: Substring) -> Bool {
    let signs: Set<Character> = ["/", "\\", "@", "_", "="]
    let after = self[word.endIndex...].prefix(2)
    if let before = self[..<word.startIndex].last, signs.contains(before) || before == "." {
      return true
    }
    guard let next = after.first else { return false }
    return signs.contains(next)
      || [".", ":"].contains(next) && after.dropFirst().first?.isPartOfHandle == true
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
  /// Returns whether the text begins with these words, and no letter or digit continues the last
  /// word.
  fileprivate func begins(withWords words: String) -> Bool {
    guard hasPrefix(words) else { return false }
    return words.last?.isPartOfHandle != true
      || dropFirst(words.count).first?.isPartOfHandle != true
  }

  /// Returns the record's name, if the text continues with it after spaces; otherwise an empty
  /// text. A sentence may have shortened the name, so the first word of the name is enough.
  fileprivate func name(of title: String) -> Substring {
    let text = drop(while: \.isWhitespace)
    guard text.startIndex > startIndex else { return prefix(0) }
    var name = text.prefix(zip(text, title).prefix { $0 == $1 }.count)
    while let last = name.last, last.isPartOfHandle,
      text[name.endIndex...].first?.isPartOfHandle == true
    {
      name = name.dropLast()
    }
    let first = title.prefix { !$0.isWhitespace }
    return name.count >= first.count ? name : prefix(0)
  }
}
