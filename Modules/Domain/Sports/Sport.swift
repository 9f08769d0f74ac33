public import Basics

/// A sport: its name, its positions, its measures, and the texts of the timeline's tasks that
/// depend on the sport. Each known sport has a text file in the program with this data.
public struct Sport: Equatable, Sendable {
  public let name: String
  let otherNames: [String]
  public let positions: [String]
  private let measureKeys: [String]
  /// The names of the profile fields that only some sports have, such as `bats`, as far as athletes
  /// of this sport fill them in.
  let asks: Set<String>
  /// True if the dead periods in `DeadPeriod.divisionI` (days on which coaches must not meet
  /// recruits) apply to this sport.
  public let hasListedDeadPeriods: Bool
  /// The nouns for a competition of this sport, such as `meet` and `meets`.
  let contest: (one: String, several: String)
  /// The names of the events of a type in this sport, such as `Regatta` for a game. Types that have
  /// the same name in every sport are missing.
  private let eventWords: [EventType: String]
  /// The words for what coaches want to see in a video, for use in a sentence, such as
  /// `game snaps at your position` for football.
  let film: String
  /// The words for what an athlete should have measured once a year, for use in a sentence, such as
  /// `your 40-yard dash and vertical jump`.
  let tests: String

  /// Creates a sport for which the program has no data file, so that it has no positions and
  /// measures.
  init(called name: String) {
    self.init([:], name: name)
  }

  private init(_ lines: [String: String], name: String) {
    self.name = name
    otherNames = lines["also"]?.listed ?? []
    positions = lines["positions"]?.listed ?? []
    measureKeys = lines["measures"]?.listed ?? []
    asks = Set(lines["asks"]?.listed ?? [])
    hasListedDeadPeriods = lines["dead periods"] != nil
    let contest = lines["contest"]?.listed ?? []
    self.contest =
      contest.count == 2 ? (contest[0], contest[1]) : ("competition", "competitions")
    var eventWords = Dictionary(
      uniqueKeysWithValues: EventType.allCases.compactMap { type in
        lines[type.rawValue].map { (type, $0) }
      })
    // A game has the name of a competition of the sport, unless the sport's data file has another
    // name for it.
    if eventWords[.game] == nil { eventWords[.game] = self.contest.one.capitalizedFirst }
    self.eventWords = eventWords
    film = lines["film"] ?? "yourself in practice and in competition"
    tests = lines["tests"] ?? "what coaches of your sport ask for"
  }

  /// The measures of the sport, in the order in which a form offers them.
  public var measures: [MetricType] { measureKeys.compactMap { MetricType(rawValue: $0) } }

  /// Returns what an event of this type is called in this sport. The stored type is the same in
  /// every sport.
  public func words(of type: Open<EventType>) -> String {
    type.known.flatMap { eventWords[$0] } ?? type.words
  }

  public static func == (left: Sport, right: Sport) -> Bool { left.name == right.name }
}

extension Sport {
  /// All sports that have a data file, in the order in which a form offers them.
  public static let all: [Sport] = [
    PackageResources.baseball_txt, PackageResources.softball_txt, PackageResources.football_txt,
    PackageResources.basketball_txt, PackageResources.soccer_txt, PackageResources.volleyball_txt,
    PackageResources.lacrosse_txt, PackageResources.track_txt, PackageResources.swimming_txt,
    PackageResources.tennis_txt, PackageResources.golf_txt, PackageResources.wrestling_txt,
    PackageResources.hockey_txt, PackageResources.rowing_txt,
  ].map { Sport(file: $0) }

  /// Baseball. The texts of the catalogue (the program's list of tasks) are written for it.
  public static let baseball = Sport(file: PackageResources.baseball_txt)

  private init(file: [UInt8]) {
    let lines = Dictionary(
      EmbeddedFile(file).lines(separatedBy: UInt8(ascii: ":"), most: 2).map {
        ($0[0], $0.last ?? "")
      },
      uniquingKeysWith: { first, _ in first })
    self.init(lines, name: lines["name"] ?? "")
  }

  /// Finds the sport that the text in a profile means. People write a sport in many ways, such as
  /// `Girls' soccer` or `XC`. A missing text means baseball. A sport for which the program has no
  /// data file keeps the typed name.
  public init(written text: String?) {
    self = Sport(otherThanBaseball: text) ?? .baseball
  }

  /// Finds the sport that the text in a profile means; nil for baseball. If the text is missing or
  /// `baseball`, no data file is read. So this initializer is faster for code that has nothing to
  /// do for baseball.
  public init?(otherThanBaseball text: String?) {
    guard let text = text?.trimmed, !text.isEmpty, text.lowercased() != "baseball" else {
      return nil
    }
    let plain = text.filter { !"'’".contains($0) }
    let words = NameMatch(
      plain.lowercased().hasSuffix(" player") ? String(plain.dropLast(7)) : plain,
      ignoring: Self.whose)
    let known = Self.all.first { words.isExactly([$0.name] + $0.otherNames) }
    guard known != .baseball else { return nil }
    self = known ?? Sport(called: text)
  }

  /// Returns whether the typed name of a sport may be a typing error. The name may be one if it is
  /// not known, and is almost that of a known sport, such as `Swiming`.
  public static func plausibility(of text: String) -> Plausibility {
    let sport = Sport(written: text)
    guard !all.contains(sport),
      let near = Suggestion.oneErrorAway(
        from: sport.name, among: all.flatMap { [$0.name] + $0.otherNames })
    else { return .likely }
    return .unlikely(
      Doubt(
        "\(sport.name) is not one of the sports that have positions and measures here.",
        suggestion: Sport(written: near).name))
  }

  /// Words before the name of a sport that say who plays it, such as `Girls'` in `Girls' soccer`.
  /// They are ignored when a typed sport is looked up.
  private static let whose: Set<String> = [
    "boys", "girls", "mens", "womens", "men", "women", "varsity", "college", "hs",
  ]

  /// The name by which a command's argument refers to the sports that the shell and the web server
  /// offer as choices. In the same way, `positionChoices` refers to the positions of the athlete's
  /// sport.
  public static let choices = "sports"
  public static let positionChoices = "positions"

  /// The name as it is written within a sentence, such as `soccer`.
  public var inSentence: String { name.lowercased() }

  /// The name as it is written in a title, such as `Track and Field`.
  var inTitle: String {
    name.split(separator: " ").map { $0 == "and" ? "and" : String($0).capitalizedFirst }
      .joined(separator: " ")
  }

  /// Returns true if athletes of this sport fill in a profile field. That is so if the data file of
  /// the sport lists the field, or if the field is not one of those that only some sports have.
  ///
  /// - Parameter option: the name of the field's option in commands, such as `bats`.
  public func asks(for option: String) -> Bool {
    asks.contains(option) || !Self.ofSomeSports.contains(option)
  }

  private static let ofSomeSports: Set<String> = [
    "bats", "throws", "perfect-game-id", "prep-baseball-id",
  ]
}

extension PlayerProfile {
  public var sport: Sport { Sport(written: primarySport) }
}
