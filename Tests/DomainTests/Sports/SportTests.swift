import Basics
import Testing

@testable import Domain

@Suite("Sports")
struct SportTests {
  @Test("Every line of the measures says one, and no two have the same key or name")
  func measures() {
    let lines = EmbeddedFile(PackageResources.measures_txt).places
    #expect(lines.count == Measure.all.count)
    #expect(Set(Measure.all.map(\.key)).count == Measure.all.count)
    #expect(Set(Measure.all.map { $0.name.lowercased() }).count == Measure.all.count)
    #expect(Measure.all.last?.key == "other")
  }

  @Test(
    "A measure is found by its key, its name and each of its other names", arguments: Measure.all)
  func found(measure: Measure) throws {
    for name in [measure.key, measure.name] + measure.otherNames {
      #expect(MetricType(written: name)?.rawValue == measure.key, "\(name)")
    }
  }

  @Test(
    "Its likely values are possible, and its unit is one",
    arguments: MetricType.allCases.filter { $0 != .other })
  func plausible(type: MetricType) throws {
    let range = try #require(type.range)
    #expect(range.possible.lowerBound <= range.likely.lowerBound)
    #expect(range.likely.upperBound <= range.possible.upperBound)
    #expect(MetricUnit.kept(type.defaultUnit, measuring: type) == type.defaultUnit)
    #expect(MetricUnit.size(of: type.defaultUnit, measuring: type) == 1)
  }

  @Test("The measures that the specification names are those of their names")
  func specified() {
    let types: [MetricType] = [
      .velocity, .exitVelo, .sixtyTime, .popTime, .battingAvg, .era, .strikeouts, .other,
    ]
    #expect(
      types.map(\.rawValue) == [
        "velocity", "exit_velo", "sixty_time", "pop_time", "batting_avg", "era", "strikeouts",
        "other",
      ])
    #expect(Sport.baseball.measures + [.other] == types)
  }

  @Test("Every sport has a name, positions, a film, and measures that the program knows")
  func sports() {
    for sport in Sport.all {
      #expect(!sport.name.isEmpty && !sport.positions.isEmpty && !sport.measures.isEmpty)
      #expect(!sport.film.hasSuffix(".") && !sport.tests.hasSuffix("."), "\(sport.name)")
    }
    #expect(Set(Sport.all.map(\.name)).count == 14)
    let offered = Set(Sport.all.flatMap(\.measures).map(\.rawValue))
    #expect(Measure.all.map(\.key).filter { !offered.contains($0) } == ["other"])
  }

  @Test("Swimmers and athletes in track and field find the events of a meet")
  func events() {
    let swimming = Sport(written: "Swimming").measures.map(\.words)
    #expect(
      swimming == [50, 100, 200, 500, 1000, 1650].map { "\($0) Freestyle" }
        + ["Backstroke", "Breaststroke", "Butterfly"].flatMap { stroke in
          [50, 100, 200].map { "\($0) \(stroke)" }
        } + [200, 400].map { "\($0) Individual Medley" })
    let track = Set(Sport(written: "XC").measures.map(\.words))
    #expect(track.isSuperset(of: ["Mile Run", "400-Meter Hurdles", "Hammer Throw"]))
  }

  @Test(
    "A sport is known however people write it",
    arguments: [
      (nil, "Baseball"), ("", "Baseball"), ("  ", "Baseball"), ("BASEBALL", "Baseball"),
      ("Boys baseball", "Baseball"), ("softball", "Softball"), ("Girls' Soccer", "Soccer"),
      ("women’s soccer", "Soccer"), ("XC", "Track and field"), ("Track & Field", "Track and field"),
      ("hockey", "Ice hockey"), ("crew", "Rowing"), ("Football", "Football"),
      ("swimmer", "Swimming"), ("Fútbol", "Soccer"), ("runner", "Track and field"),
      ("Golfer", "Golf"), ("tennis player", "Tennis"), ("Baseball player", "Baseball"),
      ("player", "player"), ("fencing", "fencing"), ("Water polo", "Water polo"), ("base", "base"),
    ] as [(String?, String)])
  func written(text: String?, name: String) {
    #expect(Sport(written: text).name == name)
    #expect((Sport(otherThanBaseball: text) == nil) == (name == "Baseball"))
  }

  @Test("Who plays no bat is not asked how they bat")
  func asks() {
    #expect(Sport.baseball.asks(for: "bats") && Sport.baseball.asks(for: "prep-baseball-id"))
    #expect(Sport(written: "softball").asks(for: "throws"))
    #expect(!Sport(written: "softball").asks(for: "prep-baseball-id"))
    for sport in ["soccer", "fencing"].map(Sport.init(written:)) {
      #expect(!sport.asks(for: "bats") && sport.asks(for: "height") && sport.asks(for: "gpa"))
    }
  }
}

