import CivilTime
import Documents
import Domain
import FamilyContext
public import FeatureKit

extension ArchiveFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .importRequested(let choice):
      return bringIn(choice)

    case .rowsImported(let choice, .success(let rows)):
      // After an import that wrote rows, the page with the list of the imported records (such as
      // schools) opens, so that the person can check them.
      let shown = rows.isNothing(choice) ? nil : choice.kind.route
      return .merge(
        [.tell(.done(rows.done(choice))), reload(&state)]
          + [shown].compactMap { $0 }.map { .tell(.open($0)) })

    case .everythingImported(let choice, .success(let imported)):
      return .merge(.tell(.done(imported.done(choice))), reload(&state))

    case .rowsImported(_, .failure(let problem)), .everythingImported(_, .failure(let problem)):
      return .tell(.problem(Self.importWords.keepingOwn(problem, during: .write)))

    // A CSV table holds one kind of record, and only the JSON format holds all kinds. So a request
    // for a table that names no kind is refused.
    case .exportRequested(nil, asTable: true):
      return .tell(.problem(.whichTable))

    case .exportRequested(let kind, _):
      return takeOut(kind)

    case .backupRequested:
      return .save("backup", archive.backUp) { .backupMade($0) }

    case .backupMade(.success(let path)):
      let done = Done.backedUp(to: path, in: calendar.zone())
      return .merge(.tell(.done(done)), reload(&state))

    case .backupMade(.failure(let problem)):
      return .tell(.problem(Self.backupWords.keepingOwn(problem, during: .write)))

    case .copyRequested(let passphrases, let isSealed, let own):
      return takeOutCopy(passphrases, isSealed: isSealed, own)

    case .restoreRequested(let name, let passphrases, let takesRights):
      return prepareRestoring(name, passphrases, takesRights)

    // A restore takes three actions: the request is checked, the person is asked whether to
    // continue, and after a yes the file is replaced. The question says which data is overwritten.
    // Before the question, the other people who have a passphrase must enter it to agree
    // (`WholeFile`).
    case .restorePrepared(.success(.needs(let need))):
      return .tell(.needs(need))

    case .restorePrepared(.success(.asks(let plan))):
      return .tell(.question(plan.question(in: calendar.zone())))

    case .restoreConfirmed(let name, let passphrases, let rights):
      return .save("restore") { [archive, sealing] () throws(Problem) in
        let opened = try sealing.opened(name, passphrases.last)
        defer { withExtendedLifetime(opened) {} }
        return try await archive.restore(
          from: opened?.path ?? name, agreedWith: passphrases, rights: rights)
      } into: {
        .restored(name, $0)
      }

    case .restored(let name, .success(let kept)):
      let done = Done.restored(name, kept: kept, in: calendar.zone())
      return .merge(.tell(.done(done)), reload(&state))

    case .restorePrepared(.failure(let problem)), .restored(_, .failure(let problem)):
      return .tell(.problem(Self.restoreWords.keepingOwn(problem, during: .write)))

    // An erasure first counts the rows and asks the person. Rows are deleted only after the person
    // agrees.
    case .erasureRequested(let target):
      return prepareErasing(target)

    case .erasurePrepared(.success(let plan)):
      return .tell(.question(plan.question(in: calendar.zone())))

    case .erasureConfirmed(let scope):
      return .save("erase", archive.erase, scope) { .erased($0) }

    case .erased(.success(let erasure)):
      // The loaded data may belong to the people who were just erased, so the state is emptied and
      // a running load is cancelled.
      state = initialState
      return .merge(.cancel(pageID), .tell(.done(erasure.done(in: calendar.zone()))))

    case .erasurePrepared(.failure(let problem)), .erased(.failure(let problem)):
      return .tell(.problem(Self.eraseWords.keepingOwn(problem, during: .write)))

    case .viewRequested(let view):
      // If another view is requested, the data of the old view is dropped. Otherwise the page would
      // show it under the new view's title until the load ends.
      if state.view != view { state.loaded = .idle }
      state.view = view
      return load(&state)

    case .reloadRequested:
      return load(&state)

    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.pageWords.problem($0, during: .load) })
      return .none

    case .viewerChanged:
      return startOver(&state)

    case .signedOut:
      return dropPage(&state)
    }
  }
}

// MARK: - Loading the archive page

extension ArchiveFeature {
  public func content(
    for state: State, isVisit: Bool
  ) async throws(Problem) -> LoadedPage {
    let viewing: Viewing
    do throws(Problem) {
      viewing = try await family.current()
      // `current` throws if no person is signed in or if the data file does not open. Backups can
      // still be listed, because they are separate files.
    } catch {
      return try await Self.shelf(of: archive, instead: error)
    }
    switch state.view {
    case .overview:
      return LoadedPage(
        viewing: viewing, .backups(try await archive.backups().map { Backup($0) }))
    case .erasure:
      // Only the athlete may erase the whole family. For a parent `whole` stays nil, and the page
      // shows only what erasing the parent's own profile deletes.
      var whole: Erasure?
      if !viewing.isReadOnly, let id = viewing.family {
        whole = try await archive.erasurePreview(.family(id))
      }
      return LoadedPage(
        viewing: viewing,
        .erasure(
          person: try await archive.erasurePreview(.person(viewing.person)), family: whole))
    }
  }

