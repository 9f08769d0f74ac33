import CivilTime
import Domain

/// The inputs for all parts of the demo family: random numbers, the calendar, the people, and the
/// schools' stories.
struct DemoStage: Sendable {
  let random: SeededGenerator
  let calendar: DemoCalendar
  let cast: DemoCast
  let stories: [SchoolStory]

  /// Returns the story at position `index` among the stories with that ending.
  func story(_ ending: SchoolEnding, _ index: Int = 0) -> SchoolStory? {
    stories.lazy.filter { $0.ending == ending }.dropFirst(index).first
  }
}
