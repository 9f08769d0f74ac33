import Basics
import CivilTime
import Domain
import Testing

@testable import DemoFamily

@Suite("The demo family holds together")
struct DemoConsistencyTests {
  @Test("No id is used twice", arguments: Look.all)
  func uniqueIDs(look: Look) {
    let data = look.data
    var ids = data.people.map(\.id) + [data.family.id]
    ids += data.members.map(\.id)
    ids += data.codeUses.map(\.id)
    ids += data.schools.map(\.id)
    ids += data.statusChanges.map(\.id)
    ids += data.coaches.map(\.id)
    ids += data.events.map(\.id)
    ids += data.interactions.map(\.id)
    ids += data.offers.map(\.id)
    ids += data.metrics.map(\.id)
    ids += data.documents.map(\.id)
    ids += data.letters.map(\.id)
    ids += data.athleteTasks.map(\.id)
    ids += data.notifications.map(\.id)
    ids += data.suggestions.map(\.id)
    ids += data.preferences.map(\.id)
    ids += data.views.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("Every reference leads to a row of the right kind", arguments: Look.all)
  func references(look: Look) {
    let data = look.data
    let people = Set(data.people.map(\.id))
    let schools = Set(data.schools.map(\.id))
    let staff = Dictionary(uniqueKeysWithValues: data.coaches.map { ($0.id, $0.schoolID) })
    let events = Set(data.events.map(\.id))
    let tasks = Set(TaskCatalogue.all.map(\.id))

    #expect(data.members.map(\.personID) == data.people.map(\.id))
    #expect(data.codeUses.allSatisfy { people.contains($0.personID) })
    #expect(data.statusChanges.allSatisfy { schools.contains($0.schoolID) })
    #expect(data.coaches.allSatisfy { schools.contains($0.schoolID) })
    #expect(data.suggestions.compactMap(\.relatedSchoolID).allSatisfy(schools.contains))
    #expect(data.suggestions.compactMap(\.relatedTaskID).allSatisfy(tasks.contains))
    for interaction in data.interactions {
      #expect(schools.contains(interaction.schoolID))
      #expect(interaction.coachID.map { staff[$0] == interaction.schoolID } ?? true)
      #expect(interaction.eventID.map(events.contains) ?? true)
      #expect(interaction.loggedBy == data.athlete.id)
    }
    #expect(data.offers.allSatisfy { schools.contains($0.schoolID) })
    #expect(data.offers.allSatisfy { $0.coachID.map { staff[$0] } == $0.schoolID })
    #expect(data.events.allSatisfy { $0.schoolID.map(schools.contains) ?? true })
    #expect(data.events.flatMap(\.coachesPresent).allSatisfy { staff[$0] != nil })
    #expect(data.metrics.allSatisfy { $0.eventID.map(events.contains) ?? true })
    #expect(data.documents.flatMap(\.sharedWithSchools).allSatisfy(schools.contains))
    #expect(data.letters.flatMap(\.schoolsSubmittedTo).allSatisfy(schools.contains))
    #expect(
      data.letters.compactMap(\.documentID).allSatisfy { id in
        data.documents.contains { $0.id == id && $0.type == .recommendationLetter }
      })
    #expect(data.athleteTasks.allSatisfy { tasks.contains($0.taskID) })
    #expect(Set(data.athleteTasks.map(\.taskID)).count == data.athleteTasks.count)
    #expect(data.preferences.allSatisfy { people.contains($0.personID) })
    #expect(data.devicePreferences.allSatisfy { people.contains($0.personID) })
    let parents = Set(data.parents.map(\.id))
    #expect(data.views.allSatisfy { parents.contains($0.parentID) })
  }

