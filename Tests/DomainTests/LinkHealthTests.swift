import Domain
import Testing

@Suite("What an answer says of a link")
struct LinkHealthTests {
  @Test(
    "Broken is what a coach would find broken; trouble, sign-ins and silence are unknown",
    arguments: [
      (LinkAnswer.status(200), LinkHealth.healthy), (.status(206), .healthy),
      (.status(399), .healthy), (.status(400), .broken), (.status(404), .broken),
      (.status(410), .broken), (.status(401), .unknown), (.status(403), .unknown),
      (.status(429), .unknown), (.status(500), .unknown), (.status(503), .unknown),
      (.hostUnknown, .broken), (.connectionRefused, .broken), (.untrusted, .broken),
      (.tooManyRedirections, .broken), (.connectionLost, .unknown),
      (.timedOut(seconds: 10), .unknown), (.strange, .unknown), (.fileFound, .healthy),
      (.fileMissing, .broken), (.fileUnreadable, .broken),
    ])
  func health(answer: LinkAnswer, health: LinkHealth) {
    #expect(answer.health == health)
  }

  @Test(
    "Where nothing was learned, nothing is said",
    arguments: [LinkAnswer.offline, .libraryMissing, .notTried])
  func nothing(_ answer: LinkAnswer) {
    #expect(answer.health == nil)
    #expect(answer.words.hasPrefix("not tried"))
  }

  @Test(
    "An answer in words",
    arguments: [
      (LinkAnswer.status(404), "answers 404, not found"),
      (.status(200), "answers 200, found"), (.status(418), "answers 418"),
      (.status(503), "answers 503, has trouble now"),
      (.timedOut(seconds: 1), "no answer within 1 second"),
      (.timedOut(seconds: 10), "no answer within 10 seconds"),
      (.fileMissing, "there is no such file"),
    ])
  func words(answer: LinkAnswer, words: String) {
    #expect(answer.words == words)
  }
}
