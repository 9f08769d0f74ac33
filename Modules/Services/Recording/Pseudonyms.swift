import CivilTime

/// Replaces the words in a recorded session of the shell by made-up words, so that a reader of the
/// recording learns no name.
///
/// Equal words get equal replacements, so a typed name still refers to the record with that name.
/// Ids, days and times stay unchanged, and so do words of commands. Other words and digits are
/// replaced by made-up ones of the same length and with the same capitals.
package struct Pseudonyms {
  /// The words of commands. They stay unchanged in a typed line even if a person has such a word as
  /// a name, because the line would be no command without them.
  private let commandWords: Set<String>
  /// The words with which the program itself fills columns of the data file, such as the values of
  /// a status. They stay unchanged in such columns.
  private let ownWords: Set<String>
  /// The secret from which the made-up words are computed. It must not leave the recording process:
  /// with the seed, a reader could test which name gives which word.
  private let seed: UInt64
  private var chosen: [String: String] = [:]
  private var taken: Set<String> = []
  private var names: Set<String> = []

  package init(commandWords: Set<String>, ownWords: Set<String> = [], seed: UInt64) {
    self.commandWords = Set(commandWords.flatMap { Self.words($0) })
    self.ownWords = Set(ownWords.flatMap { Self.words($0) }).union(Self.wordsOfDays)
    self.seed = seed
  }

  /// Replaces the words of a text that a person wrote, such as a note in the data file.
  ///
  /// - Parameter isName: whether the text is the name of a person or place. Its words are then
  ///   replaced in typed lines too, even if they are also words of dates, such as `May`.
  package mutating func text(_ text: String, isName: Bool = false) -> String {
    if isName { names.formUnion(Self.words(text)) }
    return replace(in: text, keepsFigures: false) { _ in false }
  }

  /// Replaces the words of a line that was typed in the shell. Words of commands and dates stay,
  /// and so do short numbers that do not stand beside a replaced word.
  package mutating func line(_ line: String) -> String {
    let (commandWords, names) = (commandWords, names)
    return replace(in: line, keepsFigures: true) { word in
      // A handle such as `s4` is a letter with a number. A single letter reveals nothing, so it
      // stays.
      word.count == 1 || commandWords.contains(word)
        || (Self.wordsOfDays.contains(word) && !names.contains(word))
    }
  }

  /// Replaces all words of the typed names of records, as `text` does in stored texts. The handles
  /// (short names) in a list are not replaced, such as `c4` in `c4, Ana Lee`.
  package mutating func reference(_ names: String) -> String {
    let parts = names.split(separator: ",", omittingEmptySubsequences: false)
    return parts.map { part in Self.isHandle(part) ? String(part) : text(String(part)) }
      .joined(separator: ",")
  }

  /// Returns whether the text is the short name of a record, such as `s4`, or its number.
  private static func isHandle(_ text: Substring) -> Bool {
    let word = text.split(separator: " ").joined(separator: " ")
    let digits = word.drop { $0.isLetter }
    return word.count - digits.count <= 1 && (1...longestFigure).contains(digits.count)
      && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Replaces the words of a value that normally the program writes: a status, a key or a path. A
  /// damaged or foreign data file may have a person's words there, so only the words in `ownWords`
  /// stay.
  package mutating func own(_ value: String) -> String {
    let ownWords = ownWords
    return replace(in: value, keepsFigures: true) { $0.count == 1 || ownWords.contains($0) }
  }

  /// The largest number of digits of a number that stays unchanged in a typed line. Phone numbers,
  /// zip codes and coordinates have more digits, counted with all their parts; years, times and
  /// measurements have at most four.
  private static let longestFigure = 4

  private static let wordsOfAddresses: Set = [
    "http", "https", "www", "com", "edu", "gov", "net", "org", "csv", "html", "json", "pdf",
  ]

  private static let wordsOfDays: Set = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
    "today", "tomorrow", "yesterday", "tonight", "noon", "midnight", "morning", "afternoon",
    "evening", "last", "next", "this", "now", "ago", "in", "by", "on", "at", "to", "from", "and",
    "minute", "minutes", "min", "hour", "hours", "day", "days", "week", "weeks", "month", "months",
    "year", "years", "weekend", "am", "pm", "st", "nd", "rd", "th", "one", "two", "three", "four",
    "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty", "thirty", "forty", "half",
    "yes", "no", "y", "n", "me", "family", "all", "none", "latest", "on", "off", "auto", "true",
    "false", "mph", "lb", "lbs", "kg", "cm", "ft", "s", "sec", "seconds",
  ]
}

