import Basics
import CivilTime
import Domain
import FamilyContext
import FeatureKit
import HTTP
import JSON

extension Operation {
  // MARK: - Operations on preferences

  private static let category = ["category": Shape.words(PreferenceCategory.self)]
  private static let preference = Shape.object([
    .needed("category", .anyText), .needed("data", .anything), .needed("exists", .flag),
    .needed("updatedAt", .nothingOrMoment),
  ])
  private static let preferencesPath = "/api/user/preferences/{category}"
  private static let athletesOwn = (
    Status.forbidden, "What it holds belongs to the athlete, and the caller is a parent."
  )

  static let preferences: [Operation] =
    [
      Operation(
        .get, preferencesPath, "The caller's preferences of a category.", in: category,
        answer: preference, faults: [malformed]
      ) { call throws(Problem) in
        let (category, person) = try await call.preference()
        return try await call.services[PreferencesGateway.self].preference(category, of: person)
          .json
      },
      Operation(
        .post, preferencesPath, "Replaces the caller's preferences of a category.", in: category,
        body: .object([.needed("data", .members)]), answer: preference,
        faults: [malformed, athletesOwn]
      ) { call throws(Problem) in
        let (category, person) = try await call.preference(isWriting: true)
        let data = call.body["data"] ?? [:]
        return try await call.services[PreferencesGateway.self].save(as: category, of: person) {
          _ in
          data
        }.preference.json
      },
      Operation(
        .delete, preferencesPath, "Resets the caller's preferences of a category.", in: category,
        answer: preference, faults: [malformed, athletesOwn]
      ) { call throws(Problem) in
        let (category, person) = try await call.preference(isWriting: true)
        return try await call.services[PreferencesGateway.self].clear(category, of: person)
          .preference
          .json
      },
      Operation(
        .patch, "/api/user/preferences/player-details", "Changes some of the athlete's details.",
        body: .object(playerDetails), answer: .members, faults: [malformed, athletesOwn]
      ) { call throws(Problem) in
        let person = try await call.preference(.player, isWriting: true)
        let changes = call.body
        let saved = try await call.services[PreferencesGateway.self].save(as: .player, of: person) {
          stored in
          var data = stored?.object ?? [:]
          for member in changes.members {
            data[member.key] = member.value.isNull ? Optional.none : member.value
          }
          return .object(data)
        }
        return saved.preference.data ?? [:]
      },
    ]
    + [HTTP.Method.get, .post].map { method in
      Operation(
        method, preferencesPath + "/history", "The changes of a category, newest first.",
        in: category,
        answer: .rows(
          .object([
            .needed("category", .anyText), .needed("old_value", .anything),
            .needed("new_value", .anything), .needed("changed_fields", .rows(.anyText)),
            .needed("changed_by", .id), .needed("created_at", .moment),
          ])), faults: [malformed]
      ) { call throws(Problem) in
        let (category, person) = try await call.preference()
        return .array(
          try await call.services[PreferencesGateway.self].history(
            of: category, of: person, limit: mostHistory
          ).map(\.json))
      }
    }

  private static let mostHistory = 100

  private static let playerDetails = ProfileField.all.filter { $0.category == .player }.map {
    Shape.Member.optional($0.key, .orNull($0.kind.shape))
  }

  // MARK: - Operations on the family

  private static let code = Shape.object([
    .needed("familyCode", .nothingOrText), .needed("familyId", .id),
    .needed("familyName", .anyText), .needed("codeGeneratedAt", .nothingOrMoment),
  ])
  private static let ownersOnly = (Status.forbidden, "Only the athlete of the family may do this.")

