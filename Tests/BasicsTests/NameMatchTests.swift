import FeatureTesting
import Testing

@testable import Basics

@Suite struct NameMatchTests {
  /// Returns the match of a typed text with names of a kind of record. In this kind, a form of
  /// address such as "coach" may stand before a name.
  private static func match(_ typed: String) -> NameMatch {
    NameMatch(typed, ignoring: ["coach"])
  }

  @Test(
    "Each word begins a word of the name",
    arguments: [
      ("rivera", "Rivera, Ana"), ("riv", "Rivera, Ana"), ("ana riv", "Rivera, Ana"),
      ("RIVERA", "Rivera, Ana"), ("coach rivera", "Rivera, Ana"), ("rivera", "Coach Rivera"),
      ("nunez", "Núñez"), ("núñez", "Nunez"), ("nun\u{303}ez", "Nuñez"), ("oneil", "ONeil"),
      ("o'br", "O’Brien"), ("strasse", "Straße"), ("loren", "Łoreń"), ("nguyen", "Nguyễn Văn"),
      ("aengus", "Ængus"), ("ist", "İstanbul"), ("20 30", "Build a list of 20 to 30 schools"),
      ("e-mail", "E-mail ten coaches"), ("email", "Email ten coaches"), ("а", "Анна"),
      ("αθ", "Αθήνα"), ("山", "山田 太郎"), ("coach", "Coach"), ("coach", "Coaching clinic"),
    ])
  func matches(typed: String, name: String) {
    #expect(Self.match(typed).fits([name]))
  }

  @Test(
    "A word that begins none of the name's words does not fit",
    arguments: [
      ("vera", "Rivera, Ana"), ("rivera m", "Rivera, Ana"), ("ana x", "Rivera, Ana"),
      ("mail", "Email ten coaches"), ("riverass", "Rivera, Ana"), ("β", "Αθήνα"),
    ])
  func noMatch(typed: String, name: String) {
    #expect(!Self.match(typed).fits([name]))
  }

  @Test("Another name a record goes by fits as well as its title, but words are not mixed")
  func aliases() {
    let names = ["Rivera, Ana", "Annie R."]
    #expect(NameMatch("annie").fits(names))
    #expect(NameMatch("annie r").isExactly(names))
    #expect(!NameMatch("annie rivera").fits(names))
  }

  @Test(
    "A whole name is exact in any case, with or without accents and a leading coach",
    arguments: [
      ("rivera ana", true), ("Coach RIVERA, ANA", true), ("ana rivera", false), ("rivera", false),
    ])
  func exact(typed: String, isExact: Bool) {
    #expect(Self.match(typed).isExactly(["Rivera, Ána"]) == isExact)
  }

  @Test("What holds no letter and no digit has no words", arguments: ["", " ", "-", "…", "👁"])
  func nothing(typed: String) {
    #expect(NameMatch(typed).words.isEmpty)
    #expect(!NameMatch(typed).fits(["Rivera", typed]))
    #expect(NameMatch(typed).meant(among: ["Rivera"], called: { [$0] }) == .none)
  }

  @Test("The kit knows no form of address: what may be left out is said by the caller")
  func formOfAddress() {
    #expect(!NameMatch("coach rivera").fits(["Rivera, Ana"]))
    #expect(NameMatch("coach rivera", ignoring: ["coach"]).fits(["Rivera, Ana"]))
    #expect(NameMatch("dr rivera", ignoring: ["coach", "dr"]).fits(["Coach Rivera"]))
    #expect(NameMatch("Coach Dr. Rivera", ignoring: ["coach", "dr"]).fits(["Rivera, Ana"]))
  }

  @Test(
    "What is called exactly so wins; several that fit equally well are all given back",
    arguments: [
      ("ana", NameMeaning.one("Ana")), ("an", .several(["Ana", "Ana Lee", "Anna Lee"])),
      ("lee", .several(["Ana Lee", "Anna Lee"])), ("anna", .one("Anna Lee")),
      ("ÁNA LEE", .one("Ana Lee")), ("bo", .none), ("", .none),
    ])
  func meant(typed: String, meaning: NameMeaning<String>) {
    let names = ["Ana", "Ana Lee", "Anna Lee"]
    #expect(NameMatch(typed).meant(among: names, called: { [$0] }) == meaning)
  }

  @Test("Two of the same name are several, whatever else fits")
  func namesakes() {
    let people = [(1, "Ana"), (2, "Ana"), (3, "Ana Lee")]
    guard case .several(let meant) = NameMatch("ana").meant(among: people, called: { [$0.1] })
    else { return #expect(Bool(false), "one of two was chosen") }
    #expect(meant.map(\.0) == [1, 2])
  }
}
