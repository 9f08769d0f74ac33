public import Basics

/// What an athlete measures: the measures of the sport, and the family's own, which the preference `player` has.
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

  /// The measure of one's own that has this name.
  public func own(_ name: String) -> MetricType? {
    let words = NameMatch(name)
    return own.first { $0.rawValue == name || words.isExactly([$0.words]) }
  }

  /// The names under which hosts know them, and those of one's own.
  public static let choices = "measures"
  public static let ownChoices = "own-measures"
}

extension Problem {
  public static func noOwnMeasure(_ name: String) -> Problem {
    Problem(
      .notFound, "\(name) is no measure of your own.", fix: "Your own:  measures")
  }
}
