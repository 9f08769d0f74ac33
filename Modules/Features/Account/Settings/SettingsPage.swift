import Domain
import FeatureKit
import Mailing

/// Builds the page with all settings and their values.
struct SettingsPage {
  let loaded: LoadedSettings
  let context: PageContext

  var page: Page {
    Page(title: "Settings") {
      if !context.hasButtons {
        Paragraph(
          "To change one:  settings set daily-digest off.  To put it back:  settings set daily-digest default.",
          tone: .muted)
      }
      section("Notifications", SettingKey.notifications)
      if context.hasButtons { valued }
      section("Dashboard cards", SettingKey.cards)
      section("Dashboard", SettingKey.widgets)
      if loaded.tasks != nil, !context.hasButtons { section("Pages", SettingKey.pages) }
      if let setup = loaded.mail { mailServer(setup) }
    }
  }

  /// The settings that have more values than on and off, as a form. A browser shows the form in
  /// place of the rows of these settings.
  private var valued: Section {
    Section(
      "Days, hours and filters",
      writing: SectionForm("Change days, hours and filters", "settings edit", button: "Save")
    ) {}
  }

  private func mailServer(_ setup: MailSetup) -> Section {
    Section("Sending e-mail") {
      if let server = setup.serverWords {
        Facts([
          Fact("Server", server), Fact("User", setup.user ?? "None"),
          Fact("Password", setup.hasPassword ? "Kept on this machine" : "None"),
          Fact("From", setup.sender ?? "Not set", tone: setup.sender == nil ? .warning : .neutral),
        ])
      } else {
        Paragraph("It is not set up, so nothing can be e-mailed from here.", tone: .muted)
      }
      Links([CommandLink(setup.host == nil ? "Set it up" : "Change it", "settings mail")])
    }
  }

  private func section(_ title: String, _ keys: [SettingKey]) -> [Block] {
    let shown = keys.filter { key in
      (loaded.isOnOwnComputer || !key.isOfOwnComputer)
        && !(context.hasButtons && SettingKey.valued.contains(key))
    }
    return [Section(title) { RowList(shown.map(row)) }.block]
  }

  private func row(_ key: SettingKey) -> Row {
    let value = loaded.value(of: key)
    let isUsual = value == SettingValue.usual(for: key)
    let marker: Marker =
      value == .isOn(true) ? .chosen : value == .isOn(false) ? .unchecked : .bullet
    let change = isUsual ? "" : ", changed from \(SettingValue.usual(for: key).text)"
    return Row(key.title, marker, spoken: "\(key.title): \(value.text)\(change).")
      .opening(link(key, value))
      .showing(trailing: Badge(value.text, tone: isUsual ? .muted : .info))
  }

  private func link(_ key: SettingKey, _ value: SettingValue) -> CommandLink? {
    guard case .isOn(let isOn) = value else {
      return CommandLink("Change", "settings set \(key.name)", spoken: "Change \(key.title)")
    }
    let word = isOn ? "off" : "on"
    return CommandLink(
      "Turn \(word)", "settings set \(key.name) \(word)", spoken: "Turn \(key.title) \(word)")
  }
}
