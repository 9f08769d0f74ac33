import CivilTime
import Domain

/// The inputs from which all parts of the demo family are generated: random numbers, the calendar,
/// the people, and the stories of the schools.
struct DemoStage: Sendable {
  let random: SeededGenerator
  let calendar: DemoCalendar
  let cast: DemoCast
  let stories: [SchoolStory]

  /// Returns the school story with this ending. If several stories have the ending, `index` chooses
  /// one of them, in the order of `stories`.
  func story(_ ending: SchoolEnding, _ index: Int = 0) -> SchoolStory? {
    stories.lazy.filter { $0.ending == ending }.dropFirst(index).first
  }
}
