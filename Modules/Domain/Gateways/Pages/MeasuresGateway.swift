public import Basics

/// The measures of an athlete: those of the sport, and the family's own, which are stored in the
/// preference `player`.
public struct MeasuresGateway: Gateway {
  public var offered = Endpoint<RecordID, OfferedMeasures>("offered")
  public var add = Endpoint<(measure: MetricType, athlete: RecordID), OfferedMeasures>("add")
  public var remove = Endpoint<(measure: MetricType, athlete: RecordID), OfferedMeasures>("remove")

  public init() {}
}

/// The measures that forms offer to an athlete.
public struct OfferedMeasures: Equatable, Sendable {
  public var sport: Sport
  public var own: [MetricType]

  public init(sport: Sport = .baseball, own: [MetricType] = []) {
    self.sport = sport
    self.own = own
  }

  public init(_ player: PlayerProfile) {
    self.init(sport: player.sport, own: player.ownMeasures)
  }

  public var all: [MetricType] { sport.measures + own + [.other] }

  /// Returns the family's own measure that has this name.
  public func own(_ name: String) -> MetricType? { own.named(name) }

  /// The name under which the terminal and browser hosts look up these measures as choices.
  /// `ownChoices` is the name for the family's own measures.
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
