import Domain
import FeatureKit
import SQLBackend
import SharedFile
import Sharing

extension Program {
  /// The service that reads and writes the files that people attach as documents.
  ///
  /// On a server's pages, a file is not fetched together with the person's data: if the local copy
  /// is incomplete, its content is read from the server when it is needed.
  var keptFiles: KeptFilesGateway {
    let local = backend.keptFiles
    guard visitor.account != nil else { return local }
    let documents = backend.documents
    let shared = sharedFile
    var all = local
    all.fileState.implement { document, athlete throws(Problem) in
      let here = try await local.state(ofFileOf: document, of: athlete)
      guard here?.problem != nil,
        let (file, owner) = try await documents.file(of: document, athlete),
        let size = try await shared.own().size(of: file, of: owner)
      else { return here }
      return .here(bytes: size)
    }
    all.content.implement { document, athlete, receive throws(Problem) in
      guard try await local.state(ofFileOf: document, of: athlete)?.problem != nil,
        let (file, owner) = try await documents.file(of: document, athlete)
      else { return try await local.content(ofFileOf: document, of: athlete, to: receive) }
      guard let content = try await shared.own().content(of: file, of: owner) else {
        throw .fileIsElsewhere
      }
      try receive(content)
    }
    return all
  }
}

extension DocumentsGateway {
  fileprivate func file(
    of id: RecordID, _ athlete: RecordID
  ) async throws(Problem) -> (KeptFile, owner: RecordID)? {
    let document = try await show(id, of: athlete).document
    return document.keptFile.map { ($0, document.athleteID) }
  }
}
