import Charts
import Testing

@Suite("Small bars")
struct MiniBarsTests {
  @Test(
    "The lowest stands at a tenth, the highest at one, equal values in between",
    arguments: [
      ([1.0, 2, 3], [0.1, 0.55, 1.0]), ([80, 80], [0.55, 0.55]), ([], []), ([-1, 1], [0.1, 1]),
    ] as [([Double], [Double?])])
  func heights(values: [Double], heights: [Double?]) {
    #expect(MiniBars.heights(values) == heights)
  }

  @Test("What is no number has no bar")
  func notANumber() {
    #expect(MiniBars.heights([1, .nan, 2, .infinity]) == [0.1, nil, 1, nil])
    #expect(MiniBars.heights([.nan]) == [nil])
  }
}