@Suite("Words for events")
struct EventWordsTests {
  @Test(
    "A game is called as the sport calls it, and its other types are the same in every sport",
    arguments: [
      (nil, "Game"), ("baseball", "Game"), ("Softball", "Game"), ("football", "Game"),
      ("basketball", "Game"), ("soccer", "Game"), ("hockey", "Game"), ("lacrosse", "Game"),
      ("volleyball", "Match"), ("tennis", "Match"), ("wrestling", "Match"), ("XC", "Meet"),
      ("swimmer", "Meet"), ("golf", "Tournament"), ("crew", "Regatta"), ("fencing", "Competition"),
    ] as [(String?, String)])
  func games(sport: String?, word: String) {
    let sport = Sport(written: sport)
    #expect(
      EventType.allCases.map { sport.words(of: .known($0)) } == [
        "Showcase", "Camp", "Official visit", "Unofficial visit", word,
      ])
    #expect(sport.words(of: .unknown("clinic_day")) == "Clinic day")
  }

  @Test(
    "A type is read in its own words and in those of every sport",
    arguments: [
      ("game", .game), ("Meet", .game), (" meet ", .game), ("MATCH", .game), ("regatta", .game),
      ("tournament", .game), ("competition", .game), ("official-visit", .officialVisit),
      ("Official visit", .officialVisit), ("unofficial_visit", .unofficialVisit), ("camp", .camp),
      ("Showcase", .showcase), ("", nil), ("party", nil), ("meet the coach", nil), ("visit", nil),
    ] as [(String, EventType?)])
  func written(text: String, type: EventType?) {
    #expect(EventType(written: text) == type)
  }

  @Test("Every word for a type means that type alone")
  func distinct() {
    for sport in Sport.all {
      for type in EventType.allCases {
        #expect(EventType(written: sport.words(of: .known(type))) == type, "\(sport.name)")
      }
    }
  }
}

@Suite("Words of the timeline in other sports")
struct SportWordsTests {
  private static let words = EmbeddedFile(PackageResources.other_sports_txt)
    .lines(separatedBy: UInt8(ascii: ":"), most: 2)

  @Test("Every text stands in the place of one of the catalogue, and once")
  func places() throws {
    for line in Self.words {
      let place = line[0].split(separator: " ").map(String.init)
      #expect(place.count == 2 && ["title", "description", "why", "risk"].contains(place[1]))
      let task = TaskCatalogue.all.first { $0.key == place[0] }
      #expect(task?.id == CatalogueTask.id(forKey: place[0]), "\(line[0])")
    }
    #expect(Set(Self.words.map { $0[0] }).count == Self.words.count)
  }

  /// Words of baseball that most other sports do not use.
  ///
  /// The word `field` is missing because other sports use it too.
  private static let ofBaseball = [
    "baseball", "at-bat", "inning", "batting", "exit velo", "shortstop", "radar gun", "pop time",
    "swing", "the plate", "strikeout", "home run", "umpire", "dugout", "mound", "hitter",
    "reliever", "catcher", "travel ball", "fastball", "home plate", "bullpen", "box score",
    "scorebook", "stat sheet", "showcase", "go and hit", "the 60 in", "game film",
  ]

  /// Words of baseball that can also be part of another word, such as `arm` in `warm`. The test
  /// therefore searches for them as whole words.
  private static let wordsOfBaseball: Set<Substring> = [
    "arm", "arms", "bat", "bats", "elbow", "elbows", "shoulder", "shoulders", "glove", "pitch",
    "pitcher", "throw", "throwing", "velocity", "velocities", "infield", "outfield", "diamond",
    "cage", "opener",
  ]

  @Test(
    "Nobody in another sport reads of baseball",
    arguments: Sport.all.filter { !["Baseball", "Softball", "Golf"].contains($0.name) }
      + [Sport(written: "fencing")])
  func words(sport: Sport) throws {
    for template in TaskCatalogue.templates {
      let task = template.worded(for: sport)
      for text in [task.title, task.description, task.whyItMatters, task.failureRisk] {
        let text = try #require(text?.lowercased())
        #expect(!Self.ofBaseball.contains { text.contains($0) }, "\(text)")
        let words = Set(text.split { !$0.isLetter && $0 != "-" })
        #expect(words.isDisjoint(with: Self.wordsOfBaseball), "\(text)")
        #expect(!text.contains("{"), "\(text)")
      }
    }
  }

  @Test(
    "A competition is called as in the sport",
    arguments: [
      ("softball", "games"), ("soccer", "games"), ("swimming", "meets"), ("xc", "meets"),
      ("golf", "rounds"), ("tennis", "matches"), ("wrestling", "matches"),
      ("volleyball", "matches"), ("rowing", "races"), ("fencing", "competitions"),
    ])
  func contests(text: String, word: String) throws {
    let sport = Sport(written: text)
    for template in TaskCatalogue.templates {
      let task = template.worded(for: sport)
      if task.id == CatalogueTask.id(forKey: "11-12") {
        #expect(task.description?.contains("from this year's \(word) and") == true)
      }
      // In tennis, what coaches want to see in a video are games of a match.
      guard word != "games", sport.name != "Tennis" else { continue }
      for text in [task.title, task.description, task.whyItMatters, task.failureRisk] {
        // In golf, the short game is the strokes near the hole.
        let words = try #require(text?.lowercased()).replacing("short game", with: "")
          .split { !$0.isLetter }
        #expect(!words.contains("game") && !words.contains("games"), "\(text ?? "")")
      }
    }
  }

  @Test("Ids and rules are the same in all, and a step of another program stays as it is")
  func same() {
    for template in TaskCatalogue.templates {
      let other = template.worded(for: Sport(written: "soccer"))
      #expect((other.id, other.gradeLevel) == (template.id, template.gradeLevel))
      #expect(other.dependencyIDs == template.dependencyIDs && other.dueMonth == template.dueMonth)
    }
    var foreign = TimelineTask(
      id: Sample.id(7), title: "Play baseball", gradeLevel: 9, category: .athletic)
    foreign.description = "Play."
    #expect(foreign.worded(for: Sport(written: "soccer")) == foreign)
  }

  @Test(
    "A title names the sport as titles do",
    arguments: [
      ("soccer", "Evaluate School Fit Beyond Soccer"),
      ("xc", "Evaluate School Fit Beyond Track and Field"),
      ("water polo", "Evaluate School Fit Beyond Water Polo"),
    ])
  func titles(text: String, title: String) {
    let id = CatalogueTask.id(forKey: "11-22")
    #expect(Sport(written: text).title(ofTask: id, otherwise: "") == title)
  }
}
