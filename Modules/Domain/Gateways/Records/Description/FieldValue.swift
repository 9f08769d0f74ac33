public import Basics
public import CivilTime

/// A value of a field of any kind of record, in the form in which people enter and read it.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case texts([String])
  /// One word of a vocabulary (an enumeration such as the statuses of a school): its raw text, and
  /// the words that people read.
  case choice(raw: String, words: String)
  case whole(Int)
  case number(Double, NumberUnit)
  case flag(Bool)
  case day(CalendarDay)
  /// A day as a person entered it, and the day that the text means today. If the text has no year,
  /// another day of the record can decide the year. For example, the last day of an event gets the
  /// year that brings it nearest to the first day.
  case writtenDay(String, CalendarDay)
  /// A day by which something should have happened, such as the answer to an offer. `isOpen` is
  /// true while it has not happened.
  case deadline(CalendarDay, isOpen: Bool)
  case time(TimeOfDay)
  case moment(Instant)
  case record(Reference)
  case records([Reference])

  public enum NumberUnit: Hashable, Sendable { case dollars, percent }
}

extension FieldValue {
  static func choice<Known: Vocabulary>(_ word: Open<Known>) -> FieldValue {
    .choice(raw: word.raw, words: word.words)
  }
}

extension FieldValue {
  /// The place where a value is shown: a line of a list, which needs short words, or the record's
  /// own page.
  public enum Place: Sendable { case line, page }

  /// Returns the value in words: short for a line of a list, complete for the record's own page.
  public func words(_ place: Place, today: CalendarDay, zone: Zone) -> String {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: "; ")
    case .choice(_, let words): words
    case .whole(let number): DecimalText.grouped(String(number))
    case .number(let number, .dollars): DecimalText.dollars(number)
    case .number(let number, .percent): DecimalText.shortest(number) + "%"
    case .flag(let isTrue): isTrue ? "Yes" : "No"
    case .day(let day), .writtenDay(_, let day): day.words(place, today: today)
    case .deadline(let day, let isOpen): day.deadlineWords(place, isOpen: isOpen, today: today)
    case .time(let time): time.description
    case .moment(let instant):
      switch place {
      case .line: zone.day(of: instant).words(place, today: today)
      case .page:
        "\(zone.day(of: instant).text(.shortWithYear)), \(zone.timeOfDay(of: instant))"
      }
    case .record(let reference): reference.words(place)
    case .records(let references): references.map { $0.words(place) }.joined(separator: "; ")
    }
  }

  /// The value as a person types it on a command line, such as `offer-received`. A list uses it to
  /// show the command with its filters.
  public var typed: String {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: "; ")
    case .choice(let raw, _): String(raw.map { $0 == "_" ? "-" : $0 })
    case .whole(let number): String(number)
    case .number(let number, _): DecimalText.shortest(number)
    case .flag(let isTrue): isTrue ? "yes" : "no"
    case .day(let day), .writtenDay(_, let day), .deadline(let day, _): day.description
    case .time(let time): time.description
    case .moment(let instant): instant.description
    case .record(let reference): reference.handle
    case .records(let references): references.map(\.handle).joined(separator: " ")
    }
  }

  /// The value as the texts with which it is entered in a form: one text for each record of a list
  /// of records, and one text for any other value.
  public var answers: [String] {
    if case .records(let references) = self { references.map(\.handle) } else { [typed] }
  }

  /// Returns the tone (the color) of an open deadline, by its urgency. All other values are muted.
  public func tone(today: CalendarDay) -> Tone {
    guard case .deadline(let day, let isOpen) = self, isOpen else { return .muted }
    return switch DeadlineUrgency(deadline: day, status: .notStarted, today: today) {
    case .critical: .danger
    case .urgent: .warning
    case .upcoming: .caution
    case .future, .none: .muted
    }
  }
}

extension Reference {
  fileprivate func words(_ place: FieldValue.Place) -> String {
    place == .line ? title : "\(handle) \(title)"
  }
}

extension CalendarDay {
  /// Returns the day as `Feb 10`. The year is added on a page, and in a list if it is not the
  /// current year.
  fileprivate func words(_ place: FieldValue.Place, today: CalendarDay) -> String {
    text(place == .line && year == today.year ? .short : .shortWithYear)
  }

  fileprivate func deadlineWords(
    _ place: FieldValue.Place, isOpen: Bool, today: CalendarDay
  ) -> String {
    let day = words(place, today: today)
    guard isOpen else { return day }
    switch place {
    case .line:
      guard today.days(until: self) <= 1 else { return day }
      return Deadline.shortText(of: self, status: .notStarted, today: today) ?? day
    case .page: return "\(day) (\(daysLeft(from: today)))"
    }
  }

  private func daysLeft(from today: CalendarDay) -> String {
    switch today.days(until: self) {
    case ..<0: "overdue"
    case 0: "today"
    case 1: "tomorrow"
    case let days: "in \(days) days"
    }
  }
}
