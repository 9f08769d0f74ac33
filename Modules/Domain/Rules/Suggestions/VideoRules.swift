import Basics
import CivilTime
import JSON

// These rules suggest to add or correct highlight videos.
extension SuggestionRules {
  /// Suggests to add a highlight video from grade 10 on, if the athlete has none. If the athlete
  /// has completed the task to create a highlight video, the message asks to add its link.
  public static func missingVideo(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    guard facts.grade >= 10, facts.highlightVideos.isEmpty else { return [] }
    let owner = facts.owner
    let message =
      facts.videoCreation?.isCompleted == true
      ? "\(owner.possessive) highlight video is made. "
        + owner.verb(
          "Add its link here, so that coaches can watch it.",
          "Its link is not here yet, so coaches cannot watch it.")
      : "\(owner.subject) \(owner.verb("have", "has")) no highlight video yet."
        + " Coaches ask for one first."
    return [
      SuggestionFinding(
        .missingVideo, .medium, message, .addVideo,
        snapshot: JSONObject(facts: [(.grade, JSONValue(facts.grade))]))
    ]
  }

  /// Suggests to correct the link of each highlight video whose link is broken.
  public static func videoLinkHealth(_ facts: SuggestionFacts) -> [SuggestionFinding] {
    facts.highlightVideos.filter(\.isBroken).map { video in
      SuggestionFinding(
        .videoLinkHealth, .high,
        "The link to \(facts.owner.possessiveWithin) highlight video \"\(video.title)\" is broken."
          + " Coaches cannot open it.",
        .updateVideo,
        snapshot: JSONObject(facts: [
          (.videoID, .string(video.id.description)), (.videoTitle, .string(video.title)),
        ]))
    }
  }
}
