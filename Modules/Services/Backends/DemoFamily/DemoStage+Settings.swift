import Basics
import CivilTime
import Domain
import JSON

extension DemoStage {
  /// Returns the stored preferences of the athlete and the parents.
  func preferences() -> [MadeUpFamily.Preference] {
    var random = random.branch("preferences")
    var saved: [MadeUpFamily.Preference] = []
    func save(_ category: PreferenceCategory, _ value: JSONValue, of person: Person, ago: Int) {
      saved.append(
        MadeUpFamily.Preference(
          id: random.recordID(), personID: person.id, category: category, value: value,
          savedAt: calendar.instant(ago: ago, minute: 20 * 60)))
    }
    save(.player, player().value, of: cast.athlete, ago: 30)
    save(.location, home().value, of: cast.athlete, ago: 395)
    save(.school, wishes(random: random.branch("wishes")).value, of: cast.athlete, ago: 150)
    save(.notifications, nightlyQuiet(), of: cast.athlete, ago: 120)
    let dashboard = DashboardSettings(reading: nil)
      .setting(DashboardWidget.athleteActivity.rawValue, in: .widgets, to: false)
    save(.dashboard, dashboard.value, of: cast.athlete, ago: 60)
    var reports = SavedReports()
    reports.save(SavedReport("Fall", range: "2025-09-01..2025-11-30"))
    save(.reports, reports.value, of: cast.athlete, ago: 45)
    for parent in cast.people.dropFirst() {
      save(.notifications, importantOnly(), of: parent, ago: 110)
    }
    return saved
  }

  /// Returns the values that are stored on this machine only: the to-dos, and the days on which the
  /// program last wrote notifications and suggestions. That day is today, so that the program adds
  /// no notifications and suggestions of its own to the demo.
  func devicePreferences() -> [MadeUpFamily.DevicePreference] {
    quickTasks()
      + ["notifications", "suggestions"].map { chore in
        MadeUpFamily.DevicePreference(
          personID: cast.athlete.id, key: DevicePreferenceKey.dailyChore(chore),
          text: calendar.today.description)
      }
  }

  /// Returns the two to-do lists of the demo family, one of the athlete and one of a parent.
  private func quickTasks() -> [MadeUpFamily.DevicePreference] {
    var random = random.branch("quick tasks")
    let lists = [
      ["Charge the camera", "Print the packing list", "Thank the trainer", "Order new laces"],
      ["Book the hotel for the showcase", "Send the camp fee"],
    ]
    return zip(cast.people, lists).map { person, texts in
      let tasks = texts.enumerated().map { index, text in
        let isDone = index == 0
        return QuickTask(
          id: random.recordID(), text: text, isCompleted: isDone,
          createdAt: calendar.instant(ago: 9 - index, minute: 17 * 60 + index),
          completedAt: isDone ? calendar.instant(ago: 2, minute: 18 * 60) : nil)
      }
      return MadeUpFamily.DevicePreference(
        personID: person.id, key: DevicePreferenceKey.quickTasks(user: person.id),
        text: QuickTask.text(of: tasks))
    }
  }

  private func player() -> PlayerProfile {
    var player = PlayerProfile()
    player.graduationYear = cast.athlete.graduationYear
    player.primarySport = "baseball"
    player.primaryPosition = "C"
    if let grip = MetricType(rawValue: "own:higher:lbs:Grip_strength") { try? player.add(grip) }
    player.positions = ["C", "3B"]
    player.highSchool = DemoCast.highSchool
    player.clubTeam = DemoCast.club
    player.bats = .left
    player.throwing = .right
    player.heightInches = 71
    player.weightPounds = 186
    player.gpa = cast.athlete.gpa
    player.satScore = cast.athlete.satScore
    player.coreCourses = ["English 11", "Algebra II", "Biology", "U.S. History", "Spanish III"]
    player.email = cast.athlete.email
    player.phone = cast.athlete.phone
    player.allowsSharingEmail = true
    player.allowsSharingPhone = false
    player.twitterHandle = "demo_catcher"
    player.videoLinks = [
      VideoLink(
        title: "Highlights, junior year", url: "https://example.com/files/highlights-2.mp4",
        platform: "Web")
    ]
    return player
  }

  private func home() -> HomeLocation {
    var home = HomeLocation()
    home.city = DemoCast.city
    home.state = "OH"
    home.zip = cast.athlete.zipCode
    home.latitude = 40.1
    home.longitude = -82.9
    return home
  }

  private func wishes(random: SeededGenerator) -> SchoolWishes {
    var random = random
    var wishes = SchoolWishes()
    wishes.wishes = [
      SchoolWishes.Wish(
        id: random.recordID().description, category: .known(.academic), type: "major",
        value: "Biology", priority: 1, isDealbreaker: true),
      SchoolWishes.Wish(
        id: random.recordID().description, category: .known(.location), type: "max_miles",
        value: 500, priority: 2),
      SchoolWishes.Wish(
        id: random.recordID().description, category: .known(.program), type: "division",
        value: ["D2", "D3", "NAIA"], priority: 3),
      SchoolWishes.Wish(
        id: random.recordID().description, category: .known(.custom), type: "text",
        value: "A lake nearby", priority: 4),
    ]
    wishes.lastUpdated = calendar.instant(ago: 150, minute: 20 * 60)
    return wishes
  }

  private func nightlyQuiet() -> JSONValue {
    var settings = NotificationSettings()
    settings.followUpReminderDays = 10
    settings.quietHoursStart = TimeOfDay(hour: 22, minute: 0)
    settings.quietHoursEnd = TimeOfDay(hour: 7, minute: 0)
    return settings.written(over: nil)
  }

  private func importantOnly() -> JSONValue {
    var settings = NotificationSettings()
    settings.enableDailyDigest = false
    return settings.written(over: nil)
  }
}
