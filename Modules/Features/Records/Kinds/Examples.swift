import Domain
import FeatureKit

// These are the examples of commands in the manual. The end-to-end tests run them with the data of
// the demo family, a made-up family that the program can show.
extension School {
  static var examples: KindExamples {
    KindExamples(
      list: [
        CommandExample("schools", prints: "Schools\n…"),
        CommandExample("schools --tier A --sort last-contact", prints: "Schools\n…"),
      ],
      show: [CommandExample("schools show s1", prints: "Fallow Creek University\n…")],
      add: [
        CommandExample(
          #"schools add "Cedar Valley University" --division D2 --tier B"#,
          prints: "✓ Added s31 Cedar Valley University.\n  Tier B · Division D2\n…")
      ],
      edit: [
        CommandExample(
          "schools edit s1 --student-size 3700 --clear fit-score",
          prints:
            "✓ Changed s1 Fallow Creek University.\n  Students 3,700 · Fit score emptied\n…")
      ],
      delete: [
        CommandExample(
          "schools delete s24 --yes", prints: "✓ Deleted s24 Cactus Flats Community College…")
      ])
  }
}

extension Coach {
  static var examples: KindExamples {
    KindExamples(
      list: [
        CommandExample("coaches --school s1", prints: "Coaches\n…"),
        CommandExample("coaches --not-contacted 30 --sort last-contact", prints: "Coaches\n…"),
      ],
      show: [CommandExample("coaches show kowalski", prints: "Kowalski, Alma\n…")],
      add: [
        CommandExample(
          #"coaches add "Ana Rivera" s1 assistant --email ana@example.edu"#,
          prints: "✓ Added c43 Rivera, Ana.\n…")
      ],
      edit: [
        CommandExample(
          "coaches edit c1 --phone 555-0199", prints: "✓ Changed c1 Kowalski, Alma.\n…")
      ],
      delete: [
        CommandExample("coaches delete c1 --yes", prints: "✓ Deleted c1 Kowalski, Alma.\n…")
      ])
  }
}

extension Interaction {
  static var examples: KindExamples {
    KindExamples(
      list: [
        CommandExample("interactions --with c1 --type email", prints: "Interactions\n…"),
        CommandExample("interactions --from -30d --direction inbound", prints: "Interactions\n…"),
      ],
      show: [
        CommandExample(
          "interactions show i16", prints: "Camp dates at Fallow Creek University\n…")
      ],
      add: [
        CommandExample(
          #"interactions add kowalski phone-call --subject "Summer schedule" --direction inbound"#,
          prints: "✓ Logged i146 Summer schedule.\n…")
      ],
      edit: [
        CommandExample(
          "interactions edit i16 --sentiment positive",
          prints: "✓ Changed i16 Camp dates at Fallow Creek University.\n…")
      ],
      delete: [
        CommandExample(
          "interactions delete i16 --yes",
          prints: "✓ Deleted i16 Camp dates at Fallow Creek University.\n…")
      ])
  }
}

extension Offer {
  static var examples: KindExamples {
    KindExamples(
      list: [CommandExample("offers --status pending --sort deadline", prints: "Offers\n…")],
      show: [
        CommandExample(
          "offers show o5", prints: "Partial offer from West Pinyon State University\n…")
      ],
      add: [
        CommandExample(
          "offers add s8 partial --amount 9000 --deadline 2026-03-31",
          prints: "✓ Added o6 Partial offer from Eastmarch College.\n…")
      ],
      edit: [
        CommandExample(
          "offers edit o5 --status accepted",
          prints:
            "✓ Changed o5 Partial offer from West Pinyon State University.\n  Status Accepted\n…")
      ],
      delete: [
        CommandExample(
          "offers delete o1 --yes",
          prints: "✓ Deleted o1 Recruited walk on offer from Granite Ford University.\n…")
      ])
  }
}

extension RecruitingEvent {
  static var examples: KindExamples {
    KindExamples(
      list: [CommandExample("events --from today --sort upcoming", prints: "Events\n…")],
      show: [CommandExample("events show e1", prints: "Great Lakes Catcher Showcase\n…")],
      add: [
        CommandExample(
          #"events add "Spring Preview" showcase 2026-04-18 --cost 250 --city Dayton"#,
          prints: "✓ Added e17 Spring Preview.\n…")
      ],
      edit: [
        CommandExample(
          "events edit e16 --registered yes --starts-at 9:00",
          prints: "✓ Changed e16 Three Rivers Preview.\n…")
      ],
      delete: [
        CommandExample(
          "events delete e16 --yes", prints: "✓ Deleted e16 Three Rivers Preview.\n…")
      ])
  }
}

extension Document {
  static var examples: KindExamples {
    KindExamples(
      list: [CommandExample("documents --type transcript", prints: "Documents\n…")],
      show: [CommandExample("documents show d1", prints: "Highlights, sophomore year\n…")],
      add: [
        CommandExample(
          #"documents add "Junior year film" highlight-video https://example.com/film.mp4"#,
          prints: "✓ Added d10 Junior year film.\n…")
      ],
      edit: [
        CommandExample(
          "documents edit d8 --shared-with s1 --shared-with s8",
          prints: "✓ Changed d8 Athletic resume.\n…")
      ],
      delete: [
        CommandExample("documents delete d9 --yes", prints: "✓ Deleted d9 Season statistics.\n…")
      ])
  }
}
