import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension SyncFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch state.loaded {
    case .idle, .loading:
      Page(title: Self.manifest.title) { Paragraph("Loading…", tone: .muted) }
    case .failed(let problem):
      Page(title: Self.manifest.title, problem: problem) { Message(problem) }
    case .loaded(let content):
      if let address = content.status.address {
        switch state.view {
        case .status: StatusPage(address: address, content: content, context: context).page
        case .conflicts: ConflictsPage(content: content, context: context).page
        }
      } else {
        Page(title: Self.manifest.title) {
          EmptyState(
            "This file is not connected to a server.",
            detail:
              "Everything is on this computer alone. To have it on other devices, or with your family:  account connect ADDRESS",
            links: [CommandLink("How to connect", "help account connect")])
        }
      }
    }
  }
}

private struct StatusPage {
  let address: String
  let content: SyncFeature.Content
  let context: PageContext

  private var status: SharingStatus { content.status }

  var page: Page {
    Page(
      title: "Sync", subtitle: status.email.map { "\($0) at \(address)" } ?? "at \(address)"
    ) {
      // The banners are ordered from the most to the least serious. The first one is for a person
      // without an account, the second for a person whose account was deleted and the third for a
      // person who is signed out, so only one of these three can appear. Each of the others can
      // appear as well.
      if status.email == nil {
        Banner(
          icon: "!",
          [
            "You have no account there.",
            "What you do stays on this computer, and waits. With an account of your own it goes there:  account connect \(address)",
          ])
      } else if status.isErased {
        Banner(
          icon: "!",
          [
            "Your account there was deleted.",
            "Everything here stays as it is. Nothing is sent or fetched any more.",
          ], links: [CommandLink("Keep this file for yourself", "account disconnect")])
      } else if content.isSignedIn == false {
        Banner(
          icon: "!",
          [
            "You are signed out there.",
            "Everything here stays readable and writable; what you change waits.",
          ], links: [CommandLink("Sign in", "sync sign-in")])
      }
      for banner in status.joining { banner }
      if status.isAwaited, status.email != nil {
        Banner(
          icon: "!",
          [
            "At the server one of your families has not let you in yet.",
            "What you do for the family waits until its athlete lets you in there. Ask with its code:  family join CODE",
          ])
      }
      if status.asksToRemove > 0 {
        Banner(
          icon: "!",
          [
            "\(status.asksToRemove) records are gone there and still here.",
            "Nothing new is fetched until you decide.",
          ], links: [CommandLink("Decide", "sync now")])
      }
      if status.hasLeft {
        Banner(
          icon: "!", ["You are in a family no more."],
          links: [CommandLink("What that means here", "sync now")])
      }
      Facts(facts)
      Links(
        [CommandLink("Sync now", "sync now")]
          + (content.conflicts.isEmpty
            ? [] : [CommandLink("Decide about \(content.conflicts.count)", "sync conflicts")]))
    }
  }

  /// The lines about the state of the sync.
  ///
  /// A person without an account at the server sees only the other accounts of this data file, the
  /// number of their own unsent changes, and the changes that the server did not accept.
  private var facts: [Fact] {
    var facts =
      status.others.isEmpty
      ? []
      : [
        Fact(
          status.email == nil ? "Connected here" : "Also connected here",
          status.others.joined(separator: ", "))
      ]
    guard status.email != nil else {
      return facts + [
        Fact("Waits for an account of yours", status.waiting == 0 ? "Nothing" : "\(status.waiting)")
      ] + toDecide
    }
    facts += [
      Fact(
        "Last synced",
        status.lastSync.map { RelativeTime.text(of: $0, now: context.now, zone: context.zone) }
          ?? "Never",
        tone: status.lastSync == nil ? .caution : .neutral),
      Fact("Waits to be sent", status.waiting == 0 ? "Nothing" : "\(status.waiting)"),
    ]
    // The line with the time since which the server does not answer is inserted above the number of
    // unsent changes, because it explains why they are not sent.
    if let since = status.offlineSince {
      facts.insert(
        Fact(
          "No connection since",
          RelativeTime.text(of: since, now: context.now, zone: context.zone), tone: .caution),
        at: facts.count - 1)
    }
    if !status.familiesOfThisComputer.isEmpty {
      facts.append(
        Fact(
          "Only on this computer", status.familiesOfThisComputer.joined(separator: ", "),
          tone: .caution))
    }
    if status.leftHere > 0 {
      facts.append(Fact("Rows that stay on this computer", "\(status.leftHere)", tone: .caution))
    }
    return facts + toDecide
  }

