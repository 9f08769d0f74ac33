import Basics
import Testing

@Suite("Addresses from data")
struct WebAddressTests {
  @Test(
    "A web address may become a link",
    arguments: [
      "https://youtu.be/abc", "http://example.org", "HTTPS://Hudl.com/v?x=1#t", "https://a.b:8080/",
      "https://münchen.de/ä",
    ])
  func links(text: String) {
    #expect(WebAddress.isLink(text))
  }

  @Test(
    "Nothing else may",
    arguments: [
      "", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "ftp://example.org",
      "file:///etc/passwd", "//example.org", "example.org", "https://", "https://localhost",
      "https://.org", "https://a.b/\" onclick=x", "https://a.b/<b>", "https://a.b/ x",
      "https://a.b/\n", "https://a.b/\u{1B}", "\u{1}https://a.b/",
      "https://a.b/" + String(repeating: "x", count: 2000),
    ])
  func others(text: String) {
    #expect(!WebAddress.isLink(text))
  }

  @Test("The host is told without sign-in, port and case")
  func host() {
    #expect(WebAddress.host(of: "https://user:word@WWW.Hudl.com:443/x") == "www.hudl.com")
    #expect(WebAddress.host(of: "https://hudl.com@evil.example/") == "evil.example")
  }
}
