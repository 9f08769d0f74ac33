import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct AccountContracts {
  @Test(
    "Profiles are made by nobody, listed in order, and have handles")
  func profiles() async throws {
    let stage = Stage()
    let nobody = try stage.acting(nil as RecordID?)
    let sam = try await nobody.people.createAccount(
      NewAccount(
        role: .player, name: "  Sam Lee ", email: "Sam@Example.org", graduationYear: 2028,
        primarySport: "baseball"))
    let dana = try await nobody.people.createAccount(NewAccount(role: .parent, name: " "))
    #expect(sam.person.handle == "p1")
    #expect(sam.person.title == "Sam Lee")
    #expect(dana.person.title == "Parent")
    let profiles = try await nobody.people.profiles()
    #expect(profiles.map(\.reference) == [sam.person, dana.person])
    #expect(profiles.map(\.role) == [.player, .parent])
    #expect(profiles.map(\.email) == ["sam@example.org", nil])
    let page = try await stage.acting(sam.person).people.profile(of: sam.person.id)
    #expect(page.player?.primarySport == "baseball")
    #expect(page.graduationYear == 2028)
    #expect(page.person.createdAt == stage.now)
  }

  @Test("Profiles of one name are told apart by class, by the family, or by their first day")
  func namesakes() async throws {
    let (stage, cast) = try await Stage.cast()
    let nobody = try stage.acting(nil as RecordID?)
    for account in [
      NewAccount(role: .player, name: "Sam Lee", graduationYear: 2026),
      NewAccount(role: .parent, name: "dana léé"), NewAccount(role: .parent, name: "Dana Li"),
    ] {
      _ = try await nobody.people.createAccount(account)
    }
    let profiles = try await nobody.people.profiles()
    let differences = profiles.map { "\($0.reference.title): \($0.difference ?? "")" }
    #expect(
      differences == [
        "Sam Lee: class of 2028", "Dana Lee: family of Sam Lee", "Mia Ortiz: ", "Lee Moss: ",
        "Sam Lee: class of 2026", "dana léé: since Feb 10, 2026", "Dana Li: ",
      ])
    #expect(cast.sam.title == "Sam Lee")
  }

  @Test(
    "The signed-in person comes with their families, in the order in which they joined them")
  func signedInPerson() async throws {
    let stage = Stage()
    let nobody = try stage.acting(nil as RecordID?)
    let sam = try await nobody.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    let mia = try await nobody.people.createAccount(NewAccount(role: .player, name: "Mia Lee"))
    let dana = try await nobody.people.createAccount(NewAccount(role: .parent, name: "Dana Lee"))
    let alone = try await stage.acting(dana.person).people.signedInPerson()
    #expect(alone.person.fullName == "Dana Lee" && alone.person.role == .parent)
    #expect(alone.families == [])
    var joined: [RecordID] = []
    for athlete in [mia, sam] {
      let family = try await stage.acting(athlete.person).families.create(named: "Lee").family
      _ = try await stage.acting(dana.person).families.join(code: family.code ?? "")
      joined.append(family.id)
    }
    #expect(try await stage.acting(dana.person).people.signedInPerson().families == joined)
    #expect(try await stage.acting(sam.person).people.signedInPerson().families == [joined[1]])
  }

  @Test(
    "An account with a wrong value is refused and not made",
    arguments: [
      NewAccount(role: .player, email: "sam"), NewAccount(role: .player, email: "a b@c.de"),
      NewAccount(role: .player, graduationYear: 1999),
      NewAccount(role: .player, graduationYear: 2041),
    ])
  func wrongAccounts(_ account: NewAccount) async throws {
    let stage = Stage()
    let nobody = try stage.acting(nil as RecordID?)
    #expect(await cause { _ = try await nobody.people.createAccount(account) } == .usage)
    #expect(try await nobody.people.profiles().isEmpty)
  }

  @Test("An address belongs to one person, whatever its capitals")
  func oneAddress() async throws {
    let (stage, cast) = try await Stage.cast()
    let again = NewAccount(role: .parent, email: "DANA@example.org")
    #expect(
      await cause { _ = try await stage.acting(nil as RecordID?).people.createAccount(again) }
        == .conflict)
    var edit = ProfileEdit()
    edit.email = .set("dana@example.org")
    #expect(
      await cause { _ = try await stage.acting(cast.sam).people.updateProfile((cast.sam.id, edit)) }
        == .conflict)
  }

  @Test("A parent who comes first makes both profiles and the family")
  func parentFirst() async throws {
    let stage = Stage()
    let made = try await stage.acting(nil as RecordID?).people.createFamilyAsParent(
      NewParentFamily(
        parent: NewAccount(role: .parent, name: "Dana"),
        athlete: NewAccount(role: .player, name: "Sam", graduationYear: 2028)))
    #expect(made.family.name == FamilyRules.defaultName)
    #expect(made.family.code.flatMap { FamilyCode($0) } != nil)
    let seen = try await stage.acting(made.parent).families.families()
    #expect(seen.map(\.athlete) == [made.athlete])
    #expect(seen.first?.isOwner == false)
    #expect(seen.first?.members.map(\.reference) == [made.athlete, made.parent])
    let choices = try await stage.acting(made.parent).families.accessibleAthletes()
    #expect(choices.map(\.athlete.athleteID) == [made.athlete.id])
  }

  @Test("A family of two athletes or two parents is refused")
  func familyNeedsBoth() async throws {
    let stage = Stage()
    let nobody = try stage.acting(nil as RecordID?)
    for (first, second) in [(UserRole.parent, UserRole.parent), (.player, .player)] {
      let new = NewParentFamily(parent: NewAccount(role: first), athlete: NewAccount(role: second))
      #expect(await cause { _ = try await nobody.people.createFamilyAsParent(new) } == .usage)
    }
    #expect(try await nobody.people.profiles().isEmpty)
  }

  @Test("A profile is changed by its person alone")
  func changingProfiles() async throws {
    let (stage, cast) = try await Stage.cast()
    var edit = ProfileEdit()
    edit.fullName = .set(" Samuel Lee ")
    edit.phone = .set("555-0101")
    edit.graduationYear = .set(2027)
    let page = try await stage.acting(cast.sam).people.updateProfile((cast.sam.id, edit))
    #expect(page.person.fullName == "Samuel Lee")
    #expect(page.person.phone == "555-0101")
    #expect(page.graduationYear == 2027)
    let step = try await stage.acting(cast.sam).undo.history(limit: 1).first
    #expect(step?.summary == "Changed the profile: Name, Graduation year, Phone")
    #expect(
      await cause {
        _ = try await stage.acting(cast.dana).people.updateProfile((cast.sam.id, edit))
      }
        == .refused)
    #expect(
      await cause { _ = try await stage.acting(cast.lee).people.updateProfile((cast.sam.id, edit)) }
        == .notFound)
  }

  @Test("A parent's profile describes no player")
  func parentsAreNoPlayers() async throws {
    let (stage, cast) = try await Stage.cast()
    var edit = ProfileEdit()
    edit.player = PlayerProfile()
    edit.player?.gpa = 3.5
    #expect(
      await cause {
        _ = try await stage.acting(cast.dana).people.updateProfile((cast.dana.id, edit))
      }
        == .usage)
  }

  @Test("A number out of range refuses the whole edit")
  func editIsAllOrNothing() async throws {
    let (stage, cast) = try await Stage.cast()
    var edit = ProfileEdit()
    edit.fullName = .set("Somebody Else")
    edit.player = PlayerProfile()
    edit.player?.gpa = 9
    let sam = try stage.acting(cast.sam)
    #expect(await cause { _ = try await sam.people.updateProfile((cast.sam.id, edit)) } == .usage)
    #expect(try await sam.people.profile(of: cast.sam.id).person.fullName == "Sam Lee")
  }
}
