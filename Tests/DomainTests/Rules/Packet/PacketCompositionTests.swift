import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("The contents of a packet")
struct PacketCompositionTests {
  private func player(_ edit: (inout PlayerProfile) -> Void) -> PacketContents {
    PacketSample.contents { contents in
      var player = PlayerProfile()
      edit(&player)
      contents.profile.player = player
    }
  }

  @Test(
    "The cover names the athlete, whatever is known",
    arguments: [("Sam Lee", "Sam Lee"), ("  Sam  ", "Sam"), (nil, "Athlete"), (" ", "Athlete")]
      as [(String?, String)])
  func name(stored: String?, shown: String) throws {
    #expect(try PacketSample.packet(PacketSample.contents(name: stored)).cover.name == shown)
  }

  @Test(
    "School and class share a line; a missing half leaves no trace",
    arguments: [
      ("Cedar High", 2028, "Cedar High • Class of 2028"), (nil, 2028, "Class of 2028"),
      ("Cedar High", nil, "Cedar High"), (nil, nil, nil), (" ", nil, nil),
    ] as [(String?, Int?, String?)])
  func schoolLine(school: String?, year: Int?, line: String?) throws {
    var contents = player { $0.highSchool = school }
    contents.profile.person.graduationYear = year
    #expect(try PacketSample.packet(contents).cover.schoolLine == line)
  }

  @Test(
    "The day generated is the local one, an hour around midnight too",
    arguments: [
      ("2026-02-11T04:30:00Z", "Generated February 10, 2026"),
      ("2026-02-11T05:30:00Z", "Generated February 11, 2026"),
      ("2026-03-09T03:30:00Z", "Generated March 8, 2026"),
    ])
  func generated(now: String, text: String) throws {
    let packet = try PacketSample.packet(
      PacketSample.contents(), at: now, zone: try Zone.named("America/New_York"))
    #expect(packet.cover.generated == text)
    #expect(text.hasSuffix(packet.footer.date))
    #expect(packet.footer.product == "Recruiting Compass")
  }

