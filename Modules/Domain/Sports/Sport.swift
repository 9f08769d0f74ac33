import Basics

/// A sport: its positions and measures, and the words of the timeline that depend on the sport.
/// Each sport has a data file.
public struct Sport: Equatable, Sendable {
  public let name: String
  let otherNames: [String]
  public let positions: [String]
  private let measureKeys: [String]
  /// The fields of a profile that only athletes of some sports fill in, by their options: `bats`.
  let asks: Set<String>
  /// Whether the listed dead periods are those of this sport.
  public let hasListedDeadPeriods: Bool
  /// The things that coaches want to see on a film, as part of a sentence.
  let film: String
  /// The things that are measured once a year, as part of a sentence.
  let tests: String

  /// Creates a sport for which the program has no data file.
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
    film = lines["film"] ?? "yourself in practice and in competition"
    tests = lines["tests"] ?? "what coaches of your sport ask for"
  }

  /// The measures of the sport in the order in which a form offers them.
  public var measures: [MetricType] { measureKeys.compactMap { MetricType(rawValue: $0) } }

  public static func == (left: Sport, right: Sport) -> Bool { left.name == right.name }
}

extension Sport {
  /// Every sport that has a data file, in the order in which a form offers them.
  public static let all: [Sport] = [
    PackageResources.baseball_txt, PackageResources.softball_txt, PackageResources.football_txt,
    PackageResources.basketball_txt, PackageResources.soccer_txt, PackageResources.volleyball_txt,
    PackageResources.lacrosse_txt, PackageResources.track_txt, PackageResources.swimming_txt,
    PackageResources.tennis_txt, PackageResources.golf_txt, PackageResources.wrestling_txt,
    PackageResources.hockey_txt, PackageResources.rowing_txt,
  ].map { Sport(file: $0) }

  /// Baseball, whose words the texts of the catalogue and the specification contain.
  public static let baseball = Sport(file: PackageResources.baseball_txt)

  private init(file: [UInt8]) {
    let lines = Dictionary(
      EmbeddedFile(file).lines(separatedBy: UInt8(ascii: ":"), most: 2).map {
        ($0[0], $0.last ?? "")
      },
      uniquingKeysWith: { first, _ in first })
    self.init(lines, name: lines["name"] ?? "")
  }

  /// Reads the sport of a profile, which people write as they like: `Girls' soccer`, `XC`. A
  /// missing sport means baseball, and a sport without a data file keeps its name.
  public init(written text: String?) {
    self = Sport(otherThanBaseball: text) ?? .baseball
  }

  /// Reads the sport of a profile, but returns nil for baseball without reading a data file. It
  /// serves code that only does something for other sports.
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

  /// Words before the name of a sport that say who plays it.
  private static let whose: Set<String> = [
    "boys", "girls", "mens", "womens", "men", "women", "varsity", "college", "hs",
  ]

  /// The name under which the terminal and browser hosts look up the sports as choices.
  /// `positionChoices` is the name for the positions of the athlete's sport.
  public static let choices = "sports"
  public static let positionChoices = "positions"

  /// The name within a sentence: `soccer`.
  public var inSentence: String { name.lowercased() }

  /// The name in a title: `Track and Field`.
  var inTitle: String {
    name.split(separator: " ").map { $0 == "and" ? "and" : String($0).capitalizedFirst }
      .joined(separator: " ")
  }

  /// Returns whether athletes of the sport fill in the field of this option. A field that no sport
  /// claims is filled in by athletes of all sports.
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
