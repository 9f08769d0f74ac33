import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension ReportsFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch (state.visit, state.place) {
    case (.idle, _), (.loading, _):
      Page(title: ReportsPage.title) { Paragraph("Loading reports…", tone: .muted) }
    case (.failed(let problem), _):
      Page(title: ReportsPage.title, problem: problem) { Message(problem) }
    case (.loaded(let visit), _) where visit.viewing.athlete == nil:
      Page(title: ReportsPage.title) { FamilyContextClient.linkYourFamily }
    case (.loaded(let visit), .report):
      ReportsPage(state: state, visit: visit, context: context).page
    case (.loaded(let visit), .comparison):
      ComparisonPage(comparison: state.comparison, visit: visit).page
    case (.loaded(let visit), .contacts(let all)):
      ContactsPage(contacts: state.contacts, visit: visit, showsAll: all, context: context).page
    case (.loaded(let visit), .saved):
      SavedReportsPage(saved: state.saved, visit: visit).page
    }
  }
}

/// Builds the reports page: the form for the range of days, and the report below it.
///
/// Texts and tables are computed here, so that the feature's state holds only loaded data.
struct ReportsPage {
  let state: ReportsFeature.State
  let visit: ReportsFeature.Visit
  let context: PageContext

  static let title = "Reports & Analytics"

  var page: Page {
    Page(
      title: Self.title,
      subtitle: "Generate comprehensive reports and export recruiting data", problem: problem
    ) {
      visit.banner
      if let failure = state.report.problem { Message(failure) }
      form
      report
    }
  }

  /// The first problem of the page: a report that failed, a section of it that failed, or an
  /// invalid range of days.
  ///
  /// Nil if there is no problem.
  private var problem: Problem? {
    if let failure = state.report.problem { return failure }
    if let missing = state.report.value?.figures.missing.first {
      return ReportsFeature.words.problem(missing.problem, during: .load)
    }
    return rangeProblem
  }

  private var rangeProblem: Problem? {
    if case .failure(let problem) = state.span.range(now: context.now, in: context.zone) {
      problem
    } else {
      nil
    }
  }
}

// MARK: - The form for the range of days

extension ReportsPage {
  @BlockBuilder
  private var form: [Block] {
    let ends = state.span.ends(now: context.now, in: context.zone)
    let preset = state.span.preset(now: context.now, in: context.zone)
    Section("Generate Report") {
      if let chosen { Paragraph(chosen) }
      Links(
        ReportPreset.allCases.map { $0.link(isChosen: $0 == preset) })
      Form(
        "Date Range",
        fields: [
          Form.Field(
            "from", "From", value: ends.from?.description ?? "", kind: .day,
            spoken: "From date"),
          Form.Field(
            "to", "To", value: ends.through?.description ?? "", kind: .day,
            problem: rangeProblem?.title, spoken: "To date"),
        ],
        submit: generate)
      if case .success(let range) = state.span.range(now: context.now, in: context.zone),
        range.isVeryLong
      {
        Message(RecruitingReport.longRangeWords, tone: .warning)
      }
    }
  }

  /// The chosen range in words, such as `Last 30 days: Jan 11, 2026 - Feb 10, 2026`. Nil for an
  /// invalid range.
  private var chosen: String? {
    guard case .success(let range) = state.span.range(now: context.now, in: context.zone) else {
      return nil
    }
    let preset = state.span.preset(now: context.now, in: context.zone)
    return (preset.map { $0.words + ": " } ?? "") + range.text
  }

  /// The button that generates the report. It is disabled if the range is invalid, during
  /// generation, and without a connection.
  private var generate: CommandLink {
    let isGenerating = state.report == .loading
    let isOffline = state.report.problem?.cause == .offline
    return CommandLink(
      isGenerating ? "Generating..." : "Generate Report", "reports generate",
      spoken: isGenerating ? nil : "Generate report for selected date range",
      isEnabled: rangeProblem == nil && !isGenerating && !isOffline)
  }
}

// MARK: - The report below the form

extension ReportsPage {
  @BlockBuilder
  private var report: [Block] {
    switch state.report {
    case .idle: includes
    case .loading: Paragraph("Generating...", tone: .muted)
    case .failed: [Block]()
    case .loaded(let report):
      if report.isEmpty {
        EmptyState(RecruitingReport.emptyWords, detail: "Try a different range.")
      } else {
        summary(of: report)
      }
    }
  }

