import CivilTime
import Domain
public import FeatureKit
import Mailing

extension ReportsFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "show", "Show the report, or choose a range for the next one.", .reads,
      Self.range, Self.from, Self.to,
      examples: [CommandExample("reports", prints: "Reports & Analytics\n…")]
    ) { .viewRequested(RangeRequest($0, from: $1, through: $2)) }
    Command(
      "generate", "Generate the report of a range; the last 30 days if none was chosen.", .reads,
      Self.range, Self.from, Self.to,
      examples: [
        CommandExample("reports generate last-90-days", prints: "Reports & Analytics\n…"),
        CommandExample(
          "reports generate --from 2025-12-01 --to 2025-12", prints: "Reports & Analytics\n…"),
      ]
    ) { .generationRequested(RangeRequest($0, from: $1, through: $2)) }.explained(
      "Both ends of a range belong to it, as whole days of your time zone; `--timezone UTC` counts them in UTC. Schools and coaches are counted whole, whatever the range; interactions by when they happened, metrics by when they were recorded. `--to` left out is today."
    )
    Command(
      "compare", "Show what changed from one range to another.", .reads,
      Argument("first", .reportSpan, "The range to start from", ask: "From which range?"),
      Argument("second", .reportSpan, "The range to compare with it", ask: "To which range?"),
      examples: [CommandExample("reports compare 2025-12 2026-01", prints: "Compare Reports\n…")]
    ) { .comparisonRequested($0, $1) }.explained(
      "A range is one of last-7-days, last-30-days, last-90-days, last-6-months, last-year and year-to-date, a month like 2026-01, a year like 2025, a school year like 2025-26 (September to August), `school-year` or `last-school-year`, or two days like 2026-01-01..2026-02-10. Each change says whether it is for the better: a sixty is better when it falls."
    )
    Command(
      "contacts", "Show who was contacted, who replied, who went quiet.", .reads,
      Self.range, Self.from, Self.to, Flag("all", "Also schools and coaches without any contact"),
      examples: [
        CommandExample("reports contacts last-90-days", prints: "Who Replied, Who Went Quiet\n…")
      ]
    ) { .contactsRequested(RangeRequest($0, from: $1, through: $2), all: $3) }.explained(
      "A line for each school and each coach: how many contacts came from you, how many from them, and the days since the last one. A reply is a contact from them after one from you. A school or coach went quiet who was in touch before and has not answered your last message for two weeks."
    )
    Command(
      "save", "Save a range under a name, for the next time.", .writesOwn,
      Argument("name", .reportName, "What to call it", ask: "What shall it be called?"),
      Self.range, Self.from, Self.to,
      examples: [
        CommandExample(
          "reports save fall 2025-09..2025-11",
          prints: "✓ Saved the report fall: Sep 1, 2025 - Nov 30, 2025.\n…")
      ]
    ) { .savingRequested($0, RangeRequest($1, from: $2, through: $3)) }.explained(
      "Without a range it is the one that is chosen. A range like last-90-days moves on with the calendar. The name of a report you have takes the new range."
    )
    Command(
      "saved", "Show the reports you gave a name, or generate one of them.", .reads,
      Argument("name", .reportName, "Which one").labelled("Which report?").optional,
      examples: [CommandExample("reports saved", prints: "Saved Reports\n…")]
    ) { .savedRequested($0) }
    Command(
      "forget", "Forget a saved range. No figures are lost.", .writesOwn,
      Argument("name", .reportName, "Which one", ask: "Which report?"),
      examples: [
        CommandExample("reports forget fall", prints: "✓ Forgot the report fall.\n…")
      ]
    ) { .forgettingRequested($0) }
    Command(
      "csv", "Write the report into a table for spreadsheets.", .makesFile,
      Self.range, Self.from, Self.to, Self.email, Self.eml,
      Flag("rows", "Also the contacts and measurements behind the figures"),
      examples: [
        CommandExample(
          "reports csv 2026-01 --stdout",
          prints: """
            "Recruiting Report"
            "Report Date: 2026-02-10T12:00:00.000Z"
            "Date Range: 2026-01-01 to 2026-01-31"

            "Schools Summary"
            "Total Schools",30
            …
            """),
        CommandExample("reports csv last-30-days", prints: "recruiting-report-2026-02-10.csv"),
      ]
    ) {
      .exportRequested(
        Export(.csv, to: $3, folder: $4, withRows: $5), RangeRequest($0, from: $1, through: $2))
    }.explained(
      Self.exporting
        + " With --rows the contacts and measurements of those days follow, one a line, without what was written in them."
    )
    Command(
      "pdf", "Write the report with its charts as a PDF.", .makesFile,
      Self.range, Self.from, Self.to, Self.email, Self.eml,
      examples: [
        CommandExample("reports pdf last-year --out year.pdf", prints: "year.pdf"),
        CommandExample(
          "reports pdf last-30-days --email family --eml .",
          prints: "./report-1.eml\n./report-2.eml\n./report-3.eml"),
      ]
    ) {
      .exportRequested(Export(.pdf, to: $3, folder: $4), RangeRequest($0, from: $1, through: $2))
    }.explained(Self.exporting)
  }

  private static let exporting =
    "A range named here is generated first. Without one it is the report that was generated last, and there must be one. With --email it goes out over your own mail server (`settings mail`) instead of into a file: to yourself (`me`), to everybody in your family who has an e-mail address (`family`), or to an address; repeat it for more, up to ten. You are asked first and told who gets it. A parent may send it too."
}

