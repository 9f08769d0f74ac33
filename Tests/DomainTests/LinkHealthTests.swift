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
    arguments: [LinkAnswer.noFolder, .notFromHere, .offline, .libraryMissing, .notTried])
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

  @Test(
    "A link of the public web has a host with a name, and nothing that programs read differently",
    arguments: [
      ("https://example.com", true), ("HTTP://Video.Example.co.uk/a?b=1#c", true),
      ("https://a-1.example.edu/watch", true), ("https://example.com:8080/", false),
      ("https://localhost/", false), ("http://127.0.0.1/", false), ("http://2130706433/", false),
      ("http://0x7f000001/", false), ("http://127.1", false), ("http://[::1]/", false),
      ("http://example.com@127.0.0.1/", false), ("http://127.0.0.1\\.example.com/", false),
      ("http://router.lan/", false), ("http://printer.local", false), ("http://nas/", false),
      ("http://example.com./", false), ("http://.com/", false), ("http://exämple.com/", false),
      ("http://", false), ("ftp://example.com/", false), ("file:///etc/passwd", false),
      ("/etc/passwd", false), ("", false),
    ])
  func publicSite(link: String, isPublic: Bool) {
    #expect(PublicSite.isNamed(by: link) == isPublic)
  }
}
