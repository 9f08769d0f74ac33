import Basics
import JSON

/// The athlete's choices of what the recruiting packet (the document that presents the athlete to
/// coaches) shows. They are stored under the preference category `player`.
public struct PacketChoice: Hashable, Sendable {
  /// The measures (types of measurements) whose best value the packet shows, in the order in which
  /// the program lists measures; empty until the athlete chooses some (domain.md 10.14).
  public var measures: [MetricType]
  /// The parts that the packet leaves out, although it shows them by default.
  public var hidden: Set<PacketPart>
  /// The parts that the packet shows, although it does not show them by default.
  public var shown: Set<PacketPart>

  public init(
    measures: [MetricType] = [], hidden: Set<PacketPart> = [], shown: Set<PacketPart> = []
  ) {
    self.measures = measures.inUsualOrder
    self.hidden = hidden
    self.shown = shown
  }

  public func shows(_ part: PacketPart) -> Bool {
    part.isUsual ? !hidden.contains(part) : shown.contains(part)
  }

  public mutating func show(_ part: PacketPart) {
    hidden.remove(part)
    if !part.isUsual { shown.insert(part) }
  }

  public mutating func hide(_ part: PacketPart) {
    shown.remove(part)
    if part.isUsual { hidden.insert(part) }
  }

  init(_ json: JSONValue?) {
    func words(_ key: String) -> [String] { json?[key]?.array?.compactMap(\.string) ?? [] }
    self.init(
      measures: words("measures").compactMap { MetricType(rawValue: $0) },
      hidden: Set(words("hidden").compactMap(PacketPart.init(rawValue:))),
      shown: Set(words("shown").compactMap(PacketPart.init(rawValue:))))
  }

  var json: JSONValue {
    func list(_ words: [String]) -> JSONValue { .array(words.map(JSONValue.string)) }
    return .object([
      "measures": list(measures.map(\.rawValue)),
      "hidden": list(hidden.map(\.rawValue).sorted()),
      "shown": list(shown.map(\.rawValue).sorted()),
    ])
  }
}

/// A part of the recruiting packet that the athlete can show or leave out.
public enum PacketPart: String, CaseIterable, Hashable, Sendable {
  case sport, hands, body, club, gpa, tests, courses, videos, dates

  /// Whether the packet shows the part by default. The dates of events to come are shown only if
  /// the athlete chooses them, because they reveal where the athlete will be.
  public var isUsual: Bool { self != .dates }

  public var words: String {
    switch self {
    case .sport: "Sport and positions"
    case .hands: "Bats and throws"
    case .body: "Height and weight"
    case .club: "Club team"
    case .gpa: "GPA"
    case .tests: "SAT and ACT"
    case .courses: "Core courses"
    case .videos: "Videos"
    case .dates: "Key dates"
    }
  }
}

extension PlayerProfile {
  public var packetChoice: PacketChoice {
    get { PacketChoice(object[Self.packetKey]) }
    set { object[Self.packetKey] = newValue == PacketChoice() ? nil : newValue.json }
  }

  private static let packetKey = "packet"
}
