import Auth
import CivilTime
import Domain
import FeatureKit

extension AccountFeature {
  var signInCommands: Under<Self> {
    Under("account") {
      Command(
        "show", "Show who uses this file, and who is signed in.", .reads,
        examples: [CommandExample("account", prints: "Account\n…")]
      ) { .pageRequested(.account) }
      Command(
        "who", "Show who is signed in.", .reads,
        examples: [CommandExample("account who", prints: "Signed in\n…")]
      ) { .pageRequested(.who) }
      create
      Command(
        "sign-in", "Use the program as this person.", .writesOwn,
        Argument("profile", .profile, "The person's name or handle", ask: "Who are you?").optional,
        Secret(
          "passphrase", "The person's passphrase", ask: "Passphrase", isRequired: false
        ).labelled("Passphrase (only if this profile has one)"),
        Flag("remember", "Stay signed in for 30 days, not one (only with a passphrase)"),
        examples: [
          CommandExample("account sign-in p1", prints: "✓ You are signed in as Casey Shelton.")
        ]
      ) { .signInRequested(SignInRequest(name: $0, passphrase: $1, isRemembered: $2)) }
      .explained(
        "A profile without a passphrase needs no more than the name. One with a passphrase is asked for it, or reads it with --passphrase-file or --passphrase-fd."
      )
      Command(
        "sign-out", "Sign out, and forget all that was shown.", .writesOwn,
        examples: [CommandExample("account sign-out", prints: "✓ Casey Shelton is signed out.\n…")]
      ) { .signOutRequested }
      Command(
        "passphrase", "Choose a passphrase, change it or remove it.", .writesOwn,
        Secret("passphrase", "The new passphrase", ask: "New passphrase", isRequired: false)
          .typedTwice
          .checked { passphrase throws(Problem) in
            if let fault = PassphraseRules.fault(in: passphrase) { throw fault.problem }
          }
          .labelled("New passphrase", hint: "\(PassphraseRules.words)."),
        Secret("current", "The passphrase you have", ask: "Current passphrase", isRequired: false)
          .labelled("Current passphrase", hint: "Leave it empty if you have none."),
        Flag("remove", "Sign in by name alone again"),
        examples: [
          CommandExample(
            "account passphrase --remove",
            prints: "✓ You have no passphrase: you sign in by name alone.")
        ]
      ) { .passphraseRequested(PassphraseRequest(new: $0, current: $1, removes: $2)) }
      .filledIn
      .explained(
        "\(PassphraseRules.words). It guards the profile in this program; the file itself is guarded by your computer's own sign-in."
      )
    }
  }

  private var create: Command<Self> {
    Command(
      "create", "Make a profile, and sign in with it.", .writesOwn,
      Option(
        "role", .role, "What you are",
        ask: "Are you the athlete or a parent?"
      ).suggesting("athlete"),
      Option("name", .personName, "Your name", ask: "Your name").ofOneself("name")
        .neededInForm,
      Option(
        "graduation-year", .graduationYear, "An athlete's graduation year", ask: "Graduation year"
      )
      .suggesting(.year(plus: 2)).asked(when: "role", isOneOf: AccountRole.athlete.spellings)
      .neededInForm,
      Option("sport", .sport, "An athlete's sport", ask: "Primary sport")
        .asked(when: "role", isOneOf: AccountRole.athlete.spellings),
      Option("email", .email, "Your e-mail address").labelled("Your e-mail address").notAsked
        .ofOneself("email"),
      Option(
        "code", .familyCode, "The code of the family in this file that a parent joins",
        ask: "The family's code"
      )
      .labelled(
        "The family's code, if the athlete uses this computer already",
        hint:
          "It stands on the athlete's page of the family. With it the athlete's name and year are not needed."
      )
      .notAsked.asked(when: "role", isOneOf: AccountRole.parent.spellings),
      Option("athlete-name", .personName, "A parent's athlete", ask: "Your athlete's name")
        .asked(when: "role", isOneOf: AccountRole.parent.spellings).neededInForm,
      Option(
        "athlete-graduation-year", .graduationYear, "The year a parent's athlete graduates",
        ask: "Your athlete's graduation year"
      ).suggesting(.year(plus: 2)).asked(when: "role", isOneOf: AccountRole.parent.spellings)
        .neededInForm,
      Option(
        "athlete-sport", .sport, "The sport of a parent's athlete", ask: "Your athlete's sport"
      )
      .asked(when: "role", isOneOf: AccountRole.parent.spellings),
      examples: [
        CommandExample(
          #"account create --name "Sam Lee" --role athlete --graduation-year 2028 --sport baseball"#,
          prints: "✓ Made the profile of Sam Lee, p4. You are signed in as Sam.\n…")
      ]
    ) { role, name, year, sport, email, code, athleteName, athleteYear, athleteSport in
      .accountRequested(
        AccountRequest(
          role: role ?? .athlete, name: name, graduationYear: year, sport: sport, email: email,
          code: code, athleteName: athleteName, athleteGraduationYear: athleteYear,
          athleteSport: athleteSport))
    }
    .guided
    .leavingOut { given throws(Problem) in
      given["code"].isEmpty ? [] : ["athlete-name", "athlete-graduation-year", "athlete-sport"]
    }
    .explained(
      "A parent who is the first here makes the athlete's profile and the family too. A person who comes later joins with the family's code, at once with --code, or later with: family join CODE."
    )
  }
}
