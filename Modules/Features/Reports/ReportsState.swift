public import Domain
public import FeatureKit

extension ReportsFeature {
  /// What the page remembers, for as long as the process lives: nothing of it is stored.
  public struct State: Equatable, Sendable {
    /// The range chosen; another one clears the report.
    public var span = Span.standard
    public var place = Screen.report
    /// Who looks, which the page needs before anything is generated.
    public var visit = Loading<Visit>.idle
    public var report = Loading<RecruitingReport>.idle
    public var comparison = Loading<Comparison>.idle

    public init() {}
  }

  public enum Screen: Equatable, Sendable {
    case report
    case comparison(Span, Span)
  }

  /// Who looks at whose reports.
  public struct Visit: Equatable, Sendable {
    public var viewing: Viewing
    /// How many athletes a parent can switch between.
    public var athleteCount: Int

    public init(viewing: Viewing, athleteCount: Int = 0) {
      self.viewing = viewing
      self.athleteCount = athleteCount
    }
  }

  /// A report or why there is none, and for whom it was to be.
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
