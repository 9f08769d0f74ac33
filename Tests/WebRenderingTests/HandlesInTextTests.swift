import FeatureKit
import FeatureTesting
import Testing

@testable import WebRendering

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
      // Quotations, paths and addresses.
      ("“p1” is not a number.", "“p1” is not a number."),
      ("There is no page `/p1/edit`; see p1.", "There is no page `/p1/edit`; see Dana Kim."),
      ("Free some space for /tmp/p1/p2.d/x.", "Free some space for /tmp/p1/p2.d/x."),
      ("Mail p1@kent.edu or p2.kent.edu, p2.", "Mail p1@kent.edu or p2.kent.edu, Mia Kim."),
      ("Kept p1` and p2.", "Kept Dana Kim` and Mia Kim."),
      // The person's own words, whole and in part.
      ("Wrote: u9 met m1 today.", "Wrote: u9 met m1 today."),
      ("Wrote: u9 met m1…", "Wrote: u9 met m1…"),
      ("Logged m1 60-Yard Dash: u9 met m1 today.", "Logged 60-Yard Dash: u9 met m1 today."),
      // Several names of records fit here, and the longest one is used.
      ("Deleted e3 p1 Cup with p1.", "Deleted p1 Cup with Dana Kim."),
      ("There is also p1 Cup.", "There is also p1 Cup."),
      ("Added e5 p1 Cup m1 final.", "Added p1 Cup m1 final."),
      ("Added e5 p1 Cup m1…", "Added p1 Cup m1…"),
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
      Reference(kind: kind, id: .numbered(5), handle: "e5", title: "p1 Cup m1 final"),
    ]
    let shown = text.naming(references, keeping: ["u9 met m1 today"]) { $0.hasPrefix("family ") }
    #expect(shown == named)
  }

  @Test(
    "The summary of a step loses the handle of its record, and keeps the record's words",
    arguments: [
      ("Added s2 s4 Academy c1 t41", "Added s4 Academy c1 t41"),
      ("Took back: Added s2 d1 showcase u.", "Took back: Added d1 showcase u."),
      ("Your last change: Logged i9 Call: s4", "Your last change: Logged Call: s4"),
      ("The step: Changed s2 Kent: name.", "The step: Changed Kent: name."),
      ("Imported 3 schools", nil), ("Changed the profile", nil), ("Added x2 Kent", nil),
      ("Removed S4 Lee from the family", nil), ("Deleted s2", nil), ("", nil),
    ] as [(String, String?)])
  func steps(summary: String, plain: String?) {
    #expect(summary.withoutHandle(ofStep: { "si".contains($0.prefix(1)) }) == plain)
  }

  @Test(
    "Two backquotes become quotation marks, and one of a person's own stays",
    arguments: [
      ("`c1` is not a number.", "“c1” is not a number."), ("Added q`.", "Added q`."),
      ("`q`` fits `a b`", "“q`” fits “a b”"), ("O`Brien`s ` list", "O`Brien`s ` list"),
    ])
  func marks(text: String, shown: String) {
    #expect(text.withQuotationMarks == shown)
  }
}
