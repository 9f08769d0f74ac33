/// A short name of a record that people type in place of its title. It consists of the letter of
/// the record's kind and a number, as in `t12`.
///
/// If a command accepts only one kind of record, the number alone is enough.
package struct Handle: Equatable {
  /// The kind of record, such as a task, that the handle's letter means: `t` in `t12`.
  package let kind: ReferenceKind
  /// The number in the handle, such as 12 in `t12`. It is unique among records of one kind.
  package let number: Int

  /// The result of parsing a text as a handle (a short name such as `t12`).
  package enum Reading: Equatable {
    case handle(Handle)
    /// The text is a number without a letter. It is ambiguous, because the command accepts several
    /// kinds of record.
    case needsLetter(Problem)
    /// The text is a letter and a number, but none of the expected kinds of record has this letter.
    ///
    /// The text may still be a word of a name, such as `U12`.
    case otherKind(Problem)
    /// The number is 0 or too large for a handle (a letter and a number).
    ///
    /// The text is refused and not searched in names, because `0` would match a record with the
    /// title "Hold a 3.0 average".
    case outOfRange(Problem)
    case words
  }

  /// Parses `text` as a handle (a short name such as `t12`) of a record of one of `kinds`.
  package static func read(_ text: String, kinds: [ReferenceKind]) -> Reading {
    // A handle has at most one letter, so only the first character is read as one. A long word is
    // not read to its end.
    let letters = text.prefix(1).prefix { !("0"..."9").contains($0) }
    let digits = text.dropFirst(letters.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .words
    }
    guard let number = Int(digits), number > 0 else {
      let nouns = kinds.map(\.singular).inSentence("or")
      return .outOfRange(Problem(.notFound, "There is no \(nouns) `\(text)`."))
    }
    guard let letter = letters.first else {
      if kinds.count == 1 { return .handle(Handle(kind: kinds[0], number: number)) }
      let examples = kinds.map { "\($0.letter)\(number)" }.joined(separator: ", ")
      return .needsLetter(
        Problem(
          .usage, "`\(text)` could be \(kinds.map(\.withArticle).inSentence("or")).",
          fix: "Put the letter in front: \(examples)"))
    }
    if let kind = kinds.first(where: { String($0.letter) == letter.lowercased() }) {
      return .handle(Handle(kind: kind, number: number))
    }
    let expected = kinds.map { "\($0.withArticle) (\($0.letter)…)" }.inSentence("or")
    return .otherKind(Problem(.usage, "`\(text)` does not name \(expected)."))
  }
}

extension ReferenceKind {
  /// The singular with its article, such as `a task` or `an event`.
  package var withArticle: String { singular.withArticle }
}

extension String {
  /// The word with its article, such as `an event` or `a writer`.
  package var withArticle: String { ("aeio".contains(prefix(1)) ? "an " : "a ") + self }
}
