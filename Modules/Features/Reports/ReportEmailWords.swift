import Domain
import FeatureKit
import Mailing

extension MailDeliveryWords {
  /// Returns the words about sending this report. Its advice without a mail server is the command
  /// that saves the same report.
  static func report(_ file: ReportFile) -> MailDeliveryWords {
    let (range, format) = (file.report.range, file.format.rawValue)
    let span = ReportsFeature.Span.days(from: range.from, through: range.to)
    let rows = file.rows == nil ? nil : "--rows"
    let command = (["reports", format] + [span.word, rows].compactMap { $0 }).joined(separator: " ")
    return MailDeliveryWords(
      item: "report", reader: "person", readers: "people",
      withoutServer: "To send it from your own mail program, save the file:  \(command)")
  }
}

extension MailText {
  /// Creates the text of the message to which a report is attached. The text names the athlete, the
  /// days, and the missing sections.
  init(_ report: RecruitingReport, _ viewing: Viewing, otherwiseFrom address: String?) {
    let athlete = viewing.athleteName.map(Self.readable)
    let whose = athlete.map { " of \($0)" } ?? ""
    var paragraphs = [
      "The recruiting report\(whose) for \(report.range.text) is attached."
    ]
    let missing = report.figures.missing.map(\.section)
    if !missing.isEmpty {
      paragraphs.append(
        "Could not be loaded and is missing in it: \(missing.joined(separator: ", ")).")
    }
    if let sender = viewing.name { paragraphs.append(Self.readable(sender)) }
    self.init(
      subject: RecruitingReport.title + (athlete.map { " - \($0)" } ?? ""),
      text: paragraphs.joined(separator: "\n\n"), otherwiseFrom: address)
  }

  /// Returns a person's name on one line, shortened to 100 Unicode scalars, because a stored name
  /// can be long and can contain line breaks.
  private static func readable(_ name: String) -> String {
    String(VisibleText(name).text.unicodeScalars.prefix(100))
  }
}

extension Problem {
  static let noOwnAddress = Problem(
    .usage, "You have no usable e-mail address here.",
    fix: "Add yours:  profile edit --account-email ADDRESS")

  static let noFamily = Problem(
    .usage, "You are in no family here, so the report has no reader.",
    fix: "Write the address of a reader, or make a family first:  family")

  static let noAddresses = Problem(
    .usage, "No member of your family has a usable e-mail address here.",
    fix: "Add yours:  profile edit --account-email ADDRESS")

  static func tooManyReaders(_ count: Int) -> Problem {
    Problem(
      .usage, "\(count) people are too many for one report.",
      fix: "Name at most \(ReportMailing.mostReaders).")
  }
}