  /// Returns the page's data if the viewer is unknown: the list of backups, and the problem that
  /// prevented finding the viewer.
  ///
  /// Throws this problem if there is no backup to list.
  private static func shelf(
    of archive: ArchiveGateway, instead problem: Problem
  ) async throws(Problem) -> LoadedPage {
    let backups = try? await archive.backups().map { Backup($0) }
    guard let backups, !backups.isEmpty else { throw problem }
    return LoadedPage(viewing: nil, .shelf(backups, problem))
  }

}

// MARK: - Importing records

extension ArchiveFeature {
  private func bringIn(_ choice: ImportChoice) -> Effect<Action> {
    guard let kind = choice.kind.kind else {
      // An export of all data names every column itself, and its import only adds rows. So the
      // options `--map`, `--as` and `--update` are refused for it.
      guard choice.mapping.isEmpty else { return .tell(.problem(.nothingToMap)) }
      guard choice.savedAs == nil else { return .tell(.problem(.nothingToMap)) }
      guard !choice.updates else { return .tell(.problem(.nothingToUpdate)) }
      return bringInEverything(choice)
    }
    return .save(EffectID("import \(choice.kind.rawValue) \(choice.file)")) {
      [archive, family, reading, measures, preferences] () throws(Problem) in
      let athlete = try await family.athleteToChange()
      var choice = choice
      let saved = SavedMappings(preferences, of: choice.kind)
      // `--as NAME` together with `--map` stores the column mapping under the name. Without `--map`
      // it loads the mapping that was stored under the name.
      let isNew = !choice.mapping.isEmpty
      if let name = choice.savedAs, !isNew { choice.mapping = try await saved.mapping(name) }
      let own = kind == .metric ? try await measures.offered(athlete).own : []
      let file = TableFile(reading: reading, choice: choice, kind: kind, own: own)
      let columns = try file.columns()
      var request = ImportRequest(kind: kind, rows: file.rows, isDryRun: choice.isDryRun)
      request.updates = choice.updates
      request.hasDecimalCommas = columns.hasDecimalCommas
      do throws(Problem) {
        var rows = ImportedRows(
          report: try await archive.importRows(request, for: athlete), ignored: columns.ignored)
        if let refusal = rows.refusal(of: kind) { throw refusal }
        // The rows are already stored here. If the column mapping cannot be stored, the import
        // succeeds nevertheless, and the answer does not mention the mapping.
        if let name = choice.savedAs, isNew, !choice.isDryRun,
          (try? await saved.keep(choice.mapping, as: name)) != nil
        {
          rows.keptAs = name
        }
        return rows
      } catch {
        // The error also lists the ignored columns, because a required value is often missing only
        // because its column has an unknown name.
        throw error.mentioning(
          ignored: columns.ignored, headingsOf: choice.isDryRun ? kind : nil)
      }
    } into: {
      .rowsImported(choice, $0)
    }
  }

  private func bringInEverything(_ choice: ImportChoice) -> Effect<Action> {
    .save(EffectID("import everything \(choice.file)")) {
      [archive, family, reading] () throws(Problem) in
      // The reader streams rows from the export file, which may not fit into memory. Each call
      // opens the file from its beginning, because the import may read it twice.
      let source = ExportSource { () throws(Problem) in
        var reader = ExportFileReader(try reading.openTable(choice.file))
        return { () throws(Problem) in try reader.next() }
      }
      let tables = try await archive.importEverything(source, isDryRun: choice.isDryRun)
      // An import into an empty file creates people. The cached viewer is removed, so that the
      // program looks the viewer up among these people.
      family.reset()
      let viewing = try? await family.current()
      return ImportedExport(tables: tables, needsSignIn: viewing == nil)
    } into: {
      .everythingImported(choice, $0)
    }
  }
}

// MARK: - Exporting records

extension ArchiveFeature {
  private func takeOut(_ kind: ExportKind?) -> Effect<Action> {
    makingFile { [archive, calendar] viewing throws(Problem) in
      let today = calendar.today()
      guard let kind else {
        let madeAt = calendar.now()
        return Artifact(
          name: "recruiting-compass-\(today).json", mediaType: "application/json"
        ) { sink throws(Problem) in
          let writer = ExportFileWriter(to: sink, madeAt: madeAt)
          try await Self.inExportWords { () throws(Problem) in
            _ = try await archive.exportEverything { table, batch throws(Problem) in
              try writer.write(batch, of: table)
            }
          }
          try writer.finish()
        }
        .holding("All that you may see. To take it back in:  import everything FILE")
      }
      let athlete = try viewing.chosenAthlete()
      return Artifact(name: "\(kind.rawValue)-\(today).csv", mediaType: "text/csv") {
        sink throws(Problem) in
        let table = TableWriter(to: sink)
        try await Self.inExportWords { () throws(Problem) in
          _ = try await archive.exportRows(of: kind.kind, athlete: athlete) {
            batch throws(Problem) in try table.write(batch)
          }
        }
        try table.finish()
      }
      .holding("The table of \(kind.rawValue), for a spreadsheet.")
    }
  }