  /// The numbers of changes that the person has to decide about: those in conflict with another
  /// change, and those that the server does not allow.
  ///
  /// The list is empty if there are none.
  private var toDecide: [Fact] {
    [
      status.held > 0 ? Fact("For you to decide", "\(status.held)", tone: .caution) : nil,
      status.refused > 0 ? Fact("Not allowed there", "\(status.refused)", tone: .danger) : nil,
    ].compactMap { $0 }
  }
}

private struct ConflictsPage {
  let content: SyncFeature.Content
  let context: PageContext
  private var conflicts: [SyncConflict] { content.conflicts }

  private var nothingToDecide: String {
    let waiting = content.status.waiting
    return waiting == 0
      ? "The server took everything that was sent."
      : "\(waiting == 1 ? "1 change waits" : "\(waiting) changes wait") to be sent; what becomes of \(waiting == 1 ? "it" : "them") is known then."
  }

  var page: Page {
    Page(
      title: "Sync conflicts",
      subtitle: conflicts.isEmpty ? nil : "Nothing is lost: each waits here."
    ) {
      if conflicts.isEmpty {
        EmptyState(
          "Nothing to decide.", detail: nothingToDecide,
          links: [CommandLink("How it stands", "sync status")])
      } else {
        for conflict in conflicts { section(conflict) }
      }
    }
  }

  private func section(_ conflict: SyncConflict) -> Section {
    Section(
      "\(conflict.number)  \(conflict.summary)", links: links(conflict)
    ) {
      Paragraph(
        "Done here \(RelativeTime.text(of: conflict.at, now: context.now, zone: context.zone))."
          + (conflict.isHeld ? "" : " The server does not allow it."), tone: .muted)
      Facts(conflict.differences.flatMap(facts))
      if conflict.more > 0 {
        Paragraph("And \(conflict.more) more that are not shown.", tone: .muted)
      }
    }
  }

  private func facts(_ difference: SyncConflict.Difference) -> [Fact] {
    let name = [difference.record, difference.field].compactMap { $0 }.joined(separator: ", ")
    guard difference.mine != nil || difference.theirs != nil else {
      return [Fact(name, difference.rule ?? difference.reason.words, tone: .caution)]
    }
    let mine = Fact("\(name): yours", difference.mine ?? "nothing")
    guard difference.reason.hasOtherSide else { return [mine] }
    var theirs = difference.theirs ?? "nothing"
    if let by = difference.by {
      theirs +=
        "  (\(by)\(difference.at.map { ", " + RelativeTime.text(of: $0, now: context.now, zone: context.zone) } ?? ""))"
    }
    return [mine, Fact("\(name): there", theirs)]
  }

  private func links(_ conflict: SyncConflict) -> [CommandLink] {
    let number = conflict.number
    guard conflict.isHeld else {
      return [
        CommandLink("Try again", "sync keep mine \(number)"),
        CommandLink("Let it go", "sync keep theirs \(number)"),
      ]
    }
    return [
      CommandLink("Keep mine", "sync keep mine \(number)"),
      CommandLink("Keep theirs", "sync keep theirs \(number)"),
    ]
      + (conflict.joinsTexts ? [CommandLink(conflict.keepingBoth, "sync keep both \(number)")] : [])
  }
}

extension SyncConflict {
  /// The label of the link that keeps both versions of a text after a conflict. If the two versions
  /// of some field cannot be combined, the person's own value stays, and the label names that
  /// field.
  fileprivate var keepingBoth: String {
    notJoined.isEmpty ? "Keep both" : "Keep both texts, and my \(notJoined.inSentence())"
  }
}

extension SyncConflict.Reason {
  /// Whether the server has another version of the record, which the person can choose instead of
  /// their own.
  fileprivate var hasOtherSide: Bool {
    switch self {
    case .changed, .thereAlready, .notUnique: true
    case .gone, .used, .parentMissing, .buildsOnHeld, .notAllowed, .olderForm, .tooLarge, .rule,
      .other:
      false
    }
  }

  fileprivate var words: String {
    switch self {
    case .changed: "It was changed there meanwhile."
    case .gone: "It was deleted there meanwhile."
    case .used: "Something was added to it there, which would go with it."
    case .thereAlready: "It is there already, in another form."
    case .parentMissing: "What it belongs to is not there."
    case .notUnique: "There is one of its kind already."
    case .buildsOnHeld: "It builds on a change that was not taken."
    case .notAllowed: "You may not change that there."
    case .olderForm: "An older version of the program wrote it, and this one has no place for it."
    case .tooLarge: "It is too large for the server."
    case .rule: "A rule of the server stands against it."
    case .other: "The server does not take it."
    }
  }
}
