public import CivilTime
public import FeatureKit

/// A file with calendar entries that a person imports into a calendar program (RFC 5545).
///
/// Times are written in UTC. The calendar program shows them in its own time zone.
public struct CalendarFile: Equatable, Sendable {
  public static let mediaType = "text/calendar"

  public var name: String
  /// The creation time. It is a parameter because this module reads no clock.
  public var madeAt: Instant
  public var entries: [CalendarEntry]

  public init(name: String, madeAt: Instant, entries: [CalendarEntry]) {
    self.name = name
    self.madeAt = madeAt
    self.entries = entries
  }

  public var text: String {
    var lines = CalendarLines()
    write(to: &lines)
    return lines.text
  }

  public func artifact(named fileName: String) -> Artifact {
    Artifact(name: fileName, mediaType: Self.mediaType, text: text)
  }
}

extension CalendarFile {
  private func write(to lines: inout CalendarLines) {
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//Recruiting Compass//EN")
    lines.add("CALSCALE", "GREGORIAN")
    lines.add("METHOD", "PUBLISH")
    lines.addText("X-WR-CALNAME", name)
    for entry in entries { write(entry, to: &lines) }
    lines.add("END", "VCALENDAR")
  }

  private func write(_ entry: CalendarEntry, to lines: inout CalendarLines) {
    lines.add("BEGIN", "VEVENT")
    lines.addText("UID", entry.id + "@recruiting-compass")
    lines.add("DTSTAMP", Self.moment(madeAt))
    switch entry.when {
    case .day(let day): addDays(day, day, to: &lines)
    case .days(let first, let last): addDays(first, max(first, last), to: &lines)
    case .hours(let start, let end):
      lines.add("DTSTART", Self.moment(start))
      let hour = start.adding(seconds: 3600)
      lines.add("DTEND", Self.moment(end.map { $0 > start ? $0 : hour } ?? hour))
    }
    lines.addText("SUMMARY", entry.title)
    if let details = entry.details, !details.isEmpty { lines.addText("DESCRIPTION", details) }
    if let place = entry.place, !place.isEmpty { lines.addText("LOCATION", place) }
    if let link = entry.link, WebAddress.isLink(link) { lines.add("URL", link) }
    if !entry.categories.isEmpty {
      lines.add(
        "CATEGORIES", entry.categories.map(CalendarLines.escaped).joined(separator: ","))
    }
    lines.add("END", "VEVENT")
  }

  /// Adds the start and the end of an entry of whole days.
  ///
  /// The end is the day after the last day (RFC 5545, 3.6.1). Calendar programs show the person as
  /// free on these days (`TRANSPARENT`).
  private func addDays(_ first: CalendarDay, _ last: CalendarDay, to lines: inout CalendarLines) {
    lines.add("DTSTART;VALUE=DATE", Self.date(first))
    lines.add("DTEND;VALUE=DATE", Self.date(last.adding(days: 1)))
    lines.add("TRANSP", "TRANSPARENT")
  }

  /// Returns a day in the format of calendar files, such as `20260210`.
  private static func date(_ day: CalendarDay) -> String {
    day.description.filter { $0 != "-" }
  }

  /// Returns a time in the format of calendar files, such as `20260210T133000Z`.
  private static func moment(_ instant: Instant) -> String {
    instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}

/// The lines of a calendar file. A line of more than 75 bytes is folded, that is, continued on the
/// next line.
struct CalendarLines {
  private(set) var text = ""

  /// The number of bytes that a line may have before it must be folded (RFC 5545, 3.1).
  private static let lineBytes = 75

  /// Adds a property whose value the program wrote itself, so that it needs no escaping.
  mutating func add(_ name: String, _ value: String) {
    var room = Self.lineBytes
    for scalar in "\(name):\(value)".unicodeScalars {
      let size = UTF8.width(scalar)
      if size > room {
        // A folded line continues with a space, which counts as one of its bytes.
        text += "\r\n "
        room = Self.lineBytes - 1
      }
      text.unicodeScalars.append(scalar)
      room -= size
    }
    text += "\r\n"
  }

  /// Adds a property with text that a person typed, which is escaped.
  mutating func addText(_ name: String, _ words: String) {
    add(name, Self.escaped(words))
  }

  /// Returns the text with backslashes before the characters that have a meaning in a calendar file
  /// (RFC 5545, 3.3.11), and line breaks as `\n`.
  ///
  /// Control characters, which the format forbids, become visible, and marks that change the
  /// direction of a line are removed.
  static func escaped(_ words: String) -> String {
    VisibleText.lines(words).map { line in
      var escaped = ""
      for scalar in line.text.unicodeScalars {
        if scalar == "\\" || scalar == ";" || scalar == "," { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
      }
      return escaped
    }.joined(separator: "\\n")
  }
}
