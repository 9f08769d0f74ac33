import Basics
import Testing

@Suite struct RouteTests {
  struct Both: Sendable, CustomTestStringConvertible {
    var pattern: RoutePattern
    var path: String
    var command: String

    init(_ path: String, _ command: String, _ given: String, _ text: String) {
      pattern = RoutePattern(path, command)
      self.path = given
      self.command = text
    }

    var testDescription: String { path }
  }

  @Test(
    "A path and its command text stand for each other",
    arguments: [
      Both("/", "dashboard", "/", "dashboard"),
      Both("/tasks", "tasks list", "/tasks", "tasks list"),
      Both("/schools/{id}", "schools show {id}", "/schools/s4", "schools show s4"),
      Both(
        "/schools/{name}", "schools show {name}", "/schools/Cedar%20Valley",
        "schools show \"Cedar Valley\""),
      Both("/schools/{name}", "schools show {name}", "/schools/a%2Fb", "schools show a/b"),
      Both("/schools/{name}", "schools show {name}", "/schools/%7Bx%7D", "schools show {x}"),
      Both("/schools/{name}", "schools show {name}", "/schools/--all", "schools show \"--all\""),
      Both("/schools/{name}", "schools show {name}", "/schools/%23", "schools show \"#\""),
      Both(
        "/schools/{name}", "schools show {name}", "/schools/x%22%3B%20erase%20%27%5C",
        #"schools show "x\"; erase '\\""#),
      Both(
        "/schools/{name}", "schools show {name}", "/schools/%C3%A9%F0%9F%91%81", "schools show é👁"),
      Both(
        "/coaches?highlight={name}", "coaches show {name}", "/coaches?highlight=c%2B%26%3D1",
        "coaches show c+&=1"),
      Both(
        "/a/{one}/b/{two}?q={three}", "noun verb {two} {one} --q {three}", "/a/1/b/2?q=3",
        "noun verb 2 1 --q 3"),
    ])
  func bothWays(both: Both) {
    #expect(both.pattern.command(for: Route(both.path)) == both.command)
    #expect(both.pattern.route(for: both.command) == Route(both.path))
  }

  @Test(
    "Paths are read as browsers write them",
    arguments: [
      ("/schools/s4/", "schools show s4"), ("schools/s4", "schools show s4"),
      ("//schools//s4", "schools show s4"), ("/sch%6Fols/s4", "schools show s4"),
      ("/schools/s4#top", "schools show s4"),
      ("/schools/s4?tab=1", "schools show s4"), ("/schools/s%zz", "schools show s%zz"),
      ("/schools/100%", "schools show 100%"), ("/schools/%+5", "schools show %+5"),
      ("/schools/a+b", "schools show a+b"), ("/schools/%ff", "schools show \u{FFFD}"),
    ])
  func lenient(path: String, command: String) {
    #expect(
      RoutePattern("/schools/{name}", "schools show {name}").command(for: Route(path)) == command)
  }

  @Test(
    "A placeholder for a record takes an id or a handle, and no other text",
    arguments: [
      ("s4", true), ("S4", true), ("4", true), ("00000000-0000-4000-8000-00000000000a", true),
      ("-1", false), ("Kent", false), ("s4x", false), ("s", false), ("s٤", false), ("é4", false),
    ])
  func record(text: String, isTaken: Bool) {
    let pattern = RoutePattern("/schools/{id}", "schools show {id}")
    #expect((pattern.command(for: Route("/schools/\(text)")) != nil) == isTaken)
    #expect((pattern.route(for: "schools show \(text)") != nil) == isTaken)
  }

  @Test("A plus in a query is a space, and the first of several values counts")
  func query() {
    let pattern = RoutePattern("/coaches?name={name}", "coaches show {name}")
    #expect(
      pattern.command(for: Route("/coaches?x=1&name=Ana+R&name=2")) == "coaches show \"Ana R\"")
  }

  @Test(
    "Another path is not of this shape",
    arguments: ["/", "/schools", "/schools/", "/schools/s4/edit", "/coaches/s4", "/Schools/s4"])
  func otherPath(path: String) {
    #expect(RoutePattern("/schools/{id}", "schools show {id}").command(for: Route(path)) == nil)
  }

  @Test(
    "A query that is missing or empty is not of this shape", arguments: ["", "?name", "?name="])
  func otherQuery(query: String) {
    let pattern = RoutePattern("/coaches?name={name}", "coaches show {name}")
    #expect(pattern.command(for: Route("/coaches" + query)) == nil)
  }

  @Test(
    "Another command text is not of this shape",
    arguments: [
      "", "schools", "schools show", "schools show s4 s5", "schools edit s4", "schools show --all",
      "schools show \"", "schools show \"\"",
    ])
  func otherCommand(text: String) {
    #expect(RoutePattern("/schools/{id}", "schools show {id}").route(for: text) == nil)
  }
}
