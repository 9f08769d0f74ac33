import FeatureKit
import FeatureTesting
import Testing
import WebRendering

@Suite("Sentences without handles")
struct HandlesInTextTests {
  @Test(
    "A sentence names each record once, and words that only look like a handle stay",
    arguments: [
      ("Logged m1 60-Yard Dash 7.00 sec.", "Logged 60-Yard Dash 7.00 sec."),
      (
        "Made the profiles of Dana Kim, p1, and Mia Kim, p2, and their family.",
        "Made the profiles of Dana Kim and Mia Kim and their family."
      ),
      (
        "Made the profile of Dana Kim, p1. You are in.", "Made the profile of Dana Kim. You are in."
      ),
      ("p1 joined.", "Dana Kim joined."), ("p12 and up1 stay.", "p12 and up1 stay."),
      ("Delete e3 p1 Cup?", "Delete p1 Cup?"),
      ("  p1   Dana Kim  ·  Kent", "  Dana Kim  ·  Kent"),
      (
        "p1 Dana Kim is ready. See:  family show p1",
        "Dana Kim is ready. See:  family show p1"
      ),
      ("Took back: Added s9 s8 Kent.", "Took back: Added s8 Kent."),
      ("There is no school s9.", "There is no school s9."),
      ("Nothing is named.", "Nothing is named."),
    ])
  func names(text: String, named: String) {
    let kind = ReferenceKind(letter: "p", singular: "person", plural: "people")
    let references = [
      Reference(kind: kind, id: .numbered(1), handle: "m1", title: "60-Yard Dash"),
      Reference(kind: kind, id: .numbered(2), handle: "p1", title: "Dana Kim"),
      Reference(kind: kind, id: .numbered(3), handle: "p2", title: "Mia Kim"),
      Reference(kind: kind, id: .numbered(4), handle: "e3", title: "p1 Cup"),
    ]
    let shown = text.naming(references, gone: ["s8", "s9"]) { $0.hasPrefix("family ") }
    #expect(shown == named)
  }
}
