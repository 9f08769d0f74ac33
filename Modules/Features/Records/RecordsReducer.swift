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

    case .recordRequested(let reference, let showsAll):
      state.wanted = .record(reference, showsAll: showsAll)
      return load(&state, isVisit: true)

    case .searchRequested(let words, let showsAll):
      state.wanted = .found(FindRequest(words, showsAll: showsAll))
      return load(&state, isVisit: true)

    case .boardRequested:
      state.wanted = .board
      return load(&state, isVisit: true)

    case .comparisonRequested(let offers):
      state.wanted = .comparison(offers)
      return load(&state, isVisit: true)

    case .fieldNamesRequested(let kind):
      state.wanted = .fieldNames(kind)
      return .none

    case .dataRequested(let request):
      return read(request)

    case .dataRead(let kind, .success(let values)):
      return .tell(.artifact(Artifact(values, of: kind)))

    case .dataRead(let kind, .failure(let problem)):
      return .tell(.problem(Self.loadWords(kind).problem(problem, during: .load)))

    case .reloadRequested:
      state.wanted = state.wanted ?? .list(ListRequest(.school))
      return load(&state)

    case .pageLoaded(let result):
      let words = state.wanted?.kind.map(Self.loadWords) ?? Self.findWords
      state.loaded = Loading(result.mapError { words.problem($0, during: .load) })
      return .none

    case .additionRequested(let kind, let changes):
      return .save(EffectID("add \(kind.singular) \(changes.signature)")) { () throws(Problem) in
        try await gateway(of: kind).add(changes, try await kindContext(kind))
      } into: {
        .recordSaved(kind, $0)
      }

    case .editRequested(let references, let changes) where changes.isEmpty:
      return .tell(.problem(Self.nothingToChange(references)))

    case .editRequested(let references, let changes):
      let kind = references.kind
      // An edit of one record is compared with the stored row that the page shows, to find a change
      // by another process. A page shows one record, so an edit of several records has no such row.
      let shown = references.count == 1 ? references.first.flatMap(state.shown) : nil
      return .save(EffectID("edit \(references.handles) \(changes.signature)")) {
        () throws(Problem) in
        try await gateway(of: kind).edit(
          references.map(\.id), changes, shown, try await kindContext(kind))
      } into: {
        .recordSaved(kind, $0)
      }

    case .recordSaved(let kind, .success(let done)):
      return .merge(.tell(.done(done)), showAfterWriting(&state, kind))

    case .recordSaved(let kind, .failure(let problem)):
      return .tell(.problem(Self.saveWords(kind).problem(problem, during: .write)))

    case .deletionRequested(let references):
      let kind = references.kind
      return .load(EffectID("preview \(references.handles)")) { () throws(Problem) in
        try await gateway(of: kind).deletionPreview(
          references.map(\.id), try await family.athleteToChange(kind.help))
      } into: {
        .deletionPreviewed(kind, $0)
      }

    case .deletionPreviewed(_, .success(let previews)):
      return .tell(
        .question(.deleting(previews, yes: .deletionConfirmed(previews.map(\.reference)))))

    case .deletionConfirmed(let references):
      let kind = references.kind
      return .save(EffectID("delete \(references.handles)")) { () throws(Problem) in
        try await gateway(of: kind).delete(
          references.map(\.id), try await family.athleteToChange(kind.help))
      } into: {
        .recordsDeleted(kind, $0)
      }

    case .recordsDeleted(let kind, .success(let deleted)):
      if deleted.contains(where: { state.wanted?.recordID == $0.reference.id }) {
        state.wanted = .list(ListRequest(kind))
      }
      return .merge(.tell(.done(Done(deleted: deleted))), showAfterWriting(&state, kind))

    case .deletionPreviewed(let kind, .failure(let problem)),
      .recordsDeleted(let kind, .failure(let problem)):
      return .tell(.problem(Self.deleteWords(kind).problem(problem, during: .write)))

    case .fileBrought(let wanted):
      return keep(wanted)

    case .fileRequested(let document):
      return takeOut(document)

    case .linkCheckRequested(let documents):
      return checkLinks(of: documents)

    case .linksChecked(.success(let checked)):
      let outcomes = [
        checked.done.map { Effect<Action>.tell(.done($0)) },
        checked.problem.map { .tell(.problem($0)) },
      ].compactMap { $0 }
      return .merge(outcomes + [showAfterWriting(&state, .document)])

    case .linksChecked(.failure(let problem)):
      return .tell(.problem(problem))

    case .viewerChanged:
      let kind = state.wanted.map { $0.kind ?? .school }
      state = initialState
      guard let kind else { return .cancel(pageID) }
      // The page goes back to the unfiltered list of this kind of record, because the shown record
      // and the filters belong to the previous viewer.
      state.wanted = .list(ListRequest(kind))
      return .merge(.cancel(pageID), load(&state))

    case .signedOut:
      return dropPage(&state)
    }
  }
}
