import Basics
import CivilTime
import JSON

// These rules are about the athlete's videos.
extension SuggestionRules {
  /// Suggests to add a highlight video from grade 10 on, if there is none.
  public static func missingVideo(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    guard facts.grade >= 10, facts.highlightVideos.isEmpty else { return [] }
    return [
      SuggestionFinding(
        .missingVideo, .medium, "You have no highlight video yet. Coaches ask for one first.",
        .addVideo, snapshot: JSONObject(facts: [(.grade, JSONValue(facts.grade))]))
    ]
  }

  /// Suggests to correct each highlight video whose link is broken.
  public static func videoLinkHealth(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    facts.highlightVideos.filter(\.isBroken).map { video in
      SuggestionFinding(
        .videoLinkHealth, .high,
        "The link to your highlight video \"\(video.title)\" is broken. Coaches cannot open it.",
        .updateVideo,
        snapshot: JSONObject(facts: [
          (.videoID, .string(video.id.description)), (.videoTitle, .string(video.title)),
        ]))
    }
  }
}
