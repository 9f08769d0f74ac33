import Basics
import Domain
import JSON
import Testing

@Suite("Measures of one's own")
struct OwnMeasureTests {
  private func own(
    _ name: String, _ unit: String? = "s", lower: Bool = true
  ) throws -> MetricType {
    try MetricType.own(name, unit: unit, isLowerBetter: lower)
  }

  @Test("Its text says all that is known of it")
  func text() throws {
    let type = try own("30 m shuttle")
    #expect(type.rawValue == "own:lower:sec:30_m_shuttle")
    let read = try #require(MetricType(rawValue: type.rawValue))
    #expect(read == type && read.isOwn && read.isLowerBetter)
    #expect((read.words, read.defaultUnit, read.range) == ("30 m shuttle", "sec", nil))
    #expect(try own("T-Test", "reps", lower: false).rawValue == "own:higher:reps:T-Test")
    #expect(try own("Rating", nil, lower: false).defaultUnit.isEmpty)
    #expect(try own("Überschlag", "m/s", lower: false).words == "Überschlag")
    #expect(MetricType(written: "own:lower:sec:30_m_shuttle") == type)
  }

  @Test(
    "A text of another form is no measure",
    arguments: [
      "own:", "own:lower", "own:lower:sec", "own:lower:sec:", "own:best:sec:x", "own:lower:a:b:c",
      "OWN:lower:sec:x", "",
    ])
  func malformed(text: String) {
    #expect(MetricType(rawValue: text) == nil)
  }

  @Test(
    "A short name of another sport's measure may be that of one's own, and then means it",
    arguments: ["Mile", "Shot", "Serve"])
  func shortNames(name: String) throws {
    let measure = try MetricType.own(name, unit: "s", isLowerBetter: true)
    let offered = OfferedMeasures(sport: Sport(written: "football"), own: [measure])
    #expect(try offered.meant(by: name) == measure)
    #expect(try offered.meant(by: name.lowercased()) == measure)
  }

  @Test(
    "A name that cannot be one is refused with the reason",
    arguments: [
      ("", "The measure needs a name."), ("   ", "The measure needs a name."),
      ("Fastball Velocity", "Fastball Velocity is a measure already."),
      ("a:b", "The name of a measure cannot have the sign `:`."),
      ("a_b", "The name of a measure cannot have the sign `_`."),
      ("a\"b", "The name of a measure cannot have the sign `\"`."),
      (String(repeating: "x", count: 41), "The name has 41 characters; at most 40 fit."),
    ])
  func refused(name: String, words: String) {
    #expect(throws: Problem.self) { try own(name) }
    do throws(Problem) {
      _ = try MetricType.own(name, unit: nil, isLowerBetter: true)
    } catch {
      #expect(error.title == words)
    }
  }

  @Test("A name of forty characters fits")
  func longest() throws {
    #expect(try own(String(repeating: "x", count: 40)).words.count == 40)
  }

  @Test("Only its own unit fits, because its values are compared as they are")
  func units() throws {
    let type = try own("30 m shuttle")
    #expect(MetricUnit.kept("seconds", measuring: type) == "sec")
    #expect(MetricUnit.kept("ms", measuring: type) == nil)
    #expect(MeasuredPlausibility.of(-3, type, unit: "sec") == .likely)
    #expect(MetricText.text(8.4, type: .known(type), unit: "sec") == "8.40 sec")
    #expect(MetricText.text(75, type: .known(type), unit: "sec") == "1:15.00")
  }

  @Test("The list keeps its order and what it cannot read, and takes a name once")
  func list() throws {
    var player = PlayerProfile(reading: ["own_measures": ["own:lower:sec:Shuttle", "hologram"]])
    #expect(player.ownMeasures.map(\.words) == ["Shuttle"])
    try player.add(try own("Rating", nil, lower: false))
    let again = try own("shuttle", "sec", lower: false)
    #expect(throws: Problem.self) { try player.add(again) }
    #expect(
      player.ownMeasures.map(\.rawValue) == ["own:lower:sec:Shuttle", "own:higher::Rating"])
    player.remove(try own("Shuttle"))
    try player.add(again)
    #expect(
      player.object["own_measures"] == ["hologram", "own:higher::Rating", "own:higher:sec:shuttle"])
  }
}

@Suite("Times with minutes")
struct ClockTests {
  @Test(
    "A time is typed with a colon",
    arguments: [
      ("1:52.3", 112.3), ("0:59.99", 59.99), ("16:40", 1000), ("1:02:10", 3730), ("1:00", 60),
      ("1:60", nil), ("1:5:61", nil), ("a:10", nil), (":10", nil), ("1:", nil), ("1:2:3:4", nil),
      ("-1:10", nil), ("1:75:10", nil), ("99999999999999999999:10", nil),
    ] as [(String, Double?)])
  func typed(text: String, seconds: Double?) {
    switch MetricEntry.measured(text) {
    case .success(let value):
      #expect(value.value == seconds && value.unit == "sec")
    case .failure:
      #expect(seconds == nil)
    }
  }

  @Test(
    "A length is typed in feet and inches",
    arguments: [
      ("9'4\"", 112), ("9'4", 112), ("9’ 4”", 112), ("9 ft 4 in", 112), ("9ft4in", 112),
      ("9 feet 4.5 inches", 112.5), ("10'", 120), ("10'0\"", 120), ("0'11.9\"", 11.9),
      ("32\"", 32), ("32.5″", 32.5), ("9'12\"", nil), ("9'4'", nil), ("9\"4", nil), ("'4\"", nil),
      ("-9'4\"", nil), ("9.5'4\"", nil), ("999'0\"", 11_988), ("1000'0\"", nil), ("9'1e1\"", nil),
      ("9'+4", nil), ("'", nil), ("\"", nil),
    ] as [(String, Double?)])
  func lengths(text: String, inches: Double?) {
    switch MetricEntry.measured(text) {
    case .success(let value):
      #expect(value.value == inches && value.unit == "in")
    case .failure:
      #expect(inches == nil)
    }
  }

  @Test(
    "A length in one unit keeps it",
    arguments: [
      ("5 ft", 5, "ft"), ("1.5 ft", 1.5, "ft"), ("32 in", 32, "in"), ("90 min", 90, "min"),
    ])
  func oneUnit(text: String, value: Double, unit: String) throws {
    #expect(try MetricEntry.measured(text).get() == MeasuredValue(value, unit: unit))
  }

  @Test(
    "A minute and more are shown with a colon",
    arguments: [
      (59.99, "59.99 sec"), (60, "1:00.00"), (59.999, "60.00 sec"), (119.999, "2:00.00"),
      (1000, "16:40.00"), (3730, "62:10.00"), (112.34, "1:52.34"), (65.05, "1:05.05"),
    ])
  func shown(seconds: Double, text: String) throws {
    let run = try #require(MetricType(rawValue: "run_800"))
    #expect(MetricText.text(seconds, type: .known(run), unit: "sec") == text)
    #expect(
      MetricText.text(seconds, type: .known(run), unit: nil) == text.replacing(" sec", with: ""))
  }

  @Test("Milliseconds, and numbers of other measures, are shown as they are")
  func others() {
    #expect(MetricText.text(1950, type: .known(.popTime), unit: "ms") == "1,950 ms")
    #expect(MetricText.text(85, type: .known(.velocity), unit: "mph") == "85.00 mph")
  }
}
