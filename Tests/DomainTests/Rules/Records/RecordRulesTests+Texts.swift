import Basics
import CivilTime
import JSON
import Testing

@testable import Domain

// Tests of the rules for the texts of records: their length, their form, and the characters that
// are removed.
extension RecordRulesTests {
  @Test(
    "A subject has up to 500 characters, a content up to 10,000",
    arguments: [
      (500, 10_000, nil), (501, 10_000, "The subject has 501 characters; at most 500 fit."),
      (500, 10_001, "The content has 10001 characters; at most 10000 fit."), (0, 0, nil),
      (1_000_000, 0, "The subject has 1000000 characters; at most 500 fit."),
    ] as [(Int, Int, String?)])
  func interactionLimits(subject: Int, content: Int, title: String?) throws {
    let problem = try problem(interaction) {
      $0.subject = String(repeating: "é", count: subject)
      $0.content = String(repeating: "é", count: content)
    }
    #expect(problem?.title == title)
  }

  @Test("Characters are counted as they are stored, and markup and white space do not count")
  func counting() throws {
    let zalgo = try problem(interaction) {
      $0.subject = "a" + String(repeating: "\u{301}", count: 500)
    }
    #expect(zalgo?.title == "The subject has 501 characters; at most 500 fit.")
    #expect(zalgo?.fix == "Shorten it by 1.")
    let tagged = try checked(interaction) {
      $0.subject = "  <b>" + String(repeating: "x", count: 500) + "</b>\n"
    }
    #expect(tagged.subject?.count == 500)
    let long = try problem(interaction) {
      $0.subject = "<b>" + String(repeating: "x", count: 501) + "</b>"
    }
    #expect(
      long?.title == "The subject without its formatting has 501 characters; at most 500 fit.")
  }

  @Test("Blank texts are nothing, a subject is one line, a content keeps its lines")
  func shapes() throws {
    let interaction = try checked(interaction) {
      $0.subject = " Visit\r\n next\tweek "
      $0.content = "\nFirst line\nSecond line\n"
    }
    #expect(interaction.subject == "Visit next week")
    #expect(interaction.content == "First line\nSecond line")
    let blank = try checked(interaction) {
      $0.subject = " \t"
      $0.content = "<p></p>"
    }
    #expect(blank.subject == nil && blank.content == nil)
  }

  @Test("Only interactions lose their markup: a note may be about tags")
  func notesKeepMarkup() throws {
    #expect(try checked(school) { $0.notes = "a <b> c" }.notes == "a <b> c")
  }

  @Test(
    "What has to be there is asked for",
    arguments: ["", "  ", "\n"])
  func required(text: String) throws {
    #expect(try problem(school) { $0.name = text }?.title == "A school needs a name.")
    #expect(try problem(try event()) { $0.name = text }?.title == "An event needs a name.")
    #expect(try problem(document) { $0.title = text }?.title == "A document needs a title.")
    #expect(
      try problem(document) { $0.fileURL = text }?.title == "A document needs a link or a file.")
    let letter = RecommendationLetter(
      id: Sample.id(8), athleteID: Self.athlete, Letter(writerName: text))
    #expect(
      try problem(letter) { _ in }?.title == "A letter needs the name of its writer.")
    #expect(
      try problem(coach) {
        $0.firstName = text
        $0.lastName = text
      }?.title == "A coach needs a name.")
    #expect(try problem(coach) { $0.firstName = text } == nil)
    #expect(try problem(coach) { $0.lastName = text } == nil)
  }

  @Test(
    "Names have up to 200 characters, on one line",
    arguments: [(200, true), (201, false)])
  func names(count: Int, isTaken: Bool) throws {
    let name = String(repeating: "x", count: count)
    #expect((try problem(school) { $0.name = name } == nil) == isTaken)
    #expect((try problem(try event()) { $0.name = name } == nil) == isTaken)
    #expect((try problem(document) { $0.title = name } == nil) == isTaken)
    #expect(try checked(school) { $0.name = " Cedar\nValley " }.name == "Cedar Valley")
  }

  @Test("Notes have up to 10,000 characters, private ones too")
  func notes() throws {
    for (count, isTaken) in [(10_000, true), (10_001, false)] {
      let text = String(repeating: "x", count: count)
      #expect((try problem(school) { $0.notes = text } == nil) == isTaken)
      #expect((try problem(coach) { $0.notes = text } == nil) == isTaken)
      #expect((try problem(try metric()) { $0.notes = text } == nil) == isTaken)
      #expect((try problem(try offer()) { $0.conditions = text } == nil) == isTaken)
      #expect((try problem(try event()) { $0.performanceNotes = text } == nil) == isTaken)
      #expect((try problem(school) { $0.privateNotes = ["me": .string(text)] } == nil) == isTaken)
      #expect((try problem(coach) { $0.privateNotes = ["me": .string(text)] } == nil) == isTaken)
    }
  }

  @Test("Pros and cons are short lines, fifty of them at most, without blank ones")
  func lists() throws {
    #expect(try checked(school) { $0.pros = [" near ", "", "a\nb"] }.pros == ["near", "a b"])
    #expect(try problem(school) { $0.pros = Array(repeating: "x", count: 50) } == nil)
    let many = try problem(school) { $0.cons = Array(repeating: "x", count: 53) }
    #expect(many?.title == "53 cons are too many; at most 50 fit." && many?.fix == "Leave out 3.")
    #expect(
      try problem(school) { $0.pros = [String(repeating: "x", count: 501)] }?.fix
        == "Shorten it by 1.")
  }

  @Test(
    "A website is an http or https address",
    arguments: [
      ("https://cedar.edu", true), ("http://cedar.edu/team?a=b#c", true), (" https://a.b ", true),
      ("", true), ("cedar.edu", true), ("Cedar.edu/team?a=1", true), ("team 1.5", false),
      ("me@cedar.edu", false), ("version1.2", false), ("javascript:alert(1)", false),
      ("ftp://cedar.edu", false), ("https://", false), ("https://cedar.edu/\" onclick=\"x", false),
      ("https://cedar .edu", false), ("data:text/html,x", false),
    ])
  func websites(text: String, isTaken: Bool) throws {
    let found = try problem(school) { $0.website = text }
    #expect((found == nil) == isTaken)
    #expect((try problem(try event()) { $0.url = text } == nil) == isTaken)
    if !isTaken {
      #expect(found?.title == "`\(text)` is not a web address for the website.")
      #expect(found?.fix == "Give one that begins with https:// or http://.")
    }
  }

  @Test(
    "A document is a web address or the path of a file",
    arguments: [
      ("https://example.org/v", true), ("resume.pdf", true), ("/home/sam/resume.pdf", true),
      ("./mailto:me.pdf", true), ("my notes: final.pdf", true), ("javascript:alert(1)", false),
      ("www.example.org/v", true), (#"C:\Papers\resume"#, false), (#"Papers\resume.pdf"#, true),
      ("../resume", true), ("~/resume", true), ("Resume.DOC", true), ("resume", false),
      ("n/a", false), ("N/A", false), ("soon/later", false), ("call.me", false), ("v1.2", false),
      ("my transcript 3.5", false), ("/", false), ("./", false),
      ("my transcript", false), ("later", false), ("Mr. Vance", false),
      ("file:///etc/passwd", false), ("mailto:me.pdf", false), ("https://", false),
      ("DATA:text/html,x", false),
    ])
  func links(place: String, isTaken: Bool) throws {
    let found = try problem(document) { $0.fileURL = place }
    #expect((found == nil) == isTaken)
    #expect(isTaken || found?.fix?.hasSuffix("For a file:  documents upload") == true)
  }

  @Test(
    "A coach's phone is a number, perhaps with an extension",
    arguments: [
      ("+1 (555) 010-1234 x12", true), ("", true), ("555", false), ("call me", false),
      ("555-0101 or 555-0102", false),
    ])
  func phones(text: String, isTaken: Bool) throws {
    let found = try problem(coach) { $0.phone = text }
    #expect(found?.title == (isTaken ? nil : "`\(text)` is not a phone number."))
    #expect(found?.parameters ?? ["phone"] == ["phone"])
  }

  @Test(
    "A name in a social network is kept without its @, and a page's address is the name",
    arguments: [
      ("rivera", "rivera"), ("@rivera", "rivera"), (" @Ana.Rivera_7 ", "Ana.Rivera_7"),
      ("ana-rivera", "ana-rivera"), ("", nil), ("  ", nil),
      (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
      ("https://x.com/rivera", "rivera"), ("https://X.com/@rivera/?s=20#top", "rivera"),
      ("http://mobile.twitter.com/rivera?a=b/c", "rivera"), ("x.com/rivera", "rivera"),
    ] as [(String, String?)])
  func handles(text: String, kept: String?) throws {
    #expect(try checked(coach) { $0.twitterHandle = text }.twitterHandle == kept)
    #expect(try checked(school) { $0.twitterHandle = text }.twitterHandle == kept)
  }

  @Test(
    "A text that is no name in a social network is refused at its field",
    arguments: [
      "ana rivera", "@", "@@rivera", "rivera!", "Ána", "rivera@x.com", "https://x.com",
      "https://x.com/rivera/status/1", "https://instagram.com/rivera", "https://notx.com/rivera",
      "x.com/ana rivera", String(repeating: "a", count: 65),
    ])
  func noHandles(text: String) throws {
    let refused = try problem(coach) { $0.twitterHandle = text }
    let shown: String = text.count > 60 ? text.prefix(60) + "…" : text
    #expect(refused?.title == "`\(shown)` is not a name on Twitter.")
    #expect(
      refused?.fix == "Twitter takes letters, digits, dots, dashes and underscores, like @samlee.")
    #expect(refused?.parameters == ["twitter"])
    #expect(try problem(school) { $0.twitterHandle = text }?.title == refused?.title)
  }

  @Test("Each network reads its own addresses, and a name that was there before stays")
  func handlesOfNetworks() throws {
    #expect(
      try checked(coach) { $0.instagramHandle = "www.instagram.com/rivera/" }.instagramHandle
        == "rivera")
    let other = try problem(coach) { $0.instagramHandle = "https://x.com/rivera" }
    #expect(other?.title == "`https://x.com/rivera` is not a name on Instagram.")
    var stored = coach
    stored.twitterHandle = "Ana Rivera"
    #expect(try problem(stored, replacing: stored) { $0.notes = "Call in May" } == nil)
  }
}
