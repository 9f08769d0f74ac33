public import Domain
public import FeatureKit

extension ReportsFeature {
  /// The state of the reports page. The program drops it when the person leaves the page
  /// (specs/reports.md); only saved reports are stored.
  public struct State: Equatable, Sendable {
    /// The chosen range of days. A change of the range removes the report, because it is about
    /// other days.
    public var span = Span.standard
    public var place = Screen.report
    /// The viewer, and the athlete whose data the page shows. They are loaded before a report is
    /// generated.
    public var visit = Loading<Visit>.idle
    public var report = Loading<RecruitingReport>.idle
    public var comparison = Loading<Comparison>.idle
    public var contacts = Loading<Contacts>.idle
    /// The reports that the viewer saved under a name.
    public var saved = Loading<[SavedReport]>.idle

    public init() {}
  }

  public enum Screen: Equatable, Sendable {
    case report
    case comparison(Span, Span)
    /// The page about contacts in a range of days. With `all`, it also lists schools and coaches
    /// without any contact.
    case contacts(all: Bool)
    case saved
  }

  /// The coaches who were contacted in a range, who replied, and who stopped replying.
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

  /// The person who views a reports page, and the athlete whose data it shows.
  public struct Visit: Equatable, Sendable {
    public var viewing: Viewing
    /// The number of athletes that a parent can switch between.
    public var athleteCount: Int
    /// False if the report of the chosen range would be empty. The page then offers no file to
    /// export. The value is computed when the page opens or its range changes, and only while it
    /// shows no report.
    public var hasData: Bool
    /// Whether a report can be sent to another person in the family. If not, the page does not
    /// offer to send it. The value is computed together with `hasData`.
    public var reachesFamily: Bool

    public init(
      viewing: Viewing, athleteCount: Int = 0, hasData: Bool = true, reachesFamily: Bool = true
    ) {
      self.viewing = viewing
      self.athleteCount = athleteCount
      self.hasData = hasData
      self.reachesFamily = reachesFamily
    }
  }

  /// A generated report, or the problem that prevented it, together with the viewer for whom it was
  /// generated.
  public struct Generated: Equatable, Sendable {
    public var visit: Visit
    public var report: Result<RecruitingReport, Problem>

    public init(visit: Visit, report: Result<RecruitingReport, Problem>) {
      self.visit = visit
      self.report = report
    }
  }

  /// Two reports to compare, in the order in which the command names them.
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
