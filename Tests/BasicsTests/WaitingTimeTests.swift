import Basics
import Testing

@Suite struct WaitingTimeTests {
  @Test(
    "A time to wait is said in seconds below two minutes and in minutes from there, rounded up",
    arguments: [
      (1, "1 second"), (999, "1 second"), (1_001, "2 seconds"), (119_000, "119 seconds"),
      (119_001, "2 minutes"), (120_001, "3 minutes"), (300_000, "5 minutes"),
    ])
  func waitingTime(milliseconds: Int64, words: String) {
    #expect(Duration.milliseconds(milliseconds).waitingTime == words)
  }
}
