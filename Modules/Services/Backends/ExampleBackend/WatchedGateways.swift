import Domain
import FeatureKit

// Wraps the endpoints of every gateway with a hook. The endpoint names are defined only here, because the real backend has
// no hook.

extension PeopleGateway {
  func watched(by hook: BackendHook) -> PeopleGateway {
    var watched = self
    watched.profiles = hook.door("people.profiles", profiles)
    watched.standing = hook.door("people.standing", standing)
    watched.profile = hook.door("people.profile", profile)
    watched.createAccount = hook.door("people.createAccount", createAccount)
    watched.createFamilyAsParent = hook.door("people.createFamilyAsParent", createFamilyAsParent)
    watched.updateProfile = hook.door("people.updateProfile", updateProfile)
    return watched
  }
}

extension FamiliesGateway {
  func watched(by hook: BackendHook) -> FamiliesGateway {
    var watched = self
    watched.families = hook.door("families.families", families)
    watched.accessibleAthletes = hook.door("families.accessibleAthletes", accessibleAthletes)
    watched.create = hook.door("families.create", create)
    watched.regenerateCode = hook.door("families.regenerateCode", regenerateCode)
    watched.join = hook.door("families.join", join)
    watched.leave = hook.door("families.leave", leave)
    watched.remove = hook.door("families.remove", remove)
    watched.setHelp = hook.door("families.setHelp", setHelp)
    return watched
  }
}

extension PreferencesGateway {
  func watched(by hook: BackendHook) -> PreferencesGateway {
    var watched = self
    watched.preference = hook.door("preferences.preference", preference)
    watched.save = hook.door("preferences.save", save)
    watched.clear = hook.door("preferences.clear", clear)
    watched.history = hook.door("preferences.history", history)
    return watched
  }
}

extension DevicePreferencesGateway {
  func watched(by hook: BackendHook) -> DevicePreferencesGateway {
    var watched = self
    watched.value = hook.door("devicePreferences.value", value)
    watched.set = hook.door("devicePreferences.set", set)
    return watched
  }
}

extension QuickTasksGateway {
  func watched(by hook: BackendHook) -> QuickTasksGateway {
    var watched = self
    watched.list = hook.door("quickTasks.list", list)
    watched.add = hook.door("quickTasks.add", add)
    watched.toggle = hook.door("quickTasks.toggle", toggle)
    watched.delete = hook.door("quickTasks.delete", delete)
    watched.clearCompleted = hook.door("quickTasks.clearCompleted", clearCompleted)
    return watched
  }
}

extension ViewLogGateway {
  func watched(by hook: BackendHook) -> ViewLogGateway {
    var watched = self
    watched.record = hook.door("viewLog.record", record)
    watched.views = hook.door("viewLog.views", views)
    return watched
  }
}

extension UndoGateway {
  func watched(by hook: BackendHook) -> UndoGateway {
    var watched = self
    watched.undo = hook.door("undo.undo", undo)
    watched.redo = hook.door("undo.redo", redo)
    watched.undoStep = hook.door("undo.undoStep", undoStep)
    watched.history = hook.door("undo.history", history)
    return watched
  }
}

extension SharingGateway {
  func watched(by hook: BackendHook) -> SharingGateway {
    var watched = self
    watched.status = hook.door("sharing.status", status)
    watched.plan = hook.door("sharing.plan", plan)
    watched.connect = hook.door("sharing.connect", connect)
    watched.disconnect = hook.door("sharing.disconnect", disconnect)
    watched.signIn = hook.door("sharing.signIn", signIn)
    watched.signOutOthers = hook.door("sharing.signOutOthers", signOutOthers)
    watched.changePassword = hook.door("sharing.changePassword", changePassword)
    watched.sync = hook.door("sharing.sync", sync)
    watched.again = hook.door("sharing.again", again)
    watched.conflicts = hook.door("sharing.conflicts", conflicts)
    watched.keep = hook.door("sharing.keep", keep)
    watched.othersSteps = hook.door("sharing.othersSteps", othersSteps)
    watched.renewCode = hook.door("sharing.renewCode", renewCode)
    watched.askToJoin = hook.door("sharing.askToJoin", askToJoin)
    watched.joinRequests = hook.door("sharing.joinRequests", joinRequests)
    watched.answerJoin = hook.door("sharing.answerJoin", answerJoin)
    return watched
  }
}

extension RecordIndexGateway {
  func watched(by hook: BackendHook) -> RecordIndexGateway {
    var watched = self
    watched.find = hook.door("recordIndex.find", find)
    return watched
  }
}

extension TimelineGateway {
  func watched(by hook: BackendHook) -> TimelineGateway {
    var watched = self
    watched.tasks = hook.door("timeline.tasks", tasks)
    watched.task = hook.door("timeline.task", task)
    watched.setStatus = hook.door("timeline.setStatus", setStatus)
    watched.setDueDate = hook.door("timeline.setDueDate", setDueDate)
    watched.earlier = hook.door("timeline.earlier", earlier)
    watched.catchUp = hook.door("timeline.catchUp", catchUp)
    return watched
  }
}

extension MetricGoalsGateway {
  func watched(by hook: BackendHook) -> MetricGoalsGateway {
    var watched = self
    watched.goals = hook.door("metricGoals.goals", goals)
    watched.set = hook.door("metricGoals.set", set)
    watched.remove = hook.door("metricGoals.remove", remove)
    return watched
  }
}

extension MetricSummaryGateway {
  func watched(by hook: BackendHook) -> MetricSummaryGateway {
    var watched = self
    watched.byType = hook.door("metricSummaries.byType", byType)
    watched.points = hook.door("metricSummaries.points", points)
    watched.oldest = hook.door("metricSummaries.oldest", oldest)
    return watched
  }
}

