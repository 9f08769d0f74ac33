import Basics
public import CivilTime
public import JSON

extension ProfileField {
  /// Returns the value to store for a typed text. An empty text results in null, which clears the
  /// field.
  public func parse(_ typed: String, today: CalendarDay) -> Result<JSONValue, ProfileRefusal> {
    let text = typed.trimmed
    guard !text.isEmpty else { return .success(.null) }
    do throws(ProfileRefusal.Reason) {
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { throw .controlCharacter }
      return .success(try value(of: text, today: today))
    } catch {
      return .failure(ProfileRefusal(field: self, typed: text, reason: error, today: today))
    }
  }

  private func value(
    of text: String, today: CalendarDay
  ) throws(ProfileRefusal.Reason) -> JSONValue {
    switch kind {
    case .text(let max): return .string(try checked(text, max: max))
    case .texts(let max): return try texts(text, max: max)
    case .whole(let range, _): return try whole(text, in: range)
    case .height(let range): return try height(text, in: range)
    case .graduationYear: return try whole(text, in: Self.graduationYears(today: today))
    case .decimal(let range): return try decimal(text, in: range)
    case .choice(let choices): return try choice(text, of: choices)
    case .flag: return try flag(text)
    case .handle: return try handle(text)
    case .phone: return try phone(text)
    case .zip: return try zip(text)
    case .links(let max): return try links(text, max: max)
    case .email:
      guard case .success(let address) = EmailAddress.parse(text) else { throw .notAnEmail }
      return .string(address.text)
    }
  }

  /// Returns the graduation years that an athlete can choose: this year and the next ten years,
  /// within the limits of the database (domain.md 4.15).
  public static func graduationYears(today: CalendarDay) -> ClosedRange<Int> {
    let years = PlayerProfile.graduationYears
    let first = min(max(today.year, years.lowerBound), years.upperBound)
    return first...min(max(today.year + 10, first), years.upperBound)
  }

  private func checked(_ text: String, max: Int) throws(ProfileRefusal.Reason) -> String {
    guard text.count <= max else { throw .tooLong(count: text.count, max: max) }
    return text
  }

  /// Returns the items of a list whose items are separated by commas, without repetitions.
  private func items(_ text: String, max: Int) throws(ProfileRefusal.Reason) -> [String] {
    var items: [String] = []
    for part in text.split(separator: ",") {
      let item = String(part).trimmed
      if !item.isEmpty, !items.contains(item) { items.append(item) }
    }
    guard !items.isEmpty else { throw .nothingBetweenCommas }
    guard items.count <= max else { throw .tooMany(count: items.count, max: max) }
    return items
  }

  private func texts(_ text: String, max: Int) throws(ProfileRefusal.Reason) -> JSONValue {
    let items = try items(text, max: max)
    for item in items { _ = try checked(item, max: 100) }
    return .array(items.map(JSONValue.string))
  }

  private func whole(
    _ text: String, in range: ClosedRange<Int>
  ) throws(ProfileRefusal.Reason) -> JSONValue {
    let bare = text.lowercased()
    let digits = ["lbs", "lb", "pounds"].reduce(bare) { text, unit in
      text.hasSuffix(unit) ? String(text.dropLast(unit.count)).trimmed : text
    }
    guard let number = JSONNumber(digits) else { throw .notANumber }
    guard let whole = number.int else { throw .notWhole }
    guard range.contains(whole) else { throw .outOfRange }
    return JSONValue(whole)
  }

  private func decimal(
    _ text: String, in range: ClosedRange<Double>
  ) throws(ProfileRefusal.Reason) -> JSONValue {
    guard let number = JSONNumber(text), let value = number.double else { throw .notANumber }
    guard range.contains(value) else { throw .outOfRange }
    return .number(number)
  }

  /// Parses a height such as `73` (inches), `6'1"`, `6-1` or `6 ft 1 in`.
  private func height(
    _ text: String, in range: ClosedRange<Int>
  ) throws(ProfileRefusal.Reason) -> JSONValue {
    let isDigit = { (character: Character) in ("0"..."9").contains(character) }
    let between = text.lowercased().filter { !isDigit($0) }
    guard text.first.map(isDigit) ?? false,
      between.allSatisfy({ "'’\"”- ftinche".contains($0) })
    else { throw .notANumber }
    let numbers = text.split { !isDigit($0) }.compactMap { Int($0) }
    let inches: Int
    switch numbers.count {
    case 1 where between.contains("'") || between.contains("’") || between.contains("f"):
      inches = Swift.min(numbers[0], 100) * 12
    case 1: inches = numbers[0]
    case 2 where numbers[1] < 12: inches = Swift.min(numbers[0], 100) * 12 + numbers[1]
    default: throw .notANumber
    }
    guard range.contains(inches) else { throw .outOfRange }
    return JSONValue(inches)
  }

  private func choice(
    _ text: String, of choices: [Choice]
  ) throws(ProfileRefusal.Reason) -> JSONValue {
    let word = text.lowercased()
    guard let choice = choices.first(where: { $0.word == word || $0.stored.lowercased() == word })
    else { throw .notAChoice }
    return .string(choice.stored)
  }

  private func flag(_ text: String) throws(ProfileRefusal.Reason) -> JSONValue {
    switch text.lowercased() {
    case "yes", "y", "true", "on": return true
    case "no", "n", "false", "off": return false
    default: throw .notYesOrNo
    }
  }

  private func handle(_ text: String) throws(ProfileRefusal.Reason) -> JSONValue {
    guard let handle = SocialHandle(text) else { throw .notAHandle }
    return .string(handle.name)
  }

  private func phone(_ text: String) throws(ProfileRefusal.Reason) -> JSONValue {
    guard PhoneNumber(text) != nil else { throw .notAPhone }
    return .string(text)
  }

  /// Parses a ZIP code: five digits, or five digits, a dash and four digits.
  private func zip(_ text: String) throws(ProfileRefusal.Reason) -> JSONValue {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = [5, 4].prefix(parts.count)
    guard parts.count <= 2,
      Swift.zip(parts, lengths).allSatisfy({ part, length in
        part.count == length && part.allSatisfy { ("0"..."9").contains($0) }
      })
    else { throw .notAZip }
    return .string(text)
  }

  private func links(_ text: String, max: Int) throws(ProfileRefusal.Reason) -> JSONValue {
    var links: [JSONValue] = []
    for item in try items(text, max: max) {
      guard let link = VideoLink(typed: item) else { throw .notALink(item) }
      links.append(link.json)
    }
    return .array(links)
  }
}
