import Domain
public import FeatureKit

extension SyncFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "now", "Send what is new here, and fetch what others wrote.", .writesOwn,
      examples: [CommandExample("sync", prints: "✓ Nothing new.")]
    ) { .syncRequested }
    .explained(
      "It is never needed for anything on this computer: what you change waits until there is a connection, and is sent in its order. `account connect` connects a file."
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
          "sync keep mine 2", prints: "✓ Your change is made anew: Changed s1 Oak State.\n…")
      ]
    ) { .keepRequested($0, $1) }
    .explained(
      "`mine` makes your change anew upon what is there now, as a step that `undo` takes back. `theirs` lets yours go. `both` puts your text below theirs."
    )
    Command(
      "again", "Fetch everything anew, and send what the server lacks.", .writesOwn,
      examples: [CommandExample("sync again", prints: "✓ …")]
    ) { .everythingRequested }
    .explained("After the server was restored from a backup. What waits stays.")
    Command(
      "sign-in", "Sign in at the server again, when the session there has ended.", .writesOwn,
      Secret("password", "Your password there", ask: "Your password there"),
      examples: [CommandExample("sync sign-in --password-file pw.txt", prints: "✓ …")]
    ) { .signInRequested($0) }
  }
}