  private func takeOutCopy(
    _ passphrases: [SecretText], isSealed: Bool, _ own: SecretText?
  ) -> Effect<Action> {
    .run("file") { [archive, calendar, sealing] send in
      do throws(Problem) {
        let guards = try await archive.guards(of: .takeAlong)
        if let need = Need.passphrase(of: guards, given: passphrases.count) {
          return send.tell(.needs(need))
        }
        // The passphrases are those of the other people in the data file, who have to agree. One
        // more encrypts the copy if it has no passphrase of its own. If it has one, the other is
        // not used: a browser may have filled in the passphrase of a sign-in.
        let more = passphrases.dropFirst(guards.count)
        guard more.count <= 1 else { throw .tooManyPassphrases(guards) }
        if let passphrase = own ?? more.first {
          try NewSecret.ofCopy.check(passphrase)
          return send.tell(
            .artifact(
              sealing.file(
                named: "recruiting-compass-\(calendar.today()).sealed", under: passphrase
              ) { receive throws(Problem) in
                try await archive.copyFile(agreedWith: passphrases, to: receive)
              }))
        }
        if isSealed { return send.tell(.needs(.ownPassphrase)) }
        let file = Artifact(
          name: "recruiting-compass-\(calendar.today()).sqlite",
          mediaType: "application/vnd.sqlite3"
        ) { sink throws(Problem) in
          try await archive.copyFile(agreedWith: passphrases) { bytes throws(Problem) in
            try sink.write(bytes)
          }
        }
        .holding("The whole file. To go back to it:  restore FILE")
        send.tell(.artifact(file))
      } catch {
        send.tell(.problem(Self.exportWords.keepingOwn(error, during: .load)))
      }
    }
  }

  private func makingFile(
    _ make: @escaping @Sendable (Viewing) async throws(Problem) -> Artifact
  ) -> Effect<Action> {
    .run("file") { [family] send in
      do throws(Problem) {
        send.tell(.artifact(try await make(try await family.current())))
      } catch {
        send.tell(.problem(Self.exportWords.keepingOwn(error, during: .load)))
      }
    }
  }

  private static func inExportWords(
    _ body: () async throws(Problem) -> Void
  ) async throws(Problem) {
    do throws(Problem) { try await body() } catch {
      throw exportWords.keepingOwn(error, during: .load)
    }
  }
}

// MARK: - Restoring a backup and erasing people

extension ArchiveFeature {
  private func prepareRestoring(
    _ wanted: String, _ passphrases: [SecretText], _ takesRights: Bool
  ) -> Effect<Action> {
    .load("restore") { [archive, sealing] () throws(Problem) -> RestoreStep in
      let guards = try await archive.guards(of: .restore)
      var name = wanted
      if wanted.lowercased() == "latest" {
        guard let newest = try await archive.backups().first else { throw .noBackups }
        name = newest.name
      }
      do throws(Problem) {
        var opened: CopySealing.Opened?
        if try sealing.isSealed(name) {
          if let need = Need.passphrase(of: guards, given: passphrases.count) {
            return .needs(need)
          }
          guard passphrases.count > guards.count else { return .needs(.passphraseOfCopy) }
          opened = try sealing.opened(name, passphrases.last)
        }
        defer { withExtendedLifetime(opened) {} }
        let contents = try await archive.contents(of: opened?.path ?? name)
        if let need = Need.passphrase(of: guards, given: passphrases.count) { return .needs(need) }
        return .asks(
          RestorePlan(
            name: name, contents: contents, passphrases: passphrases, takesRights: takesRights))
      } catch {
        throw error.cause == .storage(.missing) || error.cause == .storage(.damaged)
          ? Problem(error.cause, error.title, fix: "Choose another one:  backup list") : error
      }
    } into: {
      .restorePrepared($0)
    }
  }

  private func prepareErasing(_ target: ErasureTarget) -> Effect<Action> {
    .load("erasure") { [archive, family] () throws(Problem) in
      let viewing = try await family.current()
      let scope: ErasureScope
      switch target {
      case .person: scope = .person(viewing.person)
      case .family:
        guard let id = viewing.family else { throw .noFamily }
        scope = .family(id)
      }
      return ErasurePlan(scope: scope, erasure: try await archive.erasurePreview(scope))
    } into: {
      .erasurePrepared($0)
    }
  }
}
