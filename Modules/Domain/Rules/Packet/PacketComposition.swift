import Basics
public import CivilTime

extension RecruitingPacket {
  /// Chooses from everything a packet may show.
  public init(_ contents: PacketContents, copy: Copy, now: Instant, zone: Zone) {
    let person = contents.profile.person
    let player = contents.profile.player ?? PlayerProfile()
    let today = zone.day(of: now).text(.long)
    let gpa = (player.gpa ?? person.gpa).map { DecimalText.fixed($0, places: 2) }
    let position = player.primaryPosition.flatMap(Self.filled)
    self.copy = copy
    cover = Cover(contents.profile, player: player, position: position, today: today)
    cards = Self.lines([
      ("Height", player.heightInches.flatMap(Self.height)),
      ("Weight", player.weightPounds.flatMap(Self.weight)),
      ("GPA", gpa), ("Position", position),
    ])
    contact = Contact(email: Self.email(of: person, player))
    academics = Self.lines([
      ("GPA", gpa), ("SAT", (player.satScore ?? person.satScore).map(String.init)),
      ("ACT", (player.actScore ?? person.actScore).map(String.init)),
      (
        "Core courses",
        Self.filled(player.coreCourses.compactMap(Self.filled).joined(separator: ", "))
      ),
    ])
    videos = player.videoLinks.map(Video.init)
    footer = Footer(product: Self.product, date: today)
    switch copy {
    case .forCoaches:
      tiers = []
      activity = nil
    case .forFamily:
      tiers = Tier.grouping(contents.schools)
      activity = Activity(contents, zone: zone)
    }
  }

  /// `6'1"`; nil for what is no height.
  static func height(_ inches: Int) -> String? {
    inches > 0 ? ProfileField.heightText(inches) : nil
  }

  /// `180 lbs`.
  static func weight(_ pounds: Int) -> String? { pounds > 0 ? "\(pounds) lbs" : nil }

  /// Left out only when the athlete said so.
  private static func email(of person: Person, _ player: PlayerProfile) -> String? {
    guard player.allowsSharingEmail != false else { return nil }
    return player.email.flatMap(filled) ?? person.contactEmail.flatMap(filled)
  }

  private static func lines(_ lines: [(title: String, value: String?)]) -> [Line] {
    lines.compactMap { line in line.value.map { Line(line.title, $0) } }
  }

  static func filled(_ text: String) -> String? {
    let text = text.trimmed
    return text.isEmpty ? nil : text
  }
}

extension RecruitingPacket.Cover {
  fileprivate init(
    _ profile: ProfilePageData, player: PlayerProfile, position: String?, today: String
  ) {
    name = profile.person.fullName.flatMap(RecruitingPacket.filled) ?? "Athlete"
    hasPhoto = profile.person.profilePhotoURL.flatMap(RecruitingPacket.filled) != nil
    self.position = position
    let parts = [
      player.highSchool.flatMap(RecruitingPacket.filled),
      profile.graduationYear.map { "Class of \($0)" },
    ].compactMap { $0 }
    schoolLine = parts.isEmpty ? nil : parts.joined(separator: " • ")
    generated = "Generated \(today)"
  }
}

extension RecruitingPacket.Video {
  fileprivate init(_ video: VideoLink) {
    platform = Self.platformWords(video.platform)
    text = video.title.flatMap(RecruitingPacket.filled) ?? video.url
    link = VideoLink.isWebAddress(video.url) ? video.url : nil
  }

  private static func platformWords(_ platform: String?) -> String {
    switch platform?.trimmed.lowercased() {
    case "youtube": "YouTube"
    case nil, "", "other": "Video"
    default: plainWords(of: platform?.trimmed ?? "")
    }
  }
}

extension RecruitingPacket.Activity {
  fileprivate init(_ contents: PacketContents, zone: Zone) {
    schoolCount = contents.schools.count
    breakdown = PacketBreakdown(counting: contents.interactionsByType)
    interactionCount = breakdown.total
    lastContact = contents.lastContact.map { zone.day(of: $0).text(.long) }
  }
}
