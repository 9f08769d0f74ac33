import FeatureKit
import Testing

@testable import FeatureTesting

@Suite struct ValueLinesTests {
  struct Person: Equatable {
    var name: String
    var nick: String?
    var years: [Int] = []
  }

  enum Shape: Equatable {
    case point
    case circle(radius: Double)
    case line(Int, to: Int)
    case framed(Person)
  }

  struct Row: CustomTestStringConvertible, @unchecked Sendable {
    // `Any` is not `Sendable`. Sharing the rows between threads is safe, because they are made once
    // and then only read.
    var value: Any
    var text: String

    init(_ value: Any, _ text: String) {
      self.value = value
      self.text = text
    }

    var testDescription: String { text }
  }

  @Test(
    "A value is written as people would write it",
    arguments: [
      Row(1, "1"),
      Row("a \"b\"\n", #""a \"b\"\n""#),
      Row("word".prefix(2), #""wo""#),
      Row(Int?.none as Any, "nil"),
      Row(Int?.some(3) as Any, "3"),
      Row((1, "x"), #"(1, "x")"#),
      Row((left: 1, right: 2), "(left: 1, right: 2)"),
      Row([Int](), "[]"),
      Row([Int: Int](), "[:]"),
      Row([1, 2], "[\n  1,\n  2\n]"),
      Row(Set(["b", "a"]), "[\n  \"a\",\n  \"b\"\n]"),
      Row(["b": 1, "a": 2], "[\n  \"a\": 2,\n  \"b\": 1\n]"),
      Row(Shape.point, ".point"),
      Row(Shape.circle(radius: 1.5), ".circle(radius: 1.5)"),
      Row(Shape.line(1, to: 2), ".line(1, to: 2)"),
      Row(
        Shape.framed(Person(name: "Sam")), ".framed(Person(name: \"Sam\", nick: nil, years: []))"),
      Row(
        Person(name: "Sam", years: [2028]),
        "Person(\n  name: \"Sam\",\n  nick: nil,\n  years: [\n    2028\n  ]\n)"),
      Row(
        Result<Int, Problem>.failure(Problem(.offline, "Off.")),
        """
        .failure(
          Problem(
            cause: .offline,
            title: "Off.",
            details: [],
            fix: nil,
            parameters: [],
            choices: [],
            awaitsSetUp: false
          )
        )
        """
      ),
      Row(SecretText("hunter2"), "••••"),
      Row({ (number: Int) in number } as (Int) -> Int, "(function)"),
      Row(RecordID.numbered(1), "00000000-0000-4000-8000-000000000001"),
    ])
  func words(row: Row) {
    #expect(ValueLines(row.value).text == row.text)
  }

  @Test("A value wider than a line is split into its parts")
  func wide() {
    let person = Person(name: String(repeating: "m", count: 70))
    #expect(
      ValueLines([person]).lines == [
        "[", "  Person(", "    name: \"\(person.name)\",", "    nick: nil,", "    years: []", "  )",
        "]",
      ])
  }

  @Test("Far from a change, equal lines are left out")
  func folded() {
    let before = (1...20).map { $0 }
    var after = before
    after[9] = 0
    after.append(21)
    #expect(
      LineDifference.text(expected: before, actual: after) == """
          [
          …
            7,
            8,
            9,
        -   10,
        +   0,
            11,
            12,
            13,
          …
            17,
            18,
            19,
        -   20
        +   20,
        +   21
          ]
        """)
  }
}