// Options and arguments that several report commands have in common.
extension ReportsFeature {
  private static let range = Argument(
    "range", .reportSpan,
    "last-30-days and its like, a month, a school year like 2025-26, or two days like 2026-01-01..2026-02-10"
  ).optional.labelled(
    "Period", hint: "Last 30 days, a month like March 2026, or a school year like 2025-26")
  private static let from = Option("from", .day, "The first day").labelled("From")
  private static let to = Option("to", .lastDay, "The last day, today if left out")
    .labelled("To (today if empty)")
  private static let email = Option(
    "email", .addressee, "Send it instead: to me, family or an address",
    ask: "To whom? (me, family or an address)"
  ).labelled("To whom?", hint: "Everyone in the family, me, or an e-mail address")
    .repeated.insteadOfFile("E-mail the report")
  private static let eml = Option(
    "eml", .file, "Write the message into this file (more than one into a folder), for --email"
  ).insteadOfFile.forTerminal
}

extension ReportsFeature.Export {
  /// Creates an export from a command's options.
  ///
  /// If the command names a recipient or a folder for messages, the report is sent as an e-mail. If
  /// it names only a folder, the message in the folder is addressed to the person who exports.
  fileprivate init(
    _ format: ReportsFeature.ExportFormat, to addressees: [ReportsFeature.Addressee],
    folder: String?, withRows: Bool = false
  ) {
    let isMail = !addressees.isEmpty || folder != nil
    self.init(
      format,
      email: isMail
        ? ReportsFeature.EmailRequest(to: addressees.isEmpty ? [.me] : addressees, folder: folder)
        : nil, withRows: withRows)
  }
}

extension ValueKind<ReportsFeature.Addressee> {
  /// Parses `me`, `family`, or an address that mail servers accept.
  fileprivate static var addressee: ValueKind {
    ValueKind("WHO", completion: .words(["me", "family"])) { text, _ throws(Problem) in
      switch text.trimmed.lowercased() {
      case "me": return .me
      case "family": return .family
      default: break
      }
      switch EmailAddress.parse(text) {
      case .success(let address): return .address(try address.taken())
      case .failure(let refusal):
        throw Problem(.usage, refusal.words, fix: "Name me, family, or an address.")
      }
    }.offering { word in
      switch word {
      case "me": "Me"
      case "family": "Everyone in the family"
      default: nil
      }
    }
  }
}

extension ValueKind<String> {
  /// Parses the name of a saved report: at most 60 characters on one line.
  fileprivate static var reportName: ValueKind {
    ValueKind("NAME") { text, _ throws(Problem) in
      let name = VisibleText(text.trimmed).text
      guard !name.isEmpty else { throw .noReportName }
      guard name.count <= 60 else {
        throw Problem(
          .usage, "A name of \(name.count) characters is too long.", fix: "Use at most 60.")
      }
      return name
    }
  }
}

extension EmailAddress {
  /// Returns the address if mail servers accept it. Throws if mail servers would refuse the address
  /// although its form is valid.
  fileprivate func taken() throws(Problem) -> EmailAddress {
    do throws(MailFailure) {
      _ = try Mailbox(text)
      return self
    } catch {
      throw error.problem
    }
  }
}
