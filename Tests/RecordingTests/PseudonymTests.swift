import Recording
import Testing

@Suite("Made-up words in the place of people's own")
struct PseudonymTests {
  private var words = Pseudonyms(
    commandWords: ["schools", "add", "tasks", "due", "status", "interested", "head_coach"], seed: 7)

  @Test("Names, numbers and addresses are replaced, whatever stands around them")
  mutating func texts() {
    let text = "Ana Rivera-O'Brien, ana.rivera@duke.edu, +1 (208) 555-0134 — José's Ωμέγα 東京"
    let replaced = words.text(text)
    for part in ["Ana", "Rivera", "Brien", "duke", "208", "555", "0134", "José", "Ωμέγα", "東京"] {
      #expect(!replaced.lowercased().contains(part.lowercased()), "\(part) in \(replaced)")
    }
    #expect(replaced.hasSuffix("東京") == false)
    #expect(replaced.contains("@") && replaced.contains(".edu") && replaced.contains("+"))
    #expect(replaced.count == text.count)
  }

  @Test("The same word is the same each time, in capitals of its own, and two are never one")
  mutating func consistent() {
    let rivera = words.text("Rivera")
    #expect(words.text("RIVERA rivera") == "\(rivera.uppercased()) \(rivera.lowercased())")
    #expect(words.line("schools add Rivera") == "schools add \(rivera)")
    let many = (0..<2_000).map {
      "name"
        + String($0, radix: 26).map { letter in
          String(UnicodeScalar(UInt8(97 + (Int(String(letter), radix: 26) ?? 0))))
        }.joined()
    }
    #expect(Set(many.map { words.text($0) }).count == Set(many).count)
  }

  @Test(
    "Ids, days and moments stay",
    arguments: [
      "6f9619ff-8b86-4011-b42d-00c04fc964ff", "2026-02-10", "2026-02-10T08:30:00.123Z",
      "2026-02-10T08:30:00-05:00", "/schools/6f9619ff-8b86-4011-b42d-00c04fc964ff".lowercased(),
    ])
  func kept(_ text: String) {
    var words = words
    #expect(words.line(text) == text)
    if !text.hasPrefix("/") { #expect(words.text(text) == text) }
  }

  @Test("A line keeps commands, handles, measurements and days")
  mutating func lines() {
    for line in [
      "tasks due t47 feb 14", "schools status s3 interested", "tasks due t3 next friday",
      "tasks due t3 2026-03-01 88.4", "schools add --status=interested 1500",
      "tasks due t3 feb 14 2027", "tasks due t3 2/14/2027",
      "tasks due t3, s12 2026-03-01..2026-04-01",
    ] {
      #expect(words.line(line) == line)
    }
    #expect(words.line("schools add Duke").hasPrefix("schools add "))
    #expect(!words.line("schools add Duke 5550134567").contains("Duke"))
    #expect(!words.line("schools add Duke 5550134567").contains("5550134567"))
  }

  @Test("A record's name is replaced as a stored text is, with words of commands, and handles stay")
  mutating func references() {
    let stored = words.text("Add Tasks, Ana")
    #expect(words.reference("Add Tasks, Ana") == stored)
    #expect(!stored.lowercased().contains("add") && !stored.lowercased().contains("tasks"))
    for handles in ["t3", "3", "t3, s12", "", "-", "<"] {
      #expect(words.reference(handles) == handles)
    }
    #expect(words.reference("s4,Ana").hasPrefix("s4,"))
    #expect(!words.reference("5550134567").contains("555"))
    #expect(!words.text("Elm Street, 4321").contains("4321"), "a text names no record")
  }

  @Test(
    "Numbers to call, of houses and of places on a map are replaced in a line",
    arguments: [
      ("schools add --phone 208-555-0134", ["208", "555", "0134"]),
      ("schools add --phone (208) 555 0134", ["208", "555", "0134"]),
      ("schools add --phone 208.555/0134", ["208", "555", "0134"]),
      ("schools add --phone 208–555‑0134", ["208", "555", "0134"]),
      ("schools add --phone 208\u{A0}555\u{2009}0134", ["208", "555", "0134"]),
      ("schools add --phone ５５５0134", ["５５５", "0134"]),
      ("schools add 12 Elm Street", ["12"]), ("schools add Elmstrasse 12", ["12"]),
      ("schools add 44.0582, -121.3153", ["0582", "3153"]),
      ("schools add 83702", ["83702"]),
      ("tasks due 2026-02-10T5550134", ["5550134"]), ("tasks due 2085-55-01", ["2085"]),
    ])
  func numbersInLines(_ line: String, _ traces: [String]) {
    var words = words
    let replaced = words.line(line)
    for trace in traces { #expect(!replaced.contains(trace), "\(replaced)") }
    #expect(replaced.count == line.count)
  }

  @Test("A value of the program's own keeps the words that the program knows, and no others")
  func ownValues() {
    var words = Pseudonyms(commandWords: [], ownWords: ["offer_received", "user_tasks"], seed: 7)
    let id = "6f9619ff-8b86-4011-b42d-00c04fc964ff"
    #expect(words.own("offer_received") == "offer_received")
    #expect(words.own("user_tasks-\(id)") == "user_tasks-\(id)")
    #expect(words.own("last-90-days") == "last-90-days")
    #expect(!words.own("offer Whitfield 12").contains("Whitfield"))
    #expect(!words.own("offer Whitfield 12").contains("12"))
  }

  @Test("A month that is somebody's name is replaced, and a command that is one stays")
  mutating func namesOfDays() {
    #expect(words.line("tasks due t3 may 14") == "tasks due t3 may 14")
    _ = words.text("May Status", isName: true)
    #expect(!words.line("tasks due t3 may 14").contains("may"))
    #expect(words.line("schools status").hasPrefix("schools status"))
  }

  @Test("Empty, one letter, only signs, a very long word")
  mutating func edges() {
    #expect(words.text("").isEmpty)
    #expect(words.text("— … 🏀").count == 5)
    #expect(words.text("a").count == 1)
    #expect(words.line("s 3 x") == "s 3 x")
    let long = String(repeating: "q", count: 100_000)
    #expect(words.text(long).count == long.count && words.text(long) != long)
  }
}
