import Domain
import FamilyContext
public import FeatureKit

/// A request to store a file as a document. If `replaced` is set, the file becomes a new version of
/// that document.
public struct FileWanted: Equatable, Sendable {
  public var path: String
  public var replaced: Reference?
  public var changes: FieldChanges

  public init(
    _ path: String, replacing replaced: Reference? = nil, _ changes: FieldChanges = FieldChanges()
  ) {
    self.path = path
    self.replaced = replaced
    self.changes = changes
  }
}

/// Copies the files of documents into the program's own storage, and reads them there.
struct DocumentFiles: Sendable {
  let files: KeptFilesGateway
  let documents: DocumentsGateway
  let reading: FileReading

  func keep(_ path: String, of athlete: RecordID) async throws(Problem) -> KeptFile {
    let name = KeptFile.name(in: path)
    let bytes = try reading.bytes(of: path) { count throws(Problem) in
      if let problem = Problem.notKept(name, count) { throw problem }
    }
    return try await files.keep(bytes, named: name, of: athlete)
  }

  /// Returns whether the document's file is on this device, missing or damaged.
  ///
  /// Nil for a document that is a web link.
  func shown(
    _ document: Document?, of athlete: RecordID
  ) async throws(Problem) -> KeptFileState? {
    guard let document, document.keptFile != nil else { return nil }
    return try await files.state(ofFileOf: document.id, of: athlete)
  }

  func artifact(of document: Reference, of athlete: RecordID) async throws(Problem) -> Artifact {
    let row = try await documents.show(document.id, of: athlete)
    guard let file = row.document.keptFile else {
      throw Problem(
        .usage, "\(document.title) is a link, and no file.",
        details: [row.document.fileURL], fix: "Open the link.")
    }
    let fileState = try await files.state(ofFileOf: document.id, of: athlete) ?? .elsewhere
    if let problem = fileState.problem { throw problem }
    return Artifact(name: file.name, mediaType: file.type.mediaType) {
      [files] sink throws(Problem) in
      try await files.content(ofFileOf: document.id, of: athlete) { bytes throws(Problem) in
        try sink.write(bytes)
      }
    }
  }
}

extension RecordsFeature {
  func keep(_ wanted: FileWanted) -> Effect<Action> {
    let id = EffectID(
      "keep \(wanted.path) \(wanted.replaced?.handle ?? "") \(wanted.changes.signature)")
    return .save(id) { () throws(Problem) in
      let context = try await kindContext(.document)
      let gateway = try gateway(of: .document)
      let file = try await documentFiles.keep(wanted.path, of: context.athlete)
      var changes = wanted.changes
      changes.values["link"] = .text(file.link)
      if let replaced = wanted.replaced {
        return try await gateway.edit([replaced.id], changes, nil, context)
      }
      if changes["title"] == nil { changes.values["title"] = .text(file.title) }
      return try await gateway.add(changes, context)
    } into: {
      .recordSaved(.document, $0)
    }
  }

  func takeOut(_ document: Reference) -> Effect<Action> {
    .run("file") { [family, documentFiles] send in
      do throws(Problem) {
        guard let athlete = try await family.current().athlete else { throw .noSuch(.document) }
        send.tell(.artifact(try await documentFiles.artifact(of: document, of: athlete)))
      } catch {
        send.tell(.problem(Self.loadWords(.document).problem(error, during: .load)))
      }
    }
  }
}

extension KeptFileState {
  /// The size of the document's file in words, such as `240 KB`, or the reason why the file is not
  /// available.
  var words: String {
    switch self {
    case .here(let bytes): FileSize.words(of: bytes)
    case .elsewhere: "On another device"
    case .damaged: "Damaged: not all of it is there"
    }
  }
}
