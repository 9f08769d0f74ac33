import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct FamilyContracts {
  @Test("Creating a family twice is creating it once")
  func createIsIdempotent() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let again = try await sam.families.create(named: "Another Name")
    #expect(again.family == cast.family)
    #expect(try await sam.families.families().count == 1)
    #expect(cast.miasFamily.name == FamilyRules.defaultName)
    #expect(cast.family.code != cast.miasFamily.code)
  }

  @Test("A parent creates no family, an athlete joins none")
  func rolesAreKept() async throws {
    let (stage, cast) = try await Stage.cast()
    #expect(
      await cause { _ = try await stage.acting(cast.lee).families.create(named: nil) } == .refused)
    #expect(
      await cause {
        _ = try await stage.acting(cast.mia).families.join(code: cast.family.code ?? "")
      } == .refused)
  }

  @Test(
    "A code that is none, or nobody's, opens nothing",
    arguments: [
      ("FAM-12", Cause.usage), ("", .usage), ("FAM-ABC!23", .usage), ("FAM-ZZZZZZ", .notFound),
    ])
  func wrongCodes(_ row: (typed: String, cause: Cause)) async throws {
    let (stage, cast) = try await Stage.cast()
    let lee = try stage.acting(cast.lee)
    #expect(await cause { _ = try await lee.families.join(code: row.typed) } == row.cause)
    #expect(try await lee.families.families().isEmpty)
  }

  @Test(
    "A code may be typed in small letters, with spaces, without its beginning")
  func typedCodes() async throws {
    let (stage, cast) = try await Stage.cast()
    let code = try #require(cast.family.code)
    let joined = try await stage.acting(cast.lee).families.join(
      code: " " + code.dropFirst(4).lowercased() + " ")
    #expect(joined.familyID == cast.family.id)
    #expect(joined.athlete.athlete.athleteID == cast.sam.id)
    #expect(joined.athlete.athlete.graduationYear == 2028)
    #expect(!joined.wasMember)
  }

  @Test("Joining twice is joining once")
  func joiningTwice() async throws {
    let (stage, cast) = try await Stage.cast()
    let again = try await stage.acting(cast.dana).families.join(code: cast.family.code ?? "")
    #expect(again.wasMember)
    #expect(try await stage.acting(cast.sam).families.families().first?.members.count == 2)
  }

  @Test("After five codes in five minutes nobody tries a sixth")
  func guessingIsSlow() async throws {
    let (stage, cast) = try await Stage.cast()
    let lee = try stage.acting(cast.lee)
    for digit in 2...6 {
      #expect(
        await cause { _ = try await lee.families.join(code: "FAM-ZZZZZ\(digit)") } == .notFound)
    }
    let right = cast.family.code ?? ""
    #expect(await cause { _ = try await lee.families.join(code: right) } == .refused)
    stage.wait(seconds: FamilyCodeTries.seconds)
    #expect(try await lee.families.join(code: right).familyID == cast.family.id)
  }

  @Test(
    "A renewed code replaces the old one at once, and members stay")
  func renewing() async throws {
    let (stage, cast) = try await Stage.cast()
    let code = try await stage.acting(cast.sam).families.regenerateCode(ofFamily: cast.family.id)
    #expect(code.text != cast.family.code)
    let lee = try stage.acting(cast.lee)
    #expect(
      await cause { _ = try await lee.families.join(code: cast.family.code ?? "") } == .notFound)
    #expect(try await lee.families.join(code: code.text).familyID == cast.family.id)
    #expect(try await stage.acting(cast.sam).families.families().first?.members.count == 3)
  }

  @Test(
    "Only the athlete renews the code, and a family of others is not found")
  func renewingIsTheAthletes() async throws {
    let (stage, cast) = try await Stage.cast()
    for (person, expected) in [
      (cast.dana, Cause.refused), (cast.lee, .notFound), (cast.mia, .notFound),
    ] {
      #expect(
        await cause {
          _ = try await stage.acting(person).families.regenerateCode(ofFamily: cast.family.id)
        } == expected, "\(person.title)")
    }
  }

  @Test("Within one file the code is told to the athlete alone")
  func codeIsTheAthletes() async throws {
    let (stage, cast) = try await Stage.cast()
    let own = try await stage.acting(cast.sam).families.families()
    #expect(own.first?.family.code == cast.family.code)
    #expect(own.first?.isOwner == true)
    let seen = try await stage.acting(cast.dana).families.families()
    #expect(seen.first?.family.code == nil)
    #expect(seen.first?.members.map(\.reference) == [cast.sam, cast.dana])
    #expect(seen.first?.members.map(\.isSelf) == [false, true])
    #expect(seen.first?.members.map(\.email) == [nil, "dana@example.org"])
  }

  @Test("A member is told the addresses that the others entered, and nobody else is")
  func addresses() async throws {
    let (stage, cast) = try await Stage.cast()
    let expected: [(person: Reference, addresses: [String])] = [
      (cast.sam, ["dana@example.org"]), (cast.dana, []), (cast.lee, []), (cast.mia, []),
    ]
    for (person, addresses) in expected {
      let told = try await stage.acting(person).families.addressesOfOthers(cast.family.id)
      #expect(told == addresses, "\(person.title)")
    }
  }

  @Test("The athlete removes parents, and nobody else does")
  func removing() async throws {
    let (stage, cast) = try await Stage.cast()
    let family = cast.family.id
    #expect(
      await cause {
        _ = try await stage.acting(cast.dana).families.remove(cast.sam.id, fromFamily: family)
      }
        == .refused)
    #expect(
      await cause {
        _ = try await stage.acting(cast.lee).families.remove(cast.dana.id, fromFamily: family)
      }
        == .notFound)
    let sam = try stage.acting(cast.sam)
    #expect(
      await cause { _ = try await sam.families.remove(cast.sam.id, fromFamily: family) } == .usage)
    #expect(
      await cause { _ = try await sam.families.remove(cast.lee.id, fromFamily: family) }
        == .notFound)
    #expect(try await sam.families.remove(cast.dana.id, fromFamily: family).person == cast.dana)
    let dana = try stage.acting(cast.dana)
    #expect(try await dana.families.families().isEmpty)
    #expect(try await dana.families.accessibleAthletes().isEmpty)
    #expect(
      await cause { _ = try await dana.timeline.tasks(of: cast.sam.id, today: stage.today) }
        == .notFound)
  }

  @Test("A parent leaves, an athlete does not")
  func leaving() async throws {
    let (stage, cast) = try await Stage.cast()
    #expect(
      await cause { _ = try await stage.acting(cast.sam).families.leave(family: cast.family.id) }
        == .usage)
    #expect(
      await cause { _ = try await stage.acting(cast.lee).families.leave(family: cast.family.id) }
        == .notFound)
    let left = try await stage.acting(cast.dana).families.leave(family: cast.family.id)
    #expect(left == LeftFamily(familyID: cast.family.id, familyName: "Lee Family"))
    #expect(try await stage.acting(cast.dana).families.families().isEmpty)
  }
}