  static let family: [Operation] = [
    Operation(
      .post, "/api/family/create", "Makes the athlete's family, or gives the one there is.",
      answer: code, faults: [(.forbidden, "Only athletes make a family.")]
    ) { call throws(Problem) in
      let viewing = try await call.family.current()
      guard viewing.role == .player else { throw Problem(FamilyRefusal.onlyAthletesCreate) }
      _ = try await call.services[FamiliesGateway.self].create(named: nil)
      call.family.reset()
      if try await call.ownFamily().family.code == nil {
        _ = try await call.services[SharingGateway.self].renewCode()
      }
      return try await call.ownFamily().codeJSON
    },
    Operation(
      .get, "/api/family/code/my-code", "The code of the athlete's family.", answer: code,
      faults: [ownersOnly, noSuch]
    ) { call throws(Problem) in try await call.ownFamily().codeJSON },
    Operation(
      .post, "/api/family/code/regenerate", "Gives the family another code; the old one ends.",
      body: .object([.needed("familyId", .id)]), answer: code,
      faults: [malformed, ownersOnly]
    ) { call throws(Problem) in
      _ = try await call.ownFamily(try call.id("familyId"))
      _ = try await call.services[SharingGateway.self].renewCode()
      return try await call.ownFamily().codeJSON
    },
    Operation(
      .post, "/api/family/code/join", "Asks to join the family of a code. The athlete answers.",
      body: .object([.needed("familyCode", .text(1...40))]),
      answer: .object([
        .needed("success", .flag), .needed("status", .word(["asked", "member"])),
        .needed("familyId", .nothingOrID), .needed("familyName", .nothingOrText),
      ]),
      faults: [
        (.badRequest, "The code is malformed, or is that of the caller's own family."),
        (.forbidden, "Only parents join a family."), (.notFound, "No family has this code."),
      ], place: .joining),
    Operation(
      .get, "/api/family/members", "The members of a family.", query: [.needed("familyId", .id)],
      answer: .rows(
        .object([
          .needed("id", .id), .needed("name", .anyText), .needed("email", .nothingOrText),
          .needed("role", .words(UserRole.self)), .needed("addedAt", .moment),
        ])), faults: [malformed, (.forbidden, "The caller is no member of it.")]
    ) { call throws(Problem) in
      let id = try call.id("familyId")
      let families = try await call.services[FamiliesGateway.self].families()
      guard let family = families.first(where: { $0.family.id == id }) else {
        throw Problem(.refused, "You are not a member of this family.")
      }
      return .array(family.members.map(\.json))
    },
    Operation(
      .delete, "/api/family/members/{memberId}", "Removes a parent from the athlete's family.",
      answer: .success,
      faults: [
        (.badRequest, "Only parents are removed, never the athlete."), ownersOnly,
        noSuch,
      ]
    ) { call throws(Problem) in
      let (mine, person) = (try await call.ownFamily(), try call.id("memberId"))
      guard let member = mine.members.first(where: { $0.reference.id == person }) else {
        throw Problem(.notFound, "No member of your family has this id.")
      }
      guard !member.isSelf, member.role == .parent else {
        throw Problem(.usage, "Only parents are removed, and never yourself.")
      }
      _ = try await call.services[FamiliesGateway.self].remove(person, fromFamily: mine.family.id)
      return ["success": true]
    },
    Operation(
      .get, "/api/family/accessible", "The athletes whom a parent may look at.",
      answer: .object([
        .needed(
          "families",
          .rows(
            .object([
              .needed("familyUnitId", .id), .needed("athleteId", .id),
              .needed("athleteName", .anyText),
              .needed("graduationYear", .orNull(.whole(1_900...2_200))),
              .needed("familyName", .anyText),
            ])))
      ]), faults: [(.forbidden, "Only parents ask this.")]
    ) { call throws(Problem) in
      guard try await call.family.current().role == .parent else {
        throw Problem(.refused, "Only parents have athletes to look at.")
      }
      return ["families": .array(try await call.family.athletes().map(\.athlete.json))]
    },
  ]

  // MARK: - Operations on accounts

  private static let email = Shape.object([.needed("email", .email)])
  private static let wrongLink = (Status.unauthorized, "The link is wrong.")
  private static let expiredLink = (Status(410), "The link was used or is expired.")

  static let accounts: [Operation] = [
    Operation(
      .get, "/api/csrf-token", "The token that a browser sends as `x-csrf-token` when it writes.",
      answer: .object([.needed("token", .anyText)]), place: .formToken),
    Operation(
      .post, "/api/auth/request-password-reset",
      "Sends an e-mail to the address, if an account has it. The answer is the same for all.",
      body: email, answer: .success, faults: [malformed], place: .accounts(.requestPasswordReset)),
    Operation(
      .post, "/api/auth/confirm-password-reset",
      "Sets a new password with the word of the e-mail's link.",
      body: .object([.needed("password", .text(1...200)), .needed("token", .text(1...600))]),
      answer: .success,
      faults: [(.badRequest, "The password is too weak."), wrongLink, expiredLink],
      place: .accounts(.confirmPasswordReset)),
    Operation(
      .post, "/api/auth/verify-email", "Confirms an address with the word of the e-mail's link.",
      body: .object([.needed("token", .text(1...600))]), answer: .success,
      faults: [malformed, expiredLink], place: .accounts(.verifyEmail)),
    Operation(
      .post, "/api/auth/resend-verification", "Sends the e-mail that confirms an address again.",
      body: email, answer: .success, faults: [malformed], place: .accounts(.resendVerification)),
  ]
}

