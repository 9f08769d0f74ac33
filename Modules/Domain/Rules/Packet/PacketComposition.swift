import Basics
public import CivilTime

extension RecruitingPacket {
  /// Creates a recruiting packet, which presents an athlete to coaches, from the profile, the
  /// measurements, the events and, for the family's own copy, the schools and contacts. Empty
  /// values, and parts that the athlete turned off, are left out.
  public init(_ contents: PacketContents, copy: Copy, now: Instant, zone: Zone) {
    let person = contents.profile.person
    let player = contents.profile.player ?? PlayerProfile()
    let today = zone.day(of: now).text(.long)
    let choice = player.packetChoice
    func chosen(_ part: PacketPart, _ value: String?) -> String? {
      choice.shows(part) ? value : nil
    }
    let gpa = chosen(
      .gpa, (player.gpa ?? person.gpa).map { DecimalText.fixed($0, places: 2) })
    let position = chosen(.sport, player.primaryPosition.flatMap(Self.filled))
    let hands = chosen(.hands, Self.hands(of: player))
    self.copy = copy
    cover = Cover(contents.profile, player: player, position: position, today: today)
    cards = Self.lines([
      ("Height", chosen(.body, player.heightInches.flatMap(Self.height))),
      ("Weight", chosen(.body, player.weightPounds.flatMap(Self.weight))),
      ("GPA", gpa), ("Position", position),
    ])
    athletics = Self.lines([
      ("Sport", chosen(.sport, player.primarySport.flatMap(Self.filled).map(\.capitalizedFirst))),
      ("Positions", chosen(.sport, Self.positions(of: player))),
      ("Bats and throws", hands),
      ("Club team", chosen(.club, player.clubTeam.flatMap(Self.filled))),
    ])
    measurements = contents.measurements.prefix(Self.mostMeasures).map(Measurement.init)
    dates = choice.shows(.dates) ? contents.dates.prefix(Self.mostDates).map(Self.date) : []
    contact = Contact(email: Self.email(of: person, player))
    academics = Self.lines([
      ("GPA", gpa),
      ("SAT", chosen(.tests, (player.satScore ?? person.satScore).map(String.init))),
      ("ACT", chosen(.tests, (player.actScore ?? person.actScore).map(String.init))),
      (
        "Core courses",
        chosen(
          .courses, Self.filled(player.coreCourses.compactMap(Self.filled).joined(separator: ", ")))
      ),
    ])
    videos = choice.shows(.videos) ? player.videoLinks.map(Video.init) : []
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

  /// Returns the text for batting and throwing, such as `Bats right, throws right`. If only one of
  /// them is known, it returns that one, such as `Bats left`.
  private static func hands(of player: PlayerProfile) -> String? {
    switch (player.bats, player.throwing) {
    case (let bats?, let throwing?):
      "Bats \(bats.words.lowercased()), throws \(throwing.words.lowercased())"
    case (let bats?, nil): "Bats \(bats.words.lowercased())"
    case (nil, let throwing?): "Throws \(throwing.words.lowercased())"
    case (nil, nil): nil
    }
  }

  /// Returns all positions of the athlete, the primary position first; nil if there are fewer than
  /// two. The cover of the packet already shows a single position.
  private static func positions(of player: PlayerProfile) -> String? {
    var all = ([player.primaryPosition] + player.positions.map(Optional.some)).compactMap {
      $0.flatMap(filled)
    }
    var seen: Set<String> = []
    all = all.filter { seen.insert($0.lowercased()).inserted }
    return all.count > 1 ? all.joined(separator: ", ") : nil
  }

  /// Returns a line whose title is the day of the event, such as `Mar 22, 2026`, and whose value is
  /// the event's name and place, such as `Spring showcase, Deer Run, OH`.
  private static func date(_ event: RecruitingEvent) -> Line {
    let city = [event.city, event.state].compactMap { $0.flatMap(filled) }.joined(separator: ", ")
    let place = filled(city) ?? event.location.flatMap(filled)
    return Line(
      event.startDate.text(.shortWithYear),
      [filled(event.name), place].compactMap { $0 }.joined(separator: ", "))
  }

  /// Returns a height such as `6'1"`; nil if the number is not positive.
  static func height(_ inches: Int) -> String? {
    inches > 0 ? ProfileField.heightText(inches) : nil
  }

  static func weight(_ pounds: Int) -> String? { pounds > 0 ? "\(pounds) lbs" : nil }

  /// Returns the e-mail address of the athlete; nil if there is none, or if the athlete chose not
  /// to share it.
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

extension RecruitingPacket.Measurement {
  fileprivate init(_ row: MetricRow) {
    let metric = row.metric
    title = metric.type.words
    value = MetricText.text(metric)
    day = metric.recordedDate.text(.shortWithYear)
    // Only a verified measurement names the event at which it was made, as in `Verified at Spring
    // Showcase`.
    let event = row.event.flatMap { RecruitingPacket.filled($0.title) }
    verification =
      metric.isVerified ? (event.map { "Verified at \($0)" } ?? "Verified") : "Self-reported"
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
