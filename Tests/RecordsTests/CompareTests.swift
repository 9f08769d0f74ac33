import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Offers side by side")
struct CompareTests {
  /// Returns an offer of the second school of `Sample`. The tests compare it with the offer of the
  /// first school.
  private static func other(_ change: (inout Offer) -> Void = { _ in }) -> Offer {
    var offer = Offer(
      id: .numbered(41), athleteID: ExampleFamily.sam, schoolID: Sample.other.id,
      familyID: ExampleFamily.samsFamily, type: .fullRide, offerDate: Sample.day(2026, 1, 10))
    offer.scholarshipPercentage = 80
    offer.deadlineDate = Sample.day(2026, 3, 1)
    change(&offer)
    return offer
  }

  @Test("A column for each offer that can still be taken, and a line for each fact that one has")
  func table() async throws {
    let stage = Stage { rows in
      rows.offers += [
        Self.other(), Self.other(withID: 42, .declined), Self.other(withID: 43, .expired),
      ]
    }
    let page = try await stage.show("offers compare")
    #expect(page.title == "Offers side by side" && page.context == "2 offers")
    let table = try #require(page.tables.first)
    #expect(table.isByColumn)
    #expect(
      table.columns.map(\.title) == [
        "Offer", "Cedar Valley University", "Granite Ford University",
      ])
    #expect(table.columns.map(\.handle) == [nil, "o1", "o2"])
    #expect(
      table.rows == [
        ["Type", "Partial", "Full ride"], ["Status", "Pending", "Pending"],
        ["Scholarship", "$12,500", ""], ["Scholarship share", "", "80%"],
        ["Offered", "Jan 20, 2026", "Jan 10, 2026"],
        ["Deadline", "Feb 11, 2026 (tomorrow)", "Mar 1, 2026 (in 19 days)"],
        ["Coach", "Rivera, Ana", ""],
        ["Conditions", "GPA of 3.0", ""],
      ])
    #expect(
      page.paragraphs == ["Earliest deadline: Cedar Valley University, Feb 11, 2026 (tomorrow)."])
  }

  @Test("Offers that are named are compared in that order, whatever became of them")
  func named() async throws {
    let stage = Stage { $0.offers.append(Self.other { $0.status = .known(.declined) }) }
    let page = try await stage.show("offers compare o2 o1")
    #expect(page.tables.first?.columns.map(\.handle) == [nil, "o2", "o1"])
    #expect(page.tables.first?.rows[1] == ["Status", "Declined", "Pending"])
    #expect(page.paragraphs.isEmpty)
  }

  @Test("The pending offer that has to be answered first leads, unless another order is chosen")
  func answeredFirst() async throws {
    let stage = Stage { rows in
      rows.offers += [
        Self.other(),
        Self.other(withID: 42, .pending) { $0.offerDate = Sample.day(2026, 2, 2) },
        Self.other(withID: 43, .accepted) {
          $0.offerDate = Sample.day(2026, 2, 5)
          $0.deadlineDate = Sample.day(2026, 2, 9)
        },
        Self.other(withID: 44, .pending) {
          $0.offerDate = Sample.day(2025, 12, 1)
          $0.deadlineDate = Sample.day(2026, 2, 10)
        },
      ]
    }
    #expect(try await stage.show("offers").handles == ["o5", "o1", "o2", "o3", "o4"])
    #expect(
      try await stage.show("offers --sort date").handles == ["o4", "o3", "o1", "o2", "o5"])
    let page = try await stage.withButtons.show("offers --sort date")
    let list = try #require(
      page.blocks.lazy.compactMap { if case .list(let list) = $0 { list } else { nil } }.first)
    #expect(list.columns.first?.order == "school")
    #expect(list.columns.contains(.init("Offered", order: "date")))
    #expect(
      try await stage.show("offers compare").tables.first?.columns.map(\.handle) == [
        nil, "o5", "o1", "o2", "o3", "o4",
      ])
  }

  @Test("Two offers of one school are told apart by what they are")
  func namesakes() async throws {
    let stage = Stage { rows in
      rows.offers += [
        Self.other { $0.schoolID = Sample.school.id },
        Self.other(withID: 42, .pending) { $0.schoolID = Sample.school.id },
      ]
    }
    #expect(
      try await stage.show("offers compare").tables.first?.columns.map(\.title) == [
        "Offer", "Cedar Valley University, partial", "Cedar Valley University, full ride, o2",
        "Cedar Valley University, full ride, o3",
      ])
  }

  @Test("In a browser the primary action opens the pending offer whose deadline is first")
  func decision() async throws {
    func leading(_ stage: Stage) async throws -> [CommandLink] {
      try await stage.show("offers compare").links.filter(\.leads)
    }
    let two = Stage { $0.offers.append(Self.other()) }
    let links = try await leading(two.withButtons)
    #expect(links.map(\.label) == ["Decide: Cedar Valley University"])
    #expect(links.map(\.command) == ["offers show o1"])
    #expect(try await leading(two).isEmpty)
    let accepted = Stage { $0.offers[0].status = .known(.accepted) }
    #expect(try await leading(accepted.withButtons).isEmpty)
    #expect(try await leading(Stage(as: ExampleFamily.dana).withButtons).isEmpty)
  }

  @Test("Without an offer that can be taken the page says where the others are")
  func none() async throws {
    let declined = try await Stage { $0.offers[0].status = .known(.declined) }
      .show("offers compare")
    #expect(declined.empty?.text == "No offer can still be taken.")
    #expect(
      try await Stage(MadeUpFamily.empty).show("offers compare").empty?.text == "No offers yet")
  }

  @Test("The list of offers leads there once there are two")
  func links() async throws {
    #expect(try await Stage().show("offers").commands.contains("offers compare") == false)
    let two = Stage { $0.offers.append(Self.other()) }
    #expect(try await two.show("offers").commands.contains("offers compare"))
    #expect(
      try await Stage(as: ExampleFamily.dana) { $0.offers.append(Self.other()) }
        .show("offers").commands.contains("offers compare"))
  }
}

extension CompareTests {
  private static func other(
    withID number: UInt64, _ status: OfferStatus, _ change: (inout Offer) -> Void = { _ in }
  ) -> Offer {
    var offer = Offer(
      id: .numbered(number), athleteID: ExampleFamily.sam, schoolID: Sample.other.id,
      familyID: ExampleFamily.samsFamily, type: .fullRide, offerDate: Sample.day(2026, 1, 10))
    offer.status = .known(status)
    change(&offer)
    return offer
  }
}
