import Basics
import JSON
import Testing

@testable import ServerInterface

@Suite struct ShapeTests {
  @Test(
    "A value is taken if it has the form that is described, and else the message names it",
    arguments: [
      (.text(1...3), "", "`x` must be a text of 1 to 3 characters."), (.text(1...3), "a", nil),
      (.text(1...3), "abc", nil),
      (.text(1...3), "abcd", "`x` must be a text of 1 to 3 characters."),
      (.text(max: 2), nil, "`x` must be a text of at most 2 characters."),
      (.whole(9...12), 8, "`x` must be a whole number from 9 to 12."), (.whole(9...12), 9, nil),
      (.whole(9...12), 12, nil), (.whole(9...12), 13, "`x` must be a whole number from 9 to 12."),
      (.whole(9...12), 9.5, "`x` must be a whole number from 9 to 12."),
      (.whole(9...12), "10", "`x` must be a whole number from 9 to 12."),
      (.word(["a", "b"]), "a", nil), (.word(["a", "b"]), "c", "`x` must be one of: a, b."),
      (.flag, true, nil), (.flag, "true", "`x` must be true or false."),
      (.day, "2026-02-29", "`x` must be a day like 2026-02-10."), (.day, "2028-02-29", nil),
      (.moment, "2026-02-10", "`x` must be a time like 2026-02-10T12:00:00Z."),
      (.moment, "2026-02-10T12:00:00Z", nil),
      (.id, "0a5d87f9", "`x` must be an id."), (.id, "7d3f6a0e-3c55-4a0c-9d43-0f8b4a5f2c11", nil),
      (.number, 1.5, nil), (.number, "1.5", "`x` must be a number."),
      (.email, "a@b", nil), (.email, "ab", "`x` must be an e-mail address."),
      (.path(max: 9), "/schools", nil), (.path(max: 8), "/schools", nil),
      (
        .path(max: 7), "/schools",
        "`x` must be a path of these pages, such as /schools, of at most 7 characters."
      ),
      (
        .path(max: 9), "//a.org",
        "`x` must be a path of these pages, such as /schools, of at most 9 characters."
      ),
      (
        .path(max: 9), #"/\a.org"#,
        "`x` must be a path of these pages, such as /schools, of at most 9 characters."
      ),
      (.orNull(.flag), nil, nil), (.orNull(.flag), 1, "`x` must be true or false."),
      (.list(.flag, most: 1), [], nil), (.list(.flag, most: 1), [true], nil),
      (.list(.flag, most: 1), [true, true], "`x` must be a list of at most 1."),
      (.list(.flag, most: 1), [3], "`x[0]` must be true or false."),
      (.object([.needed("y", .flag)]), [:], "`x.y` is missing."),
      (.object([.needed("y", .flag)]), ["y": nil], "`x.y` must be true or false."),
      (.object([.optional("y", .flag)]), [:], nil),
      (.object([.optional("y", .flag)]), ["z": 1], "`x.z` is not known here."),
      (.openObject([.needed("y", .flag)]), ["y": true, "z": 1], nil),
      (.openObject([.needed("y", .flag)]), ["z": 1], "`x.y` is missing."),
      (.openObject([.needed("y", .flag)]), ["y": 1], "`x.y` must be true or false."),
      (.openObject([]), [], "`x` must be an object."),
      (.object([]), [], "`x` must be an object."), (.members, ["z": 1], nil),
    ] as [(Shape, JSONValue, String?)])
  func check(_ shape: Shape, _ value: JSONValue, _ refusal: String?) {
    do throws(Problem) {
      try shape.check(value, as: "x")
      #expect(refusal == nil)
    } catch {
      #expect(error.title == refusal)
    }
  }
}
