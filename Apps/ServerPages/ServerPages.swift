import CivilTime
import Composition
import FeatureKit
import HTTP
import HTTPServing
import ServerInterface
package import SharingServer
import Synchronization
import Threads
import WebHost

/// The web pages of a server, for people who sign in with a browser. The requests of each person
/// use a data file of that person's own, which is filled from the database.
package final class ServerPages: Sendable {
  let ground: PagesGround
  let sessions: PageSessions
  let files: PersonFiles
  /// Answers requests for pages that show no person's data, such as the sign-in page, and for style
  /// sheets, scripts and pictures.
  let front: WebHost
  private let rounds = Rounds()

  /// The interval at which the server asks the database for daily work that is due.
  /// `remindersAtOnce` is the number of people whose work this server does at the same time.
  private static let rhythmOfReminders = Duration.seconds(20)
  private static let remindersAtOnce = 2

  package static let version = Compass.version

  /// Creates the pages for a server whose configuration asks for them.
  package static let make: MakePages = { ground in try ServerPages(ground).running }

  var running: RunningPages {
    RunningPages(
      answer: { await self.answer($0) },
      template: { Operation.template(of: $0) },
      clientKind: { self.clientKind($0) }, refusal: { self.front.refusal($0, $1, $2) },
      begin: { self.begin(port: $0) }, stop: { await self.files.closeAll() })
  }

  init(_ ground: PagesGround) throws {
    self.ground = ground
    let assets = AssetStore()
    let origin = ground.settings.host.map { WebOrigin.at(host: $0) } ?? .ofThisComputer(port: 0)
    sessions = PageSessions(ground)
    front = WebHost(.withoutPeople, threads: WorkThreads(most: 2), origin: origin, assets: assets)
    files = try PersonFiles(ground, assets: assets, origin: origin)
  }

  private func begin(port: Int) {
    if ground.settings.address == nil {
      front.origin = .ofThisComputer(port: port)
      files.origin.withLock { $0 = .ofThisComputer(port: port) }
    }
    files.begin(sessions)
    guard ground.settings.doesDailyWork else { return }
    for _ in 0..<Self.remindersAtOnce {
      rounds.begin(every: Self.rhythmOfReminders, isAtOnce: true) { [weak self] in
        while await self?.workOff() != nil, !Task.isCancelled {}
      }
    }
  }

  private func clientKind(_ request: Request) -> ClientKind {
    guard let cookie = cookie(of: request), sessions.knows(cookie) else {
      return .stranger
    }
    return front.waits(request) ? .waiting : .known
  }

  // MARK: - Answering requests

  func answer(_ request: Request) async -> Response {
    if request.segments.first == Self.interfaceFolder { return await answerProgram(request) }
    if let refusal = front.refusal(of: request) { return refusal }
    if request.segments.first == "assets" || request.segments == ["favicon.ico"] {
      return await front.answer(request)
    }
    do {
      if request.segments.first == Self.feedFolder { return try await feed(request) }
      return try await page(request)
    } catch let problem as Problem {
      return front.answer(problem, to: request)
    } catch let fault as RequestFault {
      return front.answer(Problem(.usage, fault.sentence), to: request)
    } catch {
      return await front.answer(.databaseAway, toUnread: request)
    }
  }

  private func page(_ request: Request) async throws -> Response {
    let own = OwnPage(request)
    guard let signedIn = try await signedIn(request) else {
      if let session = cookie(of: request).flatMap({ sessions.forget($0) }) {
        files.dismiss(session)
      }
      return try await stranger(request, own)
    }
    var response = try await answer(request, own, signedIn)
    // If the answer sets a cookie already, it has ended the session or replaced the cookie, so the
    // cookie must not be renewed again.
    if signedIn.renewsCookie, response.headers["Set-Cookie"] == nil,
      let cookie = try await sessions.renew(signedIn)
    {
      response.set(front.origin.cookie(cookie))
    }
    return response
  }

  private func answer(
    _ request: Request, _ own: OwnPage?, _ signedIn: SignedInPerson
  ) async throws -> Response {
    if let own { return try await answer(own, request, signedIn) }
    // An account that was created by another program may have no profile yet, so its person fills
    // in the form for a first profile.
    guard signedIn.hasProfile else { return .seeOther(try RequestTarget(OwnPage.begin.address)) }
    if request.method == .get { try await fetchForm(request, signedIn) }
    return try await files.answer(request, signedIn)
  }

  private func cookie(of request: Request) -> String? { request.cookies[front.origin.cookieName] }

  /// Returns the person whom the cookie of the request signs in; nil if there is none.
  func signedIn(_ request: Request) async throws -> SignedInPerson? {
    guard let cookie = cookie(of: request) else { return nil }
    return try await sessions.find(cookie)
  }

  /// Answers a request for a page to which a link in an e-mail leads. The secret in the link gives
  /// access, with or without a session; to confirm a changed address, its person has to be signed in
  /// too. Returns nil for any other page.
  private func answerLetter(_ own: OwnPage, _ request: Request) async throws -> Response? {
    switch own {
    case .code: try await takeCode(request)
    case .sendCode: try await sendCode(request)
    case .consent: try await answerConsent(request)
    case .withdraw: try await withdrawConsent(request)
    case .unsubscribe: try await unsubscribe(request)
    default: nil
    }
  }

  /// Answers a request without a valid session. The pages for signing in and the pages of links in
  /// e-mails are shown; any other request is redirected to the sign-in page.
  private func stranger(_ request: Request, _ own: OwnPage?) async throws -> Response {
    switch own {
    case .signIn, .signUp:
      return try await own == .signIn ? signIn(request) : signUp(request)
    // The session has ended already, so signing out has nothing left to do.
    case .signOut: return try request.method == .post ? signedOut() : toSignIn(next: "/")
    default: break
    }
    if let own, let response = try await answerLetter(own, request) { return response }
    if let written = await KeptForm(request) { return askToSignIn(keeping: written) }
    if request.method == .get, !request.wantsJSON, request.isNavigation {
      return try toSignIn(next: request.target.text)
    }
    return front.answer(
      Problem(.signInNeeded, "You are signed out.", fix: "Sign in, and try it again."), to: request)
  }

  private func answer(
    _ own: OwnPage, _ request: Request, _ signedIn: SignedInPerson
  ) async throws -> Response {
    switch own {
    case .signIn: return try await passSignIn(request, signedIn)
    case .signUp: return .seeOther(try RequestTarget("/"))
    case .signOut: return try await signOut(request, signedIn)
    case .begin: return try await beginProfile(request, signedIn)
    case .role: return try await chooseRole(request, signedIn)
    case .account: return try await account(request, signedIn)
    case .password: return try await changePassword(request, signedIn)
    case .address: return try await changeAddress(request, signedIn)
    case .calendar: return try await calendar(request, signedIn)
    case .timeZone: return try await changeTimeZone(request, signedIn)
    case .mail: return try await chooseMail(request, signedIn)
    case .delete: return try await deleteAccount(request, signedIn)
    case .code, .sendCode, .consent, .withdraw, .unsubscribe:
      return try await answerLetter(own, request) ?? .seeOther(try RequestTarget("/"))
    }
  }
}

/// The pages of the server itself, such as the sign-in page, by their path. They show no data of a
/// family.
enum OwnPage: String, CaseIterable {
  case signIn = "sign-in"
  case signUp = "sign-up"
  case signOut = "sign-out"
  case begin, account, password
  case role = "athlete-or-parent"
  case address = "change-address"
  case calendar = "calendar-address"
  case timeZone = "time-zone"
  case code
  case sendCode = "send-code"
  case consent, withdraw
  case mail = "e-mail"
  case unsubscribe
  case delete = "delete-account"

  init?(_ request: Request) {
    guard request.segments.count == 1, let first = request.segments.first else { return nil }
    self.init(rawValue: first)
  }

  var address: String { "/" + rawValue }
}

extension Problem {
  static let databaseAway = Problem(
    .offline, "The server cannot reach its data just now.",
    details: ["Nothing is lost."], fix: "Try it again in a minute.")

  /// Returns the problem that a person has tried too often. `wait` is the time until the next try,
  /// in words; nil if it is not known.
  static func tooManyTries(wait: String?) -> Problem {
    Problem(
      .refused, "There were too many tries in a short time.",
      fix: "Try it again in \(wait ?? "some minutes").")
  }
}