  @Test("A notification leads to the record it speaks of", arguments: Look.all)
  func notificationTargets(look: Look) {
    let data = look.data
    let known: [AppNotification.RelatedType: Set<RecordID>] = [
      .offer: Set(data.offers.map(\.id)), .event: Set(data.events.map(\.id)),
      .recommendation: Set(data.letters.map(\.id)), .coach: Set(data.coaches.map(\.id)),
      .school: Set(data.schools.map(\.id)), .interaction: Set(data.interactions.map(\.id)),
    ]
    for related in data.notifications.compactMap(\.related) {
      #expect(
        related.type.known.flatMap { known[$0] }?.contains(related.id ?? data.family.id) == true)
    }
    #expect(data.notifications.allSatisfy { $0.personID == data.athlete.id })
    #expect(data.suggestions.allSatisfy { $0.athleteID == data.athlete.id })
  }

  @Test("A deadline is as far away as its notification says", arguments: Look.all)
  func deadlines(look: Look) {
    let data = look.data
    var days: [RecordID: CalendarDay] = [:]
    for offer in data.offers { days[offer.id] = offer.deadlineDate }
    for letter in data.letters { days[letter.id] = letter.dueDate }
    for event in data.events { days[event.id] = event.startDate }
    let stated = data.notifications.filter { $0.title.contains(/in \d+ days?$/) }
    #expect(!stated.isEmpty)
    for notification in stated {
      let deadline = notification.related?.id.flatMap { days[$0] }
      let occasion = notification.occasion.flatMap { NotificationOccasion($0) }
      #expect(occasion?.items.first?.day == deadline && deadline != nil, "\(notification.title)")
      #expect(occasion?.items.first?.id == notification.related?.id, "\(notification.title)")
    }
  }

  @Test("All records belong to the athlete and the family", arguments: Look.all)
  func owners(look: Look) {
    let data = look.data
    let (athlete, family) = (data.athlete.id, data.family.id)
    #expect(data.family.playerID == athlete)
    #expect(data.schools.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.coaches.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.events.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.offers.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.metrics.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.documents.allSatisfy { $0.athleteID == athlete && $0.familyID == family })
    #expect(data.interactions.allSatisfy { $0.familyID == family })
    #expect(data.letters.allSatisfy { $0.athleteID == athlete })
    #expect(data.athleteTasks.allSatisfy { $0.athleteID == athlete })
  }

  @Test("A coach's last contact is the newest interaction with that coach", arguments: Look.all)
  func lastContact(look: Look) {
    for coach in look.data.coaches {
      let newest = look.data.interactions.filter { $0.coachID == coach.id }.map(\.occurredAt).max()
      #expect(coach.lastContactDate == newest)
    }
    #expect(look.data.coaches.contains { $0.lastContactDate == nil })
  }

  @Test("A school's history leads step by step to its status", arguments: Look.all)
  func statusHistory(look: Look) {
    for school in look.data.schools {
      let changes = look.data.statusChanges.filter { $0.schoolID == school.id }
      var status: Open<SchoolStatus>? = .known(.researching)
      for change in changes {
        #expect(change.previousStatus == status)
        #expect(change.newStatus != change.previousStatus)
        status = change.newStatus
      }
      #expect(school.status == status)
      #expect(school.statusChangedAt == changes.last?.changedAt)
      #expect(changes.map(\.changedAt) == changes.map(\.changedAt).sorted())
      #expect(changes.allSatisfy { $0.changedAt >= school.createdAt ?? look.now })
    }
  }

  @Test("Offers keep the rules of the form", arguments: Look.all)
  func offers(look: Look) {
    for offer in look.data.offers {
      #expect(offer.scholarshipAmount == nil || offer.scholarshipPercentage == nil)
      #expect(offer.offerDate <= look.today)
      #expect(offer.deadlineDate.map { $0 >= offer.offerDate } ?? true)
      let isAhead = offer.deadlineDate.map { $0 >= look.today }
      if offer.status == .pending { #expect(isAhead == true) }
      if offer.status == .expired { #expect(isAhead == false) }
      let school = look.data.schools.first { $0.id == offer.schoolID }
      if offer.status == .accepted { #expect(school?.status?.known == .committed) }
      if offer.scholarshipAmount != nil || offer.scholarshipPercentage != nil {
        #expect(school?.division?.known != .d3, "Division III gives no athletic aid")
      }
    }
  }

  @Test("Progress respects the prerequisites and their order", arguments: Look.all)
  func progress(look: Look) {
    let rows = Dictionary(uniqueKeysWithValues: look.data.athleteTasks.map { ($0.taskID, $0) })
    for task in TaskCatalogue.templates {
      guard let row = rows[task.id], let status = row.status.known else { continue }
      #expect((row.completedAt != nil) == (status == .completed))
      guard status.needsPrerequisites else { continue }
      for need in task.dependencyIDs {
        #expect(rows[need]?.status.known == .completed, "\(task.title)")
        if let completed = row.completedAt, let before = rows[need]?.completedAt {
          #expect(before < completed, "\(task.title)")
        }
      }
    }
    #expect(look.data.athleteTasks.contains { $0.deadline != nil })
  }

  @Test("Numbers go where an athlete's numbers go")
  func trends() {
    let metrics = Look.all[0].data.metrics
    func change(_ type: MetricType) -> Double {
      let values = metrics.filter { $0.type == type }.map(\.value).suffix(10)
      let (first, last) = (values.prefix(3).reduce(0, +), values.suffix(3).reduce(0, +))
      return last / first
    }
    #expect(change(.popTime) < 0.99)
    #expect(change(.exitVelo) > 1.01)
    #expect(change(.velocity) > 1.01)
    #expect(change(.era) > 1.01)
    #expect(metrics.contains { $0.isVerified } && metrics.contains { !$0.isVerified })
    #expect(metrics.filter(\.isVerified).allSatisfy { $0.eventID != nil })
  }
}
