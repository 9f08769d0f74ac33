import Auth
import AuthLive
package import CivilTime
package import FeatureKit
import SQLBackend
import Synchronization
import WebHost

/// The visitor: the person who uses the program at this computer's shell, in a browser, or in a
/// replay.
package struct Visitor: Sendable {
  enum Kind: Sendable {
    /// A person at this computer: the named profile, or else the profile that this device
    /// remembers.
    case onDevice(profile: String?)
    /// A replay of a recorded visit, as the person who made that visit.
    case recorded(profile: String?)
    case inSession(VisitorSession)
    /// A person whose account is on the server that runs this program.
    case ofAccount(ServerAccount)
  }

  let kind: Kind
  /// The visitor's time zone. If it is nil, a setting or the machine decides the zone.
  package var zone: Zone?
  /// The athlete whose page a parent has opened; nil if the address of the page names no athlete.
  package var athlete: RecordID?
  /// The files that the visitor uploaded: the path of each by the name that the visitor gave it.
  var files: [String: String] = [:]
  /// Returns whether the browser that uploads the files has disconnected.
  var hasLeft: @Sendable () -> Bool = { false }
  /// Whether the log of parents' page views gets an entry. This is false for a page that refreshes
  /// itself, because no person opened that page anew.
  var notesVisits = true
  /// Does the writes that reading a page causes, such as the log entry that a parent viewed the
  /// page, after the response; nil if they are done at once.
  var afterwards: Afterwards?

  /// Creates the visitor for a person at this computer. The device remembers the person's choices.
  package static func onDevice(profile: String? = nil, zone: Zone? = nil) -> Visitor {
    Visitor(kind: .onDevice(profile: profile), zone: zone)
  }

  /// Creates the visitor of a replay, with the profile that was used when the session was recorded.
  static func recorded(profile: String?, zone: Zone?) -> Visitor {
    Visitor(kind: .recorded(profile: profile), zone: zone)
  }

  /// Creates the visitor for a browser session. The sign-in ends with the session, and is separate
  /// from the sign-ins of the device and of other sessions.
  package static func inSession(
    _ session: VisitorSession, zone: Zone? = nil, athlete: RecordID? = nil
  ) -> Visitor {
    Visitor(kind: .inSession(session), zone: zone, athlete: athlete)
  }

  /// Creates the visitor for one request of a browser session. `place` has the values of the
  /// request, such as the athlete whose page is opened and the uploaded files.
  static func inSession(
    _ session: VisitorSession, zone: Zone?, _ place: VisitedPlace
  ) -> Visitor { at(place, .inSession(session), zone) }

  /// Creates the visitor for one request of a browser in which a person with an account is signed
  /// in.
  static func ofAccount(_ account: ServerAccount, _ place: VisitedPlace) -> Visitor {
    at(place, .ofAccount(account), account.zone())
  }

  private static func at(_ place: VisitedPlace, _ kind: Kind, _ zone: Zone?) -> Visitor {
    var visitor = Visitor(kind: kind, zone: zone, athlete: place.athlete)
    visitor.files = place.files
    visitor.hasLeft = place.hasLeft
    visitor.notesVisits = place.isNavigation
    visitor.afterwards = place.afterwards
    return visitor
  }

  var profile: String? {
    switch kind {
    case .onDevice(let profile), .recorded(let profile): profile
    case .inSession, .ofAccount: nil
    }
  }

  func memory(in backend: SQLBackend) -> PersonMemory {
    switch kind {
    case .onDevice, .recorded: .device(backend)
    case .inSession(let session): session.memory
    case .ofAccount(let account): account.memory
    }
  }

  /// Returns the store for the token of the visitor's sign-in.
  func tokens(in folder: DataFolder) -> SecretStore {
    switch kind {
    case .onDevice, .recorded: .files(in: folder.secrets)
    case .inSession(let session): session.tokens
    case .ofAccount(let account): account.secrets
    }
  }

  /// Whether commands may read this computer's files and probe its network. Only a visitor at this
  /// computer's own shell may do so.
  var reachesComputer: Bool {
    switch kind {
    case .onDevice: true
    case .inSession, .ofAccount, .recorded: false
    }
  }

  /// The person's account, if the account is on the server that runs this program; otherwise nil.
  var account: ServerAccount? {
    if case .ofAccount(let account) = kind { account } else { nil }
  }

  /// Whether commands may have effects outside of the family's file, such as sending mail or
  /// showing desktop notifications. This is false in a replay and on a server's pages.
  var reachesOthers: Bool { !isRecorded && account == nil }

  /// Whether the visit is a replay. A replay may change nothing outside of its own folder.
  var isRecorded: Bool {
    if case .recorded = kind { true } else { false }
  }
}