extension Call {
  private var categoryNamed: PreferenceCategory? {
    given["category"]?.string.flatMap(PreferenceCategory.init(rawValue:))
  }

  fileprivate func preference(
    isWriting: Bool = false
  ) async throws(Problem) -> (PreferenceCategory, RecordID) {
    guard let category = categoryNamed else { throw Problem(.usage, "`category` is missing.") }
    return (category, try await preference(category, isWriting: isWriting))
  }

  /// Returns the id of the person whose preferences the request means.
  ///
  /// The category `player` means the athlete's preferences, also if a parent reads them. All other
  /// categories mean the caller's own. Throws if a parent wants to change the athlete's
  /// preferences.
  fileprivate func preference(
    _ category: PreferenceCategory, isWriting: Bool
  ) async throws(Problem) -> RecordID {
    let viewing = try await family.current()
    guard category == .player, viewing.role == .parent else { return viewing.person }
    return isWriting ? try await ownAthlete() : try viewing.chosenAthlete()
  }

  /// Returns the family that the calling athlete owns. Throws for parents, and if the request names
  /// another family.
  fileprivate func ownFamily(_ named: RecordID? = nil) async throws(Problem) -> FamilyPageData {
    guard try await family.current().role == .player else {
      throw Problem(.refused, "Only the athlete of a family may do this.")
    }
    guard let mine = try await services[FamiliesGateway.self].families().first(where: \.isOwner)
    else { throw Problem(.notFound, "You have no family yet.") }
    guard named == nil || named == mine.family.id else {
      throw Problem(.refused, "This is not your family.")
    }
    return mine
  }
}

extension StoredPreference {
  fileprivate var json: JSONValue {
    [
      "category": .string(category.rawValue), "data": data ?? [:], "exists": .bool(data != nil),
      "updatedAt": JSONValue(updatedAt),
    ]
  }
}

extension PreferenceChange {
  fileprivate var json: JSONValue {
    [
      "category": .string(category.rawValue), "old_value": oldValue ?? .null,
      "new_value": newValue, "changed_fields": .array(changedFields.map { .string($0) }),
      "changed_by": JSONValue(changedBy.id), "created_at": .string(createdAt.description),
    ]
  }
}

extension FamilyPageData {
  fileprivate var codeJSON: JSONValue {
    [
      "familyCode": JSONValue(family.code), "familyId": JSONValue(family.id),
      "familyName": .string(name),
      "codeGeneratedAt": JSONValue(family.codeGeneratedAt),
    ]
  }
}

extension FamilyPageData.Member {
  fileprivate var json: JSONValue {
    [
      "id": JSONValue(reference.id), "name": .string(reference.title), "email": JSONValue(email),
      "role": .string(role.rawValue), "addedAt": .string(addedAt.description),
    ]
  }
}

extension AccessibleAthlete {
  fileprivate var json: JSONValue {
    [
      "familyUnitId": JSONValue(familyID), "athleteId": JSONValue(athleteID),
      "athleteName": .string(name), "graduationYear": JSONValue(graduationYear),
      "familyName": .string(familyName),
    ]
  }
}

extension ProfileField.Kind {
  /// The JSON form in which the interface accepts a profile field of this kind, for example a whole
  /// number for a height.
  fileprivate var shape: Shape {
    switch self {
    case .text(let max): .text(max: max)
    case .texts(let max): .list(.text(max: max), most: 20)
    case .whole(let range, _), .height(let range): .whole(range)
    case .decimal, .graduationYear: .number
    case .choice(let choices): .word(choices.map(\.stored))
    case .flag: .flag
    case .links(let max): .list(.anything, most: max)
    case .handle, .phone, .email, .zip: .text(max: TextLimit.name)
    }
  }
}
