public import Basics

/// The operations on the measures of an athlete: those of the athlete's sport, and those that the
/// family added. The added ones are stored under the athlete's preferences, in the category
/// `player`.
public struct MeasuresGateway: Gateway {
  public var offered = Endpoint<RecordID, OfferedMeasures>("offered")
  public var add = Endpoint<(measure: MetricType, athlete: RecordID), OfferedMeasures>("add")
  public var remove = Endpoint<(measure: MetricType, athlete: RecordID), OfferedMeasures>("remove")

  public init() {}
}

/// The measures that forms offer for an athlete's measurements.
public struct OfferedMeasures: Equatable, Sendable {
  public var sport: Sport
  public var own: [MetricType]
  /// The types of the athlete's measurements. They may be measures of a sport that the athlete
  /// played before.
  public var measured: [MetricType]

  public init(sport: Sport = .baseball, own: [MetricType] = [], measured: [MetricType] = []) {
    self.sport = sport
    self.own = own
    self.measured = measured
  }

  public init(_ player: PlayerProfile) {
    self.init(sport: player.sport, own: player.ownMeasures)
  }

  public var all: [MetricType] { sport.measures + own + [.other] }

  /// Returns the measure with this name that the family added; nil if there is none.
  public func own(_ name: String) -> MetricType? { own.named(name) }

  /// The name by which the declaration of a command's argument asks the shell and the web server to
  /// offer all measures of the athlete. `ownChoices` is the name for only those measures that the
  /// family added.
  public static let choices = "measures"
  public static let ownChoices = "own-measures"
}

extension Problem {
  public static func noOwnMeasure(_ name: String) -> Problem {
    Problem(
      .notFound, "\(name) is no measure of your own.", fix: "Your own:  measures")
  }
}

extension [MetricType] {
  /// Returns the measure that has this name or key.
  public func named(_ name: String) -> MetricType? {
    let words = NameMatch(name)
    return first { $0.rawValue == name || words.isExactly([$0.words]) }
  }
}
