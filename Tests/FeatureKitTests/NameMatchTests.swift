import FeatureTesting
import Testing

@testable import FeatureKit

@Suite struct NameMatchTests {
  static let kind = ReferenceKind(letter: "c", singular: "coach", plural: "coaches")

  static func named(_ title: String, aliases: [String] = []) -> ReferenceResolver.Named {
    ReferenceResolver.Named(
      Reference(kind: kind, id: .numbered(1), handle: "c1", title: title), aliases: aliases)
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
    #expect(NameMatch(typed).matches(Self.named(name)))
  }

  @Test(
    "A word that begins none of the name's words does not fit",
    arguments: [
      ("vera", "Rivera, Ana"), ("rivera m", "Rivera, Ana"), ("ana x", "Rivera, Ana"),
      ("mail", "Email ten coaches"), ("riverass", "Rivera, Ana"), ("β", "Αθήνα"),
    ])
  func noMatch(typed: String, name: String) {
    #expect(!NameMatch(typed).matches(Self.named(name)))
  }

  @Test("Another name a record goes by fits as well as its title, but words are not mixed")
  func aliases() {
    let named = Self.named("Rivera, Ana", aliases: ["Annie R."])
    #expect(NameMatch("annie").matches(named))
    #expect(NameMatch("annie r").isExactly(named))
    #expect(!NameMatch("annie rivera").matches(named))
  }

  @Test(
    "A whole name is exact in any case, with or without accents and a leading coach",
    arguments: [
      ("rivera ana", true), ("Coach RIVERA, ANA", true), ("ana rivera", false), ("rivera", false),
    ])
  func exact(typed: String, isExact: Bool) {
    #expect(NameMatch(typed).isExactly(Self.named("Rivera, Ána")) == isExact)
  }

  @Test("What holds no letter and no digit has no words", arguments: ["", " ", "-", "…", "👁"])
  func nothing(typed: String) {
    #expect(NameMatch(typed).words.isEmpty)
  }
}
