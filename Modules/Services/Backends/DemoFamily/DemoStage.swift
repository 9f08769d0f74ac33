import CivilTime
import Domain

/// The inputs of all parts of the family: random numbers, the calendar, the people, and the schools' stories.
struct DemoStage: Sendable {
  let random: SeededGenerator
  let calendar: DemoCalendar
  let cast: DemoCast
  let stories: [SchoolStory]

  /// The `index`th story with that ending, in the order of the list.
  func story(_ ending: SchoolEnding, _ index: Int = 0) -> SchoolStory? {
    stories.lazy.filter { $0.ending == ending }.dropFirst(index).first
  }
}
