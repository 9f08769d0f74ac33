public import Domain
public import FeatureKit

/// The result of changing a family, or of switching the athlete whom a parent views.
public enum FamilyChange: Equatable, Sendable {
  case created(FamilyPageData, wasThere: Bool)
  case codeRenewed(FamilyCode, family: String, hadCode: Bool)
  /// The parent asked to join a family that is shared through a server.
  ///
  /// The athlete has to accept the request first.
  case asked
  /// The parent withdrew the request to join.
  case withdrawn
  /// The parent wanted to withdraw the request, but the athlete had accepted it.
  case admittedBefore
  case admitted(JoinRequest)
  case declined(JoinRequest)
  case joined(JoinedFamily, Viewing)
  case left(LeftFamily, Viewing)
  case removed(RemovedMember)
  case helpChanged(HelpChange)
  case switched(Viewing)
  /// The parent asked to switch, but views the same athlete as before: there is no other athlete,
  /// or the parent named the current one.
  case stayed(Viewing)
}

/// The code with which parents join the athlete's family, and the family's name.
public struct KnownCode: Equatable, Sendable {
  public var code: String
  public var family: String
  /// The invitation with the code. Nil if the family is not shared through a server.
  public var invitation: FamilyInvitation?
  /// Whether the person who asked for the code is the athlete. Only the athlete can renew it.
  public var isOwners = true

  var done: Done {
    Done(
      "The code of \(family) is \(code).",
      details: [Done.joining(code)]
        + (invitation.map { ["An invitation to send to a parent: \($0.text)"] } ?? [])
        + [
          isOwners
            ? "A new code:  family code --renew" : "The athlete decides about each who asks."
        ])
  }
}

extension Done {
  /// Returns the sentence that tells the athlete how a parent joins the family.
  fileprivate static func joining(_ code: String) -> String {
    "A parent joins with the code \(code)."
  }
}

/// A change of a family that is carried out only after the person has answered yes to a question.
public enum FamilyStep: Equatable, Sendable {
  /// The code of the family is replaced. `asking` contains the names of the people who asked to
  /// join with the present code, because a renewal ends their requests.
  case renewCode(family: RecordID, name: String, hasCode: Bool, asking: [String] = [])
  case leave(family: RecordID, name: String, athlete: String)
  case remove(Reference, family: RecordID, name: String)
  case admit(JoinRequest)
  case decline(JoinRequest)

  var question: Question<AccountFeature.Action> {
    switch self {
    case .renewCode(_, let name, hasCode: false, _):
      Question(
        "Make a code for \(name)?",
        details: ["A parent asks to join with it, and you let them in."], agree: "Make",
        yes: .confirmed(self))
    case .renewCode(_, let name, hasCode: true, let asking):
      Question(
        "Renew the code of \(name)?",
        details: ["The old code stops working at once. Members stay."] + Self.askAgain(asking),
        agree: "Renew",
        yes: .confirmed(self))
    case .leave(_, let name, let athlete):
      Question(
        "Leave \(name)?",
        details: ["You will no longer see \(athlete)'s pages. The code lets you join again."],
        agree: .takingAway("Leave"), yes: .confirmed(self))
    case .remove(let person, _, let name):
      Question(
        "Remove \(person.title) from \(name)?",
        details: ["\(person.title.firstName) will no longer see your pages."],
        agree: .takingAway("Remove"),
        yes: .confirmed(self))
    case .admit(let request):
      Question(
        "Let \(request.name) into your family?",
        details: [
          "Their address is \(request.email).", "They will see your pages, and change nothing.",
        ], agree: "Let in", yes: .confirmed(self))
    case .decline(let request):
      Question(
        "Turn \(request.name) away?", details: ["Their address is \(request.email)."],
        agree: .takingAway("Turn away"), yes: .confirmed(self))
    }
  }

  /// Returns the sentence that lists the people who have to ask again to join, because a renewal of
  /// the code ends their requests. Empty if there are none.
  private static func askAgain(_ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let verb = names.count == 1 ? "is" : "are"
    return [
      "\(names.inSentence()) \(verb) waiting to be let in, and would have to ask again with the new code."
    ]
  }
}

extension FamilyChange {
  var done: Done {
    switch self {
    case .created(let family, let wasThere):
      Done(
        wasThere
          ? "You have a family already: \(family.name)." : "Made your family, \(family.name).",
        details: [
          family.family.code.map { Done.joining("\($0)") }
            ?? "A parent joins with a code. Make one:  family code --renew"
        ])
    case .codeRenewed(let code, let family, let hadCode):
      Done(
        "The \(hadCode ? "new " : "")code of \(family) is \(code).",
        details: [Done.joining("\(code)")])
    case .asked:
      Done(
        "You asked to join. The athlete has to let you in.",
        details: [
          "The athlete lets you in with:  family admit", "Then fetch their pages:  sync",
        ])
    case .withdrawn:
      Done(
        "You withdrew your request to join a family.",
        details: ["To ask with another code:  family join CODE"])
    case .admittedBefore:
      Done(
        "The athlete had let you into the family already.",
        details: ["To leave it:  family leave"])
    case .admitted(let request):
      Done(
        "\(request.name) is in your family now.",
        details: ["What they may help with:  family allow"])
    case .declined(let request): Done("\(request.name) was turned away.")
    case .joined(let joined, let viewing):
      Done(
        joined.wasMember
          ? "You are in \(joined.familyName) already." : "You joined \(joined.familyName).",
        details: [joined.next(for: viewing)], references: [joined.athlete.reference])
    case .left(let left, let viewing):
      Done(
        "You left \(left.familyName).",
        details: viewing.athleteName.map { ["You look at \($0)'s pages now."] } ?? [])
    case .removed(let removed):
      Done(
        "\(removed.person.title) is no longer in \(removed.familyName).",
        details: ["A new code keeps them out:  family code --renew"],
        references: [removed.person])
    case .helpChanged(let change): change.done
    case .switched(let viewing):
      Done("You look at \(viewing.athleteName ?? "your athlete")'s pages now.")
    case .stayed(let viewing):
      Done("You look at \(viewing.athleteName ?? "your athlete")'s pages already.")
    }
  }
}

extension JoinedFamily {
  /// Returns the second sentence of the answer after a parent joined a family. It says what the
  /// parent sees of the athlete. If the parent still views another athlete, it names the command
  /// that switches to the athlete of the joined family.
  fileprivate func next(for viewing: Viewing) -> String {
    let name = athlete.athlete.name
    return viewing.athlete == athlete.athlete.athleteID
      ? viewing.whatIsSeen
      : "To look at \(name)'s pages:  family switch \(athlete.reference.handle)"
  }
}
