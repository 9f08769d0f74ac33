import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension RecordsFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested(let request):
      if let refusal = request.refusal { return .tell(.problem(refusal)) }
      state.wanted = .list(request)
      return load(&state, isVisit: true)

    case .recordRequested(let reference):
      state.wanted = .record(reference)
      return load(&state, isVisit: true)

    case .reloadRequested:
      return load(&state, isVisit: false)

    case .pageLoaded(let result):
      let words = Self.loadWords(state.wanted?.kind ?? .school)
      state.loaded = Loading(result.mapError { words.problem($0, during: .load) })
      return .none

    case .additionRequested(let kind, let given):
      return .save(EffectID("add \(kind.singular) \(given.signature)")) { () throws(Problem) in
        try await gateway(of: kind).add(given, try await kindContext())
      } into: {
        .recordSaved(kind, $0)
      }

    case .editRequested(let reference, let given) where given.isEmpty:
      return .tell(.problem(Self.nothingToChange(reference)))

    case .editRequested(let reference, let given):
      let shown = state.shown(reference)
      return .save(EffectID("edit \(given.signature)", reference.id)) { () throws(Problem) in
        try await gateway(of: reference.kind).edit(
          reference.id, given, shown, try await kindContext())
      } into: {
        .recordSaved(reference.kind, $0)
      }

    case .recordSaved(let kind, .success(let done)):
      return .merge(.tell(.done(done)), showAfterWriting(&state, kind))

    case .recordSaved(let kind, .failure(let problem)):
      return .tell(.problem(Self.saveWords(kind).problem(problem, during: .write)))

    case .deletionRequested(let reference):
      return .load(EffectID("preview", reference.id)) { () throws(Problem) in
        let gateway = try gateway(of: reference.kind)
        return try await gateway.deletionPreview(reference.id, try await family.athleteToChange())
      } into: {
        .deletionPreviewed(reference.kind, $0)
      }

    case .deletionPreviewed(_, .success(let preview)):
      return .tell(.question(preview.question(yes: .deletionConfirmed(preview.reference))))

    case .deletionConfirmed(let reference):
      return .save(EffectID("delete", reference.id)) { () throws(Problem) in
        let gateway = try gateway(of: reference.kind)
        return try await gateway.delete(reference.id, try await family.athleteToChange())
      } into: {
        .recordDeleted(reference.kind, $0)
      }

    case .recordDeleted(let kind, .success(let deleted)):
      if state.wanted == .record(deleted.reference) { state.wanted = .list(ListRequest(kind)) }
      return .merge(.tell(.done(deleted.done)), showAfterWriting(&state, kind))

    case .deletionPreviewed(let kind, .failure(let problem)),
      .recordDeleted(let kind, .failure(let problem)):
      return .tell(.problem(Self.deleteWords(kind).problem(problem, during: .write)))

    case .linkCheckRequested(let document):
      return checkLinks(of: document)

    case .linksChecked(.success(let checked)):
      let outcomes = [
        checked.done.map { Effect<Action>.tell(.done($0)) },
        checked.problem.map { .tell(.problem($0)) },
      ].compactMap { $0 }
      return .merge(outcomes + [showAfterWriting(&state, .document)])

    case .linksChecked(.failure(let problem)):
      return .tell(.problem(problem))

    case .viewerChanged:
      let kind = state.wanted?.kind
      state = initialState
      guard let kind else { return .cancel("page") }
      // Neither the record nor the filters of the one before mean anything to the next.
      state.wanted = .list(ListRequest(kind))
      return .merge(.cancel("page"), load(&state, isVisit: false))

    case .signedOut:
      state = initialState
      return .cancel("page")
    }
  }
}

extension RecordsFeature.State {
  /// The record as the page on the screen shows it.
  fileprivate func shown(_ reference: Reference) -> ShownRecord? {
    guard case .record(let record) = loaded.value?.content,
      record.entry.reference.id == reference.id
    else { return nil }
    return record.shown
  }
}

extension RecordsFeature.ListRequest {
  /// Why nothing can be listed: days the wrong way round would hide everything without saying so.
  fileprivate var refusal: Problem? {
    let day = FieldKind<CalendarDay>.day.unwrap
    guard let from = filters["from"].flatMap(day), let to = filters["to"].flatMap(day), to < from
    else { return nil }
    return Problem(
      .usage,
      "\(from.text(.shortWithYear)), the first day, comes after \(to.text(.shortWithYear)), the last.",
      fix: "Give --from the earlier of the two days.")
  }
}

extension RecordsFeature {
  /// Loads what is wanted anew; a newer load supersedes an older one. What was loaded stays on the screen meanwhile.
  ///
  /// - Parameter isVisit: somebody came to look, which is noted of a parent; fetching again is no visit.
  private func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    let wanted = state.wanted ?? .list(ListRequest(.school))
    state.wanted = wanted
    if state.loaded.value == nil { state.loaded = .loading }
    return .load("page") { [family, calendar] () throws(Problem) in
      let viewing = try await family.current()
      guard let athlete = viewing.athlete else {
        return LoadedPage(viewing: viewing, content: .unlinked(wanted.kind))
      }
      let athletes = try await family.athletes()
      let gateway = try gateway(of: wanted.kind)
      let context = KindContext(athlete: athlete, reader: viewing.person, calendar: calendar)
      let content: Content
      switch wanted {
      case .list(let request):
        let completed = gateway.complete(request, context)
        content = .list(completed, try await gateway.list(completed, context))
      case .record(let reference): content = .record(try await gateway.show(reference.id, context))
      }
      if isVisit, !_Concurrency.Task.isCancelled, let viewed = gateway.viewedAs {
        await family.logView(viewed, id: wanted.recordID, by: viewing)
      }
      return LoadedPage(viewing: viewing, athletes: athletes, content: content)
    } into: {
      .pageLoaded($0)
    }
  }

  /// After a write, what is on the screen is fetched again; nothing is fetched for a page nobody opened, which will begin with what was
  /// written.
  private func showAfterWriting(_ state: inout State, _ kind: ReferenceKind) -> Effect<Action> {
    guard state.loaded != .idle else {
      state.wanted = state.wanted ?? .list(ListRequest(kind))
      return .none
    }
    return load(&state, isVisit: false)
  }

  /// Nothing is kept before every link has answered or was given up, so that stopping it leaves all as it was.
  private func checkLinks(of document: Reference?) -> Effect<Action> {
    .run(EffectID("check links", document?.id), repeats: .join) { [check, family] send in
      do throws(Problem) {
        let athlete = try await family.athleteToChange()
        let rows = try await check.rows(document, of: athlete)
        let answers = await check.answers(of: rows) { send.tell(.progress($0)) }
        guard !_Concurrency.Task.isCancelled else { return }
        send(
          .linksChecked(
            .success(try await check.keep(Array(zip(rows, answers)), of: athlete))))
      } catch {
        send(.linksChecked(.failure(Self.checkWords.problem(error, during: .write))))
      }
    }
  }

  private func kindContext() async throws(Problem) -> KindContext {
    let athlete = try await family.athleteToChange()
    return KindContext(
      athlete: athlete, reader: try await family.current().person, calendar: calendar)
  }
}

extension RecordsFeature.PageSubject {
  fileprivate var recordID: RecordID? {
    if case .record(let reference) = self { reference.id } else { nil }
  }
}
