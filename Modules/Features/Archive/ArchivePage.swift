public import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension ArchiveFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    let title = state.view == .overview ? Self.manifest.title : "Erasing"
    return switch state.loaded {
    case .idle, .loading:
      Page(title: title) { Paragraph("Loading your data…", tone: .muted) }
    case .failed(let problem):
      Page(title: title, problem: problem) { Message(problem) }
    case .loaded(let loaded):
      switch loaded.content {
      case .backups(let backups):
        OverviewPage(title: title, loaded: loaded, backups: backups, context: context).page
      case .shelf(let backups, let problem):
        ShelfPage(title: title, backups: backups, problem: problem, context: context).page
      case .erasure(let person, let family):
        ErasurePage(title: title, person: person, family: family).page
      }
    }
  }
}

/// Builds the page with the links for import and export, and the list of backups.
private struct OverviewPage {
  let title: String
  let loaded: ArchiveFeature.LoadedPage
  let backups: [ArchiveFeature.Backup]
  let context: PageContext

  private var isReadOnly: Bool { loaded.viewing?.isReadOnly ?? false }
  private var owner: String { loaded.viewing?.ownerWords ?? "Your athlete" }

  var page: Page {
    Page(title: title, subtitle: "It is yours: one file on this computer.") {
      if isReadOnly {
        Banner(
          icon: "👁",
          [
            "\(owner) decides what comes in and what goes.",
            "You can take copies along, and erase yourself.",
          ])
      }
      Section("Take it along") {
        Links(
          [
            CommandLink("Everything, as one file", "export"),
            CommandLink("Schools, as a table", "export schools"),
            CommandLink("Deadlines and events, for your calendar", "calendar export"),
          ]
            // The copy of the whole file is offered only to the athlete, because it contains
            // private data of every person in the family.
            + (isReadOnly
              ? []
              : [
                CommandLink("The whole file, to carry away", "backup file"),
                CommandLink("The whole file under a passphrase", "backup file --sealed"),
              ]))
      }
      Section("Bring it in") {
        if isReadOnly {
          Paragraph("Only \(owner) can bring in a table or a file.", tone: .muted)
        } else {
          let table = "A table of schools, coaches, events …"
          let everything = "Everything that was taken along"
          if context.hasButtons {
            Links([CommandLink(table, "import"), CommandLink(everything, "import everything")])
          } else {
            Paragraph("\(table):  import schools FILE.csv --dry-run")
            Paragraph("\(everything):  import everything FILE.json")
          }
        }
      }
      Section(
        "Backups", links: backups.isEmpty ? [] : [CommandLink("Make one now", "backup")]
      ) {
        if backups.isEmpty {
          EmptyState(
            "No backups yet.",
            detail: "One is made before every import, restore and update, or when you say so.",
            links: [CommandLink("Make one now", "backup")])
        } else {
          RowList(backups.rows(in: context, isReadOnly: isReadOnly))
        }
      }
      Section("Erase it") {
        Links([CommandLink("See what would go", "erase")])
      }
    }
  }

}

extension [ArchiveFeature.Backup] {
  /// The titles of the backups: the times at which they were made. If two backups are from the same
  /// minute, their titles have the seconds. A backup whose file name contains no time has this name
  /// as its title.
  fileprivate func titles(in zone: Zone) -> [String] {
    let minutes = Dictionary(grouping: compactMap { $0.when(in: zone) }) { $0 }
    return map { backup in
      let minute = backup.when(in: zone)
      let isAlone = minute.flatMap { minutes[$0] }?.count == 1
      let title = isAlone ? minute : backup.when(in: zone, withSeconds: true)
      return title ?? backup.name
    }
  }

  fileprivate func rows(in context: PageContext, isReadOnly: Bool) -> [Row] {
    zip(self, titles(in: context.zone)).map { backup, title in
      backup.row(title, isReadOnly: isReadOnly, showsName: isReadOnly && !context.hasButtons)
    }
  }

  /// Returns the backups, newest first, as choices of the form that restores one.
  public func choices(in zone: Zone) -> [Form.Field.Choice] {
    zip(self, titles(in: zone)).enumerated().map { place, titled in
      let (backup, title) = titled
      let words = title + (backup.reason.map { " · \($0)" } ?? "")
      return Form.Field.Choice(backup.name, place == 0 ? "The newest, of \(words)" : words)
    }
  }
}

extension ArchiveFeature.Backup {
  fileprivate func row(_ title: String, isReadOnly: Bool, showsName: Bool) -> Row {
    let restore = CommandLink(
      "Restore", "restore \(CommandText.quoted(name))", spoken: "Restore \(title)")
    let size = bytes.map { FileSize.words(of: $0) }
    let detail = [showsName && madeAt != nil ? name : nil, size].compactMap { $0 }
    return Row(title, .bullet, spoken: "Backup of \(title)" + (reason.map { ", made \($0)" } ?? ""))
      .showing(
        trailing: reason.map { Badge($0, tone: .muted) },
        detail: detail.isEmpty ? nil : detail.joined(separator: " · ")
      )
      .offering(isReadOnly ? [] : [restore])
  }
}

/// Builds the page that offers only the backups. It is shown if the data file cannot be opened or
/// if the viewer is not signed in.
private struct ShelfPage {
  let title: String
  let backups: [ArchiveFeature.Backup]
  let problem: Problem
  let context: PageContext

  /// The sentence below the title: no person is signed in, or the data file cannot be opened.
  private var subtitle: String {
    problem.cause == .signInNeeded
      ? "You are not signed in; the backups can be restored."
      : "The file cannot be looked into; its backups can be restored."
  }

  var page: Page {
    Page(title: title, subtitle: subtitle) {
      Message(problem)
      Section("Backups") {
        RowList(backups.rows(in: context, isReadOnly: false))
      }
    }
  }
}

/// Builds the page with the data that erasing would delete, and the commands that erase.
private struct ErasurePage {
  let title: String
  let person: Erasure
  let family: Erasure?

  var page: Page {
    Page(title: title, subtitle: "For good: no undo, and no backup of ours keeps it.") {
      section("You", person, CommandLink("Erase yourself", "erase person"))
      if let family {
        section("Your family", family, CommandLink("Erase the family", "erase family"))
      }
      Links([CommandLink("Keep a copy first", "export")])
    }
  }

  private func section(_ title: String, _ erasure: Erasure, _ link: CommandLink) -> Section {
    Section(title, tone: .danger, links: [link]) {
      Facts(
        [Fact("People", erasure.people.map(\.title).joined(separator: ", "))]
          + (erasure.server.map { [Fact("Server", $0.address)] } ?? [])
          + erasure.records.map {
            Fact($0.kind.plural.capitalizedFirst, "\($0.count)")
          } + [
            Fact("History steps", "\(erasure.journalSteps)"),
            Fact("Typed lines", "\(erasure.typedLines)"),
            Fact("Mail passwords", "\(erasure.mailPasswords)"),
            Fact("Backups", "\(erasure.backups.count)"),
          ])
    }
  }
}
