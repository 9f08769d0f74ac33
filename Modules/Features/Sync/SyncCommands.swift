import Domain
public import FeatureKit

extension SyncFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "now", "Send what is new here, and fetch what others wrote.", .writesOwn,
      examples: [CommandExample("sync", prints: "✓ Nothing new.")]
    ) { .syncRequested(.news, mayTakeMuch: false) }
    .button("Sync")
    .explained(
      "It is never needed for anything on this computer: what you change waits until there is a connection, and is sent in its order. Where several people have accounts in one file, it is done for each. Before more than 20 records go here because they are gone there, it asks. `account connect` connects a file."
    )
    Command(
      "status", "Show when it was synced, and what waits.", .reads,
      examples: [CommandExample("sync status", prints: "Sync\n…")]
    ) { .pageRequested(.status) }
    Command(
      "conflicts", "Show what the server did not take, with both values.", .reads,
      examples: [CommandExample("sync conflicts", prints: "Sync\n…")]
    ) { .pageRequested(.conflicts) }
    Command(
      "keep", "Decide about one of them: your value, theirs, or both texts.", .writesOwn,
      Argument(
        "side", ValueKind<KeptSide>.choice, ask: "Whose stays?  (mine, theirs, both)"),
      Argument("number", .integer(1...1_000_000_000), ask: "Which one?  (its number)"),
      examples: [
        CommandExample(
          "sync keep mine 2", prints: "✓ Your change is made anew: Changed s1 Oak State: Notes.\n…")
      ]
    ) { .keepRequested($0, $1) }
    .explained(
      "`mine` makes your change anew upon what is there now, as a step that `undo` takes back. `theirs` lets yours go. `both` puts your text below theirs; of other values in the same change yours stay."
    )
    Command(
      "again", "Fetch everything anew, and send what the server lacks.", .writesOwn,
      examples: [CommandExample("sync again", prints: "✓ …")]
    ) { .syncRequested(.everything, mayTakeMuch: false) }
    .button("Fetch everything")
    .explained("After the server was restored from a backup. What waits stays.")
    Command(
      "sign-in", "Sign in at the server again, when the session there has ended.", .writesOwn,
      Secret("password", "Your password there", ask: "Your password there"),
      Option("email", .text(max: 254), "Your new address there, if it was changed elsewhere")
        .labelled("Your new e-mail address there", hint: "Only if it was changed elsewhere.")
        .notAsked,
      examples: [CommandExample("sync sign-in --password-file pw.txt", prints: "✓ …")]
    ) { .signInRequested($0, email: $1) }
    Command(
      "sign-out-others", "Sign your other devices out at the server, as when one is lost.",
      .writesOwn,
      examples: [
        CommandExample("sync sign-out-others", prints: "✓ Your other devices are signed out.\n…")
      ]
    ) { .othersSignOutRequested }
    .explained(
      "Nothing more goes to them or comes from them. What lies on them stays there: the person who has the device can read it, as far as its own lock lets them."
    )
    Command(
      "password", "Change your password at the server; other devices have to sign in again.",
      .writesOwn,
      Secret("current", "Your password there now", ask: "Your password there now"),
      Secret("new", "The new one", ask: "The new password").typedTwice,
      examples: [
        CommandExample(
          "sync password --current-file old.txt --new-file new.txt",
          prints: "✓ Your password there is changed.\n…")
      ]
    ) { .passwordChangeRequested(current: $0, new: $1) }
  }
}