/// The part of a browser's sign-in that is stored between requests: the chosen person, and the
/// token of that person's session.
package final class VisitorSession: Sendable {
  private struct State {
    /// The chosen person in the format of `RememberedProfile`; nil before any choice.
    var person: String?
    var secrets: [String: SecretText] = [:]
  }

  private let state: Mutex<State>

  /// Creates the session of a new browser.
  ///
  /// - Parameter person: the person whom the browser starts as. If that person has a passphrase,
  ///   the browser still has to enter it.
  package init(person: RecordID? = nil) {
    state = Mutex(State(person: person?.description))
  }

  /// Restores a session from its `values`, which an earlier run of the program stored.
  init(values: [String: String]) {
    var state = State(person: values[Self.personKey])
    for (key, value) in values where key.hasPrefix(Self.secretKey) {
      state.secrets[String(key.dropFirst(Self.secretKey.count))] = SecretText(value)
    }
    self.state = Mutex(state)
  }

  /// The whole session as text, including its secrets, for storage between runs of the program.
  var values: [String: String] {
    state.withLock { state in
      var values: [String: String] = [:]
      values[Self.personKey] = state.person
      for (name, secret) in state.secrets { values[Self.secretKey + name] = secret.revealed }
      return values
    }
  }

  private static let personKey = "person"
  private static let secretKey = "secret."

  var memory: PersonMemory {
    PersonMemory(
      isOfDevice: false, read: { self.state.withLock { $0.person } },
      save: { person in self.state.withLock { $0.person = person } },
      begin: { person in self.state.withLock { $0.person = $0.person ?? person } })
  }

  var tokens: SecretStore {
    SecretStore {
      $0.read.implement { name in self.state.withLock { $0.secrets[name] } }
      $0.save.implement { name, secret in self.state.withLock { $0.secrets[name] = secret } }
      $0.remove.implement { name in self.state.withLock { $0.secrets[name] = nil } }
    }
  }
}

/// Remembers which person the visitor is, on this device or in the visitor's browser session.
struct PersonMemory: Sendable {
  typealias Failure = Problem

  /// Whether the person is remembered on this device and not in a browser session, so that signing
  /// out on this device forgets the person.
  var isOfDevice: Bool
  /// Returns the person's id, `RememberedProfile.nobody` after signing out, or nil before any
  /// choice.
  var read: @Sendable () throws(Failure) -> String?
  var save: @Sendable (String) throws(Failure) -> Void
  /// Stores the only person of the file if no person was chosen before. A browser session then
  /// stays with this person when the file gets more people. A device stores nothing, because
  /// reading must not write to the file.
  var begin: @Sendable (String) -> Void = { _ in }
}

extension PersonMemory {
  static func device(_ backend: SQLBackend) -> PersonMemory {
    PersonMemory(
      isOfDevice: true,
      read: { () throws(Problem) in try backend.deviceValues()[RememberedProfile.key] },
      save: { person throws(Problem) in
        try backend.setDeviceValue(person, for: RememberedProfile.key)
      })
  }
}