  @Test("The address of a photo stays at home, and the preview says so")
  func photo() throws {
    let address = "https://example.org/sam.jpg"
    for (stored, isThere) in [(address, true), (" ", false), (nil, false)] {
      let packet = try PacketSample.packet(
        PacketSample.contents { $0.profile.person.profilePhotoURL = stored })
      #expect(packet.cover.hasPhoto == isThere)
      #expect(!"\(packet)".contains(address))
      #expect(
        packet.withheld.contains("Your photo: your initials stand in its place") == isThere)
    }
  }

  @Test("Stat cards are there for what is known, written as coaches read it")
  func cards() throws {
    let full = player {
      $0.heightInches = 73
      $0.weightPounds = 180
      $0.gpa = 3.6
      $0.primaryPosition = "Shortstop"
    }
    #expect(
      try PacketSample.packet(full).cards == [
        .init("Height", "6'1\""), .init("Weight", "180 lbs"), .init("GPA", "3.60"),
        .init("Position", "Shortstop"),
      ])
    #expect(try PacketSample.packet(PacketSample.contents()).cards == [])
    let odd = player {
      $0.heightInches = -5
      $0.weightPounds = 0
      $0.primaryPosition = "  "
    }
    #expect(try PacketSample.packet(odd).cards == [])
  }

  @Test(
    "Feet and inches, and two decimals of a GPA",
    arguments: [
      (48, 4.0, "4'0\"", "4.00"), (71, 3.005, "5'11\"", "3.01"), (72, 3.994, "6'0\"", "3.99"),
      (96, 3.995, "8'0\"", "4.00"),
    ])
  func numbers(inches: Int, gpa: Double, height: String, average: String) throws {
    let cards = try PacketSample.packet(
      player {
        $0.heightInches = inches
        $0.gpa = gpa
      }
    ).cards
    #expect(cards.map(\.value) == [height, average])
  }

  @Test("Scores come from the description, else from the account")
  func academics() throws {
    var contents = player {
      $0.satScore = 1210
      $0.coreCourses = ["Algebra II", " ", "Biology"]
    }
    contents.profile.person.satScore = 1000
    contents.profile.person.actScore = 28
    contents.profile.person.gpa = 3.25
    #expect(
      try PacketSample.packet(contents).academics == [
        .init("GPA", "3.25"), .init("SAT", "1210"), .init("ACT", "28"),
        .init("Core courses", "Algebra II, Biology"),
      ])
    var both = player {
      $0.gpa = 3.85
      $0.actScore = 30
    }
    both.profile.person.gpa = 3.25
    both.profile.person.actScore = 28
    #expect(
      try PacketSample.packet(both).academics == [.init("GPA", "3.85"), .init("ACT", "30")])
    #expect(try PacketSample.packet(PacketSample.contents()).academics == [])
  }

  @Test(
    "The e-mail address is kept back only by an explicit no; the phone number always",
    arguments: [
      (nil, nil, "sam@example.org"), (true, nil, "sam@example.org"), (false, nil, "Not provided"),
      (nil, "coach.mail@example.org", "coach.mail@example.org"),
      (false, "coach.mail@example.org", "Not provided"),
    ] as [(Bool?, String?, String)])
  func contact(allowed: Bool?, own: String?, text: String) throws {
    let packet = try PacketSample.packet(
      player {
        $0.allowsSharingEmail = allowed
        $0.email = own
        $0.phone = "555 010 7788"
        $0.allowsSharingPhone = true
      })
    #expect(packet.contact.emailText == text)
    #expect(packet.contact.phoneText == "Available upon request")
  }

  @Test("The address made up for an account without one is never shown")
  func placeholder() throws {
    var contents = PacketSample.contents()
    contents.profile.person.email = Person.placeholderEmail(for: PacketSample.athlete)
    #expect(try PacketSample.packet(contents).contact.email == nil)
  }

  @Test(
    "A video says its platform and its title or address, and links only to the web",
    arguments: [
      ("youtube", "Spring", "https://youtu.be/a", "YouTube", "Spring", true),
      ("hudl", nil, "http://hudl.com/v", "Hudl", "http://hudl.com/v", true),
      (nil, "", "https://example.org/v", "Video", "https://example.org/v", true),
      ("other", "Trap", "javascript:alert(1)", "Video", "Trap", false),
      ("vimeo", nil, "ftp://example.org/v", "Vimeo", "ftp://example.org/v", false),
    ] as [(String?, String?, String, String, String, Bool)])
  func videos(
    platform: String?, title: String?, url: String, words: String, text: String, isLink: Bool
  ) throws {
    let link = VideoLink(title: title, url: url, platform: platform)
    let video = try #require(
      try PacketSample.packet(player { $0.videoLinks = [link] }).videos.first)
    #expect(video.platform == words)
    #expect(video.text == text)
    #expect(video.link == (isLink ? url : nil))
  }

  @Test("Nothing private is in any copy, wherever it is written")
  func privateText() throws {
    let secret = "PRIVATE-7731"
    let contents = PacketSample.contents { contents in
      contents.profile.person.phone = secret
      contents.profile.person.zipCode = secret
      var player = PlayerProfile()
      player.phone = secret
      player.twitterHandle = secret
      for key in [
        "instagram_handle", "tiktok_handle", "facebook_handle", "ncaa_id", "perfect_game_id",
        "prep_baseball_id",
      ] {
        player.object[key] = .string(secret)
      }
      contents.profile.player = player
      var home = HomeLocation()
      home.object["address"] = .string(secret)
      contents.profile.home = home
      var school = PacketSample.school(1, "Cedar Valley")
      school.notes = secret
      school.privateNotes = ["someone": .string(secret)]
      school.pros = [secret]
      school.cons = [secret]
      school.offerDetails = .string(secret)
      school.coachingPhilosophy = secret
      school.coachingStyle = secret
      school.recruitingApproach = secret
      school.communicationStyle = secret
      school.successMetrics = secret
      school.twitterHandle = secret
      contents.schools = [school]
      contents.interactionsByType = [Tally(secret, 1)]
    }
    for copy in [RecruitingPacket.Copy.forCoaches, .forFamily] {
      let packet = try PacketSample.packet(contents, as: copy)
      #expect(!"\(packet)".contains(secret))
      #expect(!"\(packet.disclosures)\(packet.withheld)".contains(secret))
      #expect(!packet.defaultBody.contains(secret))
    }
  }

  @Test("What coaches get says nothing of other schools; only that copy may be mailed")
  func coachSafe() throws {
    let contents = PacketSample.contents {
      $0.schools = [PacketSample.school(1, "Cedar Valley")]
      $0.interactionsByType = [Tally("email", 3)]
      $0.lastContact = Instant(milliseconds: 0)
    }
    let coaches = try PacketSample.packet(contents, as: .forCoaches)
    #expect(coaches.tiers == [])
    #expect(coaches.activity == nil)
    #expect(coaches.mayBeEmailed)
    #expect(!"\(coaches)".contains("Cedar Valley"))
    let family = try PacketSample.packet(contents, as: .forFamily)
    #expect(family.tiers.map(\.title) == ["Priority C Schools (1)"])
    #expect(family.activity?.interactionCount == 3)
    #expect(!family.mayBeEmailed)
  }

  @Test("The preview lists everything shown, once, and what is kept back")
  func disclosures() throws {
    var contents = player {
      $0.heightInches = 73
      $0.gpa = 3.6
      $0.primaryPosition = "Shortstop"
      $0.videoLinks = [VideoLink(title: "Spring", url: "https://youtu.be/a")]
    }
    contents.schools = [PacketSample.school(1, "Cedar Valley"), PacketSample.school(2, "Lakeside")]
    contents.interactionsByType = [Tally("email", 3)]
    let family = try PacketSample.packet(contents, as: .forFamily)
    #expect(
      family.disclosures.map { "\($0.what): \($0.value)" } == [
        "Name: Sam Lee", "Position: Shortstop", "School and class: Class of 2028",
        "Height: 6'1\"", "E-mail address: sam@example.org", "GPA: 3.60", "Video link: Spring",
        "Priority C Schools (2): Cedar Valley, Lakeside",
        "Contacts with schools: 3 in all, with 2 schools on the list",
      ])
    #expect(!family.withheld.contains { $0.contains("schools on your list") })
    let coaches = try PacketSample.packet(contents, as: .forCoaches)
    #expect(coaches.disclosures == Array(family.disclosures.prefix(7)))
    #expect(
      coaches.withheld == [
        "Phone number: coaches read \"Available upon request\"",
        "The schools on the list and the contacts with them",
        "Notes, names of coaches, offers, measurements, home and social names",
      ])
  }

  @Test(
    "A file name keeps letters of the alphabet and joins words",
    arguments: [
      ("Sam Lee", "Sam_Lee_RecruitingPacket-2026-02-10.html"),
      ("  Sam \t  Lee ", "Sam_Lee_RecruitingPacket-2026-02-10.html"),
      ("O'Neil-Smith", "ONeilSmith_RecruitingPacket-2026-02-10.html"),
      ("", "Athlete_RecruitingPacket-2026-02-10.html"),
      ("李雷", "Athlete_RecruitingPacket-2026-02-10.html"),
      ("../../etc/passwd", "etcpasswd_RecruitingPacket-2026-02-10.html"),
      ("José 3", "Jos_RecruitingPacket-2026-02-10.html"),
      ("a\nb", "a_b_RecruitingPacket-2026-02-10.html"),
    ])
  func fileName(name: String, file: String) throws {
    #expect(
      RecruitingPacket.fileName(
        for: name, on: try Sample.day("2026-02-10"), extension: "html") == file)
  }

  @Test("A file name never grows longer than file systems take")
  func longFileName() throws {
    let name = RecruitingPacket.fileName(
      for: String(repeating: "a", count: 1_000_000), on: try Sample.day("2026-02-10"),
      extension: "pdf")
    #expect(name.utf8.count < 255)
  }
}
