public import Domain
public import FeatureKit

extension ReportsFeature {
  /// The state of the page until it is left (specs/reports.md); only saved reports are stored.
  public struct State: Equatable, Sendable {
    /// The range chosen; another one clears the report.
    public var span = Span.standard
    public var place = Screen.report
    /// The viewer, which the page needs before a report is generated.
    public var visit = Loading<Visit>.idle
    public var report = Loading<RecruitingReport>.idle
    public var comparison = Loading<Comparison>.idle
    public var contacts = Loading<Contacts>.idle
    /// The reports the viewer gave a name.
    public var saved = Loading<[SavedReport]>.idle

    public init() {}
  }

  public enum Screen: Equatable, Sendable {
    case report
    case comparison(Span, Span)
    /// The contacts; with `all`, also schools and coaches without any contact.
    case contacts(all: Bool)
    case saved
  }

  /// Who was contacted in a range, who replied, and who became silent.
  public struct Contacts: Equatable, Sendable {
    public var visit: Visit
    public var range: ReportRange
    public var contacts: ReportContacts

    public init(visit: Visit, range: ReportRange, contacts: ReportContacts) {
      self.visit = visit
      self.range = range
      self.contacts = contacts
    }
  }

  /// The viewer, and the athlete of the reports.
  public struct Visit: Equatable, Sendable {
    public var viewing: Viewing
    /// How many athletes a parent can switch between.
    public var athleteCount: Int

    public init(viewing: Viewing, athleteCount: Int = 0) {
      self.viewing = viewing
      self.athleteCount = athleteCount
    }
  }

  /// A report or the reason why it failed, with its viewer.
  public struct Generated: Equatable, Sendable {
    public var visit: Visit
    public var report: Result<RecruitingReport, Problem>

    public init(visit: Visit, report: Result<RecruitingReport, Problem>) {
      self.visit = visit
      self.report = report
    }
  }

  /// Two reports side by side, the one named first first.
  public struct Comparison: Equatable, Sendable {
    public var visit: Visit
    public var first: RecruitingReport
    public var second: RecruitingReport

    public init(visit: Visit, first: RecruitingReport, second: RecruitingReport) {
      self.visit = visit
      self.first = first
      self.second = second
    }
  }
}
