/// Puts made-up words in the place of people's own, the same for the same: who reads a recording learns nobody's name, and a name
/// that is typed still means the record that bears it.
///
/// Ids, days and moments stay as they are. Whatever else is written, a word for a word and a digit for a digit, keeps its length
/// and its capitals.
package struct Pseudonyms {
  /// Words that a line keeps whoever is called so, because a command is made of them.
  private let commandWords: Set<String>
  /// Known to nobody who reads the recording: they could try which name gives which word.
  private let seed: UInt64
  private var chosen: [String: String] = [:]
  private var taken: Set<String> = []
  private var names: Set<String> = []

  package init(commandWords: Set<String>, seed: UInt64) {
    self.commandWords = Set(commandWords.flatMap { Self.words($0) })
    self.seed = seed
  }

  /// A text that somebody wrote.
  ///
  /// - Parameter isName: whether people or places are called so; their names are replaced in lines even where a day is meant.
  package mutating func text(_ text: String, isName: Bool = false) -> String {
    if isName { names.formUnion(Self.words(text)) }
    return replace(in: text) { _, _ in false }
  }

  /// A line that was typed, or a setting: the words that commands and days are made of stay.
  package mutating func line(_ line: String) -> String {
    let (commandWords, names) = (commandWords, names)
    return replace(in: line) { word, isNumber in
      if isNumber { return word.utf8.count <= Self.longestNumber }
      // A handle is a letter with a number, and one letter alone tells nothing.
      return word.count == 1 || commandWords.contains(word)
        || (Self.wordsOfDays.contains(word) && !names.contains(word))
    }
  }

  /// Phone numbers have more digits in a row, or do not matter without their rest; years, times and measurements have not.
  private static let longestNumber = 4

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

// MARK: - Going through a text

extension Pseudonyms {
  private mutating func replace(
    in text: String, keeps: (_ word: String, _ isNumber: Bool) -> Bool
  ) -> String {
    var replaced = ""
    var rest = text[...]
    while let first = rest.first {
      if let fixed = Self.lengthOfIDOrMoment(rest) {
        replaced += rest.prefix(fixed)
        rest = rest.dropFirst(fixed)
        continue
      }
      let isNumber = first.isASCII && first.isNumber
      let run = rest.prefix { isNumber ? $0.isASCII && $0.isNumber : $0.isLetter }
      guard !run.isEmpty else {
        replaced.append(first)
        rest.removeFirst()
        continue
      }
      let word = run.lowercased()
      if keeps(word, isNumber) || Self.wordsOfAddresses.contains(word) {
        replaced += run
      } else {
        replaced += Self.written(pseudonym(of: word, isNumber: isNumber), as: run)
      }
      rest = rest[run.endIndex...]
    }
    return replaced
  }

  /// How long an id, a day or a moment at the beginning is; nil when there is none.
  private static func lengthOfIDOrMoment(_ text: Substring) -> Int? {
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
      // The time behind a day, as a file has it: digits and what stands between them.
      let behind = text.utf8.dropFirst(shape.utf8.count)
      guard shape.hasPrefix("d"), behind.first == UInt8(ascii: "T") else { return start.count }
      return start.count + 1
        + behind.dropFirst().prefix {
          (0x30...0x39).contains($0) || ":.+-Z".utf8.contains($0)
        }.count
    }
    return nil
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  }
}

// MARK: - Making a word

extension Pseudonyms {
  private mutating func pseudonym(of word: String, isNumber: Bool) -> String {
    if let known = chosen[word] { return known }
    var tries: UInt64 = 0
    var made = Self.made(word, isNumber, seed)
    // Two names are never made one; a single letter has too few to choose from.
    while taken.contains(made), tries < 1_000 {
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

  /// With the capitals of what it stands for.
  private static func written(_ made: String, as word: Substring) -> String {
    String(
      zip(made, word).map { letter, model in
        model.isUppercase ? Character(letter.uppercased()) : letter
      })
  }
}
