public import Basics

// The texts of the timeline's tasks are written for baseball. These extensions replace a text that
// is about baseball by a text for the athlete's sport.

extension TimelineTask {
  /// Returns the task with its texts for this sport. A task whose texts are the same for every
  /// sport is returned unchanged.
  public func worded(for sport: Sport) -> TimelineTask {
    guard let words = SportWords.byTask[id] else { return self }
    var task = self
    for (part, text) in words {
      let text = text.words(for: sport)
      switch part {
      case .title: task.title = text
      case .description: task.description = text
      case .why: task.whyItMatters = text
      case .risk: task.failureRisk = text
      }
    }
    return task
  }
}

extension Sport {
  /// Returns the title of a task for this sport, or the title `otherwise` if the task has the same
  /// title in every sport.
  public func title(ofTask id: RecordID, otherwise title: String) -> String {
    let words = SportWords.byTask[id]?.first { $0.part == .title }
    return words?.text.words(for: self) ?? title
  }
}

private enum SportWords {
  enum Part: String { case title, description, why, risk }

  /// The replacement texts of the tasks whose usual texts mention baseball. They are read from a
  /// data file with lines such as `11-22 title: …`, and contain variables such as `{sport}`.
  static let byTask: [RecordID: [(part: Part, text: String)]] = {
    var found: [RecordID: [(part: Part, text: String)]] = [:]
    for line in EmbeddedFile(PackageResources.other_sports_txt).lines(
      separatedBy: UInt8(ascii: ":"), most: 2)
    {
      let place = line[0].split(separator: " ").map(String.init)
      guard place.count == 2, let part = Part(rawValue: place[1]) else { continue }
      found[CatalogueTask.id(forKey: place[0]), default: []].append((part, line[1]))
    }
    return found
  }()
}

extension String {
  fileprivate func words(for sport: Sport) -> String {
    replacing("{sport}", with: sport.inSentence).replacing("{Sport}", with: sport.inTitle)
      .replacing("{film}", with: sport.film).replacing("{tests}", with: sport.tests)
      .replacing("{contest}", with: sport.contest.one)
      .replacing("{contests}", with: sport.contest.several)
  }
}