extension LinkHealthGateway {
  func watched(by hook: BackendHook) -> LinkHealthGateway {
    var watched = self
    watched.record = hook.door("linkHealth.record", record)
    return watched
  }
}

extension DashboardGateway {
  func watched(by hook: BackendHook) -> DashboardGateway {
    var watched = self
    watched.schools = hook.door("dashboard.schools", schools)
    watched.coaches = hook.door("dashboard.coaches", coaches)
    watched.interactions = hook.door("dashboard.interactions", interactions)
    watched.offers = hook.door("dashboard.offers", offers)
    watched.unanswered = hook.door("dashboard.unanswered", unanswered)
    return watched
  }
}

extension SchoolBoardGateway {
  func watched(by hook: BackendHook) -> SchoolBoardGateway {
    var watched = self
    watched.lanes = hook.door("schoolBoard.lanes", lanes)
    return watched
  }
}

extension ActivityGateway {
  func watched(by hook: BackendHook) -> ActivityGateway {
    var watched = self
    watched.recent = hook.door("activity.recent", recent)
    watched.week = hook.door("activity.week", week)
    watched.news = hook.door("activity.news", news)
    return watched
  }
}

extension SuggestionsGateway {
  func watched(by hook: BackendHook) -> SuggestionsGateway {
    var watched = self
    watched.visible = hook.door("suggestions.visible", visible)
    watched.surface = hook.door("suggestions.surface", surface)
    watched.dismiss = hook.door("suggestions.dismiss", dismiss)
    watched.complete = hook.door("suggestions.complete", complete)
    watched.show = hook.door("suggestions.show", show)
    watched.evaluate = hook.door("suggestions.evaluate", evaluate)
    return watched
  }
}

extension NotificationsGateway {
  func watched(by hook: BackendHook) -> NotificationsGateway {
    var watched = self
    watched.list = hook.door("notifications.list", list)
    watched.show = hook.door("notifications.show", show)
    watched.unreadCount = hook.door("notifications.unreadCount", unreadCount)
    watched.markRead = hook.door("notifications.markRead", markRead)
    watched.markAllRead = hook.door("notifications.markAllRead", markAllRead)
    watched.delete = hook.door("notifications.delete", delete)
    watched.deleteAll = hook.door("notifications.deleteAll", deleteAll)
    watched.generate = hook.door("notifications.generate", generate)
    return watched
  }
}

extension PacketsGateway {
  func watched(by hook: BackendHook) -> PacketsGateway {
    var watched = self
    watched.contents = hook.door("packets.contents", contents)
    watched.recipients = hook.door("packets.recipients", recipients)
    watched.sentCount = hook.door("packets.sentCount", sentCount)
    watched.recordSent = hook.door("packets.recordSent", recordSent)
    watched.choose = hook.door("packets.choose", choose)
    return watched
  }
}

extension ArchiveGateway {
  func watched(by hook: BackendHook) -> ArchiveGateway {
    var watched = self
    watched.exportRows = hook.door("archive.exportRows", exportRows)
    watched.importRows = hook.door("archive.importRows", importRows)
    watched.exportEverything = hook.door("archive.exportEverything", exportEverything)
    watched.importEverything = hook.door("archive.importEverything", importEverything)
    watched.calendar = hook.door("archive.calendar", calendar)
    watched.backups = hook.door("archive.backups", backups)
    watched.backUp = hook.door("archive.backUp", backUp)
    watched.guards = hook.door("archive.guards", guards)
    watched.copyFile = hook.door("archive.copyFile", copyFile)
    watched.inspect = hook.door("archive.inspect", inspect)
    watched.restore = hook.door("archive.restore", restore)
    watched.erasurePreview = hook.door("archive.erasurePreview", erasurePreview)
    watched.erase = hook.door("archive.erase", erase)
    return watched
  }
}

extension RecordsGateway {
  func watched(by hook: BackendHook, as name: String) -> RecordsGateway {
    var watched = self
    watched.list = hook.door("\(name).list", list)
    watched.show = hook.door("\(name).show", show)
    watched.add = hook.door("\(name).add", add)
    watched.edit = hook.door("\(name).edit", edit)
    watched.deletionPreview = hook.door("\(name).deletionPreview", deletionPreview)
    watched.delete = hook.door("\(name).delete", delete)
    return watched
  }
}

extension ReportsGateway {
  /// Each section also passes the hook under its own name, such as `reports.schools`, so that a test can make it fail alone.
  func watched(by hook: BackendHook) -> ReportsGateway {
    var watched = self
    watched.contacts = hook.door("reports.contacts", contacts)
    let count = hook.door("reports.aggregate", aggregate)
    watched.aggregate = { athlete, range throws(Problem) in
      let all = try await count(athlete, range)
      let figures = ReportFigures(
        schools: await hook.section("schools", all.schools),
        coaches: await hook.section("coaches", all.coaches),
        interactions: await hook.section("interactions", all.interactions),
        metrics: await hook.section("metrics", all.metrics))
      let missing = figures.missing
      if missing.count == 4, let problem = missing.first?.problem { throw problem }
      return figures
    }
    return watched
  }
}

extension BackendHook {
  fileprivate func section<Figures>(
    _ name: String, _ counted: Result<Figures, Problem>
  ) async -> Result<Figures, Problem> {
    do throws(Problem) {
      try await pass("reports.\(name)")
      return counted
    } catch {
      return .failure(error)
    }
  }
}
