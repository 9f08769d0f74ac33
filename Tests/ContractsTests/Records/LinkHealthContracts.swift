import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// Tests of the stored results of link checks.
@Suite struct LinkHealthContracts {
  private struct Set {
    let stage: Stage
    let cast: Cast
    let sam: SQLBackend
    let film: Document
    let resume: Document
  }

  private func set() async throws -> Set {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    func add(_ title: String, _ link: String) async throws -> Document {
      try await sam.documents.add(
        RecordChange<Document> {
          $0.type = .known(.resume)
          $0.title = title
          $0.move(to: link)
        }, for: cast.sam.id
      ).row.document
    }
    return Set(
      stage: stage, cast: cast, sam: sam, film: try await add("Film", "https://example.org/film"),
      resume: try await add("Resume", "resume.pdf"))
  }

  private func health(_ set: Set) async throws -> [LinkHealth?] {
    var found: [LinkHealth?] = []
    for document in [set.film, set.resume] {
      let row = try await set.sam.documents.show(document.id, of: set.cast.sam.id)
      found.append(row.document.healthStatus?.known)
    }
    return found
  }

  private func trials(_ set: Set) -> [LinkTrial] {
    [
      LinkTrial(set.film.id, set.film.fileURL, .healthy),
      LinkTrial(set.resume.id, set.resume.fileURL, .broken),
    ]
  }

  @Test(
    "All links that were tried are noted with the time, as one step")
  func noted() async throws {
    let set = try await set()
    set.stage.wait(seconds: 3600)
    let rows = try await set.sam.linkHealth.record(trials(set), of: set.cast.sam.id)
    #expect(rows.map(\.document.title) == ["Film", "Resume"])
    #expect(rows.allSatisfy { $0.document.lastHealthCheck == set.stage.now })
    // Checking a link does not count as a change of the document.
    #expect(rows.map(\.document.updatedAt) == [set.film.updatedAt, set.resume.updatedAt])
    #expect(try await health(set) == [.healthy, .broken])
    #expect(try await set.sam.undo.undo().summary == "Tried 2 links")
    #expect(try await health(set) == [nil, nil])
    _ = try await set.sam.undo.redo()
    #expect(try await health(set) == [.healthy, .broken])
  }

  @Test(
    "A link that changed while it was tried, and a document that went, are left alone")
  func changedMeanwhile() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    _ = try await set.sam.documents.edit(
      set.film.id, changing { $0.move(to: "https://example.org/newer") }, of: me)
    _ = try await set.sam.documents.delete(set.resume.id, of: me)
    #expect(try await set.sam.linkHealth.record(trials(set), of: me) == [])
    let film = try await set.sam.documents.show(set.film.id, of: me).document
    #expect(film.healthStatus == nil && film.lastHealthCheck == nil)
  }

  @Test("A parent and a stranger note nothing")
  func others() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let trials = trials(set)
    for person in [set.cast.dana, set.cast.mia] {
      let gateways = try set.stage.acting(person)
      #expect(await cause { _ = try await gateways.linkHealth.record(trials, of: me) } == .refused)
    }
    _ = try set.stage.acting(set.cast.sam)
    #expect(try await health(set) == [nil, nil])
    // Mia must not find Sam's document when she asks for it as her own.
    let mia = try set.stage.acting(set.cast.mia)
    #expect(try await mia.linkHealth.record(trials, of: set.cast.mia.id) == [])
    _ = try set.stage.acting(set.cast.sam)
    #expect(try await health(set) == [nil, nil])
  }
}