// MARK: - Splitting a text into words and numbers

extension Pseudonyms {
  private enum Piece {
    /// An id, a day or a time, which stays unchanged.
    case fixed(Substring)
    case sign(Character)
    case word(Substring)
    /// Digits, and the characters that join them to one number, as in a phone number.
    case number(Substring)
    /// The digits of a record's short name such as `s4`.
    case handle(Substring)
  }

  private mutating func replace(
    in text: String, keepsFigures: Bool, keeps: (_ word: String) -> Bool
  ) -> String {
    let pieces = Self.pieces(of: text, joinsDigits: keepsFigures)
    func isKept(_ word: Substring) -> Bool {
      let word = word.lowercased()
      return Self.wordsOfAddresses.contains(word) || keeps(word)
    }
    var replaced = ""
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .fixed(let kept): replaced += kept
      case .sign(let sign): replaced.append(sign)
      case .word(let word):
        replaced +=
          isKept(word)
          ? String(word) : Self.written(pseudonym(of: word.lowercased(), isNumber: false), as: word)
      case .handle(let number) where keepsFigures && Self.isFigure(number): replaced += number
      case .number(let number)
      where keepsFigures && Self.isFigure(number)
        && Self.neighbours(of: place, in: pieces).allSatisfy(isKept):
        replaced += number
      case .number(let number), .handle(let number): replaced += replacingDigits(of: number)
      }
    }
    return replaced
  }

  private static func isFigure(_ number: Substring) -> Bool {
    number.count(where: \.isNumber) <= longestFigure || isDay(number)
  }

  /// Returns the words directly before and after a number, without the signs between them. The
  /// caller replaces a number beside a replaced word, since it may be the street number of an
  /// address.
  private static func neighbours(of place: Int, in pieces: [Piece]) -> [Substring] {
    let isSign = { (piece: Piece) in if case .sign = piece { true } else { false } }
    let beside = [
      pieces[..<place].last { !isSign($0) }, pieces[(place + 1)...].first { !isSign($0) },
    ]
    return beside.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  private mutating func replacingDigits(of number: Substring) -> String {
    var replaced = ""
    var rest = number
    while let first = rest.first {
      let digits = rest.prefix { $0.isNumber }
      if digits.isEmpty {
        replaced.append(first)
        rest.removeFirst()
      } else {
        replaced += pseudonym(of: String(digits), isNumber: true)
        rest = rest[digits.endIndex...]
      }
    }
    return replaced
  }

  private static func pieces(of text: String, joinsDigits: Bool) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let first = rest.first {
      let before =
        rest.startIndex > text.startIndex ? text[text.index(before: rest.startIndex)] : nil
      if let fixed = fixedBeginning(of: rest, behind: before) {
        pieces.append(.fixed(fixed))
        rest = rest[fixed.endIndex...]
      } else if first.isNumber {
        let digits = rest.prefix { $0.isNumber }
        let isHandle = before?.isLetter == true && isOneLetter(pieces.last)
        let number = joinsDigits && !isHandle ? joined(in: rest, pieces) : digits
        pieces.append(isHandle ? .handle(number) : .number(number))
        rest = rest[number.endIndex...]
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter }
        pieces.append(.word(word))
        rest = rest[word.endIndex...]
      } else {
        pieces.append(.sign(first))
        rest.removeFirst()
      }
    }
    return pieces
  }

  private static func isOneLetter(_ piece: Piece?) -> Bool {
    if case .word(let word) = piece { word.count == 1 } else { false }
  }

  /// The characters between the parts of one number. A number that was copied from a web page or a
  /// letter often has other dashes and spaces than a keyboard types.
  private static let joiningSigns: Set<Character> = [
    "-", ".", " ", "(", ")", "/", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}",
    "\u{2212}", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}",
  ]

  /// Returns the digits at the beginning of a text, together with digits that follow after
  /// `joiningSigns`, because the parts of a phone number or a coordinate are one number.
  private static func joined(in text: Substring, _ before: [Piece]) -> Substring {
    var end = text.startIndex
    var rest = text
    while true {
      let digits = rest.prefix { $0.isNumber }
      if digits.isEmpty || (end > text.startIndex && fixedBeginning(of: rest, behind: nil) != nil) {
        break
      }
      end = digits.endIndex
      // In "feb 14 2027" the day of the month ends here: the year is a number of its own.
      if isDayOfMonth(text[..<end], before), rest[end...].hasPrefix(" ") { break }
      rest = text[end...].drop { joiningSigns.contains($0) }
    }
    return text[..<end]
  }

  private static func isDayOfMonth(_ number: Substring, _ before: [Piece]) -> Bool {
    guard let day = Int(number), (1...31).contains(day) else { return false }
    let word = before.last { if case .word = $0 { true } else { false } }
    guard case .word(let month) = word else { return false }
    return monthNames.contains(month.lowercased())
  }

  private static let monthNames: Set = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec",
  ]

  /// Returns whether the number is a typed date such as `2/14/2027`.
  private static func isDay(_ number: Substring) -> Bool {
    for sign in ["/", ".", "-"] as [Character] {
      let parts = number.split(separator: sign, omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 3, let month = parts[0], let day = parts[1], let year = parts[2] else {
        continue
      }
      return max(month, day) <= 31 && min(month, day) <= 12 && min(month, day) >= 1
        && ((2000...2099).contains(year) || (0...99).contains(year))
    }
    return false
  }

  /// Returns the id, day or time at the beginning of a text, which stays in the recording. It is
  /// nil if there is none, also for an impossible value such as `2027-13-40`, whose digits are then
  /// replaced like those of any number.
  ///
  /// - Parameter behind: the character before the text.
  private static func fixedBeginning(of text: Substring, behind: Character?) -> Substring? {
    if let behind, behind.isNumber || behind.isLetter { return nil }
    for shape in ["hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh", "dddd-dd-dd"] {
      let start = text.utf8.prefix(shape.utf8.count)
      guard start.count == shape.utf8.count else { continue }
      let fits = zip(start, shape.utf8).allSatisfy { byte, sign in
        switch sign {
        case UInt8(ascii: "d"): (0x30...0x39).contains(byte)
        case UInt8(ascii: "h"):
          (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            || (0x41...0x46).contains(byte)
        default: byte == sign
        }
      }
      guard fits else { continue }
      let fixed = text[..<start.endIndex]
      let next = text[start.endIndex...].first
      guard shape.hasPrefix("d") else {
        return next.map { $0.isLetter || $0.isNumber } == true ? nil : fixed
      }
      guard CalendarDay(String(fixed)) != nil else { return nil }
      // A day followed by `T` is the beginning of a stored instant.
      if next == "T" {
        let moment = text.prefix { ($0.isASCII && $0.isNumber) || "T:.+-Z".contains($0) }
        return Instant(String(moment)) == nil ? nil : moment
      }
      return next.map { $0.isLetter || $0.isNumber || $0 == "-" } == true ? nil : fixed
    }
    return nil
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter }.map { $0.lowercased() }
  }
}

