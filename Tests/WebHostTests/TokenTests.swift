import FeatureKit
import HTTP
import Testing

@testable import WebHost

@Suite("Tokens of forms")
struct TokenTests {
  let token: [UInt8] = (0..<32).map { UInt8($0 &* 7 &+ 3) }

  private func pad(_ seed: UInt8) -> [UInt8] { (0..<32).map { UInt8($0) &* 31 &+ seed } }

  @Test("Every page has another text, and each stands for the token")
  func masks() {
    let texts = (0..<50).map { MaskedToken(token, pad: pad($0)).text }
    #expect(Set(texts).count == 50)
    for text in texts { #expect(MaskedToken.fits(text, token)) }
  }

  @Test("A text with any letter changed stands for nothing")
  func forged() {
    let text = MaskedToken(token, pad: pad(1)).text
    for place in text.indices {
      var other = text
      other.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
      #expect(!MaskedToken.fits(other, token), "\(other)")
    }
  }

  @Test(
    "What is no token stands for nothing",
    arguments: ["", "A", "AAAA", "====", "é", String(repeating: "A", count: 86) + "=", "\0"])
  func none(_ text: String) {
    #expect(!MaskedToken.fits(text, token))
    #expect(!MaskedToken.fits(text, []))
  }

  @Test("Bytes come back from their letters, whatever they are", arguments: 0..<40)
  func letters(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + count) }
    #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
  }

  @Test("Two texts never stand for the same bytes")
  func onlyOne() {
    // Base64 writes one byte as two letters, and the last four bits of the second letter are
    // unused. They must be zero, because several texts could otherwise stand for the same byte.
    #expect(Base64URL.bytes("AA") == [0])
    #expect(Base64URL.bytes("AB") == nil)
  }
}

@Suite("Forms that are sent more than once")
struct FormUsesTests {
  private func use(_ number: Int, _ content: String = "x") -> FormUses.Use {
    FormUses.Use(number: number, content: content)
  }

  @Test("A form that is sent again leads where it led, another of the same page does not")
  func again() async {
    let uses = FormUses()
    let number = uses.next()
    #expect(await uses.claim(use(number)) == .first)
    uses.finish(use(number), leadingTo: "/tasks")
    #expect(await uses.claim(use(number)) == .done(leadingTo: "/tasks"))
    #expect(await uses.claim(use(number, "another button")) == .first)
  }

  @Test("What wrote nothing may be sent again")
  func mended() async {
    let uses = FormUses()
    let number = uses.next()
    #expect(await uses.claim(use(number)) == .first)
    uses.release(use(number))
    #expect(await uses.claim(use(number)) == .first)
  }

  @Test("A second press waits for the first, and does nothing of its own")
  func both() async {
    let uses = FormUses()
    let number = uses.next()
    #expect(await uses.claim(use(number)) == .first)
    let second = Task { await uses.claim(FormUses.Use(number: number, content: "x")) }
    await Task.yield()
    uses.finish(use(number), leadingTo: "/done")
    #expect(await second.value == .done(leadingTo: "/done"))
  }

  @Test("A number that no page had is refused", arguments: [0, -1, 2, .max])
  func forged(_ number: Int) async {
    let uses = FormUses()
    _ = uses.next()
    #expect(await uses.claim(use(number)) == .neverGiven)
  }

  @Test("A form of an earlier run is told apart from one that is too old, and neither is done")
  func earlierRun() async {
    let restarted = FormUses(after: 5, isSecondRun: true)
    #expect(await restarted.claim(use(5)) == .fromEarlierRun)
    #expect(await restarted.claim(use(restarted.next())) == .first)
    #expect(await FormUses(after: 5).claim(use(5)) == .tooOld)
  }

  @Test("A use that was forgotten is not done again")
  func forgotten() async {
    let uses = FormUses()
    var numbers: [Int] = []
    for _ in 0...FormUses.kept {
      numbers.append(uses.next())
      #expect(await uses.claim(use(numbers[numbers.count - 1])) == .first)
      uses.finish(use(numbers[numbers.count - 1]), leadingTo: "/")
    }
    #expect(await uses.claim(use(numbers[0])) == .tooOld)
    #expect(await uses.claim(use(numbers[1])) == .done(leadingTo: "/"))
  }
}

@Suite("Uploaded files that wait for an answer")
struct WaitingUploadTests {
  private struct Upload: StoredUpload {
    var path = "/nowhere"
  }

  @Test("A file waits no longer than asked for, and no longer than its command takes")
  func uploads() {
    let session = BrowserSession(
      "a", WebVisitor(visit: { _ in fatalError("no visit") }), token: [], now: 0)
    var withFile = HeldFields()
    withFile.files = [
      HTTP.Form.File(field: "file", name: "a.csv", type: nil, size: 1, content: Upload())
    ]
    session.hold(withFile, as: "early")
    session.hold(HeldFields(secrets: ["passphrase": ["x"]]), as: "secret")
    session.used(at: 10)
    session.hold(withFile, as: "late")
    session.forgetUploads(before: 10)
    #expect(session.held("early") == nil)
    #expect(session.held("secret") != nil && session.held("late") != nil)
    session.letGo("late")
    #expect(session.held("late") == nil && session.held("secret") != nil)
  }
}
