import Domain
import FeatureKit
import Mailing

/// What stands in the message that a report comes with.
struct ReportLetterWords {
  let subject: String
  let text: String

  init(_ report: RecruitingReport, _ viewing: Viewing) {
    let athlete = viewing.athleteName.map(Self.readable)
    let whose = athlete.map { " of \($0)" } ?? ""
    subject = RecruitingReport.title + (athlete.map { " - \($0)" } ?? "")
    var paragraphs = [
      "The recruiting report\(whose) for \(report.range.text) is attached."
    ]
    let missing = report.figures.missing.map(\.section)
    if !missing.isEmpty {
      paragraphs.append(
        "Could not be loaded and is missing in it: \(missing.joined(separator: ", ")).")
    }
    if let sender = viewing.name { paragraphs.append(Self.readable(sender)) }
    text = paragraphs.joined(separator: "\n\n")
  }

  /// A name on one line, of a length that somebody reads.
  private static func readable(_ name: String) -> String {
    String(VisibleText(name).text.unicodeScalars.prefix(100))
  }
}

extension Question where Action == ReportsFeature.Action {
  static func sending(_ sending: ReportsFeature.Sending) -> Question {
    var details = sending.letters.map { "to \($0.reader.words)" }
    details += sending.skipped.map { "not to \($0): no usable e-mail address" }
    details += sending.letters.first?.message.detailsBeforeSending(through: sending.server) ?? []
    return Question(
      "E-mail the report to \(sending.letters.count.counted("person", "people"))?",
      details: details, agree: "Send", yes: .emailConfirmed(sending))
  }
}

extension ReportsFeature.Reader {
  /// `Dana Lee, dana@example.org`; one who is not of the family is called that.
  var words: String {
    let whole = [box.name, box.address].compactMap { $0 }.joined(separator: ", ")
    switch standing {
    case .oneself: return "yourself, \(box.address)"
    case .family: return whole
    case .outside: return "\(whole), who is not in your family here"
    }
  }
}

extension ReportsFeature.Sent {
  private var lines: [(reader: ReportsFeature.Reader, fate: MailFate)] {
    Array(zip(sending.letters.map(\.reader), fates))
  }

  /// What went out; nil when nothing did.
  var done: Done? {
    let sent = lines.filter { $0.fate == .sent }
    guard !sent.isEmpty else { return nil }
    return Done(
      "The report went out to \(sent.count.counted("person", "people")).",
      details: sent.map(\.reader.words)
        + sending.skipped.map { "Not sent to \($0): no usable e-mail address" })
  }

  /// What did not work; nil when everything did.
  var problem: Problem? {
    let unsent = lines.filter { $0.fate != .sent }
    guard let first = unsent.lazy.compactMap(\.fate.problem).first else { return nil }
    guard lines.count > 1 else { return first }
    return Problem(
      first.cause,
      "The report did not go out to \(unsent.count.counted("person", "people")).",
      details: unsent.map { line in
        "\(line.reader.words): \(line.fate.problem?.title ?? "not tried after that.")"
      }, fix: first.fix)
  }
}

extension Problem {
  static let noOwnAddress = Problem(
    .usage, "You have no usable e-mail address here.",
    fix: "Add yours:  profile edit --account-email ADDRESS")

  static let noFamily = Problem(
    .usage, "You are in no family here, so there is nobody to send to.",
    fix: "Name an address:  --email ADDRESS")

  static let noAddresses = Problem(
    .usage, "Nobody in your family has a usable e-mail address here.",
    fix: "Add yours:  profile edit --account-email ADDRESS")

  static func tooManyReaders(_ count: Int) -> Problem {
    Problem(
      .usage, "\(count) people are too many for one report.",
      fix: "Name at most \(ReportPost.mostReaders).")
  }
}
