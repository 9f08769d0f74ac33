import Domain
import FamilyContext
public import FeatureKit

extension PacketFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "preview", "Show what the packet tells coaches, and what it keeps back.", .reads,
      Self.withSchools,
      examples: [CommandExample("packet", prints: "Recruiting Packet\n…")]
    ) { .previewRequested(.copy(withSchools: $0)) }
    Command(
      "choose", "Choose what stands in the packet.", .writes,
      Option("measure", .measure, "Its best value, with day and how it was verified")
        .labelled("Measurements (the best of each, with its day and how it was verified)")
        .emptied(by: .flag("no-measures")).repeated,
      Flag("no-measures", "None of them any more").forTerminal,
      Option("part", .packetPart, "These parts and no others")
        .labelled("Parts of the packet").emptied(by: .flag("no-parts")).repeated,
      Flag("no-parts", "None of the parts").forTerminal,
      Option("show", .packetPart, "Put this part in").forTerminal.repeated,
      Option("hide", .packetPart, "Leave this part out").forTerminal.repeated,
      examples: [
        CommandExample(
          "packet choose --measure velocity --measure exit-velo --hide tests",
          prints: "✓ The packet has Fastball Velocity and Exit Velocity, and not SAT and ACT.\n…")
      ]
    ) {
      .choosingRequested(
        ChoiceChange(
          measures: $1 ? [] : $0.isEmpty ? nil : $0, parts: $3 ? [] : $2.isEmpty ? nil : $2,
          shows: $4, hides: $5))
    }
    .beginning { [maker, family] _ throws(Problem) in
      guard let athlete = try await family.current().athlete else { return [:] }
      let choice = try await maker.choice(of: athlete)
      return [
        "measure": choice.measures.map(\.word),
        "part": PacketPart.allCases.filter(choice.shows).map(\.rawValue),
      ]
    }
    .explained(
      "Measures stand in it once they are chosen: the best of each, with its day and whether it was verified. Naming measures takes the place of those that were chosen, and --part that of the parts. Parts: \(PacketPart.allCases.map(\.rawValue).joined(separator: ", ")). Key dates are coming showcases and games that are no school's own, and are left out unless they are shown."
    )
    Command(
      "html", "Write the packet as a page for a browser.", .makesFile, Self.withSchools,
      examples: [CommandExample("packet html --stdout", prints: "<!DOCTYPE html>\n…")]
    ) { .fileRequested(.html, .copy(withSchools: $0)) }
    .explained(
      "The page stands alone: no picture, font or script from elsewhere. It has a button that prints it."
    )
    Command(
      "pdf", "Write the packet as a PDF file.", .makesFile, Self.withSchools,
      examples: [CommandExample("packet pdf --stdout", prints: "%PDF-1.5\n…")]
    ) { .fileRequested(.pdf, .copy(withSchools: $0)) }
    Command(
      "email", "E-mail the packet to coaches, one message each.", .writes,
      RepeatedArgument(
        "coach", .reference(.coach), "Coaches of your schools",
        ask: "Which coaches? (commas between)"),
      Option("subject", .typed, "The subject, the usual one if left out")
        .labelled("Subject (the usual one if empty)"),
      Option("message", .typed, "The words above the packet, the usual ones if left out")
        .labelled("Message (the usual one if empty)"),
      Option("message-file", .file, "The same from a text file, with as many lines as it has")
        .forTerminal,
      Option("eml", .file, "Write the messages into this folder instead of sending them")
        .forTerminal,
      examples: [
        CommandExample(
          "packet email c1 c2 --eml .",
          prints:
            "./Casey_Shelton_RecruitingPacket-2026-02-10_c1.eml\n./Casey_Shelton_RecruitingPacket-2026-02-10_c2.eml"
        )
      ]
    ) {
      .emailRequested(
        EmailRequest($0.map(\.id), subject: $1, message: $2, messageFile: $3, folder: $4))
    }
    .hindered { [mailing] () throws(Problem) in await mailing.hindrance() }
    .whoMayOnlyLook("Make the file, and send it from your own mail program:  packet pdf")
    .explained(
      "The packet goes along as a PDF. You are asked first and told who gets it; each message that went out is logged as an interaction. At most 10 coaches at a time and 20 messages a day. A message of more than one line is read from a file with --message-file. The server is set up with `settings mail`. The list of your schools never goes along."
    )
  }

  private static let withSchools = Flag(
    "with-schools", "Your own copy, with the schools on your list and your contacts"
  ).labelled("Your own copy", hint: "With the schools on your list and your contacts.")
}

extension RecruitingPacket.Copy {
  fileprivate static func copy(withSchools: Bool) -> Self {
    withSchools ? .forFamily : .forCoaches
  }
}

extension ValueKind<String> {
  /// Parses any text for the subject or the message of an e-mail.
  ///
  /// `PacketMessage` checks the length of the text later, together with the recipients.
  fileprivate static var typed: ValueKind { ValueKind("TEXT") { text, _ in text } }
}

extension ValueKind<PacketPart> {
  fileprivate static var packetPart: ValueKind {
    let words = PacketPart.allCases.map(\.rawValue)
    let label = { @Sendable (word: String) in PacketPart(rawValue: word)?.words }
    return ValueKind(words.joined(separator: "|"), completion: .words(words), words: .program) {
      text, _ throws(Problem) in
      if let part = PacketPart(rawValue: text.trimmed.lowercased()) { return part }
      throw Problem.noChoice(
        text, among: words, called: label, title: "`\(text)` is no part of the packet.")
    }.called(label)
  }
}
