import CivilTime
import Domain
import FamilyContext
public import FeatureKit
import JSON

extension RecordsFeature.State {
  /// The stored row from which the page on the screen was built, if the page shows this record. Nil
  /// if it shows another record.
  func shown(_ reference: Reference) -> ShownRecord? {
    guard case .record(let record) = loaded.value?.content,
      record.entry.reference.id == reference.id
    else { return nil }
    return record.shown
  }
}

extension RecordsFeature.ListRequest {
  /// The problem of a list request whose last day is before its first day. It is refused, because
  /// it would match no record.
  var refusal: Problem? {
    let day = FieldKind<CalendarDay>.day.unwrap
    guard let from = filters["from"].flatMap(day), let to = filters["to"].flatMap(day)
    else { return nil }
    return .reversed(from, to)
  }
}

extension RecordsFeature {
  public func content(for state: State, isVisit: Bool) async throws(Problem) -> LoadedPage {
    let wanted = state.wanted ?? .list(ListRequest(.school))
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else {
      return LoadedPage(viewing: viewing, content: .unlinked(wanted.kind ?? .school))
    }
    let athletes = try await family.athletes()
    let context = KindContext(athlete: athlete, reader: viewing.person, calendar: calendar)
    let content: Content
    var viewed: [ViewLogEntry.ItemType?] = []
    switch wanted {
    case .list(let request):
      let gateway = try gateway(of: request.kind)
      let completed = gateway.complete(request, context)
      content = .list(completed, try await gateway.list(completed, context))
      viewed = [gateway.viewedAs]
    case .record(let reference, let showsAll):
      let gateway = try gateway(of: reference.kind)
      var record = try await gateway.show(reference.id, context)
      record.file = try await documentFiles.shown(
        record.shown?.record as? Document, of: athlete)
      content = .record(showsAll ? try await whole(record, context) : record)
      viewed = [gateway.viewedAs]
    case .found(let request):
      let found = try await find(request, context)
      content = .found(request, found)
      viewed = found.map { try? gateway(of: $0.kind).viewedAs }
    case .board:
      content = .board(try await lanes(context))
      viewed = [School.viewedAs]
    case .comparison(let chosen):
      content = .comparison(try await compared(chosen, context))
      viewed = [Offer.viewedAs]
    case .fieldNames(let kind): content = .list(ListRequest(kind), Listing([]))
    }
    if isVisit, !_Concurrency.Task.isCancelled {
      for viewed in viewed.compactMap({ $0 }) {
        await family.logView(viewed, id: wanted.recordID, by: viewing)
      }
    }
    return LoadedPage(viewing: viewing, athletes: athletes, content: content)
  }

  /// Returns the record with all entries of its timeline (the dated records that belong to it, such
  /// as contacts).
  ///
  /// The first load of the page contains only the newest entries of each kind.
  private func whole(
    _ record: LoadedRecord, _ context: KindContext
  ) async throws(Problem) -> LoadedRecord {
    var whole = record
    whole.showsAll = true
    for (index, related) in record.related.enumerated()
    where !related.days.isEmpty && related.entries.count < related.total {
      guard var request = related.list else { continue }
      request.showsAll = true
      let all = try await gateway(of: request.kind).list(request, context)
      (whole.related[index].entries, whole.related[index].total) = (all.rows, all.rows.count)
    }
    return whole
  }

  /// Loads the page again after a command has changed records.
  ///
  /// If no page has been opened yet, nothing is loaded. The next page is then the list of the kind
  /// of record that was changed.
  func showAfterWriting(_ state: inout State, _ kind: ReferenceKind) -> Effect<Action> {
    guard state.loaded != .idle else {
      state.wanted = state.wanted ?? .list(ListRequest(kind))
      return .none
    }
    return load(&state)
  }

  /// Tests the links of documents. Results are stored only after every link has answered or timed
  /// out, so a canceled check stores nothing.
  func checkLinks(of documents: [Reference]) -> Effect<Action> {
    .run(EffectID("check links \(documents.handles)"), repeats: .join) { [check, family] send in
      do throws(Problem) {
        let athlete = try await family.athleteToChange(.records)
        let rows = try await check.rows(documents, of: athlete)
        let answers = try await check.answers(of: rows, athlete: athlete) {
          send.tell(.progress($0))
        }
        guard !_Concurrency.Task.isCancelled else { return }
        send(
          .linksChecked(
            .success(try await check.keep(Array(zip(rows, answers)), of: athlete))))
      } catch {
        send(.linksChecked(.failure(Self.checkWords.problem(error, during: .write))))
      }
    }
  }

  func kindContext(_ kind: ReferenceKind) async throws(Problem) -> KindContext {
    let athlete = try await family.athleteToChange(kind.help)
    return KindContext(
      athlete: athlete, reader: try await family.current().person, calendar: calendar)
  }
}

extension [Reference] {
  /// The kind of these records.
  ///
  /// A command accepts records of one kind only, so the first one decides.
  var kind: ReferenceKind { first?.kind ?? .school }

  /// The handles of the records as one text, such as `s1 s4`. A handle is the short name of a
  /// record that people type.
  ///
  /// The text becomes part of the identifier of an effect (the work that a command starts, such as
  /// a deletion). If a person repeats the command for the same records while its work still runs,
  /// the program recognizes the repeat by the equal identifier.
  var handles: String { map(\.handle).joined(separator: " ") }
}

extension RecordsFeature {
  /// Returns the record's values by field name, in the form in which the command's options take
  /// them. An edit form begins with these values.
  func typed(_ reference: Reference) async throws(Problem) -> [String: [String]] {
    try await gateway(of: reference.kind).typed(reference.id, try await kindContext(reference.kind))
  }

  /// Returns the values with which an edit form starts, if the command names one record.
  ///
  /// Several records have no common values, so the form starts empty.
  func typed(_ named: [GivenValue]) async throws(Problem) -> [String: [String]] {
    let references = named.compactMap(\.reference)
    guard references.count == 1 else { return [:] }
    return try await typed(references[0])
  }

  /// Reads the requested fields as JSON. If a parent reads them, the visit is logged as when a
  /// parent opens the page, and the athlete can read the log.
  func read(_ request: DataRequest) -> Effect<Action> {
    .load("data") { [family, calendar] () throws(Problem) in
      if case .list(let list) = request.what, let refusal = list.refusal { throw refusal }
      let viewing = try await family.current()
      guard let athlete = viewing.athlete else { return JSONValue.array([]) }
      let gateway = try gateway(of: request.kind)
      let context = KindContext(athlete: athlete, reader: viewing.person, calendar: calendar)
      let data = try await gateway.data(request, context)
      if !_Concurrency.Task.isCancelled, let viewed = gateway.viewedAs {
        var id: RecordID?
        if case .record(let reference) = request.what { id = reference.id }
        await family.logView(viewed, id: id, by: viewing)
      }
      return data
    } into: {
      .dataRead(request.kind, $0)
    }
  }
}

extension RecordsFeature.PageSubject {
  var recordID: RecordID? {
    if case .record(let reference, _) = self { reference.id } else { nil }
  }
}
