import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// Tests of the rules that hold for every kind of record.
@Suite struct RecordContracts {
  @Test(
    "A record is added, listed, shown, changed and deleted", arguments: RecordProbe.all)
  func life(_ probe: RecordProbe) async throws {
    let (stage, cast) = try await Stage.cast()
    let (sam, me) = (try stage.acting(cast.sam), cast.sam.id)
    #expect(try await probe.list(sam, me) == [])
    let made = try await probe.add(sam, me)
    #expect(made.handle == "\(probe.kind.letter)1")
    #expect(try await probe.list(sam, me) == [made])
    try await probe.show(sam, me, made.id)
    try await probe.edit(sam, me, made.id)
    let preview = try await probe.preview(sam, me, made.id)
    #expect(try await probe.delete(sam, me, made.id) == preview)
    #expect(try await probe.list(sam, me) == [])
    #expect(await cause { try await probe.show(sam, me, made.id) } == .notFound)
    #expect(await cause { try await probe.edit(sam, me, made.id) } == .notFound)
    #expect(await cause { _ = try await probe.delete(sam, me, made.id) } == .notFound)
  }

  @Test(
    "Every write is one step, and a record that comes back has its handle again",
    arguments: RecordProbe.all)
  func steps(_ probe: RecordProbe) async throws {
    let (stage, cast) = try await Stage.cast()
    let (sam, me) = (try stage.acting(cast.sam), cast.sam.id)
    let made = try await probe.add(sam, me)
    try await probe.edit(sam, me, made.id)
    let changed = try await probe.list(sam, me)
    _ = try await probe.delete(sam, me, made.id)
    _ = try await sam.undo.undo()
    #expect(try await probe.list(sam, me) == changed)
    _ = try await sam.undo.undo()
    #expect(try await probe.list(sam, me) == [made])
    _ = try await sam.undo.undo()
    #expect(try await probe.list(sam, me) == [])
    for _ in 1...2 { _ = try await sam.undo.redo() }
    #expect(try await probe.list(sam, me) == changed)
  }

  @Test(
    "A parent reads what is the family's and changes nothing", arguments: RecordProbe.all)
  func parents(_ probe: RecordProbe) async throws {
    let (stage, cast) = try await Stage.cast()
    let me = cast.sam.id
    let made = try await probe.add(stage.acting(cast.sam), me)
    let dana = try stage.acting(cast.dana)
    let isLetter = probe.kind == .recommendationLetter
    // Only the athlete sees recommendation letters; a parent does not find them (domain.md 3).
    #expect(try await probe.list(dana, me) == (isLetter ? [] : [made]))
    #expect(await cause { try await probe.show(dana, me, made.id) } == (isLetter ? .notFound : nil))
    #expect(await cause { _ = try await probe.add(dana, me) } == .refused)
    #expect(await cause { try await probe.edit(dana, me, made.id) } == .refused)
    #expect(await cause { _ = try await probe.preview(dana, me, made.id) } == .refused)
    #expect(await cause { _ = try await probe.delete(dana, me, made.id) } == .refused)
    #expect(try await probe.list(stage.acting(cast.sam), me) == [made])
  }

  @Test(
    "For strangers it does not exist, not even by its id", arguments: RecordProbe.all)
  func strangers(_ probe: RecordProbe) async throws {
    let (stage, cast) = try await Stage.cast()
    let made = try await probe.add(stage.acting(cast.sam), cast.sam.id)
    for person in [cast.mia, cast.lee] {
      let gateways = try stage.acting(person)
      #expect(await cause { _ = try await probe.list(gateways, cast.sam.id) } == .notFound)
      #expect(await cause { try await probe.show(gateways, cast.sam.id, made.id) } == .notFound)
      #expect(await cause { try await probe.edit(gateways, cast.sam.id, made.id) } == .refused)
    }
    // Mia must not find Sam's record when she asks for it as her own.
    let mia = try stage.acting(cast.mia)
    #expect(await cause { try await probe.show(mia, cast.mia.id, made.id) } == .notFound)
    #expect(await cause { try await probe.edit(mia, cast.mia.id, made.id) } == .notFound)
    #expect(await cause { _ = try await probe.delete(mia, cast.mia.id, made.id) } == .notFound)
    let resolver = mia.recordIndex.resolver { cast.mia.id }
    #expect(
      await cause { _ = try await resolver.resolve(made.handle, as: [probe.kind]) } == .notFound)
    #expect(
      await cause { _ = try await resolver.resolve(made.id.description, as: [probe.kind]) }
        == .notFound)
  }

  @Test(
    "The index knows a record by its handle, its id and its name",
    arguments: RecordProbe.all)
  func index(_ probe: RecordProbe) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let made = try await probe.add(sam, cast.sam.id)
    let resolver = sam.recordIndex.resolver { cast.sam.id }
    for typed in [made.handle, made.id.description, made.title] {
      #expect(try await resolver.resolve(typed, as: [probe.kind]) == made, "\(typed)")
    }
  }

  @Test(
    "What was kept before there was a family is the owner's alone, then the family's",
    arguments: RecordProbe.all.filter { $0.kind != .recommendationLetter })
  func beforeTheFamily(_ probe: RecordProbe) async throws {
    let stage = Stage()
    let people = try stage.acting(nil as RecordID?).people
    let ana = try await people.createAccount(NewAccount(role: .player, name: "Ana")).person
    let eva = try await people.createAccount(NewAccount(role: .parent, name: "Eva")).person
    let made = try await probe.add(stage.acting(ana), ana.id)
    #expect(await cause { _ = try await probe.list(stage.acting(eva), ana.id) } == .notFound)
    #expect(try await probe.list(stage.acting(ana), ana.id) == [made])
    let code = try await stage.acting(ana).families.create(named: nil).family.code ?? ""
    _ = try await stage.acting(eva).families.join(code: code)
    #expect(try await probe.list(stage.acting(eva), ana.id) == [made])
    #expect(try await probe.list(stage.acting(ana), ana.id) == [made])
  }
}
