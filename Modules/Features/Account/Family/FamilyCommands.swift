import Domain
import FeatureKit

extension AccountFeature {
  var familyCommands: Under<Self> {
    Under("family") {
      Command(
        "show", "Show your family: the athlete, the members, the code.", .reads,
        examples: [CommandExample("family", prints: "My Family\n…")]
      ) { .pageRequested(.family) }
      Command(
        "create", "Make your family, so that a parent can look on.", .writesOwn,
        Option("name", .personName, "What to call it").labelled("The family's name"),
        examples: [
          CommandExample(
            "family create", prints: "✓ You have a family already: The Shelton family.\n…")
        ]
      ) { .familyRequested(name: $0) }
      .forOwner
      Command(
        "code", "Tell the code by which a parent joins, or renew it.", .writesOwn,
        Flag("renew", "Draw a new code; the old one stops working")
          .labelled("Draw a new code", hint: "The old one stops working."),
        examples: [
          CommandExample(
            "family code", prints: "✓ The code of The Shelton family is FAM-5LM97W.\n…"),
          CommandExample(
            "family code --renew --yes", prints: "…"),
        ]
      ) { .codeRequested(renews: $0) }
      Command(
        "join", "Join a family with its code.", .writesOwn,
        Argument(
          "code", .familyCode, "The code, like FAM-ABC234", ask: "What is the family's code?"),
        examples: [
          CommandExample(
            "family join FAM-5LM97W", as: .parent,
            prints: "✓ You are in The Shelton family already.\n…")
        ]
      ) { .joinRequested($0) }
      Command(
        "withdraw", "Take back that you asked to join a family.", .writesOwn,
        examples: [
          CommandExample(
            "family withdraw", as: .parent,
            prints: "✓ You withdrew your request to join a family.\n…")
        ]
      ) { .withdrawalRequested }
      .onlyWhereOffered
      .explained(
        "It ends each request of yours that no athlete has answered. What you have here stays as it is."
      )
      Command(
        "admit", "Let a parent into your family who asked through the server.", .writesOwn,
        Argument("who", .text(max: 200), "Their name or address; not needed if only one asks")
          .labelled(
            "Whom do you let in?",
            hint: "A name or an e-mail address. Leave it empty if only one person asks."
          )
          .optional,
        Flag("decline", "Turn them away"),
        examples: [
          CommandExample(
            "family admit maria@example.org --yes",
            prints: "✓ Maria Shelton is in your family now.\n…")
        ]
      ) { .admissionRequested($0, declines: $1) }
      .forOwner
      .explained(
        "In a connected file a parent's `family join CODE` asks, and the athlete decides here. Look at the address: anybody who has the code can ask."
      )
      Command(
        "leave", "Leave the family of the athlete you look at.", .writesOwn,
        examples: [
          CommandExample(
            "family leave --yes", as: .parent, prints: "✓ You left The Shelton family.")
        ]
      ) { .leaveRequested }
      Command(
        "members", "Show who is in your family.", .reads,
        examples: [CommandExample("family members", prints: "Members\n…")]
      ) { .pageRequested(.members) }
      Command(
        "remove", "Take a parent out of your family.", .writesOwn,
        Argument("person", .reference(.person), "The parent", ask: "Who is to leave?"),
        examples: [
          CommandExample(
            "family remove p2 --yes",
            prints: "✓ Maria Shelton is no longer in The Shelton family.\n…")
        ]
      ) { .removalRequested($0) }
      .forOwner
      Command(
        "switch", "Look at another athlete's pages.", .writesOwn,
        Argument("athlete", .reference(.person), "The athlete", ask: "Whose pages?").optional,
        examples: [
          CommandExample(
            "family switch casey", as: .parent,
            prints: "✓ You look at Casey Shelton's pages already.")
        ]
      ) { .switchRequested($0) }
      Command(
        "views", "Show who looked at what, and when.", .reads,
        Flag("all", "Show every visit, however many").forTerminal,
        examples: [CommandExample("family views", prints: "Visits\n…")]
      ) { .pageRequested(.views($0 ? .all : .newest)) }
      .explained(
        "An athlete reads here every visit of a parent to their pages. A parent reads their own visits, as the athlete sees them."
      )
    }
  }
}