// MARK: - Making a pseudonym for a word

extension Pseudonyms {
  private mutating func pseudonym(of word: String, isNumber: Bool) -> String {
    if let known = chosen[word] { return known }
    var tries: UInt64 = 0
    var made = Self.made(word, isNumber, seed)
    // Two different words get different replacements. If 1,000 tries find no free replacement, as
    // for single letters, two words may share one.
    while taken.contains(made) || made == word, tries < 1_000 {
      tries += 1
      made = Self.made(word, isNumber, seed &+ tries)
    }
    chosen[word] = made
    taken.insert(made)
    return made
  }

  private static func made(_ word: String, _ isNumber: Bool, _ seed: UInt64) -> String {
    var state = word.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    let consonants = Array("bdfgklmnprstvz")
    let vowels = Array("aeiou")
    var made = ""
    for place in 0..<word.count {
      state = SeededNumbers.next(&state)
      if isNumber {
        made += String(state % 10)
      } else {
        let letters = place.isMultiple(of: 2) ? consonants : vowels
        made.append(letters[Int(state % UInt64(letters.count))])
      }
    }
    return made
  }

  /// Returns `made` with the capitals of the word that it replaces.
  private static func written(_ made: String, as word: Substring) -> String {
    String(
      zip(made, word).map { letter, model in
        model.isUppercase ? Character(letter.uppercased()) : letter
      })
  }
}
