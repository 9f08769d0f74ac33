import Domain
import FamilyContext
public import FeatureKit
import Mailing

extension PacketFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .previewRequested(let copy):
      // There are two copies of the packet, one for coaches and one for the family. If the page now
      // shows the other copy, the loaded data is dropped. Otherwise it would appear under the new
      // title until the load ends.
      if state.copy != copy { state = State(copy) }
      return load(&state, isVisit: true)

    case .pageOpened:
      return load(&state, isVisit: true)

    case .refreshRequested:
      return load(&state)

    case .dataChanged:
      return reload(&state)

    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return .none

    case .fileRequested(let format, let copy):
      return makeFile(format, copy)

    case .emailRequested(let request):
      return prepareEmail(request)

    case .emailPrepared(.success(let email)):
      return email.delivery.begin(agreeing: .emailConfirmed(email))

    case .emailPrepared(.failure(let problem)):
      return .tell(.problem(problem))

    case .emailConfirmed(let email):
      return email.delivery.send(through: mailing.mail, id: "sending") {
        [mailing] item, number throws(Problem) in
        try await mailing.log(item, number: number, of: email)
      } into: {
        .emailFinished($0)
      }

    case .emailFinished(let result):
      // Each sent message is logged as a contact, and the family's copy lists contacts. So the page
      // is loaded again.
      return .merge(result.told(), reload(&state))

    case .choosingRequested(let change):
      return choose(change)

    case .packetChosen(.success(let choice)):
      return .merge(.tell(.done(.chose(choice))), reload(&state))

    case .packetChosen(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .write)))

    case .viewerChanged:
      state = State(state.copy)
      return .merge(.cancel(Self.emailID), load(&state))

    case .signedOut:
      return .merge(dropPage(&state), .cancel(Self.emailID))
    }
  }
}

extension PacketFeature {
  private static let emailID: EffectID = "email"

  public func content(for state: State, isVisit: Bool) async throws(Problem) -> Preview {
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else { return Preview(viewing: viewing) }
    let athletes = try await family.athletes()
    let contents = try await maker.preview(of: athlete, state.copy)
    if isVisit, !_Concurrency.Task.isCancelled { await family.logView(.packet, by: viewing) }
    return Preview(viewing: viewing, athletes: athletes, contents: contents)
  }

  private func choose(_ change: ChoiceChange) -> Effect<Action> {
    guard !change.isEmpty else { return .tell(.problem(.nothingChosen)) }
    return .save("choose") { [family, maker] () throws(Problem) in
      let athlete = try await family.athleteToChange()
      let before = try await maker.choice(of: athlete)
      return try await maker.packets.choose(change.applied(to: before), of: athlete)
    } into: {
      .packetChosen($0)
    }
  }

  private func prepareEmail(_ request: EmailRequest) -> Effect<Action> {
    .load(Self.emailID) { [family, mailing] () throws(Problem) in
      let athlete = try await mailing.reading { () throws(Problem) in
        try await family.athleteToChange()
      }
      return try await mailing.prepare(request, of: athlete)
    } into: {
      .emailPrepared($0)
    }
  }

  /// Makes the recruiting packet as an HTML or PDF file.
  ///
  /// If the packet's data cannot be loaded, the problem gets the error text of the packet page. The
  /// PDF is drawn later, while the file is written, so an error of the drawing keeps its own text.
  private func makeFile(_ format: FileFormat, _ copy: RecruitingPacket.Copy) -> Effect<Action> {
    .run("file") { [family, maker] send in
      do throws(Problem) {
        let viewing = try await family.current()
        let packet = try await maker.packet(of: try viewing.chosenAthlete(), copy)
        await family.logView(.packet, by: viewing)
        send.tell(.artifact(maker.artifact(packet, as: format)))
      } catch {
        send.tell(.problem(Self.words.problem(error, during: .load)))
      }
    }
  }
}
