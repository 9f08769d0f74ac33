import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct RecordIndexContracts {
  @Test("A handle, an id and words find the same task")
  func threeWays() async throws {
    let (stage, cast) = try await Stage.cast()
    let resolver = try stage.acting(cast.sam).recordIndex.resolver { cast.sam.id }
    let expected = TaskCatalogue.all[4]
    for typed in ["t5", "5", "T5", expected.id.description, expected.title] {
      let found = try await resolver.resolve(typed, as: [.task])
      #expect(found.id == expected.id, "\(typed)")
      #expect(found.handle == "t5")
      #expect(found.title == expected.title)
    }
  }

  @Test(
    "The beginnings of words find a person, accents and capitals aside")
  func accents() async throws {
    let (stage, cast) = try await Stage.cast()
    let zoe = try await stage.acting(nil as RecordID?).people.createAccount(
      NewAccount(role: .parent, name: "Zoë Ångström")
    ).person
    _ = try await stage.acting(zoe).families.join(code: cast.family.code ?? "")
    let resolver = try stage.acting(cast.sam).recordIndex.resolver { cast.sam.id }
    for typed in ["zoe", "ang", "ZOË ÅNG", "p5"] {
      #expect(try await resolver.resolve(typed, as: [.person]) == zoe, "\(typed)")
    }
  }

  @Test(
    "Whoever gave no name is called by their role, never by an address we made up")
  func nameless() async throws {
    let stage = Stage()
    let people = try stage.acting(nil as RecordID?).people
    for role in [UserRole.player, .parent] {
      let person = try await people.createAccount(NewAccount(role: role)).person
      let found = try await stage.acting(person).recordIndex.find(
        .id([.person], person.id), of: nil)
      #expect(found.map(\.reference) == [person])
      #expect(found.map(\.detail) == [role.words])
      #expect(person.title == (role == .player ? "Athlete" : "Parent"))
    }
  }

  @Test("Two that fit are listed, none is not found")
  func ambiguous() async throws {
    let (stage, cast) = try await Stage.cast()
    let resolver = try stage.acting(cast.dana).recordIndex.resolver { cast.sam.id }
    #expect(await cause { _ = try await resolver.resolve("lee", as: [.person]) } == .usage)
    #expect(await cause { _ = try await resolver.resolve("nobody", as: [.person]) } == .notFound)
    #expect(await cause { _ = try await resolver.resolve("t999", as: [.task]) } == .notFound)
  }

  @Test("Records of one name are told apart by more than their detail, and others are not")
  func alike() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for (name, division) in [("Kent", Division.d1), ("Kent", .d3), ("Yale", .d1)] {
      _ = try await sam.schools.add(for: cast.sam.id) {
        $0.name = name
        $0.division = .known(division)
      }
    }
    let resolver = sam.recordIndex.resolver { cast.sam.id }
    let found = await resolver.candidates(for: "", as: [.school], limit: 9)
    #expect(found.map(\.detail) == ["D1", "D3", nil])
    await #expect {
      try await resolver.resolve("kent", as: [.school])
    } throws: { error in
      (error as? Problem)?.details == ["  s1  Kent  ·  D1", "  s2  Kent  ·  D3"]
    }
  }

  @Test("A day that tells records apart is written as on every page")
  func days() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.events.add(for: cast.sam.id) {
      ($0.name, $0.type, $0.startDate) = ("Kent Classic", .known(.camp), day("2026-06-07"))
    }
    let resolver = sam.recordIndex.resolver { cast.sam.id }
    let found = await resolver.candidates(for: "kent", as: [.event], limit: 9)
    #expect(found.map(\.detail) == ["Jun 7, 2026"])
  }

  @Test("Nobody finds people of families they are not in")
  func strangers() async throws {
    let (stage, cast) = try await Stage.cast()
    let index = try stage.acting(cast.dana).recordIndex
    let lookups: [ReferenceResolver.Lookup] = [
      .words([.person], beginnings: ["mia"]), .id([.person], cast.mia.id),
      .handle(.person, number: 3), .first(100, of: [.person]),
    ]
    for lookup in lookups {
      #expect(
        try await index.find(lookup, of: cast.sam.id).filter { $0.reference.id == cast.mia.id }
          == [])
    }
    let own = try await index.find(.words([.person], beginnings: []), of: cast.sam.id)
    #expect(Set(own.map(\.reference)) == [cast.sam, cast.dana])
    let offered = try await index.find(.first(100, of: [.person]), of: cast.sam.id)
    #expect(offered == own)
    for limit in 0...2 {
      #expect(
        try await index.find(.first(limit, of: [.person]), of: cast.sam.id)
          == Array(own.prefix(limit)))
    }
  }

  @Test("Quick tasks are found by their own person alone")
  func quickTasks() async throws {
    let (stage, cast) = try await Stage.cast()
    let made = try await stage.acting(cast.dana).quickTasks.add("Book the hotel").reference
    let lookups: [ReferenceResolver.Lookup] = [
      .words([.quickTask], beginnings: ["hot"]), .id([.quickTask], made.id),
      .handle(.quickTask, number: 1), .first(9, of: [.quickTask]),
    ]
    for lookup in lookups {
      #expect(
        try await stage.acting(cast.dana).recordIndex.find(lookup, of: cast.sam.id).map(\.reference)
          == [made])
      #expect(try await stage.acting(cast.sam).recordIndex.find(lookup, of: cast.sam.id).isEmpty)
    }
  }

  @Test("Words that SQL could take for a pattern are words")
  func patterns() async throws {
    let (stage, cast) = try await Stage.cast()
    let resolver = try stage.acting(cast.sam).recordIndex.resolver { cast.sam.id }
    for typed in ["%", "_", "*", "' OR 1=1 --", "\u{0}", "🙂"] {
      #expect(
        await cause { _ = try await resolver.resolve(typed, as: [.person]) } == .notFound,
        "\(typed)")
    }
  }
}
