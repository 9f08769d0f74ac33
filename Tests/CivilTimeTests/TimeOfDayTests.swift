import Testing

@testable import CivilTime

@Suite("Times of day as people write them")
struct TimeOfDayTests {
  @Test(
    "Both clocks are read",
    arguments: [
      ("9:30", "09:30"), ("21:05", "21:05"), ("9pm", "21:00"), ("9 PM", "21:00"),
      ("7:05 a.m.", "07:05"), ("12am", "00:00"), ("12:30 am", "00:30"), ("12 pm", "12:00"),
      ("noon", "12:00"),
    ])
  func read(text: String, time: String) {
    #expect(TimeOfDay.written(text)?.description == time)
  }

  @Test(
    "What is no time is none",
    arguments: ["", "pm", "9", "13pm", "0am", "9:5pm", "25:00", "9:60 am", "soon"])
  func refused(text: String) {
    #expect(TimeOfDay.written(text) == nil)
  }
}