  /// The chosen range of days as the end of a command line, such as ` last-30-days`.
  ///
  /// The text begins with a space, and is empty if a date is missing.
  private var range: String { state.span.word.map { " \($0)" } ?? "" }

  private var contactsCommand: String { "reports contacts\(range)" }

  @BlockBuilder
  private var includes: [Block] {
    Section("Report Includes") {
      Paragraph(
        "Schools by status and division, coaches and their response rate, interactions by type and sentiment, and performance metrics with average, max and min."
      )
    }
    Section("Export Options") {
      Paragraph(
        "CSV for spreadsheets, or PDF with charts."
      )
      if !visit.hasData, rangeProblem == nil {
        Paragraph(RecruitingReport.emptyWords, tone: .muted)
      }
      if visit.hasData, let word = state.span.word {
        Links(
          [
            CommandLink("CSV of these days", "reports csv \(word)"),
            CommandLink("PDF of these days", "reports pdf \(word)"),
          ]
            + (visit.reachesFamily
              ? [CommandLink("E-mail it to your family", "reports pdf \(word) --email family")]
              : []))
      }
      Links([
        CommandLink("Who replied, who went quiet", contactsCommand),
        CommandLink("Your saved reports", "reports saved"),
      ])
    }
  }

  @BlockBuilder
  private func summary(of report: RecruitingReport) -> [Block] {
    let tables = ReportTables(report)
    Section(
      "Report Summary",
      links: [
        CommandLink("Export CSV", "reports csv\(range)", spoken: "Export report to CSV file"),
        CommandLink("Export PDF", "reports pdf\(range)", spoken: "Export report to PDF file"),
        CommandLink("Who replied, who went quiet", contactsCommand),
      ]
    ) {
      Paragraph(
        "\(report.range.text) (\(report.zoneName)), generated \(report.range.zone.day(of: report.generatedAt).text(.shortWithYear))",
        tone: .muted)
      tables.cards
      Paragraph(ReportTables.rateWords, tone: .muted)
      if let words = tables.countedWords { Paragraph(words, tone: .muted) }
    }
    section(tables.schoolsByStatus, of: report.figures.schools)
    section(tables.schoolsByDivision, of: report.figures.schools, isFirst: false)
    if case .failure(let problem) = report.figures.coaches { missing("Coaches", problem) }
    section(tables.interactionsByType, of: report.figures.interactions)
    section(tables.interactionsBySentiment, of: report.figures.interactions, isFirst: false)
    metrics(of: tables)
  }

  /// Returns the chart of one breakdown (counts by category, such as schools by status).
  ///
  /// Several breakdowns can come from the same loaded data. If this data failed to load, only the
  /// first breakdown shows the problem. A breakdown without rows is left out.
  @BlockBuilder
  private func section<Figures>(
    _ breakdown: ReportTables.Breakdown, of figures: ReportFigures.Section<Figures>,
    isFirst: Bool = true
  ) -> [Block] {
    if case .failure(let problem) = figures {
      if isFirst { missing(breakdown.title, problem) }
    } else if !breakdown.rows.isEmpty {
      breakdown.chart
    }
  }

  @BlockBuilder
  private func metrics(of tables: ReportTables) -> [Block] {
    section(tables.metricsByType, of: tables.report.figures.metrics)
    if !tables.metricBounds.rows.isEmpty {
      Section("Metric Averages") { tables.metricBounds }
    }
  }

  private func missing(_ title: String, _ problem: Problem) -> Section {
    Section(title) { Message(ReportsFeature.words.problem(problem, during: .load)) }
  }
}

extension ReportsFeature.Visit {
  /// A banner that tells a parent whose reports the page shows. Empty for an athlete.
  @BlockBuilder
  var banner: [Block] {
    if viewing.isReadOnly {
      let owner = viewing.ownerWords
      Banner(
        icon: "👁", ["Viewing \(owner)'s Reports (Read-Only)"], tone: .info,
        links: athleteCount > 1 ? [CommandLink("Switch athlete", "family switch")] : [],
        spoken: "Viewing \(owner)'s reports. You can look and not change.")
    }
  }
}
